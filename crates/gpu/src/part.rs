//! Parts of a grid of sites: what a batch sends to a GPU.

use travertine::{Axis, Coordinates, SiteGrid};

/// Most floats of coordinates of a batch.
pub(crate) const MOST_FLOATS: usize = 1 << 20;

/// Words that tell the code where to find coordinates: a head and a place for each axis.
pub(crate) const WORDS: usize = 4 * (1 + Axis::ALL.len());

/// Consecutive sites of a grid, with the coordinates that the code reads.
///
/// Site `i` of the part lies in column `(skip + i) % columns` and row `(skip + i) / columns`, and its coordinate along
/// an axis is `floats[start + column * per_column + row * per_row]`, in arithmetic modulo 2^32.
pub(crate) struct Part {
    pub(crate) floats: Vec<f32>,
    /// Columns of the grid, sites to skip in the first row, number of sites, and 0; then `start`, `per_column`,
    /// `per_row` and 0 for each axis.
    pub(crate) words: [u32; WORDS],
}

impl Part {
    /// The greatest number of sites from `first` on, at most `wanted`, whose coordinates along `axes` fit into a batch.
    pub(crate) fn fitting(grid: &SiteGrid, axes: &[Axis], first: usize, wanted: usize) -> usize {
        let floats = |count| axes.iter().map(|axis| kept(grid, *axis, first, count).len()).sum::<usize>();
        let mut count = wanted.min(grid.len() - first);
        while count > 1 && floats(count) > MOST_FLOATS {
            count = count.div_ceil(2);
        }
        count
    }

    /// Number of sites.
    pub(crate) fn count(&self) -> usize {
        self.words[2] as usize
    }

    /// Some sites from `first` on.
    pub(crate) fn new(grid: &SiteGrid, axes: &[Axis], first: usize, count: usize) -> Part {
        let columns = grid.columns();
        let skip = first % columns;
        let mut floats = Vec::new();
        let mut words = [0; WORDS];
        words[..3].copy_from_slice(&[columns as u32, skip as u32, count as u32]);
        for axis in axes {
            let kept = kept(grid, *axis, first, count);
            let start = (floats.len() as u32).wrapping_sub(kept.before as u32);
            let place = match grid.along(*axis) {
                Coordinates::Same(_) => [start, 0, 0],
                Coordinates::Columns(_) => [start, 1, 0],
                Coordinates::Rows(_) => [start, 0, 1],
                Coordinates::Each(_) => [start, 1, columns as u32],
            };
            words[4 * (1 + *axis as usize)..][..3].copy_from_slice(&place);
            floats.extend_from_slice(kept.floats);
        }
        Part { floats, words }
    }
}

/// Coordinates that a part needs.
struct Kept<'g> {
    floats: &'g [f32],
    /// The index that the code computes for the first of them, if they started at 0.
    before: usize,
}

impl Kept<'_> {
    fn len(&self) -> usize {
        self.floats.len()
    }
}

/// The coordinates along an axis of some sites from `first` on.
fn kept<'g>(grid: &'g SiteGrid, axis: Axis, first: usize, count: usize) -> Kept<'g> {
    let (columns, last) = (grid.columns(), first + count - 1);
    let rows = first / columns..last / columns + 1;
    match grid.along(axis) {
        Coordinates::Same(coordinate) => Kept { floats: std::slice::from_ref(coordinate), before: 0 },
        Coordinates::Columns(floats) if rows.len() == 1 => {
            Kept { floats: &floats[first % columns..=last % columns], before: first % columns }
        }
        Coordinates::Columns(floats) => Kept { floats, before: 0 },
        // The code counts rows from the first of the part.
        Coordinates::Rows(floats) => Kept { floats: &floats[rows], before: 0 },
        Coordinates::Each(floats) => Kept { floats: &floats[first..=last], before: first % columns },
    }
}

#[cfg(test)]
mod tests {
    use travertine::{Plane, Slice, Volume};

    use super::*;

    /// The coordinate that the code reads for a site of a part.
    fn read(part: &Part, axis: Axis, index: usize) -> f32 {
        let [columns, skip] = [part.words[0], part.words[1]];
        let at = skip + index as u32;
        let [start, per_column, per_row] = [0, 1, 2].map(|word| part.words[4 * (1 + axis as usize) + word]);
        let place = start
            .wrapping_add((at % columns).wrapping_mul(per_column))
            .wrapping_add((at / columns).wrapping_mul(per_row));
        part.floats[place as usize]
    }

    /// Grids of a slice, a volume and a list.
    fn grids() -> [SiteGrid; 3] {
        let slice = Slice { plane: Plane::Yz, depth: 0.3, ..Slice::new(13, 9) };
        let points: Vec<[f32; 4]> = (0..50).map(|index| [index as f32, 0.5, -(index as f32), 2.0]).collect();
        [SiteGrid::slice(&slice), SiteGrid::volume(&Volume::new(5, 4, 3)), SiteGrid::list(&points)]
    }

    #[test]
    fn the_code_finds_the_coordinates_of_each_site() {
        for grid in grids() {
            for first in [0, 1, 12, 13, 29] {
                for count in [1, 7, 13, grid.len() - first] {
                    let count = count.min(grid.len() - first);
                    let part = Part::new(&grid, &Axis::ALL, first, count);
                    for axis in Axis::ALL {
                        for index in 0..count {
                            assert_eq!(read(&part, axis, index), grid.coordinate(axis, first + index), "{axis:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn parts_of_large_lists_and_grids_fit() {
        let points = vec![[0.0; 4]; MOST_FLOATS];
        let grid = SiteGrid::list(&points);
        let axes = Axis::POSITION;
        let fitting = Part::fitting(&grid, &axes, 5, usize::MAX);
        assert!(fitting > MOST_FLOATS / 16);
        assert!(Part::new(&grid, &axes, 5, fitting).floats.len() <= MOST_FLOATS);
        assert_eq!(Part::fitting(&grid, &axes, points.len() - 3, 10), 3);
        // A coordinate for each column costs nothing more for each row.
        let grid = &grids()[0];
        assert_eq!(Part::fitting(grid, &Axis::ALL, 0, usize::MAX), grid.len());
    }
}
