//! The distance to an ellipsoid or an ellipse.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::distances::shape_pictures;
use crate::parts::distances::signed_distance::{self, length};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Ellipsoid", lower)
        .describe(
            "A ball that is longer or shorter along each axis, or an ellipse for flat pictures, as the distance to \
             its surface: eggs, pebbles, lenses, seeds, eyes. Exact to a millionth for radii up to four to one; \
             flatter ones give a bound in places deep inside. It costs about as much as three octaves of noise; a \
             stretched `shape/sphere` is cheaper, but its distance is stretched, too. By Newton's method after Jorge \
             Moré and Danny Sorensen, \"Computing a Trust Region Step\" (1983).",
        )
        .search(&["ellipse", "oval", "egg", "pebble", "lens", "seed", "squashed", "distance", "sdf", "primitive"])
        .input(
            InputDefinition::vector("radii", [0.4, 0.25, 0.25])
                .hard(0.0..=f32::MAX)
                .soft(0.0..=1.0)
                .step(0.01)
                .unit("units")
                .describe("The distances from the middle to the surface along x, y and z."),
        )
        .input(
            signed_distance::dimensions()
                .describe("2 is an ellipse, which extends along z without end; 3 is an ellipsoid."),
        );
    signed_distance::describe(definition).example(shape_pictures::solid(
        "Two pebbles",
        EXAMPLE,
        ["#1d332c", "#b9cdb0", "#4b3f48", "#1a141a"],
    ))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [x, y, z] = signed_distance::from_center(context)?;
    // A radius of 0 would hide the distance to the flat side.
    let [a, b, c] = context.vector("radii")?.map(|radius| radius.max(1e-6));
    let distance =
        if context.integer("dimensions") == 2 { distance([x, y], [a, b]) } else { distance([x, y, z], [a, b, c]) };
    Ok(vec![Field::Float(distance)])
}

/// The number of steps of Newton's method.
const STEPS: usize = 5;

/// The signed distance of a point.
///
/// The nearest point of the surface is `radius² point / (radius² + t)` along each axis, for a `t` that puts it on the
/// surface: where the length of `radius point / (radius² + t)` is 1. The inverse of this length is nearly a straight
/// line over t, and bends so that Newton's method never passes the solution. The squared distance is the greatest
/// value of `t (sum of point² / (radius² + t) - 1)`. So an error of t counts twice over, and only makes the distance
/// smaller.
fn distance<'a, const N: usize>(point: [Expr<'a>; N], radii: [Expr<'a>; N]) -> Expr<'a> {
    let squares = radii.map(|radius| radius * radius);
    let least = all(squares, Expr::min);
    // t counts from minus the least square, below which there is no solution.
    let spare = squares.map(|square| square - least);
    let scaled = zip(radii, point, |radius, coordinate| radius * coordinate.abs());
    // Two values that t exceeds: each coordinate alone, and all as if they had the greatest radius.
    let alone = all(zip(scaled, spare, |scaled, spare| scaled - spare), Expr::max);
    let mut t = alone.max(length(scaled) - all(spare, Expr::max));
    for _ in 0..STEPS {
        let inverse = spare.map(|spare| t.builder().constant(1.0) / (spare + t));
        let parts = zip(scaled, inverse, |scaled, inverse| scaled * inverse);
        let terms = parts.map(|part| part * part);
        let square = sum(terms);
        let slope = sum(zip(terms, inverse, |term, inverse| term * inverse));
        t = t + (square / slope * (square.sqrt() - 1.0)).max(0.0);
    }
    let terms = zip(point, spare, |coordinate, spare| coordinate * coordinate / (spare + t));
    let t = t - least;
    let distance = (t * (sum(terms) - 1.0)).sqrt();
    t.select(distance, -distance)
}

fn zip<'a, const N: usize>(
    a: [Expr<'a>; N],
    b: [Expr<'a>; N],
    f: impl Fn(Expr<'a>, Expr<'a>) -> Expr<'a>,
) -> [Expr<'a>; N] {
    std::array::from_fn(|axis| f(a[axis], b[axis]))
}

fn sum<'a, const N: usize>(terms: [Expr<'a>; N]) -> Expr<'a> {
    all(terms, |sum, term| sum + term)
}

/// All components combined, of which there is at least one.
fn all<'a, const N: usize>(parts: [Expr<'a>; N], f: impl Fn(Expr<'a>, Expr<'a>) -> Expr<'a>) -> Expr<'a> {
    parts[1..].iter().fold(parts[0], |all, part| f(all, *part))
}

const EXAMPLE: &str = r#""large": {"type": "shape/ellipsoid", "inputs": {"radii": [0.36, 0.13, 0.25], "center": [0, 0.12, 0]}},
    "small": {"type": "shape/ellipsoid", "inputs": {"radii": [0.22, 0.1, 0.17], "center": [0.05, -0.1, 0]}},
    "both": {"type": "math/minimum", "inputs": {"a": {"node": "large"}, "b": {"node": "small"}}},
    "shape": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "both"}, "translate": [0.5, 0.5, 0], "rotate": [-24, 20, -8]}
    }"#;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::shape_oracle as check;

    fn inside(radii: [f64; 3]) -> impl Fn([f64; 3]) -> bool {
        move |position| (0..3).map(|axis| (position[axis] / radii[axis]).powi(2)).sum::<f64>() < 1.0
    }

    #[test]
    fn is_the_distance_to_an_ellipsoid() {
        for radii in [[0.6, 0.3, 0.4], [0.2, 0.8, 0.2], [0.5, 0.5, 0.5], [0.4, 0.1, 0.2]] {
            let shape = check::shape("shape/ellipsoid", &format!(r#""radii": {radii:?}, "center": 0"#));
            check::is_exact(3, &shape, &inside(radii));
            let inputs = format!(r#""radii": {radii:?}, "center": 0, "dimensions": 2"#);
            let flat = inside([radii[0], radii[1], f64::MAX]);
            check::is_exact(2, &check::shape("shape/ellipsoid", &inputs), &flat);
        }
    }

    #[test]
    fn a_flat_ellipsoid_is_a_bound_without_breaks() {
        let radii = [0.8, 0.02, 0.5];
        let shape = check::shape("shape/ellipsoid", &format!(r#""radii": {radii:?}, "center": 0"#));
        check::is_bound(3, &shape, &inside(radii));
    }

    #[test]
    fn is_exact_on_the_axes_and_the_planes() {
        let shape = check::shape("shape/ellipsoid", r#""radii": [0.6, 0.3, 0.4], "center": 0"#);
        let on_axis = |position: [f64; 3], expected: f64| {
            assert!((shape(position) - expected).abs() < 1e-6, "{position:?}: {}", shape(position));
        };
        on_axis([0.0, 0.0, 0.0], -0.3);
        on_axis([0.9, 0.0, 0.0], 0.3);
        on_axis([0.0, -0.5, 0.0], 0.2);
        on_axis([0.0, 0.1, 0.0], -0.2);
        // Beyond 0.45, the center of the tightest curve, the tip is the nearest point.
        on_axis([0.5, 0.0, 0.0], -0.1);
    }
}
