//! Spirals around an axis.

use std::f32::consts::FRAC_1_PI;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::waveform;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Spiral", lower)
        .describe(
            "Spiral arms around an axis through the origin: snail shells, galaxies, lollipops, fans, and, with \
             a rise along the axis, screws, horns and barber's poles. The arms of an Archimedean spiral keep \
             their distance; those of a logarithmic spiral grow with the distance from the axis, and look the \
             same at every size. The rise makes it solid, as the spirals of POV-Ray are.",
        )
        .search(&[
            "swirl",
            "helix",
            "screw",
            "galaxy",
            "snail",
            "shell",
            "horn",
            "vortex",
            "candy",
            "archimedes",
            "logarithmic",
            "fan",
            "barber",
        ])
        .input(
            InputDefinition::choice("kind", &["archimedean", "logarithmic"]).describe(
                "The growth of the arms: equal widths, or widths in proportion to the distance from the axis.",
            ),
        )
        .input(
            InputDefinition::choice("axis", &["x", "y", "z"])
                .default_choice("z")
                .describe("The axis in the center. z points away from the viewer and shows spirals."),
        )
        .input(InputDefinition::integer("arms", 1).hard(-64.0..=64.0).soft(-8.0..=8.0).describe(
            "The number of arms. They turn clockwise on their way out, or the other way if it is negative; 0 \
             gives rings.",
        ))
        .input(InputDefinition::float("frequency", 6.0).soft(0.0..=32.0).step(0.1).unit("arms per unit").describe(
            "The number of arms crossed per unit of distance from the axis; for a logarithmic spiral, \
                     each time that the distance doubles. 0 gives straight rays.",
        ))
        .input(
            InputDefinition::float("rise", 0.0)
                .soft(-16.0..=16.0)
                .step(0.1)
                .unit("arms per unit")
                .describe("The number of arms crossed per unit along the axis: more than 0 gives a screw."),
        )
        .input(waveform::phase())
        .input(waveform::profile())
        .input(InputDefinition::position())
        .float_output("value", "The wave across the arms, from 0 to 1.")
        .float_output("distance", "The distance to the axis, in units.")
        .float_output("angle", "The angle around the axis, from 0 to 1 turn, clockwise from the first other axis.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [x, y, z] = context.vector("position")?;
    let (a, b, along) = match context.choice("axis") {
        "x" => (y, z, x),
        "y" => (z, x, y),
        _ => (x, y, z),
    };
    let distance = (a * a + b * b).sqrt();
    let angle = b.atan2(a) * (0.5 * FRAC_1_PI);
    let growth = if context.choice("kind") == "logarithmic" { distance.log2() } else { distance };
    let rise = context.float("rise")?;
    let mut turns = growth * context.float("frequency")? + context.float("phase")?;
    if !rise.is_constant(0.0) {
        turns = turns + along * rise;
    }
    if context.integer("arms") != 0 {
        turns = turns - angle * context.integer("arms") as f32;
    }
    Ok(vec![waveform::at(context, turns).into(), distance.into(), angle.fract().into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Lollipop",
  "nodes": {
    "spiral": {
      "type": "pattern/spiral",
      "inputs": {"kind": "logarithmic", "arms": 6, "frequency": 2.5}
    },
    "candy": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "spiral"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#d7263d"},
            {"position": 0.3, "color": "#f46036"},
            {"position": 0.34, "color": "#fff4e6"},
            {"position": 0.62, "color": "#fff4e6"},
            {"position": 0.66, "color": "#2e86ab"},
            {"position": 0.96, "color": "#1b4965"},
            {"position": 1, "color": "#d7263d"}
          ]
        }
      }
    },
    "centered": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "candy", "output": "color"}, "translate": [0.5, 0.5, 0]}
    }
  },
  "outputs": {"color": {"node": "centered"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::evaluate::value_at;

    fn spiral(inputs: &str, position: [f32; 3]) -> f32 {
        let [x, y, z] = position;
        value_at("pattern/spiral", &format!("{{{inputs}}}"), [x, y, z, 0.0])[0]
    }

    /// The difference of two waves on a circle of one turn.
    fn apart(a: f32, b: f32) -> f32 {
        let difference = (a - b).abs();
        difference.min(1.0 - difference)
    }

    #[test]
    fn an_arm_is_met_again_after_a_turn_and_a_step_outward() {
        for (kind, grown) in [("archimedean", 0.5 + 1.0 / 4.0), ("logarithmic", 0.5 * 2.0f32.powf(0.25))] {
            for arms in [-3, 1, 2] {
                let inputs = format!(r#""kind": "{kind}", "arms": {arms}, "frequency": 4"#);
                for step in 0..40 {
                    let angle = step as f32 * 0.41;
                    let at =
                        |radius: f32, angle: f32| spiral(&inputs, [radius * angle.cos(), radius * angle.sin(), 3.0]);
                    assert!(apart(at(0.5, angle), at(grown, angle)) < 1e-5, "{kind}: one arm outward");
                    let next = angle + std::f32::consts::TAU / arms as f32;
                    assert!(apart(at(0.5, angle), at(0.5, next)) < 1e-5, "{kind}: one arm around");
                    // Half an arm outward is half an arm around, in the direction of the arms.
                    let out = 0.5 + (grown - 0.5) * 0.5;
                    let (out, by) = if kind == "archimedean" { (out, 0.5) } else { (out, 4.0 * (out / 0.5).log2()) };
                    let around = angle + by * std::f32::consts::TAU / arms as f32;
                    assert!(apart(at(0.5, angle), at(out, around)) < 1e-5, "{kind}: along an arm");
                }
            }
        }
    }

    #[test]
    fn a_rise_makes_a_screw_around_any_axis() {
        for (axis, [a, b, along]) in [("x", [1, 2, 0]), ("y", [2, 0, 1]), ("z", [0, 1, 2])] {
            let at = |angle: f32, height: f32| {
                let mut position = [0.0; 3];
                (position[a], position[b], position[along]) = (angle.cos(), angle.sin(), height);
                let inputs = format!(r#""axis": "{axis}", "arms": 2, "frequency": 1, "rise": 5"#);
                spiral(&inputs, position)
            };
            assert!(apart(at(0.3, 0.0), at(0.3, 0.2)) < 1e-5);
            assert!(apart(at(0.3, 0.0), at(0.3 + 0.25 * std::f32::consts::TAU, 0.1)) < 1e-5);
        }
    }
}
