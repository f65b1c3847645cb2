//! The direction in which the surface faces.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Axis;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Normal", lower)
        .describe(
            "The direction in which the surface of a solid or a mesh faces, without the relief of the texture: snow on \
             top, moss on the north side, dust in what looks up. Pictures of slices and volumes have no surface; there \
             it is (0, 0, -1), towards the viewer.",
        )
        .search(&["geometry", "surface", "direction", "facing", "up", "snow", "dust", "slope", "world space"])
        .vector_output("normal", "The outward direction, of length 1: x to the right, y down, z away from the viewer.")
        .float_output("up", "The part of the direction that points up, from -1 (down) to 1 (up): minus y.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let normal = [Axis::NormalX, Axis::NormalY, Axis::NormalZ].map(|axis| context.surface(axis));
    Ok(vec![Field::Vector(normal), Field::Float(-normal[1])])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Snow on a rock",
  "description": "On a solid or a mesh the snow lies where the surface looks up; a slice shows where it would begin.",
  "nodes": {
    "normal": {"type": "input/normal"},
    "noise": {"type": "noise/perlin", "inputs": {"scale": 4, "octaves": 5, "seed": 3}},
    "cover": {
      "type": "math/add",
      "inputs": {"a": {"node": "normal", "output": "up"}, "b": {"node": "noise"}}
    },
    "snow": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "cover"}, "low": 0, "high": 0.08}
    },
    "rock": {
      "type": "blend/mix",
      "inputs": {"a": "#3b3a3c", "b": "#8d857a", "factor": {"node": "shade"}}
    },
    "shade": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -0.6, "from_max": 0.4, "clamp": true}
    },
    "covered": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "rock"}, "b": "#f4f8ff", "factor": {"node": "snow"}}
    }
  },
  "outputs": {"color": {"node": "covered"}}
}"##;

#[cfg(test)]
mod tests {
    use travertine_program::{Site, SurfacePoint};

    use crate::checks::evaluate::{lowered, value};

    #[test]
    fn it_is_that_of_the_site_and_faces_the_viewer_without_a_surface() {
        assert_eq!(value("input/normal", "{}"), [0.0, 0.0, -1.0]);
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "normal": {"type": "input/normal"},
            "moved": {"type": "domain/transform", "inputs": {"value": {"node": "normal"}, "translate": [1, 2, 3]}}
          },
          "outputs": {"value": {"node": "moved"}}
        }"#;
        let (program, bound) = lowered(document, 1);
        let surface = SurfacePoint { normal: [0.6, -0.8, 0.0], curvature: 0.0, uv: None };
        let site = Site { position: [5.0; 4], surface: Some(surface) };
        assert_eq!(program.sample(&bound, site), [0.6, -0.8, 0.0]);
    }
}
