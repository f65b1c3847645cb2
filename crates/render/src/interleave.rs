//! Interleaving: separate channels become adjacent floats of pixels.

use travertine_noise::{Kernel, Level};
use travertine_program::Lanes;

/// Writes channels so that the floats of a sample are adjacent.
pub(crate) fn interleave(level: Level, channels: &[Lanes], out: &mut [f32]) {
    match *channels {
        [Lanes::Each(values)] => out.copy_from_slice(values),
        [Lanes::Each(red), Lanes::Each(green), Lanes::Each(blue)] => {
            level.run(Interleave { channels: [red, green, blue], out: out.as_chunks_mut().0 });
        }
        [Lanes::Each(red), Lanes::Each(green), Lanes::Each(blue), Lanes::Each(alpha)] => {
            level.run(Interleave { channels: [red, green, blue, alpha], out: out.as_chunks_mut().0 });
        }
        [Lanes::Each(red), Lanes::Each(green), Lanes::Each(blue), Lanes::Same(alpha)] => {
            level.run(Pad { channels: [red, green, blue], alpha, out: out.as_chunks_mut().0 });
        }
        _ => {
            for (first, values) in channels.iter().enumerate() {
                let out = out[first..].iter_mut().step_by(channels.len());
                match values {
                    Lanes::Each(values) => out.zip(*values).for_each(|(out, value)| *out = *value),
                    Lanes::Same(value) => out.for_each(|out| *out = *value),
                }
            }
        }
    }
}

/// Colors with the same alpha.
struct Pad<'a> {
    channels: [&'a [f32]; 3],
    alpha: f32,
    out: &'a mut [[f32; 4]],
}

impl Kernel for Pad<'_> {
    #[inline(always)]
    fn run(self) {
        let length = self.out.len();
        // Tells the compiler that all lengths are equal.
        let [red, green, blue] = self.channels.map(|channel| &channel[..length]);
        for (i, out) in self.out.iter_mut().enumerate() {
            *out = [red[i], green[i], blue[i], self.alpha];
        }
    }
}

/// The common case: every channel varies.
struct Interleave<'a, const N: usize> {
    channels: [&'a [f32]; N],
    out: &'a mut [[f32; N]],
}

impl<const N: usize> Kernel for Interleave<'_, N> {
    #[inline(always)]
    fn run(self) {
        let length = self.out.len();
        let mut channels = self.channels;
        // Tells the compiler that all lengths are equal.
        for channel in &mut channels {
            *channel = &channel[..length];
        }
        for (i, out) in self.out.iter_mut().enumerate() {
            for (out, channel) in out.iter_mut().zip(channels) {
                *out = channel[i];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_channel_of_every_sample_is_interleaved() {
        let values: Vec<Vec<f32>> = (0..6).map(|c| (0..37).map(|i| (100 * c + i) as f32).collect()).collect();
        for level in Level::available() {
            for count in 1..=6 {
                for same in [0, 0b10, 0b101] {
                    let lanes = |n: usize| {
                        if same >> n & 1 == 1 { Lanes::Same(values[n][0]) } else { Lanes::Each(&values[n]) }
                    };
                    let mut out = vec![0.0; 37 * count];
                    interleave(level, &(0..count).map(lanes).collect::<Vec<_>>(), &mut out);
                    for (index, value) in out.iter().enumerate() {
                        let (sample, channel) = (index / count, index % count);
                        let sample = if same >> channel & 1 == 1 { 0 } else { sample };
                        assert_eq!(*value, values[channel][sample], "{level}, {count} channels");
                    }
                }
            }
        }
    }
}
