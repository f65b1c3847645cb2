//! Pieces of tilings, such as bricks: the inputs and outputs that all tilings share, so that a wire fits every one.
//!
//! A node computes in which [`Piece`] a point lies.

use std::array;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position, Suspended};
use travertine_program::Expr;

use crate::parts::arithmetic::soft_step;
use crate::parts::lattices::random;
use crate::parts::sampling::coverage;

/// The piece in which a point lies.
pub struct Piece<'a> {
    /// Three whole numbers that no other piece has, each within its [period](Periods).
    pub cell: [Expr<'a>; 3],
    /// The distance from the point to the border of the piece, in units. Rounding may carry it below 0.
    pub edge: Expr<'a>,
    /// The middle of the piece, in units: the same bits at all its points.
    pub center: [Expr<'a>; 3],
    /// The position of the point from the middle, along the axes of the piece, in units.
    pub local: [Expr<'a>; 3],
}

impl<'a> Piece<'a> {
    /// The outputs that all tilings have, in their order.
    pub fn outputs(self, context: &LoweringContext<'a>, position: Position<'a>) -> Lowered<'a> {
        let (joint, bevel) = (context.float("joint")?, context.float("bevel")?);
        let value = face(self.edge.max(0.0), joint, bevel, position.footprint);
        Ok(self.with_value(context, value))
    }

    /// The same with edges that are smooth over a pixel, given the distances to the lines that bound the piece, and how
    /// much they change over a pixel.
    ///
    /// `agreements` specifies how much of a pixel that two lines cut at a corner lies on the same side of both, between
    /// the product of the parts, 0, as at right angles, and the lesser of them, 1, as for one line. For each line it is
    /// the agreement with those before it.
    pub fn softened<const SIDES: usize>(
        self,
        context: &LoweringContext<'a>,
        sides: [Expr<'a>; SIDES],
        agreements: [f32; SIDES],
        changes: Option<[Field<'a>; 3]>,
    ) -> Lowered<'a> {
        let (joint, bevel) = (context.float("joint")?, context.float("bevel")?.max(0.0));
        let edge = self.edge.max(0.0);
        let slope = |edge: Expr<'a>| slope(edge - joint * 0.5, bevel, None);
        let Some(changes) = changes else { return Ok(self.with_value(context, slope(edge))) };
        let changes: [_; SIDES] = array::from_fn(|side| changes.map(|change| change.components()[side]));
        let level = |edge: Expr<'a>| edge - joint * 0.5 - bevel * 0.5;
        let parts = |sign: f32| array::from_fn(|side| coverage::part(level(sides[side] * sign), changes[side]));
        let both = |parts: [Expr<'a>; SIDES]| {
            parts.into_iter().zip(agreements).fold(context.constant(1.0), |before, (part, agreement)| {
                let product = before * part;
                if agreement == 0.0 { product } else { product.mix(before.min(part), context.constant(agreement)) }
            })
        };
        let (inside, outside) = (both(parts(1.0)), 1.0 - both(parts(-1.0).map(|part| 1.0 - part)));
        let blur = changes.map(coverage::blur).into_iter().fold(context.constant(0.0), Expr::max);
        let face = |edge, part| coverage::blend(slope(edge), part, level(edge), bevel, blur);
        // The next piece, of which a pixel near the border shows a part.
        let value = (face(edge, inside) + face(-edge, outside)).min(1.0);
        // Without a pixel there is no next piece.
        let value = blur.select(value, slope(edge));
        Ok(self.with_value(context, value))
    }

    /// The outputs, the first of which is the value.
    fn with_value(self, context: &LoweringContext<'a>, value: Expr<'a>) -> Vec<Field<'a>> {
        vec![
            Field::Float(value),
            Field::Float(self.edge.max(0.0)),
            Field::Float(random::of_piece(context, self.cell, 0)),
            Field::Vector(self.center),
            Field::Vector(self.local),
        ]
    }
}

/// 1 on the face of a piece, 0 in the joint, and a smooth slope between.
///
/// Where samples are far apart, a sample near the border shows a part of the next piece as well, so that a joint much
/// finer than the samples vanishes.
fn face<'a>(edge: Expr<'a>, joint: Expr<'a>, bevel: Expr<'a>, footprint: Option<Expr<'a>>) -> Expr<'a> {
    let face = |edge: Expr<'a>| slope(edge - joint * 0.5, bevel, footprint);
    if footprint.is_some() { (face(edge) + face(-edge)).min(1.0) } else { face(edge) }
}

/// A smooth slope from 0 at a distance of 0 to 1 at a distance of `width`; a step at 0 for a width of 0.
///
/// Where samples are further apart than the slope is wide, it is as wide as their distance, and its middle stays.
pub fn slope<'a>(distance: Expr<'a>, width: Expr<'a>, footprint: Option<Expr<'a>>) -> Expr<'a> {
    let width = width.max(0.0);
    let none = distance.builder().constant(0.0);
    let Some(footprint) = footprint else { return soft_step::between(distance, none, width) };
    let (middle, half) = (width * 0.5, width.max(footprint) * 0.5);
    soft_step::between(distance, middle - half, middle + half)
}

