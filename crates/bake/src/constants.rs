//! Constants of glTF.

// What a buffer view holds: attributes of vertices, or indices.
pub(crate) const ARRAY_BUFFER: usize = 34962;
pub(crate) const ELEMENT_ARRAY_BUFFER: usize = 34963;

// Filters and wrapping modes of samplers.
pub(crate) const LINEAR: usize = 9729;
pub(crate) const LINEAR_MIPMAP_LINEAR: usize = 9987;
pub(crate) const CLAMP_TO_EDGE: usize = 33071;
pub(crate) const REPEAT: usize = 10497;
