//! Histograms: how often the values of an input are, drawn behind its curve.

use std::sync::Arc;

use egui::{Context, Id, Mesh, Painter, Pos2, Rect, Shape};
use travertine_editing::render::Pixels;

/// Number of columns.
const COLUMNS: usize = 64;

/// A histogram.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    /// The least and the greatest value of its columns.
    span: [f32; 2],
    /// The height of each column; the highest has 1.
    heights: Arc<[f32]>,
}

impl Histogram {
    /// The histogram of a gray picture, whose black and white are the ends of the span.
    pub fn new(pixels: &Pixels, span: [f32; 2]) -> Histogram {
        let mut counts = [0_u32; COLUMNS];
        for pixel in pixels.rgba.chunks_exact(4) {
            counts[usize::from(pixel[0]) * COLUMNS / 256] += 1;
        }
        // The first and the last column hold all values beyond, too, which may be many.
        let most = counts[1..COLUMNS - 1].iter().copied().max().unwrap_or(0).max(1) as f32;
        // Roots, so that rare values are visible next to frequent ones.
        Histogram { span, heights: counts.map(|count| (count as f32 / most).sqrt().min(1.0)).into() }
    }

    /// Paints it. `to_screen` places a value and a height from 0 to 1.
    pub fn paint(&self, painter: &Painter, color: egui::Color32, to_screen: impl Fn(f32, f32) -> Pos2) {
        let [least, most] = self.span;
        let edge = |column: usize| egui::lerp(least..=most, column as f32 / COLUMNS as f32);
        let mut mesh = Mesh::default();
        for (column, height) in self.heights.iter().enumerate().filter(|(_, height)| **height > 0.0) {
            let corner = to_screen(edge(column), *height);
            mesh.add_colored_rect(Rect::from_two_pos(corner, to_screen(edge(column + 1), 0.0)), color);
        }
        painter.add(Shape::mesh(mesh));
    }
}

/// Keeps the histogram for the curve with a key, or forgets it.
pub fn keep(context: &Context, key: Id, histogram: Option<Histogram>) {
    context.data_mut(|data| match histogram {
        Some(histogram) => drop(data.insert_temp(key, histogram)),
        None => data.remove::<Histogram>(key),
    });
}

/// The histogram for the curve with a key.
pub fn of(context: &Context, key: Id) -> Option<Histogram> {
    context.data(|data| data.get_temp(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_the_values_between_black_and_white() {
        let gray = [0, 0, 0, 0, 0, 128, 128, 128, 128, 131, 64, 255];
        let rgba = gray.iter().flat_map(|gray| [*gray, *gray, *gray, 255]).collect();
        let histogram = Histogram::new(&Pixels { width: 12, height: 1, rgba }, [-1.0, 1.0]);
        let columns = [0, 16, 32, 63].map(|column: usize| histogram.heights[column]);
        let root = |part: f32| part.sqrt();
        assert_eq!(columns, [1.0, root(0.2), 1.0, root(0.2)]);
        assert_eq!(histogram.heights.iter().filter(|height| **height > 0.0).count(), 4);
    }
}
