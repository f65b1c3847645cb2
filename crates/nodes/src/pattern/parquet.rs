//! Floors of wooden boards.

use std::f32::consts::{FRAC_1_SQRT_2, SQRT_2};

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position, Suspended};
use travertine_program::Expr;

use crate::parts::lattices::random;
use crate::parts::tilings::brick_row;
use crate::parts::tilings::pieces::{self, Periods, Piece};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Parquet", lower)
        .describe(
            "Boards laid as a floor, in the patterns of parquet: herringbone, chevron, basket weave, ladder and \
             strips. `local` runs along each board, so that a wood texture at it has the grain of every board in \
             its own direction; add a multiple of `id` to it to cut each board from another place. Use it for \
             brick paving, too. The boards are columns along z.",
        )
        .search(&[
            "wood floor",
            "planks",
            "boards",
            "herringbone",
            "chevron",
            "basket weave",
            "ladder",
            "strip",
            "deck",
            "laminate",
            "hungarian point",
            "fishbone",
            "flooring",
            "pavers",
        ])
        .input(pieces::size([0.24, 0.06, 0.0]).describe(
            "The length of a board along x and its width along y, with its joint, before it is turned. In a \
             basket weave and a ladder, the length is rounded to whole widths. z is ignored.",
        ))
        .input(InputDefinition::choice("kind", &["herringbone", "chevron", "basket", "ladder", "strip"]).describe(
            "The pattern. Herringbone: boards at right angles, each end at the side of another. Chevron: \
                 boards with slanted ends that meet in points. Basket: squares of boards that lie along x and y \
                 by turns. Ladder: rungs between rails. Strip: rows of boards end to end.",
        ));
    let definition = pieces::joints(definition, 0.004, 0.003).input(pieces::jitter().describe(
        "The irregularity of strips: at 0 all boards are of one length and every other row is shifted by half \
         of it, at 1 lengths and shifts are random. It does not change the other patterns.",
    ));
    pieces::placed(
        definition,
        "along x zigzags, points, squares, rungs or boards, and along y boards or squares. Chevrons, baskets and \
         strips take even numbers, and a ladder as many boards as make a rail. A zigzag of a herringbone is √2 \
         lengths wide and √2 widths high, a column of a chevron half as wide.",
    )
    .float_output("turned", "0 or 1: in which of its two directions the board lies.")
    .float_output(
        "column",
        "The number of the zigzag, the column or the square along x; in strips, that of the board in its row.",
    )
    .float_output(
        "row",
        "The number of the board in its column, of the square along y, or of the row of boards. A rail of a ladder \
         has that of the rung at its upper end.",
    )
    .example(EXAMPLE)
}

/// A board of the floor.
struct Board<'a> {
    piece: Piece<'a>,
    /// 0 or 1: in which of its two directions it lies.
    turned: Expr<'a>,
    column: Expr<'a>,
    row: Expr<'a>,
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, periods) = (context.input_position()?, Periods::of(context)?);
    let [length, width, _] = context.vector("size")?;
    let size = [length.abs(), width.abs()];
    let board = match context.choice("kind") {
        "chevron" => chevron(position, &periods, size),
        "basket" => basket(position, &periods, size),
        "ladder" => ladder(position, &periods, size),
        "strip" => strip(context, position, &periods, size)?,
        _ => herringbone(position, &periods, size),
    };
    let mut outputs = board.piece.outputs(context, position)?;
    outputs.extend([board.turned, board.column, board.row].map(Field::Float));
    Ok(outputs)
}

/// The distance to the nearer end of a line of a length, below 0 outside.
fn within<'a>(at: Expr<'a>, length: Expr<'a>) -> Expr<'a> {
    at.min(length - at)
}

