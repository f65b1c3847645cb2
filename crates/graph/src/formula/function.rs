//! The functions and operators of formulas: their names and the number of their operands.

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident($arity:literal) $($name:literal)*;)+) => {
        /// A function or an operator of a formula.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Function {
            $($(#[$doc])* $function,)+
        }

        impl Function {
            /// The functions by name, from the most common to the least. Some have two names, and operators may have
            /// none.
            pub const NAMED: &'static [(&'static str, Function)] =
                &[$($(($name, Function::$function),)*)+];

            /// Number of operands, 1 to 3.
            pub fn arity(self) -> usize {
                match self {
                    $(Function::$function => $arity,)+
                }
            }
        }
    };
}

functions! {
    /// `-a`.
    Negate(1);
    /// `a + b`.
    Add(2);
    /// `a - b`.
    Subtract(2);
    /// `a * b`.
    Multiply(2);
    /// `a / b`; 0 if b is 0.
    Divide(2);
    /// `a < b`: 1 if it holds, else 0.
    Less(2);
    /// `a > b`: 1 if it holds, else 0.
    Greater(2);
    /// `a <= b`: 1 if it holds, else 0.
    AtMost(2);
    /// `a >= b`: 1 if it holds, else 0.
    AtLeast(2);
    /// Sine of an angle in radians.
    Sine(1) "sin";
    /// Cosine of an angle in radians.
    Cosine(1) "cos";
    /// Tangent of an angle in radians.
    Tangent(1) "tan";
    /// Absolute value.
    Absolute(1) "abs";
    /// Minimum of two values.
    Minimum(2) "min";
    /// Maximum of two values.
    Maximum(2) "max";
    /// `clamp(value, minimum, maximum)`: the value within limits.
    Clamp(3) "clamp";
    /// `mix(a, b, t)`: from a at t = 0 to b at 1, and on beyond.
    Mix(3) "mix";
    /// `step(edge, value)`: 0 below the edge, else 1.
    Step(2) "step";
    /// `smoothstep(low, high, value)`: 0 below the low edge, 1 above the high one, and smooth between.
    Smoothstep(3) "smoothstep";
    /// The value minus its floor.
    Fract(1) "fract";
    /// Greatest whole number that is not above the value.
    Floor(1) "floor";
    /// Least whole number that is not below the value.
    Ceiling(1) "ceil";
    /// Nearest whole number, halves away from 0.
    Round(1) "round";
    /// 1, 0 or -1.
    Sign(1) "sign";
    /// Square root; 0 for negative values.
    SquareRoot(1) "sqrt";
    /// `a % b`: the remainder, from 0 up to b; 0 if b is 0.
    Modulo(2) "mod";
    /// `a ^ b`: a to the power of b.
    Power(2) "pow";
    /// e to the power of the value.
    Exponential(1) "exp";
    /// 2 to the power of the value.
    Exponential2(1) "exp2";
    /// Natural logarithm.
    Logarithm(1) "log" "ln";
    /// Logarithm to base 2.
    Logarithm2(1) "log2";
    /// Arcsine in radians.
    Arcsine(1) "asin";
    /// Arccosine in radians.
    Arccosine(1) "acos";
    /// Arctangent in radians.
    Arctangent(1) "atan";
    /// `atan2(y, x)`: the angle of a direction in radians.
    Arctangent2(2) "atan2";
}

impl Function {
    /// The function with this name.
    pub fn from_name(name: &str) -> Option<Function> {
        Function::NAMED.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
    }
}
