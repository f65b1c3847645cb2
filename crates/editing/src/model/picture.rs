//! Pictures of models: pixels become rays, rays points of the surface, points colors and light.

use travertine::stages::program::parallel;
use travertine::stages::render::Pool;
use travertine::{Context, Error, Format, Image, Site, SurfacePoint, Type};
use travertine_noise::math::{cos, sin};
use travertine_shape::{Placement, Scene, Size};

use super::camera::{Camera, axes};
use super::light::{Environment, Lamp, Light, Point, shade, smooth, tone};
use super::mesh::{Hit, Model};
use super::skin::{Look, Samplers, Skin};
use super::tree::Ray;
use super::vector::{Vector, along, dot, tangents, unit};

/// Rows that a thread renders at a time.
const ROWS: usize = 8;
/// Approximate memory for each ray of a band, in bytes.
const RAY_BYTES: u64 = 1024;
/// The breadth of a main light, as the tangent of its angular radius.
const BREADTH: f32 = 0.2;
/// Distance of the origin of a ray towards the light from the surface.
const OFF: f32 = 1e-3;
/// The points along each side of a light. Each sample of a pixel sees others of them.
const POINTS: usize = 4;
/// Points around a hit at which the height is evaluated.
const AROUND: usize = 3;

/// Renders a model: linear red, green and blue with alpha, tone mapped for a screen.
///
/// # Errors
///
/// If the texture cannot be evaluated, a limit is exceeded, or it is cancelled.
pub(crate) fn render(
    model: &Model,
    skin: &Skin,
    environment: Environment,
    scene: &Scene,
    size: Size,
    context: &Context,
) -> Result<Image, Error> {
    let format = Format { width: size.width, height: size.height, value_type: Type::Color, opaque: false };
    let band_len = ROWS * format.row_len();
    let pool = Pool::new(context, (size.height as usize).div_ceil(ROWS));
    let band = u64::from(size.width) * ROWS as u64 * u64::from(size.samples) * RAY_BYTES;
    let own = u64::from(size.height) * 4 * format.row_len() as u64 + pool.count() as u64 * band;
    context.check_memory(own)?;
    let left = context.clone().memory(context.memory_limit() - own);
    let samplers = pool.install(|| skin.samplers(&left))?;
    let picture = Picture::new(model, &samplers, environment, scene, size);
    pool.install(|| {
        let mut image = Image { format, data: vec![0.0; format.row_len() * size.height as usize] };
        let bands = image.data.chunks_mut(band_len).enumerate();
        parallel::try_for_each(bands, |(band, pixels)| {
            if context.is_cancelled() {
                return Err(context.stopped().into());
            }
            picture.band(band * ROWS, pixels)
        })?;
        Ok(image)
    })
}

/// A picture that is being rendered.
struct Picture<'a> {
    model: &'a Model,
    samplers: &'a Samplers<'a>,
    scene: &'a Scene,
    size: Size,
    camera: Camera,
    /// The directions towards the main lights, and their colors.
    lights: Vec<(Vector, Light)>,
    /// The directions in the texture of the model's x, y and z.
    turned: [Vector; 3],
}

