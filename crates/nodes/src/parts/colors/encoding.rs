//! The scale on which a node changes the channels of a color: sRGB, which is even to the eye, or linear light.

use travertine_graph::definition::InputDefinition;
use travertine_graph::lowering::LoweringContext;
use travertine_program::Expr;

/// The input that selects the scale.
pub fn input() -> InputDefinition {
    InputDefinition::choice("space", &["srgb", "linear"]).describe(
        "The scale of the channels: `srgb` looks even to the eye and agrees with painting programs, `linear` is \
         the amount of light.",
    )
}

fn is_encoded(context: &LoweringContext) -> bool {
    context.choice("space") == "srgb"
}

/// Linear light on the node's scale.
pub fn encode<'a>(context: &LoweringContext<'a>, linear: Expr<'a>) -> Expr<'a> {
    if is_encoded(context) { linear.linear_to_srgb() } else { linear }
}

/// A channel on the node's scale as linear light.
pub fn decode<'a>(context: &LoweringContext<'a>, channel: Expr<'a>) -> Expr<'a> {
    if is_encoded(context) { channel.srgb_to_linear() } else { channel }
}
