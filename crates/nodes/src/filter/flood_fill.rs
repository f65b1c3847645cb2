//! The islands of a mask.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;
use travertine_raster::pass::Islands;
use travertine_raster::{Edge, Grid, Sampling};

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Flood fill", lower).describe(
        "Finds the islands of a mask, so that every stone, leaf or splash gets its own color, tilt or texture: \
         whatever the mask shows, without knowing the pattern behind it. Samples above the threshold that are neighbors \
         belong to one island; with repeat, also across the edge. Every position has the values of the nearest sample. \
         Rows are searched and filled in parallel; their runs are joined on one thread, in nearly linear time.",
    );
    let definition = sample_grid::mask(definition)
        .search(&[
            "connected components",
            "label",
            "segment",
            "region",
            "random per island",
            "random color",
            "gradient",
            "bounding box",
            "blob",
        ])
        .input(
            InputDefinition::boolean("diagonal", false)
                .describe("Whether samples that touch only at a corner belong to one island."),
        )
        .input(InputDefinition::seed());
    sample_grid::describe_nearest(definition)
        .float_output("id", "A random number for each island, above 0 and up to 1; 0 outside.")
        .vector_output(
            "center",
            "The center of the island's bounding box, in units: evaluate a texture there to give each island one value. 0 \
             outside.",
        )
        .vector_output(
            "local",
            "The position within the island's bounding box, from 0 at its left and top to 1; 0 outside.",
        )
        .vector_output(
            "size",
            "The width and the height of the island's bounding box, in units; 0 outside. An island without an end, across \
             a repeating edge, is as long as the grid.",
        )
        .float_output("area", "The area of the island, in square units; 0 outside.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let grid = Grid { sampling: Sampling::Nearest, ..sample_grid::of(context) };
    let pass = Islands { diagonal: context.boolean("diagonal"), seed: context.seed("seed") };
    let (planes, position) = ([sample_grid::inside(context)?], context.input_position()?);
    let channels = context.raster(grid, pass, &planes, position);
    let (id, area) = (channels[0], channels[5]);
    let units = [grid.across, grid.down].map(|units| units as f32);
    let side = |axis: usize| {
        let (corner, size) = (channels[1 + axis] * units[axis], channels[3 + axis] * units[axis]);
        let within = |place: Expr<'a>| match grid.edge {
            Edge::Repeat => place.modulo(units[axis]),
            Edge::Extend => place.max(0.0).min(units[axis]),
        };
        let local = (within([position.x, position.y][axis]) - corner) / size;
        [within(corner + size * 0.5), id.select(local.clamp01(), 0.0), size]
    };
    let [x, y] = [side(0), side(1)];
    let zero = context.constant(0.0);
    let vector = |part: usize| Field::Vector([x[part], y[part], zero]);
    let area = area * (units[0] * units[1]);
    Ok(vec![id.into(), vector(0), vector(1), vector(2), area.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Islands, each of its own color, dark at the top",
  "nodes": {
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 5, "octaves": 3, "dimensions": 2, "seed": 6, "periodic": true, "period_x": 5, "period_y": 5}
    },
    "islands": {
      "type": "filter/flood-fill",
      "inputs": {"mask": {"node": "noise"}, "threshold": 0.1, "edge": "repeat", "seed": 9}
    },
    "within": {"type": "vector/separate", "inputs": {"vector": {"node": "islands", "output": "local"}}},
    "light": {"type": "math/formula", "inputs": {"formula": "0.25 + 0.75*a", "a": {"node": "within", "output": "y"}}},
    "kinds": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "islands"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#f7f1e3"},
            {"position": 0.0001, "color": "#e4572e"},
            {"position": 0.25, "color": "#f3a712"},
            {"position": 0.5, "color": "#669d31"},
            {"position": 0.75, "color": "#29a0b1"},
            {"position": 1, "color": "#7d4fc4"}
          ]
        }
      }
    },
    "sea": {"type": "math/formula", "inputs": {"formula": "a > 0", "a": {"node": "islands"}}},
    "shade": {"type": "blend/mix", "inputs": {"a": 1, "b": {"node": "light"}, "factor": {"node": "sea"}}},
    "picture": {"type": "math/multiply", "inputs": {"a": {"node": "kinds"}, "b": {"node": "shade"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    /// Bands of 1/8 by 1/4 units around whole multiples of 1/4 and 1/2.
    fn found(output: &str, rest: &str, at: [f32; 2]) -> Vec<f32> {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "mask": {{
                  "type": "math/formula",
                  "inputs": {{"formula": "min(abs(fract(4*x) - 0.5) - 0.25, abs(fract(2*y) - 0.5) - 0.25)"}}
                }},
                "islands": {{
                  "type": "filter/flood-fill",
                  "inputs": {{"mask": {{"node": "mask"}}, "threshold": 0, "resolution": 64, {rest}}}
                }}
              }},
              "outputs": {{"value": {{"node": "islands", "output": "{output}"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])
    }

    #[test]
    fn islands_have_their_boxes() {
        for edge in ["extend", "repeat"] {
            let rest = format!(r#""edge": "{edge}""#);
            let found = |output: &str, at| found(output, &rest, at);
            assert_eq!(found("center", [0.28, 0.53]), [0.25, 0.5, 0.0]);
            assert_eq!(found("size", [0.28, 0.53]), [0.125, 0.25, 0.0]);
            assert_eq!(found("area", [0.28, 0.53]), [0.125 * 0.25]);
            let local = found("local", [0.28125, 0.5625]);
            assert!((local[0] - 0.75).abs() < 1e-5 && (local[1] - 0.75).abs() < 1e-5, "{local:?}");
            for output in ["id", "center", "local", "size", "area"] {
                assert!(found(output, [0.375, 0.5]).iter().all(|part| *part == 0.0), "{output}");
            }
        }
    }

    #[test]
    fn islands_across_a_repeating_edge_are_one() {
        let corners = [[0.01, 0.01], [0.99, 0.01], [0.01, 0.99], [0.99, 0.99]];
        let ids = |rest: &str| corners.map(|at| found("id", rest, at)[0]);
        let one = ids(r#""edge": "repeat""#);
        assert!(one[0] > 0.0 && one == [one[0]; 4]);
        let four = ids(r#""edge": "extend""#);
        assert!((1..4).all(|corner| four[corner] != four[0]));
        let local = |at| found("local", r#""edge": "repeat""#, at);
        let around = [local([0.96875, 0.9375]), local([0.03125, 0.0625]), local([1.03125, -0.9375])];
        for (found, expected) in around.iter().zip([0.25, 0.75, 0.75]) {
            assert!((found[0] - expected).abs() < 1e-5 && (found[1] - expected).abs() < 1e-5, "{found:?}");
        }
        assert_eq!(found("center", r#""edge": "repeat""#, [0.99, 0.01]), [0.0; 3]);
    }
}
