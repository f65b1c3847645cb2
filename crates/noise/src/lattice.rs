//! Lattice sums in factored form, shared by gradient and value noise.
//!
//! A noise is reduced along one axis after the other: time, then z, then y, then x. The sums before x are the same
//! for all samples of a row within a lattice column, and are called *columns*. The sums before y are the same for all
//! rows of samples within a row of cells, and are called *lattice rows*. The general evaluation computes the lattice
//! rows and columns around every sample; the fast one computes each of them once. The arithmetic is identical, and so
//! is every bit.

use std::marker::PhantomData;

use crate::blocks::Blockwise;
use crate::cellwise::{Cellwise, Points};
use crate::hash;
use crate::positions::{CellPosition, Grid, Positions};

/// The seed and the coordinates that are constant along a row of samples.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// The [`hash::start`] of the seed.
    pub start: u32,
    pub y: CellPosition,
    pub z: CellPosition,
    pub time: CellPosition,
}

impl Row {
    /// The row through y, z and time of a point in `D` dimensions; further coordinates are ignored.
    #[inline(always)]
    pub fn new<const D: usize>(start: u32, [y, z, time]: [f32; 3], grid: &Grid) -> Row {
        let along = |axis, x| Positions::<4, 1>::find(grid, axis, &[x]).at(0);
        Row {
            start,
            y: if D > 1 { along(1, y) } else { CellPosition::ORIGIN },
            z: if D > 2 { along(2, z) } else { CellPosition::ORIGIN },
            time: if D > 3 { along(3, time) } else { CellPosition::ORIGIN },
        }
    }

    /// The hash of the lattice point at `x` and `y`, at the given corners along z and time.
    #[inline(always)]
    pub fn hash<const D: usize>(&self, x: i32, y: i32, z: i32, time: i32) -> u32 {
        hash::of::<D>(self.start, [x, y, self.z.point(z), self.time.point(time)])
    }
}

/// A basis with columns of `W` floats, of which a sample needs `C`, 2 or 4.
pub(crate) trait Lattice<const W: usize, const C: usize> {
    /// Floats for each lattice point of a lattice row.
    const PARTS: usize;
    /// Whether the contribution of a lattice point depends on the distance from it.
    const IS_STEEP: bool;
    /// The random quantity at a lattice point, from its hash, in at most the first `D` floats.
    fn random<const D: usize>(hash: u32) -> [f32; 4];
    /// Reduces the lattice points at a corner of x and y along time and z, to the first [`PARTS`](Lattice::PARTS)
    /// floats.
    fn reduce<const D: usize>(row: &Row, points: &impl Points, x: i32, y: i32) -> [f32; 3];
    /// Reduces the lattice points at the lowest corner of x, y and z of a lattice in four dimensions along time.
    fn still(row: &Row, points: &impl Points) -> [f32; 4];
    /// Reduces what [`still`](Lattice::still) gives below and above a sample along z; `rise` is the difference.
    fn settle(z: CellPosition, below: [f32; 4], rise: [f32; 4], above: [f32; 4]) -> [f32; 3];
    /// Reduces the lattice rows along y.
    fn column<const D: usize>(y: CellPosition, lattice_rows: [[f32; 3]; C]) -> [f32; W];
    /// Interpolates between columns along x, the last step.
    fn across(columns: [[f32; W]; C], offset: f32, weight: f32) -> f32;
    /// The contribution of one lattice point at a distance from it, and its derivatives, given those of the distance.
    fn point<const D: usize>(hash: u32, distance: [f32; 4], along: [f32; 4]) -> (f32, [f32; 4]);

    /// Reduces the lattice points at `x` and `y` along time and z.
    #[inline(always)]
    fn lattice_row<const D: usize>(row: &Row, x: i32, y: i32) -> [f32; 3]
    where
        Self: Sized,
    {
        Self::reduce::<D>(row, &Hashed::<D, W, C, Self> { row, x: [x; 4], y: [y; 4], lattice: PhantomData }, 0, 0)
    }
}

/// Lattice points whose hashes are computed on demand.
struct Hashed<'a, const D: usize, const W: usize, const C: usize, L> {
    row: &'a Row,
    /// The lattice points along x and y at the corners from -1 to 2.
    x: [i32; 4],
    y: [i32; 4],
    lattice: PhantomData<L>,
}

impl<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>> Points for Hashed<'_, D, W, C, L> {
    #[inline(always)]
    fn random(&self, [x, y, z, time]: [i32; 4]) -> [f32; 4] {
        L::random::<D>(self.row.hash::<D>(self.x[(x + 1) as usize], self.y[(y + 1) as usize], z, time))
    }
}

/// The number of a sample's `C` columns that lie before the one below it.
pub(crate) const fn before(corners: usize) -> i32 {
    corners as i32 / 2 - 1
}

/// The definition of a noise. All other evaluations give the same bits.
pub(crate) struct Definition<const W: usize, const C: usize, L> {
    start: u32,
    scale: f32,
    grid: Grid,
    lattice: PhantomData<L>,
}

impl<const W: usize, const C: usize, L: Lattice<W, C>> Definition<W, C, L> {
    /// The noise with a seed over a lattice; sums are multiplied by `scale` at the end.
    pub fn new(seed: u32, scale: f32, grid: Grid) -> Self {
        Definition { start: hash::start(seed), scale, grid, lattice: PhantomData }
    }

