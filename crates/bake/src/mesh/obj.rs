//! Wavefront OBJ: positions, UVs, normals, faces, objects and the names of materials.
//!
//! After Wavefront Technologies, "Object Files (.obj)", the appendix of the Advanced Visualizer's manual. Faces become
//! fans of triangles around their first corner; points, lines, curves and groups are passed over.

use std::borrow::Cow;
use std::str::SplitAsciiWhitespace;

use rustc_hash::FxHashMap;

use super::Raw;

/// All objects, one mesh for each material that an object has; what belongs to none is called `name`.
pub(super) fn read(bytes: &[u8], name: &str) -> Result<Vec<Raw>, String> {
    let mut reader = Reader::new(name);
    for (number, line) in lines(bytes) {
        let text =
            str::from_utf8(&line).map_err(|_| format!("line {number} is no text; is it an OBJ file?"))?;
        reader.line(text).map_err(|problem| format!("line {number}: {problem}"))?;
    }
    Ok(reader.finish())
}

/// Lines with their numbers, from 1; one that ends with a backslash goes on in the next.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Cow<'_, [u8]>)> {
    let mut plain = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).zip(1..);
    std::iter::from_fn(move || {
        let (line, number) = plain.next()?;
        let mut line = Cow::Borrowed(line);
        while line.ends_with(b"\\") {
            let whole = line.to_mut();
            whole.pop();
            whole.push(b' ');
            match plain.next() {
                Some((next, _)) => whole.extend_from_slice(next),
                None => break,
            }
        }
        Some((number, line))
    })
}

/// Places of a position, a UV and a normal in the lists of the file; the last two may be missing.
type Corner = (u32, Option<u32>, Option<u32>);

struct Reader {
    positions: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    normals: Vec<[f32; 3]>,
    object: String,
    material: Option<String>,
    meshes: Vec<Building>,
    by_name: FxHashMap<(String, Option<String>), usize>,
    /// The mesh that faces belong to now.
    current: Option<usize>,
}

/// A mesh of which not all faces are known.
struct Building {
    raw: Raw,
    vertices: FxHashMap<Corner, u32>,
    /// The corners that have become vertices, in order.
    corners: Vec<Corner>,
}

impl Reader {
    fn new(name: &str) -> Reader {
        Reader {
            positions: Vec::new(),
            uvs: Vec::new(),
            normals: Vec::new(),
            object: name.to_owned(),
            material: None,
            meshes: Vec::new(),
            by_name: FxHashMap::default(),
            current: None,
        }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let (keyword, rest) = line.trim_ascii_start().split_once([' ', '\t']).unwrap_or((line, ""));
        match keyword {
            "v" => self.positions.push(numbers(rest, 3)?),
            "vt" => {
                // The file's v goes up.
                let [u, v] = numbers(rest, 1)?;
                self.uvs.push([u, 1.0 - v]);
            }
            "vn" => self.normals.push(numbers(rest, 3)?),
            "f" => self.face(rest)?,
            "o" => {
                self.object = rest.trim_ascii().to_owned();
                self.current = None;
            }
            "usemtl" => {
                self.material = Some(rest.trim_ascii().to_owned()).filter(|name| !name.is_empty());
                self.current = None;
            }
            _ => {}
        }
        Ok(())
    }

    fn face(&mut self, text: &str) -> Result<(), String> {
        let words = text.split_ascii_whitespace().take_while(|word| !word.starts_with('#'));
        let corners = words.map(|word| self.corner(word)).collect::<Result<Vec<_>, _>>()?;
        if corners.len() < 3 {
            return Err(format!("the face has {} corners, and needs at least 3", corners.len()));
        }
        let mesh = self.mesh();
        let vertices: Vec<u32> = corners.into_iter().map(|corner| mesh.vertex(corner)).collect();
        let fan = vertices[1..].windows(2).map(|pair| [vertices[0], pair[0], pair[1]]);
        mesh.raw.triangles.extend(fan);
        Ok(())
    }

    /// `7`, `7/2`, `7//3` or `7/2/3`: from 1, or backwards from -1.
    fn corner(&self, word: &str) -> Result<Corner, String> {
        let mut parts = word.split('/');
        let position = place(parts.next(), self.positions.len(), "position")?;
        let uv = place(parts.next(), self.uvs.len(), "UV")?;
        let normal = place(parts.next(), self.normals.len(), "normal")?;
        match (position, parts.next()) {
            (Some(position), None) => Ok((position, uv, normal)),
            _ => {
                Err(format!("{word:?} is no corner of a face; expected something like 7, 7/2, 7//3 or 7/2/3"))
            }
        }
    }

