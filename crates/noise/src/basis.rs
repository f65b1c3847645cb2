//! The bases of lattice noise.

/// What is random at the lattice points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Basis {
    /// The slope; the noise itself is 0 there. After Ken Perlin, "An Image Synthesizer", SIGGRAPH 1985, and
    /// "Improving Noise", SIGGRAPH 2002.
    #[default]
    Gradient,
    /// The value.
    Value,
}
