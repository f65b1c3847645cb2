//! Primitives: triangles of a glTF mesh with the same material.

use super::accessor::{Floats, Indices, Joints};
use super::buffers::Buffers;
use crate::mesh::{Mesh, Origin, Raw};
use crate::read::json::Element;

/// A primitive, whose numbers are still in the buffers.
pub(super) struct Primitive<'f> {
    positions: Floats<'f, 3>,
    normals: Option<Floats<'f, 3>>,
    uvs: Option<Floats<'f, 2>>,
    /// The joints of each vertex, and how much it follows them.
    influences: Vec<(Joints<'f>, Floats<'f, 4>)>,
    corners: Corners<'f>,
    material: Option<Material<'f>>,
    double_sided: bool,
    /// Index in its mesh, and index of its material.
    pub(super) index: usize,
    pub(super) material_index: Option<usize>,
}

/// The name of a material, or its index if it has no name.
enum Material<'f> {
    Named(&'f str),
    Numbered(usize),
}

impl<'f> Primitive<'f> {
    /// A primitive, or none for points and lines. `uv` is the index of the UV set.
    pub(super) fn new(
        root: &Element<'f>,
        buffers: &'f Buffers,
        primitive: &Element<'f>,
        index: usize,
        uv: u32,
    ) -> Result<Option<Primitive<'f>>, String> {
        let mode = match primitive.count_or("mode", 4)? {
            0..4 => return Ok(None),
            4 => Mode::Triangles,
            5 => Mode::Strip,
            6 => Mode::Fan,
            _ => return Err(primitive.wrong("has an unknown mode; expected 0 to 6")),
        };
        let entry = |list: &str, index: &Element| root.need(list)?.at(index.count()?);
        let attributes = primitive.need("attributes")?;
        let accessor = |name: &str| attributes.get(name).map(|index| entry("accessors", &index)).transpose();
        let Some(positions) = accessor("POSITION")? else {
            return Err(attributes.wrong("has no `POSITION`; export the mesh again"));
        };
        let positions = Floats::new(root, buffers, &positions, "VEC3")?;
        let normals = accessor("NORMAL")?;
        let uvs = accessor(&format!("TEXCOORD_{uv}"))?;
        let mut influences = Vec::new();
        while let Some(joints) = accessor(&format!("JOINTS_{}", influences.len()))? {
            let name = format!("WEIGHTS_{}", influences.len());
            let weights = accessor(&name)?
                .ok_or_else(|| attributes.wrong(&format!("has joints without `{name}`; export the mesh again")))?;
            let joints = Joints::new(root, buffers, &joints)?;
            influences.push((joints, Floats::new(root, buffers, &weights, "VEC4")?));
        }
        let indices = match primitive.get("indices") {
            Some(index) => Some(Indices::new(root, buffers, &entry("accessors", &index)?)?),
            None => None,
        };
        let corners = Corners { mode, indices, count: indices.map_or(positions.len(), |list| list.len()) };
        let (mut material, mut double_sided, mut material_index) = (None, false, None);
        if let Some(index) = primitive.get("material") {
            let entry = entry("materials", &index)?;
            material_index = Some(index.count()?);
            material = Some(match entry.get("name") {
                Some(name) => Material::Named(name.text()?),
                None => Material::Numbered(index.count()?),
            });
            double_sided = entry.get("doubleSided").is_some_and(|flag| flag.is_true());
        }
        Ok(Some(Primitive {
            positions,
            normals: normals.map(|normals| Floats::new(root, buffers, &normals, "VEC3")).transpose()?,
            uvs: uvs.map(|uvs| Floats::new(root, buffers, &uvs, "VEC2")).transpose()?,
            influences,
            corners,
            material,
            double_sided,
            index,
            material_index,
        }))
    }

    /// The joints that a vertex follows, and how much. All vertices have as many.
    pub(super) fn influences(&self, vertex: usize) -> impl Iterator<Item = (usize, f64)> {
        self.influences
            .iter()
            .flat_map(move |(joints, weights)| joints.at(vertex).into_iter().zip(weights.at(vertex).map(f64::from)))
    }

    /// Number of triangles.
    pub(super) fn triangles(&self) -> u64 {
        self.corners.triangles() as u64
    }

    /// Upper bound of the number of vertices.
    pub(super) fn vertices(&self) -> u64 {
        (3 * self.triangles()).min(self.positions.len() as u64)
    }

    /// Bytes of the mesh, and temporary bytes needed to build it. `name` is the length of its name, in bytes.
    pub(super) fn bytes(&self, name: u64) -> [u64; 2] {
        let (vertices, triangles) = (self.vertices(), self.triangles());
        let material = match &self.material {
            Some(Material::Named(name)) => name.len() as u64,
            _ => 32,
        };
        let read = Mesh::bytes_of(vertices, triangles, name + material);
        // A sorted copy of the indices.
        let sorted = 3 * 4 * triangles;
        match self.normals {
            Some(_) => [read, sorted],
            None => [Mesh::bytes_of(3 * triangles, triangles, name + material), read + sorted],
        }
    }

    /// Reads the mesh, and gives it a name.
    pub(super) fn read(&self, name: &str) -> Result<Raw, String> {
        let wrong = |problem: String| format!("mesh `{name}` {problem}");
        let count = self.positions.len();
        let lengths = [self.normals.map(|list| list.len()), self.uvs.map(|list| list.len())];
        let weights = self.influences.iter().flat_map(|(joints, weights)| [joints.len(), weights.len()]);
        if lengths.into_iter().flatten().chain(weights).any(|length| length != count) {
            return Err(wrong(
                "has another number of normals, UVs or joints than of positions; export it again".to_owned(),
            ));
        }
        let mut triangles: Vec<[u32; 3]> =
            (0..self.corners.triangles()).map(|triangle| self.corners.triangle(triangle)).collect();
        let outside = |corners: &[u32; 3]| corners.iter().any(|corner| *corner as usize >= count);
        if let Some(index) = triangles.iter().position(outside) {
            return Err(wrong(format!("has an index beyond its {count} vertices in triangle {index}")));
        }
        let vertices = match 3 * triangles.len() < count {
            true => Vertices::Some(gather(&mut triangles)),
            false => Vertices::All(count),
        };
        Ok(Raw {
            name: name.to_owned(),
            material: self.material.as_ref().map(|material| match material {
                Material::Named(name) => (*name).to_owned(),
                Material::Numbered(index) => format!("material {index}"),
            }),
            double_sided: self.double_sided,
            positions: vertices.of(&self.positions).into_iter().map(|position| position.map(f64::from)).collect(),
            normals: self.normals.map(|normals| vertices.of(&normals)),
            uvs: self.uvs.map(|uvs| vertices.of(&uvs)),
            triangles,
            is_smooth: false,
            origin: Origin { vertices: vertices.list(), ..Origin::default() },
        })
    }
}

