//! Draws each basis with its histogram and spectrum. To regenerate `docs/noise.md` and its pictures:
//!
//!     cargo run --release -p travertine-noise --example report > docs/noise.md

#![expect(clippy::disallowed_methods, reason = "statistics in double precision that reach no pixel")]
#![expect(clippy::print_stdout, reason = "the report goes to standard output")]

use std::error::Error;
use std::fs::{File, create_dir_all};
use std::io::BufWriter;
use std::path::Path;

use travertine_noise::{
    Basis, Cellular, Dots, Feature, Gabor, Grain, Interpolation, Mark, Metric, Noise, Random, Simplex, Spots, Wave,
    Waves,
};

#[path = "../tests/noise/quality/fourier.rs"]
mod fourier;

/// Samples along a side of the measured pictures.
const SIDE: usize = 512;
/// Pixels along a side of each of the three pictures, and between them.
const PIXELS: usize = 128;
const GAP: usize = 8;
const SEEDS: u32 = 8;

/// The names for readers and files, the lowest and the greatest value drawn, and the noise in 2D.
struct Entry {
    name: &'static str,
    file: &'static str,
    range: [f32; 2],
    at: fn([f32; 4], u32) -> Option<f32>,
}

const ENTRIES: [Entry; 10] = [
    Entry { name: "Perlin", file: "perlin", range: [-1.0, 1.0], at: |p, seed| lattice(Basis::Gradient, p, seed) },
    Entry { name: "Value", file: "value", range: [-1.0, 1.0], at: |p, seed| lattice(Basis::Value, p, seed) },
    Entry { name: "Simplex", file: "simplex", range: [-1.0, 1.0], at: |p, seed| Some(Simplex::new(2, seed)?.at(p)) },
    Entry {
        name: "Simplex, smooth",
        file: "simplex-smooth",
        range: [-1.0, 1.0],
        at: |p, seed| Some(Simplex::new(2, seed)?.smooth().at(p)),
    },
    Entry { name: "Gabor", file: "gabor", range: [-1.0, 1.0], at: |p, seed| gabor(0.0, p, seed) },
    Entry {
        name: "Gabor, anisotropy 0.8",
        file: "gabor-anisotropic",
        range: [-1.0, 1.0],
        at: |p, seed| gabor(0.8, p, seed),
    },
    Entry { name: "Cellular, F1", file: "f1", range: [0.0, 1.25], at: |p, seed| cellular(Feature::F1, p, seed) },
    Entry {
        name: "Cellular, F2 - F1",
        file: "f2-minus-f1",
        range: [0.0, 1.25],
        at: |p, seed| cellular(Feature::F2MinusF1, p, seed),
    },
    Entry { name: "Dots", file: "dots", range: [0.0, 1.0], at: dots },
    Entry {
        name: "Random, by cell",
        file: "random",
        range: [0.0, 1.0],
        at: |p, seed| Some(Random::new(Grain::Cell, 2, seed)?.at(p)),
    },
];

fn lattice(basis: Basis, position: [f32; 4], seed: u32) -> Option<f32> {
    Some(Noise::new(basis, 2, Interpolation::default(), seed)?.at(position))
}

fn gabor(anisotropy: f32, [x, y, z, _]: [f32; 4], seed: u32) -> Option<f32> {
    let waves = Waves { frequency: 1.0, anisotropy, direction: [2.0, 1.0, 0.0] };
    Some(Gabor::new(2, Wave::Value, seed)?.at([x, y, z], waves))
}

fn dots(position: [f32; 4], seed: u32) -> Option<f32> {
    let spots = Spots { density: 0.8, radius: 0.6, variation: 0.5, softness: 1.0, jitter: 1.0 };
    Some(Dots::new(2, Mark::Cover, seed)?.at(position, spots))
}

fn cellular(feature: Feature, position: [f32; 4], seed: u32) -> Option<f32> {
    Some(Cellular::new(2, Metric::Euclidean, feature, seed)?.at(position, 1.0, 2.0))
}

impl Entry {
    /// A square of samples, `step` cells apart.
    fn samples(&self, seed: u32, side: usize, step: f32) -> Option<Vec<f32>> {
        let coordinate = |i: usize| (i as f32 + 0.5) * step;
        (0..side * side).map(|i| (self.at)([coordinate(i % side), coordinate(i / side), 0.0, 0.0], seed)).collect()
    }

