//! Waveforms: the profile of a wave over one turn, from 0 to 1.

use std::f32::consts::TAU;

use travertine_graph::definition::InputDefinition;
use travertine_graph::lowering::LoweringContext;
use travertine_program::Expr;

/// The input that shifts the wave.
pub fn phase() -> InputDefinition {
    InputDefinition::float("phase", 0.0)
        .soft(0.0..=1.0)
        .step(0.01)
        .unit("turns")
        .describe("The shift of the pattern. A noise makes it wavy.")
}

/// The input that selects a profile.
pub fn profile() -> InputDefinition {
    InputDefinition::choice("profile", &["saw", "sine", "triangle", "square"]).describe(
        "The shape of the wave over one turn: a rise and a sudden fall, a sine, a straight rise and fall, or \
         0 for the first half and 1 for the second.",
    )
}

/// The selected profile: 0 at whole turns; the sine and the triangle reach 1 at half turns.
pub fn at<'a>(context: &LoweringContext<'a>, turns: Expr<'a>) -> Expr<'a> {
    let turn = turns.fract();
    match context.choice("profile") {
        "sine" => 0.5 - (turn * TAU).cos() * 0.5,
        "triangle" => 1.0 - (turn * 2.0 - 1.0).abs(),
        "square" => 1.0 - turn.less(0.5),
        _ => turn,
    }
}
