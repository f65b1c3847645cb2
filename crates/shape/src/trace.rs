//! Intersections of rays and shapes, occlusion and shadows.

use travertine_mesh::Vector;

use crate::ray::Ray;
use crate::shape::Shape;

/// Distance from the surface that counts as on it: far below the resolution of a position's floats.
const CLOSE: f64 = 1e-10;
/// Distance up to which steps are extrapolated for shapes that are not convex: much less than their thickness.
const NEARBY: f64 = 0.02;
/// Maximum number of steps towards a surface. Grazing rays take about thirty.
const STEPS: usize = 160;

/// The distance at which a ray first meets the shape's surface, or `None` if it misses.
///
/// Sphere tracing (Hart, *Sphere Tracing*, 1996) with secant steps where the distance shrinks. Along a line, the
/// distance from a convex body is a convex function, so a secant step never overshoots. For other shapes, secant
/// steps are used only close to the surface, where an overshoot is corrected by the next step.
pub(crate) fn meet(shape: Shape, ray: &Ray) -> Option<f64> {
    let [near, far] = ray.through_ball(shape.middle(), shape.radius())?;
    if shape == Shape::Sphere {
        return Some(near);
    }
    let (mut along, mut distance) = (near, shape.distance(ray.at(near)));
    let mut slope: Option<f64> = None;
    let limit = if shape.is_convex() { f64::INFINITY } else { NEARBY };
    for _ in 0..STEPS {
        if distance.abs() < CLOSE {
            return Some(along);
        }
        let step = match slope {
            Some(slope) if distance < limit && slope < 0.0 => {
                let limit = 8.0 * distance.abs();
                // A grazing ray may need longer steps than that. The longest one ends it.
                let most = if shape.is_convex() { far - along + CLOSE } else { limit };
                (-distance / slope).clamp(-limit, most)
            }
            Some(_) if distance > 0.0 && limit > distance && shape.is_convex() => return None,
            _ => distance,
        };
        let next = shape.distance(ray.at(along + step));
        slope = Some((next - distance) / step);
        (along, distance) = (along + step, next);
        if along > far {
            return None;
        }
    }
    (distance < 1e-6).then_some(along)
}

/// The part of the sky that a point of the surface sees past the shape and the ground, 0 to 1.
///
/// Compares the distance at five heights above the surface with the height itself (Evans, *Fast Approximations for
/// Global Illumination on Dynamic Scenes*, 2006).
pub(crate) fn openness(point: Vector, normal: Vector, distance: impl Fn(Vector) -> f64) -> f64 {
    let mut occlusion = 0.0;
    let mut weight = 0.6;
    for height in [0.03, 0.075, 0.14, 0.24, 0.38] {
        occlusion += weight * (1.0 - distance(point + normal * height).clamp(0.0, height) / height);
        weight *= 0.72;
    }
    // A smoothstep, so that no edge shows where occlusion begins.
    let open = 1.0 - (occlusion / 1.9).clamp(0.0, 1.0);
    open * open * (3.0 - 2.0 * open)
}

/// The part of a broad light that a point sees past the shape, 0 to 1.
///
/// From the narrowest angle between the shape and the ray towards the light, negative inside the shape, so that the
/// shadow is soft on both sides of its edge (Inigo Quilez, *Soft shadows*).
pub(crate) fn light_past(shape: Shape, point: Vector, towards: Vector, breadth: f64) -> f64 {
    let ray = Ray { origin: point, direction: towards };
    let Some([_, far]) = ray.through_ball(shape.middle(), shape.radius() + 0.3) else { return 1.0 };
    // The light's cone may miss the ball around the shape altogether. The cone's side is nearest to the ball slightly
    // behind the ray's nearest point.
    let from = point - shape.middle();
    let nearest = -from.dot(towards);
    let off = (from + towards * nearest).length();
    if off * (1.0 - breadth * breadth).sqrt() - breadth * nearest.max(0.0) > shape.radius() {
        return 1.0;
    }
    let mut narrowest = 1f64;
    let mut along = 0.02;
    while along < far && narrowest > -1.0 {
        let distance = shape.distance(ray.at(along));
        narrowest = narrowest.min(distance / (breadth * along));
        along += distance.abs().clamp(0.012, 0.08);
    }
    let narrowest = narrowest.max(-1.0);
    0.25 * (1.0 + narrowest) * (1.0 + narrowest) * (2.0 - narrowest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::camera::Camera;
    use crate::scene::{Scene, View};

    /// The first point at which the distance is 0 or less, found with small steps.
    fn plainly(shape: Shape, ray: &Ray) -> Option<f64> {
        let [near, far] = ray.through_ball(shape.middle(), shape.radius())?;
        let steps = (0..40_000).map(|step| near + (far - near) * f64::from(step) / 40_000.0);
        steps.into_iter().find(|along| shape.distance(ray.at(*along)) <= 0.0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn the_first_intersection_is_found(
            shape in 0usize..6,
            yaw in -180.0f32..180.0,
            pitch in -90.0f32..90.0,
            x in 5.0..95.0,
            y in 5.0..95.0,
        ) {
            let shape = Shape::ALL[shape];
            let view = View { yaw, pitch, zoom: 1.0 };
            let ray = Camera::new(&Scene { view, ..Scene::new(shape) }, 100, 100).ray(x, y);
            match (meet(shape, &ray), plainly(shape, &ray)) {
                (Some(found), Some(plain)) => {
                    prop_assert!((found - plain).abs() < 1e-3, "{shape:?}: {found} instead of {plain}");
                    prop_assert!(shape.distance(ray.at(found)).abs() < 1e-6);
                }
                // The small steps can only miss a very thin part.
                (Some(found), None) => prop_assert!(shape.distance(ray.at(found + 2e-5)) > -1e-5),
                (None, Some(plain)) => prop_assert!(false, "{shape:?}: missed at {plain}"),
                (None, None) => {}
            }
        }
    }

    #[test]
    fn rays_almost_along_a_face_meet_it() {
        let view = View { yaw: -47.576847, pitch: -89.40855, zoom: 1.0 };
        let scene = Scene { view, ..Scene::new(Shape::Plane) };
        let ray = Camera::new(&scene, 100, 100).ray(68.29721333081288, 68.26534234886526);
        let (found, plain) = (meet(Shape::Plane, &ray).unwrap(), plainly(Shape::Plane, &ray).unwrap());
        assert!((found - plain).abs() < 1e-3, "{found} instead of {plain}");
    }

    #[test]
    fn open_points_are_lit_and_covered_points_are_dark() {
        let up = Vector::new(0.0, -1.0, 0.0);
        let free = |_: Vector| f64::INFINITY;
        assert_eq!(openness(Vector::default(), up, free), 1.0);
        let on_ground = |x: f64| openness(Vector::new(x, 0.5, 0.0), up, |point| Shape::Sphere.distance(point));
        assert!(on_ground(0.0) < 0.1 && on_ground(0.5) > on_ground(0.2) && on_ground(2.0) == 1.0);
        assert_eq!(light_past(Shape::Cube, Vector::new(0.0, -0.5, 0.0), up, 0.3), 1.0);
        assert!(light_past(Shape::Cube, Vector::new(0.0, 0.51, 0.0), up, 0.3) < 0.01);
    }
}
