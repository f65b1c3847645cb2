//! A field at positions displaced by noise.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position, Suspended};
use travertine_noise::hash::{hash, octave_seed};
use travertine_noise::{Basis, Interpolation, Noise};
use travertine_program::Expr;

use crate::parts::lattices::cells;
use crate::parts::lattices::periods::{self, Periods};
use crate::parts::noises::{footprint, octaves};

/// Separates the seeds of the displacement from those of noises.
const TURBULENCE: i32 = 0x7475_7262;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Turbulence", lower)
        .describe(
            "Displaces a texture by noise, differently along x, y and z: straight bands become marble, rings \
             become wood, edges become ragged. The classic warp in one node. After Ken Perlin, \"An Image \
             Synthesizer\" (1985), and the turbulence warp of POV-Ray.",
        )
        .search(&[
            "distort",
            "displace",
            "domain warp",
            "perturb",
            "wobble",
            "ragged",
            "marble",
            "wavy",
            "jitter",
            "noise",
            "rough edges",
            "displacement",
        ])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture to distort, evaluated at the displaced position."),
        )
        .input(InputDefinition::vector("amplitude", [0.1; 3]).soft(0.0..=1.0).step(0.01).unit("units").describe(
            "The greatest displacement along x, y and z: 0 leaves the texture unchanged, higher values distort \
                 it more.",
        ))
        .input(cells::scale().describe(
            "Lattice cells of the noise per unit: small values bend the texture in long waves, large ones make its \
             edges ragged.",
        ))
        .input(octaves::octaves(3.0))
        .input(octaves::persistence())
        .input(octaves::lacunarity())
        .input(cells::dimensions(2).describe(
            "The number of axes along which the noise varies: 2 displaces along x and y alone, 3 along z, too, and \
             4 also changes with time.",
        ))
        .input(InputDefinition::seed());
    periods::of_cells(definition)
        .output("value", OutputType::like(&["value"]), "The distorted texture.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let displaced = context.moved(|position| {
        let amplitude = context.any_at("amplitude", position)?.to_vector();
        let (offset, start) = (displacement(context, position)?, position.vector());
        Ok(position.at([0, 1, 2].map(|axis: usize| start[axis] + offset[axis] * amplitude[axis])))
    })?;
    Ok(vec![context.any_at("value", displaced)?])
}

/// Sums of octaves of three noises, each from -1 to 1; in two dimensions the third is 0.
fn displacement<'a>(context: &LoweringContext<'a>, position: Position<'a>) -> Result<[Expr<'a>; 3], Suspended> {
    let (dimensions, seed) = (context.integer("dimensions") as u8, context.seed("seed"));
    let scale = context.any_at("scale", position)?.to_float();
    let in_cells = position.at(position.vector().map(|coordinate| coordinate * scale)).spread(scale);
    let periods = Periods::of(context);
    let sum = octaves::sum(context, in_cells, |octave, position| {
        let (seed, position) = (octave_seed(seed, octave.index), octave.at(position));
        let noise = |component: i32| {
            let seed = hash(seed, [component, TURBULENCE]);
            let noise = Noise::new(Basis::Gradient, dimensions, Interpolation::Smootherstep, seed);
            // The definition offers only valid numbers of dimensions.
            let noise = noise.filter(|_| component < dimensions.into());
            noise.map_or(context.constant(0.0), |noise| {
                context.noise(periods.repeat(noise, Noise::with_periods), position, octave.frequency)
            })
        };
        Ok(footprint::fade(context, position, 2.0, || Field::Vector([0, 1, 2].map(noise))))
    })?;
    Ok(sum.to_vector())
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Marble",
  "nodes": {
    "bands": {
      "type": "pattern/bands",
      "inputs": {"direction": [2, 1, 0], "frequency": 3, "phase": 0.2, "profile": "triangle"}
    },
    "veins": {
      "type": "domain/turbulence",
      "inputs": {
        "value": {"node": "bands", "output": "value"},
        "amplitude": [0.42, 0.42, 0.42], "scale": 2.2, "octaves": 6, "persistence": 0.52, "seed": 12
      }
    },
    "marble": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "veins"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#0d1f1c"},
            {"position": 0.07, "color": "#1f4a40"},
            {"position": 0.25, "color": "#3f7d68"},
            {"position": 0.5, "color": "#86b49a"},
            {"position": 0.8, "color": "#d3e2d2"},
            {"position": 1, "color": "#f7f6ee"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "marble", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use travertine_noise::hash::{hash, octave_offset, octave_seed};

    use super::{Basis, Interpolation, Noise, TURBULENCE};
    use crate::checks::evaluate::{moved, scattered};

    #[test]
    fn displaces_by_the_octaves_of_three_noises() {
        for dimensions in 2..=4 {
            let inputs = format!(
                r#""amplitude": [0.5, 0.25, 2], "scale": 3, "octaves": 2, "persistence": 0.25, "lacunarity": 2,
                   "dimensions": {dimensions}, "seed": 9"#
            );
            for position in scattered(30, 4.0) {
                let [x, y, z] = position.map(|part| part * 3.0);
                let component = |component: i32| {
                    let octave = |index: u32| {
                        let seed = hash(octave_seed(9, index), [component, TURBULENCE]);
                        Noise::new(Basis::Gradient, dimensions, Interpolation::Smootherstep, seed).unwrap()
                    };
                    let [a, b, c, d] = octave_offset(1);
                    let finer = octave(1).at([x * 2.0 + a, y * 2.0 + b, z * 2.0 + c, d]);
                    (octave(0).at([x, y, z, 0.0]) + finer * 0.25) / 1.25
                };
                let depth = if dimensions == 2 { 0.0 } else { component(2) };
                let expected =
                    [position[0] + component(0) * 0.5, position[1] + component(1) * 0.25, position[2] + depth * 2.0];
                assert_eq!(moved("domain/turbulence", &inputs, position), expected);
            }
        }
    }

    #[test]
    fn the_displacement_repeats() {
        let inputs = r#""scale": 2, "octaves": 3, "lacunarity": 2.3, "periodic": true, "period_x": 4, "period_y": 2,
                        "period_z": 6"#;
        for position in scattered(30, 2.0) {
            let offset = |axis: usize, steps: f32| {
                let mut there = position;
                there[axis] += steps;
                let found = moved("domain/turbulence", inputs, there);
                [0, 1, 2].map(|axis: usize| found[axis] - there[axis])
            };
            let here = offset(0, 0.0);
            for (axis, period) in [(0, 2.0), (1, 1.0), (2, 3.0)] {
                let there = offset(axis, period);
                // The sums with the positions are rounded.
                assert!(here.iter().zip(there).all(|(here, there)| (here - there).abs() < 1e-6));
            }
        }
    }
}
