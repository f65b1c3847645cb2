//! The studio: its lights, and the shading of a surface.
//!
//! A broad key light, a weak fill light on the other side, a rim light from behind, and a room that is bright above and
//! dim below. An environment with several main lights is as many studios, each in the color of its light. Colors are
//! linear.

use travertine_mesh::Vector;
use travertine_noise::math::exp2;

use crate::camera::Camera;
use crate::scene::Scene;
use crate::surface::Look;

/// Linear red, green and blue.
pub(crate) type Light = [f64; 3];

/// Brightness of a white surface that faces each light, and the breadth of the lights, which widens their reflections.
const KEY: Light = [0.93, 0.9, 0.86];
const FILL: Light = [0.13, 0.145, 0.165];
const RIM: Light = [0.42, 0.44, 0.47];
const BREADTH: f64 = 0.09;
/// Ambient light from above, from all around and from below.
const ABOVE: Light = [0.36, 0.375, 0.4];
const AROUND: Light = [0.2, 0.205, 0.215];
const BELOW: Light = [0.13, 0.125, 0.12];
/// Additional brightness of the ceiling in reflections, and brightness of the window behind the key light.
const CEILING: f64 = 0.55;
const WINDOW: f64 = 7.0;
/// Half the width and height of the window, as tangents of angles from its middle.
const PANE: [f64; 2] = [0.3, 0.36];

/// The lights around a viewer.
pub(crate) struct Studio {
    color: Light,
    /// Direction towards the main light.
    pub(crate) key: Vector,
    fill: Vector,
    rim: Vector,
    /// Directions along the edges of the window behind the main light.
    pane: [Vector; 2],
}

/// A point of a surface to be shaded.
pub(crate) struct Point {
    /// The normal of the shape.
    pub(crate) facing: Vector,
    /// The normal with bumps.
    pub(crate) normal: Vector,
    /// Direction towards the viewer.
    pub(crate) viewer: Vector,
    pub(crate) look: Look,
    /// The visible part of the room, 0 to 1.
    pub(crate) openness: f64,
}

/// The light that a point of a surface reflects and emits towards the viewer. `lit` is the part of each main light that
/// it sees, 0 to 1.
pub(crate) fn shade<'s>(point: &Point, studios: impl Iterator<Item = (&'s Studio, f64)>) -> Light {
    let emitted = point.look.emission.map(|channel| f64::from(channel).max(0.0));
    studios.fold(emitted, |light, (studio, lit)| studio.add(light, point, lit))
}

impl Studio {
    /// The studios of a scene.
    pub(crate) fn all(scene: &Scene, camera: &Camera) -> Vec<Studio> {
        let lamps = scene.environment.lamps(scene.light).into_iter();
        let studio = |([yaw, pitch], color): ([f32; 2], Light)| Studio {
            color,
            key: camera.towards(yaw, pitch),
            pane: [camera.towards(yaw + 90.0, 0.0), camera.towards(yaw, pitch + 90.0)],
            fill: camera.towards(yaw + 95.0, pitch * 0.3),
            rim: camera.towards(yaw + 192.0, 38.0),
        };
        lamps.map(studio).collect()
    }

    /// Adds the light that a point reflects, which sees the part `lit` of the main light.
    fn add(&self, mut light: Light, point: &Point, lit: f64) -> Light {
        let look = &point.look;
        let albedo = look.color.map(|channel| f64::from(channel).clamp(0.0, 1.0));
        let metallic = f64::from(look.metallic).clamp(0.0, 1.0);
        let roughness = f64::from(look.roughness).clamp(0.06, 1.0);
        let open = point.openness * f64::from(look.occlusion).clamp(0.0, 1.0);
        let mirror = albedo.map(|channel| 0.04 + (channel - 0.04) * metallic);
        let facing_viewer = point.normal.dot(point.viewer).max(1e-3);

        // A polished surface mirrors the window itself instead of a highlight.
        let polish = 1.0 - smooth(0.12, 0.42, roughness);
        for (towards, brightness, share, shine) in [
            (self.key, KEY, lit, 1.0 - polish),
            (self.fill, FILL, open, 1.0),
            (self.rim, RIM, open * lit.max(0.5), 1.0),
        ] {
            let facing = point.normal.dot(towards);
            // Behind the edge of the shape there is no light, whatever the bumps.
            let share = share * smooth(-0.06, 0.16, point.facing.dot(towards));
            if facing <= 0.0 || share <= 0.0 {
                continue;
            }
            let (gloss, fresnel) = highlight(point, towards, facing, facing_viewer, roughness);
            for channel in 0..3 {
                let reflected = mirror[channel] + (1.0 - mirror[channel]) * fresnel;
                let scattered = albedo[channel] * (1.0 - metallic) * (1.0 - reflected);
                light[channel] += self.color[channel]
                    * ((scattered + gloss * shine * reflected) * brightness[channel] * facing * share);
            }
        }

        let scattered = room(-point.normal.y, 1.0);
        let mirrored = point.normal * (2.0 * facing_viewer) - point.viewer;
        let lamps = CEILING * smooth(0.1 - 0.4 * roughness, 0.9, -mirrored.y)
            + WINDOW * polish * lit * self.window(mirrored, roughness);
        let seen = room(-mirrored.y, roughness).map(|channel| channel + lamps);
        let [scale, bias] = reflectance(roughness, facing_viewer);
        // Occlusion affects reflections less than diffuse light.
        let open_to_mirror = open * (0.5 + 0.5 * open);
        for channel in 0..3 {
            let reflected = mirror[channel] * scale + bias;
            let diffuse = albedo[channel] * (1.0 - metallic) * (1.0 - reflected);
            light[channel] += self.color[channel]
                * (diffuse * scattered[channel] * open + reflected * seen[channel] * open_to_mirror);
        }
        light
    }