impl<'a> Picture<'a> {
    fn new(
        model: &'a Model,
        samplers: &'a Samplers<'a>,
        environment: Environment,
        scene: &'a Scene,
        size: Size,
    ) -> Picture<'a> {
        let lights = environment.lights(scene.light).into_iter();
        let lights = lights.map(|(direction, color)| (towards(scene, direction), color)).collect();
        let whole = Placement { center: [0.0; 3], scale: 1.0, ..scene.placement };
        let turned = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| {
            let [x, y, z, _] = whole.position(axis);
            [x, y, z]
        });
        let camera = model.camera(scene, [size.width, size.height]);
        Picture { model, samplers, scene, size, camera, lights, turned }
    }

    /// Renders rows, of which the first has the index `first`.
    fn band(&self, first: usize, out: &mut [f32]) -> Result<(), Error> {
        let (width, samples) = (self.size.width as usize, self.size.samples as usize);
        let pixels = out.len() / 4;
        let ray = |index: usize| {
            let (pixel, sample) = (first * width + index / samples, index % samples);
            let [x, y] = offset(sample, samples);
            self.camera.ray([(pixel % width) as f32 + x, (pixel / width) as f32 + y])
        };
        let rays: Vec<Ray> = (0..pixels * samples).map(ray).collect();
        let hits: Vec<(usize, Hit)> =
            rays.iter().enumerate().filter_map(|(index, ray)| Some((index, self.model.hit(ray)?))).collect();
        let sites: Vec<Site> = hits.iter().map(|(_, hit)| self.site(hit, hit.point)).collect();
        let looks = self.samplers.looks(&sites)?;
        let normals = self.bumps(&hits)?;
        let mut lights = vec![None; rays.len()];
        for (((index, hit), look), normal) in hits.iter().zip(looks).zip(normals) {
            lights[*index] = Some(tone(self.shade(&rays[*index], hit, look, normal, index % samples)));
        }
        let light = |(index, ray): (usize, &Ray)| match lights[index] {
            Some([red, green, blue]) => [red, green, blue, 1.0],
            None => [0.0, 0.0, 0.0, self.shadow(ray, index % samples)],
        };
        let lights: Vec<[f32; 4]> = rays.iter().enumerate().map(light).collect();
        for (pixel, lights) in out.chunks_exact_mut(4).zip(lights.chunks_exact(samples)) {
            let sum = |channel: usize| lights.iter().map(|light| light[channel]).sum::<f32>();
            let alpha = sum(3);
            for (channel, value) in pixel.iter_mut().enumerate().take(3) {
                *value = if alpha > 0.0 { sum(channel) / alpha } else { 0.0 };
            }
            pixel[3] = alpha / samples as f32;
        }
        Ok(())
    }

    /// The site in the texture of a point near a hit.
    fn site(&self, hit: &Hit, point: Vector) -> Site {
        let normal =
            [0, 1, 2].map(|side| (0..3).map(|axis| self.turned[axis][side] * hit.normal[axis]).sum());
        let curvature = hit.curvature / self.scene.placement.scale;
        let surface = Some(SurfacePoint { normal, curvature, uv: None });
        Site { position: self.scene.placement.position(point), surface }
    }

    /// The normal with bumps at each hit.
    fn bumps(&self, hits: &[(usize, Hit)]) -> Result<Vec<Vector>, Error> {
        let flat = || hits.iter().map(|(_, hit)| hit.normal).collect();
        if self.scene.relief == 0.0 {
            return Ok(flat());
        }
        // Half a pixel, but no less than floats can resolve.
        let step = |hit: &Hit| (self.camera.footprint(hit.distance) / 2.0).max(1e-4);
        let around = |(_, hit): &(usize, Hit)| {
            let [right, down] = tangents(hit.normal);
            let points = [hit.point, along(hit.point, right, step(hit)), along(hit.point, down, step(hit))];
            points.map(|point| self.site(hit, point))
        };
        let sites: Vec<Site> = hits.iter().flat_map(around).collect();
        let Some(heights) = self.samplers.heights(&sites)? else { return Ok(flat()) };
        let relief = self.scene.relief / self.scene.placement.scale;
        let bump = |((_, hit), heights): (&(usize, Hit), &[f32])| {
            let [right, down] = tangents(hit.normal);
            let slope = [1, 2].map(|side: usize| relief * (heights[side] - heights[0]) / step(hit));
            // Slopes of hard edges can be arbitrarily steep: limited smoothly.
            let tamed = 1.0 / (1.0 + (slope[0] * slope[0] + slope[1] * slope[1]) / 6.25).sqrt();
            unit(along(along(hit.normal, right, -slope[0] * tamed), down, -slope[1] * tamed))
        };
        Ok(hits.iter().zip(heights.chunks_exact(AROUND)).map(bump).collect())
    }

    fn shade(&self, ray: &Ray, hit: &Hit, look: Look, normal: Vector, sample: usize) -> Light {
        let viewer = ray.direction.map(|side| -side);
        let origin = along(hit.lifted, hit.facing, OFF);
        let lamp = |(towards, color): &(Vector, Light)| {
            let lit = if dot(normal, *towards) > 0.0 { self.lit(origin, *towards, sample) } else { 0.0 };
            Lamp { towards: *towards, color: *color, lit }
        };
        let ground = if self.scene.shadow { self.near_ground(hit) } else { 1.0 };
        let point = Point { facing: hit.normal, normal, viewer, look, openness: hit.openness * ground };
        shade(&point, self.lights.iter().map(lamp))
    }

    /// The part of the light of the room that the ground leaves to a point close above it.
    fn near_ground(&self, hit: &Hit) -> f32 {
        let height = self.model.ground() - hit.point[1];
        let down = hit.facing[1].max(0.0);
        1.0 - 0.6 * down * (1.0 - smooth(0.0, 0.4, height))
    }

    /// The part of a light that a point sees, 0 to 1.
    fn lit(&self, origin: Vector, towards: Vector, sample: usize) -> f32 {
        let [right, down] = tangents(towards);
        let is_seen = |[x, y]: [f32; 2]| {
            let direction = unit(along(along(towards, right, BREADTH * x), down, BREADTH * y));
            !self.model.tree.is_met(&Ray { origin, direction }, f32::MAX)
        };
        // A coarse picture has the middle of the light alone.
        if self.size.samples == 1 {
            return if is_seen([0.0; 2]) { 1.0 } else { 0.0 };
        }
        // A point of each column and row, as in a Latin square, so that four samples see all points.
        let at = |index: usize| (2 * index + 1) as f32 / POINTS as f32 - 1.0;
        let points = (0..POINTS).map(|column| [at(column), at((column + sample) % POINTS)]);
        points.filter(|point| is_seen(*point)).count() as f32 / POINTS as f32
    }

    /// The opacity of the shadow where a ray meets the ground, 0 to 0.8.
    fn shadow(&self, ray: &Ray, sample: usize) -> f32 {
        let ground = self.model.ground();
        if !self.scene.shadow || ray.origin[1] >= ground || ray.direction[1] <= 0.0 {
            return 0.0;
        }
        let point = along(ray.origin, ray.direction, (ground - ray.origin[1]) / ray.direction[1]);
        let off = (point[0] * point[0] + point[2] * point[2]).sqrt() / self.model.radius;
        // It fades out far from the model.
        let fade = 1.0 - smooth(1.0, 2.2, off);
        if fade == 0.0 {
            return 0.0;
        }
        let open = self.model.shade.ground(point);
        let origin = along(point, [0.0, -1.0, 0.0], OFF);
        let lit: f32 = self.lights.iter().map(|(towards, _)| self.lit(origin, *towards, sample)).sum();
        0.8 * fade * (1.0 - open * (0.5 + 0.5 * lit / self.lights.len() as f32))
    }
}

