//! PLY: vertices with normals and UVs, and polygons.
//!
//! Greg Turk, "The PLY Polygon File Format" (1994). Polygons become triangle fans around their first corner. Colors, other
//! properties and other elements are skipped.

mod header;
mod values;

use self::header::{Element, Header, Property};
use self::values::Values;
use super::list::push;
use super::refusal::Refusal;
use crate::memory::Budget;
use crate::mesh::{Mesh, Raw};

/// The names of the lists of corners.
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// The names of the texture coordinates, of which the second points up.
const UVS: [[&str; 2]; 4] = [["s", "t"], ["u", "v"], ["texture_u", "texture_v"], ["texture_s", "texture_t"]];

/// Reads the mesh of a file.
pub(super) fn read(bytes: &[u8], name: &str, budget: &mut Budget) -> Result<Vec<Mesh>, Refusal> {
    let header = Header::parse(bytes)?;
    let mut values = Values::new(bytes, &header);
    let mut vertices = None;
    let mut triangles = None;
    for element in &header.elements {
        // A header may state any number: this one is the greatest that the file has room for.
        let room = values.room(element);
        if element.count > room {
            let (name, count) = (&element.name, element.count);
            let problem = format!(
                "it is truncated: it states {count} of the element `{name}`, and has room for {room}; copy it again"
            );
            return Err(problem.into());
        }
        match element.name.as_str() {
            "vertex" if vertices.is_none() => vertices = Some(Vertices::read(element, &mut values, budget)?),
            "face" if triangles.is_none() => triangles = Some(faces(element, &mut values, budget)?),
            _ => values.skip(element)?,
        }
    }
    let (Some(Vertices { positions, normals, uvs }), Some(triangles)) = (vertices, triangles) else {
        return Err(Refusal::from(
            "it has no faces; expected the elements `vertex` and `face`: export the mesh with its faces",
        ));
    };
    let count = positions.len();
    let outside = |corners: &[u32; 3]| corners.iter().any(|corner| *corner as usize >= count);
    if let Some(index) = triangles.iter().position(outside) {
        return Err(format!(
            "it has a corner beyond its {count} vertices, in triangle {index}; export it again"
        )
        .into());
    }
    if triangles.is_empty() {
        return Ok(Vec::new());
    }
    if normals.is_none() {
        let corners = triangles.len() as u64;
        budget.take(Mesh::bytes_of(3 * corners, corners, name.len() as u64))?;
    }
    Ok(vec![Mesh::new(Raw { name: name.to_owned(), positions, normals, uvs, triangles, ..Raw::default() })?])
}

struct Vertices {
    positions: Vec<[f32; 3]>,
    normals: Option<Vec<[f32; 3]>>,
    uvs: Option<Vec<[f32; 2]>>,
}

impl Vertices {
    fn read(element: &Element, values: &mut Values, budget: &mut Budget) -> Result<Vertices, Refusal> {
        let places =
            |names: &[&str]| -> Option<Vec<usize>> { names.iter().map(|name| element.find(name)).collect() };
        let Some(position) = places(&["x", "y", "z"]) else {
            return Err(Refusal::from("its vertices have no x, y and z; expected these properties"));
        };
        let normal = places(&["nx", "ny", "nz"]);
        let uv = UVS.iter().find_map(|names| places(names));
        // The file has room for them, see `read`.
        let count = element.count as usize;
        budget.take(Mesh::bytes_of(element.count, 0, 0))?;
        let list = |wanted: bool| if wanted { count } else { 0 };
        let (mut positions, mut normals) =
            (Vec::with_capacity(count), Vec::with_capacity(list(normal.is_some())));
        let mut uvs = Vec::with_capacity(list(uv.is_some()));
        let mut row = vec![0.0; element.properties.len()];
        for index in 0..count {
            values.row(element, &mut row).map_err(|problem| format!("vertex {index}: {problem}"))?;
            let of = |places: &[usize], part: usize| row[places[part]] as f32;
            positions.push([0, 1, 2].map(|part| of(&position, part)));
            normals.extend(normal.iter().map(|normal| [0, 1, 2].map(|part| of(normal, part))));
            uvs.extend(uv.iter().map(|uv| [of(uv, 0), 1.0 - of(uv, 1)]));
        }
        Ok(Vertices {
            positions,
            normals: normal.is_some().then_some(normals),
            uvs: uv.is_some().then_some(uvs),
        })
    }
}

/// The triangles of the faces. Corners may be beyond the vertices.
fn faces(element: &Element, values: &mut Values, budget: &mut Budget) -> Result<Vec<[u32; 3]>, Refusal> {
    let is_corners =
        |property: &Property| property.list.is_some() && CORNERS.contains(&property.name.as_str());
    let Some(place) = element.properties.iter().position(is_corners) else {
        return Err(Refusal::from("its faces have no corners; expected a list `vertex_indices`"));
    };
    let mut triangles = Vec::new();
    for index in 0..element.count {
        let wrong = |problem: String| Refusal::from(format!("face {index}: {problem}"));
        for property in &element.properties[..place] {
            values.skip_property(property).map_err(wrong)?;
        }
        let corners = &element.properties[place];
        let count = values.length(corners).map_err(wrong)?;
        if count < 3 {
            return Err(wrong(format!("it has {count} corners; expected at least 3")));
        }
        let (mut first, mut last) = (0, 0);
        for corner in 0..count {
            let number = values.number(corners.kind).map_err(wrong)?;
            if !(0.0..4294967295.0).contains(&number) || number.fract() != 0.0 {
                return Err(wrong(format!("{number} is not the index of a vertex")));
            }
            let vertex = number as u32;
            match corner {
                0 => first = vertex,
                1 => {}
                _ => push(&mut triangles, [first, last, vertex], budget)?,
            }
            last = vertex;
        }
        for property in &element.properties[place + 1..] {
            values.skip_property(property).map_err(wrong)?;
        }
    }
    Ok(triangles)
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
            format!("ply\r\nformat binary_{}_endian 1.0\n{HEAD}", if big { "big" } else { "little" })
                .into_bytes();
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
        let read = read(file, "it", &mut Budget::new("it.ply".to_owned(), 1 << 20));
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
            ("vertex 4", "vertex 4000000000", "states 4000000000 of the element `vertex`"),
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
}