    /// What decides the positions in the lattice.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The row through y, z and time of a point in `D` dimensions.
    pub fn row<const D: usize>(&self, rest: [f32; 3]) -> Row {
        Row::new::<D>(self.start, rest, &self.grid)
    }

    /// The noise at a position along a row.
    #[inline(always)]
    pub fn along<const D: usize>(&self, x: CellPosition, row: &Row) -> f32 {
        let points = Hashed::<D, W, C, L> { row, x: x.around, y: row.y.around, lattice: PhantomData };
        sum::<D, D, W, C, L>(x, row, &points) * self.scale
    }
}

impl<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>> Blockwise<D> for Definition<W, C, L> {
    type Memory = ();

    #[inline(always)]
    fn block<const B: usize>(&self, (): &mut (), samples: [[f32; B]; D]) -> [f32; B] {
        let mut positions = [Positions::<C, B>::NONE; 4];
        for axis in 0..D {
            positions[axis] = Positions::find(&self.grid, axis, &samples[axis]);
        }
        let [x, y, z, time] = &positions;
        let mut values = [0.0; B];
        for i in 0..B {
            let (x, row) = (x.at(i), Row { start: self.start, y: y.at(i), z: z.at(i), time: time.at(i) });
            values[i] = self.along::<D>(x, &row);
        }
        values
    }
}

impl<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>> Cellwise<D> for Definition<W, C, L> {
    const SHARED: bool = C == 2 && D > 1;

    #[inline(always)]
    fn grid(&self) -> &Grid {
        &self.grid
    }

    #[inline(always)]
    fn lattice_point<const K: usize>(&self, [x, y, z, time]: [i32; 4], rest: &[CellPosition; 4]) -> [f32; 4] {
        if K == D {
            return L::random::<D>(hash::of::<D>(self.start, [x, y, z, time]));
        }
        let mut row = Row { start: self.start, y: CellPosition::ORIGIN, z: rest[2], time: rest[3] };
        if K == 2 {
            let [a, b, c] = L::lattice_row::<D>(&row, x, y);
            return [a, b, c, 0.0];
        }
        row.z = CellPosition::at([z; 4]);
        L::still(&row, &Hashed::<D, W, C, L> { row: &row, x: [x; 4], y: [y; 4], lattice: PhantomData })
    }

    #[inline(always)]
    fn within<const K: usize>(&self, offsets: [f32; K], weights: [f32; K], points: &impl Points) -> f32 {
        let mut cell_positions = [CellPosition::ORIGIN; 4];
        for axis in 0..K {
            cell_positions[axis] = CellPosition::between(offsets[axis], weights[axis]);
        }
        let [x, y, z, time] = cell_positions;
        sum::<D, K, W, C, L>(x, &Row { start: self.start, y, z, time }, points) * self.scale
    }
}

/// The lattice sum, from the random quantities around a sample, which are reduced along the axes from `K` on.
#[inline(always)]
fn sum<const D: usize, const K: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
    x: CellPosition,
    row: &Row,
    points: &impl Points,
) -> f32 {
    let first = -before(C);
    let (mut lattice_rows, mut columns) = ([[[0.0; 3]; C]; C], [[0.0; W]; C]);
    // Not a loop: the compiler would not unroll a body this large, and so not vectorize it. All lattice rows come
    // before the columns: many independent steps keep the CPU busy.
    lattice_rows[0] = lattice_rows_at::<D, K, W, C, L>(row, points, first);
    lattice_rows[1] = lattice_rows_at::<D, K, W, C, L>(row, points, first + 1);
    if C == 4 {
        lattice_rows[2] = lattice_rows_at::<D, K, W, C, L>(row, points, first + 2);
        lattice_rows[3] = lattice_rows_at::<D, K, W, C, L>(row, points, first + 3);
    }
    for corner in 0..C {
        columns[corner] = L::column::<D>(row.y, lattice_rows[corner]);
    }
    L::across(columns, x.offset, x.weight)
}

/// The lattice rows around a single sample, at a corner of x.
#[inline(always)]
fn lattice_rows_at<const D: usize, const K: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
    row: &Row,
    points: &impl Points,
    x: i32,
) -> [[f32; 3]; C] {
    let first = -before(C);
    let mut lattice_rows = [[0.0; 3]; C];
    // Not a loop, for the same reason.
    lattice_rows[0] = lattice_row_at::<D, K, W, C, L>(row, points, x, first);
    lattice_rows[1] = lattice_row_at::<D, K, W, C, L>(row, points, x, first + 1);
    if C == 4 {
        lattice_rows[2] = lattice_row_at::<D, K, W, C, L>(row, points, x, first + 2);
        lattice_rows[3] = lattice_row_at::<D, K, W, C, L>(row, points, x, first + 3);
    }
    lattice_rows
}

/// The lattice row at a corner of x and y.
#[inline(always)]
fn lattice_row_at<const D: usize, const K: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
    row: &Row,
    points: &impl Points,
    x: i32,
    y: i32,
) -> [f32; 3] {
    let corner = [x, y, 0, 0];
    if K == D {
        L::reduce::<D>(row, points, x, y)
    } else if K == 2 {
        let [a, b, c, _] = points.random(corner);
        [a, b, c]
    } else {
        L::settle(row.z, points.random(corner), points.rise::<3>(corner), points.random([x, y, 1, 0]))
    }
}
