//! Derivatives of cellular noise by its coordinates, from the ways between its points and a sample.

use travertine_noise::{Cellular, Feature, Metric};

use crate::basis::BasisFunction;
use crate::builder::Builder;
use crate::expression::Expr;
use crate::operation::{Operation, Value};

impl Builder {
    /// The derivative of cellular noise along an axis; `None` if it is 0.
    pub(crate) fn slope_of_cellular(
        &self,
        noise: Cellular,
        operands: [Value; BasisFunction::MOST_OPERANDS],
        axis: u8,
    ) -> Option<Expr<'_>> {
        let feature = |feature| self.append(Operation::Basis(BasisFunction::Cellular(noise.with(feature)), operands));
        let distance = |nth: u8| {
            let way = |axis| feature(Feature::Way { nth, axis });
            let value = feature([Feature::F1, Feature::F2, Feature::F3, Feature::F4][usize::from(nth) - 1]);
            match noise.metric() {
                Metric::Euclidean => way(axis) / value,
                Metric::EuclideanSquared => way(axis) * 2.0,
                Metric::Manhattan => way(axis).sign(),
                Metric::Chebyshev => {
                    // The greatest difference decides, and the first of equals.
                    let zero = self.constant(0.0);
                    let slope = way(axis).abs().less(value).select(zero, way(axis).sign());
                    (0..axis).fold(slope, |slope, before| way(before).abs().less(value).select(slope, zero))
                }
                Metric::Minkowski => {
                    let [least, greatest] = Metric::EXPONENTS;
                    let asked = self.expression(operands[usize::from(noise.dimensions()) + 1]);
                    let exponent = asked.max(least).min(greatest);
                    (way(axis).abs() / value).pow(exponent - 1.0) * way(axis).sign()
                }
            }
        };
        match noise.feature() {
            Feature::F1 => Some(distance(1)),
            Feature::F2 => Some(distance(2)),
            Feature::F3 => Some(distance(3)),
            Feature::F4 => Some(distance(4)),
            Feature::F2MinusF1 => Some(distance(2) - distance(1)),
            Feature::Edge => Some(feature(Feature::EdgeSlope(axis))),
            Feature::Way { axis: own, .. } => (own == axis).then(|| self.constant(1.0)),
            // The place of a point moves with the controls alone.
            Feature::Value | Feature::Coordinate(_) | Feature::EdgeSlope(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axes::Axis;
    use crate::bound::Bound;
    use crate::types::Type;

    const METRICS: [Metric; 5] =
        [Metric::Euclidean, Metric::EuclideanSquared, Metric::Manhattan, Metric::Chebyshev, Metric::Minkowski];

    const FEATURES: [Feature; 6] =
        [Feature::F1, Feature::F2, Feature::F3, Feature::F4, Feature::F2MinusF1, Feature::Edge];

    /// A feature and its derivatives along x, y and z at a position.
    fn sample(noise: Cellular, exponent: f32, position: [f32; 4], second: bool) -> [f32; 4] {
        let builder = Builder::new();
        let axes = [Axis::X, Axis::Y, Axis::Z, Axis::Time].map(|axis| builder.coordinate(axis));
        let controls = [builder.constant(0.9), builder.constant(exponent)];
        let count = BasisFunction::Cellular(noise).operands() - usize::from(noise.dimensions());
        let mut value = builder.basis(BasisFunction::Cellular(noise), axes, &controls[..count]);
        let zero = builder.constant(0.0);
        if second {
            value = builder.derivative(value, axes[0]).unwrap_or(zero);
        }
        let slopes = [0, 1, 2].map(|axis| builder.derivative(value, axes[axis]).unwrap_or(zero));
        let values = std::iter::once(value).chain(slopes);
        let outputs: Vec<_> = values.map(|value| ("value".to_owned(), Type::Float, vec![value.value()])).collect();
        let program = builder.finish(&outputs).unwrap();
        program.sample(&Bound::default(), position).try_into().unwrap()
    }

    /// Checks slopes against differences on both sides, where these agree.
    fn check(dimensions: u8, metric: Metric, feature: Feature, second: bool) {
        const STEP: f32 = 1.0 / 4096.0;
        let noise = Cellular::new(dimensions, metric, feature, 7).unwrap();
        let (mut compared, count) = (0, 40);
        for i in 0..count {
            let place = |axis: usize| ((i * (7 + 4 * axis) + axis) as f32 * 0.377).fract() * 4.0 - 2.0;
            let (position, exponent) = ([place(0), place(1), place(2), place(3)], 1.4 + (i % 4) as f32 * 0.5);
            let [middle, slopes @ ..] = sample(noise, exponent, position, second);
            for (axis, slope) in slopes.into_iter().enumerate() {
                let [low, high] = [-STEP, STEP].map(|step| {
                    let mut position = position;
                    position[axis] += step;
                    sample(noise, exponent, position, second)[0]
                });
                let (below, above) = ((middle - low) / STEP, (high - middle) / STEP);
                let tolerance = if second { 0.05 } else { 0.005 } * (1.0 + slope.abs());
                // Else there is a crease between, or a bend.
                if (below - above).abs() < tolerance {
                    let expected = (below + above) / 2.0;
                    assert!(
                        (slope - expected).abs() < tolerance,
                        "{noise:?} along {axis} at {position:?}: {slope}, by differences {expected}"
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared > 2 * count, "{noise:?}: only {compared} compared");
    }

    #[test]
    fn slopes_are_those_of_all_features_and_metrics() {
        for metric in METRICS {
            for feature in FEATURES {
                check(2, metric, feature, false);
                check(3, metric, feature, false);
            }
        }
        check(4, Metric::Euclidean, Feature::F1, false);
        check(4, Metric::Chebyshev, Feature::F2MinusF1, false);
    }

    #[test]
    fn second_slopes_are_exact_too() {
        for feature in FEATURES {
            check(2, Metric::Euclidean, feature, true);
            check(3, Metric::EuclideanSquared, feature, true);
            check(2, Metric::Minkowski, feature, true);
        }
    }

    #[test]
    fn creases_take_the_side_of_the_rule() {
        let slopes = |metric, feature, jitter: f32, position: [f32; 2]| {
            let builder = Builder::new();
            let axes = [Axis::X, Axis::Y, Axis::Z, Axis::Time].map(|axis| builder.coordinate(axis));
            let noise = BasisFunction::Cellular(Cellular::new(2, metric, feature, 7).unwrap());
            let value = builder.basis(noise, axes, &[builder.constant(jitter)]);
            let slopes = [0, 1].map(|axis| builder.derivative(value, axes[axis]).unwrap().value());
            let program = builder.finish(&[("slope".to_owned(), Type::Vector, slopes.to_vec())]).unwrap();
            let [x, y] = program.sample(&Bound::default(), [position[0], position[1], 0.0, 0.0])[..] else {
                panic!("two floats")
            };
            [x, y]
        };
        // Without jitter a point lies in the middle of each cell.
        assert_eq!(slopes(Metric::Euclidean, Feature::F1, 0.0, [0.5, 0.5]), [0.0, 0.0], "at a point");
        assert_eq!(slopes(Metric::Manhattan, Feature::F1, 0.0, [0.5, 0.75]), [0.0, 1.0], "level with a point");
        assert_eq!(slopes(Metric::Chebyshev, Feature::F1, 0.0, [0.75, 0.75]), [1.0, 0.0], "the first of equals");
        // On an edge the point in the sample's own cell is the nearest by order.
        assert_eq!(slopes(Metric::Euclidean, Feature::F1, 0.0, [1.0, 0.5]), [-1.0, 0.0]);
        assert_eq!(slopes(Metric::Euclidean, Feature::F2, 0.0, [1.0, 0.5]), [1.0, 0.0]);
        assert_eq!(slopes(Metric::Euclidean, Feature::F2MinusF1, 0.0, [1.0, 0.5]), [2.0, 0.0]);
        assert_eq!(slopes(Metric::Euclidean, Feature::Edge, 0.0, [1.0, 0.5]), [1.0, 0.0]);
        // Halfway between edges on both sides.
        assert_eq!(slopes(Metric::Euclidean, Feature::Edge, 0.0, [0.5, 0.5]), [1.0, 0.0]);
    }
}