    /// The brightness of the window in a direction, blurred by a surface's roughness, 0 to 1.
    fn window(&self, direction: Vector, roughness: f64) -> f64 {
        let ahead = direction.dot(self.key);
        if ahead <= 0.0 {
            return 0.0;
        }
        let blur = 0.05 + 0.9 * roughness * roughness;
        let pane = |(along, half): (Vector, f64)| {
            let off = direction.dot(along).abs() / ahead;
            // Blurring preserves the total brightness, so the middle becomes fainter.
            (1.0 - smooth(half - blur, half + blur, off)) * half / half.max(blur)
        };
        self.pane.into_iter().zip(PANE).map(pane).product()
    }
}

/// The strength of a light's reflection, without the reflectance of the surface, and Schlick's Fresnel weight.
///
/// Walter et al., *Microfacet Models for Refraction through Rough Surfaces* (2007): GGX with height-correlated Smith
/// shadowing; Schlick, *An Inexpensive BRDF Model* (1994).
fn highlight(point: &Point, towards: Vector, facing: f64, facing_viewer: f64, roughness: f64) -> (f64, f64) {
    let half = (towards + point.viewer).normalized();
    let sharp = roughness * roughness;
    let wide = (sharp + BREADTH).min(1.0);
    let squared = wide * wide;
    let aligned = point.normal.dot(half).max(0.0);
    let spread = aligned * aligned * (squared - 1.0) + 1.0;
    // Multiplied by pi, like the brightness of the lights.
    let distribution = squared / (spread * spread);
    // The reflection of a broad light is fainter (Karis, *Real Shading in Unreal Engine 4*, 2013).
    let faint = (sharp / wide) * (sharp / wide);
    let smith = |a: f64, b: f64| a * (b * b * (1.0 - squared) + squared).sqrt();
    let shadowing = 0.5 / (smith(facing, facing_viewer) + smith(facing_viewer, facing)).max(1e-4);
    let gloss = distribution * shadowing * faint.max(0.08);
    (gloss, fifth(1.0 - half.dot(point.viewer).clamp(0.0, 1.0)))
}

fn fifth(x: f64) -> f64 {
    x * x * x * x * x
}

/// The light of the room from a direction, blurred by roughness. `up` is 1 for straight above.
fn room(up: f64, roughness: f64) -> Light {
    let soft = 0.2 + 0.8 * roughness;
    let above = smooth(-soft * 0.4, soft, up);
    let below = smooth(-soft * 0.4, soft, -up);
    std::array::from_fn(|channel| {
        let around = AROUND[channel];
        around + (ABOVE[channel] - around) * above + (BELOW[channel] - around) * below
    })
}

/// Factor and addend that turn a surface's reflectance at normal incidence into its reflectance of the surroundings.
///
/// Karis, *Physically Based Shading on Mobile* (2014).
fn reflectance(roughness: f64, facing_viewer: f64) -> [f64; 2] {
    let a = 1.0 - roughness;
    let b = 0.0425 - 0.0275 * roughness;
    let c = 1.04 - 0.572 * roughness;
    let d = 0.022 * roughness - 0.04;
    let grazing = f64::from(exp2((-9.28 * facing_viewer) as f32));
    let e = (a * a).min(grazing) * a + b;
    [c - 1.04 * e, d + 1.04 * e]
}

