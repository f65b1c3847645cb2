//! The waves of Gabor noise: what it tells of them, and how they run.

/// What Gabor noise tells of the waves around a sample.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wave {
    /// The noise: [`Intensity`](Wave::Intensity) times the sine of the phase, in [-1, 1].
    Value,
    /// Where in its period the wave is, from 0 to 1. It grows along the wave, and jumps from 1 to 0.
    Phase,
    /// How high the wave goes, in [0, 1]. 0 where the phase is not defined.
    Intensity,
}

/// How the waves are to run: numbers for one sample, or slices for many.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Waves<T> {
    /// Periods per cell; limited to ±1024.
    pub frequency: T,
    /// From 0, all directions alike, to 1, one direction. Between them, directions lie within 90° times what is left
    /// to 1, evenly. Limited to that.
    pub anisotropy: T,
    /// Where they run, x, y and z: of any length; x if it has none.
    pub direction: [T; 3],
}
