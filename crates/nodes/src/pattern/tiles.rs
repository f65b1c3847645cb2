//! Rectangular tiles and boxes.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::lattices::random;
use crate::parts::tilings::brick_row;
use crate::parts::tilings::pieces::{self, Periods, Piece};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Tiles", lower)
        .describe(
            "Rectangular tiles in straight columns and rows, and boxes in solid textures: bathroom walls, \
             mosaics, paving slabs, window panes, stacked crates. Each tile has a random number, its middle and \
             a position of its own, and the distance to its border makes joints, bevels and dirt. For bricks, \
             see `pattern/bricks`.",
        )
        .search(&[
            "squares",
            "boxes",
            "cubes",
            "mosaic",
            "bathroom",
            "ceramic",
            "slabs",
            "paving",
            "panels",
            "windows",
            "grid",
            "floor",
            "stack bond",
            "tile generator",
            "tile random",
        ])
        .input(pieces::size([0.25; 3]).describe(
            "The size of a tile with its joint, along x, y and z: the pitch of the columns, rows and layers. 0 \
             along an axis leaves the tiles whole along it.",
        ));
    let definition = pieces::joints(definition, 0.015, 0.005).input(pieces::jitter().describe(
        "The irregularity of the columns, rows and layers: at 0 all are alike, at 1 some are several times as \
         wide as others.",
    ));
    pieces::placed(definition, "columns along x, rows along y, layers along z.")
        .float_output("column", "The number of the tile along x.")
        .float_output("row", "The number of the tile along y.")
        .float_output("layer", "The number of the tile along z. Layer 0 lies around z = 0.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, periods) = (context.input_position()?, Periods::of(context)?);
    let (size, jitter) = (context.vector("size")?, pieces::irregularity(context)?);
    let none = context.constant(0.0);
    // Flat pictures, which have z = 0, cut a layer in the middle.
    let shift = [none, none, context.constant(-0.5)];
    let [column, row, layer] = [0, 1, 2].map(|axis| {
        let random = |cut| {
            let cell = [periods.wrap(axis, cut), none, none];
            random::of_piece(context, cell, axis as u32 + 1)
        };
        brick_row::brick_at(position.vector()[axis], size[axis], shift[axis], jitter, random)
    });
    let piece = Piece {
        cell: [periods.wrap(0, column.index), periods.wrap(1, row.index), periods.wrap(2, layer.index)],
        edge: column.edge.min(row.edge).min(layer.edge),
        center: [column.center, row.center, layer.center],
        local: [column.local, row.local, layer.local],
    };
    let mut outputs = piece.outputs(context, position)?;
    outputs.extend([column.index, row.index, layer.index].map(Field::Float));
    Ok(outputs)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Glazed tiles",
  "nodes": {
    "tiles": {
      "type": "pattern/tiles",
      "inputs": {"size": [0.2, 0.2, 0.2], "joint": 0.012, "bevel": 0.022, "seed": 6}
    },
    "glaze": {
      "type": "noise/perlin",
      "inputs": {"scale": 5, "octaves": 3, "seed": 4, "position": {"node": "own"}}
    },
    "own": {
      "type": "math/add",
      "inputs": {"a": {"node": "tiles", "output": "local"}, "b": {"node": "apart"}}
    },
    "apart": {"type": "math/multiply", "inputs": {"a": {"node": "tiles", "output": "id"}, "b": 100}},
    "shade": {"type": "math/formula", "inputs": {
      "formula": "a + 0.45*b", "a": {"node": "tiles", "output": "id"}, "b": {"node": "glaze"}
    }},
    "color": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shade"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#0b4f5c"},
            {"position": 0.35, "color": "#13808a"},
            {"position": 0.6, "color": "#3fb3a6"},
            {"position": 0.85, "color": "#bfe3cf"},
            {"position": 1, "color": "#f2e8c9"}
          ],
          "space": "srgb"
        }
      }
    },
    "wall": {
      "type": "blend/mix",
      "inputs": {"a": [0.5, 0.48, 0.44, 1], "b": {"node": "color"}, "factor": {"node": "face"}}
    },
    "face": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "tiles", "output": "edge"}, "low": 0.005, "high": 0.008}
    },
    "relief": {"type": "math/multiply", "inputs": {"a": {"node": "tiles"}, "b": 0.012}},
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "relief"}}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.45, 0.6, 0.85]}
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "wall"}, "b": {"node": "light"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/tiles";

    #[test]
    fn pieces_are_tiles() {
        Tiling::new(NODE, r#""size": [0.25, 0.5, 0]"#).check([2.0, 2.0]);
        Tiling::new(NODE, r#""size": [0.25, 0.125, 0.5], "jitter": 1, "seed": 3"#).check([1.0, 1.0]);
    }

    #[test]
    fn tiles_are_boxes() {
        let tiling = Tiling::new(NODE, r#""size": [0.5, 0.25, 0.125]"#);
        for step in 0..200 {
            let point = [0.37, 0.71, 0.23].map(|part| (part * step as f32).fract() * 2.0 - 1.0);
            let found = tiling.at(point);
            let [x, y, z] = point;
            let to_plane = |x: f32, size: f32| ((x / size).round() * size - x).abs();
            let expected = to_plane(x, 0.5).min(to_plane(y, 0.25)).min(to_plane(z + 0.0625, 0.125));
            assert!((found.edge - expected).abs() < 1e-6, "{point:?}");
            let middle =
                [(x / 0.5).floor() * 0.5 + 0.25, (y / 0.25).floor() * 0.25 + 0.125, (z / 0.125).round() * 0.125];
            assert_eq!(found.center, middle);
        }
    }

    #[test]
    fn ids_repeat() {
        Tiling::new(NODE, r#""size": [0.25, 0.125, 0.5], "jitter": 0.7"#).check_period([4, 3, 2], [1.0, 0.375, 1.0]);
    }
}
