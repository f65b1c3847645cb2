//! Complex numbers that are raised to a power again and again, until they leave a circle or the iterations end.
//!
//! All samples compute all iterations: a number that has left stays where it is. After Benoît Mandelbrot, "Fractal
//! Aspects of the Iteration of z → λz(1 − z)" (1980). The smooth count is that of Linas Vepstas, "Renormalizing the
//! Mandelbrot Escape" (1997); the estimate of the distance that of John Milnor and William Thurston, in Heinz-Otto
//! Peitgen and Dietmar Saupe, "The Science of Fractal Images" (1988).

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Suspended};
use travertine_noise::math;
use travertine_program::Expr;

use crate::parts::distances::signed_distance::length;

/// A complex number: its real and its imaginary part.
pub type Complex<'a> = [Expr<'a>; 2];

/// The square of the radius beyond which a number has left. The smooth count is accurate only far outside the set.
const ESCAPE_RADIUS_SQUARED: f32 = 65_536.0;

/// Adds the inputs after those of the fractal itself, and the outputs.
pub fn describe(definition: Definition, focus: [f32; 3]) -> Definition {
    definition
        .input(
            InputDefinition::integer("iterations", 48)
                .hard(1.0..=256.0)
                .soft(8.0..=128.0)
                .describe("The greatest number of iterations: more resolve finer tips, and cost as much more."),
        )
        .input(
            InputDefinition::integer("power", 2)
                .hard(2.0..=8.0)
                .soft(2.0..=8.0)
                .describe("The power in each iteration: 2 gives the classic shape, higher ones more arms."),
        )
        .input(
            InputDefinition::vector("focus", focus)
                .soft(-2.0..=2.0)
                .step(0.001)
                .describe("The complex number at `center`: x is its real part, y its imaginary part, downward."),
        )
        .input(
            InputDefinition::float("size", 3.0)
                .soft(0.0..=4.0)
                .step(0.001)
                .unit("per unit")
                .describe("The part of the complex plane across one unit: smaller values zoom in."),
        )
        .input(
            InputDefinition::vector("center", [0.5, 0.5, 0.0])
                .soft(0.0..=1.0)
                .step(0.01)
                .unit("units")
                .describe("The position of `focus` in the texture."),
        )
        .input(InputDefinition::position())
        .float_output(
            "value",
            "The number of iterations before the number leaves, as a part of all, without steps: 0 leaves at once, 1 \
             never.",
        )
        .float_output("count", "The number of iterations before the number leaves, without steps.")
        .float_output("inside", "1 where the number does not leave, 0 elsewhere.")
        .float_output(
            "distance",
            "An estimate of the distance to the set, in units: between half and twice the distance near the set, 0 \
             inside. Use it for sharp outlines and thin threads.",
        )
        .float_output("angle", "The direction in which the number leaves, in turns from 0 to 1.")
        .float_output("trap", "The distance of the orbit from 0, where it comes nearest: bubbles and stalks inside.")
}

/// The complex number at the node's position.
pub fn plane<'a>(context: &LoweringContext<'a>) -> Result<Complex<'a>, Suspended> {
    let (position, center) = (context.vector("position")?, context.vector("center")?);
    let (focus, size) = (context.vector("focus")?, context.float("size")?);
    Ok([0, 1].map(|axis: usize| (position[axis] - center[axis]) * size + focus[axis]))
}

/// The outputs for iterations `z^power + added` from a start. `moves` is 1 if the added number follows the position,
/// and 0 if the start does.
pub fn lower<'a>(context: &LoweringContext<'a>, start: Complex<'a>, added: Complex<'a>, moves: f32) -> Lowered<'a> {
    let (iterations, power) = (context.integer("iterations"), context.integer("power"));
    let zero = context.constant(0.0);
    let mut orbit = start;
    let mut derivative = [context.constant(1.0 - moves), zero];
    let mut count = zero;
    let mut trap = context.constant(ESCAPE_RADIUS_SQUARED);
    for iteration in 0..iterations {
        let square = square(orbit);
        // A start that is 0 everywhere would be the nearest point of all orbits.
        trap = if iteration == 0 && moves == 1.0 { trap } else { trap.min(square) };
        let stays = square.less(ESCAPE_RADIUS_SQUARED);
        count = count + stays;
        let lower_power = (2..power).fold(orbit, |product, _| multiply(product, orbit));
        let next = multiply(lower_power, orbit);
        let next = [next[0] + added[0], next[1] + added[1]];
        let slope = multiply(lower_power, derivative).map(|part| part * power as f32);
        let slope = [slope[0] + moves, slope[1]];
        orbit = [0, 1].map(|part: usize| stays.select(next[part], orbit[part]));
        derivative = [0, 1].map(|part: usize| stays.select(slope[part], derivative[part]));
    }
    let end = square(orbit);
    let leaves = 1.0 - end.less(ESCAPE_RADIUS_SQUARED);
    // In the last iteration the square grows from that of the circle at most to its power.
    let growth = (end.ln() / math::ln(ESCAPE_RADIUS_SQUARED)).max(1.0).log2() / math::log2(power as f32);
    let smooth = leaves.select((count - growth.min(1.0)).max(0.0), iterations as f32);
    let from_0 = end.sqrt();
    let per_unit = context.float("size")?.abs() * length(derivative);
    let distance = leaves.select((from_0 * end.ln() / per_unit * 0.5).max(0.0), 0.0);
    let angle = (orbit[1].atan2(orbit[0]) / TAU).fract();
    let outputs = [smooth / iterations as f32, smooth, 1.0 - leaves, distance, angle, trap.sqrt()];
    Ok(outputs.map(Field::Float).into())
}

fn square<'a>([real, imaginary]: Complex<'a>) -> Expr<'a> {
    real * real + imaginary * imaginary
}

fn multiply<'a>([a, b]: Complex<'a>, [c, d]: Complex<'a>) -> Complex<'a> {
    [a * c - b * d, a * d + b * c]
}