/// Boards that go down to the right, and from their ends boards that go down to the left.
///
/// Along the axes of the boards, both kinds form a lattice of the vectors (width, width) and (length, -length), which
/// run along y and x here: boards from the origin to (length, width), and boards from (length, width - length) to
/// (length + width, width).
fn herringbone<'a>(position: Position<'a>, periods: &Periods<'a>, [length, width]: [Expr<'a>; 2]) -> Board<'a> {
    let (right, down) = (position.x / (length * SQRT_2), position.y / (width * SQRT_2));
    let ratio = length / width;
    let (column, part) = (right.floor(), right.fract());
    let (row, rest) = (down.floor(), down.fract());
    let none = position.x.builder().constant(0.0);

    // Boards of the first kind reach half-way into the column before, and this far along and across.
    let late = 1.0 - part.less(0.5);
    let behind = part - late;
    let first = rest - behind * ratio;
    let (first_across, first_along) = (first.fract() * width, first.fract() * width + behind * length * 2.0);
    // Those of the second kind lie within the column.
    let ahead = 1.0 - part;
    let second = rest - ahead * ratio;
    let (second_across, second_along) = (second.fract() * width, (second.fract() - 1.0) * width + ahead * length * 2.0);

    let turned = within(first_along, length).less(0.0);
    let pick = |second: Expr<'a>, first: Expr<'a>| turned.select(second, first);
    let (across, along) = (pick(second_across, first_across), pick(second_along, first_along));
    let [column, row] = [pick(column, column + late), row + pick(second.floor(), first.floor())];
    let (along_middle, across_middle) = (along - length * 0.5, across - width * 0.5);
    let middle = [
        column * length * 2.0 + (pick(length * 3.0, length) - width) * 0.5,
        (row * 2.0 + turned) * width + (length + width) * 0.5,
    ];
    let piece = Piece {
        cell: [periods.wrap(0, column), periods.wrap(1, row), turned],
        edge: within(across, width).min(within(along, length)),
        center: [middle[0] * FRAC_1_SQRT_2, middle[1] * FRAC_1_SQRT_2, none],
        local: [along_middle, pick(-across_middle, across_middle), position.z],
    };
    Board { piece, turned, column, row }
}

/// Columns of boards that go up to the right and down by turns, at 45 degrees.
fn chevron<'a>(position: Position<'a>, periods: &Periods<'a>, [length, width]: [Expr<'a>; 2]) -> Board<'a> {
    let (wide, high) = (length * FRAC_1_SQRT_2, width * SQRT_2);
    let (right, down) = (position.x / wide, position.y / high);
    let (column, part) = (right.floor(), right.fract());
    let turned = column.modulo(2.0);
    // The boards of a column are level where it is sheared.
    let ratio = wide / high;
    let sheared = down.fract() + turned.select(1.0 - part, part) * ratio;
    let row = down.floor() + sheared.floor();
    let across = sheared.fract();
    let (x, y) = ((part - 0.5) * wide, (across - 0.5) * high);
    // Across the board lies the height at the middle of the column.
    let slope = turned.select(x, -x);
    let (x, y) = (x * FRAC_1_SQRT_2, (y + slope) * FRAC_1_SQRT_2);
    let piece = Piece {
        cell: [periods.wrap(0, column), periods.wrap(1, row), turned],
        edge: (across.min(1.0 - across) * width).min(part.min(1.0 - part) * wide),
        center: [(column + 0.5) * wide, (row + 0.5 - ratio * 0.5) * high, x.builder().constant(0.0)],
        local: [turned.select(x + y, x - y), turned.select(y - x, x + y), position.z],
    };
    Board { piece, turned, column, row }
}

/// Squares of boards that lie along x and along y by turns.
fn basket<'a>(position: Position<'a>, periods: &Periods<'a>, [length, width]: [Expr<'a>; 2]) -> Board<'a> {
    let count = (length / width).round().max(1.0);
    let (right, down) = (position.x / length, position.y / length);
    let (column, row) = (right.floor(), down.floor());
    let turned = (column + row).modulo(2.0);
    let (right, down) = (right.fract(), down.fract());
    let (along, across) = (turned.select(down, right), turned.select(right, down) * count);
    // The last part may round up to the next board.
    let board = across.floor().min(count - 1.0);
    let narrow = length / count;
    let (along, across) = (along * length, (across - board) * narrow);
    let (middle, board_middle) = (length * 0.5, (board + 0.5) * narrow);
    let (x, y) = (along - middle, across - narrow * 0.5);
    let piece = Piece {
        cell: [periods.wrap(0, column), periods.wrap(1, row), board],
        edge: within(along, length).min(within(across, narrow)),
        center: [
            column * length + turned.select(board_middle, middle),
            row * length + turned.select(middle, board_middle),
            x.builder().constant(0.0),
        ],
        local: [x, turned.select(-y, y), position.z],
    };
    Board { piece, turned, column, row }
}