    /// The position of a value in the drawn range, from 0 to 1.
    fn share(&self, value: f32) -> f32 {
        ((value - self.range[0]) / (self.range[1] - self.range[0])).clamp(0.0, 1.0)
    }

    /// Writes the pictures and returns a line of numbers.
    fn report(&self, folder: &Path) -> Result<String, Box<dyn Error>> {
        let missing = || format!("{} does not exist", self.name);
        let picture = self.samples(0, PIXELS, 1.0 / 16.0).ok_or_else(missing)?;
        let mut bins = [0u32; PIXELS];
        let (mut sum, mut squares) = (0.0, 0.0);
        let mut power = vec![0.0; SIDE * SIDE];
        for seed in 0..SEEDS {
            // A step that visits all positions in a cell equally often.
            for value in &self.samples(seed, SIDE, 0.618_034).ok_or_else(missing)? {
                bins[((self.share(*value) * PIXELS as f32) as usize).min(PIXELS - 1)] += 1;
                sum += f64::from(*value);
                squares += f64::from(*value).powi(2);
            }
            let mut values = self.samples(seed, SIDE, 1.0 / 8.0).ok_or_else(missing)?;
            // The mean is removed to show the variation.
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            values.iter_mut().for_each(|value| *value -= mean);
            power.iter_mut().zip(fourier::power(&values, SIDE)).for_each(|(sum, power)| *sum += power);
        }
        let count = f64::from(SEEDS) * (SIDE * SIDE) as f64;
        let (mean, deviation) = (sum / count, (squares / count - (sum / count).powi(2)).sqrt());
        let highest = bins.iter().copied().max().unwrap_or(1);

        // Up to 2 cycles per cell in each direction; each pixel is 2 x 2 frequencies.
        let at = |x: usize, y: usize| {
            let index = |pixel: usize, half: usize| (2 * pixel + half + SIDE - PIXELS) % SIDE;
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)];
            four.iter().map(|(dx, dy)| power[index(y, *dy) * SIDE + index(x, *dx)]).sum::<f64>()
        };
        let spectrum: Vec<f64> = (0..PIXELS * PIXELS).map(|i| at(i % PIXELS, i / PIXELS)).collect();
        let peak = spectrum.iter().copied().fold(0.0, f64::max);

        let width = 3 * PIXELS + 2 * GAP;
        let mut pixels = vec![255u8; width * PIXELS];
        for (i, value) in picture.iter().enumerate() {
            let (x, y) = (i % PIXELS, i / PIXELS);
            let row = &mut pixels[y * width..][..width];
            row[x] = (self.share(*value) * 255.0) as u8;
            let is_bar = f64::from(bins[x]) / f64::from(highest) * PIXELS as f64 > (PIXELS - 1 - y) as f64;
            row[PIXELS + GAP + x] = if is_bar && bins[x] > 0 { 48 } else { 224 };
            // Black is 10^-4 of the greatest power.
            let decades = (spectrum[i] / peak).log10().max(-4.0);
            row[2 * (PIXELS + GAP) + x] = ((1.0 + decades / 4.0) * 255.0) as u8;
        }
        let file = File::create(folder.join(self.file).with_extension("png"))?;
        let mut encoder = png::Encoder::new(BufWriter::new(file), width as u32, PIXELS as u32);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_compression(png::Compression::High);
        encoder.write_header()?.write_image_data(&pixels)?;
        // A mean that rounds to 0 is printed without a sign.
        let mean = (mean * 1000.0).round() / 1000.0 + 0.0;
        Ok(format!("| {} | {mean:.3} | {deviation:.3} | ![](pictures/noise/{}.png) |", self.name, self.file))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/noise");
    create_dir_all(&folder)?;
    println!("# The noises, compared\n");
    println!(
        "In 2D: 8 x 8 cells, the histogram over the range of values, and the power spectrum. The spectrum reaches to"
    );
    println!(
        "2 cycles per cell in each direction, with frequency 0 in the middle; black is 10^-4 of the greatest power."
    );
    println!(
        "Values of cellular noise are drawn from 0 to 1.25, of dots and random numbers from 0 to 1, of others from -1 to 1.\n"
    );
    println!("| basis | mean | deviation | picture, histogram, spectrum |\n|---|---|---|---|");
    for entry in &ENTRIES {
        println!("{}", entry.report(&folder)?);
    }
    println!("\nMeasured over {SEEDS} seeds of {SIDE} x {SIDE} samples. To regenerate this page and its pictures:\n");
    println!("    cargo run --release -p travertine-noise --example report > docs/noise.md");
    Ok(())
}
