//! The bases of lattice noise.

/// The random quantity at each lattice point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Basis {
    /// A random gradient; the noise is 0 at the lattice points. Ken Perlin, "An Image Synthesizer", SIGGRAPH 1985,
    /// and "Improving Noise", SIGGRAPH 2002.
    #[default]
    Gradient,
    /// A random value, which the noise takes at the lattice point.
    Value,
}

impl Basis {
    /// The usual name of the noise.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Gradient => "Gradient noise",
            Basis::Value => "Value noise",
        }
    }
}
