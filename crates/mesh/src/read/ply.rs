//! PLY: vertices with normals and UVs, and polygons, perhaps with UVs of their own.
//!
//! Greg Turk, "The PLY Polygon File Format" (1994). Colors, other properties and other elements are skipped.

mod faces;
mod header;
mod values;

use std::path::Path;

use self::faces::{Face, Faces};
use self::header::{Element, Header};
use self::values::Values;
use super::file::stem;
use super::polygon::Polygons;
use super::refusal::Refusal;
use super::unique::Unique;
use crate::memory::Budget;
use crate::mesh::{Mesh, Raw};

/// The names of the texture coordinates of vertices, of which the second points up.
const UVS: [[&str; 2]; 4] = [["s", "t"], ["u", "v"], ["texture_u", "texture_v"], ["texture_s", "texture_t"]];

/// Reads the mesh of a file: several if faces have different pictures, or some have no UVs.
pub(super) fn read(bytes: &[u8], name: &str, is_smooth: bool, budget: &mut Budget) -> Result<Vec<Mesh>, Refusal> {
    let header = Header::parse(bytes)?;
    let mut values = Values::new(bytes, &header);
    let mut vertices = None;
    let mut faces = None;
    for element in &header.elements {
        // A header may state any number: this one is the greatest that the file has room for.
        let room = values.room(element);
        if element.count > room {
            let (name, count) = (&element.name, element.count);
            let problem = format!(
                "it is truncated: its header counts {count} of the element `{name}`, but there is room for {room}; copy it \
                 again"
            );
            return Err(problem.into());
        }
        match element.name.as_str() {
            "vertex" if vertices.is_none() => vertices = Some(Vertices::read(element, &mut values, budget)?),
            "face" if faces.is_none() => faces = Some(Faces::read(element, &mut values, budget)?),
            _ => values.skip(element)?,
        }
    }
    let (Some(vertices), Some(faces)) = (vertices, faces) else {
        return Err(Refusal::from(
            "it has no faces; expected the elements `vertex` and `face`: export the mesh with its faces",
        ));
    };
    let count = vertices.positions.len();
    if let Some(corner) = faces.corners.iter().position(|corner| *corner as usize >= count) {
        return Err(format!("it has a corner beyond its {count} vertices, number {corner}; export it again").into());
    }
    if faces.list.is_empty() {
        return Ok(Vec::new());
    }
    let most = faces.list.iter().map(|face| u64::from(face.count)).max().unwrap_or(0);
    budget.take(Polygons::bytes(most))?;
    let has_pictures = faces.list.iter().any(|face| face.picture > 0);
    let raws = match &faces.uvs {
        Some(uvs) => vertices.by_corner(&faces, uvs, budget)?,
        None => vec![(0, vertices.whole(&faces, budget)?)],
    };
    let mesh = |(picture, raw): (u32, Raw)| {
        let corners = raw.triangles.len() as u64;
        // Then each triangle gets vertices of its own.
        if raw.normals.is_none() && !is_smooth {
            budget.take(Mesh::bytes_of(3 * corners, corners, name.len() as u64))?;
        }
        let material = has_pictures.then(|| material(&header.pictures, picture as usize));
        Ok(Mesh::new(Raw { name: name.to_owned(), material, is_smooth, ..raw })?)
    };
    raws.into_iter().map(mesh).collect()
}

/// The material of a picture: the name of its file, or the whole path where names are equal.
fn material(pictures: &[String], picture: usize) -> String {
    let Some(path) = pictures.get(picture) else { return format!("picture {picture}") };
    let name = |path: &String| stem(Path::new(&path.replace('\\', "/")));
    let is_alone = pictures.iter().enumerate().all(|(at, other)| at == picture || name(other) != name(path));
    if is_alone { name(path) } else { path.clone() }
}

struct Vertices {
    positions: Vec<[f64; 3]>,
    normals: Option<Vec<[f32; 3]>>,
    uvs: Option<Vec<[f32; 2]>>,
}

