//! Images as functions: a channel of a picture or of a volume at a place.

use std::sync::Arc;

use travertine_noise::{Interval, Level, math};
use travertine_raster::Sampling;

use super::edge::ImageEdge;
use super::key::ImageKey;
use super::pyramid::Pyramid;
use super::sample;

/// A channel of a picture, or of a volume with three axes, as a function of a place, and of a footprint if it has
/// levels.
///
/// The place is (u, v) or (u, v, w): 0 is the left, upper, near corner of the image, 1 the right, lower, far one. Texel
/// `i` of `n` has its center at `(i + 1/2) / n`. The footprint is the distance between neighboring samples in texels;
/// from one on, smaller levels replace the image.
#[derive(Clone, Debug)]
pub struct ImageFunction<const AXES: usize = 2> {
    /// The channel.
    pub pyramid: Arc<Pyramid>,
    /// Interpolation between texels.
    pub sampling: Sampling,
    /// Continuation beyond the edges.
    pub edge: ImageEdge,
    /// Whether the function has a footprint as its last operand.
    pub has_footprint: bool,
    /// How often the channel is differentiated by each coordinate of the place, and by the footprint.
    pub orders: [u8; 4],
}

/// The index of the footprint in the orders.
const FOOTPRINT: usize = 3;

/// A channel of a volume as a function of a place.
pub type VolumeFunction = ImageFunction<3>;

impl<const AXES: usize> ImageFunction<AXES> {
    /// Maximum overshoot of cubic interpolation, as a fraction of the difference between the greatest and the least
    /// texel: along each axis, the absolute weights add up to at most 5/4.
    const OVERSHOOT: f32 = {
        let (mut weights, mut axis) = (1.0, 0);
        while axis < AXES {
            weights *= 1.25;
            axis += 1;
        }
        (weights - 1.0) / 2.0
    };

    /// Number of operands: the coordinates of the place, and the footprint if there is one.
    pub(crate) fn operands(&self) -> u8 {
        AXES as u8 + u8::from(self.has_footprint)
    }

    pub(crate) fn key(&self) -> ImageKey {
        ImageKey {
            identity: self.pyramid.identity().into(),
            sampling: self.sampling,
            edge: self.edge,
            has_footprint: self.has_footprint,
            orders: self.orders,
        }
    }

    /// The derivative by an operand: a coordinate of the place, or the footprint. `None` if it is 0.
    pub(crate) fn slope(&self, operand: usize) -> Option<Self> {
        // The footprint is the last order.
        let (index, vanishes) = if operand < AXES {
            (operand, self.sampling.vanishes(self.orders[operand] + 1))
        } else {
            (FOOTPRINT, self.orders[FOOTPRINT] > 0)
        };
        let mut slope = self.clone();
        slope.orders[index] += 1;
        (!vanishes).then_some(slope)
    }

