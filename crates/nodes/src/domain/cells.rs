//! A field of its own in every cell around scattered points.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position};
use travertine_noise::hash::octave_seed;
use travertine_noise::{Cellular, Feature, Grain, Metric, Random};
use travertine_program::{BasisFunction, Expr};

use crate::parts::lattices::cells;
use crate::parts::lattices::periods::{self, Periods};
use crate::parts::positions::angle::turned_back;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Cells", lower)
        .describe(
            "Gives every cell of cellular noise a piece of a texture of its own, turned and cut out at random: \
             pebbles with grains of their own, breccia, cracked mud, crystals, flagstones, camouflage. With \
             `distance` 0 every cell shows the same motif around its center. The texture is evaluated once, however \
             many cells there are. The cells are those of noise/cellular with the same inputs.",
        )
        .search(&[
            "stones",
            "breccia",
            "flagstones",
            "crystals",
            "scatter",
            "random",
            "fragments",
            "shatter",
            "per cell",
            "terrazzo",
            "voronoi",
            "worley",
        ])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture, whose origin is in the middle of a cell."),
        )
        .input(cells::scale())
        .input(
            InputDefinition::fraction("jitter", 1.0)
                .describe("The irregularity of the cells: 0 makes them square, 1 irregular."),
        )
        .input(InputDefinition::choice("metric", &["euclidean", "manhattan", "chebyshev"]).describe(
            "The measure of distance, which shapes the cells: straight gives stones, along the axes and along the \
             longest axis give cells with edges in few directions.",
        ))
        .input(InputDefinition::float("rotation", 180.0).soft(0.0..=180.0).step(1.0).unit("degrees").describe(
            "The greatest rotation of a piece in either direction: 0 turns none, 180 turns them anyhow. In two \
             dimensions about z, else about all three axes.",
        ))
        .input(InputDefinition::fraction("variation", 0.0).describe(
            "The variation of the texture's size: at 0 all pieces show it at its own size, at 1 the smallest nearly \
             vanish and the largest are twice as large.",
        ))
        .input(InputDefinition::float("distance", 10.0).soft(0.0..=20.0).step(0.1).unit("units").describe(
            "The greatest distance along each axis, from the origin of the texture, at which pieces are cut out: 0 \
             shows the same motif in all cells.",
        ))
        .input(cells::dimensions(2))
        .input(InputDefinition::seed())
        .input(InputDefinition::position());
    periods::of_cells(definition)
        .output("value", OutputType::like(&["value"]), "The texture of the cell.")
        .float_output("edge", "The distance to the edge of the cell, in units: 0 between two cells.")
        .float_output("id", "A random number from 0 to 1 for each cell.")
        .vector_output(
            "center",
            "The point in the middle of the cell, in units. With periods it is that of the repeat in the first \
             period. In two dimensions, z is that of the input position.",
        )
        .vector_output(
            "local",
            "The position from the middle of the cell, turned with the piece, in units. In two dimensions, z is \
             that of the input position.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (dimensions, seed) = (context.integer("dimensions") as u8, context.seed("seed"));
    let metric = match context.choice("metric") {
        "manhattan" => Metric::Manhattan,
        "chebyshev" => Metric::Chebyshev,
        _ => Metric::Euclidean,
    };
    let (scale, jitter) = (context.float("scale")?, context.float("jitter")?);
    let (input, periods) = (context.input_position()?, Periods::of(context));
    let in_cells = periods.wrap(cells::position(context)?);
    let feature = |feature| {
        let cellular = Cellular::new(dimensions, metric, feature, seed);
        // The definition offers only valid numbers of dimensions.
        cellular.map_or(context.constant(0.0), |cellular| {
            let cellular = periods.repeat(cellular, Cellular::with_periods);
            context.basis(BasisFunction::Cellular(cellular), in_cells, &[jitter])
        })
    };
    let point = [0, 1, 2, 3].map(|axis| feature(Feature::Coordinate(axis)));
    let random = |channel: u32| {
        let random = Random::new(Grain::Cell, dimensions, octave_seed(seed, channel));
        let [x, y, z, time] = point.map(Expr::floor);
        let cell = Position { x, y, z, time, footprint: None };
        // In the middle of the lattice cell that has the point.
        random.map_or(context.constant(0.0), |random| context.basis(BasisFunction::Random(random), cell, &[]))
    };
    let flat = dimensions == 2;
    let mut local = [0, 1, 2].map(|axis: usize| {
        if flat && axis == 2 {
            return input.z;
        }
        let offset = in_cells.vector()[axis] - point[axis];
        periods.nearest(axis, offset) / scale
    });
    let rotation = context.float("rotation")?;
    if !rotation.is_constant(0.0) {
        let angle = |channel| (random(channel) * 2.0 - 1.0) * rotation;
        let [x, y, z] = local;
        let [x, y] = turned_back([x, y], angle(1));
        local = if flat {
            [x, y, z]
        } else {
            let [z, x] = turned_back([z, x], angle(2));
            let [y, z] = turned_back([y, z], angle(3));
            [x, y, z]
        };
    }
    let variation = context.float("variation")?;
    let size = 1.0 + (random(4) * 2.0 - 1.0) * variation;
    let distance = context.float("distance")?;
    let cut = [0, 1, 2].map(|axis: usize| {
        if flat && axis == 2 {
            return local[axis];
        }
        local[axis] / size + (random(5 + axis as u32) * 2.0 - 1.0) * distance
    });
    let value = context.any_at("value", input.at(cut).spread(1.0 / size))?;
    let z = if flat { input.z } else { point[2] / scale };
    Ok(vec![
        value,
        Field::Float((feature(Feature::Edge) / scale).abs()),
        Field::Float(feature(Feature::Value)),
        Field::Vector([point[0] / scale, point[1] / scale, z]),
        Field::Vector(local),
    ])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Paving of banded stone",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 5, "octaves": 2, "seed": 5}},
    "bands": {
      "type": "math/formula",
      "inputs": {"formula": "fract(y*3 + 0.22*a + 0.04*sin(80*y))", "a": {"node": "noise"}}
    },
    "stone": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "bands"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#39475a"},
            {"position": 0.14, "color": "#51677d"},
            {"position": 0.17, "color": "#d9d2c4"},
            {"position": 0.22, "color": "#e8e2d4"},
            {"position": 0.25, "color": "#7d8a8f"},
            {"position": 0.42, "color": "#5c6a70"},
            {"position": 0.5, "color": "#a3705a"},
            {"position": 0.64, "color": "#c79a7b"},
            {"position": 0.68, "color": "#f1ebdd"},
            {"position": 0.73, "color": "#b48a6c"},
            {"position": 0.9, "color": "#6e5a52"},
            {"position": 1, "color": "#39475a"}
          ]
        }
      }
    },
    "stones": {
      "type": "domain/cells",
      "inputs": {
        "value": {"node": "stone", "output": "color"}, "scale": 5, "jitter": 0.85, "dimensions": 2, "seed": 9
      }
    },
    "round": {"type": "math/smoothstep", "inputs": {"value": {"node": "stones", "output": "edge"}, "low": 0, "high": 0.05}},
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "stones"}, "b": {"node": "round"}}},
    "joint": {"type": "math/smoothstep", "inputs": {"value": {"node": "stones", "output": "edge"}, "low": 0.008, "high": 0.012}},
    "paving": {
      "type": "blend/mix",
      "inputs": {"a": [0.5, 0.42, 0.31, 1], "b": {"node": "lit"}, "factor": {"node": "joint"}}
    }
  },
  "outputs": {"color": {"node": "paving"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{moved, named_at, scattered};

    fn output(name: &str, inputs: &str, [x, y, z]: [f32; 3]) -> Vec<f32> {
        named_at("domain/cells", name, &format!(r#"{{"value": 0, {inputs}}}"#), [x, y, z, 0.0])
    }

    fn cellular(name: &str, inputs: &str, [x, y, z]: [f32; 3]) -> Vec<f32> {
        named_at("noise/cellular", name, &format!("{{{inputs}}}"), [x, y, z, 0.0])
    }

    #[test]
    fn cells_are_those_of_cellular_noise() {
        for extra in ["", r#", "metric": "manhattan", "periodic": true, "period_x": 3"#] {
            for dimensions in [2, 3, 4] {
                let inputs = format!(r#""scale": 4, "jitter": 0.75, "seed": 6, "dimensions": {dimensions}{extra}"#);
                for point in scattered(20, 2.0) {
                    assert_eq!(output("id", &inputs, point), cellular("value", &inputs, point));
                    assert_eq!(output("center", &inputs, point), cellular("position", &inputs, point));
                    let edge = cellular("edge", &inputs, point)[0] / 4.0;
                    assert_eq!(output("edge", &inputs, point), [edge]);
                }
            }
        }
    }

    #[test]
    fn a_motif_is_around_the_middle_of_each_cell() {
        for dimensions in [2, 3] {
            let inputs = format!(r#""scale": 2, "rotation": 0, "distance": 0, "dimensions": {dimensions}"#);
            for point in scattered(40, 3.0) {
                let center = cellular("position", &format!(r#""scale": 2, "dimensions": {dimensions}"#), point);
                let mut expected = [0, 1, 2].map(|axis: usize| point[axis] - center[axis]);
                if dimensions == 2 {
                    expected[2] = point[2];
                }
                let found = moved("domain/cells", &inputs, point);
                let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6);
                assert!(near, "{found:?}, not {expected:?}");
            }
        }
    }

    /// Rotations and sizes change lengths by the factor of the size, and only by it.
    #[test]
    fn pieces_are_turned_and_scaled_as_a_whole() {
        let inputs = r#""scale": 1.5, "variation": 0.5, "distance": 0, "dimensions": 3, "seed": 2"#;
        let length = |v: &[f32]| v.iter().map(|part| part * part).sum::<f32>().sqrt();
        let mut sizes: Vec<(f32, f32)> = Vec::new();
        let mut turned = false;
        for point in scattered(80, 3.0) {
            let (local, found) = (output("local", inputs, point), moved("domain/cells", inputs, point));
            let center = output("center", inputs, point);
            let from_center = [0, 1, 2].map(|axis: usize| point[axis] - center[axis]);
            assert!((length(&from_center) - length(&local)).abs() < 1e-5);
            turned |= (from_center[0] - local[0]).abs() > 0.1;
            let (id, size) = (output("id", inputs, point)[0], length(&local) / length(&found));
            assert!((0.499..1.501).contains(&size), "{size}");
            if let Some((_, known)) = sizes.iter().find(|(other, _)| *other == id) {
                assert!((known - size).abs() < 1e-3, "one size for a cell: {known}, {size}");
            }
            sizes.push((id, size));
        }
        assert!(turned);
        let (least, greatest) =
            sizes.iter().fold((9.0f32, 0.0f32), |(least, greatest), (_, size)| (least.min(*size), greatest.max(*size)));
        assert!(least < 0.7 && greatest > 1.3, "{least} to {greatest}");
    }

    #[test]
    fn pieces_repeat_exactly() {
        let inputs = r#""scale": 2, "variation": 0.5, "dimensions": 3, "periodic": true, "period_x": 4, "period_y": 2,
                        "period_z": 1"#;
        for [x, y, z] in scattered(60, 2.0) {
            let (here, there) = ([x, y, z], [x + 2.0, y - 3.0, z + 0.5]);
            let at = |point| moved("domain/cells", inputs, point).map(f32::to_bits);
            assert_eq!(at(here), at(there));
            // The nearest repeat of the point is within half a period, and one and a half cells.
            let local = output("local", inputs, here);
            assert!(local.iter().map(|part| part * part).sum::<f32>() < 1.0, "{local:?}");
        }
    }
}
