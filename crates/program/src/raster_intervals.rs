//! Intervals of what programs read from rasters.

use travertine_noise::Interval;
use travertine_raster::{Grid, Sampling};

use crate::operation::RasterId;

/// The intervals of the samples of a raster's channels.
pub(crate) struct ChannelIntervals {
    pub(crate) grid: Grid,
    pub(crate) channels: Vec<Interval>,
}

impl ChannelIntervals {
    /// Interval of an interpolated channel, or of a derivative of it.
    pub(crate) fn of(&self, id: RasterId) -> Interval {
        let (samples, sampling) = (self.channels[id.channel()], self.grid.sampling);
        match (id.orders(), sampling) {
            ([0, 0], Sampling::Nearest | Sampling::Linear) => samples,
            ([0, 0], Sampling::Cubic) => samples.beyond(Sampling::OVERSHOOT),
            (orders, _) => {
                sampling.interval_of_slopes(samples, orders.map(|order| (order, f64::from(self.grid.resolution))))
            }
        }
    }
}
