//! One color over another.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Blend colors", lower)
        .describe(
            "Lays one color over another with a blend mode, as in drawing programs. Where both colors are \
             transparent, the result is transparent. The modes work on linear light; modes that lighten or \
             darken by inverting expect colors from 0 to 1. Formulas and alpha follow W3C, \"Compositing \
             and Blending Level 1\".",
        )
        .search(&[
            "layer",
            "composite",
            "multiply",
            "screen",
            "overlay",
            "soft light",
            "dodge",
            "burn",
            "photoshop",
            "over",
            "mix color",
            "dissolve",
            "premultiply",
        ])
        .input(InputDefinition::color("base", [0.0, 0.0, 0.0, 1.0]).soft(0.0..=1.0).describe("The lower color."))
        .input(InputDefinition::color("blend", [1.0; 4]).soft(0.0..=1.0).describe("The upper color."))
        .input(InputDefinition::choice("mode", MODES).describe("The blend mode, which combines the two colors."))
        .input(
            InputDefinition::fraction("opacity", 1.0)
                .describe("The opacity of the upper color, multiplied by its alpha: 0 hides it, 1 shows it fully."),
        )
        .color_output("color", "The combined color.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let mode = context.choice("mode");
    let [red, green, blue, base_alpha] = context.color("base")?;
    let [over_red, over_green, over_blue, over_alpha] = context.color("blend")?;
    let base_alpha = base_alpha.clamp01();
    let over_alpha = (over_alpha * context.float("opacity")?).clamp01();
    let alpha = 1.0 - (1.0 - base_alpha) * (1.0 - over_alpha);
    let weight = over_alpha / alpha;
    // Above a transparent color the upper color is used without blending.
    let channel = |base: Expr<'a>, over: Expr<'a>| base.mix(over.mix(blended(mode, base, over), base_alpha), weight);
    let color = [channel(red, over_red), channel(green, over_green), channel(blue, over_blue), alpha];
    Ok(vec![Field::Color(color)])
}

const MODES: &[&str] = &[
    "normal",
    "multiply",
    "screen",
    "overlay",
    "soft-light",
    "hard-light",
    "difference",
    "exclusion",
    "darken",
    "lighten",
    "color-dodge",
    "color-burn",
    "add",
    "subtract",
    "divide",
];

/// Blends two opaque channels, the base b and the blend s.
fn blended<'a>(mode: &str, b: Expr<'a>, s: Expr<'a>) -> Expr<'a> {
    match mode {
        "multiply" => b * s,
        "screen" => screen(b, s),
        "overlay" => hard_light(s, b),
        "hard-light" => hard_light(b, s),
        "soft-light" => soft_light(b, s),
        "difference" => (b - s).abs(),
        "exclusion" => b + s - b * s * 2.0,
        "darken" => b.min(s),
        "lighten" => b.max(s),
        "color-dodge" => clamped_ratio(b, 1.0 - s),
        "color-burn" => 1.0 - clamped_ratio(1.0 - b, s),
        "add" => b + s,
        "subtract" => b - s,
        "divide" => b / s,
        _ => s,
    }
}

fn screen<'a>(b: Expr<'a>, s: Expr<'a>) -> Expr<'a> {
    b + s - b * s
}

/// Multiplies by dark colors and screens with light ones.
fn hard_light<'a>(b: Expr<'a>, s: Expr<'a>) -> Expr<'a> {
    let twice = s * 2.0;
    (s - 0.5).select(screen(b, twice - 1.0), b * twice)
}

fn soft_light<'a>(b: Expr<'a>, s: Expr<'a>) -> Expr<'a> {
    let lifted = (b - 0.25).select(b.sqrt(), ((b * 16.0 - 12.0) * b + 4.0) * b);
    let twice = s * 2.0 - 1.0;
    b + twice * twice.select(lifted - b, b - b * b)
}

/// min(amount / among, 1); 1 for a positive amount among 0 or less, and 0 for an amount of 0 or less.
fn clamped_ratio<'a>(amount: Expr<'a>, among: Expr<'a>) -> Expr<'a> {
    amount.select(among.select((amount / among).min(1.0), 1.0), 0.0)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Rings over stone, as an overlay",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2, "seed": 27}},
    "stone": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "noise"},
        "ramp": {
          "stops": [
            {"position": 0, "color": [0.1, 0.05, 0.3, 1]},
            {"position": 0.05, "color": [0.9, 0.5, 0.2, 1]}
          ],
          "interpolation": "step"
        }
      }
    },
    "rings": {"type": "pattern/rings", "inputs": {"frequency": 3, "profile": "sine"}},
    "blend": {
      "type": "blend/color",
      "inputs": {
        "base": {"node": "stone", "output": "color"},
        "blend": {"node": "rings", "output": "value"},
        "mode": "overlay"
      }
    }
  },
  "outputs": {"color": {"node": "blend"}}
}"#;

#[cfg(test)]
mod tests {
    use super::MODES;
    use crate::checks::evaluate::value;

    fn blend(mode: &str, base: f32, over: f32) -> f32 {
        let inputs = format!(r#"{{"mode": "{mode}", "base": {base}, "blend": {over}}}"#);
        value("blend/color", &inputs)[0]
    }

    #[test]
    fn modes_at_known_values() {
        let expected = [0.8, 0.2, 0.85, 0.4, 0.4, 0.7, 0.55, 0.65, 0.25, 0.8, 1.0, 0.0625, 1.05, -0.55, 0.3125];
        for (mode, expected) in MODES.iter().zip(expected) {
            let found = blend(mode, 0.25, 0.8);
            assert!((found - expected).abs() < 1e-6, "{mode}: {found}, expected {expected}");
        }
        assert_eq!([blend("color-dodge", 0.0, 1.0), blend("color-dodge", 0.5, 1.0)], [0.0, 1.0]);
        assert_eq!([blend("color-burn", 1.0, 0.0), blend("color-burn", 0.5, 0.0)], [1.0, 0.0]);
    }

    #[test]
    fn alpha_follows_the_source_over_operator() {
        let over = |base: &str, over: &str, opacity: f32| {
            let inputs = format!(r#"{{"mode": "multiply", "base": {base}, "blend": {over}, "opacity": {opacity}}}"#);
            value("blend/color", &inputs)
        };
        assert_eq!(over("[0.5, 0.5, 0.5, 1]", "[0, 1, 0, 1]", 0.0), [0.5, 0.5, 0.5, 1.0]);
        assert_eq!(over("[0.5, 0.5, 0.5, 1]", "[0, 1, 0, 0.5]", 0.5), [0.375, 0.5, 0.375, 1.0]);
        assert_eq!(over("[0.5, 0.5, 0.5, 0]", "[0, 1, 0, 0.5]", 1.0), [0.0, 1.0, 0.0, 0.5]);
        assert_eq!(over("[0.5, 0.5, 0.5, 0]", "[0, 1, 0, 0]", 1.0), [0.5, 0.5, 0.5, 0.0]);
    }
}
