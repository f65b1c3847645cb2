//! Wavefront OBJ: positions, UVs, normals, faces, objects and the names of materials.
//!
//! Wavefront Technologies, "Object Files (.obj)", appendix of the Advanced Visualizer manual. Faces become triangle
//! fans around their first corner. Points, lines, curves and groups are ignored.

use std::borrow::Cow;
use std::collections::HashMap;
use std::str::SplitAsciiWhitespace;

use super::refusal::Refusal;
use crate::memory::Budget;
use crate::mesh::{Mesh, Origin, Raw};

/// Reads all objects: one mesh for each object and material. Faces outside objects get the name `name`.
pub(super) fn read(bytes: &[u8], name: &str, budget: &mut Budget) -> Result<Vec<Mesh>, Refusal> {
    budget.take(Counts::of(bytes).bytes(bytes.len(), name))?;
    Ok(parse(bytes, name)?.map(Mesh::new).collect::<Result<_, _>>()?)
}

/// Parses all meshes. The iterator builds each mesh when it is reached.
fn parse(bytes: &[u8], name: &str) -> Result<impl Iterator<Item = Raw>, String> {
    let mut reader = Reader::new(name);
    for (number, line) in lines(bytes) {
        let text = str::from_utf8(&line)
            .map_err(|_| format!("line {number} is not UTF-8 text; expected an OBJ file"))?;
        reader.line(text).map_err(|problem| format!("line {number}: {problem}"))?;
    }
    Ok(reader.finish())
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
                    let words = line.split(u8::is_ascii_whitespace).skip(1).filter(|word| !word.is_empty());
                    for word in words {
                        counts.corners += 1;
                        let slashes = word.iter().filter(|byte| **byte == b'/').count();
                        counts.without_normal += u64::from(slashes < 2 || word.ends_with(b"/"));
                    }
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
        const POSITION: u64 = 3 * 4 * 3 / 2;
        const UV: u64 = 2 * 4 * 3 / 2;
        // An entry of a half-empty hash table, and of the smaller table that it grew from; an entry of a list.
        const CORNER: u64 = 17 * 16 / 7 * 3 / 2 + 3 * 4;
        const BUILDING: u64 = 1024;
        let lists = (self.positions + self.normals) * POSITION + self.uvs * UV;
        // Each corner may be a separate vertex, and start a triangle.
        let read = self.corners * CORNER + Mesh::bytes_of(self.corners, self.corners, 0);
        let flat = match self.without_normal {
            0 => 0,
            _ => Mesh::bytes_of(3 * self.corners, self.corners, 0),
        };
        let names = self.longest.max(name.len() as u64);
        let meshes =
            self.faces.min(self.names + 1).saturating_mul(BUILDING + Mesh::bytes_of(0, 0, 4 * names));
        // Twice the file: for names, and for lines joined at backslashes.
        (lists + read + flat + 2 * file as u64).saturating_add(meshes)
    }
}

/// Lines with their numbers, from 1. A line that ends with a backslash continues on the next.
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

/// Indices of a position, a UV and a normal in the lists of the file; the last two may be [`MISSING`].
type Corner = [u32; 3];

/// The index of a missing UV or normal.
const MISSING: u32 = u32::MAX;

struct Reader {
    positions: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    normals: Vec<[f32; 3]>,
    names: Names,
    /// Numbers of the current object and material.
    object: u32,
    material: Option<u32>,
    meshes: Vec<Building>,
    by_name: HashMap<(u32, Option<u32>), usize>,
    /// Index of the mesh to which faces are added.
    current: Option<usize>,
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
    triangles: Vec<[u32; 3]>,
    /// The standard library's hashes are seeded randomly, so no file can provoke collisions.
    vertices: HashMap<Corner, u32>,
    /// The corner of each vertex.
    corners: Vec<Corner>,
}

