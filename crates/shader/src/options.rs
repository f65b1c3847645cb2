//! How a shader is written.

use crate::tier::Tier;

/// How a shader is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The tier.
    pub tier: Tier,
    /// Whether rasters and images become textures that the functions take. Otherwise their nodes are refused.
    pub textures: bool,
    /// The name with which all names of the shader begin, instead of that of the texture.
    pub name: Option<String>,
}
