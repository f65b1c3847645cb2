//! Wavefront OBJ: positions, UVs, normals, faces, objects and the names of materials.
//!
//! Wavefront Technologies, "Object Files (.obj)", appendix of the Advanced Visualizer manual. Points, lines, curves and
//! groups are ignored.

use std::collections::HashMap;
use std::str::{FromStr, SplitAsciiWhitespace};

use super::lines::{lines, text};
use super::polygon::Polygons;
use super::refusal::Refusal;
use super::unique::Unique;
use crate::memory::Budget;
use crate::mesh::{Mesh, Origin, Raw};

/// Reads all objects: one mesh for each object and material, and more for faces without UVs or normals. Faces outside
/// objects get the name `name`.
pub(super) fn read(bytes: &[u8], name: &str, is_smooth: bool, budget: &mut Budget) -> Result<Vec<Mesh>, Refusal> {
    budget.take(Counts::of(bytes).bytes(bytes.len(), name))?;
    Ok(parse(bytes, name)?.map(|raw| Mesh::new(Raw { is_smooth, ..raw })).collect::<Result<_, _>>()?)
}

/// Parses all meshes. The iterator builds each mesh when it is reached.
fn parse(bytes: &[u8], name: &str) -> Result<impl Iterator<Item = Raw>, String> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err("it is UTF-16 text; save it as UTF-8".to_owned());
    }
    // Faces may come before what they refer to.
    let mut lists = Lists::default();
    each_line(bytes, |line| lists.line(line))?;
    let mut reader = Reader::new(lists, name);
    each_line(bytes, |line| reader.line(line))?;
    Ok(reader.finish())
}

/// Passes on all lines, and says in which one a problem is.
fn each_line(bytes: &[u8], mut pass: impl FnMut(&str) -> Result<(), String>) -> Result<(), String> {
    lines(bytes)
        .try_for_each(|(number, line)| pass(&text(&line)).map_err(|problem| format!("line {number}: {problem}")))
}

/// Numbers of elements in a file, counted before it is parsed.
#[derive(Default)]
struct Counts {
    positions: u64,
    uvs: u64,
    normals: u64,
    corners: u64,
    /// Corners without a normal.
    without_normal: u64,
    faces: u64,
    /// The most corners of a face.
    most: u64,
    /// Number of lines that start an object or a material, and the length of the longest, in bytes.
    names: u64,
    longest: u64,
}

impl Counts {
    fn of(bytes: &[u8]) -> Counts {
        let mut counts = Counts::default();
        for (_, line) in lines(bytes) {
            let line = line.trim_ascii_start();
            match line.split(u8::is_ascii_whitespace).next().unwrap_or_default() {
                b"v" => counts.positions += 1,
                b"vt" => counts.uvs += 1,
                b"vn" => counts.normals += 1,
                b"f" => {
                    counts.faces += 1;
                    let before = counts.corners;
                    let words = line.split(u8::is_ascii_whitespace).skip(1).filter(|word| !word.is_empty());
                    for word in words {
                        counts.corners += 1;
                        let slashes = word.iter().filter(|byte| **byte == b'/').count();
                        counts.without_normal += u64::from(slashes < 2 || word.ends_with(b"/"));
                    }
                    counts.most = counts.most.max(counts.corners - before);
                }
                b"o" | b"usemtl" => {
                    counts.names += 1;
                    counts.longest = counts.longest.max(line.len() as u64);
                }
                _ => {}
            }
        }
        counts
    }

    /// Upper bound of the bytes needed to read a file of `file` bytes, including its meshes.
    fn bytes(&self, file: usize, name: &str) -> u64 {
        // Lists grow by doubling; the allocator reuses the memory of the smaller ones.
        const POSITION: u64 = 3 * 8 * 3 / 2;
        const NORMAL: u64 = 3 * 4 * 3 / 2;
        const UV: u64 = 2 * 4 * 3 / 2;
        const CORNER: u64 = Unique::<Corner>::ENTRY;
        const BUILDING: u64 = 1024;
        let lists = self.positions * POSITION + self.normals * NORMAL + self.uvs * UV;
        // Each corner may be a separate vertex, and start a triangle.
        let read = self.corners * CORNER + Polygons::bytes(self.most) + Mesh::bytes_of(self.corners, self.corners, 0);
        let flat = match self.without_normal {
            0 => 0,
            _ => Mesh::bytes_of(3 * self.corners, self.corners, 0),
        };
        let names = self.longest.max(name.len() as u64);
        // With and without UVs and normals.
        let meshes = self.faces.min(4 * (self.names + 1)).saturating_mul(BUILDING + Mesh::bytes_of(0, 0, 4 * names));
        // Twice the file: for names, and for lines joined at backslashes.
        (lists + read + flat + 2 * file as u64).saturating_add(meshes)
    }
}

