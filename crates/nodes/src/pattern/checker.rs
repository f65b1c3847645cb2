//! Squares of two colors.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::lattices::cells;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Checker", lower)
        .describe(
            "A chequerboard: squares, cubes in three dimensions, and cubes that change with time in four. Along z \
             and time the origin is the middle of a cube, so that pictures at z = 0 cut no cube at its border. \
             Mix two colors or two textures by its value, or multiply it into a height. For squares with \
             joints and numbers, see `pattern/tiles`.",
        )
        .search(&[
            "checkerboard",
            "chequerboard",
            "chess",
            "squares",
            "tiles",
            "cubes",
            "alternate",
            "gingham",
            "floor",
            "uv test",
        ])
        .input(InputDefinition::vector("size", [0.125; 3]).soft(0.01..=1.0).step(0.005).unit("units").describe(
            "The size of a square along x, y and z. With a size of 0 the pattern is constant along the \
                     axis. Along time a cube always lasts one unit.",
        ))
        .input(
            InputDefinition::fraction("softness", 0.0).describe(
                "The part of a square over which it fades into its neighbors: 0 is hard, 1 gives soft waves.",
            ),
        )
        .input(cells::dimensions(1))
        .input(InputDefinition::position())
        .float_output(
            "value",
            "1 in the square between the origin and its diagonal neighbor and in every second one, 0 in the \
             others, and 0.5 between them.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.input_position()?;
    let (size, softness) = (context.vector("size")?, context.float("softness")?.clamp01());
    let [x, y, z] = [0, 1, 2].map(|axis: usize| (position.vector()[axis] / size[axis], size[axis].abs()));
    let one = context.constant(1.0);
    let axes = [x, y, (z.0 + 0.5, z.1), (position.time + 0.5, one)];
    let (mut count, mut weight) = (context.constant(0.0), one);
    for &(place, size) in &axes[..context.integer("dimensions") as usize] {
        count = count + place.floor();
        // From 0 at the border to 1 in the middle of a square.
        let depth = 1.0 - (place.fract() * 2.0 - 1.0).abs();
        let width = match position.footprint {
            Some(footprint) => softness.max(footprint / size),
            None => softness,
        };
        if !width.is_constant(0.0) {
            let soft = (depth / width * 0.5 + 0.5).smoothstep() * 2.0 - 1.0;
            weight = weight * width.select(size.select(soft, 1.0), 1.0);
        }
    }
    // 1 for even counts and 0 for odd ones, which stay distinct up to 2^24.
    let even = 1.0 - count.modulo(2.0);
    Ok(vec![(0.5 + (even - 0.5) * weight).into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A floor of marble and slate",
  "nodes": {
    "board": {"type": "pattern/checker", "inputs": {"size": [0.25, 0.25, 0.25], "softness": 0.01}},
    "noise": {"type": "noise/perlin", "inputs": {"scale": 5, "octaves": 5, "min": 0, "max": 1, "seed": 8}},
    "light": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "noise"},
        "ramp": {
          "stops": [
            {"position": 0.3, "color": "#a49a8c"},
            {"position": 0.5, "color": "#ede6da"},
            {"position": 0.7, "color": "#f7f3ec"}
          ]
        }
      }
    },
    "dark": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "noise"},
        "ramp": {
          "stops": [
            {"position": 0.3, "color": "#16211f"},
            {"position": 0.5, "color": "#2c3f3b"},
            {"position": 0.7, "color": "#4d6a62"}
          ]
        }
      }
    },
    "floor": {
      "type": "blend/mix",
      "inputs": {
        "a": {"node": "dark", "output": "color"}, "b": {"node": "light", "output": "color"},
        "factor": {"node": "board"}
      }
    }
  },
  "outputs": {"color": {"node": "floor"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value_at;

    fn checker(inputs: &str, position: [f32; 4]) -> f32 {
        value_at("pattern/checker", &format!("{{{inputs}}}"), position)[0]
    }

    #[test]
    fn squares_alternate_along_each_axis_that_counts() {
        let size = [0.25, 0.5, 0.75];
        for dimensions in 1..=4 {
            let inputs = format!(r#""size": [0.25, 0.5, 0.75], "dimensions": {dimensions}"#);
            for step in 0..200 {
                let at = [0.37, -0.21, 0.53, 0.71].map(|part: f32| part * step as f32);
                let half = [0.0, 0.0, 0.5, 0.5];
                let index = |axis: usize| {
                    let size = if axis == 3 { 1.0 } else { size[axis] };
                    (at[axis] / size + half[axis]).floor() as i64
                };
                let odd = (0..dimensions).map(index).sum::<i64>().rem_euclid(2) == 1;
                assert_eq!(checker(&inputs, at), if odd { 0.0 } else { 1.0 }, "{dimensions}D at {at:?}");
            }
        }
    }

    #[test]
    fn a_soft_checker_is_half_between_squares_and_keeps_their_middles() {
        let inputs = |softness: f32| format!(r#""size": [1, 1, 1], "dimensions": 2, "softness": {softness}"#);
        for softness in [0.1, 0.5, 1.0] {
            let at = |x: f32, y: f32| checker(&inputs(softness), [x, y, 0.0, 0.0]);
            assert_eq!([at(0.0, 0.3), at(2.7, 1.0), at(-3.0, -5.0)], [0.5; 3]);
            assert_eq!([at(0.5, 0.5), at(1.5, 0.5), at(1.5, -0.5)], [1.0, 0.0, 1.0]);
            for step in 1..40 {
                let part = step as f32 / 40.0;
                assert!((at(0.5, part) + at(0.5, part + 1.0) - 1.0).abs() < 1e-6, "opposites");
                let fade = (part.min(1.0 - part) * 2.0 / softness).min(1.0) * 0.5 + 0.5;
                assert!((at(0.5, part) - fade * fade * (3.0 - 2.0 * fade)).abs() < 1e-6);
            }
        }
        let (hard, soft) = (inputs(0.0), inputs(1e-6));
        for step in 0..50 {
            let position = [0.317 + 0.37 * step as f32, -0.21 * step as f32 + 0.053, 0.0, 0.0];
            assert_eq!(checker(&hard, position), checker(&soft, position));
        }
    }

    #[test]
    fn a_size_of_0_is_constant_along_its_axis() {
        for y in [-3.3, 0.0, 7.1] {
            let inputs = r#""size": [1, 0, 1], "dimensions": 2, "softness": 0.4"#;
            assert_eq!([checker(inputs, [0.5, y, 0.0, 0.0]), checker(inputs, [1.5, y, 0.0, 0.0])], [1.0, 0.0]);
        }
    }
}
