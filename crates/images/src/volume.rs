//! Volumes: the texels of a file in space, and their channels as functions.

use std::fmt;
use std::sync::Arc;

use travertine_program::image::Pyramid;

use crate::decoded::Densities;
use crate::format;
use crate::picture::digest;
use crate::problem::Problem;

/// A decoded volume.
pub struct Volume {
    size: [usize; 3],
    spacing: [f64; 3],
    sha256: String,
    channels: Vec<Arc<Pyramid>>,
}

impl Volume {
    /// Decodes the bytes of an NRRD or DF3 file.
    ///
    /// Floats are unchanged, but 0 for one that is not a number, and the greatest float for infinity. Whole numbers of
    /// `n` bits without a sign are divided by 2^n - 1, so that they go from 0 to 1; those with a sign by 2^(n - 1) - 1,
    /// and the least of them counts as its neighbor, so that they go from -1 to 1.
    ///
    /// # Errors
    ///
    /// If they are no such file, are damaged, or have more texels than [`MAX_TEXELS`](crate::MAX_TEXELS) allows.
    pub fn decode(bytes: &[u8]) -> Result<Volume, Problem> {
        let Densities { size, spacing, channels } = format::densities(bytes)?;
        let sha256 = digest(bytes);
        let channel =
            |(index, numbers)| Arc::new(Pyramid::of_volume(format!("{sha256}:{index}:volume"), size, numbers));
        let channels = channels.into_iter().enumerate().map(channel).collect();
        Ok(Volume { size, spacing, channels, sha256 })
    }

    /// Texels along x, y and z.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// Distance between neighboring texels along x, y and z, in the unit of the file; all 1 if it has none. They are
    /// positive.
    pub fn spacing(&self) -> [f64; 3] {
        self.spacing
    }

    /// Number of channels, at least 1.
    pub fn channels(&self) -> usize {
        self.channels.len()
    }

    /// A channel, by its index; `None` if the volume has fewer.
    pub fn channel(&self, index: usize) -> Option<Arc<Pyramid>> {
        self.channels.get(index).cloned()
    }

    /// SHA-256 of the bytes of the file, as 64 hexadecimal digits.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }
}

/// Volumes of equal files are equal.
impl PartialEq for Volume {
    fn eq(&self, other: &Volume) -> bool {
        self.sha256 == other.sha256
    }
}

impl fmt::Debug for Volume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height, depth] = self.size;
        write!(f, "Volume({width} x {height} x {depth}, {})", self.sha256)
    }
}