/// The input for the size of the pieces.
pub fn size(default: [f32; 3]) -> InputDefinition {
    InputDefinition::vector("size", default).hard(0.0..=f32::MAX).soft(0.0..=1.0).step(0.005).unit("units")
}

/// The input for the irregularity of the sizes, which are even by default.
pub fn jitter() -> InputDefinition {
    jitter_of(0.0)
}

/// The input for the irregularity of the sizes.
pub fn jitter_of(default: f32) -> InputDefinition {
    InputDefinition::fraction("jitter", default)
}

/// The irregularity of the sizes, from 0 to 1.
pub fn irregularity<'a>(context: &LoweringContext<'a>) -> Result<Expr<'a>, Suspended> {
    Ok(context.float("jitter")?.clamp01())
}

/// Adds the inputs of the joints.
pub fn joints(definition: Definition, joint: f32, bevel: f32) -> Definition {
    let width = |name, default| {
        let input = InputDefinition::float(name, default).hard(0.0..=f32::MAX);
        input.soft(0.0..=0.1).step(0.001).unit("units")
    };
    definition
        .input(
            width("joint", joint).describe(
                "The width of the joint between two pieces: 0 is none. It narrows the pieces, not their pitch.",
            ),
        )
        .input(width("bevel", bevel).describe(
            "The width of the slope from the joint up to the face of a piece: 0 is a sharp edge, half the \
             size of a piece rounds all of it.",
        ))
}

/// Adds the inputs that place a tiling. `period` says in which pieces the period counts, and which numbers fit.
pub fn place(definition: Definition, period: &str) -> Definition {
    definition.input(InputDefinition::seed()).input(InputDefinition::position()).input(
        InputDefinition::vector("period", [0.0; 3])
            .hard(0.0..=65_536.0)
            .soft(0.0..=64.0)
            .step(1.0)
            .unit("pieces")
            .describe(format!(
                "The number of pieces after which the random numbers repeat: {period} 0 is no repetition. A \
                 picture of one unit tiles if the period times the size is 1.",
            )),
    )
}

/// [Places](place) a tiling and adds the outputs that all tilings have.
pub fn placed(definition: Definition, period: &str) -> Definition {
    outputs(place(definition, period))
}

/// Adds the outputs that all tilings have.
pub fn outputs(definition: Definition) -> Definition {
    definition
        .float_output(
            "value",
            "1 on the face of a piece and 0 in the joint, with a slope of the width `bevel` between.",
        )
        .float_output(
            "edge",
            "The distance to the border of the piece, which is the middle of the joint, in units: 0 at the \
             border. It does not depend on `joint`.",
        )
        .float_output("id", "A random number from 0 to 1 for each piece.")
        .vector_output("center", "The middle of the piece, in units, constant within it.")
        .vector_output(
            "local",
            "The position from the middle of the piece, turned with it, in units. Connect it to the position \
             of a texture to give each piece its own.",
        )
}

