//! Light: environments, and the shading of a point of a model.
//!
//! Light adds up, so an environment is several main lights, each with a color. A picture of another solid in an environment
//! is the sum of its pictures in each of the lights.

use travertine_noise::math::exp2;

use super::skin::Look;
use super::vector::{Vector, along, dot, unit};

/// Linear red, green and blue.
pub(super) type Light = [f32; 3];

/// The light around a solid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Environment {
    /// A broad lamp in a bright room.
    #[default]
    Studio,
    /// A gray sky, without hard shadows.
    Overcast,
    /// A low warm sun before a blue sky.
    Evening,
}

/// The brightness of a white surface that faces the main light.
const KEY: Light = [0.93, 0.9, 0.86];
/// Light from above, from all around and from below.
const ROOM: [Light; 3] = [[0.36, 0.375, 0.4], [0.2, 0.205, 0.215], [0.13, 0.125, 0.12]];
/// The additional brightness of the ceiling in reflections.
const CEILING: f32 = 0.55;
/// The breadth of the main light, which widens its reflection.
const BREADTH: f32 = 0.09;

impl Environment {
    /// All of them.
    pub const ALL: [Environment; 3] = [Environment::Studio, Environment::Overcast, Environment::Evening];

    /// The name on the screen and in files.
    pub fn name(self) -> &'static str {
        match self {
            Environment::Studio => "studio",
            Environment::Overcast => "overcast",
            Environment::Evening => "evening",
        }
    }

    /// The main lights: degrees to the right of and above the viewer, and the color. `direction` is that which the user
    /// chose.
    pub(crate) fn lights(self, [yaw, pitch]: [f32; 2]) -> Vec<([f32; 2], [f32; 3])> {
        match self {
            Environment::Studio => vec![([yaw, pitch], [1.0; 3])],
            Environment::Overcast => {
                let around = [-120.0, 0.0, 120.0];
                around.map(|turn| ([yaw + turn, 68.0], [0.32, 0.335, 0.35])).to_vec()
            }
            Environment::Evening => vec![
                ([yaw, pitch.clamp(-10.0, 14.0)], [0.98, 0.6, 0.3]),
                ([yaw + 160.0, 55.0], [0.14, 0.24, 0.44]),
            ],
        }
    }
}

/// A point of a surface to be shaded.
pub(super) struct Point {
    /// The normal without bumps.
    pub facing: Vector,
    /// The normal with bumps.
    pub normal: Vector,
    /// The direction towards the viewer.
    pub viewer: Vector,
    pub look: Look,
    /// The visible part of the room, 0 to 1.
    pub openness: f32,
}

/// A main light: the direction towards it, its color, and the part of it that the point sees.
pub(super) struct Lamp {
    pub towards: Vector,
    pub color: Light,
    pub lit: f32,
}

/// The light that a point reflects and emits towards the viewer.
pub(super) fn shade(point: &Point, lamps: impl Iterator<Item = Lamp>) -> Light {
    let look = &point.look;
    let albedo = look.color.map(|channel| channel.clamp(0.0, 1.0));
    let [metallic, occlusion] = [look.metallic, look.occlusion].map(|part| part.clamp(0.0, 1.0));
    let roughness = look.roughness.clamp(0.06, 1.0);
    let open = point.openness * occlusion;
    let mirror = albedo.map(|channel| 0.04 + (channel - 0.04) * metallic);
    let facing_viewer = dot(point.normal, point.viewer).max(1e-3);
    let scattered = room(-point.normal[1], 1.0);
    let mirrored = along(point.viewer.map(|side| -side), point.normal, 2.0 * facing_viewer);
    let ceiling = CEILING * smooth(0.1 - 0.4 * roughness, 0.9, -mirrored[1]);
    let seen = room(-mirrored[1], roughness).map(|channel| channel + ceiling);
    let [scale, bias] = reflectance(roughness, facing_viewer);

    let mut light = look.emission.map(|channel| channel.max(0.0));
    for lamp in lamps {
        let facing = dot(point.normal, lamp.towards).max(0.0);
        // Behind the edge of the model there is no light, whatever the bumps.
        let share = facing * lamp.lit * smooth(-0.06, 0.16, dot(point.facing, lamp.towards));
        let (gloss, fresnel) = highlight(point, lamp.towards, facing, facing_viewer, roughness);
        for channel in 0..3 {
            let reflected = mirror[channel] + (1.0 - mirror[channel]) * fresnel;
            let body = albedo[channel] * (1.0 - metallic);
            let direct = (body * (1.0 - reflected) + gloss * reflected) * KEY[channel] * share;
            let reflected = mirror[channel] * scale + bias;
            // Occlusion affects reflections less than diffuse light.
            let around = body * (1.0 - reflected) * scattered[channel] * open
                + reflected * seen[channel] * open * (0.5 + 0.5 * open);
            light[channel] += lamp.color[channel] * (direct + around);
        }
    }
    light
}

