//! How programs read rasters and images.

use std::collections::BTreeSet;

use travertine_program::image::{ImageEdge, ImageFunction};
use travertine_program::{Bound, Operation, Program, RasterId};
use travertine_raster::{Edge, Sampling};

use crate::sampling::Beyond;
use crate::textures::PlaneSource;

/// How an operation reads a plane of samples.
pub(crate) struct Reading {
    pub source: PlaneSource,
    /// Samples of a row, and of a column.
    pub size: [u32; 2],
    pub sampling: Sampling,
    /// How often the samples are differentiated along x and along y.
    pub orders: [u8; 2],
    pub beyond: Beyond,
    /// The size of the plane in units of the place.
    pub units: [u32; 2],
}

impl Reading {
    /// The reading of a raster's channel.
    pub fn of_raster(program: &Program, bound: &Bound, id: RasterId) -> Reading {
        let grid = program.rasters()[id.index()].grid();
        Reading {
            source: PlaneSource::Raster { key: program.raster_keys(bound)[id.index()], channel: id.channel() },
            size: [grid.across, grid.down].map(|units| units * grid.resolution),
            sampling: grid.sampling,
            orders: id.orders(),
            beyond: match grid.edge {
                Edge::Extend => Beyond::Clamped,
                Edge::Repeat => Beyond::Repeated,
            },
            units: [grid.across, grid.down],
        }
    }

    /// The reading of an image's channel; `None` if it needs smaller levels, or ends at its edges.
    pub fn of_image(image: &ImageFunction) -> Option<Reading> {
        let beyond = match image.edge {
            ImageEdge::Repeat => Beyond::Repeated,
            ImageEdge::Mirror => Beyond::Mirrored,
            ImageEdge::Clamp => Beyond::Clamped,
            ImageEdge::Zero => return None,
        };
        let (width, height) = image.pyramid.size();
        (!image.has_footprint).then(|| Reading {
            source: PlaneSource::Image(image.pyramid.clone()),
            // A picture has less than 2^32 texels along each side.
            size: [width as u32, height as u32],
            sampling: image.sampling,
            orders: [image.orders[0], image.orders[1]],
            beyond,
            units: [1, 1],
        })
    }

    /// The samples per unit along each axis.
    pub fn resolution(&self) -> [u32; 2] {
        [0, 1].map(|axis: usize| self.size[axis] / self.units[axis])
    }

    /// What a reader of the code must know: `4 x 4 units, cubic, clamped`.
    pub fn about(&self) -> String {
        let [across, down] = self.units;
        let unit = if self.units == [1, 1] { "unit" } else { "units" };
        format!("{across} x {down} {unit}, {}, {}", self.sampling.name(), self.beyond.name())
    }
}

/// The parameters that a raster is made with, directly or by rasters that it is made from.
pub(crate) fn parameters_of(program: &Program, id: RasterId) -> BTreeSet<usize> {
    let mut parameters = BTreeSet::new();
    let mut read = BTreeSet::from([id.index()]);
    // A raster reads earlier ones.
    while let Some(index) = read.pop_last() {
        for operation in program.rasters()[index].planes().operations() {
            match operation {
                Operation::Parameter(slot) => {
                    parameters.insert(program.slots()[*slot as usize].parameter);
                }
                Operation::Raster(id, _) => {
                    read.insert(id.index());
                }
                _ => {}
            }
        }
    }
    parameters
}
