//! Mosaics: tilings of a few convex polygons on a lattice.
//!
//! A point lies in the polygon whose nearest side is furthest away, counted inwards. For each polygon only the one
//! around the nearest lattice point is tried, so polygons that stick out of a lattice cell are listed twice.

use travertine_graph::lowering::Position;
use travertine_program::Expr;

use crate::parts::arithmetic::weighted;
use crate::parts::lattices::staggered::{self, Nearest};
use crate::parts::tilings::pieces::{Periods, Piece};

/// A tiling that repeats with a lattice. Lengths are in columns, the distance between lattice points along x.
pub struct Mosaic {
    /// The distance between rows.
    pub pitch: f32,
    /// Whether odd rows are shifted by half a column.
    pub is_staggered: bool,
    /// The polygons of one lattice point.
    pub polygons: Vec<Polygon>,
}

/// What a mosaic is at a point.
pub struct Found<'a> {
    /// The polygon in which the point lies.
    pub piece: Piece<'a>,
    /// The number of its shape.
    pub shape: Expr<'a>,
    /// The column of its lattice point.
    pub column: Expr<'a>,
    /// The row of its lattice point.
    pub row: Expr<'a>,
}

/// A convex polygon.
pub struct Polygon {
    /// A point, in columns and rows, to which no other of its kind is nearer than this one's anchor, for all points of
    /// the polygon or of the part of it that is listed.
    pub anchor: [f32; 2],
    /// Its middle.
    pub center: [f32; 2],
    /// The direction of its own x axis, of length 1.
    pub turn: [f32; 2],
    /// The number of its shape, which polygons may share.
    pub shape: u8,
    /// A number that only polygons with the same middle share.
    pub number: u8,
    /// Its sides.
    pub sides: Vec<Side>,
}

/// A side of a polygon, or two that are opposite and parallel.
#[derive(Clone, Copy)]
pub struct Side {
    /// The outward normal, of length 1.
    pub normal: [f32; 2],
    /// The distance from the polygon's middle.
    pub distance: f32,
    /// Whether there is another one opposite.
    pub is_pair: bool,
}

impl Polygon {
    /// A regular polygon with an even number of sides or with three, of which one has its normal at an angle.
    pub fn regular(sides: u16, inradius: f32, degrees: u16) -> Polygon {
        let is_pair = sides.is_multiple_of(2);
        let listed = if is_pair { sides / 2 } else { sides };
        let side = |index| Side { normal: unit(degrees + index * (360 / sides)), distance: inradius, is_pair };
        Polygon {
            anchor: [0.0; 2],
            center: [0.0; 2],
            turn: [1.0, 0.0],
            shape: 0,
            number: 0,
            sides: (0..listed).map(side).collect(),
        }
    }

    /// The polygon of the given corners, clockwise as seen with y down. Its middle is the mean of the corners.
    pub fn of_corners(corners: &[[f32; 2]]) -> Polygon {
        let count = corners.len() as f32;
        let center = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / count);
        let next = corners.iter().cycle().skip(1);
        let side = |(from, to): (&[f32; 2], &[f32; 2])| {
            let [x, y] = [to[0] - from[0], to[1] - from[1]];
            let length = (x * x + y * y).sqrt();
            let normal = [y / length, -x / length];
            let distance = (from[0] - center[0]) * normal[0] + (from[1] - center[1]) * normal[1];
            Side { normal, distance, is_pair: false }
        };
        Polygon { center, sides: corners.iter().zip(next).map(side).collect(), ..Polygon::regular(4, 0.0, 0) }
    }

    /// The polygon with its middle and its anchor elsewhere.
    pub fn at(self, center: [f32; 2], anchor: [f32; 2]) -> Polygon {
        Polygon { center, anchor, ..self }
    }

    /// The polygon with its own x axis at an angle.
    pub fn turned(self, degrees: u16) -> Polygon {
        Polygon { turn: unit(degrees), ..self }
    }

    /// The polygon with the numbers of its shape and of itself.
    pub fn numbered(self, shape: u8, number: u8) -> Polygon {
        Polygon { shape, number, ..self }
    }
}

/// The direction at an angle that is a multiple of 15 degrees, from x towards y, exactly symmetric.
pub fn unit(degrees: u16) -> [f32; 2] {
    const COSINES: [f32; 7] = [1.0, 0.965_925_8, 0.866_025_4, 0.707_106_77, 0.5, 0.258_819_04, 0.0];
    let cosine = |degrees: u16| {
        let step = usize::from(degrees % 360 / 15);
        match step {
            0..=6 => COSINES[step],
            7..=12 => -COSINES[12 - step],
            13..=18 => -COSINES[step - 12],
            _ => COSINES[24 - step],
        }
    };
    [cosine(degrees), cosine(degrees + 270)]
}

