//! Writes OBJ files.
//!
//! Wavefront Technologies, "Object Files (.obj)", appendix of the Advanced Visualizer manual. Numbers have the fewest
//! digits that are read as the same numbers.

use std::fmt::{self, Display, Formatter, LowerExp};
use std::io::{self, Write};
use std::path::Path;

use travertine_files::AtomicFile;
use travertine_mesh::{Mesh, TextureSet, weld};
use travertine_noise::math::linear_to_srgb;

use crate::error::Error;
use crate::glb::VertexColors;
use crate::target::{COMMENT, one_line};

/// Upper bound of the bytes needed to write a mesh.
pub(crate) fn bytes(mesh: &Mesh) -> u64 {
    mesh.positions.len() as u64 * weld::VERTEX + mesh.name.len() as u64
}

/// Writes sets with the materials of an MTL, which is in the same folder.
pub(crate) fn write_textured(path: &Path, sets: &[TextureSet], mtl: &str) -> Result<(), Error> {
    write(path, sets, |file| writeln!(file, "mtllib {mtl}"), None).map_err(Error::write(path))
}

/// Writes sets with vertex colors, without their alpha.
pub(crate) fn write_colored(path: &Path, sets: &[TextureSet], colors: &VertexColors) -> Result<(), Error> {
    write(path, sets, |_| Ok(()), Some(colors)).map_err(Error::write(path))
}

fn write(
    path: &Path,
    sets: &[TextureSet],
    head: impl FnOnce(&mut AtomicFile) -> io::Result<()>,
    colors: Option<&VertexColors>,
) -> io::Result<()> {
    let mut meshes: Vec<_> = sets
        .iter()
        .enumerate()
        .flat_map(|(index, set)| {
            let of_set = set.meshes.iter().enumerate();
            of_set.map(move |(number, mesh)| (set, mesh, colors.map(|colors| &colors[index][number][..])))
        })
        .collect();
    // Parts of an object follow each other in the file of the meshes.
    meshes.sort_by_key(|(_, mesh, _)| mesh.origin.number);
    let mut writer = Writer { file: AtomicFile::create(path)?, before: [0; 3] };
    writeln!(writer.file, "{COMMENT}")?;
    head(&mut writer.file)?;
    let mut object = None;
    for (set, mesh, colors) in meshes {
        let name = one_line(&mesh.name);
        let name = if name.is_empty() { "mesh".to_owned() } else { name };
        if object.as_ref() != Some(&name) {
            writeln!(writer.file, "o {name}")?;
            object = Some(name);
        }
        writeln!(writer.file, "usemtl {}", set.name)?;
        writer.mesh(mesh, colors)?;
    }
    writer.file.finish()
}

struct Writer {
    file: AtomicFile,
    /// Numbers of positions, UVs and normals in the file.
    before: [u64; 3],
}