/// The direction towards a light at degrees to the right of and above the viewer.
fn towards(scene: &Scene, direction: [f32; 2]) -> Vector {
    let [right, down, forward] = axes(scene);
    let [yaw, pitch] = direction.map(f32::to_radians);
    let level = along(right.map(|side| side * sin(yaw)), forward, -cos(yaw)).map(|side| side * cos(pitch));
    along(level, down, -sin(pitch))
}

/// The offset of a sample from the pixel's upper left corner, in pixels.
fn offset(sample: usize, samples: usize) -> [f32; 2] {
    let reversed = (sample as u32).reverse_bits() as f32 / 4_294_967_296.0;
    let half = 0.5 / samples as f32;
    [sample as f32 / samples as f32 + half, reversed + half]
}

#[cfg(test)]
mod tests {
    use travertine::Texture;
    use travertine_shape::Shape;

    use super::super::open::tests::{CUBE, file};
    use super::*;

    fn cube() -> Model {
        let folder = tempfile::tempdir().unwrap();
        Model::open(&file(folder.path(), "cube.obj", CUBE), 64 << 20).unwrap()
    }

    fn texture(color: &str) -> Texture {
        let document = format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{"color": {color}}}, "outputs": {{"color": {{"node": "color"}}}}}}"#
        );
        Texture::parse(&document).unwrap()
    }

    const WHITE: &str = r#"{"type": "noise/perlin", "inputs": {"min": 0.7, "max": 0.7}}"#;

    fn picture(
        model: &Model,
        texture: &Texture,
        environment: Environment,
        change: impl FnOnce(&mut Scene),
    ) -> Image {
        let mut scene = Scene::new(Shape::Cube);
        change(&mut scene);
        let size = Size { width: 48, height: 48, samples: 4 };
        let skin = Skin::new(texture, "color").unwrap();
        render(model, &skin, environment, &scene, size, &Context::default()).unwrap()
    }

    #[test]
    fn the_texture_is_carved_where_other_solids_have_it() {
        // A gradient along y, seen from straight in front.
        let texture = texture(r#"{"type": "noise/perlin", "inputs": {"scale": 3, "min": 0, "max": 1}}"#);
        let (cube, size) = (cube(), [48, 48]);
        let mut scene = Scene::new(Shape::Cube);
        (scene.view.yaw, scene.view.pitch) = (20.0, 15.0);
        for at in [[20.0, 20.0], [30.0, 28.0]] {
            let own = scene.placement.position(cube.pick(&scene, size, at).unwrap());
            assert!(
                own[..3].iter().any(|side| side.abs() < 1e-5 || (side - 1.0).abs() < 1e-5),
                "on a face: {own:?}"
            );
            let seen = cube.seen(&scene, size, cube.pick(&scene, size, at).unwrap()).unwrap();
            assert!((0..2).all(|axis| (seen[axis] - at[axis]).abs() < 0.1));
        }
        assert_eq!(cube.pick(&scene, size, [1.0, 1.0]), None);
        assert_eq!(cube.seen(&scene, size, [0.0, 0.0, 0.5]), None, "it is behind");
        let one = picture(&cube, &texture, Environment::Studio, |_| {});
        let other = picture(&cube, &texture, Environment::Studio, |scene| scene.placement.center = [0.9; 3]);
        assert_ne!(one.data, other.data);
    }

    #[test]
    fn the_ground_has_a_soft_shadow_unless_the_model_floats() {
        let (cube, white) = (cube(), texture(WHITE));
        let alphas = |floats: bool| -> Vec<f32> {
            let image = picture(&cube, &white, Environment::Studio, |scene| scene.shadow = !floats);
            image.data.chunks(4).map(|pixel| pixel[3]).collect()
        };
        let (stands, floats) = (alphas(false), alphas(true));
        let soft = |alphas: &[f32]| alphas.iter().filter(|alpha| **alpha > 0.02 && **alpha < 0.6).count();
        assert!(soft(&stands) > soft(&floats) + 100, "{} and {}", soft(&stands), soft(&floats));
        assert_eq!(stands[0], 0.0, "there is nothing in the corner");
    }

    #[test]
    fn environments_differ_and_the_sides_away_from_the_light_are_darker() {
        let (cube, white) = (cube(), texture(WHITE));
        let pictures = Environment::ALL
            .map(|environment| picture(&cube, &white, environment, |scene| scene.light = [-70.0, 40.0]));
        let [studio, overcast, evening] = &pictures;
        assert!(studio.data != overcast.data && overcast.data != evening.data);
        // Left and right of the edge in the middle.
        let at = |image: &Image, x: u32| image.pixel(x, 30)[..3].to_vec();
        assert!(at(studio, 14)[1] > at(studio, 34)[1] * 1.5, "{:?} {:?}", at(studio, 14), at(studio, 34));
        let contrast = |image: &Image| at(image, 14)[1] / at(image, 34)[1];
        assert!(contrast(overcast) < contrast(studio), "a gray sky is even");
        assert!(at(evening, 14)[0] > at(evening, 14)[2] * 1.5, "the sun is warm");
    }
}
