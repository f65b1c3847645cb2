//! Images: texels that a function reads at a place in a picture or in a volume.
//!
//! A [`Pyramid`] holds one channel, and makes smaller levels of it when they are first needed. An [`ImageFunction`]
//! interpolates between the texels of a picture, a [`VolumeFunction`] between those of a volume.

mod edge;
mod key;
mod pyramid;
mod sample;
mod volume;

use std::sync::Arc;

use travertine_noise::Level;

pub use edge::ImageEdge;
pub(crate) use key::ImageKey;
pub use pyramid::Pyramid;
pub use volume::VolumeFunction;

use travertine_noise::Interval;
use travertine_raster::Sampling;

/// A channel of a picture as a function of a place, and of a footprint if it has levels.
///
/// The place is (u, v): (0, 0) is the upper left corner of the image, (1, 1) the lower right one. Texel `i` of `n` has
/// its center at `(i + 1/2) / n`. The footprint is the distance between neighboring samples in texels; from one on,
/// smaller levels replace the image.
#[derive(Clone, Debug)]
pub struct ImageFunction {
    /// The channel.
    pub pyramid: Arc<Pyramid>,
    /// Interpolation between texels.
    pub sampling: Sampling,
    /// Continuation beyond the edges.
    pub edge: ImageEdge,
    /// Whether the function has a footprint as its third operand.
    pub has_footprint: bool,
}

impl ImageFunction {
    /// Number of operands: u and v, and the footprint if there is one.
    pub(crate) fn operands(&self) -> u8 {
        if self.has_footprint { 3 } else { 2 }
    }

    pub(crate) fn key(&self) -> ImageKey {
        ImageKey {
            identity: self.pyramid.identity().into(),
            sampling: self.sampling,
            edge: self.edge,
            has_footprint: self.has_footprint,
        }
    }

    fn source(&self) -> sample::Source<'_> {
        sample::Source { pyramid: &self.pyramid, edge: self.edge, has_footprint: self.has_footprint }
    }

    /// The channel at a place, interpolated in f64 and rounded once. At the center of a texel it equals the texel.
    ///
    /// Between the footprints 2^k and 2^(k + 1), the level k turns into the level k + 1 in proportion to the footprint.
    pub fn at(&self, [u, v, footprint]: [f32; 3]) -> f32 {
        match self.sampling {
            Sampling::Nearest => sample::at::<1, 2>(self.source(), [u, v], footprint),
            Sampling::Linear => sample::at::<2, 2>(self.source(), [u, v], footprint),
            Sampling::Cubic => sample::at::<4, 2>(self.source(), [u, v], footprint),
        }
    }

    /// The channel at many places, bit-equal to [`ImageFunction::at`]. All slices have the same length.
    pub fn lanes(&self, level: Level, operands: &[&[f32]], out: &mut [f32]) {
        match self.sampling {
            Sampling::Nearest => sample::lanes::<1, 2>(self.source(), level, operands, out),
            Sampling::Linear => sample::lanes::<2, 2>(self.source(), level, operands, out),
            Sampling::Cubic => sample::lanes::<4, 2>(self.source(), level, operands, out),
        }
    }

    /// Interval of the result at any place. Cubic interpolation exceeds the texels by at most 29 % of their difference.
    pub fn interval(&self) -> Interval {
        let texels = self.edge.interval(self.pyramid.range());
        match self.sampling {
            Sampling::Nearest | Sampling::Linear => texels,
            Sampling::Cubic => texels.beyond(Sampling::OVERSHOOT),
        }
    }
}

impl PartialEq for ImageFunction {
    fn eq(&self, other: &ImageFunction) -> bool {
        self.key() == other.key()
    }
}

#[cfg(test)]
mod tests {
    use travertine_noise::Level;

    use super::*;

    const SAMPLINGS: [Sampling; 3] = [Sampling::Nearest, Sampling::Linear, Sampling::Cubic];
    const EDGES: [ImageEdge; 4] = [ImageEdge::Repeat, ImageEdge::Mirror, ImageEdge::Clamp, ImageEdge::Zero];

    fn pyramid(width: usize, height: usize) -> Arc<Pyramid> {
        let texels = (0..width * height).map(|index| (index * 7919 % 101) as f32 / 50.0 - 1.0).collect();
        Arc::new(Pyramid::new("test", width, height, texels))
    }

    fn functions(width: usize, height: usize) -> impl Iterator<Item = ImageFunction> {
        let pyramid = pyramid(width, height);
        SAMPLINGS.into_iter().flat_map(move |sampling| {
            let pyramid = pyramid.clone();
            EDGES.into_iter().flat_map(move |edge| {
                let pyramid = pyramid.clone();
                [false, true].map(|has_footprint| ImageFunction {
                    pyramid: pyramid.clone(),
                    sampling,
                    edge,
                    has_footprint,
                })
            })
        })
    }

    /// Places within the image and beyond it, on centers and edges of texels, and ones far away.
    fn places() -> Vec<[f32; 3]> {
        let random = |index: usize| (index * 7919 % 1009) as f32 / 1009.0;
        let mut places: Vec<[f32; 3]> = (0..700)
            .map(|index| {
                let [u, v] = [index, index + 300].map(|index| random(index) * 5.0 - 2.0);
                [u, v, random(index + 77) * 40.0]
            })
            .collect();
        for u in [0.0, -0.0, 0.5, 1.0, -1.0, 2.0, 0.1, -1e-40, 1e-40, 1e9, -3e38, f32::MAX, 16_777_217.0] {
            for v in [0.0, 0.25, 1.0, -7.0, f32::MIN] {
                for footprint in [0.0, 1.0, 1.5, 2.0, 3.0, 1e9, f32::MAX, -1.0] {
                    places.push([u, v, footprint]);
                }
            }
        }
        places
    }

