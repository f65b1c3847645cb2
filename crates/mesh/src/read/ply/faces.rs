//! The faces of a PLY file: corners, and UVs for each corner as MeshLab writes them.

use super::header::{Element, Property};
use super::values::Values;
use crate::memory::Budget;
use crate::read::list::push;
use crate::read::refusal::Refusal;

/// The names of the lists of corners.
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];
/// The name of the list with u and v of each corner, and of the number of the picture that they belong to.
const UVS: &str = "texcoord";
const PICTURE: &str = "texnumber";

/// All faces. Corners may be beyond the vertices.
pub(super) struct Faces {
    pub(super) corners: Vec<u32>,
    /// The UVs of all corners, if faces have UVs; without a meaning for faces that lack them.
    pub(super) uvs: Option<Vec<[f32; 2]>>,
    pub(super) list: Vec<Face>,
}

#[derive(Clone, Copy)]
pub(super) struct Face {
    pub(super) count: u32,
    pub(super) has_uvs: bool,
    /// The number of its picture, 0 unless the file specifies it.
    pub(super) picture: u32,
}

impl Faces {
    pub(super) fn read(element: &Element, values: &mut Values, budget: &mut Budget) -> Result<Faces, Refusal> {
        let is_list = |property: &&Property, name: &str| property.list.is_some() && property.name == name;
        if !element.properties.iter().any(|property| CORNERS.iter().any(|name| is_list(&property, name))) {
            return Err(Refusal::from("its faces have no corners; expected a list `vertex_indices`"));
        }
        let has_uvs = element.properties.iter().any(|property| is_list(&property, UVS));
        let (mut corners, mut all_uvs, mut list) = (Vec::new(), Vec::new(), Vec::new());
        let mut uvs = Vec::new();
        for index in 0..element.count {
            let wrong = |problem: String| Refusal::from(format!("face {index}: {problem}"));
            let mut face = Face { count: 0, has_uvs: false, picture: 0 };
            uvs.clear();
            for property in &element.properties {
                let name = property.name.as_str();
                if property.list.is_some() && CORNERS.contains(&name) && face.count == 0 {
                    face.count =
                        read_corners(property, values, &mut corners, budget).map_err(|refusal| match refusal {
                            Refusal::Wrong(problem) => wrong(problem),
                            other => other,
                        })?;
                } else if property.list.is_some() && name == UVS {
                    for _ in 0..values.length(property).map_err(wrong)? {
                        push(&mut uvs, values.number(property.kind).map_err(wrong)? as f32, budget)?;
                    }
                } else if property.list.is_none() && name == PICTURE {
                    face.picture = values.number(property.kind).map_err(wrong)? as u32;
                } else {
                    values.skip_property(property).map_err(wrong)?;
                }
            }
            if !uvs.is_empty() && uvs.len() as u64 != 2 * u64::from(face.count) {
                let (found, expected) = (uvs.len(), 2 * u64::from(face.count));
                return Err(wrong(format!("`{UVS}` has {found} numbers; expected {expected}: u and v of each corner")));
            }
            face.has_uvs = !uvs.is_empty();
            if has_uvs {
                for corner in 0..face.count as usize {
                    // v points up in PLY files.
                    let uv = uvs.get(2 * corner..2 * corner + 2).map_or([0.0; 2], |uv| [uv[0], 1.0 - uv[1]]);
                    push(&mut all_uvs, uv, budget)?;
                }
            }
            push(&mut list, face, budget)?;
        }
        Ok(Faces { corners, uvs: has_uvs.then_some(all_uvs), list })
    }
}

/// Reads the corners of a face, and returns their number.
fn read_corners(
    property: &Property,
    values: &mut Values,
    corners: &mut Vec<u32>,
    budget: &mut Budget,
) -> Result<u32, Refusal> {
    let count = values.length(property)?;
    if count < 3 {
        return Err(format!("it has {count} corners; expected at least 3").into());
    }
    for _ in 0..count {
        let number = values.number(property.kind)?;
        if !(0.0..4294967295.0).contains(&number) || number.fract() != 0.0 {
            return Err(format!("{number} is not the index of a vertex").into());
        }
        push(corners, number as u32, budget)?;
    }
    // Lists have at most 2^32 - 1 entries.
    Ok(count as u32)
}