/// Columns of rungs, boards along x, with rails, boards along y, between.
fn ladder<'a>(position: Position<'a>, periods: &Periods<'a>, [length, width]: [Expr<'a>; 2]) -> Board<'a> {
    let count = (length / width).round().max(1.0);
    let (pitch, high) = (length + width, width * count);
    let (right, down) = (position.x / pitch, position.y / width);
    let column = right.floor();
    let right = right.fract() * pitch;
    let turned = 1.0 - right.less(length);
    // The rails of every other column begin half a rail further down.
    let shift = (column.modulo(2.0) * count * 0.5).floor();
    let rail = ((down.floor() - shift) / count).floor();
    let first = turned.select(rail * count + shift, down.floor());
    let along = (down.floor() - first + down.fract()) * width;
    let (wide, tall) = (turned.select(width, length), turned.select(high, width));
    let right = turned.select(right - length, right);
    let (x, y) = (right - wide * 0.5, along - tall * 0.5);
    let piece = Piece {
        cell: [periods.wrap(0, column), periods.wrap(1, first), turned],
        edge: within(right, wide).min(within(along, tall)),
        center: [
            column * pitch + turned.select(length, 0.0) + wide * 0.5,
            first * width + tall * 0.5,
            x.builder().constant(0.0),
        ],
        local: [turned.select(y, x), turned.select(-x, y), position.z],
    };
    Board { piece, turned, column, row: first }
}

