//! A fractal of any field.

use travertine_graph::definition::{Definition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::noises::octaves;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Fractal sum (fBm)", lower)
        .describe(
            "Sums octaves of any field: fractional Brownian motion. Each octave is a finer, weaker and \
             slightly shifted copy of the field; time runs faster in finer ones. The sum is divided by the \
             sum of the amplitudes, and so keeps the range of the field.",
        )
        .search(&[
            "octaves",
            "fractional brownian motion",
            "detail",
            "multifractal",
            "layers",
            "noise",
            "fractal3d",
            "persistence",
        ])
        .example(EXAMPLE);
    octaves::describe(definition, ValueType::Any, []).output(
        "value",
        OutputType::like(&["value"]),
        "The weighted mean of the octaves, in the range of the value.",
    )
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let sum = octaves::sum(context, context.position(), |octave, position| octave.value(context, position))?;
    Ok(vec![sum])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "A fractal of rings",
  "nodes": {
    "rings": {"type": "pattern/rings", "inputs": {"frequency": 2, "profile": "sine"}},
    "fractal": {
      "type": "fractal/fbm",
      "inputs": {"value": {"node": "rings", "output": "value"}, "octaves": 4, "persistence": 0.6}
    }
  },
  "outputs": {"value": {"node": "fractal"}}
}"#;

#[cfg(test)]
mod tests {
    use travertine_noise::hash::octave_offset;

    use crate::checks::evaluate::of_x;

    #[test]
    fn sums_octaves_of_any_field() {
        let (x, moved) = (-0.7, octave_offset(1)[0]);
        assert_eq!(
            of_x("fractal/fbm", r#""octaves": 2, "lacunarity": 3"#, [x, 5.0, 6.0, 7.0]),
            [(x + 0.5 * (3.0 * x + moved)) / 1.5]
        );
    }
}
