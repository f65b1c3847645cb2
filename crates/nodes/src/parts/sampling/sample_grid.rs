//! Common parts of the nodes that work on a grid of samples.
//!
//! Such a node evaluates its inputs at the samples of a grid of its own and processes all of them together. The grid
//! belongs to the node, so the result does not depend on the picture's size.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{LoweringContext, Suspended};
use travertine_program::Expr;
use travertine_raster::pass::{Distance, Pass};
use travertine_raster::{Edge, Grid, Sampling};

/// Adds the inputs that define the grid.
pub fn describe(definition: Definition) -> Definition {
    edge(samples(definition))
        .input(InputDefinition::choice("interpolation", &["cubic", "linear"]).describe(
            "The interpolation between samples. Cubic is smooth, and may exceed the range of the \
                     samples by up to 28 % of it.",
        ))
        .input(InputDefinition::position())
}

/// Adds the inputs that define a grid of which every position has the nearest sample.
pub fn describe_nearest(definition: Definition) -> Definition {
    edge(samples(definition)).input(InputDefinition::position())
}

/// Adds the inputs that define where samples are.
pub fn samples(definition: Definition) -> Definition {
    definition
        .input(
            InputDefinition::integer("resolution", 256)
                .hard(2.0..=2048.0)
                .soft(32.0..=1024.0)
                .unit("samples per unit")
                .describe(
                    "The density of the samples, independent of the picture's size: higher values resolve \
                     finer detail and take longer.",
                ),
        )
        .input(size("across").describe("The number of units sampled to the right of the origin."))
        .input(size("down").describe("The number of units sampled down from the origin."))
}

fn edge(definition: Definition) -> Definition {
    definition.input(InputDefinition::choice("edge", &["extend", "repeat"]).describe(
        "The continuation beyond the sampled units: the values at the edge, or all samples again. With \
             repeat, neighbors are found across the edge, and inputs that tile give a result that tiles.",
    ))
}

/// The input for the heights.
pub fn height() -> InputDefinition {
    InputDefinition::float("height", 0.0)
        .moved()
        .describe("The heights, evaluated at z = 0 and time 0, and limited to ±10^18.")
}

/// The inputs for a mask and the value that bounds its inside.
pub fn mask(definition: Definition) -> Definition {
    definition
        .input(
            InputDefinition::required("mask", ValueType::Any)
                .moved()
                .describe("The mask, evaluated at z = 0 and time 0."),
        )
        .input(
            InputDefinition::float("threshold", 0.5)
                .moved()
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("The value above which the mask counts as inside."),
        )
}

/// The mask at the samples, less its threshold.
pub fn inside<'a>(context: &LoweringContext<'a>) -> Result<Expr<'a>, Suspended> {
    Ok(float(context, "mask")? - float(context, "threshold")?)
}

/// The signed distance to the edge of the mask at the node's position: in units, negative inside, and ±10^18 if the
/// mask has no edge.
pub fn distance<'a>(context: &LoweringContext<'a>) -> Result<Expr<'a>, Suspended> {
    let planes = [inside(context)?];
    Ok(context.raster(of(context), Distance, &planes, context.input_position()?)[0])
}

fn size(name: &'static str) -> InputDefinition {
    InputDefinition::integer(name, 1).hard(1.0..=8.0).soft(1.0..=8.0).unit("units")
}

/// The grid that the node's inputs define.
pub fn of(context: &LoweringContext) -> Grid {
    // The definitions limit all of these to small positive numbers.
    let [resolution, across, down] = ["resolution", "across", "down"].map(|name| context.integer(name) as u32);
    let is = |input: &str, choice: &str| context.has_input(input) && context.choice(input) == choice;
    let edge = if is("edge", "repeat") { Edge::Repeat } else { Edge::Extend };
    let sampling = if is("interpolation", "linear") { Sampling::Linear } else { Sampling::Cubic };
    Grid { resolution, across, down, edge, sampling }
}

/// An input as a number, at the samples.
pub fn float<'a>(context: &LoweringContext<'a>, input: &str) -> Result<Expr<'a>, Suspended> {
    Ok(context.any_at(input, context.samples())?.to_float())
}

/// Runs a pass over the named inputs, and samples the result at the node's position.
pub fn run<'a>(
    context: &LoweringContext<'a>,
    pass: impl Into<Pass>,
    inputs: &[&str],
) -> Result<Vec<Expr<'a>>, Suspended> {
    let planes = inputs.iter().map(|input| float(context, input)).collect::<Result<Vec<_>, _>>()?;
    Ok(context.raster(of(context), pass, &planes, context.input_position()?))
}

#[cfg(test)]
mod tests {
    use travertine_program::Operation;

    use crate::checks::evaluate::lowered;

    fn document(rest: &str) -> String {
        format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "noise": {{"type": "noise/perlin"}},
                "once": {{"type": "terrain/smooth", "inputs": {{"height": {{"node": "noise"}}, "resolution": 8}}}},
                "again": {{"type": "terrain/smooth", "inputs": {{"height": {{"node": "once"}}, "resolution": 8}}}}{rest}
            }}"#
        )
    }

    #[test]
    fn a_pass_reads_the_samples_of_the_previous_pass_unchanged() {
        let text = document(r#"}, "outputs": {"value": {"node": "again"}}"#);
        let (program, bound) = lowered(&text, 1);
        let [first, second] = program.rasters() else { panic!("two rasters") };
        assert_eq!(first.varying(program.rasters()).len(), 1);
        assert_eq!(second.varying(program.rasters()).len(), 0);
        program.sample(&bound, [0.0; 4]);
        let [first, second] = bound.rasters().unwrap() else { panic!("two rasters") };
        let [first, second] = [first, second].map(|raster| raster.channel(0));
        assert!((0..8).all(|sample| first.at(sample) == second.at(sample)), "edges are not smoothed");
        assert_ne!(first.at(9), second.at(9));
    }

    #[test]
    fn a_node_evaluated_at_many_positions_has_one_raster() {
        let text = document(
            r#", "fractal": {"type": "fractal/fbm", "inputs": {"value": {"node": "once"}, "octaves": 6}}},
            "outputs": {"value": {"node": "fractal"}}"#,
        );
        let (program, _) = lowered(&text, 1);
        let samples = program.operations().iter().filter(|operation| matches!(operation, Operation::Raster(..)));
        assert_eq!((program.rasters().len(), samples.count()), (1, 6));
    }
}
