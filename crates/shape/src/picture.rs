//! A picture that is being rendered, strip by strip.
//!
//! Each pixel has a sample in its middle. Where four neighbors differ, the cell between them and those beside it are
//! divided, and where the corners of a quarter differ, it is divided again, down to the finest lattice. So what a
//! sample shows, and whether a cell is divided, depends on the picture alone, not on strips or threads.

use std::ops::Range;

use travertine::stages::parallel;
use travertine::{Context, Site};
use travertine_mesh::Vector;

use crate::error::ShapeError;
use crate::lattice::{Lattice, Point, Window};
use crate::scene::{Finish, Scene, Size};
use crate::stage::Stage;
use crate::studio::tone;
use crate::surface::{Look, Samplers};
use crate::tracer::Tracer;

/// Points per batch: enough to evaluate the texture efficiently even if most rays miss the solid.
pub(crate) const BATCH: usize = 4096;
/// Radius of the pixel filter, in pixels: slightly more than half a pixel, for smooth outlines.
const FILTER: f32 = 0.8;
/// The most rows of pixels in a strip, and the most points of the lattice in a strip of more than [`LEAST_ROWS`].
const MOST_ROWS: u64 = 64;
const LEAST_ROWS: u64 = 8;
const STRIP_POINTS: u64 = 1 << 21;
/// Memory for each point of a strip, in bytes: what is known there, and lists of points and their results.
const POINT_BYTES: u64 = Window::POINT_BYTES + 40 + size_of::<(Point, Look)>() as u64;

/// A picture that is being rendered.
pub(crate) struct Picture<'p, 's> {
    scene: &'p Scene,
    size: Size,
    tracer: Tracer<'p, 's>,
    /// Rows of pixels in a strip.
    rows: usize,
    /// The weight of a sample, by its distance along an axis in steps of the lattice.
    filter: Vec<f32>,
}

/// The differences between corners above which a cell is divided, for cells of a pixel, half and a quarter of one. The
/// more rays a pixel may have, the smaller they are.
fn limits(lattice: Lattice) -> &'static [f32] {
    match lattice.steps {
        1 => &[],
        2 => &[0.06],
        4 => &[0.04, 0.18],
        _ => &[0.01, 0.03, 0.1],
    }
}

/// The mean number of rays of a pixel in the middle of a solid, and of heights that are computed for it if they are
/// shared: rough means of a few bundled graphs.
pub(crate) fn mean_rays(samples: u32) -> [u64; 2] {
    match Lattice::new(samples).steps {
        1 => [1, 0],
        2 => [3, 4],
        4 => [5, 7],
        _ => [16, 20],
    }
}

/// Rows of pixels in a strip.
fn strip_rows(size: Size) -> u64 {
    let steps = Lattice::new(size.samples).steps as u64;
    (STRIP_POINTS / (u64::from(size.width) * steps * steps)).clamp(LEAST_ROWS, MOST_ROWS).min(size.height.into())
}

/// Maximum memory of a picture that is being rendered, in bytes, apart from the picture, the texture and the batches.
pub(crate) fn bytes(scene: &Scene, size: Size) -> u64 {
    let steps = Lattice::new(size.samples).steps as u64;
    let rows = strip_rows(size) + 5 + 2 * Stage::most_reach(scene, size) as u64;
    let points = (u64::from(size.width) + 5) * steps * rows * steps;
    let kept = match Lattice::new(size.samples).half() {
        half if half > 0 && scene.needs_height() => points / (half * half) as u64,
        _ => 0,
    };
    points.saturating_mul(POINT_BYTES).saturating_add(kept * Window::LOOK_BYTES)
}

impl<'p, 's> Picture<'p, 's> {
    /// Prepares a picture.
    pub(crate) fn new(scene: &'p Scene, size: Size, samplers: &'p Samplers<'s>) -> Result<Picture<'p, 's>, ShapeError> {
        let tracer = Tracer::new(scene, size, samplers)?;
        let steps = tracer.stage.lattice.steps;
        let filter = (0..=steps).map(|off| (1.0 - off as f32 / (steps as f32 * FILTER)).max(0.0)).collect();
        Ok(Picture { scene, size, tracer, rows: strip_rows(size) as usize, filter })
    }

    /// The site in the texture at a position in pixels, or `None` where there is no solid.
    pub(crate) fn site(&self, [x, y]: [f64; 2]) -> Result<Option<Site>, ShapeError> {
        let rays = [self.tracer.stage.camera.ray(x, y)];
        let hits = self.tracer.hits(&rays, &self.tracer.distances(&rays)?);
        Ok(hits.first().map(|hit| hit.site(self.scene, Vector::default())))
    }

