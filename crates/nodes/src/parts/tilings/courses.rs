//! Bricks in rows: the inputs and outputs, and the brick at a position.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{LoweringContext, Position, Suspended};
use travertine_program::Expr;

use crate::parts::lattices::random;
use crate::parts::tilings::brick_row::{self, Brick};
use crate::parts::tilings::pieces::{self, Periods, Piece};

/// Adds what the node is, and the inputs that shape the bricks.
pub fn describe(definition: Definition) -> Definition {
    let definition = definition
        .describe(
            "Bricks in rows along y, each row shifted against the one above it, in a choice of bonds: walls, \
             towers, paving, and with jitter old masonry of uneven stones. The pattern is solid: rows are \
             shifted along z as well, so that a carved shape shows a bond on all sides. Each brick has a random \
             number, its middle and a position of its own.",
        )
        .search(&[
            "brick",
            "wall",
            "masonry",
            "mortar",
            "stones",
            "blocks",
            "running bond",
            "stretcher",
            "header",
            "english",
            "flemish",
            "offset",
            "castle",
            "pavers",
            "subway tiles",
            "brick texture",
        ])
        .input(pieces::size([0.25, 0.1, 0.2]).describe(
            "The length, height and depth of a brick with its joint, along x, y and z. A depth of 0 leaves the \
             wall whole along z.",
        ))
        .input(InputDefinition::choice("bond", &["running", "english", "flemish"]).describe(
            "The order of the bricks. Running: all are long. English: one row in each `rows` has bricks of half \
             the length. Flemish: long ones and halves take turns in each row.",
        ))
        .input(InputDefinition::float("offset", 0.5).soft(0.0..=1.0).step(0.01).describe(
            "The shift of a row against the one above it, as a part of its brick, or of a long and a half one \
             in the Flemish bond: 0 aligns all joints, 0.5 puts them in the middle.",
        ))
        .input(InputDefinition::integer("rows", 2).hard(1.0..=64.0).soft(1.0..=8.0).unit("rows").describe(
            "The number of rows after which the bond starts again: 2 shifts every other row, more make stairs, \
             or rows of half bricks further apart.",
        ));
    pieces::joints(definition, 0.014, 0.008).input(pieces::jitter().describe(
        "The irregularity of the rows' heights and the bricks' lengths: at 0 all are alike, at 1 some are \
         several times as large as others.",
    ))
}

/// Adds the inputs that place the bricks, and the outputs.
pub fn placed(definition: Definition) -> Definition {
    pieces::placed(
        definition,
        "bricks along x, a multiple of 3 in the Flemish bond; rows along y, a multiple of `rows` and of 2; \
         layers along z.",
    )
    .float_output("column", "The number of the brick in its row.")
    .float_output("row", "The number of the row.")
    .float_output("layer", "The number of the brick along z.")
}

/// The brick at a position, the distances to its sides along each axis, and the numbers of its column, row and layer.
pub fn brick_at<'a>(
    context: &LoweringContext<'a>,
    position: Position<'a>,
) -> Result<(Piece<'a>, [Expr<'a>; 3], [Expr<'a>; 3]), Suspended> {
    let periods = Periods::of(context)?;
    let ([long, high, deep], offset) = (context.vector("size")?, context.float("offset")?);
    let (jitter, none) = (pieces::irregularity(context)?, context.constant(0.0));

    let random = |cut| random::of_piece(context, [none, periods.wrap(1, cut), none], 1);
    let row = brick_row::brick_at(position.y, high, none, jitter, random);
    let wrapped_row = periods.wrap(1, row.index);

    // Flat pictures, which have z = 0, cut the layers of all rows equally far from their joints.
    let least_offset = 0.5 - (offset.fract() - 0.5).abs();
    let shift = (0.5 - row.index.modulo(2.0)) * least_offset - 0.5;
    let layer = brick_row::brick_at(position.z, deep, shift, none, |_| none);
    let wrapped_layer = periods.wrap(2, layer.index);

    let turn = row.index.modulo(context.integer("rows") as f32);
    let random = |cut| random::of_piece(context, [cut, wrapped_row, wrapped_layer], 2);
    let cut = |length, shift, parts: Expr<'a>| {
        let random = |cut| random(periods.wrap_parts(0, cut, parts));
        brick_row::brick_at(position.x, length, shift, jitter, random)
    };
    let (column, parts) = match context.choice("bond") {
        "english" => {
            let is_header = context.constant(context.integer("rows") as f32 - 1.5).less(turn);
            let parts = is_header + 1.0;
            let length = is_header.select(long * 0.5, long);
            let shift = is_header.select(offset, turn.modulo(2.0) * offset);
            (cut(length, shift, parts), parts)
        }
        "flemish" => {
            let pairs = cut(long * 1.5, turn * offset, context.constant(2.0 / 3.0));
            (split(pairs), context.constant(4.0 / 3.0))
        }
        _ => {
            let parts = context.constant(1.0);
            (cut(long, turn * offset, parts), parts)
        }
    };
    let piece = Piece {
        cell: [periods.wrap_parts(0, column.index, parts), wrapped_row, wrapped_layer],
        edge: column.edge.min(row.edge).min(layer.edge),
        center: [column.center, row.center, layer.center],
        local: [column.local, row.local, layer.local],
    };
    Ok((piece, [column.edge, row.edge, layer.edge], [column.index, row.index, layer.index]))
}

/// The long brick or the half one of a pair.
fn split(pair: Brick) -> Brick {
    let third = pair.length * (1.0 / 3.0);
    // The cut lies a sixth of the pair behind its middle.
    let behind = pair.local - third * 0.5;
    let is_half = (-behind).less(0.0);
    let to_middle = is_half.select(third, third * -0.5);
    Brick {
        index: pair.index * 2.0 + is_half,
        center: pair.center + to_middle,
        length: is_half.select(third, third * 2.0),
        local: pair.local - to_middle,
        edge: pair.edge.min(behind.abs()),
    }
}
