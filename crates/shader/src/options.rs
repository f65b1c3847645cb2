//! How a shader is written.

use crate::tier::Tier;

/// How a shader is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The tier.
    pub tier: Tier,
    /// Whether rasters and images become textures that the functions take. Otherwise their nodes are refused.
    pub textures: bool,
    /// Whether each output is followed by its derivatives along x, y and z: one function of a vector for a float, or
    /// three functions of its type for a vector or a color.
    pub gradient: bool,
    /// The name with which all names of the shader begin, instead of that of the texture.
    pub name: Option<String>,
}