    /// Renders the picture into `out`.
    pub(crate) fn render(&self, out: &mut [f32], channels: usize, context: &Context) -> Result<(), ShapeError> {
        let width = self.size.width as usize;
        let half = if self.tracer.stage.shares_heights() { self.tracer.stage.lattice.half() } else { 0 };
        let mut window = Window::new(self.span(0..self.size.width as i32), half);
        // Lattice rows above this have looks and heights.
        let mut shared = i32::MIN;
        for (strip, out) in out.chunks_mut(self.rows * width * channels).enumerate() {
            let first = (strip * self.rows) as i32;
            let pixels = first..first + (out.len() / (width * channels)) as i32;
            let (span, reach) = (self.span(pixels.clone()), self.tracer.stage.reach * self.tracer.stage.lattice.steps);
            let span = span.start - reach..span.end + reach;
            window.move_to(span.clone());
            if half > 0 {
                self.share_between(&mut window, shared.max(span.start)..span.end, context)?;
                shared = span.end;
            }
            self.divide(&mut window, pixels.clone(), context)?;
            let window = &window;
            let rows = pixels.zip(out.chunks_exact_mut(width * channels));
            parallel::try_for_each(rows, |(row, pixels)| {
                for (column, pixel) in pixels.chunks_exact_mut(channels).enumerate() {
                    let middle = [column as i32, row].map(|index| index * self.tracer.stage.lattice.steps);
                    self.resolve(window.mean(middle, self.tracer.stage.lattice, &self.filter), pixel);
                }
                if context.is_cancelled() { Err(ShapeError::from(context.stopped())) } else { Ok(()) }
            })?;
            context.advance((out.len() / channels) as u64);
        }
        Ok(())
    }

    /// How many pixels beside a pixel matter to it.
    fn beside(&self) -> i32 {
        if self.tracer.stage.lattice.half() > 0 { 2 } else { 0 }
    }

    /// The columns or rows of the lattice that some columns or rows of pixels need: pixels on both sides, and half a
    /// pixel more for slopes.
    fn span(&self, pixels: Range<i32>) -> Range<i32> {
        let Lattice { steps } = self.tracer.stage.lattice;
        let (half, beside) = (self.tracer.stage.lattice.half(), self.beside());
        (pixels.start - beside) * steps - half..(pixels.end - 1 + beside) * steps + half + 1
    }

    /// Computes looks and heights at points half a pixel apart: slopes and hollows share the heights, and of most of
    /// these points the light is computed, too.
    fn share_between(&self, window: &mut Window, rows: Range<i32>, context: &Context) -> Result<(), ShapeError> {
        let half = self.tracer.stage.lattice.half();
        for row in rows.filter(|row| row % half == 0) {
            for column in window.columns().filter(|column| column % half == 0) {
                window.mark([column, row]);
            }
        }
        let points = window.take_marked();
        self.trace(window, &points, context)?;
        self.look(window, &points, context).map(|_| ())
    }

