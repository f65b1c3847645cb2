//! A picture that is being rendered: pixels become rays, rays points of the surface, points colors and light, in
//! batches of rays.

use travertine::{Context, Site};
use travertine_mesh::Vector;

use crate::camera::Camera;
use crate::displaced::Displaced;
use crate::error::ShapeError;
use crate::model::Spot;
use crate::ray::Ray;
use crate::scene::{Finish, Scene, Size};
use crate::studio::{Light, Point, Studio, shade, smooth, tone};
use crate::surface::{Look, Samplers};
use crate::trace::{light_past, meet, openness};

/// Rays per batch: enough to evaluate the texture efficiently even if most rays miss the solid.
pub(crate) const BATCH: usize = 4096;
/// Points around a hit at which the height is evaluated for bumps.
pub(crate) const AROUND: usize = 7;
/// Radius of the pixel filter, in pixels: slightly more than half a pixel, for smooth outlines.
const FILTER: f64 = 0.8;
/// Breadth of the main light, as the tangent of its angular radius.
const BREADTH: f64 = 0.3;
/// Radius around a point in which hollows are detected, in the shape's space.
const HOLLOW: f64 = 0.014;

/// The intersection of a ray and the solid.
struct Hit {
    /// Index of the ray.
    ray: usize,
    point: Vector,
    /// The point at which the texture is evaluated, in the shape's space.
    texel: Vector,
    /// The point from which it sees the lights.
    origin: Vector,
    /// The outward normal without bumps.
    facing: Vector,
    /// The mean curvature without bumps, in the shape's space.
    curvature: f64,
    /// The part of the sky that it sees past a model, 0 to 1; 1 for shapes, whose openness is computed later.
    openness: f64,
    /// Two perpendicular directions along the surface.
    tangents: [Vector; 2],
    /// Width of a pixel there.
    footprint: f64,
}

/// A picture that is being rendered.
pub(crate) struct Picture<'p, 's> {
    scene: &'p Scene,
    size: Size,
    camera: Camera,
    studios: Vec<Studio>,
    samplers: &'p Samplers<'s>,
    displaced: Option<Displaced<'p, 's>>,
}

impl<'p, 's> Picture<'p, 's> {
    /// Prepares a picture.
    pub(crate) fn new(scene: &'p Scene, size: Size, samplers: &'p Samplers<'s>) -> Result<Picture<'p, 's>, ShapeError> {
        let camera = Camera::new(scene, size.width, size.height);
        let studios = Studio::all(scene, &camera);
        let displaced = Displaced::new(scene, samplers)?;
        Ok(Picture { scene, size, camera, studios, samplers, displaced })
    }

    /// The site in the texture at a position in pixels, or `None` where there is no solid.
    pub(crate) fn site(&self, [x, y]: [f64; 2]) -> Result<Option<Site>, ShapeError> {
        let hits = self.hits(&[self.camera.ray(x, y)])?;
        Ok(hits.first().map(|hit| hit.site(self.scene, Vector::default())))
    }

    /// Renders the rows of `out`, of which the first has the index `first`.
    pub(crate) fn band(
        &self,
        first: u64,
        out: &mut [f32],
        channels: usize,
        context: &Context,
    ) -> Result<(), ShapeError> {
        let samples = self.size.samples;
        let width = u64::from(self.size.width);
        let at_once = BATCH / samples as usize;
        for (batch, out) in out.chunks_mut(at_once * channels).enumerate() {
            if context.is_cancelled() {
                return Err(context.stopped().into());
            }
            let pixels = (out.len() / channels) as u64;
            let begin = first * width + (batch * at_once) as u64;
            let mut rays: Vec<Ray> = Vec::with_capacity(pixels as usize * samples as usize);
            for pixel in begin..begin + pixels {
                let (column, row) = ((pixel % width) as f64, (pixel / width) as f64);
                rays.extend((0..samples).map(|sample| {
                    let [x, y] = offset(sample, samples);
                    self.camera.ray(column + x, row + y)
                }));
            }
            let lights = self.lights(&rays)?;
            for (pixel, lights) in out.chunks_mut(channels).zip(lights.chunks(samples as usize)) {
                self.resolve(lights, pixel);
            }
            context.advance(pixels);
        }
        Ok(())
    }

