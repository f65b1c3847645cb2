//! Colors of pictures: the main ones, or those along a line.

use std::sync::Arc;

use travertine_graph::ramp::Stop;
use travertine_images::{Channel, ColorSpace, Picture};
use travertine_noise::math::{from_oklab, linear_to_srgb, srgb_to_linear};
use travertine_program::image::Pyramid;

use travertine_edits::color::{Components, oklab_of};

/// Texels that are looked at along each side.
const SIDE: usize = 96;
/// Rounds in which main colors move to the means of their texels.
const ROUNDS: usize = 16;
/// The distance in OKLab below which two colors look alike.
const ALIKE: f32 = 0.02;
/// Places that are looked at along a line.
const PLACES: usize = 256;
/// Maximum number of stops of a line.
const STOPS: usize = 16;
/// The difference of an sRGB channel below which a stop is not worth it: two steps of 255.
const STRAIGHT: f32 = 2.5 / 255.0;

/// The colors of a part of a picture, in linear light and without alpha.
struct Texels {
    planes: [Arc<Pyramid>; 3],
    alpha: Option<Arc<Pyramid>>,
}

impl Texels {
    fn new(picture: &Picture) -> Option<Texels> {
        let plane = |channel| picture.plane(channel, ColorSpace::Auto);
        let planes = [plane(Channel::Red)?, plane(Channel::Green)?, plane(Channel::Blue)?];
        Some(Texels { planes, alpha: plane(Channel::Alpha) })
    }

    /// The color of a texel; `None` where it is transparent.
    fn at(&self, column: usize, row: usize) -> Option<Components> {
        let alpha = self.alpha.as_ref().map_or(1.0, |plane| plane.texel(column, row));
        let color = [0, 1, 2].map(|channel: usize| self.planes[channel].texel(column, row) / alpha);
        (alpha >= 0.5 && color.iter().all(|channel| channel.is_finite())).then_some(color)
    }
}

/// The main colors, from dark to light: means of groups of texels that look alike.
pub fn main_colors(picture: &Picture, count: usize) -> Vec<Components> {
    let (width, height) = picture.size();
    let Some(texels) = Texels::new(picture) else { return Vec::new() };
    let (columns, rows) = (width.min(SIDE), height.min(SIDE));
    let at = |index: usize| {
        let (column, row) = (index % columns, index / columns);
        texels.at((column * 2 + 1) * width / (2 * columns), (row * 2 + 1) * height / (2 * rows))
    };
    let colors: Vec<Components> = (0..columns * rows).filter_map(at).map(oklab_of).collect();
    let mut centers = far_apart(&colors, count);
    for _ in 0..ROUNDS {
        let mut sums = vec![([0.0_f64; 3], 0_u32); centers.len()];
        for color in &colors {
            let (sum, members) = &mut sums[nearest(&centers, color).0];
            sum.iter_mut().zip(color).for_each(|(sum, side)| *sum += f64::from(*side));
            *members += 1;
        }
        for (center, (sum, members)) in centers.iter_mut().zip(sums).filter(|(_, (_, members))| *members > 0) {
            *center = sum.map(|side| (side / f64::from(members)) as f32);
        }
    }
    centers.sort_by(|a, b| a[0].total_cmp(&b[0]));
    centers.into_iter().map(|center| from_oklab(center).map(|channel| channel.max(0.0))).collect()
}

/// Colors to begin with: each is the one farthest from those before.
fn far_apart(colors: &[Components], count: usize) -> Vec<Components> {
    let Some(first) = colors.first() else { return Vec::new() };
    let mut centers = vec![*first];
    let mut distances: Vec<f32> = colors.iter().map(|color| distance(color, first)).collect();
    while centers.len() < count {
        let farthest = distances.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        let Some((index, _)) = farthest.filter(|(_, distance)| **distance > ALIKE * ALIKE) else { break };
        let center = colors[index];
        centers.push(center);
        for (known, color) in distances.iter_mut().zip(colors) {
            *known = known.min(distance(color, &center));
        }
    }
    centers
}

fn nearest(centers: &[Components], color: &Components) -> (usize, f32) {
    let distances = centers.iter().map(|center| distance(center, color)).enumerate();
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
}

/// The square of the distance.
fn distance(a: &Components, b: &Components) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Stops for the colors from left to right along the middle, each the mean of a few rows. They are mixed in sRGB.
pub fn line(picture: &Picture) -> Vec<Stop> {
    let (width, height) = picture.size();
    let Some(texels) = Texels::new(picture) else { return Vec::new() };
    let places = width.min(PLACES);
    let band = (height / 16).max(1);
    let top = (height - band) / 2;
    let mut known: Vec<(f32, Components)> = Vec::new();
    for place in 0..places {
        let column = (place * 2 + 1) * width / (2 * places);
        let colors: Vec<Components> = (top..top + band).filter_map(|row| texels.at(column, row)).collect();
        if !colors.is_empty() {
            let mean = |channel: usize| colors.iter().map(|color| color[channel]).sum::<f32>() / colors.len() as f32;
            let encoded = [mean(0), mean(1), mean(2)].map(linear_to_srgb);
            known.push((place as f32 / (places - 1).max(1) as f32, encoded));
        }
    }
    let stop = |index: usize| {
        let (position, encoded) = known[index];
        let [red, green, blue] = encoded.map(srgb_to_linear);
        Stop { position, color: [red, green, blue, 1.0] }
    };
    bends(&known).into_iter().map(stop).collect()
}

/// The places whose colors a ramp needs: the ends, and then the place that is farthest off, until none is.
fn bends(known: &[(f32, Components)]) -> Vec<usize> {
    let Some(last) = known.len().checked_sub(1) else { return Vec::new() };
    let mut chosen = vec![0, last];
    chosen.dedup();
    while chosen.len() < STOPS {
        let off = chosen.windows(2).flat_map(|pair| {
            let (from, to) = (pair[0], pair[1]);
            (from + 1..to).map(move |place| (place, error(known, from, to, place)))
        });
        let Some((place, worst)) = off.max_by(|a, b| a.1.total_cmp(&b.1)) else { break };
        if worst < STRAIGHT {
            break;
        }
        chosen.insert(chosen.partition_point(|known| *known < place), place);
    }
    chosen
}

/// How far a channel of a place is from the straight line between two others.
fn error(known: &[(f32, Components)], from: usize, to: usize, place: usize) -> f32 {
    let ((start, first), (end, last), (at, color)) = (known[from], known[to], known[place]);
    let part = (at - start) / (end - start);
    let off = |channel: usize| (first[channel] + (last[channel] - first[channel]) * part - color[channel]).abs();
    off(0).max(off(1)).max(off(2))
}
