//! A text as the distance to its letters.

use std::sync::Arc;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_lettering::{Align, Anchor, Layout, Lettering, LetteringFunction, LetteringOutput, MAX_LENGTH};

use crate::parts::distances::signed_distance;
use crate::parts::lattices::random;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Text", lower)
        .describe(
            "A text in one or more lines, as the distance to its letters: `shape/mask` fills, outlines, engraves or \
             embosses them. The letters are those of a plain technical lettering, drawn with strokes of one thickness \
             with round ends. The text is flat and goes on along z without end; `shape/extrude` makes it solid. Use it \
             for labels, signs, dials, nameplates, book spines and gravestones.",
        )
        .search(&[
            "letter", "lettering", "font", "type", "caption", "label", "sign", "engraving", "inscription", "word",
            "number", "digit", "typography", "distance", "sdf",
        ])
        .input(InputDefinition::lettering("text", "Text").describe(format!(
            "The text, at most {MAX_LENGTH} characters: ASCII, Latin letters with accents, and signs such as – € ° × ½. \
             A line feed starts a line.",
        )))
        .input(
            InputDefinition::float("size", 0.25)
                .above_0()
                .soft(0.01..=1.0)
                .step(0.01)
                .unit("units")
                .describe("The height of capital letters, between the middles of their strokes."),
        )
        .input(
            InputDefinition::float("weight", 0.14)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=0.4)
                .step(0.01)
                .describe(
                    "The thickness of the strokes as a part of the size: 0.07 is light, 0.14 regular and 0.22 bold. It \
                     may vary over the text.",
                ),
        )
        .input(spacing("letter_spacing", 0.0).soft(-0.1..=1.0).describe(
            "The space that is added between letters, as a part of the size. Bold letters and small capitals need some.",
        ))
        .input(spacing("line_spacing", 1.7).soft(1.0..=3.0).describe(
            "The distance between the baselines of lines, as a part of the size.",
        ))
        .input(InputDefinition::choice("align", &["center", "left", "right"]).describe(
            "Whether the middle, the start or the end of each line lies at the center.",
        ))
        .input(InputDefinition::choice("anchor", &["middle", "top", "baseline", "bottom"]).describe(
            "What lies at the height of the center: the middle of the text, the top of the capital letters of its first \
             line, its first baseline or its last one.",
        ))
        .input(
            InputDefinition::vector("center", [0.5, 0.5, 0.0])
                .soft(-1.0..=2.0)
                .step(0.01)
                .unit("units")
                .describe("The place of the text. Set it to 0 for a motif that another node moves to its place."),
        )
        .input(InputDefinition::seed())
        .input(InputDefinition::position());
    signed_distance::output(definition)
        .float_output("id", "A random number from 0 to 1 for the nearest letter.")
        .vector_output("center", "The middle of the nearest letter and of the height of capital letters, in units.")
        .vector_output("local", "The position from the middle of the nearest letter, in units.")
        .example(EXAMPLE)
}

