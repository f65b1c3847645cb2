//! Pictures of a shape: masks and heights from its distance.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::LoweringContext;
use travertine_program::Expr;

/// Adds what the node is, and the inputs for the distance and for the edges.
pub fn describe(definition: Definition) -> Definition {
    definition
        .describe(
            "Turns the distance to a shape into pictures of it: the filled shape, its outline, a bevel, a rounded \
             height for relief, and a glow. Edges are softened by the spacing of the samples where detail follows it. \
             Any distance serves, such as that to the edges of cells.",
        )
        .search(&[
            "fill",
            "stroke",
            "outline",
            "border",
            "contour",
            "bevel",
            "emboss",
            "chamfer",
            "dome",
            "glow",
            "shadow",
            "halo",
            "antialias",
            "sdf",
            "stencil",
            "distance",
        ])
        .input(
            InputDefinition::required("distance", ValueType::Float)
                .unit("units")
                .describe("The distance to the border, negative inside."),
        )
        .input(
            InputDefinition::float("offset", 0.0)
                .soft(-0.2..=0.2)
                .step(0.005)
                .unit("units")
                .describe("The distance by which the shape grows, or shrinks if negative."),
        )
        .input(
            InputDefinition::float("width", 0.05)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=0.5)
                .step(0.005)
                .unit("units")
                .describe(
                    "The width of the outline, half of it on each side of the border; of the slope of bevel and \
                     height, inward; and of the glow, outward. 0 gives hard edges and no outline.",
                ),
        )
        .input(
            InputDefinition::float("softness", 0.005)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=0.2)
                .step(0.001)
                .unit("units")
                .describe("The width of the soft edge of fill and outline; 0 is hard."),
        )
}

/// Adds the section of the height's slope, and the outputs.
pub fn outputs(definition: Definition) -> Definition {
    definition
        .input(InputDefinition::choice("profile", &["round", "smooth", "hollow"]).describe(
            "The section of the height's slope: a quarter of a circle as on a button, an S, or a quarter of a circle \
             that curves upward, as where a wall meets the floor.",
        ))
        .float_output("fill", "1 inside the shape, 0 outside.")
        .float_output("outline", "1 on the border, 0 elsewhere.")
        .float_output("bevel", "0 outside and on the border, rising evenly to 1 at `width` inside.")
        .float_output("height", "The bevel, bent by the profile.")
        .float_output("glow", "1 inside and on the border, falling smoothly to 0 at `width` outside.")
}

/// The height at a place of its slope, from 0 to 1.
pub fn profile<'a>(context: &LoweringContext<'a>, slope: Expr<'a>) -> Expr<'a> {
    match context.choice("profile") {
        "smooth" => slope.smoothstep(),
        "hollow" => 1.0 - (1.0 - slope * slope).sqrt(),
        _ => {
            let rest = 1.0 - slope;
            (1.0 - rest * rest).sqrt()
        }
    }
}
