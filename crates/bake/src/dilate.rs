//! Dilation: texels near a surface take on what the nearest texel on it has, so that filters and mipmaps that reach
//! across a border find the same there.

use std::collections::VecDeque;

/// A row of a texture set.
pub(crate) struct Row {
    /// What was computed for each texel; zeros where it is on no surface.
    pub(crate) values: Vec<f32>,
    /// Which texels are on a surface.
    pub(crate) covered: Vec<bool>,
}

/// Successive rows, as many as are needed to fill some.
#[derive(Default)]
pub(crate) struct Window {
    top: usize,
    rows: VecDeque<Row>,
}

impl Window {
    /// Adds rows below.
    pub(crate) fn extend(&mut self, rows: impl IntoIterator<Item = Row>) {
        self.rows.extend(rows);
    }

    /// The row after the last.
    pub(crate) fn bottom(&self) -> usize {
        self.top + self.rows.len()
    }

    /// Forgets the rows above one.
    pub(crate) fn forget(&mut self, above: usize) {
        let count = above.saturating_sub(self.top).min(self.rows.len());
        self.rows.drain(..count);
        self.top += count;
    }

    pub(crate) fn row(&self, row: usize) -> &Row {
        &self.rows[row - self.top]
    }

    /// For each texel of a row the one whose value it takes: itself on a surface, otherwise the nearest at most so many
    /// texels away, above before below and left before right; none if there is none. Rows that are needed but not
    /// there have no surface.
    pub(crate) fn sources(&self, row: usize, margin: usize) -> Vec<Option<(usize, usize)>> {
        let here = &self.row(row).covered;
        let mut sources: Vec<_> =
            (0..here.len()).map(|column| here[column].then_some((row, column))).collect();
        if margin == 0 || here.iter().all(|covered| *covered) {
            return sources;
        }
        // First straight up and down, then across: the nearest of all is among the nearest of the columns.
        let upright = self.upright(row, margin);
        let limit = (margin * margin) as i64;
        for column in (0..here.len()).filter(|column| !here[*column]) {
            let mut nearest = limit + 1;
            for away in 0..=margin {
                if (away * away) as i64 >= nearest {
                    break;
                }
                for other in [column.checked_sub(away), Some(column + away)].into_iter().flatten() {
                    let Some(Some(shift)) = upright.get(other) else { continue };
                    let distance = (away * away) as i64 + i64::from(*shift) * i64::from(*shift);
                    if distance < nearest {
                        nearest = distance;
                        sources[column] = Some((row.saturating_add_signed(*shift as isize), other));
                    }
                }
            }
        }
        sources
    }

    /// For each column how many rows below a row the nearest texel on a surface is, above if negative; none if there is
    /// none so near.
    fn upright(&self, row: usize, margin: usize) -> Vec<Option<i32>> {
        let mut nearest: Vec<Option<i32>> =
            self.row(row).covered.iter().map(|covered| covered.then_some(0)).collect();
        for away in 1..=margin {
            let above = row.checked_sub(away).filter(|above| *above >= self.top);
            let below = Some(row + away).filter(|below| *below < self.bottom());
            for (other, shift) in [(above, -(away as i32)), (below, away as i32)] {
                let Some(other) = other else { continue };
                for (nearest, covered) in nearest.iter_mut().zip(&self.row(other).covered) {
                    if nearest.is_none() && *covered {
                        *nearest = Some(shift);
                    }
                }
            }
        }
        nearest
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn window(covered: &[Vec<bool>]) -> Window {
        let mut window = Window::default();
        window.extend(covered.iter().map(|row| Row { values: Vec::new(), covered: row.clone() }));
        window
    }

    proptest! {
        /// No texel on a surface is nearer than the source, and there is one wherever there can be.
        #[test]
        fn sources_are_nearest(
            covered in prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.1), 13), 11),
            margin in 0_usize..6,
        ) {
            let window = window(&covered);
            for row in 0..11 {
                for (column, source) in window.sources(row, margin).into_iter().enumerate() {
                    let distance = |(other, across): (usize, usize)| other.abs_diff(row).pow(2) + across.abs_diff(column).pow(2);
                    let all = (0..11).flat_map(|row| (0..13).map(move |column| (row, column)));
                    let nearest = all.filter(|(row, column)| covered[*row][*column]).map(distance).min();
                    let nearest = nearest.filter(|distance| *distance <= margin * margin);
                    prop_assert_eq!(source.map(distance), nearest);
                    prop_assert!(source.is_none_or(|(row, column)| covered[row][column]));
                }
            }
        }
    }

    #[test]
    fn rows_that_nobody_needs_are_forgotten() {
        let mut window = window(&vec![vec![false]; 5]);
        window.forget(3);
        assert_eq!((window.top, window.bottom()), (3, 5));
        window.forget(2);
        assert_eq!((window.top, window.bottom()), (3, 5));
    }
}
