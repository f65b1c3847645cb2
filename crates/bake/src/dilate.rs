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

/// The gap of a texel without one on a surface above or below; greater than all others.
const NONE: u16 = u16::MAX;

/// The bytes of the gaps of a texel.
pub(crate) const GAPS: u64 = 2 * size_of::<u16>() as u64;

/// The successive rows that are needed to fill a row.
#[derive(Default)]
pub(crate) struct Window {
    top: usize,
    rows: VecDeque<Row>,
    /// For each texel of a row, how many rows above and below it the nearest texel on a surface is, or `NONE`.
    gaps: VecDeque<[Vec<u16>; 2]>,
}

impl Window {
    /// Adds rows below.
    pub(crate) fn extend(&mut self, rows: impl IntoIterator<Item = Row>) {
        rows.into_iter().for_each(|row| self.push(row));
    }

    fn push(&mut self, row: Row) {
        let mut above = vec![NONE; row.covered.len()];
        if let Some([before, _]) = self.gaps.back() {
            above.iter_mut().zip(before).for_each(|(gap, before)| *gap = before.saturating_add(1));
        }
        let mut below = vec![NONE; row.covered.len()];
        for column in (0..row.covered.len()).filter(|column| row.covered[*column]) {
            [above[column], below[column]] = [0; 2];
            // Each texel gets its gap below once.
            for (gap, [_, below]) in (1..).zip(self.gaps.iter_mut().rev()) {
                if below[column] != NONE {
                    break;
                }
                below[column] = gap;
            }
        }
        self.gaps.push_back([above, below]);
        self.rows.push_back(row);
    }

    /// Index of the row after the last.
    pub(crate) fn bottom(&self) -> usize {
        self.top + self.rows.len()
    }

    /// Drops the rows above the row `first`.
    pub(crate) fn drop_above(&mut self, first: usize) {
        let count = first.saturating_sub(self.top).min(self.rows.len());
        self.rows.drain(..count);
        self.gaps.drain(..count);
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
        let mut sources: Vec<_> = (0..here.len()).map(|column| here[column].then_some((row, column))).collect();
        if margin == 0 || here.iter().all(|covered| *covered) {
            return sources;
        }
        // First along columns, then along the row: the nearest texel is the nearest of its column.
        let vertical = self.vertical(row, margin);
        let envelope = Envelope::new(&vertical);
        let limit = (margin * margin) as i64;
        let mut first = 0;
        for column in 0..here.len() {
            let nearest = envelope.nearest(column as i64, &mut first);
            if let Some((_, other)) = nearest.filter(|(distance, _)| !here[column] && *distance <= limit) {
                let shift = vertical[other].unwrap_or(0);
                sources[column] = Some((row.saturating_add_signed(shift as isize), other));
            }
        }
        sources
    }

    /// For each column, the distance in rows from `row` to the nearest texel on a surface, negative for above; none
    /// if there is none within the margin.
    fn vertical(&self, row: usize, margin: usize) -> Vec<Option<i32>> {
        let [above, below] = &self.gaps[row - self.top];
        // Rows that were dropped count as empty.
        let highest = margin.min(row - self.top);
        let shift = |(above, below): (&u16, &u16)| {
            let above = Some(*above).filter(|above| *above != NONE && usize::from(*above) <= highest);
            let below = Some(*below).filter(|below| *below != NONE && usize::from(*below) <= margin);
            match (above, below) {
                (Some(above), Some(below)) if below < above => Some(i32::from(below)),
                (Some(above), _) => Some(-i32::from(above)),
                (None, below) => below.map(i32::from),
            }
        };
        above.iter().zip(below).map(shift).collect()
    }
}

/// The columns that are nearest to some texel of a row, from left to right.
///
/// Pedro Felzenszwalb and Daniel Huttenlocher, "Distance Transforms of Sampled Functions" (2012), with exact integers.
struct Envelope {
    /// Each column, and the square of the distance in rows to its nearest texel on a surface.
    columns: Vec<(i64, i64)>,
}

impl Envelope {
    fn new(vertical: &[Option<i32>]) -> Envelope {
        let mut columns: Vec<(i64, i64)> = Vec::new();
        for (column, shift) in (0..).zip(vertical) {
            let Some(shift) = shift else { continue };
            let new = (column, i64::from(*shift) * i64::from(*shift));
            // A column that is only as near as its neighbors somewhere stays: it may be nearer along the row.
            while let [.., a, b] = columns[..]
                && is_before(equal(b, new), equal(a, b))
            {
                columns.pop();
            }
            columns.push(new);
        }
        Envelope { columns }
    }

    /// The nearest column, and the square of the distance: of equal ones the nearest along the row, then the left one.
    /// `first` is where the search starts; it grows with the columns asked for.
    fn nearest(&self, column: i64, first: &mut usize) -> Option<(i64, usize)> {
        let distance = |(other, far): (i64, i64)| (other - column) * (other - column) + far;
        let key = |candidate: (i64, i64)| (distance(candidate), (candidate.0 - column).abs(), candidate.0);
        while let Some([a, b]) = self.columns.get(*first..*first + 2)
            && distance(*b) < distance(*a)
        {
            *first += 1;
        }
        let least = distance(*self.columns.get(*first)?);
        let equal = self.columns[*first..].iter().copied().take_while(|other| distance(*other) == least);
        equal.map(key).min().map(|(distance, _, other)| (distance, other as usize))
    }
}

/// Where two columns are equally near: a fraction with a denominator above 0.
fn equal((left, above): (i64, i64), (right, below): (i64, i64)) -> [i64; 2] {
    [right * right + below - left * left - above, 2 * (right - left)]
}

fn is_before([a, b]: [i64; 2], [c, d]: [i64; 2]) -> bool {
    i128::from(a) * i128::from(d) < i128::from(c) * i128::from(b)
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
    fn wide_rows_are_filled_from_far_and_of_equal_texels_from_the_left() {
        // Looking for a texel from each one separately would take billions of steps.
        let width = 1 << 15;
        let mut covered = vec![vec![false; width]; 3];
        covered[1][0] = true;
        covered[1][width - 1] = true;
        let wide = window(&covered);
        for row in 0..3 {
            let sources = wide.sources(row, 2 * width);
            assert_eq!(sources[width / 2 - 1], Some((1, 0)));
            assert_eq!(sources[width / 2], Some((1, width - 1)));
        }
        let few = [[true, false, true], [false; 3], [true, false, true]].map(Vec::from);
        assert_eq!(window(&few).sources(1, 3), [Some((0, 0)), Some((0, 0)), Some((0, 2))]);
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
