//! The position at which the texture is evaluated.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Position", lower)
        .describe(
            "The position and the time at which the texture is evaluated: x points right, y down, z away \
             from the viewer.",
        )
        .search(&[
            "coordinates",
            "xyz",
            "uv",
            "texture coordinate",
            "time",
            "where",
            "generated coordinates",
            "object coordinates",
        ])
        .vector_output("position", "The position, in units.")
        .float_output("x", "The coordinate to the right, in units.")
        .float_output("y", "The coordinate downwards, in units.")
        .float_output("z", "The coordinate away from the viewer, in units.")
        .float_output("time", "The time; 0 unless the render sets it.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.position();
    let [x, y, z, time] = position.coordinates().map(Field::Float);
    Ok(vec![Field::Vector(position.vector()), x, y, z, time])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "The plane as red and green",
  "nodes": {
    "position": {"type": "input/position"}
  },
  "outputs": {"color": {"node": "position", "output": "position"}}
}"#;
