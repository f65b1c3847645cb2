//! Edges that are as smooth as pixels demand: a pixel shows the part of it that lies on one side of an edge.
//!
//! An edge is where a *level* is 0. Its derivatives give the distance from a sample to the edge in pixels, whatever
//! bends and stretches the level. A pixel is the square around a sample, as wide as the footprint. So edges that are
//! straight within a pixel have exactly the mean over the pixel. Without footprints, all edges are hard.

use travertine_graph::definition::InputDefinition;
use travertine_graph::lowering::{Field, LoweringContext, Position, Suspended};
use travertine_program::Expr;

/// A smoothstep and a box that are equally blurred: the square of the box's width relative to the smoothstep's.
const SMOOTH_BOX: f32 = 5.0 / 3.0;

/// The input for the width of edges in pixels.
pub fn soften() -> InputDefinition {
    InputDefinition::float("soften", 1.0).hard(0.0..=f32::MAX).soft(0.0..=4.0).step(0.1).unit("pixels").describe(
        "The width over which an edge is smooth where pixels are known, as with --footprint: 1 gives each pixel its \
         mean at a single sample, more is softer, 0 is hard.",
    )
}

/// How much a level changes over the width that the input `soften` gives, along x, y and z; `None` if edges are hard.
pub fn changes<'a>(
    context: &LoweringContext<'a>,
    level: impl FnOnce(Position<'a>) -> Result<Field<'a>, Suspended>,
) -> Result<Option<[Field<'a>; 3]>, Suspended> {
    let soften = context.float("soften")?.max(0.0);
    let Some(width) = context.position().footprint.map(|footprint| footprint * soften) else { return Ok(None) };
    if width.is_constant(0.0) {
        return Ok(None);
    }
    Ok(Some(context.slopes_of(level)?.map(|slope| slope.map(|slope| slope * width))))
}

/// The same of a level that is a float.
pub fn change<'a>(
    context: &LoweringContext<'a>,
    level: impl FnOnce(Position<'a>) -> Result<Expr<'a>, Suspended>,
) -> Result<Option<[Expr<'a>; 3]>, Suspended> {
    let changes = changes(context, |position| level(position).map(Field::Float))?;
    Ok(changes.map(|changes| changes.map(Field::to_float)))
}

/// An edge where the level is 0: 0 below and 1 above, and in between the part of a pixel that lies above.
///
/// `edge` has the values where a pixel has no width. `width` is that of its own smooth slope, in units of the level.
pub fn step<'a>(edge: Expr<'a>, level: Expr<'a>, width: Expr<'a>, change: [Expr<'a>; 3]) -> Expr<'a> {
    blend(edge, part(level, change), level, width, blur(change))
}

/// The part of a pixel in which the level is above 0.
pub fn part<'a>(level: Expr<'a>, change: [Expr<'a>; 3]) -> Expr<'a> {
    let [most, rest] = sides(change);
    let hard = 1.0 - level.less(0.0);
    if most.is_constant(0.0) {
        return hard;
    }
    most.select(covered(level / most, (rest / most).clamp01()), hard)
}

/// The square of the width of a smoothstep that is blurred as much as a pixel.
pub fn blur<'a>(change: [Expr<'a>; 3]) -> Expr<'a> {
    let [most, rest] = sides(change);
    (most * most + rest * rest) * SMOOTH_BOX
}

/// The part of a pixel inside an edge, blended with the edge's own smooth slope by how much each blurs.
pub fn blend<'a>(edge: Expr<'a>, part: Expr<'a>, level: Expr<'a>, width: Expr<'a>, blur: Expr<'a>) -> Expr<'a> {
    if blur.is_constant(0.0) {
        return edge;
    }
    let own = width * width;
    let blended = if own.is_constant(0.0) {
        part
    } else {
        let smooth = (level / (own + blur).sqrt() + 0.5).smoothstep();
        part.mix(smooth, (own / (own + blur)).clamp01())
    };
    blur.select(blended, edge)
}

/// The change along the side of a pixel where it is greatest, and across it.
pub fn sides<'a>(change: [Expr<'a>; 3]) -> [Expr<'a>; 2] {
    let none = change[0].builder().constant(0.0);
    let changing = change.into_iter().filter(|part| !part.is_constant(0.0)).map(Expr::abs);
    changing.fold([none; 2], |[most, rest], part| {
        if most.is_constant(0.0) {
            return [part, none];
        }
        let less = most.min(part);
        let both = if rest.is_constant(0.0) { less } else { (rest * rest + less * less).sqrt() };
        [most.max(part), both]
    })
}

/// The part of a square on the upper side of a straight edge. Across the square, the level changes by 1 along one side
/// and by `slant`, from 0 to 1, along the other.
fn covered<'a>(level: Expr<'a>, slant: Expr<'a>) -> Expr<'a> {
    let depth = level.abs();
    // The edge cuts off a triangle, and after that also strips.
    let corner = ((1.0 + slant) * 0.5 - depth).max(0.0).min(slant);
    let strips = ((1.0 - slant) * 0.5 - depth).max(0.0);
    let less = (corner * corner / (slant * 2.0) + strips).max(0.0).min(0.5);
    level.less(0.0).select(less, 1.0 - less)
}

#[cfg(test)]
mod tests {
    use travertine_noise::Interval;

    use crate::checks::evaluate::{lowered_for, spaced_outputs};

    /// The side of the part of a picture that is compared, in pixels, and the place of its corner.
    const PIXELS: usize = 40;
    const CORNER: f32 = 0.21;
    /// The distance between pixels.
    const SPACING: f32 = 1.0 / 128.0;

