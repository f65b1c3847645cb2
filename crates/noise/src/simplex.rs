//! Simplex noise: gradient noise on a lattice of simplices, triangles in the plane.
//!
//! Ken Perlin, "Noise Hardware", in the Real-Time Shading course of SIGGRAPH 2001; Stefan Gustavson, "Simplex Noise
//! Demystified", 2005. The kernels reach to the opposite faces of the simplices and not beyond, with radius² 1/2 in
//! all dimensions, so that the noise has continuous curvature; with the 0.6 of the first articles it breaks at the
//! faces. Hashes and gradients are those of this crate.
//!
//! The smooth variant has wider kernels on the same lattice, after KdotJPG's OpenSimplex2S, 2020. They reach into the
//! adjacent simplices, with radius² 2/3 in all dimensions. That is the greatest radius at which a simplex is affected
//! only by its own corners and those across its faces, 2 (D + 1) together: the next lattice points are √(2/3) away.

#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod cells;
mod lanes;
#[expect(clippy::needless_range_loop, reason = "as in cells")]
mod row;
#[expect(clippy::needless_range_loop, reason = "one index into several arrays")]
mod sum;

use lanes::Lanes;
use sum::{Definition, Part, Rate, Value};

use crate::level::{Level, Pointwise};
use crate::scale;

/// A single octave of simplex noise in 2 to 4 dimensions. A small `Copy` description.
///
/// Values lie in [-1, 1], with mean 0. The bounds are the greatest sums for lattice points with their best gradients,
/// found by a search over a simplex. Both plain and [smooth](Simplex::smooth) noise reach them.
///
/// Coordinates are in units such that a unit cube has √(D + 1) lattice points: 1.7, 2 and 2.2 in 2, 3 and 4
/// dimensions. Non-finite ones are treated as 0. From ±2^31 on, where floats are far apart, adjacent floats count as
/// adjacent whole numbers, so that nothing repeats.
///
/// # Measured
///
/// Measured by `tests/noise/quality`:
///
/// | | 2D | 3D | 4D |
/// |---|---|---|---|
/// | standard deviation | 0.539 | 0.393 | 0.254 |
/// | standard deviation, smooth | 0.417 | 0.415 | 0.300 |
/// | greatest of 10^8 samples | 1.000 | 1.000 | 1.000 |
/// | greatest of 10^8 samples, smooth | 1.000 | 1.000 | 0.999 |
/// | power around the axes over that around the diagonals | 1.01 | 1.02 | |
/// | the same, smooth | 1.02 | 1.03 | |
///
/// The deviations are exact integrals; those of 512 x 512 independent positions agree within 1 %, and their means are
/// within 0.001 of 0. Across 100,000 faces of simplices slope and curvature are continuous within 1 % of the greatest
/// curvature, the precision of the measurement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Simplex {
    dimensions: u8,
    smooth: bool,
    seed: u32,
}

impl Simplex {
    /// Simplex noise in 2 to 4 dimensions; `None` for other numbers of dimensions.
    pub fn new(dimensions: u8, seed: u32) -> Option<Simplex> {
        (2..=4).contains(&dimensions).then_some(Simplex { dimensions, smooth: false, seed })
    }

    /// The same noise with wider kernels: they overlap more, so that it is softer, and slower. Its values differ.
    pub fn smooth(self) -> Simplex {
        Simplex { smooth: true, ..self }
    }

    /// The number of coordinates used, 2 to 4.
    pub fn dimensions(self) -> u8 {
        self.dimensions
    }

    /// Whether the noise has the wider kernels.
    pub fn is_smooth(self) -> bool {
        self.smooth
    }

    /// The factor that scales a sum over lattice points to [-1, 1].
    pub fn scale(self) -> f32 {
        scale::of_simplex(self.dimensions.into(), self.smooth)
    }

    /// The seed.
    pub fn seed(self) -> u32 {
        self.seed
    }

    /// The same noise with another seed.
    pub fn with_seed(self, seed: u32) -> Simplex {
        Simplex { seed, ..self }
    }

    /// The noise at x, y, z and time, of which the first [`dimensions`](Simplex::dimensions) are used. This is the
    /// definition.
    pub fn at(&self, position: [f32; 4]) -> f32 {
        self.sample(Value, position)
    }

    /// The derivatives of the noise along x, y, z and time; 0 along axes beyond its dimensions.
    ///
    /// Each component is a [`SimplexSlope`], which also evaluates many points at once.
    pub fn gradient(&self, position: [f32; 4]) -> [f32; 4] {
        [0, 1, 2, 3].map(|axis| SimplexSlope::new(*self, axis).map_or(0.0, |slope| slope.at(position)))
    }

