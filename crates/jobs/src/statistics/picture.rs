//! The picture of statistics: for each component its values, its histogram and its spectrum, side by side.

use travertine::stages::noise::math::log2;
use travertine::{Format, Image, Type};

use super::measure::{BINS, Component, Statistics};

/// Side of a panel, in pixels: twice the number of bins.
const PANEL: usize = 2 * BINS;
/// Pixels between panels.
const GAP: usize = 8;

/// A picture of one row of panels for each component of all statistics. Values go from black, the least, to white. In
/// the spectrum, frequency 0 is in the middle, and black is 10^-4 of the greatest power.
pub fn picture(statistics: &[Statistics]) -> Image {
    let rows: Vec<(usize, &Component)> =
        statistics.iter().flat_map(|of| of.components.iter().map(|component| (of.side, component))).collect();
    let (width, height) = (3 * PANEL + 2 * GAP, rows.len() * (PANEL + GAP) - GAP);
    let mut data = vec![1.0; width * height];
    for (index, (side, component)) in rows.into_iter().enumerate() {
        for y in 0..PANEL {
            let line = &mut data[(index * (PANEL + GAP) + y) * width..][..width];
            for x in 0..PANEL {
                line[x] = value(component, side, x, y);
                line[PANEL + GAP + x] = bar(component, x, y);
                line[2 * (PANEL + GAP) + x] = power(component, side, x, y);
            }
        }
    }
    let format = Format { width: width as u32, height: height as u32, value_type: Type::Float, opaque: true };
    Image { format, data }
}

/// The sample nearest to a pixel, between the least and the greatest.
fn value(component: &Component, side: usize, x: usize, y: usize) -> f32 {
    let [x, y] = [x, y].map(|at| at * side / PANEL);
    let span = component.greatest - component.least;
    if span > 0.0 { (component.samples[y * side + x] - component.least) / span } else { 0.5 }
}

/// Black within the bar of a bin.
fn bar(component: &Component, x: usize, y: usize) -> f32 {
    let most = component.histogram.iter().copied().max().unwrap_or(1).max(1);
    let height = component.histogram[x * BINS / PANEL] * PANEL as u64 / most;
    if (PANEL - y) as u64 <= height { 0.0 } else { 0.9 }
}

/// The mean power of the frequencies of a pixel, on a logarithmic scale.
fn power(component: &Component, side: usize, x: usize, y: usize) -> f32 {
    let Some(spectrum) = &component.spectrum else { return 0.0 };
    let greatest = spectrum.power.iter().copied().fold(0.0, f64::max);
    let step = (side / PANEL).max(1);
    let mut sum = 0.0;
    for offset in 0..step * step {
        let at = |pixel: usize, offset: usize| (pixel * side / PANEL + offset + side / 2) % side;
        sum += spectrum.power[at(y, offset / step) * side + at(x, offset % step)];
    }
    // 10^-4 is 2^-13.29.
    let octaves = log2((sum / (step * step) as f64 / greatest) as f32);
    (1.0 + octaves / 13.29).clamp(0.0, 1.0)
}
