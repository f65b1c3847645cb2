//! Rasterization: decides which triangle owns each cell of a texture. A cell is the square of one sample.
//!
//! Corners are rounded to 1/256 of a cell. Everything after that is exact: where two triangles share an edge, the
//! center of each cell on it belongs to exactly one of them.

/// Subdivisions of a cell.
const PARTS: i64 = 256;

/// Flag of a cell that a triangle touches without covering its center.
const TOUCHED: u32 = 1 << 31;

/// A triangle on the grid of cells.
pub struct Outline {
    edges: [Edge; 3],
    /// The first column or row that the triangle reaches, and the one after the last; perhaps outside the texture.
    columns: [i64; 2],
    rows: [i64; 2],
}

/// The edge function: 0 on the edge, positive inside, in subdivisions of cells.
struct Edge {
    across: i64,
    down: i64,
    constant: i64,
    /// Whether a center on the edge is inside.
    closed: bool,
}

impl Edge {
    fn new([x, y]: [i64; 2], [to_x, to_y]: [i64; 2]) -> Edge {
        let (right, down) = (to_x - x, to_y - y);
        // Of an edge and its reverse, exactly one is closed.
        let closed = down > 0 || (down == 0 && right > 0);
        Edge { across: -down, down: right, constant: down * x - right * y, closed }
    }

    /// The edge function at the center of a cell.
    fn at(&self, column: i64, row: i64) -> i64 {
        self.across * (column * PARTS + PARTS / 2) + self.down * (row * PARTS + PARTS / 2) + self.constant
    }

    /// The greatest increase of the edge function from the center of a cell to one of its corners.
    fn reach(&self) -> i64 {
        (self.across.abs() + self.down.abs()) * (PARTS / 2)
    }
}

impl Outline {
    /// A triangle with corners in units of cells, or `None` if its area is 0 after rounding.
    pub fn new(corners: [[f64; 2]; 3]) -> Option<Outline> {
        let [a, mut b, mut c] = corners.map(|corner| corner.map(|part| (part * PARTS as f64).round() as i64));
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        match area {
            0 => return None,
            ..0 => std::mem::swap(&mut b, &mut c),
            _ => {}
        }
        let span = |axis: usize| {
            let [first, second, third] = [a[axis], b[axis], c[axis]];
            let (least, most) = (first.min(second).min(third), first.max(second).max(third));
            [least.div_euclid(PARTS), (most + PARTS - 1).div_euclid(PARTS)]
        };
        Some(Outline { edges: [Edge::new(a, b), Edge::new(b, c), Edge::new(c, a)], columns: span(0), rows: span(1) })
    }

    /// Visits the cells that the triangle touches, in `height` rows of `width` cells from the row `top`: the index of
    /// each, and whether its center is in the triangle.
    #[inline]
    pub fn scan(&self, top: u32, width: u32, height: u32, mut visit: impl FnMut(usize, bool)) {
        let [left, right] = self.columns.map(|column| column.clamp(0, width.into()) as usize);
        let [first, last] = self.rows(top + height).map(|row| row.max(top));
        let reaches = self.edges.each_ref().map(Edge::reach);
        let ties = self.edges.each_ref().map(|edge| i64::from(!edge.closed));
        let steps = self.edges.each_ref().map(|edge| edge.across * PARTS);
        for row in first..last {
            let start = (row - top) as usize * width as usize;
            let mut values = self.edges.each_ref().map(|edge| edge.at(left as i64, row.into()));
            for cell in start + left..start + right {
                if (0..3).all(|edge| values[edge] + reaches[edge] >= 0) {
                    visit(cell, (0..3).all(|edge| values[edge] >= ties[edge]));
                }
                values.iter_mut().zip(steps).for_each(|(value, step)| *value += step);
            }
        }
    }

    /// Whether the center of a cell lies further inside than rounding moves an edge.
    fn is_deep(&self, column: i64, row: i64) -> bool {
        // Two subdivisions, in squares, since the edge function is a distance times the length of the edge.
        let far = |edge: &Edge| {
            let [value, across, down] = [edge.at(column, row), edge.across, edge.down].map(i128::from);
            value * value > 4 * (across * across + down * down)
        };
        self.edges.iter().all(far)
    }

    /// The rows of a texture that the triangle reaches: the first, and the one after the last.
    pub fn rows(&self, height: u32) -> [u32; 2] {
        self.rows.map(|row| row.clamp(0, height.into()) as u32)
    }
}

/// The cells of some rows, with their owners.
pub struct Cells {
    top: u32,
    width: u32,
    owners: Vec<u32>,
    /// Number of centers in more than one triangle.
    pub overlaps: u64,
    /// The first triangle with a center that an earlier triangle owns, not only by rounding, and that earlier triangle.
    pub first_overlap: Option<(u32, u32)>,
}