    /// The light of each ray, multiplied by its opacity, and the opacity.
    fn lights(&self, rays: &[Ray]) -> Result<Vec<[f64; 4]>, ShapeError> {
        let hits = self.hits(rays)?;
        let mut lights: Vec<Option<[f64; 4]>> = vec![None; rays.len()];
        let sites: Vec<Site> = hits.iter().map(|hit| hit.site(self.scene, Vector::default())).collect();
        let looks = self.samplers.looks(&sites)?;
        if self.scene.finish == Finish::Unlit {
            for (hit, look) in hits.iter().zip(&looks) {
                let [red, green, blue] = look.color.map(f64::from);
                lights[hit.ray] = Some([red, green, blue, 1.0]);
            }
        } else {
            for (hit, light) in hits.iter().zip(self.shade(rays, &hits, &looks)?) {
                let [red, green, blue] = self.shown(light);
                lights[hit.ray] = Some([red, green, blue, 1.0]);
            }
        }
        let light = |(index, (light, ray)): (usize, (Option<[f64; 4]>, &Ray))| {
            light.unwrap_or_else(|| [0.0, 0.0, 0.0, self.shadow(ray, index)])
        };
        Ok(lights.into_iter().zip(rays).enumerate().map(light).collect())
    }

    fn shown(&self, light: Light) -> Light {
        match self.scene.finish {
            Finish::Studio => tone(light),
            Finish::Light | Finish::Unlit => light,
        }
    }

    /// The intersections of rays with the solid.
    fn hits(&self, rays: &[Ray]) -> Result<Vec<Hit>, ShapeError> {
        if let Some(model) = &self.scene.model {
            let hit = |(index, ray): (usize, &Ray)| {
                let spot = model.spot(ray)?;
                Some(self.hit(index, spot.point, spot.normal.basis_by_sign(), spot))
            };
            return Ok(rays.iter().enumerate().filter_map(hit).collect());
        }
        let shape = self.scene.shape;
        let distances: Vec<Option<f64>> = match &self.displaced {
            Some(displaced) => displaced.meet(rays, &self.camera)?,
            None => rays.iter().map(|ray| meet(shape, ray)).collect(),
        };
        let hit = |(index, distance): (usize, Option<f64>)| {
            let distance = distance?;
            let point = rays[index].at(distance);
            let (texel, facing) = match &self.displaced {
                Some(_) => (Displaced::above(point), point.normalized()),
                None => (point, shape.normal(point)),
            };
            let tangents = facing.basis_by_sign();
            let curvature = match &self.displaced {
                Some(_) => Displaced::CURVATURE,
                None => shape.curvature(point, tangents),
            };
            let origin = point + facing * 1e-4;
            let spot = Spot { distance, point, origin, normal: facing, curvature, openness: 1.0 };
            Some(self.hit(index, texel, tangents, spot))
        };
        Ok(distances.into_iter().enumerate().filter_map(hit).collect())
    }

    fn hit(&self, ray: usize, texel: Vector, tangents: [Vector; 2], spot: Spot) -> Hit {
        let Spot { distance, point, origin, normal: facing, curvature, openness } = spot;
        let footprint = self.camera.footprint(distance);
        Hit { ray, point, texel, origin, facing, curvature, openness, tangents, footprint }
    }

    /// The light that the viewer sees at each hit.
    fn shade(&self, rays: &[Ray], hits: &[Hit], looks: &[Look]) -> Result<Vec<Light>, ShapeError> {
        let Scene { shape, ref model, .. } = *self.scene;
        let (normals, hollows) = self.bumps(hits)?;
        let lit = self.studios.iter().map(|studio| self.lit(hits, studio.key));
        let lit = lit.collect::<Result<Vec<_>, _>>()?;
        let ground = self.scene.ground();
        let light = |(index, (hit, look)): (usize, (&Hit, &Look))| {
            let above_ground = |point: Vector| ground.map_or(f64::INFINITY, |ground| ground - point.y);
            let open = if self.displaced.is_some() || ground.is_none() && self.scene.is_convex() {
                1.0
            } else if model.is_some() || shape.is_convex() {
                // A convex shape does not occlude itself; the occlusion of a model is known.
                hit.openness * openness(hit.point, hit.facing, above_ground)
            } else {
                openness(hit.point, hit.facing, |point| shape.distance(point).min(above_ground(point)))
            };
            let point = Point {
                facing: hit.facing,
                normal: normals[index],
                viewer: -rays[hit.ray].direction,
                look: *look,
                openness: open * hollows[index],
            };
            shade(&point, self.studios.iter().zip(lit.iter().map(|lit| lit[index])))
        };
        Ok(hits.iter().zip(looks).enumerate().map(light).collect())
    }

