//! What the samples of an output show.

use std::fmt::Write;

use travertine::stages::graph::diagnostic::quote;
use travertine::stages::graph::json::{Value, object};
use travertine::{Context, Error, Interval, Slice, Texture};

use super::spectrum::Spectrum;
use crate::describe::{self, number};
use crate::failure::Failure;

/// Number of bins of a histogram.
pub const BINS: usize = 64;
/// The percentages of the samples for which a value is given that they do not exceed.
const PERCENTS: [usize; 7] = [1, 5, 25, 50, 75, 95, 99];
/// The sides of a square, in samples.
const SIDES: [u32; 2] = [16, 4096];
/// Blocks of the histogram in a text.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// What the samples of an output show.
pub struct Statistics {
    /// Name of the output.
    pub output: String,
    /// Samples along a side of the square.
    pub side: usize,
    /// Length of the side, in units of the graph.
    pub length: f64,
    /// The components of a value: one, or those of a vector or a color.
    pub components: Vec<Component>,
}

/// What the samples of a component show.
pub struct Component {
    /// Its name; empty for a float.
    pub name: &'static str,
    /// The range that values never leave, at any position and time.
    pub proven: Interval,
    /// The least sample.
    pub least: f32,
    /// The greatest sample.
    pub greatest: f32,
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The third standardized moment: above 0 if the tail is longer above the mean.
    pub skewness: f64,
    /// The fourth standardized moment, less the 3 of a normal distribution.
    pub excess_kurtosis: f64,
    /// Values that 1, 5, 25, 50, 75, 95 and 99 percent of the samples do not exceed.
    pub percentiles: Vec<f32>,
    /// Numbers of samples in bins of one width, from the least to the greatest.
    pub histogram: Vec<u64>,
    /// The power spectrum; `None` if all samples are the same.
    pub spectrum: Option<Spectrum>,
    /// The samples, row by row.
    pub samples: Vec<f32>,
}

impl Statistics {
    /// Evaluates an output over a slice, which must be a square whose side has a power of two samples.
    ///
    /// # Errors
    ///
    /// If the slice is no such square, there is no such output, or a limit of the context is exceeded.
    pub fn of(texture: &Texture, output: &str, slice: Slice, context: &Context) -> Result<Statistics, Failure> {
        let [left, top, right, bottom] = slice.region;
        let (length, height) = (right - left, bottom - top);
        let [least, most] = SIDES;
        let is_square = slice.width == slice.height && (length - height).abs() <= 1e-9 * length.abs();
        if !is_square || !slice.width.is_power_of_two() || !(least..=most).contains(&slice.width) {
            return Err(Failure::usage(format!(
                "statistics need a square whose side has a power of two samples, {least} to {most}, as in ⟦size=512⟧"
            )));
        }
        let field = texture.field(output)?;
        let side = slice.width as usize;
        // The samples, once more in order, and complex numbers with their powers.
        let bytes = (side * side) as u64 * (8 * field.channels() as u64 + 4 + 16 + 8 * field.channels() as u64);
        context.check_memory(bytes).map_err(Error::from)?;
        let image = field.render(slice, context)?;
        let channels = field.channels();
        let names = describe::components(image.format.value_type);
        let component = |(index, proven): (usize, Interval)| {
            let samples: Vec<f32> = image.data.iter().skip(index).step_by(channels).copied().collect();
            Component::of(names.get(index).copied().unwrap_or_default(), proven, samples, side, length)
        };
        let components = field.ranges().into_iter().take(channels).enumerate().map(component).collect();
        Ok(Statistics { output: output.to_owned(), side, length, components })
    }

    /// The statistics as JSON.
    pub fn to_value(&self) -> Value {
        object([
            ("output", Value::from(self.output.as_str())),
            ("side", Value::from(self.side as i64)),
            ("length", Value::from(self.length)),
            ("components", Value::List(self.components.iter().map(Component::to_value).collect())),
        ])
    }

    /// The statistics as a table for people.
    pub fn to_text(&self) -> String {
        let (output, side, length) = (quote(&self.output), self.side, number(self.length as f32));
        let mut text = format!("{output}, {side} x {side} samples of {length} x {length} units\n");
        self.components.iter().for_each(|component| component.describe(&mut text));
        text
    }
}

