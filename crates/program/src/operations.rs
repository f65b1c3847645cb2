//! The table of arithmetic operations: the scalar definition of each, its interval rule, and its expression in shaders.
//!
//! Lanes are the scalar expression, compiled for a SIMD level, unless the table names a faster function with the same
//! bits. Finite operands give finite results.

use travertine_noise::interpolant::smoothstep;
use travertine_noise::{Interval, Level, Pointwise, math};

use crate::lanes::{Apply, Lanes};

macro_rules! operations {
    ($(#[$about:meta])* $table:ident, $count:literal, $operands:tt, {
        $($(#[$doc:meta])* $operation:ident = $value:expr, $interval:expr, $wgsl:literal $(, $fast:path)?;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $table {
            $($(#[$doc])* $operation,)+
        }

        impl $table {
            /// Every operation of the table.
            pub const ALL: &'static [$table] = &[$($table::$operation),+];

            /// The name of the operation, as in this table.
            pub fn name(self) -> &'static str {
                match self {
                    $($table::$operation => stringify!($operation),)+
                }
            }

            /// The result for one sample. This is the definition.
            pub fn at(self, $operands: [f32; $count]) -> f32 {
                match self {
                    $($table::$operation => $value,)+
                }
            }

            /// The results for many samples, bit-equal to [`Self::at`]. All slices have the same length.
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

            /// The operation as an expression in WGSL, over operands named a, b and c. It may call functions of the
            /// shaders' library; results beyond the finite floats are not limited.
            pub fn wgsl(self) -> &'static str {
                match self {
                    $($table::$operation => $wgsl,)+
                }
            }

            /// Interval of the result for given intervals of the operands.
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
        Negate = -a, a.negate(), "-a";
        /// Absolute value of a.
        Absolute = a.abs(), a.absolute(), "abs(a)";
        /// 1 for positive a, -1 for negative, 0 for 0.
        Sign = if a > 0.0 { 1.0 } else if a < 0.0 { -1.0 } else { 0.0 }, a.monotonic(|a| Unary::Sign.at([a])), "sign(a)";
        /// Square root of a; 0 for negative a.
        SquareRoot = math::sqrt(a), a.monotonic(math::sqrt), "square_root(a)";
        /// Greatest integer that is not greater than a.
        Floor = a.floor(), a.monotonic(f32::floor), "floor(a)";
        /// Least integer that is not less than a.
        Ceiling = a.ceil(), a.monotonic(f32::ceil), "ceil(a)";
        /// Integer nearest to a, halves away from zero.
        Round = math::round(a), a.monotonic(math::round), "round_half_away(a)";
        /// `a - floor(a)`, at least 0 and below 1.
        Fract = math::fract(a), a.fract(), "fraction(a)";
        /// a clamped to 0..1.
        Clamp = math::clamp01(a), a.clamp_to(Interval::UNIT), "clamp(a, 0.0f, 1.0f)";
        /// `3a² - 2a³` of a clamped to 0..1.
        Smoothstep = smoothstep(math::clamp01(a)), a.monotonic(|a| Unary::Smoothstep.at([a])).widen().clamp_to(Interval::UNIT), "smoothstep_fade(clamp(a, 0.0f, 1.0f))";
        /// Sine of a in radians.
        Sine = math::sin(a), a.sine(), "sine(a)", math::sines;
        /// Cosine of a in radians.
        Cosine = math::cos(a), a.cosine(), "cosine(a)", math::cosines;
        /// Tangent of a in radians.
        Tangent = math::tan(a), a.tangent(), "tangent(a)";
        /// Arcsine in radians of a clamped to -1..1.
        Arcsine = math::asin(a), a.monotonic(math::asin).widen(), "arcsine(a)";
        /// Arccosine in radians of a clamped to -1..1.
        Arccosine = math::acos(a), a.monotonic(math::acos).widen(), "arccosine(a)";
        /// Arctangent of a in radians.
        Arctangent = math::atan(a), a.monotonic(math::atan).widen(), "arctangent(a)";
        /// e to the power of a.
        Exponential = math::exp(a), a.monotonic(math::exp).widen(), "exponential(a)";
        /// 2 to the power of a.
        Exponential2 = math::exp2(a), a.monotonic(math::exp2).widen(), "exponential2(a)";
        /// Natural logarithm of a. If a <= 0, that of the smallest positive float.
        Logarithm = math::ln(a), a.monotonic(math::ln).widen(), "logarithm(a)";
        /// Logarithm of a to base 2. If a <= 0, -149, that of the smallest positive float.
        Logarithm2 = math::log2(a), a.monotonic(math::log2).widen(), "logarithm2(a)";
        /// Decodes sRGB to linear light.
        SrgbToLinear = math::srgb_to_linear(a), a.monotonic(math::srgb_to_linear).widen(), "srgb_to_linear(a)";
        /// Encodes linear light as sRGB.
        LinearToSrgb = math::linear_to_srgb(a), a.monotonic(math::linear_to_srgb).widen(), "linear_to_srgb(a)";
    }
}

operations! {
    /// Operations of two operands.
    Binary, 2, [a, b], {
        /// `a + b`.
        Add = math::add(a, b), a.sum(b), "a + b";
        /// `a - b`.
        Subtract = math::sub(a, b), a.subtract(b), "a - b";
        /// `a * b`.
        Multiply = math::mul(a, b), a.multiply(b), "a * b";
        /// `a / b`; 0 if b is 0.
        Divide = math::div(a, b), a.divide(b), "divide(a, b)";
        /// Minimum of a and b.
        Minimum = math::min(a, b), a.minimum(b), "min(a, b)";
        /// Maximum of a and b.
        Maximum = math::max(a, b), a.maximum(b), "max(a, b)";
        /// a to the power of b.
        Power = math::pow(a, b), a.power(b), "power(a, b)";
        /// `a - b * floor(a / b)`, with the sign of b; 0 if b is 0.
        Modulo = math::modulo(a, b), a.modulo(b), "modulo(a, b)";
        /// Angle of the point (b, a) in radians, from -pi to pi.
        Arctangent2 = math::atan2(a, b), {
            let _ = (a, b);
            Interval::new(-std::f32::consts::PI, std::f32::consts::PI)
        }, "angle(a, b)";
        /// 1 if a is less than b, else 0.
        Less = if a < b { 1.0 } else { 0.0 }, a.less(b), "select(0.0f, 1.0f, a < b)";
    }
}

operations! {
    /// Operations of three operands.
    Ternary, 3, [a, b, c], {
        /// Linear interpolation from a at c = 0 to b at c = 1, exact at both, and linear beyond.
        Mix = math::lerp(c, a, b), a.mix(b, c), "interpolate(a, b, c)";
        /// b if a is positive, else c.
        Select = if a > 0.0 { b } else { c }, a.select(b, c), "select(c, b, a > 0.0f)";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use travertine_noise::Interval;

    /// Finite floats at which functions often fail, and ordinary ones.
    fn operands() -> Vec<f32> {
        let edges = [0.0, 1.0, 0.5, 1.5, 1e-45, 1e-38, 1e-20, 3.0, 0.999_999_94, 1.000_000_1, std::f32::consts::PI];
        let far = [255.0, 1024.5, 8_388_608.0, 1e6, 2e9, 1e20, 3e38, f32::MAX];
        let plain = (1..40).map(|step| step as f32 * 0.173);
        let sizes: Vec<f32> = edges.into_iter().chain(far).chain(plain).collect();
        sizes.iter().flat_map(|size| [*size, -size]).collect()
    }

    /// Checks that each operation, for many operands, is finite, equal at all levels, and within the interval that
    /// follows from intervals of the operands.
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

                // Intervals from each operand to that of another sample, near or far.
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

    /// The row of `docs/adding-an-operation.md`.
    mod guide {
        use travertine_noise::{Level, Pointwise};

        use super::super::{Apply, Interval, Lanes};

        mod math {
            /// `(e^2a - 1) / (e^2a + 1)`; for large arguments, the sign.
            pub fn tanh(a: f32) -> f32 {
                let power = travertine_noise::math::exp(2.0 * a.clamp(-10.0, 10.0));
                (power - 1.0) / (power + 1.0)
            }
        }

        operations! {
            /// The row of the guide.
            Row, 1, [a], {
                /// The hyperbolic tangent.
                HyperbolicTangent = math::tanh(a), a.monotonic(math::tanh).widen().clamp_to(Interval::SIGNED_UNIT), "hyperbolic_tangent(a)";
            }
        }
    }

    #[test]
    fn the_row_of_the_guide_is_one() {
        use guide::Row;

        let guide = include_str!("../../../docs/adding-an-operation.md");
        let mut rows = guide.lines().filter(|line| line.starts_with("HyperbolicTangent"));
        let row = rows.next().unwrap();
        assert!(include_str!("operations.rs").contains(row), "{row}");
        check_table!(Row, 1, operands().into_iter().map(|a| [a]).collect());
        assert_eq!((Row::HyperbolicTangent.name(), Row::HyperbolicTangent.at([0.0])), ("HyperbolicTangent", 0.0));
        assert_eq!(Row::HyperbolicTangent.wgsl(), "hyperbolic_tangent(a)");
    }
}