    fn source(&self) -> sample::Source<'_> {
        let [u, v, w, footprint] = self.orders;
        sample::Source {
            pyramid: &self.pyramid,
            edge: self.edge,
            has_footprint: self.has_footprint,
            orders: [u, v, w],
            is_rate: footprint > 0,
        }
    }

    /// The channel at a place, interpolated in f64 along x, then y, then z, and rounded once. At the center of a texel
    /// it equals the texel.
    ///
    /// Between the footprints 2^k and 2^(k + 1), the level k turns into the level k + 1 in proportion to the footprint.
    ///
    /// Derivatives are those of this interpolation. At the center of a texel, and at a footprint of 2^k, they are those
    /// of the part that begins there. Beyond an edge that continues the picture they are 0.
    pub fn at(&self, place: [f32; AXES], footprint: f32) -> f32 {
        match (self.sampling, self.is_sloped()) {
            (Sampling::Nearest, false) => sample::at::<1, AXES, false>(self.source(), place, footprint),
            (Sampling::Linear, false) => sample::at::<2, AXES, false>(self.source(), place, footprint),
            (Sampling::Cubic, false) => sample::at::<4, AXES, false>(self.source(), place, footprint),
            (Sampling::Nearest, true) => sample::at::<1, AXES, true>(self.source(), place, footprint),
            (Sampling::Linear, true) => sample::at::<2, AXES, true>(self.source(), place, footprint),
            (Sampling::Cubic, true) => sample::at::<4, AXES, true>(self.source(), place, footprint),
        }
    }

    /// The channel at many places, bit-equal to [`ImageFunction::at`]. All slices have the same length.
    pub fn lanes(&self, level: Level, operands: &[&[f32]], out: &mut [f32]) {
        match (self.sampling, self.is_sloped()) {
            (Sampling::Nearest, false) => sample::lanes::<1, AXES, false>(self.source(), level, operands, out),
            (Sampling::Linear, false) => sample::lanes::<2, AXES, false>(self.source(), level, operands, out),
            (Sampling::Cubic, false) => sample::lanes::<4, AXES, false>(self.source(), level, operands, out),
            (Sampling::Nearest, true) => sample::lanes::<1, AXES, true>(self.source(), level, operands, out),
            (Sampling::Linear, true) => sample::lanes::<2, AXES, true>(self.source(), level, operands, out),
            (Sampling::Cubic, true) => sample::lanes::<4, AXES, true>(self.source(), level, operands, out),
        }
    }

    /// Whether the function is a derivative.
    fn is_sloped(&self) -> bool {
        self.orders != [0; 4]
    }

    /// Interval of the result at any place. Cubic interpolation exceeds the texels of a picture by at most 29 % of
    /// their difference, those of a volume by 48 %.
    pub fn interval(&self) -> Interval {
        let texels = self.edge.interval(self.pyramid.range());
        let orders = &self.orders[..AXES];
        let places = if orders.iter().all(|order| *order == 0) {
            self.interpolated(texels)
        } else {
            // Smaller levels have fewer texels, and are means.
            let sizes = self.pyramid.volume_size().map(|texels| texels as f64);
            self.sampling.interval_of_slopes(texels, orders.iter().copied().zip(sizes))
        };
        if self.orders[FOOTPRINT] == 0 {
            return places;
        }
        // The difference of two levels, or less.
        let most = math::sub(places.max, places.min);
        Interval::new(-most, most).widen()
    }

    fn interpolated(&self, texels: Interval) -> Interval {
        match self.sampling {
            Sampling::Nearest | Sampling::Linear => texels,
            Sampling::Cubic => texels.beyond(Self::OVERSHOOT),
        }
    }
}