impl Vertices {
    fn read(element: &Element, values: &mut Values, budget: &mut Budget) -> Result<Vertices, Refusal> {
        let places = |names: &[&str]| -> Option<Vec<usize>> { names.iter().map(|name| element.find(name)).collect() };
        let Some(position) = places(&["x", "y", "z"]) else {
            return Err(Refusal::from("its vertices have no x, y and z; expected these properties"));
        };
        let normal = places(&["nx", "ny", "nz"]);
        let uv = UVS.iter().find_map(|names| places(names));
        // The file has room for them, see `read`.
        let count = element.count as usize;
        budget.take(Mesh::bytes_of(element.count, 0, 0))?;
        let list = |wanted: bool| if wanted { count } else { 0 };
        let (mut positions, mut normals) = (Vec::with_capacity(count), Vec::with_capacity(list(normal.is_some())));
        let mut uvs = Vec::with_capacity(list(uv.is_some()));
        let mut row = vec![0.0; element.properties.len()];
        for index in 0..count {
            values.row(element, &mut row).map_err(|problem| format!("vertex {index}: {problem}"))?;
            let of = |places: &[usize], part: usize| row[places[part]] as f32;
            positions.push([0, 1, 2].map(|part| row[position[part]]));
            normals.extend(normal.iter().map(|normal| [0, 1, 2].map(|part| of(normal, part))));
            uvs.extend(uv.iter().map(|uv| [of(uv, 0), 1.0 - of(uv, 1)]));
        }
        Ok(Vertices { positions, normals: normal.is_some().then_some(normals), uvs: uv.is_some().then_some(uvs) })
    }

    /// The mesh of all faces, whose UVs are those of the vertices.
    fn whole(self, faces: &Faces, budget: &mut Budget) -> Result<Raw, Refusal> {
        let mut triangles = Vec::new();
        budget.take((faces.corners.len() - 2 * faces.list.len()) as u64 * size_of::<[u32; 3]>() as u64)?;
        triangles.reserve_exact(faces.corners.len() - 2 * faces.list.len());
        let mut pieces = Pieces::default();
        for (index, _, corners) in each(faces) {
            let at = |corner: u32| self.uvs.as_ref().map(|uvs| uvs[corner as usize]);
            let uvs = corners.iter().filter_map(|corner| at(*corner));
            pieces.cut(index, &self.positions, corners, uvs, |triangle| {
                triangles.push(triangle.map(|corner| corners[corner]));
            })?;
        }
        let Vertices { positions, normals, uvs } = self;
        Ok(Raw { positions, normals, uvs, triangles, ..Raw::default() })
    }