impl Writer {
    fn mesh(&mut self, mesh: &Mesh, colors: Option<&[[f32; 4]]>) -> io::Result<()> {
        let Writer { file, before } = self;
        let vertices = mesh.positions.len();
        // The position of each vertex: vertices at one place share it, so that the surface is in one piece. Their
        // colors may differ.
        let mut points = match colors {
            Some(_) => (0..vertices as u32).collect(),
            None => weld::points(mesh.positions.iter()),
        };
        let mut written = 0;
        for vertex in 0..vertices {
            let first = points[vertex] as usize;
            if first < vertex {
                points[vertex] = points[first];
                continue;
            }
            points[vertex] = written;
            written += 1;
            let [x, y, z] = mesh.positions[vertex].map(Number);
            write!(file, "v {x} {y} {z}")?;
            if let Some(colors) = colors {
                let [red, green, blue, _] = colors[vertex];
                // Readers expect the values of pixels.
                let [red, green, blue] = [red, green, blue].map(|part| Number(linear_to_srgb(part)));
                write!(file, " {red} {green} {blue}")?;
            }
            writeln!(file)?;
        }
        for [u, v] in mesh.uvs.iter().flatten() {
            writeln!(file, "vt {} {}", Number(*u), upwards(*v))?;
        }
        for normal in &mesh.normals {
            let [x, y, z] = normal.map(Number);
            writeln!(file, "vn {x} {y} {z}")?;
        }
        let [positions, uvs, normals] = *before;
        for triangle in &mesh.triangles {
            write!(file, "f")?;
            for corner in triangle {
                // Indices count from 1.
                let [vertex, point] = [*corner, points[*corner as usize]].map(|index| u64::from(index) + 1);
                write!(file, " {}/", positions + point)?;
                if mesh.uvs.is_some() {
                    write!(file, "{}", uvs + vertex)?;
                }
                write!(file, "/{}", normals + vertex)?;
            }
            writeln!(file)?;
        }
        let of_uvs = mesh.uvs.as_ref().map_or(0, Vec::len);
        *before = [positions + u64::from(written), uvs + of_uvs as u64, normals + vertices as u64];
        Ok(())
    }
}

/// A number with the fewest digits that are read as the same number.
struct Number<N>(N);

impl<N: Copy + Into<f64> + Display + LowerExp> Display for Number<N> {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let size = self.0.into().abs();
        if size == 0.0 || (1e-5..1e16).contains(&size) {
            write!(out, "{}", self.0)
        } else {
            write!(out, "{:e}", self.0)
        }
    }
}

