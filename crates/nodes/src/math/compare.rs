//! A comparison of two values.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::{componentwise, soft_step};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Compare", lower)
        .describe(
            "Compares two values: 1 where the comparison holds, 0 where it does not, with an optional soft edge. Use \
             it to mask where one height is above another, or where a value has a certain level. Works on each \
             component of vectors and on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&[
            "greater than",
            "less than",
            "equal",
            "unequal",
            "if",
            "condition",
            "boolean",
            "mask",
            "relation",
            "<",
            ">",
            "=",
            "if greater",
            "if equal",
        ])
        .input(InputDefinition::any("a", 0.0).describe("The first value."))
        .input(InputDefinition::any("b", 0.0).describe("The second value."))
        .input(
            InputDefinition::choice("operator", &["greater", "at-least", "less", "at-most", "equal", "unequal"])
                .describe("The relation of the first value to the second."),
        )
        .input(
            InputDefinition::float("tolerance", 0.01)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("The difference up to which values are equal; the other operators ignore it."),
        )
        .input(InputDefinition::float("softness", 0.0).hard(0.0..=f32::MAX).soft(0.0..=1.0).step(0.01).describe(
            "The width of the soft edge, in values: 0 gives a hard edge. A soft edge makes `greater` and \
                     `at-least` the same.",
        ))
        .output(
            "value",
            OutputType::like(&["a", "b"]),
            "1 where the comparison holds, else 0, in the wider type of the inputs.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (tolerance, softness) = (context.float("tolerance")?, context.float("softness")?);
    let operator = context.choice("operator");
    let at_least = |excess: Expr<'a>| soft_step::around(excess, context.constant(0.0), softness);
    let compare = |a: Expr<'a>, b: Expr<'a>| match operator {
        "at-least" => at_least(a - b),
        "less" => 1.0 - at_least(a - b),
        "at-most" => at_least(b - a),
        "equal" => at_least(tolerance - (a - b).abs()),
        "unequal" => 1.0 - at_least(tolerance - (a - b).abs()),
        _ => 1.0 - at_least(b - a),
    };
    componentwise::binary(context, compare)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Shoals: where the sand is above the water",
  "nodes": {
    "sand": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 5, "seed": 8}},
    "waves": {"type": "pattern/bands", "inputs": {"direction": [1, 3, 0], "frequency": 9, "phase": {"node": "sand"}, "profile": "sine"}},
    "water": {"type": "math/remap", "inputs": {"value": {"node": "waves"}, "to_min": -0.02, "to_max": 0.12}},
    "dry": {
      "type": "math/compare",
      "inputs": {"a": {"node": "sand"}, "b": {"node": "water"}, "operator": "greater", "softness": 0.03}
    },
    "depth": {"type": "math/subtract", "inputs": {"a": {"node": "water"}, "b": {"node": "sand"}}},
    "sea": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "depth"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#8fe0d0"},
            {"position": 0.15, "color": "#2a9d9d"},
            {"position": 0.6, "color": "#0b3c5d"}
          ],
          "space": "srgb"
        }
      }
    },
    "beach": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "sand"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#e9d8a6"},
            {"position": 0.25, "color": "#d9b779"},
            {"position": 0.5, "color": "#8aa35b"}
          ],
          "space": "srgb"
        }
      }
    },
    "picture": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "sea"}, "b": {"node": "beach"}, "factor": {"node": "dry"}}
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    fn compare(operator: &str, a: f32, b: f32, rest: &str) -> f32 {
        value("math/compare", &format!(r#"{{"a": {a}, "b": {b}, "operator": "{operator}"{rest}}}"#))[0]
    }

    #[test]
    fn operators_are_those_of_numbers() {
        for (a, b) in [(0.25, 0.5), (0.5, 0.5), (0.75, 0.5), (-1.0, 2.0), (0.0, -0.0)] {
            for (operator, expected) in [
                ("greater", a > b),
                ("at-least", a >= b),
                ("less", a < b),
                ("at-most", a <= b),
                ("equal", a == b),
                ("unequal", a != b),
            ] {
                let found = compare(operator, a, b, r#", "tolerance": 0"#);
                assert_eq!(found, f32::from(u8::from(expected)), "{a} {operator} {b}");
            }
        }
    }

    #[test]
    fn equality_has_a_tolerance() {
        let equal = |a| compare("equal", a, 1.0, r#", "tolerance": 0.25"#);
        assert_eq!([equal(0.74), equal(0.75), equal(1.25), equal(1.26)], [0.0, 1.0, 1.0, 0.0]);
    }

    #[test]
    fn edges_may_be_soft() {
        let greater = |a| compare("greater", a, 1.0, r#", "softness": 0.5"#);
        assert_eq!([greater(0.75), greater(0.875), greater(1.0), greater(1.25)], [0.0, 0.15625, 0.5, 1.0]);
        let equal = |a| compare("equal", a, 1.0, r#", "softness": 0.5, "tolerance": 0.5"#);
        assert_eq!([equal(0.25), equal(0.5), equal(0.75), equal(1.5)], [0.0, 0.5, 1.0, 0.5]);
    }

    #[test]
    fn components_are_compared_one_by_one() {
        assert_eq!(value("math/compare", r#"{"a": [1, 2, 3], "b": 2}"#), [0.0, 0.0, 1.0]);
    }
}
