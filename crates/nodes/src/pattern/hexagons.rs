//! Hexagons, as in a honeycomb.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::tilings::honeycomb;

pub fn definition() -> Definition {
    let definition = honeycomb::describe(Definition::new(module_path!(), "Hexagons", lower));
    honeycomb::placed(definition).example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.input_position()?;
    let (hexagon, _, numbers) = honeycomb::hexagon_at(context, position)?;
    let mut outputs = hexagon.outputs(context, position)?;
    outputs.extend(numbers.map(Field::Float));
    Ok(outputs)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Honeycomb",
  "nodes": {
    "cells": {
      "type": "pattern/hexagons",
      "inputs": {"size": [0.16, 0, 0], "joint": 0.016, "bevel": 0.05, "seed": 2}
    },
    "honey": {
      "type": "math/curve",
      "inputs": {
        "value": {"node": "cells", "output": "id"},
        "curve": {"points": [[0, 0.05], [0.3, 0.15], [0.5, 0.75], [1, 1]], "interpolation": "linear"}
      }
    },
    "depth": {"type": "math/formula", "inputs": {
      "formula": "b*(1 - 0.55*a) + 0.28*a", "a": {"node": "cells"}, "b": {"node": "honey"}
    }},
    "inside": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "depth"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#2c0f02"},
            {"position": 0.3, "color": "#7a3403"},
            {"position": 0.55, "color": "#d17a07"},
            {"position": 0.85, "color": "#f7b733"},
            {"position": 1, "color": "#ffe08a"}
          ],
          "space": "srgb"
        }
      }
    },
    "wax": {"type": "noise/perlin", "inputs": {"scale": 14, "octaves": 3, "seed": 9, "min": 0.7, "max": 1.1}},
    "wall": {"type": "math/multiply", "inputs": {"a": [0.98, 0.66, 0.22, 1], "b": {"node": "wax"}}},
    "comb": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "wall"}, "b": {"node": "inside"}, "factor": {"node": "face"}}
    },
    "face": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "cells", "output": "edge"}, "low": 0.007, "high": 0.011}
    },
    "relief": {"type": "math/multiply", "inputs": {"a": {"node": "cells"}, "b": -0.03}},
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "relief"}}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.4, 0.5, 0.9]}
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "comb"}, "b": {"node": "light"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/hexagons";

    #[test]
    fn pieces_are_hexagons() {
        Tiling::new(NODE, r#""size": [0.25, 0, 0]"#).check([1.0, 1.0]);
        Tiling::new(NODE, r#""size": [0.25, 0.125, 0]"#).check([1.0, 1.0]);
        Tiling::new(NODE, r#""size": [0.2, 0.5, 0]"#).check([1.0, 1.0]);
    }

    /// Regular hexagons are the cells of their middles.
    #[test]
    fn edges_lie_half_way_to_the_next_middle() {
        let tiling = Tiling::new(NODE, r#""size": [0.25, 0, 0]"#);
        let pitch = 0.25 * 3.0_f64.sqrt() / 2.0;
        for step in 0..300 {
            let [x, y] = [0.37, 0.71].map(|part: f64| (part * f64::from(step)).fract() * 2.0 - 1.0);
            let mut squares: Vec<f64> = (-10..=10)
                .flat_map(|row: i32| (-10..=10).map(move |column| (row, column)))
                .map(|(row, column)| {
                    let middle =
                        [0.25 * (f64::from(column) + 0.5 * f64::from(row.rem_euclid(2))), pitch * f64::from(row)];
                    (x - middle[0]) * (x - middle[0]) + (y - middle[1]) * (y - middle[1])
                })
                .collect();
            squares.sort_by(f64::total_cmp);
            // The difference of the squares is twice the distance of the middles times that from the line between.
            let expected = (squares[1] - squares[0]) / (2.0 * 0.25);
            let found = tiling.at([x as f32, y as f32, 0.0]).edge;
            assert!((f64::from(found) - expected).abs() < 1e-5, "{found}, {expected}");
        }
    }

    #[test]
    fn layers_are_cut_along_z() {
        let tiling = Tiling::new(NODE, r#""size": [1, 0, 0.5]"#);
        assert_eq!([tiling.at([0.0, 0.0, 0.125]).edge, tiling.at([0.0; 3]).edge], [0.125, 0.25]);
        assert_ne!(tiling.at([0.0, 0.0, 0.24]).id, tiling.at([0.0, 0.0, 0.26]).id);
    }

    #[test]
    fn ids_repeat() {
        Tiling::new(NODE, r#""size": [0.25, 0.125, 0.5]"#).check_period([4, 6, 2], [1.0, 0.75, 1.0]);
    }
}