    #[test]
    fn every_level_gives_the_bits_of_the_definition() {
        let places = places();
        let operands: [Vec<f32>; 3] =
            [0, 1, 2].map(|axis: usize| places.iter().map(|place| place[axis]).collect());
        for (width, height) in [(1, 1), (2, 1), (7, 5), (16, 16), (33, 3)] {
            for function in functions(width, height) {
                let expected: Vec<u32> = places.iter().map(|place| function.at(*place).to_bits()).collect();
                for level in Level::ALL {
                    let mut out = vec![0.0; places.len()];
                    let operands: Vec<&[f32]> =
                        operands[..usize::from(function.operands())].iter().map(Vec::as_slice).collect();
                    function.lanes(level, &operands, &mut out);
                    let found: Vec<u32> = out.iter().map(|value| value.to_bits()).collect();
                    assert_eq!(found, expected, "{function:?} {level:?}");
                }
            }
        }
    }

    #[test]
    fn results_lie_in_their_interval_and_are_finite() {
        for (width, height) in [(1, 1), (7, 5), (16, 16)] {
            for function in functions(width, height) {
                let interval = function.interval();
                for place in places() {
                    let value = function.at(place);
                    assert!(interval.min <= value && value <= interval.max, "{function:?} {place:?} {value}");
                }
            }
        }
        let texels = (0..16).map(|index| if index % 3 == 0 { f32::MAX } else { f32::MIN }).collect();
        let pyramid = Arc::new(Pyramid::new("extreme", 4, 4, texels));
        for sampling in SAMPLINGS {
            let function = ImageFunction {
                pyramid: pyramid.clone(),
                sampling,
                edge: ImageEdge::Repeat,
                has_footprint: true,
            };
            assert!(places().into_iter().all(|place| function.at(place).is_finite()), "{sampling:?}");
        }
    }

    #[test]
    fn at_the_center_of_a_texel_it_is_the_texel() {
        for (width, height) in [(1, 1), (3, 7), (100, 3), (1000, 2)] {
            for function in functions(width, height) {
                for index in 0..width * height {
                    let (column, row) = (index % width, index / width);
                    let u = ((column as f64 + 0.5) / width as f64) as f32;
                    let v = ((row as f64 + 0.5) / height as f64) as f32;
                    let expected = function.pyramid.texel(column, row);
                    assert_eq!(function.at([u, v, 1.0]), expected, "{function:?} {column} {row}");
                }
            }
        }
    }

    #[test]
    fn up_to_a_footprint_of_one_it_is_the_image() {
        for function in functions(9, 6).filter(|function| !function.has_footprint) {
            let with = ImageFunction { has_footprint: true, ..function.clone() };
            for [u, v, _] in places() {
                for footprint in [-1.0, 0.0, 0.7, 1.0] {
                    assert_eq!(with.at([u, v, footprint]), function.at([u, v, 0.0]));
                }
            }
        }
    }

    #[test]
    fn levels_meet_and_end_in_the_mean() {
        let is_whole = |edge| edge != ImageEdge::Zero;
        for function in functions(16, 8).filter(|function| function.has_footprint && is_whole(function.edge))
        {
            let mean =
                (0..128).map(|index| f64::from(function.pyramid.texel(index % 16, index / 16))).sum::<f64>()
                    / 128.0;
            for [u, v, _] in places() {
                let at = |footprint: f32| function.at([u, v, footprint]);
                assert!((f64::from(at(1e6)) - mean).abs() < 1e-6);
                for power in [2.0f32, 4.0, 8.0] {
                    let below = at(f32::from_bits(power.to_bits() - 1));
                    assert!((below - at(power)).abs() < 1e-5, "{function:?} {power}");
                }
            }
        }
    }

    #[test]
    fn edges_continue_the_image() {
        for function in functions(8, 4) {
            for step in 0..64 {
                // Multiples of 1/256, away from the middles between texels, where the nearest is a matter of choice.
                let (u, v, footprint) = ((step as f32 * 4.0 + 1.0) / 256.0, 0.3, 2.5);
                let at = |u: f32, v: f32| function.at([u, v, footprint]);
                let close = |a: f32, b: f32| assert!((a - b).abs() < 1e-6, "{function:?} at {u}: {a}, {b}");
                match function.edge {
                    ImageEdge::Repeat => close(at(u + 3.0, v - 2.0), at(u, v)),
                    ImageEdge::Mirror => {
                        close(at(-u, v), at(u, v));
                        close(at(2.0 - u, 2.0 - v), at(u, v));
                        close(at(u + 4.0, v), at(u, v));
                    }
                    ImageEdge::Clamp => {
                        close(at(-u, v), at(0.0, v));
                        close(at(1.0 + u, v), at(1.0, v));
                        close(at(u, 7.0), at(u, 1.0));
                    }
                    ImageEdge::Zero => {
                        close(at(-9.0 - u, v), 0.0);
                        close(at(u, 9.0), 0.0);
                    }
                }
            }
        }
    }
}
