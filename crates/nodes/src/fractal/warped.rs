//! A field distorted by itself.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext, Position, Suspended};
use travertine_program::Expr;

use crate::parts::lattices::periods::{self, Periods};
use crate::parts::noises::{default_noise, octaves};

/// The offsets of the copies of the field that displace along x, y and z, in units.
const COPIES: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [5.2, 1.3, 2.8], [1.7, 9.2, 8.3]];

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Warped fractal", lower)
        .describe(
            "Distorts a field by itself, octave by octave: smoke, folded stone, flowing marble. Three \
             distant copies of the field displace the position along x, y and z; a vector displaces by its \
             mean, a color by its luminance. Time is not displaced. After Inigo Quilez, \"Domain Warping\" \
             (2002), and the domain warp of Jordan Peck's FastNoise Lite.",
        )
        .search(&["domain warp", "distort", "marble", "smoke", "swirl", "flow", "octaves", "noise"])
        .input(InputDefinition::noise("value", ValueType::Any).describe(
            "The field to distort, which also distorts: any field, evaluated at other positions. Unless wired, it \
                 is noise/perlin with its defaults, repeating with the node's periods.",
        ))
        .input(octaves::octaves(2.0).describe(
            "The number of displacements, each by finer detail. A fraction shortens the last one: with 2.3, \
             the third has 0.3 of its length.",
        ))
        .input(octaves::persistence())
        .input(octaves::lacunarity())
        .input(
            InputDefinition::float("amplitude", 0.3)
                .soft(0.0..=2.0)
                .step(0.01)
                .unit("units")
                .describe("The displacement by a value of 1 in the first octave: higher values distort more."),
        )
        .input(InputDefinition::choice("mode", &["progressive", "independent"]).describe(
            "The position at which an octave is evaluated: progressive uses the one displaced by the octaves \
             before, independent the original one, so that displacements merely add up.",
        ));
    periods::of_space(definition)
        .output(
            "value",
            OutputType::like(&["value"]),
            "The value at the displaced position, in the range of the value.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (amplitude, progressive) = (context.float("amplitude")?, context.choice("mode") == "progressive");
    let octaves = octaves::all(context)?;
    let warp = |start: Position<'a>| {
        let mut position = start;
        for octave in &octaves {
            let moved = context.once(|| {
                let from = if progressive { position } else { start };
                let offset = offset(context, octave.at(from))?;
                let size = octave.amplitude * amplitude;
                let [x, y, z] = position.vector();
                Ok([x + offset[0] * size, y + offset[1] * size, z + offset[2] * size].into())
            })?;
            position = position.at(moved.to_vector());
        }
        Ok(position)
    };
    // The footprint is that of the position before wrapping, which makes the position jump.
    let footprint = context.moved(warp)?.footprint;
    let position = Position { footprint, ..warp(Periods::of(context).wrap(context.position()))? };
    Ok(vec![default_noise::or_wired(context, "value", position)?])
}

/// The values of the three copies at a position.
fn offset<'a>(context: &LoweringContext<'a>, position: Position<'a>) -> Result<[Expr<'a>; 3], Suspended> {
    let copies = COPIES.map(|[x, y, z]| {
        let position = position.at([position.x + x, position.y + y, position.z + z]);
        default_noise::or_wired(context, "value", position)
    });
    let [x, y, z] = copies;
    Ok([x?.to_float(), y?.to_float(), z?.to_float()])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Folded stone",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 1.8, "seed": 46}},
    "warped": {
      "type": "fractal/warped",
      "inputs": {"value": {"node": "noise"}, "octaves": 3, "persistence": 0.4, "amplitude": 0.55}
    },
    "height": {
      "type": "math/remap",
      "inputs": {"value": {"node": "warped"}, "from_min": -0.5, "from_max": 0.5}
    },
    "stone": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "height"},
        "ramp": {
          "stops": [
            {"position": 0, "color": [0.02, 0.04, 0.08, 1]},
            {"position": 0.45, "color": [0.15, 0.22, 0.3, 1]},
            {"position": 0.65, "color": [0.75, 0.55, 0.35, 1]},
            {"position": 1, "color": [0.98, 0.94, 0.85, 1]}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "stone", "output": "color"}}
}"#;

#[cfg(test)]
mod tests {
    use travertine_noise::hash::octave_offset;

    use crate::checks::evaluate::of_x;

    fn warped(inputs: &str, x: f32) -> f32 {
        of_x("fractal/warped", inputs, [x, 5.0, 6.0, 7.0])[0]
    }

    #[test]
    fn one_octave_displaces_the_position_once() {
        for mode in ["progressive", "independent"] {
            let inputs = format!(r#""octaves": 1, "amplitude": 0.25, "mode": "{mode}""#);
            assert_eq!(warped(&inputs, 2.0), 2.5);
        }
    }

    #[test]
    fn octaves_start_at_the_displaced_or_at_the_original_position() {
        let moved = octave_offset(1)[0];
        for (mode, from) in [("progressive", 2.5), ("independent", 2.0)] {
            let inputs = format!(r#""octaves": 2, "amplitude": 0.25, "mode": "{mode}""#);
            assert_eq!(warped(&inputs, 2.0), 2.5 + (from * 2.0 + moved) * 0.125);
        }
    }
}
