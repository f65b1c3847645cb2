//! Supersampling: each pixel is the mean of a square of samples.

use travertine_noise::math::clamp01;
use travertine_program::Type;

use crate::format::Format;

/// Averages squares of samples, in linear light.
///
/// Samples are summed in double precision, from left to right and from top to bottom, so that a pixel's bits depend on
/// its samples alone. The mean of equal samples is exactly their value. Colors with alpha are weighted by it, as light
/// that passes through is.
pub(crate) struct Mean {
    /// Samples along each side of a pixel.
    side: usize,
    /// Floats per sample.
    channels: usize,
    /// Whether the fourth float is an alpha.
    alpha: bool,
    /// Running sum of each float of a row of pixels.
    sums: Vec<f64>,
    /// For each pixel, the running sums of its colors weighted by alpha, and of the alphas.
    weighted: Vec<[f64; 4]>,
    row: Vec<f32>,
}

impl Mean {
    /// Averages samples for pictures of this format, with `side` samples along each side of a pixel.
    pub(crate) fn new(format: Format, side: usize) -> Mean {
        let alpha = format.value_type == Type::Color && format.channels() == 4;
        Mean {
            side,
            channels: format.channels(),
            alpha,
            sums: vec![0.0; format.row_len()],
            weighted: vec![[0.0; 4]; if alpha { format.width as usize } else { 0 }],
            row: vec![0.0; format.row_len()],
        }
    }

    /// Memory of a `Mean` for this format, in bytes.
    pub(crate) fn bytes(format: Format) -> u64 {
        let float = size_of::<f64>() + size_of::<f32>();
        (format.row_len() * float + format.width as usize * size_of::<[f64; 4]>()) as u64
    }

    /// Adds a row of samples.
    pub(crate) fn add(&mut self, row: &[f32]) {
        let pixels = row.chunks_exact(self.side * self.channels);
        for (pixel, sums) in pixels.clone().zip(self.sums.chunks_exact_mut(self.channels)) {
            for sample in pixel.chunks_exact(self.channels) {
                sums.iter_mut().zip(sample).for_each(|(sum, value)| *sum += f64::from(*value));
            }
        }
        if self.alpha {
            for (pixel, sums) in pixels.zip(&mut self.weighted) {
                for sample in pixel.chunks_exact(4) {
                    let alpha = f64::from(clamp01(sample[3]));
                    let light = sample[..3].iter().map(|light| f64::from(*light)).chain([1.0]);
                    sums.iter_mut().zip(light).for_each(|(sum, light)| *sum += light * alpha);
                }
            }
        }
    }

    /// Returns the row of pixels of the samples added since the last call.
    pub(crate) fn take(&mut self) -> &[f32] {
        let count = (self.side * self.side) as f64;
        self.row.iter_mut().zip(&self.sums).for_each(|(pixel, sum)| *pixel = (sum / count) as f32);
        if self.alpha {
            self.weigh();
        }
        self.sums.fill(0.0);
        self.weighted.fill([0.0; 4]);
        &self.row
    }

    /// Replaces colors by their mean weighted by alpha, except where every alpha is 0.
    fn weigh(&mut self) {
        for (pixel, [light @ .., alpha]) in self.row.chunks_exact_mut(4).zip(&self.weighted) {
            if *alpha > 0.0 {
                pixel.iter_mut().zip(light).for_each(|(pixel, light)| *pixel = (light / alpha) as f32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_means_and_equal_samples_stay_exact() {
        let format = Format { width: 2, height: 1, value_type: Type::Float, opaque: false };
        let mut mean = Mean::new(format, 2);
        mean.add(&[1.0, 2.0, 0.1, 0.1]);
        mean.add(&[3.0, 4.0, 0.1, 0.1]);
        assert_eq!(mean.take(), [2.5, 0.1]);
        mean.add(&[f32::MAX; 4]);
        mean.add(&[f32::MAX; 4]);
        assert_eq!(mean.take(), [f32::MAX; 2], "nothing is left of the row before, and nothing overflows");
    }

    #[test]
    fn colors_are_weighted_by_alpha() {
        let format = Format { width: 1, height: 1, value_type: Type::Color, opaque: false };
        let mut mean = Mean::new(format, 2);
        mean.add(&[1.0, 0.0, 0.0, 1.0, 0.0, 9.0, 0.0, 0.0]);
        mean.add(&[0.0, 0.0, 1.0, 0.5, 0.0, 9.0, 0.0, 0.0]);
        assert_eq!(mean.take(), [1.0 / 1.5, 0.0, 0.5 / 1.5, 0.375]);
        mean.add(&[0.25, 0.5, 0.75, 0.0, 0.25, 0.5, 0.75, 0.0]);
        mean.add(&[0.25, 0.5, 0.75, 0.0, 0.25, 0.5, 0.75, 0.0]);
        assert_eq!(mean.take(), [0.25, 0.5, 0.75, 0.0]);
    }
}
