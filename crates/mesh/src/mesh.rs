//! Meshes: triangles in space, with UVs.

use crate::vector::Vector;

/// Triangles with a common name and material.
///
/// All numbers are finite, all indices are valid, and each vertex has a normal.
#[derive(Clone, PartialEq, Debug)]
pub struct Mesh {
    /// Name in the file, or the name of the file.
    pub name: String,
    /// Name of its material, if it has one.
    pub material: Option<String>,
    /// Whether it is visible from both sides.
    pub double_sided: bool,
    /// Positions of the vertices in the scene, with the transforms of nodes applied. Coordinates of surveys need
    /// doubles.
    pub positions: Vec<[f64; 3]>,
    /// Unit normal of each vertex.
    pub normals: Vec<[f32; 3]>,
    /// Texture coordinates of each vertex: u to the right, v down, both 0 to 1; `None` if the file has none.
    pub uvs: Option<Vec<[f32; 2]>>,
    /// Vertex indices of each triangle, counterclockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Its place in the file.
    pub origin: Origin,
}

/// The place of a mesh in its file.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Origin {
    /// Number of the mesh among those read from the file.
    pub number: u32,
    /// The vertex of the file that each vertex is, or `None` if the vertices are those of the file.
    pub vertices: Option<Vec<u32>>,
    /// Whether the file has no normals of the mesh, and triangles that are not in one plane got common ones.
    pub is_smoothed: bool,
    /// Whether its UVs were moved by whole tiles, so that textures must repeat where the file keeps its own.
    pub has_moved_uvs: bool,
    /// Whether its triangles have the opposite orientation of those in the file, since its node mirrors it.
    pub is_reversed: bool,
}

/// A mesh as read from a file: vertex indices are valid, nothing else is checked.
#[derive(Default)]
pub(crate) struct Raw {
    pub(crate) name: String,
    pub(crate) material: Option<String>,
    pub(crate) double_sided: bool,
    pub(crate) positions: Vec<[f64; 3]>,
    pub(crate) normals: Option<Vec<[f32; 3]>>,
    pub(crate) uvs: Option<Vec<[f32; 2]>>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Whether a mesh without normals is to become smooth. Its normals are made later, together with those of its
    /// neighbors.
    pub(crate) is_smooth: bool,
    pub(crate) origin: Origin,
}

impl Raw {
    /// Reverses the orientation of the triangles of a mesh that was mirrored, so that they still face outside.
    pub(crate) fn reverse(&mut self) {
        self.triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
        self.origin.is_reversed = !self.origin.is_reversed;
    }
}

impl Mesh {
    /// Checks a mesh. Without normals, it gets those of its triangles; a mesh to be smooth gets its normals later.
    pub(crate) fn new(raw: Raw) -> Result<Mesh, String> {
        let Raw { name, material, double_sided, positions, normals, uvs, triangles, is_smooth, origin } = raw;
        let wrong = |problem: String| format!("mesh `{name}` {problem}");
        if positions.is_empty() || triangles.is_empty() {
            return Err(wrong("has no triangles; export it with its faces".to_owned()));
        }
        let lengths = [normals.as_ref().map(Vec::len), uvs.as_ref().map(Vec::len)];
        if lengths.into_iter().flatten().any(|length| length != positions.len()) {
            return Err(wrong("has another number of normals or UVs than of positions; export it again".to_owned()));
        }
        finite(positions.iter().map(|position| position.map(|part| part as f32)), "position").map_err(wrong)?;
        finite(normals.iter().flatten().copied(), "normal").map_err(wrong)?;
        finite(uvs.iter().flatten().copied(), "UV").map_err(wrong)?;
        let has_normals = normals.is_some();
        let normals = normals.unwrap_or_default();
        let mesh = Mesh { name, material, double_sided, positions, normals, uvs, triangles, origin };
        Ok(match (has_normals, is_smooth) {
            (true, _) => mesh.with_unit_normals(),
            (false, false) => mesh.flat(),
            (false, true) => mesh,
        })
    }