/// The vertices that a primitive uses. Primitives may share a list.
enum Vertices {
    All(usize),
    Some(Vec<u32>),
}

impl Vertices {
    /// The indices of the vertices, or none if they are all.
    fn list(self) -> Option<Vec<u32>> {
        match self {
            Vertices::All(_) => None,
            Vertices::Some(used) => Some(used),
        }
    }

    fn of<const N: usize>(&self, list: &Floats<N>) -> Vec<[f32; N]> {
        match self {
            Vertices::All(count) => (0..*count).map(|index| list.at(index)).collect(),
            Vertices::Some(used) => used.iter().map(|index| list.at(*index as usize)).collect(),
        }
    }
}

/// Collects the vertices that triangles use, sorted, and renumbers the triangles' indices to match.
fn gather(triangles: &mut [[u32; 3]]) -> Vec<u32> {
    let mut used = triangles.as_flattened().to_vec();
    used.sort_unstable();
    used.dedup();
    for corner in triangles.as_flattened_mut() {
        // The list contains every index.
        *corner = used.partition_point(|vertex| vertex < corner) as u32;
    }
    used
}

/// The vertex indices of triangles.
struct Corners<'f> {
    mode: Mode,
    /// None if the triangles use all vertices in order.
    indices: Option<Indices<'f>>,
    count: usize,
}

/// How corners form triangles.
enum Mode {
    /// Three corners per triangle.
    Triangles,
    /// A triangle for each corner and the two before.
    Strip,
    /// A triangle for each corner, the one before, and the first.
    Fan,
}

impl Corners<'_> {
    fn triangles(&self) -> usize {
        match self.mode {
            Mode::Triangles => self.count / 3,
            Mode::Strip | Mode::Fan => self.count.saturating_sub(2),
        }
    }

    fn triangle(&self, index: usize) -> [u32; 3] {
        let corners = match self.mode {
            Mode::Triangles => [3 * index, 3 * index + 1, 3 * index + 2],
            // Every other triangle of a strip has the opposite orientation.
            Mode::Strip if index % 2 == 1 => [index + 1, index, index + 2],
            Mode::Strip => [index, index + 1, index + 2],
            Mode::Fan => [0, index + 1, index + 2],
        };
        corners.map(|corner| self.indices.map_or(corner as u32, |indices| indices.at(corner)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_keep_their_orientation() {
        let triangles = |mode, count| {
            let corners = Corners { mode, indices: None, count };
            (0..corners.triangles()).map(|index| corners.triangle(index)).collect::<Vec<_>>()
        };
        assert_eq!(triangles(Mode::Triangles, 4), [[0, 1, 2]]);
        assert_eq!(triangles(Mode::Strip, 4), [[0, 1, 2], [2, 1, 3]]);
        assert_eq!(triangles(Mode::Fan, 4), [[0, 1, 2], [0, 2, 3]]);
        assert!(triangles(Mode::Fan, 1).is_empty());
    }

    #[test]
    fn used_vertices_are_gathered_in_order() {
        let mut triangles = vec![[7, 2, 9], [9, 2, 1000]];
        assert_eq!(gather(&mut triangles), [2, 7, 9, 1000]);
        assert_eq!(triangles, [[1, 0, 2], [2, 0, 3]]);
    }
}
