//! Round dots scattered over space.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::{Dots, Mark};
use travertine_program::BasisFunction;

use crate::parts::lattices::cells;
use crate::parts::lattices::periods::{self, Periods};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Dots", lower)
        .describe(
            "Round dots of random sizes scattered over space, at most one for each lattice cell: granite \
                 and terrazzo, leopard spots, bubbles, stars, paint splashes. Dots may overlap, and none is \
                 cut off. After John Lewis, \"Algorithms for Solid Noise Synthesis\" (1989).",
        )
        .search(&[
            "spots",
            "sparse",
            "convolution",
            "granite",
            "terrazzo",
            "leopard",
            "bubbles",
            "stars",
            "splatter",
            "polka",
            "speckles",
            "circles",
            "spheres",
            "points density",
            "black and white spots",
            "moisture",
            "spotted",
        ])
        .input(cells::scale())
        .input(
            InputDefinition::fraction("density", 0.8)
                .describe("The proportion of cells with a dot: 0 is empty, 1 has a dot in every cell."),
        )
        .input(
            InputDefinition::float("radius", 0.4)
                .hard(0.0..=4.0)
                .soft(0.0..=1.0)
                .step(0.01)
                .unit("cells")
                .describe("The radius of the largest dots."),
        )
        .input(
            InputDefinition::fraction("variation", 0.5)
                .describe("The variation of the dots' sizes: at 0 all are equal, at 1 the smallest nearly vanish."),
        )
        .input(
            InputDefinition::fraction("softness", 0.2)
                .describe("The part of the radius over which a dot fades out: 0 gives a hard edge, 1 a soft hill."),
        )
        .input(
            InputDefinition::fraction("jitter", 1.0)
                .describe("The irregularity of the dots: 0 puts them in the middle of their cells, 1 anywhere within."),
        )
        .input(cells::dimensions(2))
        .input(InputDefinition::seed())
        .input(InputDefinition::position());
    periods::of_cells(definition)
        .float_output("value", "The height of the highest dot: 0 outside all dots, 1 in the middle of one.")
        .float_output("random", "A random number from 0 to 1 for the highest dot; 0 outside all dots.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (dimensions, seed) = (context.integer("dimensions") as u8, context.seed("seed"));
    let controls = [
        context.float("density")?,
        context.float("radius")?,
        context.float("variation")?,
        context.float("softness")?,
        context.float("jitter")?,
    ];
    let periods = Periods::of(context);
    let position = periods.wrap(cells::position(context)?);
    let output = |mark| {
        let dots = Dots::new(dimensions, mark, seed);
        // The definition offers only valid numbers of dimensions.
        Field::Float(dots.map_or(context.constant(0.0), |dots| {
            let dots = periods.repeat(dots, Dots::with_periods);
            context.basis(BasisFunction::Dots(dots), position, &controls)
        }))
    };
    Ok([Mark::Cover, Mark::Value].map(output).into())
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Terrazzo",
  "nodes": {
    "wobble": {"type": "noise/perlin", "inputs": {"scale": 9, "dimensions": 2, "seed": 2}},
    "chips": {
      "type": "noise/dots",
      "inputs": {
        "scale": 6, "density": 0.95, "radius": 0.7, "variation": 0.8, "softness": 0.1,
        "dimensions": 2, "seed": 11
      }
    },
    "ragged": {
      "type": "domain/warp",
      "inputs": {
        "value": {"node": "colored"}, "offset": {"node": "wobble", "output": "gradient"}, "strength": 0.0009
      }
    },
    "stone": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "chips", "output": "random"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#b5533c"},
            {"position": 0.24, "color": "#b5533c"},
            {"position": 0.25, "color": "#e0a458"},
            {"position": 0.49, "color": "#e0a458"},
            {"position": 0.5, "color": "#40605a"},
            {"position": 0.74, "color": "#40605a"},
            {"position": 0.75, "color": "#2b3a4a"}
          ]
        }
      }
    },
    "colored": {
      "type": "blend/mix",
      "inputs": {"a": [0.82, 0.78, 0.7, 1], "b": {"node": "stone"}, "factor": {"node": "chips"}}
    }
  },
  "outputs": {"color": {"node": "ragged"}}
}"##;

#[cfg(test)]
mod tests {
    use travertine_noise::Spots;

    use super::{Dots, Mark};
    use crate::checks::evaluate::named_at;

    #[test]
    fn outputs_are_the_marks() {
        let spots = Spots { density: 0.75, radius: 0.875, variation: 0.5, softness: 0.25, jitter: 0.5 };
        for dimensions in 2..=4 {
            for (name, mark) in [("value", Mark::Cover), ("random", Mark::Value)] {
                let inputs = format!(
                    r#"{{
                        "scale": 2, "density": 0.75, "radius": 0.875, "variation": 0.5, "softness": 0.25,
                        "jitter": 0.5, "dimensions": {dimensions}, "seed": 8
                    }}"#
                );
                let dots = Dots::new(dimensions, mark, 8).unwrap();
                for i in 0..20 {
                    let [x, y, z, time] = [0.37, -0.21, 0.53, 0.7].map(|part: f32| part * i as f32);
                    let expected = dots.at([2.0 * x, 2.0 * y, 2.0 * z, time], spots);
                    let found = named_at("noise/dots", name, &inputs, [x, y, z, time]);
                    assert_eq!(found, [expected], "{name}");
                }
            }
        }
    }
}
