//! A quilt of stitched pads.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};

use travertine_program::Expr;

use crate::parts::lattices::random;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Quilted", lower)
        .describe(
            "Stuffed pads between seams, as a height: quilts, upholstery, padded leather, mattresses, \
             quilted jackets, waffles, patchwork. In a diamond pattern the seams run at a slant. The idea is \
             that of POV-Ray's quilted pattern by Dan Farmer and Chris Young; the profile is another one.",
        )
        .search(&[
            "quilt",
            "padding",
            "cushion",
            "upholstery",
            "chesterfield",
            "tufted",
            "leather",
            "mattress",
            "pillow",
            "patchwork",
            "waffle",
            "diamonds",
            "puffy",
        ])
        .input(
            InputDefinition::vector("size", [0.25; 3])
                .soft(0.01..=1.0)
                .step(0.005)
                .unit("units")
                .describe("The width and the height of a pad; z is not used."),
        )
        .input(
            InputDefinition::choice("stitch", &["diamond", "square"])
                .describe("The seams: at a slant, which gives pads that stand on a corner, or along the axes."),
        )
        .input(
            InputDefinition::fraction("fullness", 0.5)
                .describe("The stuffing: 0 gives gentle waves, 1 tight pads with deep seams."),
        )
        .input(InputDefinition::fraction("tufting", 0.0).describe(
            "How far the seams rise between the corners of the pads: at 0 they are equally deep, at 1 only the \
             corners are, as if buttons held them.",
        ))
        .input(
            InputDefinition::float("joint", 0.0)
                .soft(0.0..=0.1)
                .step(0.001)
                .unit("units")
                .describe("The width of the flat seam between two pads."),
        )
        .input(InputDefinition::seed())
        .input(InputDefinition::position())
        .input(random::period())
        .float_output("value", "The height: 1 in the middle of a pad, 0 in the corners of its seams.")
        .float_output("edge", "The distance to the middle of the nearest seam, in units.")
        .float_output("id", "A random number from 0 to 1 for the pad.")
        .vector_output("center", "The middle of the pad, in units; z is that of the position.")
        .vector_output("local", "The position from the middle of the pad, in units; z is 0.")
        .float_output("column", "The number of the pad in its row.")
        .float_output("row", "The number of the row, of which there are two for each height in the diamond pattern.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.input_position()?;
    let [width, height, _] = context.vector("size")?.map(|size| size.abs());
    let (x, y) = (position.x / width, position.y / height);
    let is_diamond = context.choice("stitch") == "diamond";
    let (a, b) = if is_diamond { (x + y, x - y) } else { (x, y) };
    // The distance between two seams of the same direction.
    let (across, down) = if is_diamond {
        let span = width * height / (width * width + height * height).sqrt();
        (span, span)
    } else {
        (width, height)
    };
    let joint = context.float("joint")?.max(0.0) * 0.5;
    let pad = |place: Expr<'a>, span: Expr<'a>| {
        let away = (0.5 - (place.fract() - 0.5).abs()) * span;
        let part = ((away - joint) / (span * 0.5 - joint)).clamp01();
        (away, part * (2.0 - part))
    };
    let ((edge, across), (other_edge, down)) = (pad(a, across), pad(b, down));
    let (product, mean) = (across * down, (across + down) * 0.5);
    let flat = product.mix(mean, context.float("tufting")?.clamp01());
    let value = flat.mix(flat.sqrt(), context.float("fullness")?.clamp01());

    let (i, j, none) = (a.floor(), b.floor(), context.constant(0.0));
    let period = context.vector("period")?;
    let (index, period) = if is_diamond {
        // A step by a width changes both.
        ([i + j, i - j, none], period.map(|period| period * 2.0))
    } else {
        ([i, j, none], period)
    };
    // In the diamond pattern, odd rows are shifted by half a pad.
    let (column, row) = if is_diamond { ((index[0] * 0.5).floor(), index[1]) } else { (i, j) };
    let id = random::of_cell(context, random::within(index, period), 2, context.seed("seed"), 0);
    let (i, j) = (i + 0.5, j + 0.5);
    let [x, y] = if is_diamond { [(i + j) * width * 0.5, (i - j) * height * 0.5] } else { [i * width, j * height] };
    Ok(vec![
        value.into(),
        edge.min(other_edge).into(),
        id.into(),
        [x, y, position.z].into(),
        [position.x - x, position.y - y, none].into(),
        column.into(),
        row.into(),
    ])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Upholstery",
  "nodes": {
    "pads": {
      "type": "pattern/quilted",
      "inputs": {"size": [0.25, 0.3333333, 0.25], "fullness": 0.8, "tufting": 0.25}
    },
    "normal": {
      "type": "filter/slope",
      "inputs": {"height": {"node": "pads"}, "strength": 0.06, "distance": 0.004}
    },
    "light": {
      "type": "math/formula",
      "inputs": {
        "formula": "0.62 - 0.5*a*sin(tau*b + 0.9)*1.2",
        "a": {"node": "normal", "output": "steepness"}, "b": {"node": "normal", "output": "direction"}
      }
    },
    "leather": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "light"},
        "ramp": {
          "stops": [
            {"position": 0.2, "color": "#1f0605"},
            {"position": 0.6, "color": "#7a1f17"},
            {"position": 0.85, "color": "#c9694f"},
            {"position": 1, "color": "#ffd9c2"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "leather", "output": "color"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::evaluate::named_at;

    fn output(name: &str, inputs: &str, [x, y]: [f32; 2]) -> Vec<f32> {
        named_at("pattern/quilted", name, &format!("{{{inputs}}}"), [x, y, 0.0, 0.0])
    }

    const STITCHES: [&str; 2] = ["diamond", "square"];

    /// The distance to the nearest seam, by the seams around the position in double precision.
    fn nearest_seam(stitch: &str, [width, height]: [f64; 2], [x, y]: [f64; 2]) -> f64 {
        let mut nearest = f64::MAX;
        for number in -60..60 {
            let number = f64::from(number);
            let lines = match stitch {
                // x/w ± y/h = n
                "diamond" => [[1.0 / width, 1.0 / height], [1.0 / width, -1.0 / height]],
                _ => [[1.0 / width, 0.0], [0.0, 1.0 / height]],
            };
            for [a, b] in lines {
                nearest = nearest.min((a * x + b * y - number).abs() / a.hypot(b));
            }
        }
        nearest
    }

    #[test]
    fn edges_are_distances_to_seams_and_heights_vanish_there() {
        for stitch in STITCHES {
            let inputs = format!(r#""stitch": "{stitch}", "size": [0.5, 0.75, 1]"#);
            for step in 0..200 {
                let at = [0.037 * step as f32 - 2.0, 0.021 * step as f32 - 1.0];
                let expected = nearest_seam(stitch, [0.5, 0.75], at.map(f64::from));
                let edge = f64::from(output("edge", &inputs, at)[0]);
                assert!((edge - expected).abs() < 1e-5, "{stitch} at {at:?}: {edge}, not {expected}");
                let value = output("value", &format!(r#"{inputs}, "joint": 0.1"#), at)[0];
                assert_eq!(value == 0.0, expected <= 0.05, "{stitch} at {at:?}");
            }
        }
    }

    #[test]
    fn pads_have_a_middle_a_number_and_a_height_of_1() {
        for stitch in STITCHES {
            let inputs = format!(r#""stitch": "{stitch}", "size": [0.5, 0.25, 1], "seed": 4"#);
            for step in 0..100 {
                let at = [0.37 * step as f32 - 9.0, 0.21 * step as f32 - 7.0];
                let center = output("center", &inputs, at);
                let middle = [center[0], center[1]];
                assert_eq!(output("center", &inputs, middle), center);
                assert_eq!(output("id", &inputs, middle), output("id", &inputs, at));
                assert_eq!(output("value", &inputs, middle), [1.0]);
                let local = output("local", &inputs, at);
                assert_eq!([local[0], local[1]], [at[0] - center[0], at[1] - center[1]]);
            }
        }
    }

    #[test]
    fn rows_count_pads_from_the_left_and_from_the_top() {
        for step in 0..100 {
            let at = [0.37 * step as f32 - 9.0, 0.21 * step as f32 - 7.0];
            for stitch in STITCHES {
                let inputs = format!(r#""stitch": "{stitch}", "size": [0.5, 0.25, 1]"#);
                let [column, row] = ["column", "row"].map(|name| output(name, &inputs, at)[0]);
                let middle = if stitch == "square" {
                    [(column + 0.5) * 0.5, (row + 0.5) * 0.25]
                } else {
                    let shift = if row % 2.0 == 0.0 { 0.5 } else { 1.0 };
                    [(column + shift) * 0.5, row * 0.125]
                };
                assert_eq!(output("center", &inputs, at)[..2], middle, "{stitch} at {at:?}");
            }
        }
    }

    #[test]
    fn numbers_repeat_with_the_period() {
        for stitch in STITCHES {
            let inputs = format!(r#""stitch": "{stitch}", "size": [0.5, 0.25, 1], "period": [3, 5, 0]"#);
            let mut numbers = Vec::new();
            for step in 0..60 {
                let at = [37.0 * step as f32 / 64.0 - 9.0, 21.0 * step as f32 / 64.0 - 7.0];
                let id = output("id", &inputs, at);
                assert_eq!(id, output("id", &inputs, [at[0] + 1.5, at[1]]), "{stitch}");
                assert_eq!(id, output("id", &inputs, [at[0] - 3.0, at[1] + 1.25]), "{stitch}");
                numbers.push(id[0].to_bits());
            }
            numbers.sort_unstable();
            numbers.dedup();
            assert!(numbers.len() > if stitch == "diamond" { 20 } else { 10 }, "{stitch}: {}", numbers.len());
        }
    }
}
