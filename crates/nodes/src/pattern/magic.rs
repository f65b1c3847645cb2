//! Blender's magic texture.

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::lattices::cells;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Magic", lower)
        .describe(
            "Bright swirling colors, made of sines and cosines of each other: oil films, psychedelic posters, \
             marbled paper, plasma. After the magic texture of Blender (`svm/magic.h` of Cycles), except that a \
             value is never outside 0 to 1. It repeats with every cell and so tiles with a whole number of cells \
             per unit; Blender's scale is 1.26 times as large.",
        )
        .search(&["plasma", "psychedelic", "swirl", "rainbow", "oil", "iridescent", "sixties", "sine", "blender"])
        .input(cells::scale())
        .input(InputDefinition::integer("depth", 2).hard(0.0..=10.0).soft(0.0..=10.0).describe(
            "The number of times that a color is bent by the others: 0 is straight bands, 10 is full of swirls.",
        ))
        .input(
            InputDefinition::float("distortion", 1.0)
                .soft(0.0..=8.0)
                .step(0.01)
                .describe("The strength of each bend: 0 gives plain colors, 1 is calm, higher values are ever finer."),
        )
        .input(InputDefinition::position())
        .float_output("value", "The mean of the channels, from 0 to 1.")
        .color_output("color", "The opaque color, with channels from 0 to 1.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, distortion) = (cells::position(context)?, context.float("distortion")?);
    let [x, y, z] = position.vector();
    // Sums of whole turns are left out before they can lose precision.
    let turn = |turns: Expr<'a>| turns.fract() * TAU;
    let mut red = turn(x + y + z).sin();
    let mut green = turn(y - x - z).cos();
    let mut blue = -turn(z - x - y).cos();
    for step in 1..=context.integer("depth") {
        let [x, y, z] = [red, green, blue].map(|channel| channel * distortion);
        match step {
            1 => green = -(x - y + z).cos(),
            2 => red = (x - y - z).cos(),
            3 => blue = (-x - y - z).sin(),
            4 => red = -(y - x - z).cos(),
            5 => green = -(y - x + z).sin(),
            6 => green = -(y - x + z).cos(),
            7 => red = (x + y + z).cos(),
            8 => blue = (x + y - z).sin(),
            9 => red = -(z - x - y).cos(),
            _ => green = -(x - y + z).sin(),
        }
    }
    let [red, green, blue] = [red, green, blue].map(|channel| 0.5 - channel * 0.5);
    let value = (red + green + blue) * (1.0 / 3.0);
    Ok(vec![value.min(1.0).into(), [red, green, blue, context.constant(1.0)].into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Oil on water",
  "nodes": {
    "magic": {"type": "pattern/magic", "inputs": {"scale": 2, "depth": 5, "distortion": 1.8}}
  },
  "outputs": {"color": {"node": "magic", "output": "color"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use std::f64::consts::TAU;

    use crate::checks::evaluate::{named_at, value_at};

    /// Blender's formula in double precision, with the coordinates in cells.
    fn magic([x, y, z]: [f64; 3], depth: u32, distortion: f64) -> [f64; 3] {
        let (x, y, z) = (x * TAU, y * TAU, z * TAU);
        let (mut a, mut b, mut c) = ((x + y + z).sin(), (-x + y - z).cos(), -(-x - y + z).cos());
        if depth == 0 {
            return [0.5 - a / 2.0, 0.5 - b / 2.0, 0.5 - c / 2.0];
        }
        (a, b, c) = (a * distortion, b * distortion, c * distortion);
        for step in 1..=depth {
            match step {
                1 => b = -(a - b + c).cos() * distortion,
                2 => a = (a - b - c).cos() * distortion,
                3 => c = (-a - b - c).sin() * distortion,
                4 => a = -(-a + b - c).cos() * distortion,
                5 => b = -(-a + b + c).sin() * distortion,
                6 => b = -(-a + b + c).cos() * distortion,
                7 => a = (a + b + c).cos() * distortion,
                8 => c = (a + b - c).sin() * distortion,
                9 => a = -(-a - b + c).cos() * distortion,
                _ => b = -(a - b + c).sin() * distortion,
            }
        }
        [a, b, c].map(|channel| 0.5 - channel / (2.0 * distortion))
    }

    #[test]
    fn colors_are_those_of_blender() {
        for depth in 0..=10 {
            for step in 0..30 {
                let at = [0.37, -0.21, 0.53].map(|part: f32| part * step as f32);
                let inputs = format!(r#"{{"scale": 0.5, "depth": {depth}, "distortion": 1.5}}"#);
                let found = named_at("pattern/magic", "color", &inputs, [at[0], at[1], at[2], 0.0]);
                let expected = magic(at.map(|part| f64::from(part) * 0.5), depth, 1.5);
                for (found, expected) in found.iter().zip(expected) {
                    assert!((f64::from(*found) - expected).abs() < 1e-3, "{depth}: {found}, not {expected}");
                }
                let mean = value_at("pattern/magic", &inputs, [at[0], at[1], at[2], 0.0])[0];
                assert!((mean - found[..3].iter().sum::<f32>() / 3.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn it_repeats_with_every_cell() {
        let at = |x: f32, y: f32, z: f32| value_at("pattern/magic", r#"{"scale": 2, "depth": 7}"#, [x, y, z, 0.0]);
        for step in 0..20 {
            let (x, y, z) = (step as f32 / 32.0, step as f32 * 3.0 / 64.0, step as f32 / 8.0);
            assert_eq!(at(x, y, z), at(x + 0.5, y, z));
            assert_eq!(at(x, y, z), at(x, y - 1.5, z + 7.0));
        }
    }
}