/// Rows of boards along x, end to end.
fn strip<'a>(
    context: &LoweringContext<'a>,
    position: Position<'a>,
    periods: &Periods<'a>,
    [length, width]: [Expr<'a>; 2],
) -> Result<Board<'a>, Suspended> {
    let (jitter, none) = (pieces::irregularity(context)?, context.constant(0.0));
    let row = brick_row::brick_at(position.y, width, none, none, |_| none);
    let wrapped_row = periods.wrap(1, row.index);
    let half = row.index.modulo(2.0) * 0.5;
    let shift = if jitter.is_constant(0.0) {
        half
    } else {
        half.mix(random::of_piece(context, [none, wrapped_row, none], 1), jitter)
    };
    let random = |cut| random::of_piece(context, [periods.wrap(0, cut), wrapped_row, none], 2);
    let board = brick_row::brick_at(position.x, length, shift, jitter, random);
    let piece = Piece {
        cell: [periods.wrap(0, board.index), wrapped_row, none],
        edge: row.edge.min(board.edge),
        center: [board.center, row.center, none],
        local: [board.local, row.local, position.z],
    };
    Ok(Board { piece, turned: none, column: board.index, row: row.index })
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Herringbone oak",
  "nodes": {
    "floor": {
      "type": "pattern/parquet",
      "inputs": {"size": [0.283, 0.0707, 0], "joint": 0.003, "bevel": 0.005, "seed": 7}
    },
    "far": {"type": "math/multiply", "inputs": {"a": {"node": "floor", "output": "id"}, "b": 40}},
    "own": {
      "type": "math/add",
      "inputs": {"a": {"node": "floor", "output": "local"}, "b": {"node": "far"}}
    },
    "stretched": {
      "type": "math/multiply",
      "inputs": {"a": {"node": "own"}, "b": {"node": "stretch"}}
    },
    "stretch": {"type": "vector/combine", "inputs": {"x": 0.12, "y": 1, "z": 1}},
    "grain": {
      "type": "noise/perlin",
      "inputs": {"scale": 22, "octaves": 4, "persistence": 0.6, "seed": 3, "position": {"node": "stretched"}}
    },
    "shade": {"type": "math/formula", "inputs": {
      "formula": "0.2 + 0.55*a + 0.75*b", "a": {"node": "floor", "output": "id"}, "b": {"node": "grain"}
    }},
    "oak": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shade"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#5d3a1e"},
            {"position": 0.35, "color": "#94602f"},
            {"position": 0.65, "color": "#bb8447"},
            {"position": 1, "color": "#dcb27a"}
          ],
          "space": "srgb"
        }
      }
    },
    "boards": {
      "type": "blend/mix",
      "inputs": {"a": [0.03, 0.016, 0.008, 1], "b": {"node": "oak"}, "factor": {"node": "floor"}}
    },
    "sheen": {"type": "math/formula", "inputs": {
      "formula": "0.93 + 0.14*a", "a": {"node": "floor", "output": "turned"}
    }},
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "boards"}, "b": {"node": "sheen"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/parquet";

    #[test]
    fn pieces_are_boards() {
        for kind in ["herringbone", "chevron", "basket", "ladder", "strip"] {
            for size in ["[0.25, 0.0625, 0]", "[0.3, 0.11, 0]", "[0.2, 0.16, 0]"] {
                let jitter = if kind == "strip" { 0.8 } else { 0.0 };
                let inputs = format!(r#""kind": "{kind}", "size": {size}, "jitter": {jitter}"#);
                Tiling::new(NODE, &inputs).check([1.2, 1.2]);
            }
        }
    }

    /// The furthest point from the border of a board lies half its width from it, and its ends half its length from
    /// the middle.
    #[test]
    fn boards_have_their_size() {
        for kind in ["herringbone", "basket", "ladder", "strip"] {
            let tiling = Tiling::new(NODE, &format!(r#""kind": "{kind}", "size": [0.25, 0.0625, 0]"#));
            let mut most = [0.0_f32; 3];
            for step in 0..5000 {
                let [x, y] = [0.754_877_7, 0.569_840_3].map(|part: f64| (part * f64::from(step)).fract() as f32);
                let found = tiling.at([x, y, 0.0]);
                for (most, value) in most.iter_mut().zip([found.local[0].abs(), found.local[1].abs(), found.edge]) {
                    *most = most.max(value);
                }
            }
            for (found, expected) in most.iter().zip([0.125, 0.03125, 0.03125]) {
                assert!((0.98 * expected..=1.00001 * expected).contains(found), "{kind}: {most:?}");
            }
        }
    }

    #[test]
    fn ids_repeat() {
        for (kind, length, pieces, distances) in [
            ("basket", 0.25, [4, 2, 0], [1.0, 0.5, 0.0]),
            ("ladder", 0.375, [2, 6, 0], [1.0, 0.75, 0.0]),
            ("strip", 0.25, [4, 6, 0], [1.0, 0.75, 0.0]),
        ] {
            let inputs = format!(r#""kind": "{kind}", "size": [{length}, 0.125, 0], "jitter": 0.5"#);
            Tiling::new(NODE, &inputs).check_period(pieces, distances);
            let inputs = format!(r#"{inputs}, "period": {pieces:?}"#);
            Tiling::new(NODE, &inputs).check_numbers([pieces[0], pieces[1]], [distances[0], distances[1]]);
        }
        // Sizes for which √2 times the length is a power of 2.
        for kind in ["herringbone", "chevron"] {
            let inputs = format!(r#""kind": "{kind}", "size": [0.176776707, 0.0441941768, 0]"#);
            let wide = if kind == "chevron" { 0.125 } else { 0.25 };
            Tiling::new(NODE, &inputs).check_period([4, 6, 0], [4.0 * wide, 0.375, 0.0]);
            Tiling::new(NODE, &inputs).check_numbers([4, 6], [4.0 * wide, 0.375]);
        }
    }
}
