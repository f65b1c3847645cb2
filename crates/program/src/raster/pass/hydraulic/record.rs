//! Records of drops: what they do in each step, and the numbers by which drops and soil agree.

/// Radius in samples of the area that a drop erodes. Without it, drops would carve single samples.
pub(super) const REACH: f64 = 3.0;
/// Samples along each axis within reach, and how many of them lie before the one below the position.
pub(super) const REACHED: usize = 6;
pub(super) const BELOW: usize = 2;
/// Changes are summed as integer multiples of these units, so that their order does not matter.
pub(super) const HEIGHT_UNIT: f64 = 1.0 / (1_u64 << 40) as f64;
pub(super) const WATER_UNIT: f64 = 1.0 / (1_u64 << 20) as f64;
/// Drops that run together.
pub(super) const LANES: usize = 8;
pub(super) type Lanes = [f64; LANES];

/// What a drop does in a step.
#[derive(Clone, Copy, Default)]
pub(super) struct Record {
    pub(super) position: [f64; 2],
    /// Soil that the drop washes away around the position, or deposits at the four samples there.
    pub(super) amount: f64,
    /// The sum of the weights of the samples around the position if the drop washes soil away, else 0.
    pub(super) total: f64,
    /// Water that runs through the nearest sample.
    pub(super) water: f64,
    pub(super) nearest: i32,
}

/// The weight of a sample at this squared distance from a drop that washes soil away.
#[inline(always)]
pub(super) fn weight(square: f64) -> f64 {
    let weight = 1.0 - square / (REACH * REACH);
    if weight > 0.0 { weight } else { 0.0 }
}
