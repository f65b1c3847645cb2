//! Neighborhoods: the cells of a lattice around a position, for patterns that put something into each cell.
//!
//! The point of a cell lies up to half the jitter from the cell's middle. Along an axis with `width` cells, a point
//! outside the neighborhood is then at least `(width - jitter) / 2` cells from the position: whatever reaches no
//! farther from its point is complete.

use travertine_graph::definition::InputDefinition;
use travertine_graph::lowering::LoweringContext;
use travertine_program::Expr;

use crate::parts::lattices::random;

/// A cell near a position.
pub struct Cell<'a> {
    /// Its whole-numbered index within the period, for random numbers.
    pub index: [Expr<'a>; 3],
    /// Its middle, in cells.
    pub middle: [Expr<'a>; 3],
    /// From its middle to the position, in cells.
    pub offset: [Expr<'a>; 3],
}

/// A block of cells around a position.
pub struct Neighborhood<'a> {
    /// The position, in cells.
    pub position: [Expr<'a>; 3],
    /// 2 or 3. In two dimensions the cells are columns along z, with offset 0.
    pub dimensions: u8,
    /// The number of cells along each axis, at least 1.
    pub widths: [u8; 3],
    /// The shift of every other row along x, in cells.
    pub row_offset: Expr<'a>,
    /// The periods, in cells; 0 for none.
    pub period: [Expr<'a>; 3],
}

/// The number of dimensions, 2 or 3.
pub fn dimensions() -> InputDefinition {
    InputDefinition::integer("dimensions", 2).hard(2.0..=3.0).soft(2.0..=3.0).describe(
        "2 is flat: the pattern has cells along x and y, and is constant along z. 3 is solid, for volumes and \
         shapes, and takes two to three times as long.",
    )
}

impl<'a> Neighborhood<'a> {
    /// The cells, slice by slice and row by row, from low to high coordinates.
    pub fn cells(&self, context: &LoweringContext<'a>) -> Vec<Cell<'a>> {
        let none = context.constant(0.0);
        let [x, y, z] = self.position;
        let [along_x, along_y, along_z] = self.widths;
        let (rows, slices) = (along(y, along_y), along(z, along_z));
        let odd = rows[0].0.modulo(2.0);
        let mut cells = Vec::new();
        let flat = [(none, none, none)];
        for &(slice, middle_z, offset_z) in if self.dimensions == 2 { &flat[..] } else { &slices } {
            for (row, &(index_y, middle_y, offset_y)) in rows.iter().enumerate() {
                let odd = if row % 2 == 0 { odd } else { 1.0 - odd };
                let shift = if self.row_offset.is_constant(0.0) { none } else { self.row_offset * odd };
                for (index_x, middle_x, offset_x) in along(x - shift, along_x) {
                    cells.push(Cell {
                        index: random::within([index_x, index_y, slice], self.period),
                        middle: [middle_x + shift, middle_y, middle_z],
                        offset: [offset_x, offset_y, offset_z],
                    });
                }
            }
        }
        cells
    }
}

/// The index, the middle and the offset of each of `width` cells along one axis.
fn along(coordinate: Expr, width: u8) -> Vec<(Expr, Expr, Expr)> {
    // The nearest corner of the lattice is in the middle of an even block, the cell of the position in that of an odd
    // one.
    let is_even = width.is_multiple_of(2);
    let from_corner = if is_even { coordinate - 0.5 } else { coordinate };
    let (below, part) = (from_corner.floor(), from_corner.fract());
    let to_middle = if is_even { 0.0 } else { 0.5 };
    let first = -i32::from((width - 1) / 2);
    (first..first + i32::from(width))
        .map(|step| {
            let index = below + step as f32;
            (index, index + 0.5, part - (step as f32 + to_middle))
        })
        .collect()
}
