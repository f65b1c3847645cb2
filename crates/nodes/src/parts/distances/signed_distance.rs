//! Common parts of the shapes, which are signed distances: negative inside, 0 on the surface, positive outside.
//!
//! A distance is *exact* if it is that to the nearest point of the surface, on both sides. It is a *bound* if the
//! surface may be farther away, but never nearer. Both change by at most the distance between two positions.
//!
//! Rounded shapes keep their size: flat sides stay where they are, and only edges and corners lose material. So the
//! shape is made smaller by the rounding first, and its distance reduced by the rounding afterwards.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{LoweringContext, Suspended};
use travertine_program::Expr;

use crate::parts::arithmetic::weighted;

/// Adds the inputs and the output of a shape after its measures.
pub fn describe(definition: Definition) -> Definition {
    output(
        definition
            .input(
                InputDefinition::vector("center", [0.5, 0.5, 0.0])
                    .soft(-1.0..=2.0)
                    .step(0.01)
                    .unit("units")
                    .describe("The middle of the shape. Set it to 0 for a motif that another node moves to its place."),
            )
            .input(InputDefinition::position()),
    )
}

/// Adds the output.
pub fn output(definition: Definition) -> Definition {
    definition.float_output(
        "distance",
        "The distance to the surface, in units: negative inside, 0 on the surface, positive outside.",
    )
}

/// A measure of a shape; constants must not be negative.
pub fn measure(name: &'static str, default: f32) -> InputDefinition {
    InputDefinition::float(name, default).hard(0.0..=f32::MAX).soft(0.0..=1.0).step(0.01).unit("units")
}

/// The radius of edges and corners.
pub fn rounding() -> InputDefinition {
    measure("rounding", 0.0).soft(0.0..=0.25).describe(
        "The radius of the edges and corners; 0 leaves them sharp. Flat sides stay where they are, so the shape \
         keeps its size. Limited to what fits into the shape.",
    )
}

/// The number of dimensions of a shape, 2 or 3.
pub fn dimensions() -> InputDefinition {
    InputDefinition::integer("dimensions", 3).hard(2.0..=3.0).soft(2.0..=3.0)
}

/// The axis of a shape.
pub fn axis(default: &'static str) -> InputDefinition {
    InputDefinition::choice("axis", &["x", "y", "z"]).default_choice(default)
}

/// The node's position from its center.
pub fn from_center<'a>(context: &LoweringContext<'a>) -> Result<[Expr<'a>; 3], Suspended> {
    let (position, center) = (context.vector("position")?, context.vector("center")?);
    Ok([0, 1, 2].map(|axis: usize| position[axis] - center[axis]))
}

/// The distance from the node's axis, and the coordinate along it, of a position from its center.
pub fn around_axis<'a>(context: &LoweringContext<'a>, [x, y, z]: [Expr<'a>; 3]) -> [Expr<'a>; 2] {
    match context.choice("axis") {
        "x" => [length([y, z]), x],
        "y" => [length([x, z]), y],
        _ => [length([x, y]), z],
    }
}

/// The length of a vector.
pub fn length<'a, const N: usize>(vector: [Expr<'a>; N]) -> Expr<'a> {
    weighted::sum(vector, vector).sqrt()
}

/// The distance to a corner between planes at right angles, from the distance to each of them.
///
/// Exact. The planes of a box, one for each axis, are those of the octant in which the position lies.
pub fn corner<'a, const N: usize>(planes: [Expr<'a>; N]) -> Expr<'a> {
    let outside = length(planes.map(|plane| plane.max(0.0)));
    let nearest = planes.into_iter().reduce(|nearest, plane| nearest.max(plane));
    outside + nearest.map_or(outside, |nearest| nearest.min(0.0))
}

/// The same with an edge of the given radius.
pub fn rounded_corner<'a, const N: usize>(planes: [Expr<'a>; N], radius: Expr<'a>) -> Expr<'a> {
    corner(planes.map(|plane| plane + radius)) - radius
}

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value_at;
    use crate::checks::shape_oracle as check;

    #[test]
    fn the_center_moves_the_shape() {
        for (node_type, inputs) in [
            ("shape/sphere", r#""radius": 0.25"#),
            ("shape/box", r#""size": [0.5, 0.75, 1]"#),
            ("shape/cylinder", r#""radius": 0.25, "height": 0.75"#),
            ("shape/torus", r#""radius": 0.5, "tube": 0.125"#),
            ("shape/cone", r#""radius": 0.5, "height": 0.75"#),
            ("shape/ellipsoid", r#""radii": [0.5, 0.25, 0.75]"#),
            ("shape/polygon", r#""radius": 0.5, "sides": 5"#),
        ] {
            let at = |center: &str, position: [f32; 3]| {
                let [x, y, z] = position;
                let inputs = format!(r#"{{{inputs}, "center": {center}}}"#);
                value_at(node_type, &inputs, [x, y, z, 0.0])
            };
            let moved = at("[1, -2, 4]", [1.25, -1.875, 4.5]);
            assert_eq!(at("[0, 0, 0]", [0.25, 0.125, 0.5]), moved, "{node_type}");
        }
    }

    #[test]
    fn defaults_are_in_the_middle_of_the_picture() {
        for name in ["sphere", "box", "cylinder", "torus", "cone", "ellipsoid", "capsule", "polygon"] {
            let shape = check::shape(&format!("shape/{name}"), "");
            for edge in 0..=16 {
                let along = f64::from(edge) / 16.0;
                for position in [[along, 0.0, 0.0], [along, 1.0, 0.0], [0.0, along, 0.0], [1.0, along, 0.0]] {
                    assert!(shape(position) > 0.05, "{name} at {position:?}");
                }
            }
            let inside = (0..256).filter(|i| shape([f64::from(i % 16) / 16.0, f64::from(i / 16) / 16.0, 0.0]) < 0.0);
            assert!(inside.count() > 20, "{name} is small");
        }
    }
}
