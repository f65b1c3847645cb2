//! Feature points scattered over space, and the cells around them.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::{Cellular, Feature, Metric};
use travertine_program::BasisFunction;

use crate::parts::lattices::cells;
use crate::parts::lattices::periods::{self, Periods};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Cellular noise", lower)
        .describe(
            "Cellular noise, also known as Worley or Voronoi noise: one point in each cell of a lattice, and \
             the distances to the nearest points. Use it for stones, scales, cracked mud, foam, leather and \
             leopard spots. The search is exact, so there are no breaks. After Steven Worley, \"A Cellular \
             Texture Basis Function\" (1996).",
        )
        .search(&[
            "worley",
            "voronoi",
            "cells",
            "stones",
            "cobbles",
            "pebbles",
            "scales",
            "cracks",
            "crackle",
            "foam",
            "leather",
            "crystal",
            "distance",
            "f1",
            "f2",
            "spots",
            "distance to edge",
            "facets",
        ])
        .input(cells::scale())
        .input(InputDefinition::fraction("jitter", 1.0).describe(
            "The irregularity of the points: 0 puts them in the middle of their cells, 1 anywhere \
                     within.",
        ))
        .input(
            InputDefinition::choice("metric", &["euclidean", "squared", "manhattan", "chebyshev", "minkowski"])
                .describe(
                    "The measure of distance: straight, straight and squared, along the axes, along the longest \
                 axis, or by the exponent.",
                ),
        )
        .input({
            let exponent = InputDefinition::float("exponent", 1.5).hard(0.5..=16.0).soft(0.5..=8.0).step(0.1);
            exponent.enabled_at("metric", &["minkowski"]).describe(
                "The exponent of the Minkowski metric: 0.5 gives stars, 1 is like Manhattan, 2 like Euclidean, \
                 and higher values approach Chebyshev.",
            )
        })
        .input(cells::dimensions(2))
        .input(InputDefinition::seed())
        .input(InputDefinition::position());
    periods::of_cells(definition)
        .float_output("f1", "The distance to the nearest point, in cells.")
        .float_output("f2", "The distance to the second nearest point, in cells.")
        .float_output("f3", "The distance to the third nearest point, in cells.")
        .float_output("f4", "The distance to the fourth nearest point, in cells.")
        .float_output(
            "f2_minus_f1",
            "The difference of the distances to the second nearest and the nearest point: 0 between two \
             cells.",
        )
        .float_output(
            "edge",
            "The Euclidean distance to the edge of the cell, in cells, for any metric. Use it for even \
             joints.",
        )
        .float_output("value", "A random number from 0 to 1 for the nearest point, constant within its cell.")
        .vector_output(
            "position",
            "The position of the nearest point, in units, constant within its cell. With periods it is that \
             of the repeat in the first period. In two dimensions, z is that of the input position.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (dimensions, seed) = (context.integer("dimensions") as u8, context.seed("seed"));
    let metric = match context.choice("metric") {
        "squared" => Metric::EuclideanSquared,
        "manhattan" => Metric::Manhattan,
        "chebyshev" => Metric::Chebyshev,
        "minkowski" => Metric::Minkowski,
        _ => Metric::Euclidean,
    };
    let controls = [context.float("jitter")?, context.float("exponent")?];
    let periods = Periods::of(context);
    let (position, scale) = (periods.wrap(cells::position(context)?), context.float("scale")?);
    let feature = |feature| {
        let cellular = Cellular::new(dimensions, metric, feature, seed);
        // The definition offers only valid numbers of dimensions.
        cellular.map_or(context.constant(0.0), |cellular| {
            let cellular = periods.repeat(cellular, Cellular::with_periods);
            context.basis(BasisFunction::Cellular(cellular), position, &controls)
        })
    };
    let numbers =
        [Feature::F1, Feature::F2, Feature::F3, Feature::F4, Feature::F2MinusF1, Feature::Edge, Feature::Value];
    let mut outputs: Vec<Field> = numbers.into_iter().map(|number| Field::Float(feature(number))).collect();
    let [_, _, z] = context.input_position()?.vector();
    outputs.push(Field::Vector([
        feature(Feature::Coordinate(0)) / scale,
        feature(Feature::Coordinate(1)) / scale,
        // In two dimensions cells are columns along z.
        if dimensions == 2 { z } else { feature(Feature::Coordinate(2)) / scale },
    ]));
    Ok(outputs)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Cobblestones",
  "nodes": {
    "stones": {"type": "noise/cellular", "inputs": {"scale": 5, "jitter": 0.8, "dimensions": 2, "seed": 4}},
    "tones": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "stones", "output": "value"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#56606b"},
            {"position": 0.4, "color": "#8d8a85"},
            {"position": 0.7, "color": "#b39b7d"},
            {"position": 1, "color": "#7d5a48"}
          ]
        }
      }
    },
    "shape": {
      "type": "math/curve",
      "inputs": {
        "value": {"node": "stones", "output": "edge"},
        "curve": {"points": [[0, 0.06], [0.04, 0.09], [0.12, 0.8], [0.22, 1.05]], "interpolation": "smooth"}
      }
    },
    "picture": {
      "type": "math/multiply",
      "inputs": {"a": {"node": "tones", "output": "color"}, "b": {"node": "shape"}}
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use super::{Cellular, Feature, Metric};
    use crate::checks::evaluate::named_at;

    fn output(name: &str, inputs: &str, position: [f32; 4]) -> Vec<f32> {
        named_at("noise/cellular", name, inputs, position)
    }

    #[test]
    fn outputs_are_the_features() {
        let features = [
            ("f1", Feature::F1),
            ("f2", Feature::F2),
            ("f3", Feature::F3),
            ("f4", Feature::F4),
            ("f2_minus_f1", Feature::F2MinusF1),
            ("edge", Feature::Edge),
            ("value", Feature::Value),
        ];
        let at = |inputs: &str| output("f1", inputs, [0.4, 0.3, 0.2, 0.1]);
        assert_eq!(at(r#"{"exponent": 4}"#), at("{}"), "editors hide it for other metrics");
        let inputs = r#"{"scale": 2, "metric": "minkowski", "exponent": 3, "jitter": 0.5, "dimensions": 4, "seed": 8}"#;
        for (name, feature) in features {
            let cellular = Cellular::new(4, Metric::Minkowski, feature, 8).unwrap();
            let expected = cellular.at([0.6, -1.4, 4.2, 0.3], 0.5, 3.0);
            assert_eq!(output(name, inputs, [0.3, -0.7, 2.1, 0.3]), [expected], "{name}");
        }
    }

    #[test]
    fn positions_are_feature_points() {
        let inputs = |dimensions: u8| format!(r#"{{"scale": 4, "dimensions": {dimensions}}}"#);
        for step in 0..20 {
            let position = [0.37, -0.21, 0.53, 0.0].map(|part: f32| part * step as f32);
            let point = output("position", &inputs(3), position);
            let at_point = [point[0], point[1], point[2], 0.0];
            // A point is its own nearest point, at distance 0.
            assert_eq!(output("position", &inputs(3), at_point), point);
            assert!(output("f1", &inputs(3), at_point)[0] < 1e-5);
            assert_eq!(output("value", &inputs(3), at_point), output("value", &inputs(3), position));
            assert_eq!(output("position", &inputs(2), position)[2], position[2]);
        }
    }
}
