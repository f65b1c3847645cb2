//! Copies: where each copy of a scattered texture lies, how large it is and how it is turned.

use std::f32::consts::PI;

use travertine_graph::lowering::{Field, LoweringContext, Position, Suspended};
use travertine_program::Expr;

use crate::parts::arithmetic::weighted;
use crate::parts::lattices::neighborhood::{Cell, Neighborhood};
use crate::parts::lattices::{cells, random};
use crate::parts::positions::angle::sine_and_cosine;

/// Channels of the random numbers of a cell.
const PLACE: u32 = 0;
const SIZE_AND_TURN: u32 = 1;
const PRESENCE_AND_DEPTH: u32 = 2;
const TILT: u32 = 3;
const ID: u32 = 4;
const ORDER: u32 = 5;

/// The copies around a position.
pub struct Copies<'a> {
    neighborhood: Neighborhood<'a>,
    /// The node's position, in cells.
    position: Position<'a>,
    /// The z of the node's position, in units.
    depth: Expr<'a>,
    seed: u32,
    scale: Expr<'a>,
}

/// The copy of a cell.
pub struct Copy<'a> {
    /// Above 0 if there is one; `None` if that is certain.
    pub presence: Option<Expr<'a>>,
    /// Its middle, in units.
    pub point: [Expr<'a>; 3],
    /// The position in the texture.
    pub local: Position<'a>,
    /// A random number for its user.
    pub id: Expr<'a>,
    /// A random number that decides what lies on top.
    pub order: Expr<'a>,
}

impl<'a> Copies<'a> {
    /// The copies around the node's position.
    pub fn around(context: &LoweringContext<'a>) -> Result<Copies<'a>, Suspended> {
        let position = cells::position(context)?;
        let neighborhood = Neighborhood {
            position: position.vector(),
            // The definition limits both to small positive numbers.
            dimensions: context.integer("dimensions") as u8,
            widths: [context.integer("reach") as u8 + 1; 3],
            row_offset: context.float("row_offset")?,
            period: context.vector("period")?,
        };
        let depth = context.input_position()?.z;
        Ok(Copies { neighborhood, position, depth, seed: context.seed("seed"), scale: context.float("scale")? })
    }

    /// The cells that may have a copy, row by row from top to bottom.
    pub fn cells(&self, context: &LoweringContext<'a>) -> Vec<Cell<'a>> {
        self.neighborhood.cells(context)
    }

    /// The copy of a cell.
    pub fn at(&self, context: &LoweringContext<'a>, cell: &Cell<'a>) -> Result<Copy<'a>, Suspended> {
        let dimensions = self.neighborhood.dimensions;
        let draw = |channel| random::of_cell(context, cell.index, dimensions, self.seed, channel);
        let [presence, depth] = random::halves(draw(PRESENCE_AND_DEPTH));
        let [size, turn] = random::halves(draw(SIZE_AND_TURN));

        // The jitter must be the same for all positions that see the copy, hence that of the cell's middle.
        let jitter = self.evaluated(context, "jitter", cell.middle)?.clamp01();
        let [across, down] = random::halves(draw(PLACE));
        let place = [across, down, depth];
        let (mut middle, mut offset) = (cell.middle, cell.offset);
        if !jitter.is_constant(0.0) {
            for axis in 0..usize::from(dimensions) {
                middle[axis] = middle[axis] + jitter * (place[axis] - 0.5);
                offset[axis] = (offset[axis] + jitter * 0.5) - jitter * place[axis];
            }
        }

        let property = |name| self.evaluated(context, name, middle);
        let density = property("density")?;
        let largest = property("size")?;
        let shrink = property("size_variation")?.clamp01();
        let size = if shrink.is_constant(0.0) { largest } else { largest * (1.0 - shrink * size) };
        let (rotation, variation) = (property("rotation")?, property("rotation_variation")?);
        let variety = context.float("variety")?;

        let is_certain = density.constant_value().is_some_and(|density| density >= 1.0);
        let has_size = largest.constant_value().is_some_and(|size| size > 0.0);
        let presences = [(!is_certain).then(|| density - presence), (!has_size).then_some(largest)];
        let [x, y, z] = self.turned(offset, rotation, variation, turn, draw(TILT));
        let one = context.constant(1.0) / size;
        let id = draw(ID);
        let local = self.position.at([x * one, y * one, z * one]).spread(one);
        let local = match (variety.is_constant(0.0), dimensions) {
            (true, _) => local,
            (false, 2) => Position { z: id * variety, ..local },
            (false, _) => Position { time: local.time + id * variety, ..local },
        };
        let [x, y, z] = self.in_units(middle);
        let point = [x, y, if dimensions == 2 { self.depth } else { z }];
        let presence = presences.into_iter().flatten().reduce(|a, b| a.min(b));
        Ok(Copy { presence, point, local, id, order: draw(ORDER) })
    }

    fn in_units(&self, point: [Expr<'a>; 3]) -> [Expr<'a>; 3] {
        point.map(|coordinate| coordinate / self.scale)
    }

    /// An input at a point in cells, with all detail: it must not depend on the sample that sees the copy.
    fn evaluated(
        &self,
        context: &LoweringContext<'a>,
        input: &str,
        point: [Expr<'a>; 3],
    ) -> Result<Expr<'a>, Suspended> {
        let position = context.position().at(self.in_units(point)).without_footprint();
        let field = context.once(|| Ok(Field::Float(context.any_at(input, position)?.to_float())))?;
        Ok(field.to_float())
    }

    /// An offset turned back by the rotation of a copy: by `rotation` about z, and at random.
    fn turned(
        &self,
        [x, y, z]: [Expr<'a>; 3],
        rotation: Expr<'a>,
        variation: Expr<'a>,
        turn: Expr<'a>,
        tilt: Expr<'a>,
    ) -> [Expr<'a>; 3] {
        let (mut sine, mut cosine) = sine_and_cosine(rotation);
        if variation.is_constant(0.0) {
            return [weighted::sum([x, y], [cosine, sine]), weighted::sum([x, y], [-sine, cosine]), z];
        }
        let greatest = variation * (PI / 180.0);
        let angle = turn * (greatest * 2.0) - greatest;
        let (random_sine, random_cosine) = (angle.sin(), angle.cos());
        if self.neighborhood.dimensions == 2 {
            // By the sum of both angles.
            (sine, cosine) = (
                weighted::sum([random_sine, random_cosine], [cosine, sine]),
                weighted::sum([random_cosine, random_sine], [cosine, -sine]),
            );
            return [x * cosine + y * sine, y * cosine - x * sine, z];
        }
        let [x, y] = [weighted::sum([x, y], [cosine, sine]), weighted::sum([x, y], [-sine, cosine])];
        let [height, around] = random::halves(tilt);
        turned_about(random::direction(height, around), [x, y, z], -random_sine, random_cosine)
    }
}

/// A point turned about an axis of length 1, after Olinde Rodrigues (1840).
fn turned_about<'a>(
    [a, b, c]: [Expr<'a>; 3],
    [x, y, z]: [Expr<'a>; 3],
    sine: Expr<'a>,
    cosine: Expr<'a>,
) -> [Expr<'a>; 3] {
    let along = (a * x + b * y + c * z) * (1.0 - cosine);
    [
        x * cosine + (b * z - c * y) * sine + a * along,
        y * cosine + (c * x - a * z) * sine + b * along,
        z * cosine + (a * y - b * x) * sine + c * along,
    ]
}
