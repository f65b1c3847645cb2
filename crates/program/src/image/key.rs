//! Keys of images: what decides the results of their functions.

use travertine_raster::Sampling;

use super::edge::ImageEdge;

/// A function of a picture or a volume as a key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ImageKey {
    pub(super) identity: Box<str>,
    pub(super) sampling: Sampling,
    pub(super) edge: ImageEdge,
    pub(super) has_footprint: bool,
    pub(super) orders: [u8; 4],
}
