//! The texture coordinates of the surface.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Axis;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Texture coordinates", lower)
        .describe(
            "The UVs of a mesh, for flat patterns, pictures and weaves that follow its seams: connect `position` to the \
             position of a pattern. Solids, slices and volumes have no UVs; there x and y of the position take their \
             place.",
        )
        .search(&["uv", "uvs", "unwrap", "texture space", "texcoord", "st", "mesh"])
        .vector_output("position", "u, v and 0, as a position: u to the right, v down, both from 0 to 1 on most meshes.")
        .float_output("u", "The coordinate to the right.")
        .float_output("v", "The coordinate downwards.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [u, v] = [Axis::U, Axis::V].map(|axis| context.surface(axis));
    Ok(vec![Field::Vector([u, v, context.constant(0.0)]), Field::Float(u), Field::Float(v)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A test card for UVs",
  "nodes": {
    "uv": {"type": "input/uv"},
    "cells": {"type": "noise/cell", "inputs": {"scale": 8, "dimensions": 2, "seed": 4, "position": {"node": "uv", "output": "position"}}},
    "color": {"type": "blend/mix", "inputs": {"a": {"node": "uv", "output": "position"}, "b": {"node": "cells", "output": "color"}, "factor": 0.3}}
  },
  "outputs": {"color": {"node": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value_at;

    #[test]
    fn without_a_surface_it_is_the_position() {
        assert_eq!(value_at("input/uv", "{}", [0.3, 0.5, 0.7, 2.0]), [0.3, 0.5, 0.0]);
    }
}
