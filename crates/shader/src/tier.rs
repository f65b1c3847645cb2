//! The two tiers of shaders.

/// How closely a shader follows the definitions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tier {
    /// Plain arithmetic on floats: fast, and equal within a tolerance.
    #[default]
    Close,
    /// Equal bits wherever additions, subtractions and multiplications of f32 round to nearest even, apart from the
    /// sign of zero and from results that depend on subnormal floats.
    Exact,
}
