//! Generated functions, and calls of them.

/// A function, made for one kind of noise or of samples.
pub(crate) struct Generated {
    pub name: String,
    pub text: String,
}

/// A call of a generated function for an operation.
pub(crate) struct Call {
    pub function: Generated,
    /// The arguments in order.
    pub arguments: Vec<Passed>,
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Passed {
    /// An operand of the operation, by its index.
    Operand(usize),
    /// The period of an octave: that of the first one, in cells, and the index of the operand that is the frequency.
    OctavePeriod(u32, usize),
    /// A natural number.
    Uint(u32),
    /// An integer.
    Int(i32),
    /// Two natural numbers as a vector of floats.
    Pair([u32; 2]),
    /// The texture that a function of samples reads.
    Texture,
}

impl Passed {
    /// The argument in WGSL, for given operands and the name of the texture.
    pub fn wgsl(self, operands: &[String], texture: &str) -> String {
        match self {
            Passed::Operand(index) => operands[index].clone(),
            Passed::OctavePeriod(period, index) => format!("octave_period({period}.0f, {})", operands[index]),
            Passed::Uint(number) => format!("{number}u"),
            Passed::Int(number) => number.to_string(),
            Passed::Pair([x, y]) => format!("vec2<f32>({x}.0f, {y}.0f)"),
            Passed::Texture => texture.to_owned(),
        }
    }
}

/// The first operands, in their order.
pub(crate) fn operands(count: usize) -> Vec<Passed> {
    (0..count).map(Passed::Operand).collect()
}