impl Mosaic {
    /// The polygon in which a point lies. `size` is the distance between columns and between rows, in units.
    pub fn find<'a>(&self, position: Position<'a>, periods: &Periods<'a>, [width, height]: [Expr<'a>; 2]) -> Found<'a> {
        let scale = [width, height / self.pitch];
        let steps = [position.x / width, position.y / height];
        let constant = |value: f32| position.x.builder().constant(value);
        let mut found: Option<Candidate> = None;
        for polygon in &self.polygons {
            let anchored = [steps[0] - polygon.anchor[0], steps[1] - polygon.anchor[1]];
            let nearest =
                if self.is_staggered { staggered::nearest(anchored, self.pitch) } else { squarely_nearest(anchored) };
            let [anchor_x, anchor_y] = [polygon.anchor[0], polygon.anchor[1] * self.pitch];
            let from = [
                moved(nearest.offset[0], anchor_x - polygon.center[0]),
                moved(nearest.offset[1] * self.pitch, anchor_y - polygon.center[1]),
            ];
            let [column, row] = nearest.point();
            let candidate = Candidate {
                depth: depth(polygon, from, scale),
                cell: [nearest.column, nearest.row, constant(f32::from(polygon.number))],
                center: [
                    moved(column, polygon.center[0]) * scale[0],
                    moved(row * self.pitch, polygon.center[1]) * scale[1],
                ],
                from,
                turn: polygon.turn.map(constant),
                shape: constant(f32::from(polygon.shape)),
            };
            found = Some(match found {
                Some(best) => best.or(candidate),
                None => candidate,
            });
        }
        let none = constant(0.0);
        let found = found.unwrap_or(Candidate {
            depth: none,
            cell: [none; 3],
            center: [none; 2],
            from: [none; 2],
            turn: [none; 2],
            shape: none,
        });
        let [x, y] = [found.from[0] * scale[0], found.from[1] * scale[1]];
        let [cosine, sine] = found.turn;
        let [column, row, number] = found.cell;
        let piece = Piece {
            cell: [periods.wrap(0, column), periods.wrap(1, row), number],
            edge: found.depth,
            center: [found.center[0], found.center[1], none],
            local: [x * cosine + y * sine, y * cosine - x * sine, position.z],
        };
        Found { piece, shape: found.shape, column, row }
    }
}

/// A polygon in which a point may lie.
struct Candidate<'a> {
    /// The distance to the nearest side, in units; below 0 outside.
    depth: Expr<'a>,
    cell: [Expr<'a>; 3],
    center: [Expr<'a>; 2],
    /// The position from the middle, in columns.
    from: [Expr<'a>; 2],
    turn: [Expr<'a>; 2],
    shape: Expr<'a>,
}

impl<'a> Candidate<'a> {
    /// This one or another one, whichever is deeper.
    fn or(self, other: Candidate<'a>) -> Candidate<'a> {
        let is_other = self.depth.less(other.depth);
        let pick = |a: Expr<'a>, b: Expr<'a>| is_other.select(b, a);
        Candidate {
            depth: self.depth.max(other.depth),
            cell: [0, 1, 2].map(|index| pick(self.cell[index], other.cell[index])),
            center: [0, 1].map(|axis| pick(self.center[axis], other.center[axis])),
            from: [0, 1].map(|axis| pick(self.from[axis], other.from[axis])),
            turn: [0, 1].map(|axis| pick(self.turn[axis], other.turn[axis])),
            shape: pick(self.shape, other.shape),
        }
    }
}

/// The distance to the nearest side of a polygon, in units, at a position from its middle, in columns.
fn depth<'a>(polygon: &Polygon, from: [Expr<'a>; 2], scale: [Expr<'a>; 2]) -> Expr<'a> {
    let constant = |value: f32| from[0].builder().constant(value);
    let distances = polygon.sides.iter().map(|side| {
        let normal = side.normal.map(constant);
        let out = weighted::sum(from, normal);
        let out = if side.is_pair { out.abs() } else { out };
        // Stretched, the side is as far away as the gradient is steep.
        let steepness = [normal[0] / scale[0], normal[1] / scale[1]];
        let length = (steepness[0] * steepness[0] + steepness[1] * steepness[1]).sqrt();
        (side.distance - out) * (constant(1.0) / length)
    });
    distances.reduce(|least, distance| least.min(distance)).unwrap_or_else(|| constant(0.0))
}

/// A value moved by a constant, which is often 0.
fn moved(value: Expr, by: f32) -> Expr {
    if by == 0.0 { value } else { value + by }
}

fn squarely_nearest<'a>([x, y]: [Expr<'a>; 2]) -> Nearest<'a> {
    let [column, row] = [x, y].map(|step| (step + 0.5).floor());
    Nearest { column, row, odd: x.builder().constant(0.0), offset: [x - column, y - row] }
}
