//! Dilation: texels near a surface take the value of the nearest texel on it, so that texture filters and mipmaps
//! show no seams at its borders.

use std::collections::VecDeque;

/// A row of texels of a texture set.
pub(crate) struct Row {
    /// The computed values of each texel; zeros for texels on no surface.
    pub(crate) values: Vec<f32>,
    /// Whether each texel is on a surface.
    pub(crate) covered: Vec<bool>,
}

/// The successive rows that are needed to fill a row.
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

    /// Index of the row after the last.
    pub(crate) fn bottom(&self) -> usize {
        self.top + self.rows.len()
    }

    /// Drops the rows above the row `first`.
    pub(crate) fn drop_above(&mut self, first: usize) {
        let count = first.saturating_sub(self.top).min(self.rows.len());
        self.rows.drain(..count);
        self.top += count;
    }

    pub(crate) fn row(&self, row: usize) -> &Row {
        &self.rows[row - self.top]
    }

    /// Row and column of the texel whose value each texel of a row takes: itself if it is on a surface, otherwise the
    /// nearest within `margin` texels, above before below and left before right; none if there is none. Missing rows
    /// count as empty.
    pub(crate) fn sources(&self, row: usize, margin: usize) -> Vec<Option<(usize, usize)>> {
        let here = &self.row(row).covered;
        let mut sources: Vec<_> =
            (0..here.len()).map(|column| here[column].then_some((row, column))).collect();
        if margin == 0 || here.iter().all(|covered| *covered) {
            return sources;
        }
        // First along columns, then along the row: the nearest texel is the nearest of its column.
        let vertical = self.vertical(row, margin);
        let limit = (margin * margin) as i64;
        for column in (0..here.len()).filter(|column| !here[*column]) {
            let mut nearest = limit + 1;
            for away in 0..=margin {
                if (away * away) as i64 >= nearest {
                    break;
                }
                for other in [column.checked_sub(away), Some(column + away)].into_iter().flatten() {
                    let Some(Some(shift)) = vertical.get(other) else { continue };
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

    /// For each column, the distance in rows from `row` to the nearest texel on a surface, negative for above; none
    /// if there is none within the margin.
    fn vertical(&self, row: usize, margin: usize) -> Vec<Option<i32>> {
        let mut nearest: Vec<Option<i32>> =
            self.row(row).covered.iter().map(|covered| covered.then_some(0)).collect();
        let mut open: Vec<usize> = (0..nearest.len()).filter(|column| nearest[*column].is_none()).collect();
        for away in 1..=margin {
            let above = row.checked_sub(away).filter(|above| *above >= self.top);
            let below = Some(row + away).filter(|below| *below < self.bottom());
            if open.is_empty() || above.or(below).is_none() {
                break;
            }
            for (other, shift) in [(above, -(away as i32)), (below, away as i32)] {
                let Some(other) = other else { continue };
                let covered = &self.row(other).covered;
                open.retain(|column| {
                    if covered[*column] {
                        nearest[*column] = Some(shift);
                    }
                    !covered[*column]
                });
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
        /// Sources are the nearest texels on a surface, and exist whenever one is within the margin.
        #[test]
        fn sources_are_nearest(
            covered in prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.1), 13), 11),
            margin in 0_usize..6,
        ) {
            let window = window(&covered);
            for row in 0..11 {
                for (column, source) in window.sources(row, margin).into_iter().enumerate() {
                    let distance =
                        |(y, x): (usize, usize)| y.abs_diff(row).pow(2) + x.abs_diff(column).pow(2);
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
    fn rows_can_be_dropped() {
        let mut window = window(&vec![vec![false]; 5]);
        window.drop_above(3);
        assert_eq!((window.top, window.bottom()), (3, 5));
        window.drop_above(2);
        assert_eq!((window.top, window.bottom()), (3, 5));
    }
}
