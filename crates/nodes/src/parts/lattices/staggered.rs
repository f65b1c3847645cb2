//! Lattices whose odd rows are shifted by half a column, such as that of a honeycomb.

use travertine_program::Expr;

/// The point of the lattice nearest to a position.
#[derive(Clone, Copy)]
pub struct Nearest<'a> {
    /// The number of the column. Points of odd rows lie half a column further.
    pub column: Expr<'a>,
    /// The number of the row.
    pub row: Expr<'a>,
    /// 1 in odd rows, else 0.
    pub odd: Expr<'a>,
    /// The position from the point, in columns and rows.
    pub offset: [Expr<'a>; 2],
}

impl<'a> Nearest<'a> {
    /// The lattice point, in columns and rows.
    pub fn point(self) -> [Expr<'a>; 2] {
        [self.column + self.odd * 0.5, self.row]
    }
}

/// The lattice point nearest to a position in columns and rows, where rows are `pitch` columns apart.
pub fn nearest<'a>([x, y]: [Expr<'a>; 2], pitch: f32) -> Nearest<'a> {
    // The rows of each parity are a rectangular lattice.
    let half = y * 0.5;
    let (even, odd) = ((half + 0.5).floor() * 2.0, half.floor() * 2.0 + 1.0);
    let (column, shifted) = ((x + 0.5).floor(), x.floor());
    let (right, down) = (x - column, y - even);
    let (shifted_right, shifted_down) = (x.fract() - 0.5, y - odd);
    let square = |right: Expr<'a>, down: Expr<'a>| right * right + down * down * (pitch * pitch);
    let is_odd = square(shifted_right, shifted_down).less(square(right, down));
    Nearest {
        column: is_odd.select(shifted, column),
        row: is_odd.select(odd, even),
        odd: is_odd,
        offset: [is_odd.select(shifted_right, right), is_odd.select(shifted_down, down)],
    }
}