    /// Samples the middles of pixels, and divides the cells between them.
    fn divide(&self, window: &mut Window, pixels: Range<i32>, context: &Context) -> Result<(), ShapeError> {
        let (mut size, width) = (self.tracer.stage.lattice.steps, self.size.width as i32);
        let beside = self.beside();
        let is_unknown = |window: &Window, point: &Point| !window.has_light(*point);
        for row in pixels.start - beside..pixels.end + beside {
            for column in -beside..width + beside {
                let middle = [column * size, row * size];
                if is_unknown(window, &middle) {
                    window.mark(middle);
                }
            }
        }
        self.sample(window, context)?;
        let [coarsest, limits @ ..] = limits(self.tracer.stage.lattice) else { return Ok(()) };
        let mut cells = self.differing(window, pixels, *coarsest);
        let mut limits = limits.iter();
        loop {
            size /= 2;
            for [column, row] in &cells {
                for (across, down) in [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)] {
                    let point = [column + across * size, row + down * size];
                    if is_unknown(window, &point) {
                        window.mark(point);
                    }
                }
            }
            self.sample(window, context)?;
            let Some(limit) = limits.next() else { return Ok(()) };
            let quarters = |[column, row]: &Point| {
                [[*column, *row], [column + size, *row], [*column, row + size], [column + size, row + size]]
            };
            cells = cells.iter().flat_map(quarters).collect();
            cells.retain(|cell| self.differs(window, *cell, size, *limit));
        }
    }

    /// The cells between middles of pixels whose corners differ, and those beside such cells: a thin line may pass
    /// between the corners of a cell.
    fn differing(&self, window: &Window, pixels: Range<i32>, limit: f32) -> Vec<Point> {
        let (steps, width) = (self.tracer.stage.lattice.steps, self.size.width as i32 + 3);
        let rows = pixels.start - 2..pixels.end + 1;
        let cells = rows.clone().flat_map(|row| (-2..width - 2).map(move |column| [column * steps, row * steps]));
        let differs: Vec<bool> = cells.map(|cell| self.differs(window, cell, steps, limit)).collect();
        let mut found = Vec::new();
        for row in rows.start + 1..rows.end - 1 {
            for column in -1..width - 3 {
                let left = ((row - rows.start - 1) * width + column + 1) as usize;
                let above = (0..3).map(|down| left + down * width as usize);
                if above.into_iter().any(|left| differs[left..left + 3].contains(&true)) {
                    found.push([column * steps, row * steps]);
                }
            }
        }
        found
    }

    /// Finds the distances at points.
    fn trace(&self, window: &mut Window, points: &[Point], context: &Context) -> Result<(), ShapeError> {
        let made = batches(points, context, |points| self.tracer.texels(points))?;
        points.iter().zip(made).for_each(|(point, texel)| window.set_distance(*point, texel));
        Ok(())
    }

    /// Computes the heights at points whose distances are known.
    fn share(&self, window: &mut Window, points: &[Point], context: &Context) -> Result<(), ShapeError> {
        let view = &*window;
        let made = batches(points, context, |points| self.tracer.heights(points, view))?;
        points.iter().zip(made).for_each(|(point, height)| window.set_height(*point, height));
        Ok(())
    }

    /// Computes the looks at points whose distances are known, and returns those on the solid.
    fn look(&self, window: &mut Window, points: &[Point], context: &Context) -> Result<Vec<Look>, ShapeError> {
        let view = &*window;
        let looks = batches(points, context, |points| self.tracer.looks(points, view))?;
        points.iter().zip(&looks).for_each(|(point, look)| window.set_look(*point, *look));
        Ok(looks)
    }

    /// Computes the light at the marked points.
    fn sample(&self, window: &mut Window, context: &Context) -> Result<(), ShapeError> {
        let points = window.take_marked();
        let shares = self.tracer.stage.shares_heights();
        let (kept, others): (Vec<Point>, Vec<Point>) =
            points.into_iter().partition(|point| window.look(*point).is_some());
        self.trace_unknown(window, &others, context)?;
        let looks = self.look(window, &others, context)?;
        if shares {
            // Those around points half a pixel apart are known.
            let view = &*window;
            let beside = batches(&others, context, |points| Ok(self.tracer.all_beside(points, view)))?;
            let places = beside.iter().flatten().filter(|point| view.height(**point).is_none());
            let places: Vec<Point> = places.copied().collect();
            places.iter().for_each(|point| window.mark(*point));
            let places = window.take_marked();
            self.trace_unknown(window, &places, context)?;
            self.share(window, &places, context)?;
        }
        let view = &*window;
        let known = kept.iter().filter_map(|point| Some((*point, window.look(*point)?)));
        let points: Vec<(Point, Look)> = known.chain(others.into_iter().zip(looks)).collect();
        let made = batches(&points, context, |points| self.tracer.lights(points, view))?;
        points.iter().zip(made).for_each(|((point, _), light)| window.set_light(*point, light));
        Ok(())
    }

    /// Finds the distances at those of some points where they are unknown.
    fn trace_unknown(&self, window: &mut Window, points: &[Point], context: &Context) -> Result<(), ShapeError> {
        let unknown = points.iter().copied().filter(|point| window.distance(*point).is_nan());
        let unknown: Vec<Point> = unknown.collect();
        self.trace(window, &unknown, context)
    }

    /// Whether the corners of a cell differ visibly.
    fn differs(&self, window: &Window, [column, row]: Point, size: i32, limit: f32) -> bool {
        let corners = [[column, row], [column + size, row], [column, row + size], [column + size, row + size]];
        let (mut least, mut most) = ([f32::INFINITY; 4], [0f32; 4]);
        for corner in corners {
            let seen = self.seen(window.light(corner));
            for channel in 0..4 {
                least[channel] = least[channel].min(seen[channel]);
                most[channel] = most[channel].max(seen[channel]);
            }
        }
        (0..4).any(|channel| most[channel] - least[channel] > limit)
    }

    /// Color and opacity in numbers whose differences are about as large as an eye sees them.
    fn seen(&self, [red, green, blue, alpha]: [f32; 4]) -> [f32; 4] {
        let mut light = [red, green, blue];
        if self.scene.finish == Finish::Light {
            let [red, green, blue] = tone([red.into(), green.into(), blue.into()]);
            light = [red as f32, green as f32, blue as f32];
        }
        let [red, green, blue] = light;
        [red.max(0.0).sqrt(), green.max(0.0).sqrt(), blue.max(0.0).sqrt(), alpha]
    }

    /// Puts a mean of samples into a pixel.
    fn resolve(&self, mean: [f32; 4], pixel: &mut [f32]) {
        let alpha = mean[3];
        for (channel, out) in pixel.iter_mut().enumerate() {
            *out = match (self.scene.background, channel) {
                (_, 3) => alpha,
                (Some(background), _) => mean[channel] + background[channel] * (1.0 - alpha),
                (None, _) if alpha > 0.0 => mean[channel] / alpha,
                (None, _) => 0.0,
            };
        }
    }
}

