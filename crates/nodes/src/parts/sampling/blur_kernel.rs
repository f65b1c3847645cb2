//! Kernels: fixed positions in a disc or a ball, for blurs.
//!
//! The positions lie on a spiral with the golden angle, after Helmut Vogel, "A better way to construct the sunflower
//! head" (1979), or for balls on a sequence with two irrational steps, after Martin Roberts, "The Unreasonable
//! Effectiveness of Quasirandom Sequences" (2018). Each comes with the one opposite, so that an even slope stays as it
//! is.

use std::f32::consts::{PI, TAU};

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, LoweringContext, Position, Suspended};
use travertine_noise::math;

use crate::parts::sampling::average;

/// Adds the inputs that define a kernel.
pub fn describe(definition: Definition, radius: f32) -> Definition {
    definition
        .input(InputDefinition::float("radius", radius).soft(0.0..=0.2).step(0.001).unit("units").describe(
            "The distance of the farthest positions: 0 changes nothing. A connected field blurs some places more \
             than others.",
        ))
        .input(InputDefinition::integer("samples", 32).hard(1.0..=256.0).soft(8.0..=128.0).describe(
            "The number of positions: few are quick, but show hard edges several times; blur smooth fields with 16, \
             hard ones with 64.",
        ))
        .input(InputDefinition::choice("profile", &["soft", "disc"]).describe(
            "How positions count: less and less towards the edge, as with frosted glass, or all alike, as through a \
             lens that is out of focus.",
        ))
        .input(
            InputDefinition::integer("dimensions", 2)
                .hard(2.0..=3.0)
                .soft(2.0..=3.0)
                .describe("2 blurs along x and y, as a picture needs it; 3 also along z, for solids."),
        )
}

/// The mean of the input `value` over the node's kernel.
pub fn mean<'a>(context: &LoweringContext<'a>) -> Result<Field<'a>, Suspended> {
    let (radius, samples) = (context.float("radius")?, context.integer("samples") as usize);
    let kernel =
        Kernel { samples, is_soft: context.choice("profile") == "soft", is_ball: context.integer("dimensions") == 3 };
    let position = context.position();
    let spacing = radius.abs() * kernel.spacing();
    let one = context.constant(1.0);
    average::mean(context, samples, context.constant(samples as f32), |index| {
        let [x, y, z] = kernel.offset(index).map(|part| radius * part);
        let z = if kernel.is_ball { position.z + z } else { position.z };
        // Detail between the samples would only be noise.
        let footprint = position.footprint.map(|footprint| footprint.max(spacing));
        let place = Position { x: position.x + x, y: position.y + y, z, footprint, ..position };
        (place, one)
    })
}

/// A kernel of radius 1.
struct Kernel {
    samples: usize,
    is_soft: bool,
    is_ball: bool,
}

impl Kernel {
    /// The distance between neighboring samples.
    fn spacing(&self) -> f32 {
        let share = 1.0 / self.samples as f32;
        if self.is_ball { math::pow(PI * 4.0 / 3.0 * share, 1.0 / 3.0) } else { math::sqrt(PI * share) }
    }

    /// The offset of a sample. With an odd number the last is in the middle.
    fn offset(&self, index: usize) -> [f32; 3] {
        let (pairs, pair) = (self.samples / 2, index / 2);
        if pair >= pairs {
            return [0.0; 3];
        }
        let distance = self.distance((pair as f32 + 0.5) / pairs as f32);
        let distance = if index.is_multiple_of(2) { distance } else { -distance };
        // Half the golden angle, as each turn of the spiral also has the opposite samples.
        const GOLDEN: f32 = 0.190983;
        let (turns, height) = if self.is_ball {
            (math::fract(pair as f32 * 0.5698403), math::fract(pair as f32 * 0.7548777 + 0.5))
        } else {
            (math::fract(pair as f32 * GOLDEN), 0.0)
        };
        let (angle, across) = (turns * TAU, math::sqrt(1.0 - height * height));
        [across * math::cos(angle), across * math::sin(angle), height].map(|part| part * distance)
    }

