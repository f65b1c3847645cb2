//! Rendering: checks, estimates, and bands of rows on several threads.

use travertine::stages::render::{Pool, RenderError};
use travertine::{Context, Estimate, Format, Image, MAX_SIDE, Site, Type};

use crate::bumps::HEIGHTS;
use crate::displaced::Displaced;
use crate::error::ShapeError;
use crate::picture::{self, BATCH, Picture};
use crate::scene::{Scene, Size};
use crate::surface::{Samplers, Surface};

/// Approximate memory for each ray of a batch, in bytes.
const RAY_BYTES: u64 = 1024;
/// Work of a ray apart from the texture, in operations: intersection, shadow, occlusion and shading. A rough mean of
/// all solids, for each main light.
const RAY_WORK: u64 = 1000;

/// A picture of a solid that is ready to be rendered.
pub struct Render<'a> {
    scene: &'a Scene,
    size: Size,
    format: Format,
    pool: Pool,
    samplers: Samplers<'a>,
    estimate: Estimate,
}

/// Prepares a picture of a solid: makes the rasters of the texture, and checks limits.
///
/// # Errors
///
/// If a value of the scene is out of range, a limit of size, memory or work is exceeded, or it is cancelled.
pub fn prepare<'a>(
    surface: &'a Surface,
    scene: &'a Scene,
    size: Size,
    context: &Context,
) -> Result<Render<'a>, ShapeError> {
    scene.check()?;
    check(size)?;
    if scene.displacement > 0.0 && !surface.has_height() {
        return Err(ShapeError::NoHeight);
    }
    let Size { width, height, samples } = size;
    let format = Format { width, height, value_type: Type::Color, opaque: scene.background.is_some() };
    let pixels = u64::from(width) * u64::from(height);
    let pool = Pool::new(context, pixels.div_ceil(BATCH as u64) as usize);
    let own = pixels.saturating_mul(4 * format.channels() as u64);
    let own = own.saturating_add(pool.count() as u64 * BATCH as u64 * RAY_BYTES);
    let own = own.saturating_add(picture::bytes(scene, size));
    let own = own.saturating_add(scene.model.as_ref().map_or(0, |model| model.bytes()));
    context.check_memory(own)?;
    let left = context.clone().memory(context.memory_limit() - own);
    let samplers = pool.install(|| surface.samplers(scene.needs_height(), &left)).map_err(|error| error.beside(own))?;
    let [rays, heights] = picture::mean_rays(samples).map(|mean| pixels.saturating_mul(mean));
    let work = work(scene, &samplers, rays, heights);
    context.check_work(work)?;
    let memory = own.saturating_add(samplers.bytes());
    let estimate = Estimate { pixels, samples: rays, operations: work, work, memory };
    Ok(Render { scene, size, format, pool, samplers, estimate })
}

impl Render<'_> {
    /// The format of the picture.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What the picture will cost, about. Samples are rays, all of which are assumed to hit the solid.
    pub fn estimate(&self) -> Estimate {
        self.estimate
    }

    /// The picture: linear red, green and blue, with alpha if there is no background. Progress counts pixels.
    ///
    /// # Errors
    ///
    /// If it is cancelled.
    pub fn image(&self, context: &Context) -> Result<Image, ShapeError> {
        let Render { scene, size, format, pool, samplers, .. } = self;
        pool.install(|| {
            let picture = Picture::new(scene, *size, samplers)?;
            let mut image = Image { format: *format, data: vec![0.0; format.row_len() * size.height as usize] };
            picture.render(&mut image.data, format.channels(), context)?;
            Ok(image)
        })
    }
}

/// Renders a solid into memory: linear red, green and blue, with alpha if there is no background.
///
/// Progress counts pixels. The result does not depend on the SIMD level or the number of threads; the tile is ignored.
/// The time is proportional to the number of pixels.
///
/// # Errors
///
/// As [`prepare`] and [`Render::image`].
pub fn render(surface: &Surface, scene: &Scene, size: Size, context: &Context) -> Result<Image, ShapeError> {
    prepare(surface, scene, size, context)?.image(context)
}

/// The site in the texture that a point of the picture shows, or `None` where there is no solid. x and y are measured
/// in pixels from the upper left corner.
///
/// # Errors
///
/// As [`render`].
pub fn site(
    surface: &Surface,
    scene: &Scene,
    size: Size,
    [x, y]: [f32; 2],
    context: &Context,
) -> Result<Option<Site>, ShapeError> {
    scene.check()?;
    check(size)?;
    let samplers = surface.samplers(scene.needs_height(), context)?;
    let picture = Picture::new(scene, size, &samplers)?;
    picture.site([x.into(), y.into()])
}

/// The work of a number of rays, in operations: the surface at every hit, its heights, of which so many are computed if
/// they are shared, and tracing. All rays are assumed to hit the solid.
fn work(scene: &Scene, samplers: &Samplers, rays: u64, shared: u64) -> u64 {
    let lamps = scene.environment.lamps(scene.light).len() as u64;
    let own = rays.saturating_mul(HEIGHTS as u64);
    let heights = match scene.displacement > 0.0 {
        true => rays
            .saturating_mul(Displaced::heights_per_ray(lamps))
            .saturating_add(own)
            .saturating_add(Displaced::HEIGHTS),
        false if scene.relief == 0.0 => 0,
        false if shared > 0 => shared,
        false => own,
    };
    let model = scene.model.as_ref().map_or(0, |model| model.work(rays, lamps));
    let tracing = rays.saturating_mul(RAY_WORK * lamps).saturating_add(model);
    samplers.work(rays, heights).saturating_add(tracing)
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
