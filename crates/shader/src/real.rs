//! Real numbers in shaders.

use crate::code::Float;
use crate::tier::Tier;

/// Arithmetic in double precision: that of integers in the exact tier, that of floats in the close one.
#[derive(Clone, Copy)]
pub(crate) struct Real(pub Tier);

impl Real {
    pub fn is_exact(self) -> bool {
        self.0 == Tier::Exact
    }

    pub fn type_name(self) -> &'static str {
        if self.is_exact() { "vec2<u32>" } else { "f32" }
    }

    pub fn number(self, number: f64) -> String {
        if self.is_exact() { format!("DOUBLE({number:?})") } else { Float(number as f32).to_string() }
    }

    pub fn operation(self, name: &str, sign: char, a: &str, b: &str) -> String {
        if self.is_exact() { format!("double_{name}({a}, {b})") } else { format!("({a} {sign} {b})") }
    }

    pub fn add(self, a: &str, b: &str) -> String {
        self.operation("add", '+', a, b)
    }

    pub fn subtract(self, a: &str, b: &str) -> String {
        self.operation("subtract", '-', a, b)
    }

    pub fn multiply(self, a: &str, b: &str) -> String {
        self.operation("multiply", '*', a, b)
    }

    /// A real number from a float.
    pub fn float(self, float: &str) -> String {
        if self.is_exact() { format!("double_from({float})") } else { float.to_owned() }
    }

    /// A real number from a whole number that a float holds exactly, or that is below 2^31 in the exact tier.
    pub fn int(self, int: &str) -> String {
        if self.is_exact() { format!("double_from_int({int})") } else { format!("f32({int})") }
    }

    pub fn to_float(self, real: &str) -> String {
        if self.is_exact() { format!("double_to_float({real})") } else { real.to_owned() }
    }
}
