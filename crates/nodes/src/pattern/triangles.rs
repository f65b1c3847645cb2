//! Triangles.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::tilings::pieces::{self, Periods, Piece};

/// The height of a triangle with three sides of 1.
const HEIGHT: f32 = 0.866_025_4;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Triangles", lower)
        .describe(
            "Triangles in rows, upright and upside down by turns: low-poly surfaces, quilts, facets, trusses, \
             triangular mosaics. They are columns along z. Each has a random number, its middle and a position \
             of its own.",
        )
        .search(&[
            "triangle",
            "triangular",
            "low poly",
            "polygon",
            "facets",
            "quilt",
            "geodesic",
            "isometric",
            "mosaic",
            "bunting",
        ])
        .input(pieces::size([0.25, 0.0, 0.0]).describe(
            "The length of a triangle's level side along x, and its height along y, where 0 makes all three \
             sides equal. Both include the joint; z is ignored.",
        ));
    let definition = pieces::joints(definition, 0.012, 0.008);
    pieces::placed(definition, "pairs of triangles along x; rows along y, an even number.")
        .float_output("column", "The number of the pair of triangles in its row.")
        .float_output("row", "The number of the row.")
        .float_output("inverted", "0 in triangles that stand on a side, 1 in those that stand on a corner.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, periods) = (context.input_position()?, Periods::of(context)?);
    let [width, height, _] = context.vector("size")?;
    let height = height.abs().select(height, width * HEIGHT);

    // Sheared, a pair of triangles is a square with a diagonal.
    let (x, y) = (position.x / width, position.y / height);
    let sheared = x + y * 0.5;
    let (row, pair) = (y.floor(), sheared.floor());
    let (down, right) = (y.fract(), sheared.fract());
    let is_inverted = down.less(right);
    // The shares of the three corners; each is 0 on the side opposite.
    let level = is_inverted.select(down, 1.0 - down);
    let slanted = is_inverted.select(1.0 - right, right).min((right - down).abs());
    // The height above a slanted side is the reciprocal of the gradient.
    let steepness = ((1.0 / width) / width + (0.25 / height) / height).sqrt();

    let to_left = right - down * 0.5;
    let third = is_inverted.select(context.constant(1.0 / 3.0), 2.0 / 3.0);
    let half = is_inverted * 0.5;
    let (local_x, local_y) = ((to_left - half) * width, (down - third) * height);
    let column = pair - (row * 0.5).floor();
    let piece = Piece {
        cell: [periods.wrap(0, column), periods.wrap(1, row), is_inverted],
        edge: (level * height.abs()).min(slanted / steepness),
        center: [(pair - row * 0.5 + half) * width, (row + third) * height, context.constant(0.0)],
        local: [is_inverted.select(-local_x, local_x), is_inverted.select(-local_y, local_y), position.z],
    };
    let mut outputs = piece.outputs(context, position)?;
    outputs.extend([column, row, is_inverted].map(Field::Float));
    Ok(outputs)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Quilt of triangles",
  "nodes": {
    "patches": {
      "type": "pattern/triangles",
      "inputs": {"size": [0.25, 0, 0], "joint": 0.004, "bevel": 0.035, "seed": 21}
    },
    "drift": {
      "type": "noise/perlin",
      "inputs": {"scale": 1.6, "seed": 3, "position": {"node": "patches", "output": "center"}}
    },
    "shade": {"type": "math/formula", "inputs": {
      "formula": "0.5 + 0.9*a + 0.3*(b - 0.5)", "a": {"node": "drift"}, "b": {"node": "patches", "output": "id"}
    }},
    "color": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shade"},
        "ramp": {
          "stops": [
            {"position": 0.1, "color": "#1f2a55"},
            {"position": 0.3, "color": "#3d4f94"},
            {"position": 0.48, "color": "#8a5a9e"},
            {"position": 0.62, "color": "#d96c7b"},
            {"position": 0.76, "color": "#f2a65a"},
            {"position": 0.92, "color": "#fbe8b4"}
          ],
          "space": "srgb"
        }
      }
    },
    "relief": {"type": "math/multiply", "inputs": {"a": {"node": "patches"}, "b": 0.014}},
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "relief"}}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.5, 0.6, 0.9]}
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "color"}, "b": {"node": "light"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/triangles";

    #[test]
    fn pieces_are_triangles() {
        Tiling::new(NODE, r#""size": [0.25, 0, 0]"#).check([1.0, 1.0]);
        Tiling::new(NODE, r#""size": [0.25, 0.5, 0]"#).check([1.0, 1.0]);
        Tiling::new(NODE, r#""size": [0.5, 0.125, 0]"#).check([1.0, 1.0]);
    }

    /// The lines of the rows, and of two slopes.
    #[test]
    fn edges_are_the_distances_to_the_nearest_line() {
        let (width, height) = (0.3_f64, 0.2_f64);
        let tiling = Tiling::new(NODE, r#""size": [0.3, 0.2, 0]"#);
        let to_whole = |number: f64| (number - number.round()).abs();
        let side = (width * width / 4.0 + height * height).sqrt();
        for step in 0..300 {
            let [x, y] = [0.37, 0.71].map(|part: f64| (part * f64::from(step)).fract() * 4.0 - 2.0);
            let slope = |sign: f64| to_whole(x / width + sign * y / height / 2.0) * width * height / side;
            let expected = (to_whole(y / height) * height).min(slope(1.0)).min(slope(-1.0));
            let found = tiling.at([x as f32, y as f32, 0.0]).edge;
            assert!((f64::from(found) - expected).abs() < 1e-6, "{found}, {expected}");
        }
    }

    #[test]
    fn ids_repeat() {
        Tiling::new(NODE, r#""size": [0.25, 0.125, 0]"#).check_period([4, 6, 0], [1.0, 0.75, 0.0]);
    }
}
