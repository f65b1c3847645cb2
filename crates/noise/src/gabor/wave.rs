//! The waves of Gabor noise: their parameters, and the quantities that the noise returns.

/// The quantity that Gabor noise returns for the waves around a sample.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wave {
    /// The noise: [`Intensity`](Wave::Intensity) times the sine of the phase, in [-1, 1].
    Value,
    /// The position within the wave's period, from 0 to 1. It grows along the wave, and jumps from 1 to 0.
    Phase,
    /// The amplitude of the wave, in [0, 1]. 0 where the phase is undefined.
    Intensity,
}

/// The parameters of the waves: numbers for one sample, or slices for many.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Waves<T> {
    /// Periods per cell, limited to ±1024.
    pub frequency: T,
    /// From 0, all directions, to 1, one direction. In between, directions are uniform within 90° times (1 -
    /// anisotropy) of the given one. Limited to [0, 1].
    pub anisotropy: T,
    /// The direction in which the waves run: x, y and z, of any length. A direction of length 0 is replaced by x.
    pub direction: [T; 3],
}