    /// The part of a main light that each hit sees, 0 to 1.
    fn lit(&self, hits: &[Hit], key: Vector) -> Result<Vec<f64>, ShapeError> {
        let shape = self.scene.shape;
        Ok(match (&self.displaced, &self.scene.model) {
            (Some(displaced), _) => {
                let points: Vec<Vector> = hits.iter().map(|hit| hit.point).collect();
                displaced.light_past(&points, key, BREADTH)?
            }
            (None, Some(model)) => hits
                .iter()
                .map(|hit| match hit.facing.dot(key) > 0.0 {
                    true => model.light_past(hit.origin, key, self.sample(hit.ray)),
                    false => 0.0,
                })
                .collect(),
            (None, None) if shape.is_convex() => vec![1.0; hits.len()],
            (None, None) => hits.iter().map(|hit| light_past(shape, hit.origin, key, BREADTH)).collect(),
        })
    }

    /// The number of a ray among those of its pixel, and their count.
    fn sample(&self, ray: usize) -> [u32; 2] {
        let samples = self.size.samples;
        [ray as u32 % samples, samples]
    }

    /// The normal with bumps at each hit, and the part of the room that its hollows see, 0 to 1.
    fn bumps(&self, hits: &[Hit]) -> Result<(Vec<Vector>, Vec<f64>), ShapeError> {
        let flat = || (hits.iter().map(|hit| hit.facing).collect(), vec![1.0; hits.len()]);
        if self.scene.relief == 0.0 && self.displaced.is_none() {
            return Ok(flat());
        }
        let mut sites = Vec::with_capacity(hits.len() * AROUND);
        for hit in hits {
            let [right, down] = hit.tangents;
            let step = hit.step();
            let around = [
                Vector::default(),
                right * step,
                down * step,
                right * HOLLOW,
                right * -HOLLOW,
                down * HOLLOW,
                down * -HOLLOW,
            ];
            sites.extend(around.iter().map(|offset| hit.site(self.scene, *offset)));
        }
        let Some(heights) = self.samplers.heights(&sites)? else { return Ok(flat()) };
        let relief = f64::from(self.scene.relief) / f64::from(self.scene.placement.scale);
        let bump = |(hit, heights): (&Hit, &[f32])| {
            let mut relief = relief;
            let mut within = [f64::NEG_INFINITY, f64::INFINITY];
            if let Some(displaced) = &self.displaced {
                // The true height, scaled to the actual radius, at which the surface is nearer than the sphere.
                within = [0.0, 1.0];
                relief = displaced.amount * 0.5 / hit.point.length();
            }
            let height = |index: usize| f64::from(heights[index]).clamp(within[0], within[1]);
            let here = height(0);
            let slope = [height(1), height(2)].map(|height| relief * (height - here) / hit.step());
            // Slopes of hard edges can be arbitrarily steep: limited smoothly.
            let steep = (slope[0] * slope[0] + slope[1] * slope[1]).sqrt();
            let tamed = 1.0 / (1.0 + steep * steep / 6.25).sqrt();
            let turned = hit.tangents[0] * (slope[0] * tamed) + hit.tangents[1] * (slope[1] * tamed);
            let depth = (3..AROUND).map(height).sum::<f64>() / 4.0 - here;
            let hollow = (relief * depth / HOLLOW).max(0.0);
            ((hit.facing - turned).normalized(), 1.0 - 0.8 * hollow / (hollow + 0.5))
        };
        Ok(hits.iter().zip(heights.chunks_exact(AROUND)).map(bump).unzip())
    }