    /// Bytes of a mesh with the given numbers of vertices and triangles, and bytes of names.
    pub(crate) fn bytes_of(vertices: u64, triangles: u64, names: u64) -> u64 {
        // The struct, the overhead of its allocations, and its texture set.
        const MESH: u64 = 1024;
        // Positions; normals, UVs and origins; indices.
        const VERTEX: u64 = 8 * 3 + 4 * (3 + 2 + 1);
        const TRIANGLE: u64 = 4 * 3;
        MESH + vertices * VERTEX + triangles * TRIANGLE + names
    }

    /// Bytes of the mesh in memory.
    pub fn bytes(&self) -> u64 {
        let names = self.name.len() + self.material.as_ref().map_or(0, String::len);
        Mesh::bytes_of(self.positions.len() as u64, self.triangles.len() as u64, names as u64)
    }

    /// The entries of a triangle's corners in a list with an entry for each vertex.
    pub fn corners<T: Copy>(&self, list: &[T], triangle: u32) -> [T; 3] {
        self.triangles[triangle as usize].map(|corner| list[corner as usize])
    }

    /// The positions of a triangle's corners.
    pub fn positions_of(&self, triangle: u32) -> [Vector; 3] {
        self.corners(&self.positions, triangle).map(Vector::from)
    }

    /// The vector perpendicular to a triangle whose length is twice the triangle's area.
    pub fn area(&self, triangle: u32) -> Vector {
        let [a, b, c] = self.positions_of(triangle);
        (b - a).cross(c - a)
    }

    /// The height below which a triangle faces anywhere: positions are exact as floats near the anchor, and no finer.
    pub(crate) fn least_height(&self) -> f64 {
        let anchor = anchor(std::slice::from_ref(self));
        let far = self.positions.iter().flat_map(|position| <[f64; 3]>::from(Vector::from(*position) - anchor));
        1e-6 * far.fold(0.0_f64, |far, part| far.max(part.abs()))
    }

    /// The unit normal of a triangle; `None` if it is lower than [`Mesh::least_height`], which is `least`.
    pub(crate) fn direction(&self, triangle: u32, least: f64) -> Option<Vector> {
        let (area, [a, b, c]) = (self.area(triangle), self.positions_of(triangle));
        let longest = [b - a, c - b, a - c].map(Vector::length).into_iter().fold(0.0, f64::max);
        area.unit().filter(|_| area.length() > least * longest)
    }

    /// Normalizes the normals. A normal of length 0 becomes that of a triangle at its vertex.
    fn with_unit_normals(mut self) -> Mesh {
        // Marks a missing normal. Normals from files are finite.
        const NONE: [f32; 3] = [f32::NAN; 3];
        for normal in &mut self.normals {
            *normal = Vector::from(*normal).unit().map_or(NONE, Vector::narrow);
        }
        for triangle in 0..self.triangles.len() as u32 {
            for corner in self.triangles[triangle as usize] {
                if self.normals[corner as usize][0].is_nan() {
                    self.normals[corner as usize] = self.area(triangle).unit().map_or(NONE, Vector::narrow);
                }
            }
        }
        let directed = |normal: &[f32; 3]| !normal[0].is_nan();
        self.normals.iter_mut().filter(|normal| !directed(normal)).for_each(|normal| *normal = UP);
        self
    }

    /// Gives each triangle three vertices with its own normal, as glTF requires for meshes without normals.
    fn flat(mut self) -> Mesh {
        let corners = std::mem::take(&mut self.triangles);
        let triangles = (0..corners.len() as u32).map(|index| [0, 1, 2].map(|corner| 3 * index + corner));
        let triangles = triangles.collect();
        self.take_vertices(corners.as_flattened());
        self.triangles = triangles;
        let normal = |triangle| [self.area(triangle).unit().map_or(UP, Vector::narrow); 3];
        self.normals = (0..self.triangles.len() as u32).flat_map(normal).collect();
        self
    }