/// Makes a value for each point, in batches on all threads.
fn batches<P: Sync, T: Send>(
    points: &[P],
    context: &Context,
    make: impl Fn(&[P]) -> Result<Vec<T>, ShapeError> + Send + Sync,
) -> Result<Vec<T>, ShapeError> {
    let made = parallel::try_map(points.chunks(BATCH), |points| {
        if context.is_cancelled() { Err(context.stopped().into()) } else { make(points) }
    })?;
    Ok(made.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use travertine::Texture;

    use super::*;
    use crate::shape::Shape;
    use crate::surface::{Channels, Surface};

    /// Noise as fine as a pixel, with bumps.
    const FINE: &str = r#"{"format": "travertine", "version": 1, "nodes": {
        "noise": {"type": "noise/perlin", "inputs": {"scale": 40, "min": 0, "max": 1, "octaves": 2}}},
        "outputs": {"color": {"node": "noise"}, "height": {"node": "noise"}}}"#;

    fn picture(graph: &str, scene: &Scene, size: Size, rows: Option<usize>) -> Vec<f32> {
        let context = Context::default();
        let surface = Surface::new(&Texture::parse(graph).unwrap(), &Channels::default()).unwrap();
        let samplers = surface.samplers(scene.needs_height(), &context).unwrap();
        let mut picture = Picture::new(scene, size, &samplers).unwrap();
        picture.rows = rows.unwrap_or(picture.rows);
        let mut out = vec![0.0; size.width as usize * size.height as usize * 4];
        picture.render(&mut out, 4, &context).unwrap();
        out
    }

    #[test]
    fn strips_change_no_bit() {
        for (shape, samples) in [(Shape::Sphere, 16), (Shape::CutBlock, 4), (Shape::Torus, 64), (Shape::Plane, 1)] {
            let (scene, size) = (Scene::new(shape), Size { width: 40, height: 44, samples });
            let expected = picture(FINE, &scene, size, None);
            for rows in [1, 7, 64] {
                let same = picture(FINE, &scene, size, Some(rows)).iter().zip(&expected).all(|(a, b)| a == b);
                assert!(same, "{shape:?}, {rows} rows");
            }
        }
    }

    #[test]
    fn an_even_face_needs_one_ray_and_an_edge_more() {
        let even = r#"{"format": "travertine", "version": 1, "nodes": {
            "color": {"type": "math/add", "inputs": {"a": 0.25, "b": 0.25}}},
            "outputs": {"color": {"node": "color"}}}"#;
        let scene = Scene { finish: Finish::Unlit, ..Scene::new(Shape::Cube) };
        let of = |samples: u32| picture(even, &scene, Size { width: 48, height: 48, samples }, None);
        let (one, many) = (of(1), of(16));
        assert_eq!(many[4 * (48 * 24 + 24)..][..4], one[4 * (48 * 24 + 24)..][..4]);
        let partial = |pixels: &[f32]| pixels.chunks(4).filter(|pixel| pixel[3] > 0.0 && pixel[3] < 1.0).count();
        assert!(partial(&one) == 0 && partial(&many) > 100, "{}", partial(&many));
    }

    #[test]
    fn few_rays_show_what_many_show() {
        for (shape, bound) in [(Shape::Sphere, 0.012), (Shape::Cube, 0.012)] {
            let of = |samples: u32| picture(FINE, &Scene::new(shape), Size { width: 64, height: 64, samples }, None);
            let mean = |one: &[f32], other: &[f32]| {
                one.iter().zip(other).map(|(a, b)| f64::from((a - b).abs())).sum::<f64>() / one.len() as f64
            };
            let many = of(64);
            let [few, fewer, one] = [16, 4, 1].map(|samples| mean(&of(samples), &many));
            assert!(few < bound && few < fewer && fewer < one, "{shape:?}: {few}, {fewer}, {one}");
        }
    }
}
