//! STL, binary and ASCII: triangles without shared vertices, UVs or materials.
//!
//! 3D Systems, "StereoLithography Interface Specification" (1989). The stated normals are ignored: many programs write
//! zeros, and the corners give the same.

use super::lines;
use super::list::push;
use super::refusal::Refusal;
use crate::memory::Budget;
use crate::mesh::{Mesh, Raw};
use crate::weld;

/// Bytes before the number of triangles of a binary file, and after it.
const HEADER: usize = 80;
const START: usize = HEADER + 4;

/// Bytes of a binary triangle: a normal, three corners, and two bytes of attributes.
const TRIANGLE: usize = 50;

/// Reads a file: one mesh for a binary file, one for each solid of an ASCII file. `name` is that of solids without a
/// name.
pub(super) fn read(bytes: &[u8], name: &str, is_smooth: bool, budget: &mut Budget) -> Result<Vec<Mesh>, Refusal> {
    let solids =
        if is_text(bytes) { text(bytes, name, budget)? } else { vec![(name.to_owned(), binary(bytes, budget)?)] };
    let solids = solids.into_iter().filter(|(_, corners)| !corners.is_empty());
    solids.map(|(name, corners)| mesh(name, corners, is_smooth, budget)).collect()
}

/// Whether a file is ASCII. Headers of binary files may start with `solid`, too.
fn is_text(bytes: &[u8]) -> bool {
    let stated = bytes.get(HEADER..START).and_then(|count| <[u8; 4]>::try_from(count).ok());
    let expected = stated.map(|count| START as u64 + u64::from(u32::from_le_bytes(count)) * TRIANGLE as u64);
    let start = lines::without_mark(bytes).trim_ascii_start();
    let is_named = start.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    is_named && expected != Some(bytes.len() as u64) && !bytes[..bytes.len().min(1024)].contains(&0)
}

/// The corners of a binary file, three for each triangle.
fn binary(bytes: &[u8], budget: &mut Budget) -> Result<Vec<[f32; 3]>, Refusal> {
    let (Some(count), Some(triangles)) = (bytes.get(HEADER..START), bytes.get(START..)) else {
        return Err(Refusal::from("it is too short to be an STL file; expected `solid` or a header of 84 bytes"));
    };
    let count = count.iter().rev().fold(0, |count, byte| count << 8 | usize::from(*byte));
    let found = triangles.len() / TRIANGLE;
    if count > found {
        let problem = format!("it is truncated: expected {count} triangles, found {found}; copy it again");
        return Err(problem.into());
    }
    budget.take((3 * count * size_of::<[f32; 3]>()) as u64)?;
    let triangles = &triangles.as_chunks::<TRIANGLE>().0[..count];
    let mut corners = Vec::with_capacity(3 * count);
    for triangle in triangles {
        let numbers = triangle.as_chunks::<4>().0;
        corners.extend([3, 6, 9].map(|first| [0, 1, 2].map(|part| f32::from_le_bytes(numbers[first + part]))));
    }
    Ok(corners)
}

/// Name and corners of a solid, three for each triangle.
type Solid = (String, Vec<[f32; 3]>);

/// The names and corners of the solids of an ASCII file.
fn text(bytes: &[u8], name: &str, budget: &mut Budget) -> Result<Vec<Solid>, Refusal> {
    let mut solids: Vec<Solid> = Vec::new();
    // Number of corners of the open facet.
    let mut facet = None;
    for (number, line) in (1..).zip(lines::split(lines::without_mark(bytes))) {
        let wrong = |problem: &str| Refusal::from(format!("line {number}: {problem}"));
        let line = lines::text(line.trim_ascii());
        let (keyword, rest) = line.split_once([' ', '\t']).unwrap_or((&line, ""));
        match (keyword.to_ascii_lowercase().as_str(), facet) {
            ("solid", None) => {
                let own = rest.trim_ascii();
                let name = if own.is_empty() { name } else { own };
                budget.take(1024 + 2 * name.len() as u64)?;
                solids.push((name.to_owned(), Vec::new()));
            }
            ("facet", None) if !solids.is_empty() => facet = Some(0),
            ("vertex", Some(count)) => {
                let numbers = rest.split_ascii_whitespace().map(str::parse);
                let numbers: Result<Vec<f32>, _> = numbers.take(4).collect();
                let corner = numbers.ok().and_then(|numbers| <[f32; 3]>::try_from(numbers).ok());
                let corner = corner.ok_or_else(|| wrong("expected `vertex` and three numbers"))?;
                if let Some((_, corners)) = solids.last_mut() {
                    push(corners, corner, budget)?;
                }
                facet = Some(count + 1);
            }
            ("endfacet", Some(3)) => facet = None,
            ("endfacet", Some(count)) => {
                return Err(wrong(&format!("the facet has {count} corners; expected 3")));
            }
            ("endsolid", None) | ("outer" | "endloop", Some(_)) | ("", _) => {}
            _ => {
                let place = if facet.is_some() { "inside" } else { "outside" };
                return Err(wrong(&format!(
                    "{keyword:?} is not expected here, {place} a facet; export the mesh again"
                )));
            }
        }
    }
    match facet {
        Some(_) => Err(Refusal::from("it ends inside a facet; copy it again")),
        None => Ok(solids),
    }
}