    /// The distance from the middle within which this fraction of the samples lies.
    fn distance(&self, fraction: f32) -> f32 {
        let (mut low, mut high) = (0.0_f32, 1.0_f32);
        for _ in 0..24 {
            let middle = (low + high) * 0.5;
            if self.fraction_within(middle) < fraction {
                low = middle;
            } else {
                high = middle;
            }
        }
        (low + high) * 0.5
    }

    /// The fraction of the samples within a distance. Soft kernels have the density (1 - r²)².
    fn fraction_within(&self, distance: f32) -> f32 {
        let square = distance * distance;
        let rest = 1.0 - square;
        match (self.is_soft, self.is_ball) {
            (true, false) => 1.0 - rest * rest * rest,
            (true, true) => (35.0 - (42.0 - 15.0 * square) * square) * square * distance / 8.0,
            (false, false) => square,
            (false, true) => square * distance,
        }
    }
}

#[cfg(test)]
mod tests {

    use crate::checks::evaluate::spaced_outputs;

    use super::Kernel;

    fn kernels() -> impl Iterator<Item = Kernel> {
        [1, 2, 7, 32, 65, 256].into_iter().flat_map(|samples| {
            [(true, false), (true, true), (false, false), (false, true)].map(|(is_soft, is_ball)| Kernel {
                samples,
                is_soft,
                is_ball,
            })
        })
    }

    fn length([x, y, z]: [f32; 3]) -> f32 {
        (x * x + y * y + z * z).sqrt()
    }

    #[test]
    fn samples_lie_within_the_radius_and_around_the_middle() {
        for kernel in kernels() {
            let offsets: Vec<[f32; 3]> = (0..kernel.samples).map(|index| kernel.offset(index)).collect();
            assert!(offsets.iter().all(|offset| length(*offset) <= 1.0));
            for axis in 0..3 {
                let sum: f32 = offsets.iter().map(|offset| offset[axis]).sum();
                assert!(sum.abs() < 1e-5, "{} samples, axis {axis}: {sum}", kernel.samples);
            }
        }
    }

    /// The mean square of the distance, by the integrals of the densities.
    #[test]
    fn samples_spread_as_their_density() {
        for kernel in kernels().filter(|kernel| kernel.samples == 256) {
            let expected = match (kernel.is_soft, kernel.is_ball) {
                (true, false) => 1.0 / 4.0,
                (true, true) => 1.0 / 3.0,
                (false, false) => 1.0 / 2.0,
                (false, true) => 3.0 / 5.0,
            };
            let axes = if kernel.is_ball { 3 } else { 2 };
            for axis in 0..axes {
                let sum: f32 = (0..256).map(|index| kernel.offset(index)[axis]).map(|part| part * part).sum();
                let found = sum / 256.0 * axes as f32;
                assert!((found / expected - 1.0).abs() < 0.05, "axis {axis}: {found}, expected {expected}");
            }
        }
    }

    #[test]
    fn samples_keep_their_distance() {
        for kernel in kernels().filter(|kernel| !kernel.is_soft && kernel.samples > 30) {
            for (a, b) in (0..kernel.samples).flat_map(|b| (0..b).map(move |a| (a, b))) {
                let (from, to) = (kernel.offset(a), kernel.offset(b));
                let apart = length([0, 1, 2].map(|axis: usize| from[axis] - to[axis]));
                let least = if kernel.is_ball { 0.2 } else { 0.5 };
                assert!(apart > least * kernel.spacing(), "{a} and {b} of {}: {apart}", kernel.samples);
            }
        }
    }

    /// Samples a quarter apart see a noise of 100 cells per unit only as its mean, if detail depends on the samples.
    #[test]
    fn detail_between_the_samples_fades() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "noise": {"type": "noise/perlin", "inputs": {"scale": 100}},
            "blur": {
              "type": "filter/blur",
              "inputs": {"value": {"node": "noise"}, "radius": 0.5, "samples": 12, "profile": "disc"}
            }
          },
          "outputs": {"value": {"node": "blur"}}
        }"#;
        let value = |spacing| spaced_outputs(document, 1, spacing)([0.3, 0.7, 0.1, 0.0])[0];
        assert_ne!(value(None), 0.0);
        assert_eq!(value(Some(1e-4)), 0.0);
    }
}
