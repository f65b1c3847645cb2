//! Packing: places charts on a texture.
//!
//! Charts are drawn onto a grid of cells, in each quarter turn. The largest is placed first, each as low as it fits,
//! then as far left; smaller ones fill the gaps. The greatest scale at which all fit is searched for by halving.

use travertine_render::{Context, RenderError};

use super::flat::{Flat, quarter};
use crate::coverage::Outline;

/// Steps of the search for the scale, after the power of two is known.
const STEPS: u32 = 7;

/// Maximum side of the grid, in cells.
const SIDE: u32 = 1024;

/// Fewer charts are tried everywhere.
const FEW: usize = 100;

/// Where the charts lie.
pub(super) struct Packing {
    /// Texels for each unit of the mesh.
    pub(super) scale: f64,
    pub(super) places: Vec<Place>,
}

/// Where a chart lies.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// How many quarter turns it makes, counterclockwise.
    pub(super) turns: u32,
    /// Column and row of the lower left corner of its box, from the lower left, in texels.
    pub(super) corner: [u32; 2],
}

/// Cells in a row of a chart: row, first column, and the column after the last.
type Span = (u32, u32, u32);

/// The task: charts, and a texture in texels.
struct Task<'t> {
    charts: &'t [Flat],
    /// The charts, the largest first.
    order: Vec<usize>,
    size: [u32; 2],
    padding: u32,
    /// The side of a cell, in texels.
    cell: u32,
}

/// Packs charts onto a texture of `size` texels, at least `padding` texels apart. None if there are too many.
pub(super) fn pack(
    charts: &[Flat],
    size: [u32; 2],
    padding: u32,
    context: &Context,
) -> Result<Option<Packing>, RenderError> {
    let mut order: Vec<usize> = (0..charts.len()).collect();
    let extent = |chart: &usize| charts[*chart].size[0] + charts[*chart].size[1];
    order.sort_by(|a, b| extent(b).total_cmp(&extent(a)));
    let least = (f64::from(padding) + 1.0) * (f64::from(padding) + 1.0) * charts.len() as f64;
    if least > f64::from(size[0] + padding) * f64::from(size[1] + padding) {
        return Ok(None);
    }
    let area: f64 = charts.iter().map(|chart| chart.area).sum();
    let inside = size.map(|side| f64::from(side.saturating_sub(padding)));
    let coarse = size[0].max(size[1]).div_ceil(SIDE);
    let mut found = None;
    let mut high = (inside[0] * inside[1] / area).sqrt();
    let mut task = Task { charts, order, size, padding, cell: coarse };
    for _ in 0..24 {
        found = task.attempt(high / 2.0, context)?;
        // Small charts need fine cells.
        if found.is_none() && task.cell > 1 {
            task.cell = 1;
            found = task.attempt(high / 2.0, context)?;
        }
        if found.is_some() {
            break;
        }
        high /= 2.0;
    }
    let Some(mut found) = found else { return Ok(None) };
    for _ in 0..STEPS {
        let scale = (found.scale + high) / 2.0;
        match task.attempt(scale, context)? {
            Some(better) => found = better,
            None => high = scale,
        }
    }
    Ok(Some(found))
}

impl Task<'_> {
    /// The places of all charts at a scale, or none if they do not fit.
    fn attempt(&self, scale: f64, context: &Context) -> Result<Option<Packing>, RenderError> {
        let edge = self.padding.div_ceil(2).div_ceil(self.cell);
        let [width, height] = self.size.map(|side| side / self.cell);
        let mut grid = Grid::new(width, height, edge, self.padding.div_ceil(self.cell));
        let mut places = vec![Place::default(); self.charts.len()];
        // Where a chart did not fit, one of about its size does not fit either.
        let (mut start, mut extent) = (edge, f64::INFINITY);
        for index in &self.order {
            let size = self.charts[*index].size;
            if size[0] + size[1] < extent * 0.8 || self.order.len() < FEW {
                (start, extent) = (edge, size[0] + size[1]);
            }
            if context.is_cancelled() {
                return Err(RenderError::Cancelled);
            }
            let mut best: Option<([u32; 2], u32, Vec<Span>)> = None;
            for turns in 0..4 {
                let Some(spans) = self.spans(&self.charts[*index], scale, turns) else { continue };
                let limit = best.as_ref().map_or([u32::MAX; 2], |best| best.0);
                if let Some(place) = grid.lowest(&spans, start, limit) {
                    best = Some((place, turns, spans));
                }
            }
            let Some(([row, column], turns, spans)) = best else { return Ok(None) };
            grid.fill(&spans, [row, column]);
            start = row;
            places[*index] = Place { turns, corner: [column * self.cell, row * self.cell] };
        }
        Ok(Some(Packing { scale, places }))
    }

    /// The cells that a chart touches, the widest spans first. `None` for a chart larger than the grid.
    fn spans(&self, chart: &Flat, scale: f64, turns: u32) -> Option<Vec<Span>> {
        let scale = scale / f64::from(self.cell);
        let size = [0, 1].map(|axis| chart.size[(axis + turns as usize) % 2]);
        // Before any cell is allocated: a thin ring has a small area and a large box. The cell more is for rounding.
        if (0..2).any(|axis| size[axis] * scale > f64::from(self.size[axis] / self.cell) + 1.0) {
            return None;
        }
        let [width, height] = size.map(|side| (side * scale) as u32 + 1);
        let mut cells = vec![false; width as usize * height as usize];
        let place = |place: u32| quarter(chart.places[place as usize], chart.size, turns).map(|part| part * scale);
        for corners in &chart.corners {
            if let Some(outline) = Outline::new(corners.map(place)) {
                outline.scan(0, width, height, |cell, _| cells[cell] = true);
            }
        }
        // Edges of triangles that are thinner than a cell.
        for edge in &chart.border {
            for place in edge.map(place) {
                let [column, row] = [(place[0], width), (place[1], height)]
                    .map(|(part, cells)| (part.max(0.0) as usize).min(cells as usize - 1));
                cells[row * width as usize + column] = true;
            }
        }
        let mut spans = Vec::new();
        for (row, cells) in (0..).zip(cells.chunks_exact(width as usize)) {
            let mut column = 0;
            for same in cells.chunk_by(|a, b| a == b) {
                let end = column + same.len() as u32;
                if same[0] {
                    spans.push((row, column, end));
                }
                column = end;
            }
        }
        spans.sort_by_key(|(row, first, end)| (std::cmp::Reverse(end - first), *row, *first));
        Some(spans)
    }
}

