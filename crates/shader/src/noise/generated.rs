//! A generated function, and the names that all of them share.

/// Names of the coordinates.
pub(super) const AXES: [&str; 4] = ["x", "y", "z", "time"];

/// A function, made for one kind of noise.
pub(crate) struct Generated {
    pub name: String,
    pub text: String,
}

/// The parameters of a function that takes coordinates.
pub(super) fn coordinates(axes: &[&str]) -> Vec<String> {
    axes.iter().map(|axis| format!("{axis}: f32")).collect()
}
