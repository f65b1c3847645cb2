//! Colors on a few levels.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::math::from_oklab;
use travertine_program::Expr;

use crate::parts::arithmetic::soft_step;
use crate::parts::colors::color_space;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Posterize", lower)
        .describe(
            "Reduces colors to a few levels: screen prints, comics, maps, cut paper, camouflage. With \
             `srgb` or `linear` each channel steps by itself, which also changes hues; with `lightness` only \
             the lightness of OKLab steps, so each shade keeps its hue. Channels are limited to 0 to 1. Alpha is \
             unchanged. `math/snap` steps plain numbers; `color/dither` hides the steps.",
        )
        .search(&["quantize", "toon", "cel shading", "levels", "steps", "bit depth", "flat colors", "comic", "poster"])
        .input(InputDefinition::color("color", [0.5, 0.5, 0.5, 1.0]).soft(0.0..=1.0).describe("The color to reduce."))
        .input(
            InputDefinition::integer("levels", 4)
                .hard(2.0..=256.0)
                .soft(2.0..=16.0)
                .describe("The number of levels from black to white: 2 is hardest, 256 hardly shows."),
        )
        .input(InputDefinition::fraction("softness", 0.0).describe(
            "The part of a level that becomes a soft edge: 0 gives hard edges, 1 gives slopes without a flat part.",
        ))
        .input(
            InputDefinition::choice("space", &["srgb", "linear", "lightness"])
                .describe("What steps: the channels as they are seen, the channels as light, or the lightness."),
        )
        .color_output("color", "The reduced color.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [red, green, blue, alpha] = context.color("color")?;
    let (levels, softness) = (context.integer("levels") as f32, context.float("softness")?);
    let step = |channel: Expr<'a>| step(channel.clamp01(), levels, softness);
    let color = [red, green, blue];
    let [red, green, blue] = match context.choice("space") {
        "srgb" => color.map(|channel| step(channel.linear_to_srgb()).srgb_to_linear()),
        "linear" => color.map(step),
        _ => {
            let [lightness, a, b] = color_space::oklab_of(color.map(Expr::clamp01));
            from_oklab([step(lightness), a, b]).map(Expr::clamp01)
        }
    };
    Ok(vec![Field::Color([red, green, blue, alpha])])
}

/// The level of a channel from 0 to 1. Levels have equal shares of the channel, the lowest is 0 and the highest 1.
fn step<'a>(channel: Expr<'a>, levels: f32, softness: Expr<'a>) -> Expr<'a> {
    let place = channel * levels - 0.5;
    let half = channel.builder().constant(0.5);
    ((place.floor() + soft_step::around(place.fract(), half, softness)) / (levels - 1.0)).clamp01()
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A screen print of dunes",
  "nodes": {
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 1.6, "octaves": 3, "persistence": 0.35, "dimensions": 2, "seed": 31}
    },
    "dunes": {
      "type": "math/formula",
      "inputs": {"formula": "y + 0.55*a + 0.12*sin(11*x + 6*a)", "a": {"node": "noise"}}
    },
    "evening": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "dunes"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#1d2f5c"},
            {"position": 0.3, "color": "#9a4a86"},
            {"position": 0.55, "color": "#f08a4b"},
            {"position": 0.8, "color": "#ffe3a0"},
            {"position": 1, "color": "#8fb8a8"}
          ],
          "space": "srgb"
        }
      }
    },
    "print": {"type": "color/posterize", "inputs": {"color": {"node": "evening"}, "levels": 5}}
  },
  "outputs": {"color": {"node": "print"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    fn print(level: f32, rest: &str) -> f32 {
        value("color/posterize", &format!(r#"{{"color": {level}, "space": "linear", {rest}}}"#))[0]
    }

    #[test]
    fn levels_have_equal_shares_and_reach_both_ends() {
        for levels in [2, 3, 4, 7, 256] {
            let count = levels as usize;
            let mut shares = vec![0; count];
            for i in 0..4 * count {
                // The middles of quarters of each level.
                let channel = (i as f32 + 0.5) / (4 * count) as f32;
                let found = print(channel, &format!(r#""levels": {levels}"#)) * (levels - 1) as f32;
                assert!((found - found.round()).abs() < 1e-4);
                shares[found.round() as usize] += 1;
            }
            assert_eq!(shares, vec![4; count], "{levels}");
        }
        assert_eq!([print(0.0, r#""levels": 3"#), print(1.0, r#""levels": 3"#)], [0.0, 1.0]);
        assert_eq!([print(-3.0, r#""levels": 3"#), print(9.0, r#""levels": 3"#)], [0.0, 1.0]);
    }

    #[test]
    fn soft_edges_are_half_way_at_the_edge_and_flat_away_from_it() {
        let soft = |level: f32| print(level, r#""levels": 4, "softness": 0.5"#);
        assert!((soft(0.5) - 0.5).abs() < 1e-6);
        assert!((soft(0.375) - 1.0 / 3.0).abs() < 1e-6);
        assert!((soft(0.625) - 2.0 / 3.0).abs() < 1e-6);
        let rising: Vec<f32> = (0..=100).map(|i| soft(i as f32 / 100.0)).collect();
        assert!(rising.is_sorted());
    }

    #[test]
    fn lightness_steps_without_a_change_of_hue() {
        let hue = |color: &str| {
            let inputs = format!(r#"{{"color": {color}, "from_space": "linear", "to_space": "oklch"}}"#);
            value("color/convert", &inputs)
        };
        let inputs = r#"{"color": [0.3, 0.2, 0.12, 0.5], "levels": 6, "space": "lightness"}"#;
        let found = value("color/posterize", inputs);
        let [before, after] = [hue("[0.3, 0.2, 0.12, 0.5]"), hue(&format!("{found:?}"))];
        assert!((after[0] * 5.0 - (after[0] * 5.0).round()).abs() < 1e-5, "{after:?}");
        assert!((before[2] - after[2]).abs() < 1e-4 && found[3] == 0.5, "{before:?} {after:?}");
    }
}
