//! Basis functions: patterns of space, evaluated sample by sample.

use travertine_noise::{
    Cellular, Dots, Feature, Gabor, GaborSlope, Interval, Level, Mark, Metric, Pen, Random, Simplex, SimplexSlope,
    Slope, Spots, StrokeFeature, Strokes, Wave, Waves, math,
};

use crate::lattice::{self, MOST_TOGETHER};

/// A pattern of space. Its operands are coordinates, then any controls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BasisFunction {
    /// A random number for each position, or for each cell.
    Random(Random),
    /// Gradient noise on simplices.
    Simplex(Simplex),
    /// The derivative of lattice noise along an axis. Control, if the noise has periods: the frequency of the octave.
    Slope(Slope),
    /// The derivative of gradient noise on simplices along an axis.
    SimplexSlope(SimplexSlope),
    /// Feature points. Controls: jitter, then the exponent if the metric has one.
    Cellular(Cellular),
    /// Scattered waves. Controls: frequency, anisotropy, and the direction, which has one component for each dimension.
    Gabor(Gabor),
    /// The derivative of scattered waves along an axis. Controls as those of the waves.
    GaborSlope(GaborSlope),
    /// Round dots. Controls: density, radius, variation of the radius, softness and jitter.
    Dots(Dots),
    /// Thin strokes. Coordinates: along them and across. Controls: the fields of the pen in their order.
    Strokes(Strokes),
}

impl BasisFunction {
    /// Maximum number of operands.
    pub const MOST_OPERANDS: usize = 12;

    /// Maximum number of functions that are evaluated [together](BasisFunction::lanes_together).
    pub const MOST_TOGETHER: usize = MOST_TOGETHER;

