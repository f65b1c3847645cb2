//! Rendering: pixels to rays, rays to points of the surface, points to colours and light, by the thousand.

use rayon::prelude::*;
use travertine::stages::render::{Pool, RenderError};
use travertine::{Context, Format, Image, MAX_SIDE, Tile, Type};

use crate::camera::{Camera, Ray};
use crate::displaced::Displaced;
use crate::error::ShapeError;
use crate::scene::{Finish, Placement, Scene};
use crate::studio::{Light, Point, Studio, smooth, tone};
use crate::surface::{Look, Samplers, Surface};
use crate::trace::{light_past, meet, openness};
use crate::vector::Vector;

/// How many rays are followed together: enough for the texture to be asked by the thousand when few are left of them.
const TOGETHER: usize = 4096;
/// About how many bytes each of them takes meanwhile.
const RAY_BYTES: u64 = 1024;
/// Rows of a picture that a thread takes at a time, unless it is told otherwise.
const ROWS: usize = 8;
/// How far around a pixel its samples lie: a little further than its edge, for smooth outlines.
const FILTER: f64 = 0.8;
/// How broad the main light is, as the tangent of an angle.
const BREADTH: f64 = 0.3;
/// How far around a point hollows are looked for, in the shape's space.
const HOLLOW: f64 = 0.014;

/// The size of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Pixels to the right.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Rays through each pixel: a power of two from 1 to 64.
    pub samples: u32,
}

/// A point of the shape that a ray meets.
struct Hit {
    /// Which ray.
    ray: usize,
    point: Vector,
    /// Where the texture is asked.
    texel: Vector,
    /// Outward, without bumps.
    facing: Vector,
    /// Along the surface.
    tangents: [Vector; 2],
    /// How long a pixel is there.
    footprint: f64,
}

/// All that a picture is made of.
struct Picture<'a> {
    scene: &'a Scene,
    size: Size,
    camera: Camera,
    studio: Studio,
    samplers: &'a Samplers<'a>,
    displaced: Option<Displaced<'a>>,
}

impl Placement {
    /// The position in the texture of a point of the shape.
    #[inline]
    pub(crate) fn texture(&self, point: Vector) -> [f32; 4] {
        let [x, y, z] = self.center;
        let scale = f64::from(self.scale);
        let at = |center: f32, offset: f64| (f64::from(center) + scale * offset) as f32;
        [at(x, point.x), at(y, point.y), at(z, point.z), self.time]
    }
}

/// Renders a solid into memory: linear red, green and blue, and alpha where there is no background.
///
/// Progress counts pixels. Neither the instruction level, nor
/// the number of threads, nor the size of a tile, which here counts rows, changes a bit. A smaller picture of the same
/// scene costs in proportion less; that is what is shown while one moves.
///
/// # Errors
///
/// If something in the scene is out of range, the picture is too large, or it is cancelled.
pub fn render(surface: &Surface, scene: &Scene, size: Size, context: &Context) -> Result<Image, ShapeError> {
    scene.check()?;
    check(size)?;
    if scene.displacement > 0.0 && !surface.has_height() {
        return Err(ShapeError::NoHeight);
    }
    let opaque = scene.background.is_some();
    let format = Format { width: size.width, height: size.height, value_type: Type::Color, opaque };
    let rows = match context.tile_size() {
        Some(Tile::Square(edge)) => (edge as usize).clamp(1, size.height as usize),
        Some(Tile::Whole) => size.height as usize,
        _ => ROWS,
    };
    let pool = Pool::new(context, (size.height as usize).div_ceil(rows));
    let pixels = u64::from(size.width) * u64::from(size.height);
    let needed = pixels.saturating_mul(4 * format.channels() as u64);
    let needed = needed.saturating_add(pool.count() as u64 * TOGETHER as u64 * RAY_BYTES);
    context.check_memory(needed)?;
    pool.install(|| {
        let left = context.clone().memory(context.memory_limit() - needed);
        let samplers = surface.samplers(&left).map_err(|error| error.beside(needed))?;
        context.check_work(samplers.work(pixels.saturating_mul(size.samples.into())))?;
        let picture = Picture::new(scene, size, &samplers)?;
        let mut image = Image { format, data: vec![0.0; format.row_len() * size.height as usize] };
        let bands = image.data.par_chunks_mut(rows * format.row_len()).enumerate();
        bands.try_for_each(|(band, pixels)| {
            picture.band((band * rows) as u64, pixels, format.channels(), context)
        })?;
        Ok(image)
    })
}