impl<const AXES: usize> PartialEq for ImageFunction<AXES> {
    fn eq(&self, other: &ImageFunction<AXES>) -> bool {
        self.key() == other.key()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLINGS: [Sampling; 3] = [Sampling::Nearest, Sampling::Linear, Sampling::Cubic];
    const EDGES: [ImageEdge; 4] = [ImageEdge::Repeat, ImageEdge::Mirror, ImageEdge::Clamp, ImageEdge::Zero];

    /// The functions of a channel.
    fn functions<const AXES: usize>(pyramid: &Arc<Pyramid>) -> Vec<ImageFunction<AXES>> {
        let mut functions = Vec::new();
        for (sampling, edge) in SAMPLINGS.into_iter().flat_map(|sampling| EDGES.map(|edge| (sampling, edge))) {
            functions.extend([false, true].map(|has_footprint| ImageFunction {
                pyramid: pyramid.clone(),
                sampling,
                edge,
                has_footprint,
                orders: [0; 4],
            }));
        }
        functions
    }

    /// The derivatives of a channel's functions, each with the function that it is the derivative of, and the operand.
    fn slopes<const AXES: usize>(pyramid: &Arc<Pyramid>) -> Vec<(ImageFunction<AXES>, usize, ImageFunction<AXES>)> {
        let of = |function: ImageFunction<AXES>| {
            let operands = 0..function.operands().into();
            operands.filter_map(move |operand| Some((function.clone(), operand, function.slope(operand)?)))
        };
        let first: Vec<_> = functions(pyramid).into_iter().flat_map(of).collect();
        let second: Vec<_> = first.iter().flat_map(|(_, _, slope)| of(slope.clone())).collect();
        first.into_iter().chain(second).collect()
    }

    /// Checks derivatives of a channel with sides of 8 texels at places: values, bits on all levels, intervals.
    fn check_slopes<const AXES: usize>(pyramid: &Arc<Pyramid>) {
        const STEP: f32 = 1.0 / 1024.0;
        let random = |index: usize| (index * 7919 % 1009) as f32 / 1009.0;
        let places: Vec<[f32; 4]> = (0..60)
            .map(|index| {
                let [u, v, w] = [0, 300, 601].map(|shift| random(index + shift) * 5.0 - 2.0);
                [u, v, w, random(index + 77) * 6.0]
            })
            .collect();
        let mut compared = 0;
        for (function, operand, slope) in slopes::<AXES>(pyramid) {
            let at = |function: &ImageFunction<AXES>, place: [f32; 4]| {
                function.at(std::array::from_fn(|axis| place[axis]), place[3])
            };
            let index = if operand < AXES { operand } else { FOOTPRINT };
            let interval = slope.interval();
            for place in &places {
                let found = at(&slope, *place);
                assert!(interval.contains(found), "{slope:?} at {place:?}: {found} in {interval:?}");
                let ends = [-STEP, STEP].map(|step| {
                    let mut moved = *place;
                    moved[index] += step;
                    at(&function, moved)
                });
                // Away from the centers of texels of all levels, from edges, and from the footprints of levels.
                let apart = |x: f32, by: f32| ((x / by).fract().abs() - 0.5).abs() < 0.47;
                let axes = &place[..AXES];
                if axes.iter().any(|x| !apart(*x, 1.0 / 16.0))
                    || [1.0, 2.0, 4.0].iter().any(|f| (place[3] - f).abs() < 0.01)
                {
                    continue;
                }
                compared += 1;
                let expected = (ends[1] - ends[0]) / (2.0 * STEP);
                let tolerance = 2e-3 * (interval.max + expected.abs()) + 1e-3;
                assert!((found - expected).abs() < tolerance, "{slope:?} at {place:?}: {found}, {expected}");
            }
            let order: Vec<usize> = (0..AXES).chain(function.has_footprint.then_some(FOOTPRINT)).collect();
            let operands: Vec<Vec<f32>> =
                order.iter().map(|index| places.iter().map(|place| place[*index]).collect()).collect();
            let operands: Vec<&[f32]> = operands.iter().map(Vec::as_slice).collect();
            for level in Level::available() {
                let mut out = vec![0.0; places.len()];
                slope.lanes(level, &operands, &mut out);
                let same = out.iter().zip(&places).all(|(out, place)| out.to_bits() == at(&slope, *place).to_bits());
                assert!(same, "{slope:?} {level:?}");
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    #[test]
    fn slopes_are_those_of_the_interpolation() {
        let texels = |count: usize| (0..count).map(|index| (index * 7919 % 101) as f32 / 50.0 - 1.0).collect();
        check_slopes::<2>(&Arc::new(Pyramid::new("test", 8, 8, texels(64))));
        check_slopes::<3>(&Arc::new(Pyramid::of_volume("test", [8; 3], texels(512))));
    }

    #[test]
    fn slopes_at_texels_and_edges_take_the_side_of_the_rule() {
        let pyramid = Arc::new(Pyramid::new("test", 4, 1, vec![0.0, 1.0, 3.0, 7.0]));
        let at = |edge, u: f32| {
            let function: ImageFunction = ImageFunction {
                pyramid: pyramid.clone(),
                sampling: Sampling::Linear,
                edge,
                has_footprint: false,
                orders: [1, 0, 0, 0],
            };
            function.at([u, 0.5], 0.0)
        };
        assert_eq!([0.125, 0.375, 0.625].map(|u| at(ImageEdge::Clamp, u)), [4.0, 8.0, 16.0], "the part that begins");
        assert_eq!([-0.5, 0.0, 1.0, 1.5].map(|u| at(ImageEdge::Clamp, u)), [0.0; 4]);
        assert_eq!([1.45, -0.2].map(|u| at(ImageEdge::Mirror, u)), [-8.0, -4.0], "against the picture");
        assert_eq!(at(ImageEdge::Repeat, -0.01), -28.0);
    }

    mod pictures {
        use super::*;

        fn pyramid(width: usize, height: usize) -> Arc<Pyramid> {
            let texels = (0..width * height).map(|index| (index * 7919 % 101) as f32 / 50.0 - 1.0).collect();
            Arc::new(Pyramid::new("test", width, height, texels))
        }

        fn functions(width: usize, height: usize) -> impl Iterator<Item = ImageFunction> {
            super::functions(&pyramid(width, height)).into_iter()
        }

        fn at(function: &ImageFunction, [u, v, footprint]: [f32; 3]) -> f32 {
            function.at([u, v], footprint)
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
            let operands: [Vec<f32>; 3] = [0, 1, 2].map(|axis: usize| places.iter().map(|place| place[axis]).collect());
            for (width, height) in [(1, 1), (2, 1), (7, 5), (16, 16), (33, 3)] {
                for function in functions(width, height) {
                    let expected: Vec<u32> = places.iter().map(|place| at(&function, *place).to_bits()).collect();
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
                        let value = at(&function, place);
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
                    orders: [0; 4],
                };
                assert!(places().into_iter().all(|place| at(&function, place).is_finite()), "{sampling:?}");
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
                        assert_eq!(function.at([u, v], 1.0), expected, "{function:?} {column} {row}");
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
                        assert_eq!(with.at([u, v], footprint), function.at([u, v], 0.0));
                    }
                }
            }
        }

        #[test]
        fn levels_meet_and_end_in_the_mean() {
            let is_whole = |edge| edge != ImageEdge::Zero;
            for function in functions(16, 8).filter(|function| function.has_footprint && is_whole(function.edge)) {
                let mean = (0..128).map(|index| f64::from(function.pyramid.texel(index % 16, index / 16))).sum::<f64>()
                    / 128.0;
                for [u, v, _] in places() {
                    let at = |footprint: f32| function.at([u, v], footprint);
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
                    // Multiples of 1/256, away from the middles between texels, where the nearest is a matter of
                    // choice.
                    let (u, v, footprint) = ((step as f32 * 4.0 + 1.0) / 256.0, 0.3, 2.5);
                    let at = |u: f32, v: f32| function.at([u, v], footprint);
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

    mod volumes {
        use super::*;

        const SIZES: [[usize; 3]; 4] = [[1, 1, 1], [2, 1, 5], [7, 5, 3], [8, 8, 8]];

        fn texels_of([width, height, depth]: [usize; 3]) -> Vec<f32> {
            (0..width * height * depth).map(|index| (index * 7919 % 101) as f32 / 50.0 - 1.0).collect()
        }

        fn functions(size: [usize; 3]) -> impl Iterator<Item = VolumeFunction> {
            super::functions(&Arc::new(Pyramid::of_volume("test", size, texels_of(size)))).into_iter()
        }

        fn at(function: &VolumeFunction, [u, v, w, footprint]: [f32; 4]) -> f32 {
            function.at([u, v, w], footprint)
        }

        /// Places within the volume and beyond it, on centers and edges of texels, and ones far away.
        fn places() -> Vec<[f32; 4]> {
            let random = |index: usize| (index * 7919 % 1009) as f32 / 1009.0;
            let mut places: Vec<[f32; 4]> = (0..500)
                .map(|index| {
                    let [u, v, w] = [index, index + 300, index + 601].map(|index| random(index) * 5.0 - 2.0);
                    [u, v, w, random(index + 77) * 20.0]
                })
                .collect();
            for u in [0.0, -0.0, 0.5, 1.0, -1.0, 0.1, -1e-40, 1e9, -3e38, f32::MAX, 16_777_217.0] {
                for (v, w) in [(0.0, 0.25), (0.3, 1.0), (-7.0, 0.5), (f32::MIN, 0.1), (0.7, f32::MAX)] {
                    for footprint in [0.0, 1.0, 1.5, 2.0, 1e9, f32::MAX, -1.0] {
                        places.push([u, v, w, footprint]);
                    }
                }
            }
            places
        }

        /// The texel at indices that may lie beyond the edges.
        fn texel(texels: &[f32], size: [usize; 3], edge: ImageEdge, at: [i64; 3]) -> f32 {
            let mut place = [0; 3];
            for axis in 0..3 {
                let count = size[axis] as i64;
                place[axis] = match edge {
                    ImageEdge::Repeat => at[axis].rem_euclid(count),
                    ImageEdge::Mirror => {
                        let twice = at[axis].rem_euclid(2 * count);
                        twice.min(2 * count - 1 - twice)
                    }
                    ImageEdge::Clamp => at[axis].clamp(0, count - 1),
                    ImageEdge::Zero if !(0..count).contains(&at[axis]) => return 0.0,
                    ImageEdge::Zero => at[axis],
                } as usize;
            }
            texels[(place[2] * size[1] + place[1]) * size[0] + place[0]]
        }

        /// A naive sum over all 64 texels around a place, with the weights of Catmull and Rom, of lines, or of the
        /// nearest.
        fn naive(function: &VolumeFunction, texels: &[f32], size: [usize; 3], place: [f32; 3]) -> f32 {
            let weight = |distance: f32| {
                let d = distance.abs();
                match function.sampling {
                    Sampling::Nearest => f32::from(-0.5 < distance && distance <= 0.5),
                    Sampling::Linear => (1.0 - d).max(0.0),
                    Sampling::Cubic if d < 1.0 => (1.5 * d - 2.5) * d * d + 1.0,
                    Sampling::Cubic if d < 2.0 => ((-0.5 * d + 2.5) * d - 4.0) * d + 2.0,
                    Sampling::Cubic => 0.0,
                }
            };
            // The edge, not the texel there, continues forever.
            let place = if function.edge == ImageEdge::Clamp { place.map(|at| at.clamp(0.0, 1.0)) } else { place };
            let along: [f32; 3] = [0, 1, 2].map(|axis: usize| place[axis] * size[axis] as f32 - 0.5);
            let mut sum = 0.0;
            for z in -1..3 {
                for y in -1..3 {
                    for x in -1..3 {
                        let offset = [x, y, z];
                        let at = [0, 1, 2].map(|axis: usize| along[axis].floor() as i64 + offset[axis]);
                        let weights = [0, 1, 2].map(|axis: usize| weight(at[axis] as f32 - along[axis]));
                        let product = weights[0] * weights[1] * weights[2];
                        sum += product * texel(texels, size, function.edge, at);
                    }
                }
            }
            sum
        }

        #[test]
        fn it_is_the_weighted_sum_of_the_texels_around() {
            for size in SIZES {
                let texels = texels_of(size);
                for function in functions(size).filter(|function| !function.has_footprint) {
                    for [u, v, w, _] in places().into_iter().take(500) {
                        let expected = naive(&function, &texels, size, [u, v, w]);
                        let found = function.at([u, v, w], 0.0);
                        assert!((found - expected).abs() < 1e-4, "{function:?} {u} {v} {w}: {found} {expected}");
                    }
                }
            }
        }

        #[test]
        fn every_level_gives_the_bits_of_the_definition() {
            let places = places();
            let operands: [Vec<f32>; 4] =
                [0, 1, 2, 3].map(|axis: usize| places.iter().map(|place| place[axis]).collect());
            for size in SIZES {
                for function in functions(size) {
                    let expected: Vec<u32> = places.iter().map(|place| at(&function, *place).to_bits()).collect();
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
            for size in SIZES {
                for function in functions(size) {
                    let interval = function.interval();
                    for place in places() {
                        let value = at(&function, place);
                        assert!(interval.min <= value && value <= interval.max, "{function:?} {place:?} {value}");
                    }
                }
            }
            let texels = (0..64).map(|index| if index % 3 == 0 { f32::MAX } else { f32::MIN }).collect();
            let pyramid = Arc::new(Pyramid::of_volume("extreme", [4; 3], texels));
            for (sampling, edge) in SAMPLINGS.into_iter().zip(EDGES) {
                let function =
                    VolumeFunction { pyramid: pyramid.clone(), sampling, edge, has_footprint: true, orders: [0; 4] };
                assert!(places().into_iter().all(|place| at(&function, place).is_finite()), "{sampling:?}");
            }
        }

        /// The greatest result of cubic interpolation is near the bound: at the middle of eight texels, where the
        /// weights are 9/16 and -1/16.
        #[test]
        fn cubic_overshoots_by_48_percent() {
            let sign = |index: i64| if index == 1 || index == 2 { 1.0 } else { -1.0 };
            let texels = (0..64).map(|index| sign(index % 4) * sign(index / 4 % 4) * sign(index / 16)).collect();
            let function = VolumeFunction {
                pyramid: Arc::new(Pyramid::of_volume("worst", [4; 3], texels)),
                sampling: Sampling::Cubic,
                edge: ImageEdge::Clamp,
                has_footprint: false,
                orders: [0; 4],
            };
            let interval = function.interval();
            assert_eq!(function.at([0.5, 0.5, 0.5], 0.0), 1.953_125);
            assert!((1.953_125..1.9532).contains(&interval.max), "{interval:?}");
        }

        #[test]
        fn at_the_center_of_a_texel_it_has_the_bits_of_the_texel() {
            for size in [[1, 1, 1], [3, 7, 2], [100, 3, 1], [5, 2, 300]] {
                let mut texels = texels_of(size);
                texels[0] = -0.0;
                let pyramid = Arc::new(Pyramid::of_volume("test", size, texels.clone()));
                for function in functions(size) {
                    let function = VolumeFunction { pyramid: pyramid.clone(), ..function };
                    for (index, texel) in texels.iter().enumerate() {
                        let place = [index % size[0], index / size[0] % size[1], index / (size[0] * size[1])];
                        let [u, v, w] =
                            [0, 1, 2].map(|axis: usize| ((place[axis] as f64 + 0.5) / size[axis] as f64) as f32);
                        let found = function.at([u, v, w], 1.0);
                        assert_eq!(found.to_bits(), texel.to_bits(), "{function:?} {place:?}");
                    }
                }
            }
        }

        #[test]
        fn levels_end_in_the_mean() {
            let texels = texels_of([8; 3]);
            let mean = texels.iter().copied().map(f64::from).sum::<f64>() / 512.0;
            for function in functions([8; 3]).filter(|function| function.has_footprint) {
                let last = function.at([0.3, 0.6, 0.2], 1e6);
                let is_whole = function.edge != ImageEdge::Zero || function.sampling == Sampling::Nearest;
                assert!(!is_whole || (f64::from(last) - mean).abs() < 1e-6, "{function:?} {last} {mean}");
                for power in [2.0f32, 4.0, 8.0] {
                    let at = |footprint: f32| function.at([0.3, 0.6, 0.2], footprint);
                    let below = at(f32::from_bits(power.to_bits() - 1));
                    assert!((below - at(power)).abs() < 1e-5, "{function:?} {power}");
                }
            }
        }
    }
}