    /// What the function computes, in a word or two.
    pub fn name(self) -> &'static str {
        match self {
            BasisFunction::Random(_) => "Random number",
            BasisFunction::Simplex(_) => "Simplex noise",
            BasisFunction::Slope(_) => "Slope of noise",
            BasisFunction::SimplexSlope(_) => "Slope of simplex noise",
            BasisFunction::Cellular(_) => "Cellular noise",
            BasisFunction::Gabor(_) => "Gabor noise",
            BasisFunction::GaborSlope(_) => "Slope of Gabor noise",
            BasisFunction::Dots(_) => "Dots",
            BasisFunction::Strokes(_) => "Strokes",
        }
    }

    /// Number of coordinates, 1 to 4, in the order x, y, z, time.
    pub fn dimensions(self) -> usize {
        match self {
            BasisFunction::Random(random) => random.dimensions().into(),
            BasisFunction::Simplex(simplex) => simplex.dimensions().into(),
            BasisFunction::Slope(slope) => slope.noise().dimensions().into(),
            BasisFunction::SimplexSlope(slope) => slope.noise().dimensions().into(),
            BasisFunction::Cellular(cellular) => cellular.dimensions().into(),
            BasisFunction::Gabor(gabor) => gabor.dimensions().into(),
            BasisFunction::GaborSlope(slope) => slope.noise().dimensions().into(),
            BasisFunction::Dots(dots) => dots.dimensions().into(),
            BasisFunction::Strokes(_) => 2,
        }
    }

    /// Number of operands: the coordinates, then the controls.
    pub fn operands(self) -> usize {
        let controls = match self {
            BasisFunction::Random(_) | BasisFunction::Simplex(_) | BasisFunction::SimplexSlope(_) => 0,
            BasisFunction::Slope(slope) => usize::from(slope.noise().periods().is_some()),
            BasisFunction::Cellular(cellular) => 1 + usize::from(cellular.metric() == Metric::Minkowski),
            BasisFunction::Gabor(gabor) => 2 + usize::from(gabor.dimensions()),
            BasisFunction::GaborSlope(slope) => 2 + usize::from(slope.noise().dimensions()),
            BasisFunction::Dots(_) => 5,
            BasisFunction::Strokes(_) => 10,
        };
        self.dimensions() + controls
    }

    /// The result for one sample. This is the definition.
    pub fn at(self, operands: &[f32]) -> f32 {
        let (position, controls) = self.split(operands);
        match self {
            BasisFunction::Random(random) => random.at(position),
            BasisFunction::Simplex(simplex) => simplex.at(position),
            BasisFunction::Slope(slope) => slope.finer(controls[0]).at(position),
            BasisFunction::SimplexSlope(slope) => slope.at(position),
            BasisFunction::Cellular(cellular) => cellular.at(position, controls[0], controls[1]),
            BasisFunction::Gabor(gabor) => gabor.at(in_space(position), waves(controls)),
            BasisFunction::GaborSlope(slope) => slope.at(in_space(position), waves(controls)),
            BasisFunction::Dots(dots) => dots.at(position, spots(controls)),
            BasisFunction::Strokes(strokes) => strokes.at(in_plane(position), pen(controls)),
        }
    }

    /// The results for many samples, bit-equal to [`at`](BasisFunction::at). All slices have the same length.
    pub fn lanes(self, level: Level, operands: &[&[f32]], out: &mut [f32]) {
        let (position, controls) = self.split(operands);
        match self {
            BasisFunction::Random(random) => random.lanes(level, position, out),
            BasisFunction::Simplex(simplex) => simplex.lanes(level, position, out),
            BasisFunction::SimplexSlope(slope) => slope.lanes(level, position, out),
            BasisFunction::Gabor(gabor) => gabor.lanes(level, in_space(position), waves(controls), out),
            BasisFunction::Slope(_)
            | BasisFunction::GaborSlope(_)
            | BasisFunction::Cellular(_)
            | BasisFunction::Dots(_)
            | BasisFunction::Strokes(_) => {
                BasisFunction::lanes_together(&[self], level, operands, &mut [out]);
            }
        }
    }

    /// The work that the function shares with others: functions for which it is equal can be evaluated
    /// [together](BasisFunction::lanes_together), on the same operands. `None` if there are no others.
    pub fn shared(self) -> Option<BasisFunction> {
        match self {
            BasisFunction::Slope(slope) => Some(BasisFunction::Slope(slope.along_x())),
            BasisFunction::GaborSlope(slope) => Some(BasisFunction::GaborSlope(slope.along_x())),
            BasisFunction::Cellular(cellular) => Some(BasisFunction::Cellular(cellular.search())),
            BasisFunction::Dots(dots) => Some(BasisFunction::Dots(dots.search())),
            BasisFunction::Strokes(strokes) => Some(BasisFunction::Strokes(strokes.search())),
            BasisFunction::Random(_)
            | BasisFunction::Simplex(_)
            | BasisFunction::SimplexSlope(_)
            | BasisFunction::Gabor(_) => None,
        }
    }

    /// The results of up to [`MOST_TOGETHER`](BasisFunction::MOST_TOGETHER) functions that
    /// [share work](BasisFunction::shared), bit-equal to those of [`lanes`](BasisFunction::lanes) for each. `out` has a
    /// slice for each function.
    pub fn lanes_together(functions: &[BasisFunction], level: Level, operands: &[&[f32]], out: &mut [&mut [f32]]) {
        let Some(first) = functions.first() else { return };
        let (position, controls) = first.split(operands);
        let all = 0..functions.len();
        match *first {
            BasisFunction::Slope(slope) => {
                let slopes =
                    each(functions, slope, |f| if let BasisFunction::Slope(slope) = f { Some(slope) } else { None });
                if slope.noise().periods().is_none() {
                    return Slope::lanes_together(&slopes[all], level, position, out);
                }
                lattice::by_frequency(controls[0], position, out, |frequency, position, out| {
                    let slopes = slopes.map(|slope| slope.finer(frequency));
                    Slope::lanes_together(&slopes[all.clone()], level, position, out);
                });
            }
            BasisFunction::GaborSlope(slope) => {
                let slopes =
                    each(
                        functions,
                        slope,
                        |f| if let BasisFunction::GaborSlope(slope) = f { Some(slope) } else { None },
                    );
                GaborSlope::lanes_together(&slopes[all], level, in_space(position), waves(controls), out);
            }
            BasisFunction::Cellular(cellular) => {
                let noises =
                    each(
                        functions,
                        cellular,
                        |f| if let BasisFunction::Cellular(noise) = f { Some(noise) } else { None },
                    );
                Cellular::lanes_together(&noises[all], level, position, controls[0], controls[1], out);
            }
            BasisFunction::Dots(dots) => {
                let marks =
                    each(functions, dots, |f| if let BasisFunction::Dots(dots) = f { Some(dots) } else { None });
                Dots::lanes_together(&marks[all], level, position, spots(controls), out);
            }
            BasisFunction::Strokes(strokes) => {
                let features = each(functions, strokes, |f| {
                    if let BasisFunction::Strokes(strokes) = f { Some(strokes) } else { None }
                });
                Strokes::lanes_together(&features[all], level, in_plane(position), pen(controls), out);
            }
            BasisFunction::Random(_)
            | BasisFunction::Simplex(_)
            | BasisFunction::SimplexSlope(_)
            | BasisFunction::Gabor(_) => {
                functions.iter().zip(out).for_each(|(function, out)| function.lanes(level, operands, out));
            }
        }
    }

    /// Interval of the result for given intervals of the operands.
    pub fn interval(self, operands: &[Interval]) -> Interval {
        match self {
            BasisFunction::Random(_) => Interval::UNIT,
            BasisFunction::Simplex(_) => Interval::SIGNED_UNIT,
            BasisFunction::Slope(slope) => Interval::new(-slope.greatest(), slope.greatest()),
            BasisFunction::SimplexSlope(slope) => Interval::new(-slope.greatest(), slope.greatest()),
            BasisFunction::Cellular(cellular) => {
                // A smaller exponent gives a greater distance.
                let exponent = operands[cellular.dimensions().into()..].get(1).map_or(1.0, |exponent| exponent.min);
                let greatest = cellular.greatest(exponent);
                match cellular.feature() {
                    Feature::Coordinate(axis) if axis < cellular.dimensions() => {
                        let axis = usize::from(axis);
                        match cellular.periods() {
                            Some(periods) => Interval::new(0.0, periods[axis] as f32),
                            None => operands[axis].sum(Interval::new(-greatest, greatest)).widen(),
                        }
                    }
                    Feature::Way { .. } | Feature::EdgeSlope(_) => Interval::new(-greatest, greatest).widen(),
                    _ => Interval::new(0.0, greatest),
                }
            }
            BasisFunction::Dots(dots) if matches!(dots.mark(), Mark::Slope(_)) => Interval::EVERYTHING,
            BasisFunction::GaborSlope(_) => Interval::EVERYTHING,
            BasisFunction::Gabor(gabor) if gabor.wave() == Wave::Value => Interval::SIGNED_UNIT,
            BasisFunction::Gabor(_) | BasisFunction::Dots(_) => Interval::UNIT,
            BasisFunction::Strokes(strokes) if strokes.feature() == StrokeFeature::Value => Interval::UNIT,
            // A height from 0 to 1 times the presence, or 0 beside strokes.
            BasisFunction::Strokes(_) => Interval::new(0.0, math::max(operands[6].max, 0.0)).widen(),
        }
    }

    /// The coordinates and the controls; missing ones have the default value.
    fn split<T: Copy + Default>(self, operands: &[T]) -> ([T; 4], [T; MOST_CONTROLS]) {
        let (coordinates, rest) = operands.split_at(self.dimensions());
        let (mut position, mut controls) = ([T::default(); 4], [T::default(); MOST_CONTROLS]);
        position[..coordinates.len()].copy_from_slice(coordinates);
        controls[..rest.len()].copy_from_slice(rest);
        (position, controls)
    }
}

