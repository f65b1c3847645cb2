//! A comparison with a threshold, smooth over a pixel.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::{componentwise, soft_step};
use crate::parts::sampling::coverage;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Threshold", lower)
        .describe(
            "Compares a value with a threshold: 0 below it, 1 at or above it. With a width, the edge is smooth. Where \
             pixels are known, the derivatives of the value keep the edge free of steps. Works on each component of \
             vectors and on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["step", "cutoff", "binary", "mask", "black and white", "edge", "if", "antialias"])
        .input(InputDefinition::any("value", 0.0).describe("The value to compare."))
        .input(
            InputDefinition::float("threshold", 0.5)
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("The value at which the result changes from 0 to 1."),
        )
        .input(
            InputDefinition::float("width", 0.0)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("The width of the smooth edge around the threshold. 0 gives a hard edge."),
        )
        .input(coverage::soften())
        .output("value", OutputType::like(&["value"]), "The result, from 0 to 1, in the type of the value.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (value, threshold, width) = (context.any("value")?, context.float("threshold")?, context.float("width")?);
    let edges = componentwise::map(value, |value| soft_step::around(value, threshold, width));
    let changes = coverage::changes(context, |position| {
        let threshold = context.any_at("threshold", position)?.to_float();
        Ok(context.any_at("value", position)?.map(|value| value - threshold))
    })?;
    let Some(changes) = changes else { return Ok(vec![edges]) };
    let soft = |index: usize| {
        let change = changes.map(|change| change.components()[index]);
        let level = value.components()[index] - threshold;
        coverage::step(edges.components()[index], level, width.max(0.0), change)
    };
    Ok(vec![match edges {
        Field::Float(_) => Field::Float(soft(0)),
        Field::Vector(_) => Field::Vector([0, 1, 2].map(soft)),
        Field::Color([.., alpha]) => Field::Color([soft(0), soft(1), soft(2), alpha]),
    }])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Islands: a noise above a threshold",
  "nodes": {
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 4, "octaves": 4, "dimensions": 2, "seed": 17}
    },
    "islands": {"type": "math/threshold@2", "inputs": {"value": {"node": "noise"}, "threshold": 0.1}}
  },
  "outputs": {"value": {"node": "islands"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::spaced_outputs;

    fn edge(inputs: &str, spacing: Option<f32>) -> impl Fn([f32; 4]) -> Vec<f32> {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "color": {{
                  "type": "color/combine",
                  "inputs": {{
                    "red": {{"node": "position", "output": "x"}}, "green": {{"node": "position", "output": "y"}},
                    "alpha": 0.3
                  }}
                }},
                "edge": {{"type": "math/threshold@2", "inputs": {{"value": {{"node": "color"}}, {inputs}}}}}
              }},
              "outputs": {{"edge": {{"node": "edge"}}}}
            }}"#
        );
        spaced_outputs(&document, 1, spacing)
    }

    #[test]
    fn each_component_has_an_edge_of_its_own() {
        let at = edge(r#""threshold": 0.5"#, Some(0.25));
        assert_eq!(at([0.5, 0.5625, 0.0, 0.0]), [0.5, 0.75, 0.0, 0.3]);
        assert_eq!(at([0.25, 0.4375, 0.0, 0.0]), [0.0, 0.25, 0.0, 0.3]);
        let twice = edge(r#""threshold": 0.5, "soften": 2"#, Some(0.25));
        assert_eq!(twice([0.625, 0.375, 0.0, 0.0]), [0.75, 0.25, 0.0, 0.3]);
    }

    #[test]
    fn an_edge_that_is_wider_than_pixels_stays_as_it_is() {
        let inputs = r#""threshold": 0.5, "width": 0.4"#;
        let [soft, own] = [Some(0.001), None].map(|spacing| edge(inputs, spacing));
        for step in 0..50 {
            let at = [0.02 * step as f32, 0.3, 0.0, 0.0];
            assert!((soft(at)[0] - own(at)[0]).abs() < 1e-4, "{at:?}");
        }
    }

    #[test]
    fn a_threshold_that_varies_counts() {
        // x - x / 2 changes half as much as x.
        let at = edge(r#""threshold": {"node": "color"}"#, Some(0.25));
        let here = [0.5, 0.5, 0.0, 0.0];
        // The luminance of (0.5, 0.5, 0).
        let luminance = 0.5 * (travertine_program::LUMINANCE[0] + travertine_program::LUMINANCE[1]);
        let [red, green] = [0, 1].map(|axis: usize| {
            let mut change = [-travertine_program::LUMINANCE[0] * 0.25, -travertine_program::LUMINANCE[1] * 0.25];
            change[axis] += 0.25;
            let most = change[0].abs().max(change[1].abs());
            let slant = change[0].abs().min(change[1].abs()) / most;
            let depth = (0.5 - luminance) / most;
            let corner = ((1.0 + slant) * 0.5 - depth).clamp(0.0, slant);
            1.0 - (corner * corner / (2.0 * slant) + ((1.0 - slant) * 0.5 - depth).max(0.0))
        });
        let found = at(here);
        assert!((found[0] - red).abs() < 1e-5 && (found[1] - green).abs() < 1e-5, "{found:?}, {red}, {green}");
    }
}
