//! Tangent-space normals of heights.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

/// Adds the direction of green, and the outputs.
pub fn outputs(definition: Definition) -> Definition {
    definition
        .input(InputDefinition::choice("green", &["opengl", "directx"]).describe(
            "The direction of green: up for OpenGL, Vulkan, Blender, Unity and Godot; down for DirectX and \
             Unreal.",
        ))
        .vector_output("map", "The normal, moved from -1..1 to 0..1. Save it as linear data, without a color curve.")
        .vector_output("normal", "The normal, a vector of length 1.")
}

/// The outputs, given the rise of the height per unit to the right and down.
pub fn of<'a>(context: &LoweringContext<'a>, [right, down]: [Expr<'a>; 2]) -> Lowered<'a> {
    let length = (right * right + down * down + 1.0).sqrt();
    let green = if context.choice("green") == "directx" { -down } else { down };
    let normal = [-right / length, green / length, context.constant(1.0) / length];
    let map = normal.map(|part| part * 0.5 + 0.5);
    Ok(vec![Field::Vector(map), Field::Vector(normal)])
}
