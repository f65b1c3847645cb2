//! Bricks in rows.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::lattices::random;
use crate::parts::tilings::brick_row::{self, Brick};
use crate::parts::tilings::pieces::{self, Periods, Piece};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Bricks", lower)
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
    let definition = pieces::joints(definition, 0.014, 0.008).input(pieces::jitter().describe(
        "The irregularity of the rows' heights and the bricks' lengths: at 0 all are alike, at 1 some are \
         several times as large as others.",
    ));
    pieces::placed(
        definition,
        "bricks along x, a multiple of 3 in the Flemish bond; rows along y, a multiple of `rows` and of 2; \
         layers along z.",
    )
    .float_output("column", "The number of the brick in its row.")
    .float_output("row", "The number of the row.")
    .float_output("layer", "The number of the brick along z.")
    .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, periods) = (context.input_position()?, Periods::of(context)?);
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
    let mut outputs = piece.outputs(context, position)?;
    outputs.extend([column.index, row.index, layer.index].map(Field::Float));
    Ok(outputs)
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

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Brick wall",
  "nodes": {
    "position": {"type": "input/position"},
    "wobble": {"type": "noise/perlin", "inputs": {"scale": 9, "octaves": 3, "seed": 8}},
    "shift": {"type": "math/multiply", "inputs": {"a": {"node": "wobble", "output": "gradient"}, "b": 0.0005}},
    "uneven": {
      "type": "math/add",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": {"node": "shift"}}
    },
    "bricks": {
      "type": "pattern/bricks",
      "inputs": {"joint": 0.014, "bevel": 0.012, "seed": 12, "position": {"node": "uneven"}}
    },
    "grain": {"type": "noise/perlin", "inputs": {"scale": 24, "octaves": 4, "persistence": 0.6, "seed": 5}},
    "shade": {"type": "math/formula", "inputs": {
      "formula": "a + 0.5*b", "a": {"node": "bricks", "output": "id"}, "b": {"node": "grain"}
    }},
    "clay": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shade"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#5a2a22"},
            {"position": 0.25, "color": "#8f4030"},
            {"position": 0.6, "color": "#b35a3c"},
            {"position": 0.85, "color": "#c97f56"},
            {"position": 1, "color": "#a89078"}
          ],
          "space": "srgb"
        }
      }
    },
    "sand": {"type": "math/formula", "inputs": {"formula": "0.9 + 0.5*a", "a": {"node": "grain"}}},
    "mortar": {"type": "math/multiply", "inputs": {"a": [0.56, 0.52, 0.45, 1], "b": {"node": "sand"}}},
    "wall": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "mortar"}, "b": {"node": "clay"}, "factor": {"node": "face"}}
    },
    "face": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "bricks", "output": "edge"}, "low": 0.0065, "high": 0.0095}
    },
    "relief": {"type": "math/formula", "inputs": {
      "formula": "0.014*a + 0.004*b", "a": {"node": "bricks"}, "b": {"node": "grain"}
    }},
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "relief"}, "distance": 0.002}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.5, 0.6, 0.9]}
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "wall"}, "b": {"node": "light"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::named_at;
    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/bricks";

    #[test]
    fn pieces_are_bricks() {
        Tiling::new(NODE, r#""size": [0.25, 0.1, 0]"#).check([1.0, 0.5]);
        Tiling::new(NODE, r#""size": [0.3, 0.125, 0], "bond": "english", "rows": 4"#).check([1.0, 1.0]);
        Tiling::new(NODE, r#""size": [0.3, 0.125, 0], "bond": "flemish", "offset": 0.3"#).check([1.0, 0.5]);
    }

    #[test]
    fn uneven_pieces_are_bricks() {
        for bond in ["running", "english", "flemish"] {
            let inputs = format!(r#""size": [0.3, 0.125, 0], "bond": "{bond}", "jitter": 1, "seed": 4"#);
            Tiling::new(NODE, &inputs).check([1.0, 0.6]);
        }
    }

    /// Against a wall that is laid brick by brick.
    #[test]
    fn bonds_match_their_description() {
        let widths = |bond: &str, row: usize| -> (f32, Vec<f32>) {
            match (bond, row % 2) {
                ("english", 1) => (0.25, vec![0.5]),
                ("flemish", 0) => (0.0, vec![1.0, 0.5]),
                ("flemish", _) => (0.75, vec![1.0, 0.5]),
                ("running", 1) => (0.5, vec![1.0]),
                _ => (0.0, vec![1.0]),
            }
        };
        for bond in ["running", "english", "flemish"] {
            let inputs = format!(r#"{{"size": [1, 1, 0], "bond": "{bond}"}}"#);
            for row in 0..3 {
                let (mut end, lengths) = widths(bond, row);
                for brick in 0..5 {
                    let length = lengths[brick % lengths.len()];
                    let middle = [end + length / 2.0, row as f32 + 0.5, 0.0];
                    for part in [0.1, 0.4, 0.9] {
                        let at = [end + part * length, row as f32 + 0.3, 0.0, 0.0];
                        let center = named_at(NODE, "center", &inputs, at);
                        assert!(
                            center.iter().zip(middle).all(|(a, b)| (a - b).abs() < 1e-5),
                            "{bond} {at:?}: {center:?}"
                        );
                    }
                    end += length;
                }
            }
        }
    }

    #[test]
    fn rows_are_shifted_along_z() {
        let at = |row: f32, z: f32| named_at(NODE, "layer", r#"{"size": [1, 1, 1]}"#, [0.5, row, z, 0.0])[0];
        assert_eq!([at(0.5, -0.3), at(0.5, 0.0), at(0.5, 0.7), at(0.5, 0.8)], [-1.0, 0.0, 0.0, 1.0]);
        assert_eq!([at(1.5, -0.8), at(1.5, -0.7), at(1.5, 0.2), at(1.5, 0.3)], [-1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn ids_repeat() {
        // In the Flemish bond, three bricks are two pairs, which are 1/2 long here.
        for (bond, columns, long) in [("running", 4, 0.25), ("english", 4, 0.25), ("flemish", 6, 0.333_333_34)] {
            let inputs = format!(r#""size": [{long}, 0.125, 0.5], "bond": "{bond}", "jitter": 0.7"#);
            Tiling::new(NODE, &inputs).check_period([columns, 4, 2], [columns as f32 * long, 0.5, 1.0]);
        }
    }
}