    /// The meshes of faces with UVs of their own, and their pictures.
    fn by_corner(&self, faces: &Faces, uvs: &[[f32; 2]], budget: &mut Budget) -> Result<Vec<(u32, Raw)>, Refusal> {
        /// A mesh under construction; its vertices are those of the file with the bits of UVs.
        #[derive(Default)]
        struct Building {
            vertices: Unique<(u32, [u32; 2])>,
            triangles: Vec<[u32; 3]>,
        }
        let count = faces.corners.len() as u64;
        let entries = Unique::<(u32, [u32; 2])>::ENTRY + Unique::<(u32, bool)>::ENTRY;
        budget.take(count * entries + Mesh::bytes_of(count, count, 0))?;
        let (mut kinds, mut buildings) = (Unique::default(), Vec::<Building>::new());
        let (mut pieces, mut corner) = (Pieces::default(), 0);
        let mut own = Vec::new();
        for (index, face, corners) in each(faces) {
            let uvs = &uvs[corner..corner + corners.len()];
            let uvs = if face.has_uvs { uvs } else { &[] };
            corner += corners.len();
            let kind = kinds.number((face.picture, face.has_uvs)) as usize;
            if kind == buildings.len() {
                budget.take(Mesh::bytes_of(0, 0, 0))?;
                buildings.push(Building::default());
            }
            let Building { vertices, triangles } = &mut buildings[kind];
            own.clear();
            own.extend((0..).zip(corners).map(|(at, vertex)| {
                let uv: Option<&[f32; 2]> = uvs.get::<usize>(at);
                vertices.number((*vertex, uv.map_or([0; 2], |uv| uv.map(f32::to_bits))))
            }));
            pieces.cut(index, &self.positions, corners, uvs.iter().copied(), |triangle| {
                triangles.push(triangle.map(|corner| own[corner]));
            })?;
        }
        let raws = kinds.into_list().into_iter().zip(buildings).map(|((picture, has_uvs), building)| {
            let vertices = building.vertices.into_list();
            let of = |(vertex, _): &(u32, [u32; 2])| *vertex as usize;
            let raw = Raw {
                positions: vertices.iter().map(|vertex| self.positions[of(vertex)]).collect(),
                normals: self
                    .normals
                    .as_ref()
                    .map(|normals| vertices.iter().map(|vertex| normals[of(vertex)]).collect()),
                uvs: has_uvs.then(|| vertices.iter().map(|(_, uv)| uv.map(f32::from_bits)).collect()),
                triangles: building.triangles,
                ..Raw::default()
            };
            (picture, raw)
        });
        Ok(raws.collect())
    }
}

/// The faces with their indices and corners.
fn each(faces: &Faces) -> impl Iterator<Item = (usize, Face, &[u32])> {
    let mut rest = faces.corners.as_slice();
    faces.list.iter().enumerate().map(move |(index, face)| {
        let (corners, after) = rest.split_at(face.count as usize);
        rest = after;
        (index, *face, corners)
    })
}

/// The places of the corners of a face.
#[derive(Default)]
struct Pieces {
    positions: Vec<[f64; 3]>,
    uvs: Vec<[f64; 2]>,
    polygons: Polygons,
}

