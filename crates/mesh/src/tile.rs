//! UDIM tiles: unit squares of UVs that have a texture each, numbered as Mari, Blender and Substance do.

/// Number of tiles in a row.
const COLUMNS: u8 = 10;

/// Number of rows, up to tile 2000, which is the last one in Blender.
const ROWS: u8 = 100;

/// Tolerance for UVs outside a unit square, for rounding at the border.
pub(crate) const OVERSHOOT: f32 = 1e-3;

/// A UDIM tile. 1001 is the unit square of UVs; numbers grow by 1 to the right, and by 10 upwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tile {
    // Rows come first, so that the order is that of the numbers.
    row: u8,
    column: u8,
}

impl Tile {
    /// The tile that is a unit square; `None` if the square has no number. Its corner has the least u and v of the
    /// square, v down.
    pub(crate) fn of([u, v]: [f64; 2]) -> Option<Tile> {
        let (column, row) = (u, -v);
        let is_numbered = (0.0..COLUMNS.into()).contains(&column) && (0.0..ROWS.into()).contains(&row);
        is_numbered.then_some(Tile { row: row as u8, column: column as u8 })
    }

    /// Its number, 1001 to 2000.
    pub fn number(self) -> u32 {
        1001 + u32::from(COLUMNS) * u32::from(self.row) + u32::from(self.column)
    }

    /// Its corner with the least u and v, v down.
    pub fn corner(self) -> [f64; 2] {
        [f64::from(self.column), -f64::from(self.row)]
    }
}

/// The unit square in which a triangle lies, by its corner with the least u and v; `None` if it spans several.
pub fn square(uvs: [[f64; 2]; 3]) -> Option<[f64; 2]> {
    let overshoot = f64::from(OVERSHOOT);
    let [least, most] = bounds(uvs);
    // Not by the least part, since small triangles beside a border are within the tolerance of two squares.
    let corner = [0, 1].map(|axis| ((least[axis] + most[axis]) / 2.0).floor());
    let is_inside =
        |axis: usize| least[axis] >= corner[axis] - overshoot && most[axis] <= corner[axis] + 1.0 + overshoot;
    (0..2).all(is_inside).then_some(corner)
}

/// The least and the greatest u and v of a triangle.
pub(crate) fn bounds([a, b, c]: [[f64; 2]; 3]) -> [[f64; 2]; 2] {
    let pick = |pick: fn(f64, f64) -> f64| [0, 1].map(|axis| pick(pick(a[axis], b[axis]), c[axis]));
    [pick(f64::min), pick(f64::max)]
}

/// The numbers of tiles in words, such as `1001, 1002 and 1011`.
pub fn in_words(tiles: &[Tile]) -> String {
    let numbers: Vec<String> = tiles.iter().map(|tile| tile.number().to_string()).collect();
    match numbers.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        numbers => numbers.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle whose box is a unit square, or a part of it.
    fn triangle([u, v]: [f64; 2], side: f64) -> [[f64; 2]; 3] {
        [[u, v], [u + side, v], [u, v + side]]
    }

    #[test]
    fn numbers_grow_by_1_to_the_right_and_by_10_upwards() {
        for (uv, number) in
            [([0.0, 0.0], 1001), ([9.0, 0.0], 1010), ([0.0, -1.0], 1011), ([3.0, -2.0], 1024), ([9.0, -99.0], 2000)]
        {
            let square = square(triangle(uv, 1.0));
            assert_eq!(square, Some(uv));
            let tile = square.and_then(Tile::of).unwrap();
            assert_eq!((tile.number(), tile.corner()), (number, uv));
        }
        for corner in [[-1.0, 0.0], [10.0, 0.0], [0.0, 1.0], [0.0, -100.0], [1e300, 0.0]] {
            assert_eq!(Tile::of(corner), None, "{corner:?}");
        }
        let tiles = [[0.0, 0.0], [1.0, 0.0], [0.0, -1.0]].map(|corner| Tile::of(corner).unwrap());
        assert!(tiles.is_sorted());
        assert_eq!(in_words(&tiles), "1001, 1002 and 1011");
        assert_eq!(in_words(&tiles[..2]), "1001 and 1002");
    }

    #[test]
    fn triangles_at_a_border_belong_to_the_square_that_they_fill() {
        // A little outside on both sides, and small ones beside a border.
        assert_eq!(square(triangle([0.9995, -1.0005], 1.001)), Some([1.0, -1.0]));
        assert_eq!(square(triangle([0.9995, 0.0], 0.0005)), Some([0.0, 0.0]));
        assert_eq!(square(triangle([1.0, 0.0], 0.0005)), Some([1.0, 0.0]));
        assert_eq!(square(triangle([0.5, 0.0], 0.6)), None);
        assert_eq!(square(triangle([0.0, -0.5], 0.6)), None);
        assert_eq!(square(triangle([-1e30, 0.0], 2e30)), None);
    }
}