    /// A document whose output is an edge, and its name.
    const EDGES: [(&str, &str); 8] = [
        ("checker", r#""edge": {"type": "pattern/checker@2", "inputs": {"size": [0.13, 0.17, 0.1]}}"#),
        ("fine checker", r#""edge": {"type": "pattern/checker@2", "inputs": {"size": [0.004, 0.006, 0.1]}}"#),
        (
            "bricks",
            r#""edge": {"type": "pattern/bricks@2", "inputs": {"joint": 0.04, "bevel": 0, "size": [0.25, 0.1, 0]}}"#,
        ),
        ("hexagons", r#""edge": {"type": "pattern/hexagons@2", "inputs": {"joint": 0.04, "bevel": 0}}"#),
        (
            "sphere",
            r#""sphere": {"type": "shape/sphere"},
            "edge": {"type": "shape/mask@2", "inputs": {"distance": {"node": "sphere"}, "softness": 0}}"#,
        ),
        (
            "text",
            r#""text": {"type": "input/text", "inputs": {"text": "Rgs", "size": 0.4, "weight": 0.16}},
            "edge": {"type": "shape/mask@2", "inputs": {"distance": {"node": "text"}, "softness": 0}}"#,
        ),
        (
            "threshold",
            r#""noise": {"type": "noise/perlin", "inputs": {"scale": 4, "dimensions": 2}},
            "edge": {"type": "math/threshold@2", "inputs": {"value": {"node": "noise"}, "threshold": 0.1}}"#,
        ),
        (
            "warped checker",
            r#""across": {"type": "math/formula", "inputs": {"formula": "x + 0.3*y"}},
            "down": {"type": "math/formula", "inputs": {"formula": "2*y - x"}},
            "turned": {"type": "vector/combine", "inputs": {"x": {"node": "across"}, "y": {"node": "down"}}},
            "edge": {
                "type": "pattern/checker@2", "inputs": {"size": [0.23, 0.37, 0.1], "position": {"node": "turned"}}
            }"#,
        ),
    ];

    fn document(nodes: &str) -> String {
        format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{"edge": {{"node": "edge"}}}}}}"#
        )
    }

    #[test]
    fn one_sample_is_the_mean_of_a_pixel_at_edges() {
        const SAMPLES: usize = 256;
        let mut wrong = Vec::new();
        // A lattice whose samples all lie at different places along both axes. Even so, the mean of 64 is wrong by more
        // than 2 of 255 at an edge that is straight.
        let samples = [1, 99].map(|step| {
            (0..SAMPLES).map(move |index| ((index * step % SAMPLES) as f32 + 0.5) / SAMPLES as f32).collect::<Vec<_>>()
        });
        for (name, nodes) in EDGES {
            let text = document(nodes);
            let (one, many) = (spaced_outputs(&text, 1, Some(SPACING)), spaced_outputs(&text, 1, None));
            let (mut sum, mut hard, mut edges) = (0.0, 0.0, 0);
            for pixel in 0..PIXELS * PIXELS {
                let [x, y] = [pixel % PIXELS, pixel / PIXELS].map(|index| index as f32);
                let place =
                    |across: f32, down: f32| [(x + across) * SPACING + CORNER, (y + down) * SPACING + CORNER, 0.0, 0.0];
                let corners = [[0.0, 0.0], [0.99, 0.0], [0.0, 0.99], [0.99, 0.99]];
                let here = one(place(0.5, 0.5))[0];
                if [0.0, 1.0].contains(&here) && corners.iter().all(|[x, y]| many(place(*x, *y))[0] == here) {
                    continue;
                }
                let values = samples[0].iter().zip(&samples[1]).map(|(across, down)| many(place(*across, *down))[0]);
                let mean = values.sum::<f32>() / SAMPLES as f32;
                if mean > 0.0 && mean < 1.0 {
                    edges += 1;
                    sum += f64::from((here - mean).abs());
                    hard += f64::from((many(place(0.5, 0.5))[0] - mean).abs());
                }
            }
            let [soft, hard] = [sum, hard].map(|sum| sum / f64::from(edges) * 255.0);
            println!("{name}: {soft:.2} of 255 at {edges} edges, {hard:.1} if hard");
            // A sheared pixel is no square.
            let most = if name == "warped checker" { 2.5 } else { 2.0 };
            if edges <= 50 || soft >= most || hard <= 30.0 {
                wrong.push(format!("{name}: {soft} at {edges}, {hard} if hard"));
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn without_softening_edges_are_those_without_pixels() {
        for (name, nodes) in EDGES {
            for soften in ["0", r#"{"parameter": "soften"}"#] {
                let hard = nodes.replace(r#"@2", "inputs": {"#, &format!(r#"@2", "inputs": {{"soften": {soften}, "#));
                let text = document(&hard).replacen(
                    r#""nodes""#,
                    r#""parameters": {"soften": {"type": "float", "default": 0}}, "nodes""#,
                    1,
                );
                let [spaced, exact] = [Some(0.02), None].map(|spacing| spaced_outputs(&text, 1, spacing));
                for step in 0..500 {
                    let at = [0.3719 * step as f32 % 1.0, 0.7137 * step as f32 % 1.0, 0.0, 0.0];
                    assert_eq!(spaced(at), exact(at), "{name} at {at:?}");
                }
            }
        }
    }

    #[test]
    fn ranges_stay_those_of_edges() {
        for (name, nodes) in EDGES {
            let (program, _) = lowered_for(&document(nodes), 1, Some(0.02));
            let found = program.intervals(&[], [Interval::EVERYTHING; 4])[program.outputs()[0].values[0].index()];
            assert!(found.min >= -1.0 && found.max <= 2.0, "{name}: {found:?}");
        }
    }
}
