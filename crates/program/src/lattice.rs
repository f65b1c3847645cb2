//! Lattice noise as an operation: its coordinates, and the frequency of the octave if it has periods.
//!
//! The lattice of a finer octave has more cells in each period. The frequency is an operand, because it may depend on a
//! parameter or a field. It is nearly always uniform; the lanes are then those of a noise with longer periods.

use travertine_noise::{Level, Noise};

/// Maximum number of operands.
pub(crate) const MOST_OPERANDS: usize = 5;

/// Maximum number of functions of the same operands that are evaluated together.
pub(crate) const MOST_TOGETHER: usize = 16;

/// Number of operands: coordinates, and the frequency if there are periods.
pub(crate) fn operands(noise: Noise) -> usize {
    usize::from(noise.dimensions()) + usize::from(noise.periods().is_some())
}

/// The noise for one sample.
pub(crate) fn at(noise: Noise, operands: &[f32]) -> f32 {
    let (coordinates, frequency) = operands.split_at(noise.dimensions().into());
    let mut position = [0.0; 4];
    position[..coordinates.len()].copy_from_slice(coordinates);
    frequency.first().map_or(noise, |frequency| noise.finer(*frequency)).at(position)
}

/// The noise for many samples. All slices have the same length.
pub(crate) fn lanes(noise: Noise, level: Level, operands: &[&[f32]], out: &mut [f32]) {
    let (coordinates, frequency) = operands.split_at(noise.dimensions().into());
    let mut position: [&[f32]; 4] = [&[]; 4];
    position[..coordinates.len()].copy_from_slice(coordinates);
    match frequency.first() {
        None => noise.lanes(level, position, out),
        Some(frequencies) => by_frequency(frequencies, position, &mut [out], |frequency, position, out| {
            noise.finer(frequency).lanes(level, position, out[0]);
        }),
    }
}

/// Runs a task for each run of samples with the same frequency. `out` has at most [`MOST_TOGETHER`] slices.
pub(crate) fn by_frequency(
    frequencies: &[f32],
    position: [&[f32]; 4],
    out: &mut [&mut [f32]],
    mut task: impl FnMut(f32, [&[f32]; 4], &mut [&mut [f32]]),
) {
    let mut start = 0;
    for stretch in frequencies.chunk_by(|a, b| a == b) {
        let end = start + stretch.len();
        // Unread axes may be empty.
        let part = position.map(|axis| axis.get(start..end).unwrap_or_default());
        let (count, mut parts): (usize, [&mut [f32]; MOST_TOGETHER]) = (out.len(), Default::default());
        parts.iter_mut().zip(&mut *out).for_each(|(part, out)| *part = &mut out[start..end]);
        task(stretch[0], part, &mut parts[..count]);
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use travertine_noise::{Basis, Interpolation};

    use super::*;

    #[test]
    fn frequencies_may_change_from_sample_to_sample() {
        let noise = Noise::new(Basis::Gradient, 2, Interpolation::Smootherstep, 3).unwrap();
        let tile = noise.with_periods([2, 3, 1, 1]).unwrap();
        let [xs, ys] = [0.37, -0.61].map(|step| (0..40).map(|i| i as f32 * step).collect::<Vec<f32>>());
        let frequencies: Vec<f32> = (0..40).map(|i| (i / 7) as f32).collect();
        let mut out = vec![0.0; 40];
        lanes(tile, Level::detect(), &[&xs, &ys, &frequencies], &mut out);
        for i in 0..40 {
            assert_eq!(out[i].to_bits(), at(tile, &[xs[i], ys[i], frequencies[i]]).to_bits());
            assert_eq!(out[i].to_bits(), tile.finer(frequencies[i]).at([xs[i], ys[i], 0.0, 0.0]).to_bits());
        }
    }
}