    /// The same bits as [`at`](Simplex::at) at many points: `out[i]` for the coordinates `position[axis][i]`.
    ///
    /// Axes beyond [`dimensions`](Simplex::dimensions) are not read and may be empty.
    ///
    /// # Panics
    ///
    /// If an axis that is read differs in length from `out`.
    pub fn lanes(&self, level: Level, position: [&[f32]; 4], out: &mut [f32]) {
        self.fill(Value, level, position, out);
    }

    fn sample(self, part: impl Part, [x, y, z, time]: [f32; 4]) -> f32 {
        fn with<const SMOOTH: bool>(noise: Simplex, part: impl Part, [x, y, z, time]: [f32; 4]) -> f32 {
            let definition = Definition::<SMOOTH, true, _> { seed: noise.seed, part };
            match noise.dimensions {
                2 => definition.at([x, y]),
                3 => definition.at([x, y, z]),
                _ => definition.at([x, y, z, time]),
            }
        }
        let position = [x, y, z, time];
        if self.smooth { with::<true>(self, part, position) } else { with::<false>(self, part, position) }
    }

    fn fill(self, part: impl Part, level: Level, position: [&[f32]; 4], out: &mut [f32]) {
        fn with<const SMOOTH: bool, P: Part>(
            noise: Simplex,
            part: P,
            level: Level,
            [x, y, z, time]: [&[f32]; 4],
            out: &mut [f32],
        ) {
            let seed = noise.seed;
            match noise.dimensions {
                2 => Lanes::<2, SMOOTH, _> { seed, part, level }.fill([x, y], out),
                3 => Lanes::<3, SMOOTH, _> { seed, part, level }.fill([x, y, z], out),
                _ => Lanes::<4, SMOOTH, _> { seed, part, level }.fill([x, y, z, time], out),
            }
        }
        for axis in &position[..usize::from(self.dimensions)] {
            assert_eq!(axis.len(), out.len(), "every axis must have the length of the output");
        }
        if self.smooth {
            with::<true, _>(self, part, level, position, out);
        } else {
            with::<false, _>(self, part, level, position, out);
        }
    }
}

/// The derivative of a [`Simplex`] noise along one of its axes, in noise per unit. A small `Copy` description.
///
/// It is continuous, and so is its own derivative. Along a non-finite coordinate it is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SimplexSlope {
    noise: Simplex,
    axis: u8,
}

impl SimplexSlope {
    /// The derivative along axis 0 to 3: x, y, z or time. `None` if the noise has no such axis.
    pub fn new(noise: Simplex, axis: u8) -> Option<SimplexSlope> {
        (axis < noise.dimensions).then_some(SimplexSlope { noise, axis })
    }

    /// The noise that is differentiated.
    pub fn noise(self) -> Simplex {
        self.noise
    }

    /// The axis, 0 to 3.
    pub fn axis(self) -> u8 {
        self.axis
    }

    /// An upper bound of the slope's magnitude for all seeds.
    pub fn greatest(self) -> f32 {
        scale::greatest_simplex_slope(self.noise.dimensions.into(), self.noise.smooth)
    }

    /// The derivative at x, y, z and time, of which those of the noise's dimensions are used. This is the definition.
    pub fn at(&self, position: [f32; 4]) -> f32 {
        self.noise.sample(Rate::along(self.axis), position)
    }

    /// The same bits at many points: `out[i]` for the coordinates `position[axis][i]`.
    ///
    /// Axes beyond those of the noise are not read and may be empty.
    ///
    /// # Panics
    ///
    /// If an axis that is read differs in length from `out`.
    pub fn lanes(&self, level: Level, position: [&[f32]; 4], out: &mut [f32]) {
        self.noise.fill(Rate::along(self.axis), level, position, out);
    }
}

#[cfg(test)]
mod tests {
    use super::sum::{skew, unskew};
    use super::*;
    use crate::gradient;
    use crate::hash::hash;

    fn all(dimensions: u8) -> [Simplex; 2] {
        let plain = Simplex::new(dimensions, 5).unwrap();
        [plain, plain.smooth()]
    }

    #[test]
    fn noise_is_continuous_and_plain_noise_0_on_lattice_points() {
        for dimensions in 2..=4 {
            for noise in all(dimensions) {
                for i in 0..20_000 {
                    let position = [1, 2, 3, 4].map(|axis| hash(axis, [i]) as i32 as f32 / 2e8);
                    for axis in 0..usize::from(dimensions) {
                        let mut there = position;
                        there[axis] += 1.0 / 4096.0;
                        let step = noise.at(there) - noise.at(position);
                        assert!(step.abs() < 16.0 / 4096.0, "{noise:?} at {position:?}: {step}");
                    }
                }
            }
            assert_eq!(Simplex::new(dimensions, 5).unwrap().at([0.0; 4]), 0.0);
        }
    }

