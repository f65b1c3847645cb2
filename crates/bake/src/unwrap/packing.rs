//! Packing: places charts on a texture.
//!
//! Charts are dropped from above, the highest first, each where it falls lowest: Bruno Lévy, Sylvain Petitjean, Nicolas Ray
//! and Jérôme Maillot, "Least Squares Conformal Maps for Automatic Texture Atlas Generation" (2002). The greatest scale at
//! which all fit is searched for by halving.

use travertine::Context;
use travertine::stages::render::RenderError;

use super::flat::Flat;

/// Steps of the search for the scale, after the power of two is known.
const STEPS: u32 = 7;

/// Maximum number of comparisons for one scale, about.
const WORK: usize = 1 << 27;

/// Where the charts lie.
pub(super) struct Packing {
    /// Texels for each unit of the mesh.
    pub(super) scale: f64,
    /// Column and row of each chart's lower left corner, from the lower left.
    pub(super) places: Vec<[u32; 2]>,
}

/// Packs charts onto a texture of `size` texels, at least `padding` texels apart. None if there are too many.
pub(super) fn pack(
    charts: &[Flat],
    size: [u32; 2],
    padding: u32,
    context: &Context,
) -> Result<Option<Packing>, RenderError> {
    let mut order: Vec<usize> = (0..charts.len()).collect();
    order.sort_by(|a, b| charts[*b].size[1].total_cmp(&charts[*a].size[1]));
    let inside = size.map(|side| f64::from(side.saturating_sub(padding)));
    let area: f64 = charts.iter().map(|chart| chart.area).sum();
    let least = (f64::from(padding) + 1.0) * (f64::from(padding) + 1.0) * charts.len() as f64;
    if least > f64::from(size[0] + padding) * f64::from(size[1] + padding) {
        return Ok(None);
    }
    let attempt = |scale: f64| match context.is_cancelled() {
        true => Err(RenderError::Cancelled),
        false => Ok(places(charts, &order, scale, size, padding).map(|places| Packing { scale, places })),
    };
    let mut high = (inside[0] * inside[1] / area).sqrt();
    let mut found = None;
    for _ in 0..24 {
        found = attempt(high / 2.0)?;
        if found.is_some() {
            break;
        }
        high /= 2.0;
    }
    let Some(mut found) = found else { return Ok(None) };
    for _ in 0..STEPS {
        let scale = (found.scale + high) / 2.0;
        match attempt(scale)? {
            Some(better) => found = better,
            None => high = scale,
        }
    }
    Ok(Some(found))
}

/// The places of all charts at a scale, or none if they do not fit.
fn places(
    charts: &[Flat],
    order: &[usize],
    scale: f64,
    size: [u32; 2],
    padding: u32,
) -> Option<Vec<[u32; 2]>> {
    let edge = padding.div_ceil(2) as usize;
    let (width, top) = (size[0] as usize, size[1].checked_sub(padding.div_ceil(2))?);
    let mut horizon = vec![edge as u32; width];
    let mut places = vec![[0; 2]; charts.len()];
    let mut profile = Profile::default();
    let mut cursor = edge;
    let each = WORK / order.len();
    for index in order {
        let chart = &charts[*index];
        profile.measure(chart, scale);
        let columns = profile.bottoms.len();
        let last = (width - edge).checked_sub(columns).filter(|last| *last >= edge)?;
        if profile.height > top {
            return None;
        }
        let all = last - edge + 1;
        let tried = (each / columns).clamp(64, all.max(64)).min(all);
        let start = if tried == all { edge } else { cursor.clamp(edge, last) };
        let mut best = (u32::MAX, u64::MAX, 0);
        for step in 0..tried {
            let column = edge + (start - edge + step) % all;
            let under = &horizon[column..column + columns];
            let mut row = edge as u32;
            for (ground, bottom) in under.iter().zip(&profile.bottoms) {
                row = row.max(ground.saturating_sub(*bottom));
                if row > best.0 {
                    break;
                }
            }
            if row <= best.0 {
                let gap = |(ground, bottom): (&u32, &u32)| {
                    u64::from((row.saturating_add(*bottom)).saturating_sub(*ground))
                };
                let wasted = under.iter().zip(&profile.bottoms).map(gap).sum();
                best = best.min((row, wasted, column));
            }
        }
        let (row, _, column) = best;
        if row.checked_add(profile.height)? > top {
            return None;
        }
        places[*index] = [column as u32, row];
        cursor = column + columns + padding as usize;
        let (first, end) = (column.saturating_sub(padding as usize), (cursor).min(width));
        for (at, ground) in horizon[first..end].iter_mut().enumerate() {
            let near = (first + at).saturating_sub(column + padding as usize)
                ..(first + at + padding as usize + 1).saturating_sub(column);
            let near = near.start.min(columns)..near.end.min(columns);
            let highest = profile.tops[near].iter().copied().max().unwrap_or(0);
            *ground = (*ground).max(row + highest + padding);
        }
    }
    Some(places)
}

/// The first row and the row after the last that a chart reaches in each column.
#[derive(Default)]
struct Profile {
    bottoms: Vec<u32>,
    tops: Vec<u32>,
    height: u32,
}

impl Profile {
    fn measure(&mut self, chart: &Flat, scale: f64) {
        let [columns, rows] = chart.size.map(|side| (side * scale) as u32 + 1);
        self.height = rows;
        self.bottoms.clear();
        self.bottoms.resize(columns as usize, u32::MAX);
        self.tops.clear();
        self.tops.resize(columns as usize, 0);
        for edge in &chart.border {
            let [mut from, mut to] = edge.map(|place| chart.places[place as usize].map(|part| part * scale));
            if from[0] > to[0] {
                std::mem::swap(&mut from, &mut to);
            }
            let [first, last] = [from[0], to[0]].map(|x| (x.max(0.0) as usize).min(columns as usize - 1));
            let slope = (to[1] - from[1]) / (to[0] - from[0]);
            let at = |x: f64| {
                let x = x.clamp(from[0], to[0]);
                if x == from[0] {
                    from[1]
                } else if x == to[0] {
                    to[1]
                } else {
                    from[1] + (x - from[0]) * slope
                }
            };
            for column in first..=last {
                let (left, right) = (at(column as f64), at(column as f64 + 1.0));
                let (low, high) = (left.min(right).max(0.0) as u32, left.max(right) as u32 + 1);
                self.bottoms[column] = self.bottoms[column].min(low);
                self.tops[column] = self.tops[column].max(high.min(rows));
            }
        }
        // Columns without a border belong to charts that are narrower than a texel.
        for (bottom, top) in self.bottoms.iter_mut().zip(&mut self.tops) {
            if *bottom == u32::MAX {
                (*bottom, *top) = (0, rows);
            }
        }
    }
}