impl Reader {
    fn new(name: &str) -> Reader {
        let mut names = Names::default();
        Reader {
            positions: Vec::new(),
            uvs: Vec::new(),
            normals: Vec::new(),
            object: names.number(name),
            names,
            material: None,
            meshes: Vec::new(),
            by_name: HashMap::new(),
            current: None,
        }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let (keyword, rest) = line.trim_ascii_start().split_once([' ', '\t']).unwrap_or((line, ""));
        match keyword {
            "v" => self.positions.push(numbers(rest, 3)?),
            "vt" => {
                // v points up in OBJ files.
                let [u, v] = numbers(rest, 1)?;
                self.uvs.push([u, 1.0 - v]);
            }
            "vn" => self.normals.push(numbers(rest, 3)?),
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
        let words = text.split_ascii_whitespace().take_while(|word| !word.starts_with('#'));
        let current = self.current();
        let (mut count, mut first, mut last) = (0, 0, 0);
        for word in words {
            let corner = self.corner(word)?;
            let mesh = &mut self.meshes[current];
            let vertex = mesh.vertex(corner);
            match count {
                0 => first = vertex,
                1 => {}
                _ => mesh.triangles.push([first, last, vertex]),
            }
            (count, last) = (count + 1, vertex);
        }
        if count < 3 {
            return Err(format!("the face has {count} corners; expected at least 3"));
        }
        Ok(())
    }

    /// Parses `7`, `7/2`, `7//3` or `7/2/3`: indices from 1, or from -1 backwards.
    fn corner(&self, word: &str) -> Result<Corner, String> {
        let mut parts = word.split('/');
        let position = index(parts.next(), self.positions.len(), "position")?;
        let uv = index(parts.next(), self.uvs.len(), "UV")?;
        let normal = index(parts.next(), self.normals.len(), "normal")?;
        match (position, parts.next()) {
            (Some(position), None) => Ok([position, uv.unwrap_or(MISSING), normal.unwrap_or(MISSING)]),
            _ => Err(format!("{word:?} is not a corner of a face; expected the form 7, 7/2, 7//3 or 7/2/3")),
        }
    }

    /// Index of the mesh to which faces are added.
    fn current(&mut self) -> usize {
        let index = self.current.unwrap_or_else(|| {
            *self.by_name.entry((self.object, self.material)).or_insert_with(|| {
                self.meshes.push(Building {
                    object: self.object,
                    material: self.material,
                    triangles: Vec::new(),
                    vertices: HashMap::new(),
                    corners: Vec::new(),
                });
                self.meshes.len() - 1
            })
        });
        self.current = Some(index);
        index
    }

    /// The meshes, in the order of their first faces.
    fn finish(self) -> impl Iterator<Item = Raw> {
        let Reader { positions, uvs, normals, meshes, names, .. } = self;
        let name = move |number: u32| names.all[number as usize].clone();
        meshes.into_iter().map(move |Building { object, material, triangles, vertices, corners }| {
            drop(vertices);
            // UVs and normals are kept only if all corners have them.
            let has = |part: usize| corners.iter().all(|corner| corner[part] != MISSING);
            let of = |part: usize| corners.iter().map(move |corner| corner[part] as usize);
            Raw {
                name: name(object),
                material: material.map(&name),
                double_sided: false,
                positions: of(0).map(|at| positions[at]).collect(),
                uvs: has(1).then(|| of(1).map(|at| uvs[at]).collect()),
                normals: has(2).then(|| of(2).map(|at| normals[at]).collect()),
                triangles,
                origin: Origin::default(),
            }
        })
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

/// The first `N` numbers of a line, at least `least`. Further numbers are ignored, missing ones are 0.
fn numbers<const N: usize>(text: &str, least: usize) -> Result<[f32; N], String> {
    let mut words: SplitAsciiWhitespace = text.split_ascii_whitespace();
    let mut numbers = [0.0; N];
    for (index, number) in numbers.iter_mut().enumerate() {
        match words.next() {
            Some(word) => *number = word.parse().map_err(|_| format!("{word:?} is not a number"))?,
            None if index < least => return Err(format!("expected {least} numbers, found {index}")),
            None => break,
        }
    }
    Ok(numbers)
}

/// An index into a list of `count` entries, from 0; none if it is omitted.
fn index(word: Option<&str>, count: usize, what: &str) -> Result<Option<u32>, String> {
    let Some(word) = word.filter(|word| !word.is_empty()) else { return Ok(None) };
    let number: i64 = word.parse().map_err(|_| format!("{word:?} is not a whole number"))?;
    let index = if number < 0 { count as i64 + number } else { number - 1 };
    match u32::try_from(index) {
        Ok(index) if (index as usize) < count => Ok(Some(index)),
        _ => Err(format!("there is no {what} {number}; {count} are defined so far")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], name: &str) -> Result<Vec<Raw>, String> {
        Ok(parse(bytes, name)?.collect())
    }

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
            ("f 1 2 5", "no position 5; 4 are defined so far"),
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
}
