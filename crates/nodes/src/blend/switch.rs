//! One of several values by its number.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Suspended};

/// The names of the values.
const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Switch", lower)
        .describe(
            "One of up to eight values by its number. `index` is a setting, so variants of a texture that are not \
             chosen cost nothing; a parameter of the graph can choose. `shift` chooses by a field instead, such as a \
             random number for each tile; then all of them are computed everywhere.",
        )
        .search(&["choose", "select", "variant", "option", "multi", "menu", "index", "random material", "multiplexer"])
        .input(
            InputDefinition::integer("index", 0)
                .hard(0.0..=7.0)
                .soft(0.0..=7.0)
                .describe("The number of the value: 0 is `a`, 1 is `b`, and so on."),
        );
    let definition = NAMES.into_iter().fold(definition, |definition, name| {
        definition.input(InputDefinition::any(name, 0.0).describe(match name {
            "a" => "The value of number 0.",
            "b" => "The value of number 1.",
            "c" => "The value of number 2.",
            "d" => "The value of number 3.",
            "e" => "The value of number 4.",
            "f" => "The value of number 5.",
            "g" => "The value of number 6.",
            _ => "The value of number 7.",
        }))
    });
    definition
        .input(InputDefinition::float("shift", 0.0).soft(0.0..=8.0).step(1.0).describe(
            "A number that is rounded and added to the index: a field chooses another value at every place. A \
             random number from 0 to 1 times `count` chooses all equally often.",
        ))
        .input(
            InputDefinition::integer("count", 8)
                .hard(1.0..=8.0)
                .soft(1.0..=8.0)
                .describe("The number of values in use: beyond the last one, the choice starts again from `a`."),
        )
        .output("value", OutputType::like(&NAMES), "The chosen value, in the widest type of all inputs.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let count = context.integer("count").clamp(1, 8) as usize;
    let number = (context.float("shift")?.round() + context.integer("index") as f32).modulo(count as f32);
    let fields = NAMES.map(|name| context.any(name)).into_iter().collect::<Result<Vec<Field>, Suspended>>()?;
    // All have the widest type, so that the output has it, too. What is not chosen is dropped from the program.
    let widest = fields.iter().map(|field| field.value_type()).max();
    let mut fields = fields.into_iter().map(|field| widest.map_or(field, |widest| field.convert(widest)));
    let first = fields.next().unwrap_or(Field::Float(number));
    let chosen = match number.constant_value() {
        Some(number) => (1..count)
            .zip(fields)
            .fold(first, |chosen, (index, field)| if number >= index as f32 { field } else { chosen }),
        None => (1..count).zip(fields).fold(first, |chosen, (index, field)| {
            let is_reached = number - (index as f32 - 0.5);
            chosen.zip(field, |chosen, value| is_reached.select(value, chosen))
        }),
    };
    Ok(vec![chosen])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Patchwork of four fabrics",
  "nodes": {
    "position": {"type": "input/position"},
    "large": {"type": "math/multiply", "inputs": {"a": {"node": "position", "output": "position"}, "b": 5}},
    "patch": {"type": "math/floor", "inputs": {"value": {"node": "large"}}},
    "middle": {"type": "math/add", "inputs": {"a": {"node": "patch"}, "b": 0.5}},
    "random": {
      "type": "noise/cell",
      "inputs": {"scale": 1, "dimensions": 2, "seed": 5, "position": {"node": "middle"}}
    },
    "choice": {"type": "math/multiply", "inputs": {"a": {"node": "random", "output": "value"}, "b": 4}},
    "stripes": {"type": "pattern/bands", "inputs": {"frequency": 40, "profile": "square"}},
    "striped": {
      "type": "blend/mix",
      "inputs": {"a": "#f3e9d2", "b": "#b23a48", "factor": {"node": "stripes", "output": "value"}}
    },
    "dots": {
      "type": "noise/dots",
      "inputs": {"scale": 25, "jitter": 0, "density": 1, "variation": 0, "radius": 0.3, "dimensions": 2}
    },
    "dotted": {
      "type": "blend/mix",
      "inputs": {"a": "#1d3557", "b": "#f1faee", "factor": {"node": "dots"}}
    },
    "diagonal": {
      "type": "pattern/bands",
      "inputs": {"direction": [1, 1, 0], "frequency": 28.28427, "profile": "triangle"}
    },
    "ribbed": {
      "type": "blend/mix",
      "inputs": {"a": "#2a6f6b", "b": "#8fd0b5", "factor": {"node": "diagonal", "output": "value"}}
    },
    "wool": {"type": "noise/perlin", "inputs": {"scale": 60, "octaves": 2, "min": 0, "max": 1}},
    "felt": {
      "type": "blend/mix",
      "inputs": {"a": "#b8742a", "b": "#f6c667", "factor": {"node": "wool"}}
    },
    "fabric": {
      "type": "blend/switch",
      "inputs": {
        "a": {"node": "striped"}, "b": {"node": "dotted"}, "c": {"node": "ribbed"}, "d": {"node": "felt"},
        "shift": {"node": "choice"}, "count": 4
      }
    },
    "local": {"type": "math/fract", "inputs": {"value": {"node": "large"}}},
    "border": {
      "type": "shape/box",
      "inputs": {"size": [1, 1, 1], "rounding": 0.06, "dimensions": 2, "position": {"node": "local"}}
    },
    "seam": {"type": "shape/mask", "inputs": {"distance": {"node": "border"}, "width": 0.22}},
    "shade": {
      "type": "math/remap",
      "inputs": {"value": {"node": "seam", "output": "height"}, "to_min": 0.35}
    },
    "picture": {"type": "math/multiply", "inputs": {"a": {"node": "fabric"}, "b": {"node": "shade"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {

    use crate::checks::evaluate::{lowered, output_at, value};

    const VALUES: &str = r#""a": 10, "b": 11, "c": 12, "d": 13, "e": 14, "f": 15, "g": 16, "h": 17"#;

    /// The number of the value that is chosen, by a constant and by a field.
    fn chosen(index: i32, shift: f32, count: i32) -> f32 {
        let found =
            value("blend/switch", &format!(r#"{{{VALUES}, "index": {index}, "shift": {shift}, "count": {count}}}"#))[0];
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "switch": {{"type": "blend/switch", "inputs": {{
                  {VALUES}, "index": {index}, "shift": {{"node": "position", "output": "x"}}, "count": {count}
                }}}}
              }},
              "outputs": {{"value": {{"node": "switch"}}}}
            }}"#
        );
        assert_eq!(output_at(&document, [shift, 0.0, 0.0, 0.0]), [found]);
        found - 10.0
    }

    #[test]
    fn the_index_and_the_field_choose() {
        for index in 0..8 {
            for step in -20..40 {
                let shift = step as f32 * 0.37;
                for count in [1, 3, 8] {
                    let expected = (index as f32 + shift.round()).rem_euclid(count as f32);
                    assert_eq!(chosen(index, shift, count), expected, "{index} + {shift} of {count}");
                }
            }
        }
    }

    #[test]
    fn the_result_has_the_widest_type() {
        assert_eq!(value("blend/switch", r#"{"a": 3, "b": [1, 2, 3]}"#), [3.0; 3]);
        assert_eq!(value("blend/switch", r##"{"a": [1, 2, 3], "h": "#ffffff"}"##), [1.0, 2.0, 3.0, 1.0]);
    }

    #[test]
    fn a_setting_costs_nothing() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "parameters": {"variant": {"type": "integer", "default": 1, "min": 0, "max": 7}},
          "nodes": {
            "noise": {"type": "noise/perlin"},
            "position": {"type": "input/position"},
            "switch": {"type": "blend/switch", "inputs": {
              "a": {"node": "noise"}, "b": {"node": "position", "output": "x"}, "index": {"parameter": "variant"}
            }}
          },
          "outputs": {"value": {"node": "switch"}}
        }"#;
        let (program, _) = lowered(document, 1);
        assert_eq!(program.operations().len(), 1);
    }
}
