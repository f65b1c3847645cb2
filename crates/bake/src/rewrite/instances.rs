//! Instances: which mesh of a document each node shows. Nodes with the same mesh of the file receive copies of it where
//! they are to look different.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;
use travertine_mesh::Place;

/// The meshes of nodes with primitives that are changed.
pub(super) struct Instances {
    /// The mesh of the file that each copy is made from. Copies are behind the meshes of the file.
    pub(super) copies: Vec<usize>,
    /// The mesh that each node shows, which may be a copy.
    pub(super) of_nodes: BTreeMap<usize, usize>,
}

impl Instances {
    /// `looks` gives the places of all primitives that are changed, and what they are to look like: numbers that are
    /// equal for equal looks. Other primitives, and other nodes, look as before.
    pub(super) fn new(json: &Value, looks: impl Iterator<Item = (Place, usize)>) -> Instances {
        let mut changed: BTreeMap<usize, (usize, Vec<(usize, usize)>)> = BTreeMap::new();
        for (place, look) in looks {
            // Without scenes, each mesh is read once, and all nodes show it as it is changed.
            let Some(node) = place.node else { continue };
            changed.entry(node).or_insert((place.mesh, Vec::new())).1.push((place.primitive, look));
        }
        let nodes = json["nodes"].as_array().into_iter().flatten().enumerate();
        let others = nodes.filter(|(node, _)| !changed.contains_key(node));
        let mut taken: HashSet<usize> =
            others.filter_map(|(_, node)| usize::try_from(node["mesh"].as_u64()?).ok()).collect();
        let count = json["meshes"].as_array().map_or(0, Vec::len);
        let (mut copies, mut known) = (Vec::new(), HashMap::new());
        let mut mesh_of = |(mesh, mut looks): (usize, Vec<(usize, usize)>)| {
            looks.sort_unstable();
            *known.entry((mesh, looks)).or_insert_with(|| {
                if taken.insert(mesh) {
                    return mesh;
                }
                copies.push(mesh);
                count + copies.len() - 1
            })
        };
        let of_nodes = changed.into_iter().map(|(node, looks)| (node, mesh_of(looks))).collect();
        Instances { copies, of_nodes }
    }

    /// The place of a primitive in the document.
    pub(super) fn place(&self, place: Place) -> Place {
        let mesh = place.node.and_then(|node| self.of_nodes.get(&node));
        Place { mesh: mesh.copied().unwrap_or(place.mesh), ..place }
    }
}