impl Component {
    fn of(name: &'static str, proven: Interval, samples: Vec<f32>, side: usize, length: f64) -> Component {
        let count = samples.len() as f64;
        let mut sorted = samples.clone();
        sorted.sort_unstable_by(f32::total_cmp);
        // A square has samples.
        let (least, greatest) = (sorted[0], sorted[sorted.len() - 1]);
        let mean = samples.iter().map(|sample| f64::from(*sample)).sum::<f64>() / count;
        let moment = |power: i32| {
            let of = |sample: &f32| (0..power).fold(1.0, |product, _| product * (f64::from(*sample) - mean));
            samples.iter().map(of).sum::<f64>() / count
        };
        let variance = if least < greatest { moment(2) } else { 0.0 };
        let deviation = variance.sqrt();
        let (skewness, excess_kurtosis) = if variance > 0.0 {
            (moment(3) / (variance * deviation), moment(4) / (variance * variance) - 3.0)
        } else {
            (0.0, 0.0)
        };
        let percentile = |percent: usize| sorted[(percent * (sorted.len() - 1) + 50) / 100];
        let mut histogram = vec![0; BINS];
        let span = f64::from(greatest) - f64::from(least);
        for sample in &samples {
            let place = (f64::from(*sample) - f64::from(least)) / span * BINS as f64;
            // The conversion saturates, and takes a NaN of an empty span to 0.
            histogram[(place as usize).min(BINS - 1)] += 1;
        }
        let spectrum = (least < greatest).then(|| Spectrum::of(&samples, mean, side, length)).flatten();
        Component {
            name,
            proven,
            least,
            greatest,
            mean,
            deviation,
            skewness,
            excess_kurtosis,
            percentiles: PERCENTS.map(percentile).to_vec(),
            histogram,
            spectrum,
            samples,
        }
    }

    fn to_value(&self) -> Value {
        let percentiles = PERCENTS.iter().zip(&self.percentiles);
        let percentiles = percentiles.map(|(percent, value)| (percent.to_string(), Value::from(*value)));
        let counts = self.histogram.iter().map(|count| Value::from(*count as i64)).collect();
        object([
            ("name", Value::from(self.name)),
            ("never_below", Value::from(self.proven.min)),
            ("never_above", Value::from(self.proven.max)),
            ("least", Value::from(self.least)),
            ("greatest", Value::from(self.greatest)),
            ("mean", Value::from(self.mean)),
            ("deviation", Value::from(self.deviation)),
            ("skewness", Value::from(self.skewness)),
            ("excess_kurtosis", Value::from(self.excess_kurtosis)),
            ("percentiles", Value::Object(percentiles.collect())),
            ("histogram", Value::List(counts)),
            ("spectrum", self.spectrum.as_ref().map_or(Value::Null, Spectrum::to_value)),
        ])
    }

    /// Writing to a string does not fail.
    fn describe(&self, text: &mut String) {
        if !self.name.is_empty() {
            let _ = writeln!(text, "{}", self.name);
        }
        let short = |value: f64| number((value * 1e5).round() as f32 / 1e5);
        let mut row = |name: &str, value: &str| {
            let _ = writeln!(text, "  {name:<16}{value}");
        };
        row("range", &format!("{} to {}", number(self.least), number(self.greatest)));
        row("proven range", &describe::interval(self.proven));
        row("mean", &short(self.mean));
        row("deviation", &short(self.deviation));
        row("skewness", &short(self.skewness));
        row("excess kurtosis", &short(self.excess_kurtosis));
        let percentiles = PERCENTS.iter().zip(&self.percentiles);
        let percentiles: Vec<String> =
            percentiles.map(|(percent, value)| format!("{percent} %: {}", short(f64::from(*value)))).collect();
        row("percentiles", &percentiles.join("  "));
        let most = self.histogram.iter().copied().max().unwrap_or(1).max(1);
        let blocks = self.histogram.iter().map(|count| match count * 8 / most {
            0 if *count == 0 => ' ',
            level => BLOCKS[(level as usize).min(BLOCKS.len() - 1)],
        });
        row("histogram", &blocks.collect::<String>());
        let Some(spectrum) = &self.spectrum else { return };
        for (index, band) in spectrum.bands.iter().enumerate() {
            let name = if index == 0 { "spectrum" } else { "" };
            let range = format!("{} to {}", short(band.from), short(band.to));
            row(name, &format!("{range:>12} cycles per unit: {:5.1} %", 100.0 * band.part));
        }
        row(
            "",
            &format!("power along the axes over that along the diagonals: {}", short(spectrum.axes_over_diagonals)),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_has_the_moments_of_a_uniform_distribution() {
        let samples: Vec<f32> = (0..16 * 16).map(|i| (i as f32 + 0.5) / 256.0).collect();
        let ramp = Component::of("", Interval::UNIT, samples, 16, 1.0);
        assert!((ramp.mean - 0.5).abs() < 1e-9 && (ramp.deviation * ramp.deviation - 1.0 / 12.0).abs() < 1e-5);
        assert!(ramp.skewness.abs() < 1e-9 && (ramp.excess_kurtosis + 1.2).abs() < 1e-3);
        assert_eq!(ramp.histogram, [4; BINS]);
        assert!((ramp.percentiles[3] - 0.5).abs() < 0.01);
        let flat = Component::of("", Interval::UNIT, vec![0.25; 256], 16, 1.0);
        assert_eq!((flat.mean, flat.deviation, flat.histogram[0]), (0.25, 0.0, 256));
        assert!(flat.spectrum.is_none());
    }
}