/// A spacing, a part of the size.
fn spacing(name: &'static str, default: f32) -> InputDefinition {
    InputDefinition::number(name, default).hard(-Layout::MOST_SPACING..=Layout::MOST_SPACING).step(0.01)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let from_center = signed_distance::from_center(context)?;
    let (size, weight, center) = (context.float("size")?, context.float("weight")?, context.vector("center")?);
    let layout = Layout {
        text: context.text("text").to_owned(),
        letter_spacing: context.number("letter_spacing"),
        line_spacing: context.number("line_spacing"),
        align: match context.choice("align") {
            "left" => Align::Left,
            "right" => Align::Right,
            _ => Align::Center,
        },
        anchor: match context.choice("anchor") {
            "top" => Anchor::Top,
            "baseline" => Anchor::Baseline,
            "bottom" => Anchor::Bottom,
            _ => Anchor::Middle,
        },
    };
    // Texts without letters are refused when the graph is checked.
    let Ok(lettering) = Lettering::new(layout).map(Arc::new) else {
        let (float, vector) = (context.constant(0.0), Field::Vector([context.constant(0.0); 3]));
        return Ok(vec![Field::Float(float), Field::Float(float), vector, vector]);
    };
    let [x, y, z] = from_center;
    let point = [x / size, y / size];
    let output = |output| context.lettering(LetteringFunction { lettering: lettering.clone(), output }, point);
    let distance = (output(LetteringOutput::Distance) - weight * 0.5) * size;
    let zero = context.constant(0.0);
    let id = random::of_piece(context, [output(LetteringOutput::Letter), zero, zero], 0);
    let middle = [output(LetteringOutput::CenterX) * size, output(LetteringOutput::CenterY) * size];
    let of_letter = [center[0] + middle[0], center[1] + middle[1], center[2]];
    let local = [x - middle[0], y - middle[1], z];
    Ok(vec![Field::Float(distance), Field::Float(id), Field::Vector(of_letter), Field::Vector(local)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Shop sign",
  "nodes": {
    "text": {
      "type": "input/text",
      "inputs": {"text": "Toys &\nTea", "size": 0.2, "weight": 0.17, "letter_spacing": 0.06, "seed": 8}
    },
    "letters": {"type": "shape/mask", "inputs": {"distance": {"node": "text"}, "softness": 0.008}},
    "rim": {
      "type": "shape/mask",
      "inputs": {"distance": {"node": "text"}, "offset": 0.018, "softness": 0.008}
    },
    "tints": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "text", "output": "id"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#e2513a"}, {"position": 0.35, "color": "#f2b632"},
            {"position": 0.7, "color": "#4fa36b"}, {"position": 1, "color": "#3b7fc4"}
          ],
          "space": "srgb"
        }
      }
    },
    "board": {
      "type": "blend/mix",
      "inputs": {"a": "#f5ead2", "b": "#26304a", "factor": {"node": "rim"}}
    },
    "sign": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "board"}, "b": {"node": "tints"}, "factor": {"node": "letters"}}
    }
  },
  "outputs": {"color": {"node": "sign"}}
}"##;

#[cfg(test)]
mod tests {
    use travertine_graph::graph::load;
    use travertine_noise::Interval;

    use crate::checks::evaluate::{lowered, named_at, value_at};

    fn close(found: f32, expected: f32) {
        assert!((found - expected).abs() < 1e-5, "{found} instead of {expected}");
    }