impl Pieces {
    /// Divides a face into triangles, whose corners are numbered within the face.
    fn cut(
        &mut self,
        index: usize,
        positions: &[[f64; 3]],
        corners: &[u32],
        uvs: impl Iterator<Item = [f32; 2]>,
        each: impl FnMut([usize; 3]),
    ) -> Result<(), String> {
        self.positions.clear();
        self.positions.extend(corners.iter().map(|corner| positions[*corner as usize]));
        self.uvs.clear();
        self.uvs.extend(uvs.map(|uv| uv.map(f64::from)));
        self.polygons.cut(&self.positions, &self.uvs, each).map_err(|problem| format!("face {index}: {problem}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "comment made by hand\nelement vertex 4\nproperty float x\nproperty double y\nproperty float z\nproperty uchar red\nproperty float s\nproperty float t\nelement face 1\nproperty list uchar int vertex_indices\nproperty uchar flags\nend_header\n";

    fn text() -> String {
        format!(
            "ply\nformat ascii 1.0\n{HEAD}0 0 0 255 0 0\n1 0 0 255 1 0\n1 1 0 255 1 0.75\n0 1 0 255 0 1\n4 0 1 2 3 9\n"
        )
    }

    fn binary(big: bool) -> Vec<u8> {
        let mut file =
            format!("ply\r\nformat binary_{}_endian 1.0\n{HEAD}", if big { "big" } else { "little" }).into_bytes();
        let mut put = |bytes: &[u8]| {
            if big { file.extend(bytes.iter().rev()) } else { file.extend(bytes) }
        };
        for [x, y, s, t] in
            [[0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0], [1.0, 1.0, 1.0, 0.75], [0.0, 1.0, 0.0, 1.0_f32]]
        {
            put(&x.to_le_bytes());
            put(&f64::from(y).to_le_bytes());
            put(&0.0_f32.to_le_bytes());
            put(&[255]);
            put(&s.to_le_bytes());
            put(&t.to_le_bytes());
        }
        put(&[4]);
        (0..4_i32).for_each(|corner| put(&corner.to_le_bytes()));
        put(&[9]);
        file
    }

    fn mesh(file: &[u8]) -> Result<Mesh, String> {
        let read = read(file, "it", false, &mut Budget::new("it.ply".to_owned(), 1 << 20));
        read.map(|mut meshes| meshes.remove(0)).map_err(|refusal| match refusal {
            Refusal::Wrong(problem) => problem,
            Refusal::Other(error) => error.to_string(),
        })
    }

    #[test]
    fn all_formats_give_the_same_mesh() {
        let expected = mesh(text().as_bytes()).unwrap();
        assert_eq!(expected.positions[3..], [[0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]);
        assert_eq!(expected.uvs.as_ref().unwrap()[2], [1.0, 0.25]);
        assert_eq!(expected.normals, [[0.0, 0.0, 1.0]; 6]);
        for big in [false, true] {
            assert_eq!(mesh(&binary(big)).unwrap(), expected);
        }
    }

    #[test]
    fn text_may_be_of_any_program() {
        let expected = mesh(text().as_bytes()).unwrap();
        let marked = [b"\xef\xbb\xbf", text().as_bytes()].concat();
        let latin = text().replace("made by hand", "made by J?rg").into_bytes();
        let latin: Vec<u8> = latin.into_iter().map(|byte| if byte == b'?' { 0xf6 } else { byte }).collect();
        for file in [marked.as_slice(), &latin, text().replace('\n', "\r").as_bytes()] {
            assert_eq!(mesh(file).unwrap(), expected);
        }
        // A byte of the numbers may look like the end of a line.
        let old: Vec<u8> = binary(false).into_iter().skip(5).collect();
        let end = old.windows(11).position(|bytes| bytes == b"end_header\n").unwrap() + 11;
        let header = old[..end].iter().map(|byte| if *byte == b'\n' { b'\r' } else { *byte });
        let old: Vec<u8> = b"ply\r".iter().copied().chain(header).chain(old[end..].iter().copied()).collect();
        assert_eq!(mesh(&old).unwrap(), expected);
    }

    #[test]
    fn pictures_with_one_name_are_materials_apart() {
        let pictures = |names: [&str; 3]| names.map(str::to_owned);
        let of = |pictures: &[String]| [0, 1, 2, 3].map(|picture| material(pictures, picture));
        let found = of(&pictures(["my wood.png", "a/color.png", "b\\color.png"]));
        assert_eq!(found, ["my wood", "a/color.png", "b\\color.png", "picture 3"]);
        let text = "ply\nformat ascii 1.0\ncomment TextureFile  my wood.png \nend_header\n";
        assert_eq!(Header::parse(text.as_bytes()).unwrap().pictures, ["my wood.png"]);
    }

    #[test]
    fn normals_make_a_mesh_smooth() {
        let file = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty float nx\nproperty float ny\nproperty float nz\nelement face 1\nproperty list uchar uint vertex_index\nelement edge 0\nend_header\n0 0 0 0 3 4\n1 0 0 0 3 4\n0 1 0 0 3 4\n3 0 1 2\n";
        let mesh = mesh(file.as_bytes()).unwrap();
        assert_eq!((mesh.positions.len(), mesh.normals[0]), (3, [0.0, 0.6, 0.8]));
        assert_eq!(mesh.uvs, None);
    }

    #[test]
    fn errors_say_what_was_expected() {
        let text = text();
        for (from, to, said) in [
            ("ply\n", "plx\n", "expected the first line to be `ply`"),
            ("ascii 1.0", "ascii 2.0", "line 2"),
            ("float z", "half z", "line 7: \"half\" is not a type"),
            ("end_header\n", "", "line"),
            ("vertex 4", "vertex 4000000000", "its header counts 4000000000 of the element `vertex`"),
            ("vertex 4", "vertex -4", "line 4: \"-4\""),
            ("face 1", "face 99999999999999999999", "line 11"),
            ("vertex_indices", "loops", "`vertex_indices`"),
            ("float z", "float w", "no x, y and z"),
            ("element face", "element edge", "no faces"),
            ("4 0 1 2 3 9", "2 0 1 9 0 0", "2 corners"),
            ("4 0 1 2 3 9", "4 0 1 2 4 9", "beyond its 4 vertices"),
            ("4 0 1 2 3 9", "4 0 1 2.5 3 9", "2.5 is not the index"),
            ("4 0 1 2 3 9", "4 0 1", "face 0: the file ends"),
            ("1 0 0 255", "1 nan 0 255", "not finite"),
            ("1 0 0 255", "1 a 0 255", "\"a\" is not a number"),
        ] {
            let problem = mesh(text.replace(from, to).as_bytes()).unwrap_err();
            assert!(problem.contains(said), "{to}: {problem}");
        }
    }

    #[test]
    fn every_cut_is_an_error() {
        for file in [binary(false), binary(true)] {
            for end in 0..file.len() {
                assert!(mesh(&file[..end]).is_err(), "{end}");
            }
        }
    }

    const QUAD: &str = "ply\nformat ascii 1.0\ncomment TextureFile wood.png\ncomment TextureFile iron.jpg\nelement vertex 4\nproperty double x\nproperty double y\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\n";
    const CORNERS: &str = "end_header\n500000.125 0 0\n500001.125 0 0\n500001.125 1 0\n500000.125 1 0\n";

    #[test]
    fn faces_have_uvs_of_their_own() {
        let file = format!(
            "{QUAD}property list uchar float texcoord\n{CORNERS}3 0 1 2 6 0 0 1 0 1 1\n3 0 2 3 6 0 0.25 1 1 0 1\n"
        );
        let mesh = mesh(file.as_bytes()).unwrap();
        // The first corner is a vertex for each of its UVs; the others are shared.
        assert_eq!(mesh.triangles.len(), 2);
        let uvs = mesh.uvs.as_ref().unwrap();
        let of = |triangle: usize| mesh.triangles[triangle].map(|corner| uvs[corner as usize]);
        assert_eq!([of(0), of(1)], [[[0.0, 1.0], [1.0, 1.0], [1.0, 0.0]], [[0.0, 0.75], [1.0, 0.0], [0.0, 0.0]]]);
        assert_eq!(mesh.positions[0], [500000.125, 0.0, 0.0]);
        let wrong = file.replace("6 0 0.25 1 1 0 1", "4 0 0.25 1 1");
        assert!(read(wrong.as_bytes(), "it", false, &mut Budget::new("it.ply".to_owned(), 1 << 20)).is_err());
    }

    #[test]
    fn pictures_and_missing_uvs_divide_a_file() {
        let file = format!(
            "{QUAD}property list uchar float texcoord\nproperty int texnumber\n{CORNERS}3 0 1 2 6 0 0 1 0 1 1 1\n3 0 2 3 0 0\n"
        );
        let meshes = read(file.as_bytes(), "it", false, &mut Budget::new("it.ply".to_owned(), 1 << 20));
        let Ok(meshes) = meshes else { panic!("it is valid") };
        let found: Vec<_> = meshes.iter().map(|mesh| (mesh.material.as_deref().unwrap(), mesh.uvs.is_some())).collect();
        assert_eq!(found, [("iron", true), ("wood", false)]);
    }

    #[test]
    fn concave_faces_are_covered_once() {
        let places = [[1, 1], [9, 1], [9, 9], [6, 9], [6, 4], [4, 4], [4, 9], [1, 9]];
        let lines: String = places.iter().map(|[x, y]| format!("{x} {y} 0\n")).collect();
        let file = format!(
            "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n{lines}8 0 1 2 3 4 5 6 7\n"
        );
        let mesh = mesh(file.as_bytes()).unwrap();
        let area: f64 = (0..6).map(|triangle| mesh.area(triangle).length() / 2.0).sum();
        assert_eq!(area, 54.0);
    }
}