/// The descriptions of functions of one kind. Those after the last one are copies of the first.
fn each<T: Copy>(functions: &[BasisFunction], first: T, of: impl Fn(BasisFunction) -> Option<T>) -> [T; MOST_TOGETHER] {
    std::array::from_fn(|index| functions.get(index).copied().and_then(&of).unwrap_or(first))
}

/// Maximum number of controls: the fields of a pen.
const MOST_CONTROLS: usize = 10;

/// The position along x and y.
fn in_plane<T>([x, y, ..]: [T; 4]) -> [T; 2] {
    [x, y]
}

/// The position without time.
fn in_space<T>([x, y, z, _]: [T; 4]) -> [T; 3] {
    [x, y, z]
}

/// The controls of Gabor noise, in the order of its operands.
fn waves<T>([frequency, anisotropy, x, y, z, ..]: [T; MOST_CONTROLS]) -> Waves<T> {
    Waves { frequency, anisotropy, direction: [x, y, z] }
}

/// The controls of dots, in the order of their operands.
fn spots<T>([density, radius, variation, softness, jitter, ..]: [T; MOST_CONTROLS]) -> Spots<T> {
    Spots { density, radius, variation, softness, jitter }
}

/// The pen of strokes, in the order of their operands.
fn pen<T>(controls: [T; MOST_CONTROLS]) -> Pen<T> {
    let [period, other_period, shift, half_width, presence, density, half_length, slope, tilt, curl] = controls;
    let periods = [period, other_period];
    Pen { periods, shift, half_width, presence, density, half_length, slope, tilt, curl }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_for_all_operands() {
        let around = |x: f32| Interval::new(x - 0.25, x + 0.25);
        let metrics =
            [Metric::Euclidean, Metric::EuclideanSquared, Metric::Manhattan, Metric::Chebyshev, Metric::Minkowski];
        let features = [Feature::F1, Feature::F2, Feature::F3, Feature::F4, Feature::F2MinusF1, Feature::Edge];
        let others = [Feature::Value, Feature::Coordinate(0), Feature::Coordinate(1), Feature::Coordinate(3)];
        let ways = [(1, 0), (2, 1), (3, 0), (4, 1)].map(|(nth, axis)| Feature::Way { nth, axis });
        for metric in metrics {
            for feature in features.into_iter().chain(others).chain(ways).chain([Feature::EdgeSlope(0)]) {
                for (dimensions, tiles) in [2, 3, 4].into_iter().flat_map(|d| [(d, false), (d, true)]) {
                    let plain = Cellular::new(dimensions, metric, feature, 3).unwrap();
                    let tile = plain.with_periods([2, 3, 4, 1]).unwrap();
                    let function = BasisFunction::Cellular(if tiles { tile } else { plain });
                    for i in 0..50 {
                        let size = [1.0, 1e3, 1e7, 1e9][i % 4];
                        let operands: Vec<f32> = (0..function.operands())
                            .map(|operand| if operand < dimensions.into() { size } else { 1.5 } * (i as f32 * 0.37).fract())
                            .collect();
                        let intervals: Vec<Interval> = operands.iter().copied().map(around).collect();
                        let (result, interval) = (function.at(&operands), function.interval(&intervals));
                        assert!(
                            interval.contains(result),
                            "{function:?} of {operands:?}: {result}, not in {interval:?}"
                        );
                    }
                }
            }
        }
    }
}
