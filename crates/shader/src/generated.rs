//! Generated functions, and calls of them.

/// A function, made for one kind of noise or of samples.
pub(crate) struct Generated {
    pub name: String,
    pub text: String,
}

/// A call of a generated function: the function, and the arguments after the operands.
pub(crate) struct Call {
    pub function: Generated,
    pub arguments: Vec<String>,
}
