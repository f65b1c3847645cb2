//! What a file holds: a picture or a volume.

use std::sync::Arc;

use crate::format::Format;
use crate::picture::Picture;
use crate::problem::Problem;
use crate::volume::Volume;

/// What a file holds. Clones share the texels.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// A picture.
    Picture(Arc<Picture>),
    /// A volume.
    Volume(Arc<Volume>),
}

impl Content {
    /// Decodes the bytes of a file of any known format.
    ///
    /// # Errors
    ///
    /// As [`Picture::decode`] and [`Volume::decode`].
    pub fn decode(bytes: &[u8]) -> Result<Content, Problem> {
        if Format::of(bytes)?.is_volume() {
            Volume::decode(bytes).map(Arc::new).map(Content::Volume)
        } else {
            Picture::decode(bytes).map(Arc::new).map(Content::Picture)
        }
    }

    /// The picture.
    ///
    /// # Errors
    ///
    /// If it is a volume.
    pub fn picture(&self) -> Result<&Picture, Problem> {
        match self {
            Content::Picture(picture) => Ok(picture),
            Content::Volume(_) => Err(Problem::Volume),
        }
    }

    /// The volume.
    ///
    /// # Errors
    ///
    /// If it is a picture.
    pub fn volume(&self) -> Result<&Volume, Problem> {
        match self {
            Content::Volume(volume) => Ok(volume),
            Content::Picture(_) => Err(Problem::Picture),
        }
    }
}
