//! The sine of a value in turns.

use travertine_graph::definition::{Definition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::trigonometry;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Sine", lower)
        .describe(
            "A sine wave over the value: sin(2 pi (value * frequency + phase)). With the defaults it repeats \
             whenever the value grows by 1. Works on each component of vectors and on the red, green and \
             blue of colors; alpha is unchanged.",
        )
        .search(&["sin", "wave", "oscillate", "contour"])
        .output("value", OutputType::like(&["value"]), "The sine, from -1 to 1.")
        .example(EXAMPLE);
    trigonometry::describe(definition)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    trigonometry::lower(context, Expr::sin)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Contours: the sine of noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "seed": 2}},
    "sine": {"type": "math/sine", "inputs": {"value": {"node": "noise"}, "frequency": 4}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "sine"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn goes_around_once_per_turn() {
        let sine = |turns: &str| value("math/sine", &format!(r#"{{"value": {turns}}}"#))[0];
        assert!(sine("0").abs() < 1e-6 && sine("0.5").abs() < 1e-6 && sine("-7").abs() < 1e-5);
        assert!((sine("0.25") - 1.0).abs() < 1e-6 && (sine("0.75") + 1.0).abs() < 1e-6);
    }
}
