//! Constants of glTF.

// Component types.
pub(crate) const BYTE: usize = 5120;
pub(crate) const UNSIGNED_BYTE: usize = 5121;
pub(crate) const SHORT: usize = 5122;
pub(crate) const UNSIGNED_SHORT: usize = 5123;
pub(crate) const UNSIGNED_INT: usize = 5125;
pub(crate) const FLOAT: usize = 5126;

// What a buffer view holds: attributes of vertices, or indices.
pub(crate) const ARRAY_BUFFER: usize = 34962;
pub(crate) const ELEMENT_ARRAY_BUFFER: usize = 34963;

// Filters and wrapping modes of samplers.
pub(crate) const LINEAR: usize = 9729;
pub(crate) const LINEAR_MIPMAP_LINEAR: usize = 9987;
pub(crate) const CLAMP_TO_EDGE: usize = 33071;
pub(crate) const REPEAT: usize = 10497;