    /// Replaces the vertices by those with the given indices. The triangles must be replaced, too.
    pub(crate) fn take_vertices(&mut self, from: &[u32]) {
        fn take<T: Copy>(list: &[T], from: &[u32]) -> Vec<T> {
            from.iter().map(|vertex| list[*vertex as usize]).collect()
        }
        self.positions = take(&self.positions, from);
        if !self.normals.is_empty() {
            self.normals = take(&self.normals, from);
        }
        self.uvs = self.uvs.as_ref().map(|uvs| take(uvs, from));
        let known = self.origin.vertices.as_ref();
        self.origin.vertices = Some(known.map_or_else(|| from.to_vec(), |known| take(known, from)));
    }
}

/// The normal of a vertex without any direction.
pub(crate) const UP: [f32; 3] = [0.0, 0.0, 1.0];

/// The place from which floats measure the positions of meshes: 0, or the middle of meshes that are far away and small,
/// as in the coordinates of surveys. It is itself exact in floats.
pub fn anchor(meshes: &[Mesh]) -> Vector {
    // Up to here, floats still have 18 bits for the extent.
    const FAR: f64 = 64.0;
    let positions = || meshes.iter().flat_map(|mesh| &mesh.positions);
    let end = |pick: fn(f64, f64) -> f64| {
        let ends = positions().copied().reduce(|a, b| [0, 1, 2].map(|axis| pick(a[axis], b[axis])));
        ends.unwrap_or_default()
    };
    let (least, most) = (end(f64::min), end(f64::max));
    let extent = (0..3).map(|axis| most[axis] - least[axis]).fold(0.0, f64::max);
    let place = |axis: usize| {
        let middle = (least[axis] + most[axis]) / 2.0;
        if middle.abs() > FAR * extent { f64::from(middle as f32) } else { 0.0 }
    };
    [0, 1, 2].map(place).into()
}

/// A position measured from an anchor.
pub fn from_anchor(position: [f64; 3], anchor: Vector) -> [f32; 3] {
    (Vector::from(position) - anchor).narrow()
}

fn finite<const N: usize>(mut list: impl Iterator<Item = [f32; N]>, what: &str) -> Result<(), String> {
    match list.position(|entry| entry.iter().any(|part| !part.is_finite())) {
        Some(index) => Err(format!("has a {what} that is not finite, at vertex {index}; repair the mesh")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw() -> Raw {
        Raw {
            name: "it".to_owned(),
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]],
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            ..Raw::default()
        }
    }

    #[test]
    fn errors_name_the_mesh_and_the_vertex() {
        let with = |change: &dyn Fn(&mut Raw)| {
            let mut raw = raw();
            change(&mut raw);
            Mesh::new(raw).unwrap_err()
        };
        for (problem, said) in [
            (with(&|raw| raw.triangles.clear()), "no triangles"),
            (with(&|raw| raw.positions[2][1] = f64::NAN), "a position that is not finite, at vertex 2"),
            (with(&|raw| raw.uvs = Some(vec![[f32::INFINITY; 2]; 4])), "a UV that is not finite"),
            (with(&|raw| raw.uvs = Some(vec![[0.0; 2]; 3])), "another number of normals or UVs"),
        ] {
            assert!(problem.contains(said) && problem.starts_with("mesh `it`"), "{problem}");
        }
    }

    #[test]
    fn meshes_without_normals_are_flat() {
        let uvs = vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 0.5]];
        let mesh = Mesh::new(Raw { uvs: Some(uvs), ..raw() }).unwrap();
        assert_eq!(mesh.triangles, [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(mesh.positions[3..], [[0.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]]);
        assert_eq!(mesh.normals, [[[0.0, 0.0, 1.0]; 3], [[1.0, 0.0, 0.0]; 3]].concat());
        assert_eq!(mesh.uvs.unwrap()[3..], [[0.0, 0.0], [0.0, 1.0], [0.5, 0.5]]);
    }

    #[test]
    fn normals_have_length_1() {
        let normals = vec![[0.0; 3], [0.0, 3.0, 4.0], [0.0, 1e-30, 0.0], [0.0; 3]];
        let mesh = Mesh::new(Raw { normals: Some(normals), ..raw() }).unwrap();
        let expected = [[0.0, 0.0, 1.0], [0.0, 0.6, 0.8], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
        assert_eq!(mesh.normals, expected);
    }
}