    #[test]
    fn distances_follow_size_weight_and_center() {
        let at = |inputs: &str, position: [f32; 2]| {
            let inputs = format!(r#"{{"text": "I", {inputs}}}"#);
            value_at("input/text", &inputs, [position[0], position[1], 7.0, 0.0])[0]
        };
        // The stem of an I is as high as the size, around the center.
        close(at(r#""size": 0.4, "weight": 0.1"#, [0.8, 0.5]), 0.28);
        close(at(r#""size": 0.4, "weight": 0.1"#, [0.5, 0.2]), 0.08);
        close(at(r#""size": 0.4, "weight": 0"#, [0.5, 0.31]), 0.0);
        close(at(r#""size": 0.4, "weight": 0.1, "center": [2, 1, 9]"#, [2.0, 0.9]), -0.02);
        close(at(r#""size": 0.4, "weight": 0, "anchor": "top""#, [0.5, 0.4]), 0.1);
        close(at(r#""size": 0.4, "weight": 0, "anchor": "baseline""#, [0.5, 0.6]), 0.1);
        close(at(r#""size": 0.4, "weight": 0, "align": "left""#, [0.5, 0.5]), 0.08);
        close(at(r#""size": 0.4, "weight": 0, "align": "right""#, [0.5, 0.5]), 0.08);
    }

    #[test]
    fn each_letter_has_its_number_its_middle_and_coordinates() {
        let at = |output: &str, position: [f32; 2]| {
            let inputs = r#"{"text": "HI\nO", "size": 0.1, "align": "left", "anchor": "top", "center": 0}"#;
            named_at("input/text", output, inputs, [position[0], position[1], 0.5, 0.0])
        };
        let places = [[0.02, 0.03], [0.12, 0.03], [0.03, 0.2]];
        let ids: Vec<f32> = places.iter().map(|place| at("id", *place)[0]).collect();
        assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], "{ids:?}");
        assert_eq!(at("id", [0.08, 0.06])[0], ids[0], "the right stem of the H is of the same letter");
        // Advances of 1, 0.4 and 0.94 heights, and lines 1.7 heights apart.
        for (place, middle) in places.iter().zip([[0.05, 0.05], [0.12, 0.05], [0.047, 0.22]]) {
            let (center, local) = (at("center", *place), at("local", *place));
            for axis in 0..2 {
                close(center[axis], middle[axis]);
                close(local[axis], place[axis] - middle[axis]);
            }
            assert_eq!((center[2], local[2]), (0.0, 0.5));
        }
    }

    fn document(text: &str, parameter: &str) -> String {
        format!(
            r#"{{
              "format": "travertine", "version": 1,
              "parameters": {{{parameter}}},
              "nodes": {{"node": {{"type": "input/text", "inputs": {{"text": {text}}}}}}},
              "outputs": {{"value": {{"node": "node"}}}}
            }}"#
        )
    }

    #[test]
    fn texts_that_cannot_be_written_are_refused_with_their_place() {
        let error = |text: &str| {
            load(document(text, "").as_bytes(), crate::checks::evaluate::registry())
                .err()
                .map(|found| found.to_string())
        };
        assert_eq!(error(r#""Grüße\n– 12 °C""#), None);
        for (text, expected) in [
            (r#""""#, "the text has no letters"),
            (r#"" \n ""#, "the text has no letters"),
            (r#""Tea\nчай""#, "no glyph for `ч`, character 1 of line 2 of the text"),
            (r#""e\u0301""#, "no glyph for `\\u{301}`, character 2 of line 1 of the text"),
            (r#""🍵""#, "no glyph for `🍵`, character 1 of line 1 of the text"),
        ] {
            let found = error(text).unwrap();
            assert!(found.contains(expected) && found.contains("/nodes/node/inputs/text"), "{found}");
        }
        let found = error(&format!("{:?}", "x".repeat(1001))).unwrap();
        assert!(found.contains("the text has 1001 characters"), "{found}");
    }

    #[test]
    fn a_parameter_holds_the_text() {
        let parameter = |default: &str| format!(r#""label": {{"type": "text", "default": {default}}}"#);
        let given = r#"{"parameter": "label"}"#;
        let text = document(given, &parameter(r#""Gold""#));
        let (_, graph) =
            load(text.as_bytes(), crate::checks::evaluate::registry()).unwrap_or_else(|found| panic!("{found}"));
        assert!(graph.argument("label", "Silber\n925").is_ok());
        let error = graph.argument("label", "金").unwrap_err().to_string();
        assert!(error.contains("no glyph for `金`") && error.contains("/parameters/label"), "{error}");
        let error = load(document(given, &parameter(r#""金""#)).as_bytes(), crate::checks::evaluate::registry());
        let error = error.err().map(|found| found.to_string()).unwrap_or_default();
        assert!(error.contains("no glyph for `金`") && error.contains("/parameters/label/default"), "{error}");
    }

    #[test]
    fn the_range_of_the_distance_starts_within_the_strokes() {
        let text = document(r#""Range""#, "");
        let (program, _) = lowered(&text, 1);
        // Half of the default weight of the default size.
        let intervals = program.intervals(&[], [Interval::EVERYTHING; 4]);
        close(intervals[program.outputs()[0].values[0].index()].min, -0.0175);
    }
}