/// The position in the texture (x, y, z, time) of what a point of the picture shows, in pixels from its upper left
/// corner; none where there is no solid.
///
/// # Errors
///
/// As [`render`].
pub fn position(
    surface: &Surface,
    scene: &Scene,
    size: Size,
    [x, y]: [f32; 2],
    context: &Context,
) -> Result<Option<[f32; 4]>, ShapeError> {
    scene.check()?;
    check(size)?;
    let samplers = surface.samplers(context)?;
    let picture = Picture::new(scene, size, &samplers)?;
    let ray = picture.camera.ray(x.into(), y.into());
    let hits = picture.hits(&[ray])?;
    Ok(hits.first().map(|hit| scene.placement.texture(hit.texel)))
}

fn check(Size { width, height, samples }: Size) -> Result<(), ShapeError> {
    if [width, height].iter().any(|side| !(1..=MAX_SIDE).contains(side)) {
        return Err(RenderError::Size { width, height, limit: MAX_SIDE }.into());
    }
    if !samples.is_power_of_two() || samples > 64 {
        let expected = "a power of two from 1 to 64";
        return Err(ShapeError::Value { name: "number of samples", value: samples as f32, expected });
    }
    Ok(())
}

impl<'a> Picture<'a> {
    fn new(scene: &'a Scene, size: Size, samplers: &'a Samplers<'a>) -> Result<Picture<'a>, ShapeError> {
        let camera = Camera::new(scene.shape, scene.view, size.width, size.height);
        let studio = Studio::new(&camera, scene.light);
        let displaced = Displaced::new(scene, samplers)?;
        Ok(Picture { scene, size, camera, studio, samplers, displaced })
    }

    /// Renders rows from the first one on.
    fn band(
        &self,
        first: u64,
        out: &mut [f32],
        channels: usize,
        context: &Context,
    ) -> Result<(), ShapeError> {
        let samples = self.size.samples;
        let width = u64::from(self.size.width);
        let at_once = TOGETHER / samples as usize;
        for (part, out) in out.chunks_mut(at_once * channels).enumerate() {
            if context.is_cancelled() {
                return Err(RenderError::Cancelled.into());
            }
            let pixels = (out.len() / channels) as u64;
            let begin = first * width + (part * at_once) as u64;
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

    /// What each ray brings back: light times how much of it is not transparent, and that.
    fn lights(&self, rays: &[Ray]) -> Result<Vec<[f64; 4]>, ShapeError> {
        let hits = self.hits(rays)?;
        let mut lights: Vec<Option<[f64; 4]>> = vec![None; rays.len()];
        let texels: Vec<[f32; 4]> = hits.iter().map(|hit| self.scene.placement.texture(hit.texel)).collect();
        let looks = self.samplers.looks(&texels)?;
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
        let light = |(light, ray): (Option<[f64; 4]>, &Ray)| {
            light.unwrap_or_else(|| [0.0, 0.0, 0.0, self.shadow(ray)])
        };
        Ok(lights.into_iter().zip(rays).map(light).collect())
    }

    fn shown(&self, light: Light) -> Light {
        match self.scene.finish {
            Finish::Studio => tone(light),
            Finish::Light | Finish::Unlit => light,
        }
    }

    /// Where rays meet the shape.
    fn hits(&self, rays: &[Ray]) -> Result<Vec<Hit>, ShapeError> {
        let shape = self.scene.shape;
        let ways: Vec<Option<f64>> = match &self.displaced {
            Some(displaced) => displaced.meet(rays, &self.camera)?,
            None => rays.iter().map(|ray| meet(shape, ray)).collect(),
        };
        let hit = |(index, way): (usize, Option<f64>)| {
            let way = way?;
            let point = rays[index].at(way);
            let (texel, facing) = match &self.displaced {
                Some(_) => (Displaced::above(point), point.unit()),
                None => (point, shape.normal(point)),
            };
            let footprint = self.camera.footprint(way);
            Some(Hit { ray: index, point, texel, facing, tangents: facing.tangents(), footprint })
        };
        Ok(ways.into_iter().enumerate().filter_map(hit).collect())
    }

    /// The light that the viewer sees at each hit.
    fn shade(&self, rays: &[Ray], hits: &[Hit], looks: &[Look]) -> Result<Vec<Light>, ShapeError> {
        let shape = self.scene.shape;
        let (normals, hollows) = self.bumps(hits)?;
        let past_mountains = match &self.displaced {
            Some(displaced) => {
                let points: Vec<Vector> = hits.iter().map(|hit| hit.point).collect();
                Some(displaced.light_past(&points, self.studio.key, BREADTH)?)
            }
            None => None,
        };
        let ground = self.scene.ground();
        let nothing_near = ground.is_none() && shape.is_convex();
        let shade = |(index, (hit, look)): (usize, (&Hit, &Look))| {
            let above_ground = |point: Vector| ground.map_or(f64::INFINITY, |ground| ground - point.y);
            let open = if nothing_near || self.displaced.is_some() {
                1.0
            } else if shape.is_convex() {
                // What is convex hides nothing from itself.
                openness(hit.point, hit.facing, above_ground)
            } else {
                openness(hit.point, hit.facing, |point| shape.distance(point).min(above_ground(point)))
            };
            let lit = match &past_mountains {
                Some(lit) => lit[index],
                None if shape.is_convex() => 1.0,
                None => light_past(shape, hit.point + hit.facing * 1e-4, self.studio.key, BREADTH),
            };
            self.studio.shade(&Point {
                facing: hit.facing,
                normal: normals[index],
                viewer: -rays[hit.ray].direction,
                look: *look,
                openness: open * hollows[index],
                lit,
            })
        };
        Ok(hits.iter().zip(looks).enumerate().map(shade).collect())
    }

    /// How the height turns the surface at each hit, and how much of the room is seen from its hollows.
    fn bumps(&self, hits: &[Hit]) -> Result<(Vec<Vector>, Vec<f64>), ShapeError> {
        const AROUND: usize = 7;
        let flat = || (hits.iter().map(|hit| hit.facing).collect(), vec![1.0; hits.len()]);
        if self.scene.relief == 0.0 && self.displaced.is_none() {
            return Ok(flat());
        }
        let mut places = Vec::with_capacity(hits.len() * AROUND);
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
            places.extend(around.iter().map(|offset| self.scene.placement.texture(hit.texel + *offset)));
        }
        let Some(heights) = self.samplers.heights(&places)? else { return Ok(flat()) };
        let relief = f64::from(self.scene.relief) / f64::from(self.scene.placement.scale);
        let bump = |(hit, heights): (&Hit, &[f32])| {
            let mut relief = relief;
            let mut within = [f64::NEG_INFINITY, f64::INFINITY];
            if let Some(displaced) = &self.displaced {
                // As high as it is, and seen from the middle, where the surface is nearer than the sphere.
                within = [0.0, 1.0];
                relief = displaced.amount * 0.5 / hit.point.length();
            }
            let height = |place: usize| f64::from(heights[place]).clamp(within[0], within[1]);
            let here = height(0);
            let slope = [height(1), height(2)].map(|height| relief * (height - here) / hit.step());
            // Steep slopes are those of hard edges, and have no end.
            let steep = (slope[0] * slope[0] + slope[1] * slope[1]).sqrt();
            let tamed = 1.0 / (1.0 + steep * steep / 6.25).sqrt();
            let turned = hit.tangents[0] * (slope[0] * tamed) + hit.tangents[1] * (slope[1] * tamed);
            let depth = (3..AROUND).map(height).sum::<f64>() / 4.0 - here;
            let hollow = (relief * depth / HOLLOW).max(0.0);
            ((hit.facing - turned).unit(), 1.0 - 0.8 * hollow / (hollow + 0.5))
        };
        Ok(hits.iter().zip(heights.chunks_exact(AROUND)).map(bump).unzip())
    }

    /// How dark the ground is that a ray meets, if it is there.
    fn shadow(&self, ray: &Ray) -> f64 {
        let Some(ground) = self.scene.ground().filter(|ground| ray.origin.y < *ground) else { return 0.0 };
        if ray.direction.y <= 0.0 {
            return 0.0;
        }
        let point = ray.at((ground - ray.origin.y) / ray.direction.y);
        let shape = self.scene.shape;
        let off = (point.x * point.x + point.z * point.z).sqrt();
        // It ends before the picture does.
        let [across, along] = self.camera.margins(ray).map(|margin| smooth(0.0, 0.4, margin));
        let fade = (1.0 - smooth(0.8 * shape.radius(), 1.6 * shape.radius(), off)) * across * along;
        if fade == 0.0 {
            return 0.0;
        }
        let open = openness(point, Vector::new(0.0, -1.0, 0.0), |point| shape.distance(point));
        let lit = if self.studio.key.y < -0.05 {
            light_past(shape, point, self.studio.key, 1.6 * BREADTH)
        } else {
            1.0
        };
        0.8 * fade * (1.0 - open * (0.5 + 0.5 * lit))
    }

    /// A pixel of its samples.
    fn resolve(&self, lights: &[[f64; 4]], pixel: &mut [f32]) {
        let count = lights.len() as f64;
        let sum = |channel: usize| lights.iter().map(|light| light[channel]).sum::<f64>();
        let alpha = sum(3);
        for (channel, out) in pixel.iter_mut().enumerate() {
            let value = match (self.scene.background, channel) {
                (_, 3) => alpha / count,
                (Some(background), _) => {
                    sum(channel) / count + f64::from(background[channel]) * (1.0 - alpha / count)
                }
                (None, _) if alpha > 0.0 => sum(channel) / alpha,
                (None, _) => 0.0,
            };
            *out = value as f32;
        }
    }
}

impl Hit {
    /// Over which distance heights are compared: half a pixel, unless floats cannot tell so little.
    fn step(&self) -> f64 {
        (self.footprint / 2.0).max(1e-4)
    }
}

/// Where a sample of a pixel lies, from the pixel's upper left corner: points of Hammersley's, thinner towards the
/// edges, which makes the mean of the samples a smooth filter.
fn offset(sample: u32, samples: u32) -> [f64; 2] {
    let count = f64::from(samples);
    let reversed = f64::from(sample.reverse_bits()) / 4_294_967_296.0;
    [f64::from(sample) / count, reversed].map(|place| {
        let place = 2.0 * (place + 0.5 / count) - 1.0;
        let off = 1.0 - (1.0 - place.abs()).sqrt();
        0.5 + FILTER * off.copysign(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sample_lies_in_the_middle_and_many_around_it() {
        assert_eq!(offset(0, 1), [0.5, 0.5]);
        for samples in [2, 4, 16, 64] {
            let offsets: Vec<[f64; 2]> = (0..samples).map(|sample| offset(sample, samples)).collect();
            for axis in 0..2 {
                let mean = offsets.iter().map(|offset| offset[axis]).sum::<f64>() / f64::from(samples);
                assert!((mean - 0.5).abs() < 1e-12, "{samples} samples: {mean}");
                let mut places: Vec<f64> = offsets.iter().map(|offset| offset[axis]).collect();
                places.sort_by(f64::total_cmp);
                places.dedup();
                assert_eq!(places.len(), samples as usize, "each by itself along an edge");
            }
        }
    }
}