/// The positions, UVs and normals of a file.
#[derive(Default)]
struct Lists {
    positions: Vec<[f64; 3]>,
    uvs: Vec<[f32; 2]>,
    normals: Vec<[f32; 3]>,
}

impl Lists {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (keyword, rest) = words(line);
        match keyword {
            "v" => self.positions.push(numbers(rest, 3)?),
            "vt" => {
                // v points up in OBJ files.
                let [u, v]: [f32; 2] = numbers(rest, 1)?;
                self.uvs.push([u, 1.0 - v]);
            }
            "vn" => self.normals.push(numbers(rest, 3)?),
            _ => {}
        }
        Ok(())
    }
}

/// Indices of a position, a UV and a normal in the lists of the file; the last two may be [`MISSING`].
type Corner = [u32; 3];

/// The index of a missing UV or normal.
const MISSING: u32 = u32::MAX;

struct Reader {
    lists: Lists,
    /// Numbers of positions, UVs and normals before the current line.
    before: [usize; 3],
    names: Names,
    /// Numbers of the current object and material.
    object: u32,
    material: Option<u32>,
    meshes: Vec<Building>,
    by_name: HashMap<(u32, Option<u32>, Has), usize>,
    /// The mesh to which a face was added last.
    current: Option<(Has, usize)>,
    /// The corners of the current face, and their places.
    corners: Vec<Corner>,
    places: Vec<[f64; 3]>,
    uvs: Vec<[f64; 2]>,
    polygons: Polygons,
}

/// What all corners of a face have.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Has {
    uvs: bool,
    normals: bool,
}

/// Names of objects and materials, numbered so that comparing long names costs nothing.
#[derive(Default)]
struct Names {
    all: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.all.len() as u32;
        self.all.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

/// A mesh under construction.
struct Building {
    object: u32,
    material: Option<u32>,
    has: Has,
    triangles: Vec<[u32; 3]>,
    vertices: Unique<Corner>,
}

impl Reader {
    fn new(lists: Lists, name: &str) -> Reader {
        let mut names = Names::default();
        Reader {
            lists,
            before: [0; 3],
            object: names.number(name),
            names,
            material: None,
            meshes: Vec::new(),
            by_name: HashMap::new(),
            current: None,
            corners: Vec::new(),
            places: Vec::new(),
            uvs: Vec::new(),
            polygons: Polygons::default(),
        }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let (keyword, rest) = words(line);
        match keyword {
            "v" => self.before[0] += 1,
            "vt" => self.before[1] += 1,
            "vn" => self.before[2] += 1,
            "f" => self.face(rest)?,
            "o" => {
                self.object = self.names.number(rest.trim_ascii());
                self.current = None;
            }
            "usemtl" => {
                let name = Some(rest.trim_ascii()).filter(|name| !name.is_empty());
                self.material = name.map(|name| self.names.number(name));
                self.current = None;
            }
            _ => {}
        }
        Ok(())
    }

    fn face(&mut self, text: &str) -> Result<(), String> {
        self.corners.clear();
        for word in text.split_ascii_whitespace() {
            self.corners.push(self.corner(word)?);
        }
        let count = self.corners.len();
        if count < 3 {
            return Err(format!("the face has {count} corners; expected at least 3"));
        }
        let all = |part: usize| self.corners.iter().all(|corner| corner[part] != MISSING);
        let has = Has { uvs: all(1), normals: all(2) };
        self.places.clear();
        self.places.extend(self.corners.iter().map(|[position, ..]| self.lists.positions[*position as usize]));
        self.uvs.clear();
        if has.uvs {
            let uv = |[_, uv, _]: &Corner| self.lists.uvs[*uv as usize].map(f64::from);
            self.uvs.extend(self.corners.iter().map(uv));
        }
        let current = self.current(has);
        let Building { vertices, triangles, .. } = &mut self.meshes[current];
        for corner in &mut self.corners {
            if !has.uvs {
                corner[1] = MISSING;
            }
            if !has.normals {
                corner[2] = MISSING;
            }
            // From here on, the first of the three numbers is the vertex.
            corner[0] = vertices.number(*corner);
        }
        self.polygons.cut(&self.places, &self.uvs, |triangle| {
            triangles.push(triangle.map(|corner| self.corners[corner][0]));
        })
    }

