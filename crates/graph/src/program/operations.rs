//! The table of arithmetic operations: for each its scalar definition and its interval rule, side by side.
//!
//! The scalar definition is the truth: lanes are the same expression, compiled for an instruction level. For finite
//! operands every result is finite.

use travertine_noise::{Level, Pointwise, math};

use super::interval::Interval;

macro_rules! operations {
    ($(#[$about:meta])* $table:ident, $count:literal, $operands:tt, {
        $($(#[$doc:meta])* $operation:ident = $value:expr, $interval:expr;)+
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
            pub fn lanes(self, level: Level, operands: [&[f32]; $count], out: &mut [f32]) {
                match self {
                    $($table::$operation => {
                        struct Kernel;
                        impl Pointwise<$count> for Kernel {
                            #[inline(always)]
                            fn at(&self, $operands: [f32; $count]) -> f32 {
                                $value
                            }
                        }
                        level.map(&Kernel, operands, out);
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
        Sign = if a > 0.0 { 1.0 } else if a < 0.0 { -1.0 } else { 0.0 }, a.increasing(|a| Unary::Sign.at([a]));
        /// The square root; 0 for negative operands.
        SquareRoot = math::sqrt(a), a.increasing(math::sqrt);
        /// The greatest integer that is not above.
        Floor = a.floor(), a.increasing(f32::floor);
        /// The least integer that is not below.
        Ceiling = a.ceil(), a.increasing(f32::ceil);
        /// The nearest integer, halves away from zero.
        Round = math::round(a), a.increasing(math::round);
        /// `a - floor(a)`, below 1.
        Fract = math::fract(a), a.fract();
        /// 0 below 0, 1 above 1.
        Clamp = if a > 0.0 { if a < 1.0 { a } else { 1.0 } } else { 0.0 }, a.clamp_to(Interval::UNIT);
        /// `3a² - 2a³` of the operand clamped to 0..1.
        Smoothstep = {
            let t = if a > 0.0 { if a < 1.0 { a } else { 1.0 } } else { 0.0 };
            t * t * (3.0 - 2.0 * t)
        }, a.increasing(|a| Unary::Smoothstep.at([a])).widen().clamp_to(Interval::UNIT);
        /// The sine of an angle in radians.
        Sine = math::sin(a), a.sine();
        /// The cosine of an angle in radians.
        Cosine = math::cos(a), a.cosine();
        /// The tangent of an angle in radians.
        Tangent = math::tan(a), a.tangent();
        /// The angle whose sine it is; the operand clamped to -1..1.
        Arcsine = math::asin(a), a.increasing(math::asin).widen();
        /// The angle whose cosine it is; the operand clamped to -1..1.
        Arccosine = math::acos(a), a.increasing(math::acos).widen();
        /// The angle whose tangent it is.
        Arctangent = math::atan(a), a.increasing(math::atan).widen();
        /// e to the operand's power.
        Exponential = math::exp(a), a.increasing(math::exp).widen();
        /// 2 to the operand's power.
        Exponential2 = math::exp2(a), a.increasing(math::exp2).widen();
        /// The natural logarithm.
        Logarithm = math::ln(a), a.increasing(math::ln).widen();
        /// The logarithm to base 2.
        Logarithm2 = math::log2(a), a.increasing(math::log2).widen();
        /// From the sRGB curve to linear light.
        SrgbToLinear = math::srgb_to_linear(a), a.increasing(math::srgb_to_linear).widen();
        /// From linear light to the sRGB curve.
        LinearToSrgb = math::linear_to_srgb(a), a.increasing(math::linear_to_srgb).widen();
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
        Minimum = if a < b { a } else { b }, a.minimum(b);
        /// The greater one.
        Maximum = if a > b { a } else { b }, a.maximum(b);
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
