//! Where rays meet shapes, and what stands in the way of light.

use crate::camera::Ray;
use crate::shape::Shape;
use crate::vector::Vector;

/// How near to the surface counts as on it: far below what a float of a position can tell.
const CLOSE: f64 = 1e-10;
/// Up to which distance the way is extrapolated where a shape is not convex: much less than any is thick.
const NEARBY: f64 = 0.02;
/// The most steps towards a surface; rays that graze one take some thirty.
const STEPS: usize = 160;

/// How far along a ray the shape's surface is first met.
///
/// Walks by the distance to the surface (Hart, *Sphere Tracing*, 1996), and where the distance shrinks steadily to
/// where a straight line says it vanishes. Along a line the distance from a convex body is a convex function, so that
/// this never goes too far; close to any other shape, one that goes too far comes back.
pub(crate) fn meet(shape: Shape, ray: &Ray) -> Option<f64> {
    let [near, far] = ray.through_ball(shape.middle(), shape.radius())?;
    let (mut way, mut distance) = (near, shape.distance(ray.at(near)));
    let mut slope: Option<f64> = None;
    let limit = if shape.is_convex() { f64::INFINITY } else { NEARBY };
    for _ in 0..STEPS {
        if distance.abs() < CLOSE {
            return Some(way);
        }
        let step = match slope {
            Some(slope) if distance < limit && slope < 0.0 => {
                let (most, least) = (8.0 * distance.abs(), -8.0 * distance.abs());
                (-distance / slope).clamp(least, most)
            }
            Some(_) if distance > 0.0 && limit > distance && shape.is_convex() => return None,
            _ => distance,
        };
        let next = shape.distance(ray.at(way + step));
        slope = Some((next - distance) / step);
        (way, distance) = (way + step, next);
        if way > far {
            return None;
        }
    }
    (distance < 1e-6).then_some(way)
}

/// How much of the sky a point of the surface sees past the shape and the ground: 1 for all of it.
///
/// By how much nearer things are than they would be if there were nothing but the surface itself (Evans, *Fast
/// Approximations for Global Illumination on Dynamic Scenes*, 2006).
pub(crate) fn openness(point: Vector, normal: Vector, distance: impl Fn(Vector) -> f64) -> f64 {
    let mut occlusion = 0.0;
    let mut weight = 0.6;
    for height in [0.03, 0.075, 0.14, 0.24, 0.38] {
        occlusion += weight * (1.0 - distance(point + normal * height).clamp(0.0, height) / height);
        weight *= 0.72;
    }
    // Smoothly, so that no edge shows where nothing is in the way any more.
    let open = 1.0 - (occlusion / 1.9).clamp(0.0, 1.0);
    open * open * (3.0 - 2.0 * open)
}

/// How much of a broad light a point sees past the shape: 1 for all of it.
///
/// By the narrowest angle between the shape and the ray towards the light, which is negative where the ray goes
/// through the shape, so that the shade is soft on both sides of its edge (Inigo Quilez, *Soft shadows*).
pub(crate) fn light_past(shape: Shape, point: Vector, towards: Vector, breadth: f64) -> f64 {
    let ray = Ray { origin: point, direction: towards };
    let Some([_, far]) = ray.through_ball(shape.middle(), shape.radius() + 0.3) else { return 1.0 };
    // All of it where the light's cone passes even the ball around the shape: the ray and the cone's side are nearest to
    // it a little behind where the ray itself is.
    let from = point - shape.middle();
    let nearest = -from.dot(towards);
    let off = (from + towards * nearest).length();
    if off * (1.0 - breadth * breadth).sqrt() - breadth * nearest.max(0.0) > shape.radius() {
        return 1.0;
    }
    let mut narrowest = 1f64;
    let mut way = 0.02;
    while way < far && narrowest > -1.0 {
        let distance = shape.distance(ray.at(way));
        narrowest = narrowest.min(distance / (breadth * way));
        way += distance.abs().clamp(0.012, 0.08);
    }
    let narrowest = narrowest.max(-1.0);
    0.25 * (1.0 + narrowest) * (1.0 + narrowest) * (2.0 - narrowest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::camera::{Camera, View};

    /// The first place where the distance is no more than 0, found with small steps.
    fn plainly(shape: Shape, ray: &Ray) -> Option<f64> {
        let [near, far] = ray.through_ball(shape.middle(), shape.radius())?;
        let steps = (0..40_000).map(|step| near + (far - near) * f64::from(step) / 40_000.0);
        steps.into_iter().find(|way| shape.distance(ray.at(*way)) <= 0.0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn the_first_place_is_found_and_no_other(
            shape in 0usize..6,
            yaw in -180.0f32..180.0,
            pitch in -90.0f32..90.0,
            x in 5.0..95.0,
            y in 5.0..95.0,
        ) {
            let shape = Shape::ALL[shape];
            let ray = Camera::new(shape, View { yaw, pitch, zoom: 1.0 }, 100, 100).ray(x, y);
            match (meet(shape, &ray), plainly(shape, &ray)) {
                (Some(found), Some(plain)) => {
                    prop_assert!((found - plain).abs() < 1e-3, "{shape:?}: {found} instead of {plain}");
                    prop_assert!(shape.distance(ray.at(found)).abs() < 1e-6);
                }
                // What the small steps jump over is thinner than a hair.
                (Some(found), None) => prop_assert!(shape.distance(ray.at(found + 2e-5)) > -1e-5),
                (None, Some(plain)) => prop_assert!(false, "{shape:?}: missed at {plain}"),
                (None, None) => {}
            }
        }
    }

    #[test]
    fn what_is_open_is_lit_and_what_is_covered_is_not() {
        let up = Vector::new(0.0, -1.0, 0.0);
        let free = |_: Vector| f64::INFINITY;
        assert_eq!(openness(Vector::default(), up, free), 1.0);
        let on_ground =
            |place: f64| openness(Vector::new(place, 0.5, 0.0), up, |point| Shape::Sphere.distance(point));
        assert!(on_ground(0.0) < 0.1 && on_ground(0.5) > on_ground(0.2) && on_ground(2.0) == 1.0);
        assert_eq!(light_past(Shape::Cube, Vector::new(0.0, -0.5, 0.0), up, 0.3), 1.0);
        assert!(light_past(Shape::Cube, Vector::new(0.0, 0.51, 0.0), up, 0.3) < 0.01);
    }
}