    /// The opacity of the shadow where a ray meets the ground, 0 to 0.8.
    fn shadow(&self, ray: &Ray, index: usize) -> f64 {
        let Some(ground) = self.scene.ground().filter(|ground| ray.origin.y < *ground) else { return 0.0 };
        if ray.direction.y <= 0.0 {
            return 0.0;
        }
        let point = ray.at((ground - ray.origin.y) / ray.direction.y);
        let (shape, radius) = (self.scene.shape, self.scene.radius());
        let off = (point.x * point.x + point.z * point.z).sqrt();
        // The shadow fades out before the edge of the picture.
        let [across, along] = self.camera.margins(ray).map(|margin| smooth(0.0, 0.4, margin));
        let fade = (1.0 - smooth(0.8 * radius, 1.6 * radius, off)) * across * along;
        if fade == 0.0 {
            return 0.0;
        }
        let open = match &self.scene.model {
            Some(model) => model.ground_openness(point),
            None => openness(point, Vector::new(0.0, -1.0, 0.0), |point| shape.distance(point)),
        };
        let lit = |studio: &Studio| match &self.scene.model {
            _ if studio.key.y >= -0.05 => 1.0,
            Some(model) => model.light_past(point, studio.key, self.sample(index)),
            None => light_past(shape, point, studio.key, 1.6 * BREADTH),
        };
        let lit = self.studios.iter().map(lit).sum::<f64>() / self.studios.len() as f64;
        0.8 * fade * (1.0 - open * (0.5 + 0.5 * lit))
    }

    /// Averages the samples of a pixel.
    fn resolve(&self, lights: &[[f64; 4]], pixel: &mut [f32]) {
        let count = lights.len() as f64;
        let sum = |channel: usize| lights.iter().map(|light| light[channel]).sum::<f64>();
        let alpha = sum(3);
        for (channel, out) in pixel.iter_mut().enumerate() {
            let value = match (self.scene.background, channel) {
                (_, 3) => alpha / count,
                (Some(background), _) => sum(channel) / count + f64::from(background[channel]) * (1.0 - alpha / count),
                (None, _) if alpha > 0.0 => sum(channel) / alpha,
                (None, _) => 0.0,
            };
            *out = value as f32;
        }
    }
}

impl Hit {
    /// The site in the texture at an offset along the surface.
    fn site(&self, scene: &Scene, offset: Vector) -> Site {
        scene.placement.site(self.texel + offset, self.facing, self.curvature)
    }

    /// Distance between heights for a slope: half a pixel, but no less than floats can resolve.
    fn step(&self) -> f64 {
        (self.footprint / 2.0).max(1e-4)
    }
}

/// The offset of a sample from the pixel's upper left corner, in pixels: Hammersley points, sparser towards the
/// edges, so that the mean of the samples is a tent filter.
fn offset(sample: u32, samples: u32) -> [f64; 2] {
    let count = f64::from(samples);
    let reversed = f64::from(sample.reverse_bits()) / 4_294_967_296.0;
    [f64::from(sample) / count, reversed].map(|uniform| {
        let uniform = 2.0 * (uniform + 0.5 / count) - 1.0;
        let off = 1.0 - (1.0 - uniform.abs()).sqrt();
        0.5 + FILTER * off.copysign(uniform)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_centered_and_distinct() {
        assert_eq!(offset(0, 1), [0.5, 0.5]);
        for samples in [2, 4, 16, 64] {
            let offsets: Vec<[f64; 2]> = (0..samples).map(|sample| offset(sample, samples)).collect();
            for axis in 0..2 {
                let mean = offsets.iter().map(|offset| offset[axis]).sum::<f64>() / f64::from(samples);
                assert!((mean - 0.5).abs() < 1e-12, "{samples} samples: {mean}");
                let mut offsets: Vec<f64> = offsets.iter().map(|offset| offset[axis]).collect();
                offsets.sort_by(f64::total_cmp);
                offsets.dedup();
                assert_eq!(offsets.len(), samples as usize, "all offsets along an axis differ");
            }
        }
    }
}