/// The periods of a node's random numbers along x, y and z, in pieces; 0 is none.
pub struct Periods<'a>([Expr<'a>; 3]);

impl<'a> Periods<'a> {
    /// The periods that the node's input defines.
    pub fn of(context: &LoweringContext<'a>) -> Result<Periods<'a>, Suspended> {
        Ok(Periods(context.vector("period")?.map(|period| period.round().abs())))
    }

    /// The number of a piece along an axis, within the period.
    pub fn wrap(&self, axis: usize, index: Expr<'a>) -> Expr<'a> {
        self.wrap_parts(axis, index, index.builder().constant(1.0))
    }

    /// The same where `parts` numbers go to each piece.
    pub fn wrap_parts(&self, axis: usize, index: Expr<'a>, parts: Expr<'a>) -> Expr<'a> {
        let period = (self.0[axis] * parts).round();
        period.select(index.modulo(period), index)
    }
}

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{alone, spaced_outputs};

    /// The values of a tiling along x, at samples a distance apart.
    fn row(node_type: &str, inputs: &str, spacing: Option<f32>) -> Vec<f32> {
        let at = spaced_outputs(&alone(node_type, inputs, &["value"]), 1, spacing);
        (0..2000).map(|step| at([step as f32 / 1000.0 + 0.0003, 0.45, 0.0, 0.0])[0]).collect()
    }

    const TILINGS: [(&str, &str); 9] = [
        ("pattern/tiles", r#""size": [0.25, 0.9, 0]"#),
        ("pattern/bricks", r#""size": [0.25, 0.9, 0]"#),
        ("pattern/hexagons", r#""size": [0.25, 0, 0]"#),
        ("pattern/triangles", r#""size": [0.25, 0, 0]"#),
        ("pattern/parquet", r#""size": [0.25, 0.125, 0]"#),
        ("pattern/scales", ""),
        ("pattern/arc-pavement", ""),
        ("pattern/tiling", ""),
        ("pattern/penrose", ""),
    ];

    #[test]
    fn values_are_0_in_the_joint_and_1_on_the_face() {
        for (node_type, inputs) in TILINGS {
            let comma = if inputs.is_empty() { "" } else { ", " };
            let values = row(node_type, &format!(r#"{inputs}{comma}"joint": 0.02, "bevel": 0"#), None);
            assert!(values.iter().all(|value| *value == 0.0 || *value == 1.0), "{node_type}");
            assert!(values.contains(&0.0) && values.contains(&1.0), "{node_type}");
            let soft = row(node_type, &format!(r#"{inputs}{comma}"joint": 0.02, "bevel": 0.01"#), None);
            assert!(soft.iter().any(|value| *value > 0.1 && *value < 0.9), "{node_type}");
            // Without a joint and a bevel there is nothing but faces.
            let whole = row(node_type, &format!(r#"{inputs}{comma}"joint": 0, "bevel": 0"#), None);
            assert!(whole.iter().all(|value| *value == 1.0), "{node_type}");
        }
    }

    #[test]
    fn coarse_samples_soften_the_joints() {
        for (node_type, inputs) in TILINGS {
            let comma = if inputs.is_empty() { "" } else { ", " };
            let inputs = format!(r#"{inputs}{comma}"joint": 0.004, "bevel": 0"#);
            let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len() as f32;
            let sharp = row(node_type, &inputs, None);
            let soft = row(node_type, &inputs, Some(0.01));
            let softest = soft.iter().fold(1.0_f32, |least, value| least.min(*value));
            assert!(softest > 0.2, "{node_type}: {softest}");
            assert!((mean(&sharp) - mean(&soft)).abs() < 0.02, "{node_type}: {} and {}", mean(&sharp), mean(&soft));
            // Samples that are close together change nothing but the very edge.
            let fine = row(node_type, &inputs, Some(1e-6));
            let same = fine.iter().zip(&sharp).filter(|(a, b)| a == b).count();
            assert!(same > 1990, "{node_type}: {same}");
        }
    }
}