    /// Parses `7`, `7/2`, `7//3` or `7/2/3`: indices from 1, or from -1 backwards.
    fn corner(&self, word: &str) -> Result<Corner, String> {
        let Lists { positions, uvs, normals } = &self.lists;
        let mut parts = word.split('/');
        let position = index(parts.next(), self.before[0], positions.len(), "position")?;
        let uv = index(parts.next(), self.before[1], uvs.len(), "UV")?;
        let normal = index(parts.next(), self.before[2], normals.len(), "normal")?;
        match (position, parts.next()) {
            (Some(position), None) => Ok([position, uv.unwrap_or(MISSING), normal.unwrap_or(MISSING)]),
            _ => Err(format!("{word:?} is not a corner of a face; expected the form 7, 7/2, 7//3 or 7/2/3")),
        }
    }

    /// Index of the mesh to which faces are added.
    fn current(&mut self, has: Has) -> usize {
        let (object, material) = (self.object, self.material);
        let last = self.current.filter(|(of, _)| *of == has).map(|(_, index)| index);
        let index = last.unwrap_or_else(|| {
            *self.by_name.entry((object, material, has)).or_insert_with(|| {
                let (triangles, vertices) = (Vec::new(), Unique::default());
                self.meshes.push(Building { object, material, has, triangles, vertices });
                self.meshes.len() - 1
            })
        });
        self.current = Some((has, index));
        index
    }