    /// The noise in double precision: the plain sum over all lattice points around the position.
    fn reference<const D: usize>(noise: Simplex, position: [f64; D]) -> f64 {
        let sum: f64 = position.iter().sum();
        let cell = position.map(|x| (x + sum * skew(D)).floor() as i32);
        let radius = if noise.smooth { 2.0 / 3.0 } else { 0.5 };
        let mut noise_sum = 0.0;
        for i in 0..6usize.pow(D as u32) {
            let corner: [i32; D] =
                std::array::from_fn(|axis| cell[axis] + (i / 6usize.pow(axis as u32) % 6) as i32 - 2);
            let corner_sum = f64::from(corner.iter().sum::<i32>());
            let distance: [f64; D] =
                std::array::from_fn(|axis| position[axis] - (f64::from(corner[axis]) - corner_sum * unskew(D)));
            let weight = radius - distance.iter().map(|x| x * x).sum::<f64>();
            if weight > 0.0 {
                let gradient = gradient::vector::<D>(hash(noise.seed, corner));
                let product: f64 = (0..D).map(|axis| f64::from(gradient[axis]) * distance[axis]).sum();
                noise_sum += weight * weight * weight * weight * product;
            }
        }
        noise_sum * f64::from(scale::of_simplex(D, noise.smooth))
    }

    fn matches_the_plain_sum<const D: usize>() {
        const STEP: f64 = 1e-5;
        for noise in all(D as u8) {
            let (mut error, mut slope_error) = (0.0f64, 0.0f64);
            for i in 0..2000 {
                let position = [1, 2, 3, 4].map(|axis| hash(axis, [i]) as i32 as f32 / 2e8);
                let exact: [f64; D] = std::array::from_fn(|axis| f64::from(position[axis]));
                error = error.max((f64::from(noise.at(position)) - reference(noise, exact)).abs());
                let gradient = noise.gradient(position);
                assert!(gradient[D..].iter().all(|slope| *slope == 0.0));
                for axis in 0..D {
                    let [before, after] = [-STEP, STEP].map(|step| {
                        let mut there = exact;
                        there[axis] += step;
                        reference(noise, there)
                    });
                    let greatest = SimplexSlope::new(noise, axis as u8).unwrap().greatest();
                    let expected = (after - before) / (2.0 * STEP);
                    let found = f64::from(gradient[axis]);
                    slope_error = slope_error.max((found - expected).abs() / f64::from(greatest));
                }
            }
            println!("{noise:?}: errors {error:.1e} of the noise, {slope_error:.1e} of its slopes");
            assert!(error < 2e-6 && slope_error < 2e-6, "{noise:?}: {error} and {slope_error}");
        }
    }

    #[test]
    fn noise_is_the_sum_over_all_lattice_points_and_slopes_are_central_differences() {
        matches_the_plain_sum::<2>();
        matches_the_plain_sum::<3>();
        matches_the_plain_sum::<4>();
    }

    #[test]
    fn each_axis_has_a_slope_and_non_finite_coordinates_have_none() {
        let noise = Simplex::new(2, 5).unwrap();
        assert_eq!([1, 2, 3].map(|axis| SimplexSlope::new(noise, axis).is_some()), [true, false, false]);
        let [x, y, ..] = noise.gradient([f32::INFINITY, 0.4, 0.0, 0.0]);
        assert!(x == 0.0 && y != 0.0);
        let [x, y, ..] = noise.gradient([0.4, -3e9, 0.0, 0.0]);
        assert!(x != 0.0 && y != 0.0);
    }

    #[test]
    fn noise_is_smooth_far_from_the_origin() {
        let noise = Simplex::new(2, 5).unwrap();
        for i in 0..1000 {
            let x = 65_536.0 + i as f32 / 128.0;
            let step = noise.at([x + 1.0 / 128.0, 0.3, 0.0, 0.0]) - noise.at([x, 0.3, 0.0, 0.0]);
            assert!(step.abs() < 16.0 / 128.0, "{x}: {step}");
        }
    }

    /// Mean, deviation and greatest magnitude over several hundred thousand cells.
    #[test]
    fn means_are_near_0() {
        for dimensions in 2..=4 {
            let noise = Simplex::new(dimensions, 3).unwrap();
            const COUNT: usize = 400_000;
            let (mut sum, mut squares, mut greatest) = (0.0, 0.0, 0.0f32);
            for i in 0..COUNT {
                let position = [0.618_034, 0.414_213, 0.732_05, 0.236_067]
                    .map(|step: f32| (f64::from(step) * i as f64 % 4096.0) as f32);
                let value = noise.at(position);
                greatest = greatest.max(value.abs());
                sum += f64::from(value);
                squares += f64::from(value) * f64::from(value);
            }
            let (mean, deviation) = (sum / COUNT as f64, (squares / COUNT as f64).sqrt());
            println!("{dimensions}D: mean {mean:.4}, deviation {deviation:.3}, greatest {greatest:.3}");
            assert!(mean.abs() < 0.01 && (0.1..0.6).contains(&deviation) && (0.99..=1.0).contains(&greatest));
        }
    }
}
