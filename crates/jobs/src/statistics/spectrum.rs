//! How the power of a square of samples is spread over frequencies and directions.

use travertine::stages::graph::json::{Value, object};

use super::fourier::power;

/// The tangents of 11.25 and of 33.75 degrees.
const NARROW: f64 = 0.198_912_367_379_658;
const STEEP: f64 = 0.668_178_637_919_298_9;

/// The power of all frequencies of a square, without its mean.
pub struct Spectrum {
    /// The octaves of frequency with power, the lowest first.
    pub bands: Vec<Band>,
    /// The power within 11.25 degrees of the axes over that within 11.25 degrees of the diagonals: 1 if no direction
    /// is preferred.
    pub axes_over_diagonals: f64,
    /// The power at each frequency, row by row, with frequency 0 first.
    pub power: Vec<f64>,
}

/// Frequencies of an octave.
pub struct Band {
    /// The lowest frequency, in cycles per unit.
    pub from: f64,
    /// The frequency that the octave ends before, in cycles per unit.
    pub to: f64,
    /// Part of the power, 0 to 1.
    pub part: f64,
}

impl Spectrum {
    /// The spectrum of samples whose square is `length` units wide; `None` if they are all the same.
    pub fn of(samples: &[f32], mean: f64, side: usize, length: f64) -> Option<Spectrum> {
        let power = power(samples, mean, side);
        let total: f64 = power.iter().sum();
        if total <= 0.0 {
            return None;
        }
        // Below two cycles of the square, the window smears all into one; each further octave is a band. The last
        // reaches to the corners.
        let count = (side.ilog2() - 1) as usize;
        let mut parts = vec![0.0; count];
        let (mut axes, mut diagonals) = (0.0, 0.0);
        for (i, power) in power.iter().enumerate() {
            let [x, y] = [i % side, i / side].map(|k| k.min(side - k));
            let squared = x * x + y * y;
            let octave = if squared < 4 { 0 } else { (squared.ilog2() / 2) as usize };
            parts[octave.min(count - 1)] += power / total;
            let (short, long) = (x.min(y) as f64, x.max(y) as f64);
            if long > 0.0 && short < NARROW * long {
                axes += power;
            } else if short > STEEP * long {
                diagonals += power;
            }
        }
        let band = |(index, part): (usize, &f64)| {
            let edge = |index: usize| (1_u64 << index) as f64 / length;
            let from = if index == 0 { 0.0 } else { edge(index) };
            Band { from, to: edge(index + 1), part: *part }
        };
        let axes_over_diagonals = if diagonals > 0.0 { axes / diagonals } else { f64::MAX };
        Some(Spectrum { bands: parts.iter().enumerate().map(band).collect(), axes_over_diagonals, power })
    }

    /// The spectrum as JSON.
    pub fn to_value(&self) -> Value {
        let band = |band: &Band| {
            object([("from", Value::from(band.from)), ("to", Value::from(band.to)), ("part", Value::from(band.part))])
        };
        object([
            ("bands", Value::List(self.bands.iter().map(band).collect())),
            ("axes_over_diagonals", Value::from(self.axes_over_diagonals)),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stripes_have_one_band_and_one_axis() {
        // 8 cycles along x in a square 2 units wide: 4 cycles per unit.
        let samples: Vec<f32> = (0..64 * 64).map(|i| [0.0, 0.7, 1.0, 0.7, 0.0, -0.7, -1.0, -0.7][i % 8]).collect();
        let spectrum = Spectrum::of(&samples, 0.0, 64, 2.0).unwrap();
        let of_stripes = spectrum.bands.iter().find(|band| band.from == 4.0).unwrap();
        assert!(of_stripes.part > 0.6 && of_stripes.to == 8.0, "{}", of_stripes.part);
        let sum: f64 = spectrum.bands.iter().map(|band| band.part).sum();
        assert!((sum - 1.0).abs() < 1e-9 && spectrum.bands.len() == 5);
        assert!(spectrum.axes_over_diagonals > 1e3);
        assert!(Spectrum::of(&[0.5; 256], 0.5, 16, 1.0).is_none());
    }
}
