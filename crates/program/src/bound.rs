//! Bound values: everything that a program needs to run.

use std::sync::{Arc, OnceLock};

use travertine_raster::Raster;

/// A float for each slot of a program, and its rasters once they are made.
///
/// Rasters cost more than any single sample and are shared by all samples: they are made when first needed, and stored.
/// Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    values: Vec<f32>,
    pub(crate) rasters: Arc<OnceLock<Vec<Raster>>>,
}

impl Bound {
    /// One float for each slot.
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

/// Compares the floats alone: the rasters follow from them.
impl PartialEq for Bound {
    fn eq(&self, other: &Bound) -> bool {
        self.values == other.values
    }
}