/// A smoothstep: 0 up to `from`, 1 above `to`.
pub(crate) fn smooth(from: f64, to: f64, x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Tone mapping: keeps colors, and rolls off brightness above 0.76 towards white.
///
/// Khronos Group, *PBR Neutral Tone Mapper* (2024).
pub(crate) fn tone(light: Light) -> Light {
    const START: f64 = 0.8 - 0.04;
    const DESATURATION: f64 = 0.15;
    let least = light[0].min(light[1]).min(light[2]);
    let offset = if least < 0.08 { least - 6.25 * least * least } else { 0.04 };
    let light = light.map(|channel| channel - offset);
    let peak = light[0].max(light[1]).max(light[2]);
    if peak < START {
        return light;
    }
    let rest = 1.0 - START;
    let rolled = 1.0 - rest * rest / (peak + rest - START);
    let white = 1.0 - 1.0 / (DESATURATION * (peak - rolled) + 1.0);
    light.map(|channel| {
        let channel = channel * (rolled / peak);
        channel + (rolled - channel) * white
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::Environment;
    use crate::scene::View;
    use crate::shape::Shape;

    fn shade(color: f32, roughness: f32, normal: Vector) -> Light {
        shade_in(Environment::Studio, color, roughness, normal)
    }

    fn shade_in(environment: Environment, color: f32, roughness: f32, normal: Vector) -> Light {
        let view = View { yaw: 0.0, pitch: 0.0, zoom: 1.0 };
        let scene = Scene { view, environment, ..Scene::new(Shape::Sphere) };
        let studios = Studio::all(&scene, &Camera::new(&scene, 64, 64));
        let look = Look { color: [color; 3], roughness, occlusion: 1.0, ..Look::NONE };
        let viewer = Vector::new(0.0, 0.0, -1.0);
        let point = Point { facing: normal, normal, viewer, look, openness: 1.0 };
        super::shade(&point, studios.iter().map(|studio| (studio, 1.0)))
    }

    #[test]
    fn surfaces_are_about_as_bright_in_every_environment() {
        for environment in Environment::ALL {
            let shown = tone(shade_in(environment, 0.5, 1.0, Vector::new(-0.43, -0.6, -0.67).normalized()));
            let mean = shown.iter().sum::<f64>() / 3.0;
            assert!((0.3..0.75).contains(&mean), "{}: {shown:?}", environment.name());
        }
    }

    #[test]
    fn light_is_emitted_once_in_every_environment() {
        let glow = |environment: Environment, emission: f32| {
            let scene = Scene { environment, ..Scene::new(Shape::Sphere) };
            let studios = Studio::all(&scene, &Camera::new(&scene, 64, 64));
            let look = Look { roughness: 1.0, occlusion: 1.0, emission: [emission; 3], ..Look::NONE };
            let normal = Vector::new(0.0, 0.0, -1.0);
            let point = Point { facing: normal, normal, viewer: normal, look, openness: 1.0 };
            super::shade(&point, studios.iter().map(|studio| (studio, 1.0)))
        };
        for environment in Environment::ALL {
            let [dark, bright] = [0.0, 2.0].map(|emission| glow(environment, emission));
            assert!((0..3).all(|channel| (bright[channel] - dark[channel] - 2.0).abs() < 1e-12));
        }
    }

    #[test]
    fn surfaces_that_face_the_light_show_their_color() {
        let lit = Vector::new(-0.43, -0.72, -0.55).normalized();
        for color in [0.05, 0.2, 0.5, 0.8] {
            let shown = tone(shade(color, 1.0, lit));
            assert!((shown[1] - f64::from(color)).abs() < 0.25 * f64::from(color) + 0.03, "{color}: {shown:?}");
        }
        let dark = shade(0.5, 1.0, Vector::new(0.6, 0.7, -0.3).normalized());
        assert!(dark[1] < 0.25 && dark[1] > 0.03, "the far side is dark, not black: {dark:?}");
    }

    #[test]
    fn everything_is_finite() {
        for step in 0..1000 {
            let at = |factor: u32| f64::from(step * factor % 199) / 99.0 - 1.0;
            let normal = Vector::new(at(7), at(31), at(57)).normalized();
            let light = shade(1.0, (step % 11) as f32 / 10.0, normal);
            assert!(light.into_iter().all(|light| (0.0..12.0).contains(&light)), "{normal:?} {light:?}");
            let shown = tone(light);
            assert!(shown.into_iter().all(|shown| (0.0..=1.0).contains(&shown)), "{light:?} {shown:?}");
        }
    }

    #[test]
    fn tones_rise_and_stay_below_1() {
        let mut before = 0.0;
        for step in 1..400 {
            let shown = tone([f64::from(step) * 0.02; 3])[0];
            assert!(shown > before && shown < 1.0);
            before = shown;
        }
    }
}
