//! The curvature of the surface.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Axis;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Curvature of the surface", lower)
        .describe(
            "The bend of the surface of a solid or a mesh: paint wears off at its edges, dirt stays in its grooves. \
             Solids measure it over 0.03 of their size; a mesh has it at its vertices, so it is as fine as the mesh. \
             Pictures of slices and volumes have no surface; there it is 0. For the curvature of a height, see \
             filter/curvature.",
        )
        .search(&["geometry", "surface", "edges", "wear", "cavity", "pointiness", "ridges", "grooves", "bend"])
        .float_output(
            "value",
            "The mean curvature, per unit: 0 on a plane, 2 on a ball of one unit across, higher on edges, negative in \
             grooves.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![Field::Float(context.surface(Axis::Curvature))])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Paint that wears off at edges",
  "description": "On a solid or a mesh the paint wears off at the edges; a slice shows scratches alone.",
  "nodes": {
    "bend": {"type": "input/curvature"},
    "noise": {"type": "noise/perlin", "inputs": {"scale": 7, "octaves": 6, "persistence": 0.6, "seed": 5, "min": 0, "max": 1}},
    "edges": {"type": "math/smoothstep", "inputs": {"value": {"node": "bend"}, "low": 2, "high": 20}},
    "wear": {"type": "math/add", "inputs": {"a": {"node": "edges"}, "b": {"node": "noise"}}},
    "bare": {"type": "math/smoothstep", "inputs": {"value": {"node": "wear"}, "low": 0.6, "high": 0.64}},
    "paint": {
      "type": "blend/mix",
      "inputs": {"a": "#1f5f6b", "b": "#2b8a8f", "factor": {"node": "noise"}}
    },
    "color": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "paint"}, "b": "#c9c2b4", "factor": {"node": "bare"}}
    }
  },
  "outputs": {"color": {"node": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value_at;

    #[test]
    fn a_slice_is_flat() {
        assert_eq!(value_at("input/curvature", "{}", [0.3, 0.5, 0.7, 0.0]), [0.0]);
    }
}