/// The owner of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// No triangle touches the cell.
    None,
    /// This triangle touches the cell, but not its center.
    Touched(u32),
    /// This triangle contains the center.
    Covered(u32),
}

impl Cells {
    /// Cells without owners: `height` rows of `width` cells from the row `top`.
    pub fn new(top: u32, width: u32, height: u32) -> Cells {
        let owners = vec![u32::MAX; width as usize * height as usize];
        Cells { top, width, owners, overlaps: 0, first_overlap: None }
    }

    /// Draws a triangle into the cells that have no owner yet. The first triangle drawn owns a shared cell.
    pub fn draw(&mut self, triangle: u32, outline: &Outline) {
        let height = self.owners.len() as u32 / self.width;
        let Cells { owners, overlaps, first_overlap, top, width } = self;
        let (top, width) = (*top, *width);
        outline.scan(top, width, height, |cell, covered| match owners[cell] {
            u32::MAX => owners[cell] = if covered { triangle } else { triangle | TOUCHED },
            before if covered && before & TOUCHED != 0 => owners[cell] = triangle,
            before if covered => {
                *overlaps += 1;
                let [column, row] = [cell as i64 % i64::from(width), cell as i64 / i64::from(width)];
                if outline.is_deep(column, row + i64::from(top)) {
                    let pair = (triangle, before);
                    *first_overlap = Some(first_overlap.map_or(pair, |first| first.min(pair)));
                }
            }
            _ => {}
        });
    }

    /// The owner of a cell.
    pub fn owner(&self, column: u32, row: u32) -> Owner {
        match self.owners[(row - self.top) as usize * self.width as usize + column as usize] {
            u32::MAX => Owner::None,
            owner if owner & TOUCHED != 0 => Owner::Touched(owner & !TOUCHED),
            owner => Owner::Covered(owner),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn drawn(side: u32, triangles: &[[[f64; 2]; 3]]) -> Cells {
        let mut cells = Cells::new(0, side, side);
        for (index, corners) in triangles.iter().enumerate() {
            if let Some(outline) = Outline::new(*corners) {
                cells.draw(index as u32, &outline);
            }
        }
        cells
    }

    #[test]
    fn two_triangles_fill_a_square_exactly() {
        let [a, b, c, d] = [[1.0, 1.0], [5.0, 1.0], [5.0, 5.0], [1.0, 5.0]];
        for triangles in [[[a, b, c], [a, c, d]], [[a, b, d], [b, d, c]]] {
            let cells = drawn(8, &triangles);
            assert_eq!(cells.overlaps, 0);
            for (column, row) in (0..8).flat_map(|row| (0..8).map(move |column| (column, row))) {
                let inside = (1..5).contains(&column) && (1..5).contains(&row);
                let covered = matches!(cells.owner(column, row), Owner::Covered(_));
                assert_eq!(covered, inside, "{column}, {row}");
            }
        }
    }

    #[test]
    fn cells_touched_without_their_center_are_marked() {
        let cells = drawn(4, &[[[1.6, 1.6], [1.9, 1.6], [1.6, 1.9]]]);
        assert_eq!(cells.owner(1, 1), Owner::Touched(0));
        assert_eq!(cells.owner(2, 1), Owner::None);
        assert!(Outline::new([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]).is_none());
    }

    #[test]
    fn the_first_of_overlapping_triangles_wins() {
        let large = [[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]];
        let small = [[0.0, 0.0], [0.0, 2.5], [2.5, 0.0]];
        let cells = drawn(8, &[large, small]);
        assert_eq!(cells.owner(0, 0), Owner::Covered(0));
        assert_eq!((cells.overlaps, cells.first_overlap), (3, Some((1, 0))));
    }

    proptest! {
        /// A fan of triangles over a square gives each cell one owner, and drawing some rows gives the same owners.
        #[test]
        fn fans_are_watertight(x in 0.0..16.0_f64, y in 0.0..16.0_f64, on_edge in any::<bool>()) {
            let hub = if on_edge { [x.floor() + 0.5, y.floor() + 0.5] } else { [x, y] };
            let [a, b, c, d] = [[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]];
            let fan = [[hub, a, b], [hub, b, c], [c, d, hub], [d, a, hub]];
            let cells = drawn(16, &fan);
            prop_assert_eq!(cells.overlaps, 0);
            for (column, row) in (0..16).flat_map(|row| (0..16).map(move |column| (column, row))) {
                prop_assert!(matches!(cells.owner(column, row), Owner::Covered(_)));
            }
            let mut part = Cells::new(5, 16, 3);
            for (index, corners) in fan.iter().enumerate() {
                Outline::new(*corners).iter().for_each(|outline| part.draw(index as u32, outline));
            }
            for (column, row) in (5..8).flat_map(|row| (0..16).map(move |column| (column, row))) {
                prop_assert_eq!(part.owner(column, row), cells.owner(column, row));
            }
        }
    }
}