/// A v that points up, as in OBJ, from one that points down. Floats turn it without a loss if it is from an OBJ;
/// otherwise it needs a double, of which readers in floats lose up to 2^-25.
fn upwards(v: f32) -> String {
    let up = 1.0 - v;
    if 1.0 - up == v { Number(up).to_string() } else { Number(1.0 - f64::from(v)).to_string() }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use travertine_mesh::Model;
    use travertine_mesh::shapes;

    /// The meshes of sets, written and read again.
    fn again(sets: &[TextureSet]) -> (String, Vec<Mesh>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it.obj");
        write_textured(&path, sets, "it.mtl").unwrap();
        (fs::read_to_string(&path).unwrap(), Model::open(&path, 0).unwrap().meshes)
    }

    fn set(name: &str, meshes: Vec<Mesh>) -> TextureSet {
        TextureSet { name: name.to_owned(), meshes, tiles: Vec::new() }
    }

    #[test]
    fn what_is_written_is_read_as_it_was() {
        let mut mesh = shapes::cube();
        mesh.triangles.sort_unstable();
        // Digits of surveys, small and large numbers, and numbers without a short form.
        for (index, position) in mesh.positions.iter_mut().enumerate() {
            let part = 1.0 / (index as f64 + 3.0);
            *position = [500_000.123_456 + part, 4_649_776.654_321 - part, part * 1e-300];
        }
        mesh.positions[3] = [1e-7, -3.4e38, 1e17];
        for (index, [u, v]) in mesh.uvs.iter_mut().flatten().enumerate() {
            let part = 1.0 / (index as f32 + 3.0);
            [*u, *v] = [part * part, 0.1 * part];
        }
        for (index, normal) in mesh.normals.iter_mut().enumerate() {
            let direction = [index as f64 - 7.3, 1.0 / 3.0, 0.1 * index as f64];
            *normal = travertine_mesh::Vector::from(direction).unit().unwrap().narrow();
        }
        let (_, read) = again(&[set("cube", vec![mesh.clone()])]);
        assert_eq!(read.len(), 1);
        for (triangle, expected) in read[0].triangles.iter().zip(&mesh.triangles) {
            for (corner, expected) in triangle.iter().zip(expected) {
                let of = |mesh: &Mesh, corner: u32| {
                    let corner = corner as usize;
                    let [u, v] = mesh.uvs.as_ref().unwrap()[corner];
                    (mesh.positions[corner].map(f64::to_bits), u, v)
                };
                let [found, wanted] = [of(&read[0], *corner), of(&mesh, *expected)];
                assert_eq!((found.0, found.1), (wanted.0, wanted.1));
                assert!((found.2 - wanted.2).abs() <= 1.0 / 33_554_432.0);
                // A reader normalizes them again.
                let [read, written] = [read[0].normals[*corner as usize], mesh.normals[*expected as usize]];
                assert!((0..3).all(|axis| (read[axis] - written[axis]).abs() < 2e-7), "{read:?}");
            }
        }
        assert_eq!(read[0].triangles.len(), 12);
        assert_eq!((read[0].name.as_str(), read[0].material.as_deref()), ("cube", Some("cube")));
    }

    #[test]
    fn a_surface_is_in_one_piece() {
        let (text, read) = again(&[set("cube", vec![shapes::cube()])]);
        let lines = |keyword: &str| text.lines().filter(|line| line.starts_with(keyword)).count();
        assert_eq!(["v ", "vt ", "vn ", "f "].map(lines), [8, 24, 24, 12]);
        assert!(text.starts_with("# Travertine\nmtllib it.mtl\no cube\nusemtl cube\nv 0.5 "), "{text}");
        assert_eq!(read[0].positions.len(), 24);
    }

    #[test]
    fn numbers_keep_short_forms() {
        assert_eq!(
            [0.0, -0.0, 0.25, 1e-5, 1e-6, 1e15, 1e16].map(|number| Number(number).to_string()).join(" "),
            "0 -0 0.25 0.00001 1e-6 1000000000000000 1e16"
        );
        // The nearest float to 0.3 is not three tenths.
        assert_eq!(["0.7", "0", "1"], [0.3_f32, 1.0, 0.0].map(upwards).each_ref().map(String::as_str));
    }

    #[test]
    fn parts_of_an_object_follow_each_other_and_names_fit_a_line() {
        let mesh = |name: &str, number, uvs: bool| {
            let mut mesh = shapes::cube();
            mesh.name = name.to_owned();
            mesh.origin.number = number;
            mesh.uvs = mesh.uvs.filter(|_| uvs);
            mesh
        };
        let sets = [
            set("stone", vec![mesh("a house", 0, true), mesh("tower\nf 1 2 3", 2, true)]),
            set("glass", vec![mesh("a house", 1, false), mesh(" \\", 3, false)]),
        ];
        let (text, read) = again(&sets);
        let objects: Vec<&str> = text.lines().filter(|line| line.starts_with(['o', 'u'])).collect();
        assert_eq!(
            objects,
            ["o a house", "usemtl stone", "usemtl glass", "o tower_f 1 2 3", "usemtl stone", "o _", "usemtl glass"]
        );
        let shown = |mesh: &Mesh| (mesh.name.clone(), mesh.uvs.is_some(), mesh.triangles.len());
        let expected = [("a house", true), ("a house", false), ("tower_f 1 2 3", true), ("_", false)];
        let expected = expected.map(|(name, has_uvs)| (name.to_owned(), has_uvs, 12));
        assert_eq!(read.iter().map(shown).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn colors_are_those_of_pixels() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it.obj");
        let mesh = shapes::cube();
        let colors = vec![vec![vec![[0.0, 1.0, 0.214_041_14, 0.5]; mesh.positions.len()]]];
        write_colored(&path, &[set("cube", vec![mesh])], &colors).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let first = text.lines().find(|line| line.starts_with("v ")).unwrap();
        let values: Vec<f32> = first.split(' ').skip(4).map(|value| value.parse().unwrap()).collect();
        assert!(values[..2] == [0.0, 1.0] && (values[2] - 0.5).abs() < 1e-6, "{first}");
        assert!(!text.contains("mtllib"));
        assert_eq!(Model::open(&path, 0).unwrap().meshes[0].positions.len(), 24);
    }
}
