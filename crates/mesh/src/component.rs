//! Types of components in accessors of glTF.

/// A signed byte.
pub const BYTE: usize = 5120;
/// An unsigned byte.
pub const UNSIGNED_BYTE: usize = 5121;
/// A signed integer of 16 bits.
pub const SHORT: usize = 5122;
/// An unsigned integer of 16 bits.
pub const UNSIGNED_SHORT: usize = 5123;
/// An unsigned integer of 32 bits.
pub const UNSIGNED_INT: usize = 5125;
/// A float of 32 bits.
pub const FLOAT: usize = 5126;
