//! The table of arithmetic operations: for each its scalar definition and its interval rule, side by side.
//!
//! The scalar definition is the truth: lanes are the same expression, compiled for an instruction level, unless a faster
//! way to the same bits is named. For finite operands every result is finite.

use travertine_noise::interpolant::smoothstep;
use travertine_noise::{Level, Pointwise, math};

use crate::interval::Interval;
use crate::lanes::{Apply, Lanes};

macro_rules! operations {
    ($(#[$about:meta])* $table:ident, $count:literal, $operands:tt, {
        $($(#[$doc:meta])* $operation:ident = $value:expr, $interval:expr $(, $fast:path)?;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $table {
            $($(#[$doc])* $operation,)+
        }

        impl $table {
            /// Every operation of the table.
            pub const ALL: &'static [$table] = &[$($table::$operation),+];

            /// The result for one sample: the definition.
            pub fn at(self, $operands: [f32; $count]) -> f32 {
                match self {
                    $($table::$operation => $value,)+
                }
            }

            /// The results for many samples, bit-equal to [`Self::at`]; all slices have one length.
            pub fn lanes(self, level: Level, operands: [Lanes; $count], out: &mut [f32]) {
                match self {
                    $($table::$operation => {
                        $(if let [Lanes::Each(operand)] = operands {
                            return $fast(level, operand, out);
                        })?
                        struct Kernel;
                        impl Pointwise<$count> for Kernel {
                            #[inline(always)]
                            fn at(&self, $operands: [f32; $count]) -> f32 {
                                $value
                            }
                        }
                        operands.apply(level, &Kernel, out);
                    })+
                }
            }

            /// What the result lies in, given what the operands lie in.
            pub fn interval(self, $operands: [Interval; $count]) -> Interval {
                match self {
                    $($table::$operation => $interval,)+
                }
            }
        }
    };
}

operations! {
    /// Operations of one operand.
    Unary, 1, [a], {
        /// `-a`.
        Negate = -a, a.negate();
        /// The value without its sign.
        Absolute = a.abs(), a.absolute();
        /// 1 above zero, -1 below, 0 at zero.
        Sign = if a > 0.0 { 1.0 } else if a < 0.0 { -1.0 } else { 0.0 }, a.monotonic(|a| Unary::Sign.at([a]));
        /// The square root; 0 for negative operands.
        SquareRoot = math::sqrt(a), a.monotonic(math::sqrt);
        /// The greatest integer that is not above.
        Floor = a.floor(), a.monotonic(f32::floor);
        /// The least integer that is not below.
        Ceiling = a.ceil(), a.monotonic(f32::ceil);
        /// The nearest integer, halves away from zero.
        Round = math::round(a), a.monotonic(math::round);
        /// `a - floor(a)`, below 1.
        Fract = math::fract(a), a.fract();
        /// 0 below 0, 1 above 1.
        Clamp = math::clamp01(a), a.clamp_to(Interval::UNIT);
        /// `3a² - 2a³` of the operand clamped to 0..1.
        Smoothstep = smoothstep(math::clamp01(a)), a.monotonic(|a| Unary::Smoothstep.at([a])).widen().clamp_to(Interval::UNIT);
        /// The sine of an angle in radians.
        Sine = math::sin(a), a.sine(), math::sines;
        /// The cosine of an angle in radians.
        Cosine = math::cos(a), a.cosine(), math::cosines;
        /// The tangent of an angle in radians.
        Tangent = math::tan(a), a.tangent();
        /// The angle whose sine it is; the operand clamped to -1..1.
        Arcsine = math::asin(a), a.monotonic(math::asin).widen();
        /// The angle whose cosine it is; the operand clamped to -1..1.
        Arccosine = math::acos(a), a.monotonic(math::acos).widen();
        /// The angle whose tangent it is.
        Arctangent = math::atan(a), a.monotonic(math::atan).widen();
        /// e to the operand's power.
        Exponential = math::exp(a), a.monotonic(math::exp).widen();
        /// 2 to the operand's power.
        Exponential2 = math::exp2(a), a.monotonic(math::exp2).widen();
        /// The natural logarithm.
        Logarithm = math::ln(a), a.monotonic(math::ln).widen();
        /// The logarithm to base 2.
        Logarithm2 = math::log2(a), a.monotonic(math::log2).widen();
        /// From the sRGB curve to linear light.
        SrgbToLinear = math::srgb_to_linear(a), a.monotonic(math::srgb_to_linear).widen();
        /// From linear light to the sRGB curve.
        LinearToSrgb = math::linear_to_srgb(a), a.monotonic(math::linear_to_srgb).widen();
    }
}

operations! {
    /// Operations of two operands.
    Binary, 2, [a, b], {
        /// `a + b`.
        Add = math::add(a, b), a.add(b);
        /// `a - b`.
        Subtract = math::sub(a, b), a.subtract(b);
        /// `a * b`.
        Multiply = math::mul(a, b), a.multiply(b);
        /// `a / b`; 0 where b is 0.
        Divide = math::div(a, b), a.divide(b);
        /// The smaller one.
        Minimum = math::min(a, b), a.minimum(b);
        /// The greater one.
        Maximum = math::max(a, b), a.maximum(b);
        /// a to the power of b.
        Power = math::pow(a, b), a.power(b);
        /// `a - b * floor(a / b)`: the sign of b; 0 where b is 0.
        Modulo = math::modulo(a, b), a.modulo(b);
        /// The angle of the point (b, a), from -pi to pi.
        Arctangent2 = math::atan2(a, b), {
            let _ = (a, b);
            Interval::new(-std::f32::consts::PI, std::f32::consts::PI)
        };
        /// 1 where a is below b, else 0.
        Less = if a < b { 1.0 } else { 0.0 }, a.less(b);
    }
}

operations! {
    /// Operations of three operands.
    Ternary, 3, [a, b, c], {
        /// From a where c is 0 to b where it is 1, exact at both, and a straight line beyond.
        Mix = math::lerp(c, a, b), a.mix(b, c);
        /// b where a is above 0, else c.
        Select = if a > 0.0 { b } else { c }, a.select(b, c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::Interval;

    /// Finite floats at which functions like to go wrong, and plain ones.
    fn operands() -> Vec<f32> {
        let edges =
            [0.0, 1.0, 0.5, 1.5, 1e-45, 1e-38, 1e-20, 3.0, 0.999_999_94, 1.000_000_1, std::f32::consts::PI];
        let far = [255.0, 1024.5, 8_388_608.0, 1e6, 2e9, 1e20, 3e38, f32::MAX];
        let plain = (1..40).map(|step| step as f32 * 0.173);
        let sizes: Vec<f32> = edges.into_iter().chain(far).chain(plain).collect();
        sizes.iter().flat_map(|size| [*size, -size]).collect()
    }

    /// For each operation and many operands: finite, equal on all levels, and in the interval that follows from
    /// intervals around the operands.
    macro_rules! check_table {
        ($table:ident, $count:literal, $tuples:expr) => {
            let tuples: Vec<[f32; $count]> = $tuples;
            for operation in $table::ALL {
                let expected: Vec<f32> = tuples.iter().map(|operands| operation.at(*operands)).collect();
                for (operands, result) in tuples.iter().zip(&expected) {
                    assert!(result.is_finite(), "{operation:?} of {operands:?} is {result}");
                }

                let columns: Vec<Vec<f32>> =
                    (0..$count).map(|i| tuples.iter().map(|operands| operands[i]).collect()).collect();
                for level in Level::available() {
                    let mut lanes = vec![0.0; tuples.len()];
                    operation.lanes(level, std::array::from_fn(|i| Lanes::Each(&columns[i])), &mut lanes);
                    for ((operands, a), b) in tuples.iter().zip(&expected).zip(&lanes) {
                        assert_eq!(a.to_bits(), b.to_bits(), "{operation:?} of {operands:?} with {level}: {a}, {b}");
                    }
                }

                // Intervals that reach from each operand to that of another sample, near or far.
                for stride in [0, 1, 7, 101, 1009] {
                    for index in 0..tuples.len().saturating_sub(stride) {
                        let (from, to) = (tuples[index], tuples[index + stride]);
                        let around: [Interval; $count] = std::array::from_fn(|i| Interval::new(from[i], to[i]));
                        let interval = operation.interval(around);
                        let inside = |operands: &[f32; $count]| {
                            operands.iter().zip(&around).all(|(operand, around)| around.contains(*operand))
                        };
                        let middle: [f32; $count] =
                            std::array::from_fn(|i| (from[i] * 0.5 + to[i] * 0.5).clamp(around[i].min, around[i].max));
                        let results = [from, to, middle].map(|operands| (operands, operation.at(operands)));
                        let others = tuples.iter().zip(&expected).skip(index % 13).step_by(97);
                        let others = others.filter(|(operands, _)| inside(operands)).map(|(o, r)| (*o, *r));
                        for (operands, result) in results.into_iter().chain(others) {
                            assert!(
                                interval.contains(result),
                                "{operation:?} of {operands:?} is {result}, outside {interval:?}, though in {around:?}"
                            );
                        }
                    }
                }
            }
        };
    }

    #[test]
    fn every_operation_of_one_operand_keeps_its_rules() {
        check_table!(Unary, 1, operands().into_iter().map(|a| [a]).collect());
    }

    #[test]
    fn every_operation_of_two_operands_keeps_its_rules() {
        let operands = operands();
        check_table!(Binary, 2, operands.iter().flat_map(|a| operands.iter().map(|b| [*a, *b])).collect());
    }

    #[test]
    fn every_operation_of_three_operands_keeps_its_rules() {
        let operands = operands();
        let pairs = operands.iter().flat_map(|a| operands.iter().step_by(5).map(|b| [*a, *b]));
        check_table!(
            Ternary,
            3,
            pairs.flat_map(|[a, b]| operands.iter().step_by(7).map(move |c| [a, b, *c])).collect()
        );
    }
}