/// The strength of a light's reflection, without the reflectance of the surface, and Schlick's Fresnel weight.
///
/// Walter et al., *Microfacet Models for Refraction through Rough Surfaces* (2007): GGX with height-correlated Smith
/// shadowing; Schlick, *An Inexpensive BRDF Model* (1994).
fn highlight(point: &Point, towards: Vector, facing: f32, facing_viewer: f32, roughness: f32) -> (f32, f32) {
    let half = unit(along(towards, point.viewer, 1.0));
    let sharp = roughness * roughness;
    let wide = (sharp + BREADTH).min(1.0);
    let squared = wide * wide;
    let aligned = dot(point.normal, half).max(0.0);
    let spread = aligned * aligned * (squared - 1.0) + 1.0;
    let smith = |a: f32, b: f32| a * (b * b * (1.0 - squared) + squared).sqrt();
    let shadowing = 0.5 / (smith(facing, facing_viewer) + smith(facing_viewer, facing)).max(1e-4);
    // The reflection of a broad light is fainter (Karis, *Real Shading in Unreal Engine 4*, 2013).
    let faint = (sharp / wide) * (sharp / wide);
    let gloss = squared / (spread * spread) * shadowing * faint.max(0.08);
    let grazing = 1.0 - dot(half, point.viewer).clamp(0.0, 1.0);
    (gloss, grazing * grazing * grazing * grazing * grazing)
}

/// The light of the room from a direction, blurred by roughness. `up` is 1 for straight above.
fn room(up: f32, roughness: f32) -> Light {
    let soft = 0.2 + 0.8 * roughness;
    let [above, below] = [up, -up].map(|up| smooth(-soft * 0.4, soft, up));
    let [upper, around, lower] = ROOM;
    [0, 1, 2].map(|channel: usize| {
        let middle = around[channel];
        middle + (upper[channel] - middle) * above + (lower[channel] - middle) * below
    })
}

/// Factor and addend that turn a surface's reflectance at normal incidence into its reflectance of the surroundings.
///
/// Karis, *Physically Based Shading on Mobile* (2014).
fn reflectance(roughness: f32, facing_viewer: f32) -> [f32; 2] {
    let a = 1.0 - roughness;
    let b = 0.0425 - 0.0275 * roughness;
    let e = (a * a).min(exp2(-9.28 * facing_viewer)) * a + b;
    [1.04 - 0.572 * roughness - 1.04 * e, 0.022 * roughness - 0.04 + 1.04 * e]
}

/// A smoothstep: 0 up to `from`, 1 above `to`.
pub(super) fn smooth(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Tone mapping: keeps colors, and rolls off brightness above 0.76 towards white.
///
/// Khronos Group, *PBR Neutral Tone Mapper* (2024).
pub(super) fn tone(light: Light) -> Light {
    const START: f32 = 0.8 - 0.04;
    let least = light[0].min(light[1]).min(light[2]);
    let offset = if least < 0.08 { least - 6.25 * least * least } else { 0.04 };
    let light = light.map(|channel| channel - offset);
    let peak = light[0].max(light[1]).max(light[2]);
    if peak < START {
        return light;
    }
    let rest = 1.0 - START;
    let rolled = 1.0 - rest * rest / (peak + rest - START);
    let white = 1.0 - 1.0 / (0.15 * (peak - rolled) + 1.0);
    light.map(|channel| channel * rolled / peak * (1.0 - white) + rolled * white)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_surfaces_are_about_as_bright_in_every_environment() {
        let look =
            Look { color: [0.5; 3], roughness: 1.0, metallic: 0.0, occlusion: 1.0, emission: [0.0; 3] };
        let towards = unit([-0.43, -0.72, -0.55]);
        let point = Point { facing: towards, normal: towards, viewer: towards, look, openness: 1.0 };
        for environment in Environment::ALL {
            let lights = environment.lights([-38.0, 46.0]);
            let lamps = lights.iter().map(|(_, color)| Lamp { towards, color: *color, lit: 1.0 });
            let shown = tone(shade(&point, lamps));
            let mean = shown.iter().sum::<f32>() / 3.0;
            assert!((0.35..0.75).contains(&mean), "{}: {shown:?}", environment.name());
        }
    }

    #[test]
    fn everything_is_finite() {
        for step in 0..1000 {
            let at = |factor: i32| (step * factor % 199) as f32 / 99.0 - 1.0;
            let normal = unit([at(7), at(31), at(57)]);
            let roughness = (step % 11) as f32 / 10.0;
            let look = Look { color: [1.0; 3], roughness, metallic: 0.5, occlusion: 1.0, emission: [0.0; 3] };
            let viewer = [0.0, 0.0, -1.0];
            let point = Point { facing: normal, normal, viewer, look, openness: 1.0 };
            let lamp = Lamp { towards: unit([-0.4, -0.7, -0.5]), color: [1.0; 3], lit: 1.0 };
            let shown = tone(shade(&point, [lamp].into_iter()));
            assert!(shown.into_iter().all(|shown| (0.0..=1.0).contains(&shown)), "{normal:?} {shown:?}");
        }
    }
}
