//! Heights on three rings around a position, and the masks that follow from them: worn edges and dirt.
//!
//! Each ring has four heights, at the node's `distance`, a half and a quarter of it. The rings are turned against each
//! other, so that edges in all directions count nearly alike.

use std::f32::consts::FRAC_PI_2;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{LoweringContext, Suspended};
use travertine_noise::math;
use travertine_program::Expr;

use crate::parts::arithmetic::soft_step;
use crate::parts::sampling::height;

/// Adds the inputs of a mask that follows from a height.
pub fn describe(definition: Definition, distance: f32, softness: f32, what: &str) -> Definition {
    definition
        .input(height::input())
        .input(
            InputDefinition::float("strength", 1.0)
                .soft(0.0..=16.0)
                .step(0.1)
                .describe("A factor of the heights: raise it until the finest edges show."),
        )
        .input(
            InputDefinition::float("distance", distance)
                .soft(0.001..=0.2)
                .step(0.001)
                .unit("units")
                .describe("The distance within which heights are compared, at three scales: more finds broader forms."),
        )
        .input(InputDefinition::float("noise", 0.0).soft(-1.0..=1.0).step(0.01).describe(
            "A field that breaks the mask up, such as a noise: -1 removes it, 0 leaves it alone, 1 makes it twice as \
             strong.",
        ))
        .input(
            InputDefinition::float("amount", 0.5)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe(format!("The amount of {what}: 0 is none, 1 is wherever there is a trace.")),
        )
        .input(
            InputDefinition::float("softness", softness)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("The softness of the mask's border: 0 gives a hard one."),
        )
}

/// The mask for what a form invites, from 0 to 1: broken up by the noise, and cut off by the amount.
pub fn mask<'a>(context: &LoweringContext<'a>, form: Expr<'a>) -> Result<Expr<'a>, Suspended> {
    let broken = form * (context.float("noise")? + 1.0).max(0.0);
    let softness = context.float("softness")?.max(0.0);
    // A soft border ends at 0, so that level ground stays clean.
    let least = (1.0 - context.float("amount")?).max(0.0);
    Ok(broken.select(soft_step::between(broken, least, least + softness), 0.0))
}

/// The rises from a position to those around it.
pub struct Rings<'a> {
    /// By ring, for each of its four heights, the rise per unit of distance.
    rises: [[Expr<'a>; 4]; 3],
}

impl<'a> Rings<'a> {
    /// Evaluates the height at twelve places and here.
    pub fn around(context: &LoweringContext<'a>) -> Result<Rings<'a>, Suspended> {
        let (distance, none) = (context.float("distance")?, context.constant(0.0));
        let here = height::at(context, none, none)?;
        let mut rises = [[none; 4]; 3];
        for (ring, rises) in rises.iter_mut().enumerate() {
            // A whole, a half, a quarter; turned by 0, 30 and 60 degrees.
            let radius = distance * [1.0, 0.5, 0.25][ring];
            for (quarter, rise) in rises.iter_mut().enumerate() {
                let angle = (quarter as f32 + ring as f32 / 3.0) * FRAC_PI_2;
                let found = context.once(|| {
                    let [x, y] = [math::cos(angle), math::sin(angle)].map(|part| radius * part);
                    Ok(((height::at(context, x, y)? - here) / radius).into())
                })?;
                *rise = found.to_float();
            }
        }
        Ok(Rings { rises })
    }

    /// How much the surroundings rise above the position, at all three scales: 1 in a groove whose sides rise by 45
    /// degrees, -1 on such a ridge.
    pub fn concavity(&self) -> Expr<'a> {
        let sums = self.rises.map(|[a, b, c, d]| (a + b) + (c + d));
        // The mean over all directions of the rise towards a straight line is 2/π of the steepest.
        (sums[0] + sums[1] + sums[2]) * (FRAC_PI_2 / 12.0)
    }

    /// The part of the sky that the surroundings hide: the mean sine of the elevations of all places.
    pub fn hidden(&self) -> Expr<'a> {
        let sums = self.rises.map(|ring| {
            let [a, b, c, d] = ring.map(|rise| {
                let up = rise.max(0.0).min(1e18);
                up / (up * up + 1.0).sqrt()
            });
            (a + b) + (c + d)
        });
        (sums[0] + sums[1] + sums[2]) / 12.0
    }
}
