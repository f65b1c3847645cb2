//! The names of coordinates that all functions of noises share.

/// Names of the coordinates.
pub(super) const AXES: [&str; 4] = ["x", "y", "z", "time"];

/// The parameters of a function that takes coordinates.
pub(super) fn coordinates(axes: &[&str]) -> Vec<String> {
    axes.iter().map(|axis| format!("{axis}: f32")).collect()
}