    /// The meshes, in the order of their first faces.
    fn finish(self) -> impl Iterator<Item = Raw> {
        let Reader { lists: Lists { positions, uvs, normals }, meshes, names, .. } = self;
        let name = move |number: u32| names.all[number as usize].clone();
        meshes.into_iter().map(move |Building { object, material, has, triangles, vertices }| {
            let corners = vertices.into_list();
            Raw {
                name: name(object),
                material: material.map(&name),
                double_sided: false,
                positions: corners.iter().map(|corner| positions[corner[0] as usize]).collect(),
                uvs: has.uvs.then(|| corners.iter().map(|corner| uvs[corner[1] as usize]).collect()),
                normals: has.normals.then(|| corners.iter().map(|corner| normals[corner[2] as usize]).collect()),
                triangles,
                is_smooth: false,
                origin: Origin::default(),
            }
        })
    }
}

/// The keyword of a line, and the rest.
fn words(line: &str) -> (&str, &str) {
    let line = line.trim_ascii_start();
    line.split_once([' ', '\t']).unwrap_or((line, ""))
}

/// The first `N` numbers of a line, at least `least`. Further numbers are ignored, missing ones are 0.
fn numbers<T: FromStr + Default + Copy, const N: usize>(text: &str, least: usize) -> Result<[T; N], String> {
    let mut words: SplitAsciiWhitespace = text.split_ascii_whitespace();
    let mut numbers = [T::default(); N];
    for (index, number) in numbers.iter_mut().enumerate() {
        match words.next() {
            Some(word) => *number = word.parse().map_err(|_| format!("{word:?} is not a number"))?,
            None if index < least => return Err(format!("expected {least} numbers, found {index}")),
            None => break,
        }
    }
    Ok(numbers)
}

/// An index into a list of `count` entries, of which `before` come before the face, from 0; `None` if it is omitted.
fn index(word: Option<&str>, before: usize, count: usize, what: &str) -> Result<Option<u32>, String> {
    let Some(word) = word.filter(|word| !word.is_empty()) else { return Ok(None) };
    let number: i64 = word.parse().map_err(|_| format!("{word:?} is not a whole number"))?;
    let index = if number < 0 { before as i64 + number } else { number - 1 };
    match u32::try_from(index) {
        Ok(index) if (index as usize) < count => Ok(Some(index)),
        _ if number < 0 => Err(format!("there is no {what} {number}; {before} come before the face")),
        _ => Err(format!("there is no {what} {number}; the file has {count}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], name: &str) -> Result<Vec<Raw>, String> {
        Ok(parse(bytes, name)?.collect())
    }

    const QUAD: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0 1.0 0.5\nvt 0 0.25\nvt 1 0\nvt 1 1\nvt 0\nvn 0 0 1\n";

    #[test]
    fn corners_become_vertices() {
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
    fn objects_are_separate_and_can_be_continued() {
        let text = format!("{QUAD}o one\nf 1 2 3\no two\r\nf 2 3 4\no one\nf 1/ 3/ 4/\n");
        let meshes = read(text.as_bytes(), "file").unwrap();
        assert_eq!(meshes.iter().map(|mesh| mesh.name.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!(meshes[0].triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(meshes[0].uvs, None);
    }

    #[test]
    fn errors_name_the_line() {
        for (line, said) in [
            ("v 1 2", "line 10: expected 3 numbers, found 2"),
            ("v 1 2 x", "\"x\" is not a number"),
            ("f 1 2", "2 corners"),
            ("f 1 2 5", "no position 5; the file has 4"),
            ("f 1 2 0", "no position 0"),
            ("f 1 2 -5", "no position -5"),
            ("f 1/9 2/2 3/3", "no UV 9"),
            ("f 1//2 2//1 3//1", "no normal 2"),
            ("f 1 2 -9223372036854775808", "no position"),
            ("f 1 2 99999999999999999999", "not a whole number"),
            ("f 1/1/1/1 2 3", "is not a corner"),
            ("f / 2 3", "is not a corner"),
        ] {
            let problem = read(format!("{QUAD}{line}\n").as_bytes(), "file").map(drop).unwrap_err();
            assert!(problem.contains(said) && problem.starts_with("line 10"), "{problem}");
        }
        assert!(read(b"\xff\xfe", "file").is_err());
    }

    /// What programs write, and the same in plain text.
    #[test]
    fn all_texts_of_a_file_are_read() {
        let plain = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nvn 0 0 1\nf 1/1/1 2/2/1 3/3/1\n";
        let of = |bytes: &[u8]| {
            let raw = read(bytes, "it").unwrap().remove(0);
            (raw.positions, raw.uvs, raw.normals, raw.triangles)
        };
        let expected = of(plain.as_bytes());
        let latin: Vec<u8> = [b"# Texturen f\xfcr W\xe4nde\n", plain.as_bytes()].concat();
        for (what, bytes) in [
            ("a comment in Latin-1", latin),
            ("a byte order mark", [b"\xef\xbb\xbf", plain.as_bytes()].concat()),
            ("ends of lines of an old Macintosh", plain.replace('\n', "\r").into_bytes()),
            ("ends of lines of Windows", plain.replace('\n', "\r\n").into_bytes()),
            ("a comment that ends in a backslash", format!("# C:\\meshes\\\n{plain}").into_bytes()),
            ("comments behind numbers", plain.replace(" 0\n", " 0 # C:\\\n").into_bytes()),
            ("indented comments", plain.replace('\n', "\n  # v 1 \\\r\n").into_bytes()),
            ("continued lines", plain.replace(" 2/2/1", " \\\r\n 2/2/1 \\\n").into_bytes()),
        ] {
            assert_eq!(of(&bytes), expected, "{what}");
        }
        // Faces first: indices from 1 count from the start of the file.
        let (lists, face) = plain.split_at(plain.find("f ").unwrap());
        assert_eq!(of(format!("{face}{lists}").as_bytes()), expected);
        assert!(read(format!("{}{lists}", face.replace("1/1/1", "-1/1/1")).as_bytes(), "it").is_err());
        let names = read(b"o W\xe4nde\nv 0 0 0\nf 1 1 1\n", "it").unwrap();
        assert_eq!(names[0].name, "W\u{e4}nde");
        assert!(read(b"\xff\xfev\0", "it").map(drop).unwrap_err().contains("UTF-16"));
    }

    #[test]
    fn faces_without_uvs_or_normals_are_meshes_of_their_own() {
        let text = format!("{QUAD}f 1/1/1 2/2/1 3/3/1\nf 1/1 3/3 4/4\nf 1 2/2 3/3\nf 1//1 3//1 4//1\nf 1//1 3//1 4\n");
        let meshes = read(text.as_bytes(), "it").unwrap();
        let has = |mesh: &Raw| (mesh.uvs.is_some(), mesh.normals.is_some(), mesh.triangles.len());
        let expected = [(true, true, 1), (true, false, 1), (false, false, 2), (false, true, 1)];
        assert_eq!(meshes.iter().map(has).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn coordinates_of_surveys_keep_all_digits() {
        let raw = read(b"v 500000.123456 4649776.654321 1e300\nf 1 1 1\n", "it").unwrap().remove(0);
        assert_eq!(raw.positions[0], [500000.123456, 4649776.654321, 1e300]);
        assert!(Mesh::new(raw).unwrap_err().contains("not finite"));
    }
}
