//! What a program is run with.

use std::sync::{Arc, OnceLock};

use crate::raster::Raster;

/// A float for each slot of a program, and its rasters once they are made.
///
/// Rasters cost more than any single sample, and are the same for all: they are made when they are first needed, and
/// kept. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    values: Vec<f32>,
    pub(crate) rasters: Arc<OnceLock<Vec<Raster>>>,
}

impl Bound {
    /// The slots' floats.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The program's rasters, if they are made: see [`Program::make_rasters`](crate::Program::make_rasters).
    pub fn rasters(&self) -> Option<&[Raster]> {
        self.rasters.get().map(Vec::as_slice)
    }
}

impl From<Vec<f32>> for Bound {
    fn from(values: Vec<f32>) -> Bound {
        Bound { values, rasters: Arc::default() }
    }
}

/// The rasters follow from the floats.
impl PartialEq for Bound {
    fn eq(&self, other: &Bound) -> bool {
        self.values == other.values
    }
}