/// The mesh of corners, three for each triangle. A smooth one has one vertex at each position.
fn mesh(name: String, positions: Vec<[f32; 3]>, is_smooth: bool, budget: &mut Budget) -> Result<Mesh, Refusal> {
    let count = positions.len() as u64 / 3;
    let corners = u32::try_from(positions.len()).map_err(|_| "it has more than 4 billion corners; split it")?;
    budget.take(count * 12 + 2 * Mesh::bytes_of(3 * count, count, name.len() as u64) + 3 * count * weld::VERTEX)?;
    let mut positions: Vec<[f64; 3]> = positions.into_iter().map(|position| position.map(f64::from)).collect();
    let mut triangles: Vec<[u32; 3]> =
        (0..corners / 3).map(|index| [0, 1, 2].map(|corner| 3 * index + corner)).collect();
    if is_smooth {
        let mut points = weld::points(positions.iter());
        // A point is the first corner there, so it comes before the others.
        let mut welded = Vec::new();
        for (corner, position) in positions.iter().enumerate() {
            points[corner] = match points[corner] as usize == corner {
                true => {
                    welded.push(*position);
                    welded.len() as u32 - 1
                }
                false => points[points[corner] as usize],
            };
        }
        triangles.as_flattened_mut().iter_mut().for_each(|corner| *corner = points[*corner as usize]);
        positions = welded;
    }
    Ok(Mesh::new(Raw { name, positions, triangles, is_smooth, ..Raw::default() })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "solid a\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1 0\n  endloop\n endfacet\nendsolid a\n";

    fn bytes(header: &[u8], count: u32, triangles: usize) -> Vec<u8> {
        let mut file = header.to_vec();
        file.resize(HEADER, 0);
        file.extend(count.to_le_bytes());
        for index in 0..triangles {
            let numbers = [0.0, 0.0, 0.0, 0.0, 0.0, index as f32, 1.0, 0.0, index as f32, 0.0, 1.0, index as f32];
            numbers.iter().for_each(|number| file.extend(number.to_le_bytes()));
            file.extend([7, 7]);
        }
        file
    }

    fn meshes(file: &[u8]) -> Result<Vec<Mesh>, String> {
        read(file, "it", false, &mut Budget::new("it.stl".to_owned(), 1 << 20)).map_err(|refusal| match refusal {
            Refusal::Wrong(problem) => problem,
            Refusal::Other(error) => error.to_string(),
        })
    }

    #[test]
    fn both_forms_give_flat_triangles() {
        for file in [bytes(b"made by a program", 2, 2), bytes(b"solid but binary", 2, 2)] {
            let mesh = &meshes(&file).unwrap()[0];
            assert_eq!((mesh.name.as_str(), &mesh.uvs), ("it", &None));
            assert_eq!(mesh.positions[3..], [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]);
            assert_eq!(mesh.normals, [[0.0, 0.0, 1.0]; 6]);
        }
        let both = format!("{TEXT}SOLID\r\nfacet\nvertex 1 2 3\nvertex 2 2 3\nvertex 2 5e0 3\nendfacet\n");
        let solids = meshes(both.as_bytes()).unwrap();
        assert_eq!(solids.iter().map(|mesh| mesh.name.as_str()).collect::<Vec<_>>(), ["a", "it"]);
        assert_eq!(solids[1].positions[2], [2.0, 5.0, 3.0]);
    }

    #[test]
    fn text_may_be_of_any_program() {
        let expected = meshes(TEXT.as_bytes()).unwrap();
        let marked = [b"\xef\xbb\xbf", TEXT.as_bytes()].concat();
        let old = TEXT.replace('\n', "\r");
        for file in [marked.as_slice(), old.as_bytes(), TEXT.replace('\n', "\r\n").as_bytes()] {
            assert_eq!(meshes(file).unwrap(), expected);
        }
        let latin = [b"solid W\xe4nde", &TEXT.as_bytes()[b"solid a".len()..]].concat();
        assert_eq!(meshes(&latin).unwrap()[0].name, "Wände");
    }

    #[test]
    fn errors_name_the_place() {
        for (file, said) in [
            (b"".to_vec(), "too short"),
            (bytes(b"", 3, 2), "expected 3 triangles, found 2"),
            (bytes(b"", u32::MAX, 2), "expected 4294967295 triangles"),
            (TEXT.replace("   vertex 0 1 0\n", "").into_bytes(), "line 7: the facet has 2 corners"),
            (TEXT.replace("1 0 0", "1 0").into_bytes(), "line 5: expected `vertex` and three numbers"),
            (TEXT.replace("1 0 0", "1 nan 0").into_bytes(), "not finite, at vertex 1"),
            (TEXT.replace("solid a\n f", "solid a\nmesh\n f").into_bytes(), "line 2: \"mesh\" is not expected"),
            (TEXT.as_bytes()[..58].to_vec(), "ends inside a facet"),
            (TEXT.as_bytes()[..TEXT.find(" endfacet").unwrap()].to_vec(), "ends inside a facet"),
        ] {
            let problem = meshes(&file).unwrap_err();
            assert!(problem.contains(said), "{problem}");
        }
        let large = TEXT.replace("endsolid a", "facet\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendfacet\n")
            + &"facet\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendfacet\n".repeat(20_000);
        assert!(meshes(large.as_bytes()).unwrap_err().contains("memory"));
    }
}