/// The cells that charts must not touch.
struct Grid {
    width: u32,
    height: u32,
    edge: u32,
    padding: u32,
    /// Words in a row.
    words: usize,
    taken: Vec<u64>,
}

impl Grid {
    fn new(width: u32, height: u32, edge: u32, padding: u32) -> Grid {
        let words = width.div_ceil(64) as usize;
        Grid { width, height, edge, padding, words, taken: vec![0; words * height as usize] }
    }

    /// The row and column of the lowest place where spans fit, from a row on and before a limit.
    fn lowest(&self, spans: &[Span], start: u32, limit: [u32; 2]) -> Option<[u32; 2]> {
        let [width, height] =
            spans.iter().fold([0; 2], |[width, height], (row, _, end)| [width.max(*end), height.max(row + 1)]);
        let last_row = self.height.checked_sub(self.edge + height)?.min(limit[0]);
        let last_column = self.width.checked_sub(self.edge + width)?;
        for row in start..=last_row {
            let mut column = self.edge;
            while column <= last_column && [row, column] < limit {
                let hit = spans.iter().find_map(|(down, first, end)| {
                    let hit = self.last_taken(row + down, column + first, column + end)?;
                    Some(hit - first + 1)
                });
                match hit {
                    // Past the cell that is in the way.
                    Some(next) => column = next,
                    None => return Some([row, column]),
                }
            }
        }
        None
    }

    /// The last taken cell of a row from `first` to before `end`.
    fn last_taken(&self, row: u32, first: u32, end: u32) -> Option<u32> {
        let words = &self.taken[row as usize * self.words..][..self.words];
        let (from, to) = (first / 64, (end - 1) / 64);
        for word in (from..=to).rev() {
            let mut bits = words[word as usize];
            if word == to {
                bits &= u64::MAX >> (63 - (end - 1) % 64);
            }
            if word == from {
                bits &= u64::MAX << (first % 64);
            }
            if bits != 0 {
                return Some(word * 64 + 63 - bits.leading_zeros());
            }
        }
        None
    }

    /// Takes the cells of spans, and those within the padding.
    fn fill(&mut self, spans: &[Span], [row, column]: [u32; 2]) {
        for (down, first, end) in spans {
            let rows = (row + down).saturating_sub(self.padding)..(row + down + self.padding + 1).min(self.height);
            let first = (column + first).saturating_sub(self.padding);
            let end = (column + end + self.padding).min(self.width);
            for row in rows {
                for word in first / 64..=(end - 1) / 64 {
                    let mut bits = u64::MAX;
                    if word == (end - 1) / 64 {
                        bits &= u64::MAX >> (63 - (end - 1) % 64);
                    }
                    if word == first / 64 {
                        bits &= u64::MAX << (first % 64);
                    }
                    self.taken[row as usize * self.words + word as usize] |= bits;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_larger_than_the_grid_take_no_cells() {
        let chart = Flat {
            triangles: Vec::new(),
            vertices: Vec::new(),
            places: Vec::new(),
            corners: Vec::new(),
            border: Vec::new(),
            size: [1.0, 1.0],
            area: 1e-12,
        };
        let charts = [chart];
        let task = Task { charts: &charts, order: vec![0], size: [64, 64], padding: 1, cell: 1 };
        // 2^40 cells and more, in each turn.
        for (scale, turns) in [(f64::from(1 << 20), 0), (f64::from(1 << 20), 1), (1e300, 2)] {
            assert!(task.spans(&charts[0], scale, turns).is_none(), "{scale} {turns}");
        }
        assert_eq!(task.spans(&charts[0], 63.0, 0), Some(Vec::new()));
    }
}