    fn mesh(&mut self) -> &mut Building {
        let index = self.current.unwrap_or_else(|| {
            let key = (self.object.clone(), self.material.clone());
            *self.by_name.entry(key).or_insert_with(|| {
                let raw =
                    Raw { name: self.object.clone(), material: self.material.clone(), ..Raw::default() };
                self.meshes.push(Building { raw, vertices: FxHashMap::default(), corners: Vec::new() });
                self.meshes.len() - 1
            })
        });
        self.current = Some(index);
        &mut self.meshes[index]
    }

    fn finish(self) -> Vec<Raw> {
        let Reader { positions, uvs, normals, meshes, .. } = self;
        let finish = |Building { mut raw, corners, .. }: Building| {
            raw.positions = corners.iter().map(|(position, ..)| positions[*position as usize]).collect();
            // Where one corner says nothing, the mesh does not.
            raw.uvs = corners.iter().map(|(_, uv, _)| uv.map(|uv| uvs[uv as usize])).collect();
            raw.normals = corners.iter().map(|(.., normal)| normal.map(|at| normals[at as usize])).collect();
            raw
        };
        meshes.into_iter().map(finish).collect()
    }
}

impl Building {
    fn vertex(&mut self, corner: Corner) -> u32 {
        *self.vertices.entry(corner).or_insert_with(|| {
            self.corners.push(corner);
            self.corners.len() as u32 - 1
        })
    }
}

/// The first numbers of a line, so many at least; more are passed over, fewer are followed by 0.
fn numbers<const N: usize>(text: &str, least: usize) -> Result<[f32; N], String> {
    let mut words: SplitAsciiWhitespace = text.split_ascii_whitespace();
    let mut numbers = [0.0; N];
    for (index, number) in numbers.iter_mut().enumerate() {
        match words.next() {
            Some(word) => *number = word.parse().map_err(|_| format!("{word:?} is no number"))?,
            None if index < least => return Err(format!("expected {least} numbers, and found {index}")),
            None => break,
        }
    }
    Ok(numbers)
}

/// A place in a list of so many, from 0; none where nothing is said.
fn place(word: Option<&str>, count: usize, what: &str) -> Result<Option<u32>, String> {
    let Some(word) = word.filter(|word| !word.is_empty()) else { return Ok(None) };
    let number: i64 = word.parse().map_err(|_| format!("{word:?} is no whole number"))?;
    let place = if number < 0 { count as i64 + number } else { number - 1 };
    match u32::try_from(place) {
        Ok(place) if (place as usize) < count => Ok(Some(place)),
        _ => Err(format!("there is no {what} {number}; so far there are {count}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUAD: &str =
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0 1.0 0.5\nvt 0 0.25\nvt 1 0\nvt 1 1\nvt 0\nvn 0 0 1\n";

    #[test]
    fn faces_become_fans_and_corners_vertices() {
        let text = format!("{QUAD}f 1/1/1 2/2/1 3/3/1 \\\n -1/-1/-1\nusemtl red\nf 1/1 2/2 3/3 # the same\n");
        let meshes = read(text.as_bytes(), "file").unwrap();
        assert_eq!(meshes.len(), 2);
        assert_eq!((meshes[0].name.as_str(), &meshes[0].material), ("file", &None));
        assert_eq!(meshes[0].triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(meshes[0].positions[3], [0.0, 1.0, 0.0]);
        assert_eq!(meshes[0].uvs.as_ref().unwrap()[0], [0.0, 0.75]);
        assert_eq!(meshes[0].normals.as_ref().unwrap().len(), 4);
        assert_eq!((meshes[1].material.as_deref(), &meshes[1].normals), (Some("red"), &None));
    }

    #[test]
    fn objects_are_apart_and_found_again() {
        let text = format!("{QUAD}o one\nf 1 2 3\no two\r\nf 2 3 4\no one\nf 1/ 3/ 4/\n");
        let meshes = read(text.as_bytes(), "file").unwrap();
        assert_eq!(meshes.iter().map(|mesh| mesh.name.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!(meshes[0].triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(meshes[0].uvs, None);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (line, said) in [
            ("v 1 2", "line 10: expected 3 numbers, and found 2"),
            ("v 1 2 x", "\"x\" is no number"),
            ("f 1 2", "2 corners"),
            ("f 1 2 5", "no position 5; so far there are 4"),
            ("f 1 2 0", "no position 0"),
            ("f 1 2 -5", "no position -5"),
            ("f 1/9 2/2 3/3", "no UV 9"),
            ("f 1//2 2//1 3//1", "no normal 2"),
            ("f 1 2 -9223372036854775808", "no position"),
            ("f 1 2 99999999999999999999", "no whole number"),
            ("f 1/1/1/1 2 3", "is no corner"),
            ("f / 2 3", "is no corner"),
        ] {
            let problem = read(format!("{QUAD}{line}\n").as_bytes(), "file").map(drop).unwrap_err();
            assert!(problem.contains(said) && problem.starts_with("line 10"), "{problem}");
        }
        assert!(read(b"\xff\xfe", "file").is_err());
    }
}
