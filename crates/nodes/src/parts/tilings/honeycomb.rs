//! Hexagons, as in a honeycomb: the inputs and outputs, and the hexagon at a position.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{LoweringContext, Position, Suspended};
use travertine_program::Expr;

use crate::parts::lattices::staggered::nearest;
use crate::parts::tilings::brick_row;
use crate::parts::tilings::pieces::{self, Periods, Piece};

/// The distance between rows of regular hexagons of width 1, which stand on a corner.
const PITCH: f32 = 0.866_025_4;

/// Adds what the node is, and the inputs that shape the hexagons.
pub fn describe(definition: Definition) -> Definition {
    let definition = definition
        .describe(
            "Hexagons in a honeycomb, standing on a corner: floors, insect eyes, wire netting, basalt columns, \
             science fiction armour. They are columns along z, and with a depth prisms in layers. Each has a \
             random number, its middle and a position of its own.",
        )
        .search(&[
            "hexagon",
            "honeycomb",
            "hex grid",
            "beehive",
            "basalt",
            "comb",
            "cells",
            "nuts",
            "sci-fi",
            "floor",
            "chicken wire",
        ])
        .input(pieces::size([0.2, 0.0, 0.0]).describe(
            "The width of a hexagon, from side to side, along x; the distance between rows along y, where 0 \
             makes the hexagons regular; and the depth of the layers along z, where 0 is no layers. The width \
             and the distance between rows include the joint.",
        ));
    pieces::joints(definition, 0.015, 0.01)
}

/// Adds the inputs that place the hexagons, and the outputs.
pub fn placed(definition: Definition) -> Definition {
    pieces::placed(definition, "hexagons along x, rows along y, an even number; layers along z.")
        .float_output("column", "The number of the hexagon in its row.")
        .float_output("row", "The number of the row.")
        .float_output("layer", "The number of the layer. Layer 0 lies around z = 0.")
}

/// The hexagon at a position: the distances to the lines through its upright sides, to those through its falling and
/// its rising sides, and to its ends; and the numbers of its column, row and layer.
pub fn hexagon_at<'a>(
    context: &LoweringContext<'a>,
    position: Position<'a>,
) -> Result<(Piece<'a>, [Expr<'a>; 4], [Expr<'a>; 3]), Suspended> {
    let periods = Periods::of(context)?;
    let [width, pitch, depth] = context.vector("size")?;
    let pitch = pitch.abs().select(pitch, width * PITCH);
    let found = nearest([position.x / width, position.y / pitch], PITCH);

    // A side is a line on which a sum of the parts of a column and a row is half; its gradient is the length that
    // turns the difference into units.
    let [right, down] = found.offset;
    let upright = (0.5 - right.abs()) * width.abs();
    let slope = ((0.25 / width) / width + (0.5625 / pitch) / pitch).sqrt();
    let pairs = [1.0, -1.0].map(|sign: f32| (0.5 - (right * 0.5 + down * (0.75 * sign)).abs()) / slope);
    // The nearer of both. Its bits are those of graphs that exist.
    let (right, down) = (right.abs() * 0.5, down.abs() * 0.75);
    let slanted = (0.5 - right - down) / slope;

    let none = context.constant(0.0);
    let layer = brick_row::brick_at(position.z, depth, context.constant(-0.5), none, |_| none);
    let [x, y] = found.point();
    let piece = Piece {
        cell: [periods.wrap(0, found.column), periods.wrap(1, found.row), periods.wrap(2, layer.index)],
        edge: upright.min(slanted).min(layer.edge),
        center: [x * width, y * pitch, layer.center],
        local: [found.offset[0] * width, found.offset[1] * pitch, layer.local],
    };
    Ok((piece, [upright, pairs[0], pairs[1], layer.edge], [found.column, found.row, layer.index]))
}
