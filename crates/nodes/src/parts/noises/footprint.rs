//! Footprints: noise that is too fine for the spacing of samples fades to its mean.
//!
//! A sample represents a square as wide as the spacing of samples. The best estimate of the mean over that square is
//! the noise at its center times a weight, which falls from 1 where cells are large to 0 where the square holds
//! several. By measurement the weight falls as a smoothstep, within 0.06, over the number of cells that each noise
//! states. The octaves of a sum fade one after the other, the finest first; their amplitudes still count, so that no
//! value gets brighter.
//!
//! Non-linear functions receive filtered noise; their output is not filtered. For folded octaves the difference is
//! large, so the fractals that fold request full detail.
//!
//! After Alan Norton, Alyn Rockwood and Philip Skolmoski, "Clamping: A Method of Antialiasing Textured Surfaces by
//! Bandwidth Limiting in Object Space", SIGGRAPH 1982.

use travertine_graph::lowering::{Field, LoweringContext, Position};
use travertine_noise::Basis;
use travertine_program::Expr;

/// A noise with mean 0 at a position in its cells, faded by the footprint: it is 0 where samples are `reach` cells
/// apart. A noise that is certain to be 0 is not built.
pub fn fade<'a>(
    context: &LoweringContext<'a>,
    position: Position<'a>,
    reach: f32,
    noise: impl FnOnce() -> Field<'a>,
) -> Field<'a> {
    let weight = |footprint: Expr<'a>| 1.0 - (footprint / reach).smoothstep();
    let Some(weight) = position.footprint.map(weight) else { return noise() };
    if weight.is_constant(0.0) {
        return Field::Float(context.constant(0.0));
    }
    noise().map(|value| value * weight)
}

/// The number of cells between samples where a lattice noise fades out.
pub fn lattice_reach(basis: Basis) -> f32 {
    match basis {
        Basis::Gradient => 2.0,
        Basis::Value => 3.0,
    }
}

/// Whether a field has faded completely: its detail depends on the samples, and it is the constant 0.
pub fn is_gone(field: Field, position: Position) -> bool {
    position.footprint.is_some() && field.components().iter().all(|value| value.is_constant(0.0))
}

#[cfg(test)]
mod tests {
    use travertine_noise::interpolant::smoothstep;

    use crate::checks::evaluate::{moved, scattered, spaced_outputs};

    /// A noise with cells of the given scale, moved by a node, where samples are `spacing` apart.
    fn noise(node: &str, inputs: &str, scale: f32, spacing: Option<f32>, [x, y, z]: [f32; 3]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "noise": {{"type": "noise/perlin", "inputs": {{"scale": {scale}}}}},
                "node": {{"type": "{node}", "inputs": {{"value": {{"node": "noise"}}, {inputs}}}}}
              }},
              "outputs": {{"value": {{"node": "node"}}}}
            }}"#
        );
        spaced_outputs(&document, 1, spacing)([x, y, z, 0.0])[0]
    }

    /// The footprint, which the fading of a noise shows, is the distance to where neighboring samples land.
    #[test]
    fn footprints_follow_moved_positions() {
        const SPACING: f32 = 1.0 / 1024.0;
        for (node, inputs) in [
            ("domain/transform", r#""scale": [0.25, 2, 1], "rotate": [0, 0, 30]"#),
            ("domain/repeat", r#""size": [0.5, 0.25, 0]"#),
            ("domain/repeat", r#""size": [0.5, 0.25, 0], "motif": "center", "mirror": true"#),
            ("domain/turbulence", r#""amplitude": 0.5, "scale": 2"#),
            ("domain/polar", r#""repeat": 16"#),
            ("domain/polar", r#""repeat": 9, "spacing": "logarithmic""#),
            ("domain/polar", r#""repeat": 12, "kind": "spherical", "axis": "y""#),
            ("domain/mirror", r#""normal": [1, 2, 0]"#),
            ("domain/kaleidoscope", r#""count": 5"#),
            ("domain/twist", r#""turns": 1"#),
            ("domain/swirl", r#""angle": 900, "radius": 1"#),
            ("domain/bulge", r#""strength": 0.8, "radius": 1"#),
            ("domain/cells", r#""variation": 0.75, "scale": 0.5"#),
            ("domain/bend", r#""angle": 70"#),
            ("domain/project", r#""kind": "planar", "size": 0.25"#),
            ("domain/project", r#""kind": "cylindrical", "repeat": [9, 1, 1]"#),
            ("domain/project", r#""repeat": [9, 5, 1]"#),
            ("domain/project", r#""kind": "toroidal", "repeat": [9, 4, 1]"#),
            ("domain/project", r#""kind": "cubic", "size": 0.25"#),
        ] {
            let mut compared = 0;
            // Away from the lattice points of the noises, where they are 0.
            for point in scattered(60, 0.9).map(|point| point.map(|part| part + 0.000_37)) {
                let here = moved(node, inputs, point);
                let landed = [0, 1, 2].map(|axis: usize| {
                    let mut next = point;
                    next[axis] += SPACING;
                    let there = moved(node, inputs, next);
                    (0..3).map(|i| (there[i] - here[i]) * (there[i] - here[i])).sum::<f32>().sqrt()
                });
                let distance = landed.into_iter().fold(0.0, f32::max);
                // A cell as long as the distance, of which the noise fades by a half.
                let scale = 1.0 / distance;
                let [sharp, faded] = [None, Some(SPACING)].map(|spacing| noise(node, inputs, scale, spacing, point));
                if distance > 0.05 || sharp.abs() < 0.05 {
                    // A break between neighboring samples, or a noise that says nothing.
                    continue;
                }
                // Directions between the axes may be stretched up to √3 times as much.
                let weight = |reach: f32| 1.0 - smoothstep(reach * 0.5);
                let (most, least) = (weight(0.97), weight(1.76));
                let found = faded / sharp;
                assert!(least <= found && found <= most, "{node} {inputs} at {point:?}: {found}");
                compared += 1;
            }
            assert!(compared > 15, "{node} {inputs}: {compared} compared");
        }
    }
}
