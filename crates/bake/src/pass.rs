//! Passes over the texels of a texture set, page by page: evaluates them and writes the files.

use std::ops::Range;

use travertine::Green;
use travertine::stages::parallel;
use travertine::stages::render::{Pool, RenderError, write_rows};
use travertine::{Context, PictureFile, Sampler, Site};
use travertine_mesh::coverage::Cells;
use travertine_mesh::{Tile, Vector};

use crate::dilate::{GAPS, Row, Window};
use crate::error::Error;
use crate::maps::{COLORS, Channel, Layout, Map};
use crate::occlusion::Occlusion;
use crate::options::Options;
use crate::surface::{Spot, Surface, in_basis, tilted};
use crate::tangent::Tangents;
use crate::texels::{STRIPE, Samples, Texels};

/// The data shared by the passes over all sets.
pub(crate) struct Shared<'w> {
    pub(crate) options: &'w Options,
    /// Memory taken by the meshes, in bytes.
    pub(crate) taken: u64,
    pub(crate) layout: &'w Layout,
    /// Evaluates the outputs.
    pub(crate) sampler: &'w Sampler<'w>,
    /// Evaluates the height for normals; the relief depth for a height of 1.
    pub(crate) relief: Option<(&'w Sampler<'w>, f64)>,
    /// Evaluates ambient occlusion.
    pub(crate) occlusion: Option<&'w Occlusion>,
    pub(crate) context: &'w Context<'w>,
}

/// Observations during a pass, for warnings.
#[derive(Clone, Default)]
pub(crate) struct PassReport {
    /// For each map, the number of texels with a value outside 0..1.
    pub(crate) clipped: Vec<u64>,
    /// Number of samples on more than one triangle.
    pub(crate) overlaps: u64,
    /// The first triangle with a sample that an earlier triangle owns, and that earlier triangle.
    pub(crate) overlap: Option<(u32, u32)>,
}

/// A pass over the texels of a set, page by page. What follows from the surface is made once, for all of it.
pub(crate) struct Pass<'p, 'w, 'a> {
    shared: &'p Shared<'w>,
    surface: &'p Surface<'a>,
    tangents: Option<Tangents>,
    /// Half the distance between the heights of a slope, in units of the texture.
    reach: f64,
}

/// Number of threads: at most one per stripe.
fn threads(options: &Options, context: &Context) -> usize {
    context.thread_count().min(Texels::stripes(options) as usize)
}

/// Number of stripes in a band: enough for all threads, and for a margin to reach no further than the previous band.
fn stripes_at_once(options: &Options, threads: usize) -> usize {
    (2 * threads).max(options.filled().div_ceil(STRIPE) as usize)
}

/// The bytes of a pass, and those of a band of finished rows.
pub(crate) fn bytes(options: &Options, layout: &Layout, context: &Context, maps: &[Map]) -> [u64; 2] {
    let threads = threads(options, context);
    let rows = (2 * stripes_at_once(options, threads)) as u64 * u64::from(STRIPE) + 2 * u64::from(options.filled());
    let rows = rows.min(u64::from(options.size[1].next_multiple_of(STRIPE)));
    let (width, samples) = (u64::from(options.size[0]), u64::from(options.samples_per_side * options.samples_per_side));
    let floats = layout.width as u64;
    let finished: u64 = maps.iter().map(|map| map.format.row_len() as u64 * 4 * rows).sum();
    let made = rows * width * (floats * 4 + 1 + GAPS);
    // For each sample of a stripe its cells, its spot (in a growing list), and what its openness needs; for each sample
    // of a row its site and values, four sites and heights around it, and a normal; the source of each texel of a
    // finished row.
    let sites = 5 * size_of::<Site>() as u64;
    let occlusion = if options.occlusion.is_some() { Occlusion::SAMPLE } else { 0 };
    let sample = u64::from(STRIPE) * (4 + 2 * 24 + occlusion) + sites + 4 * (floats + 5) + 24;
    let working = threads as u64 * width * (samples * sample + 32 + 9 * u64::from(STRIPE));
    [made + working + finished, finished]
}

impl<'p, 'w, 'a> Pass<'p, 'w, 'a> {
    pub(crate) fn new(shared: &'p Shared<'w>, surface: &'p Surface<'a>) -> Pass<'p, 'w, 'a> {
        Pass {
            shared,
            surface,
            tangents: shared.relief.map(|_| Tangents::new(surface)),
            reach: surface.spacing(shared.options.size) / 2.0,
        }
    }

    /// Bakes all maps of a page into their files.
    pub(crate) fn run(&self, tile: Option<Tile>, maps: &[Map], files: &[PictureFile]) -> Result<PassReport, Error> {
        let Shared { options, context, layout, taken, .. } = *self.shared;
        let [_, height] = options.size;
        let texels = Texels::new(self.surface, options, tile);
        let formats: Vec<_> = maps.iter().map(|map| map.format).collect();
        let threads = threads(options, context);
        let at_once = stripes_at_once(options, threads);
        // Without an explicit number of threads, the process keeps the threads.
        let of_work = context.clone().threads(context.has_thread_count().then_some(threads));
        let mut report = PassReport::default();
        let mut failure = None;
        let mut make = |writer: &travertine::stages::render::RowWriter| -> Result<bool, Error> {
            let (mut window, mut next) = (Window::default(), 0);
            let stripes: Vec<u32> = (0..Texels::stripes(options)).collect();
            for band in stripes.chunks(at_once) {
                let made = writer.install(|| {
                    parallel::try_map(band, |stripe| {
                        let made = self.stripe(&texels, *stripe)?;
                        context.advance(u64::from(options.size[0]) * made.0.len() as u64);
                        Ok::<_, Error>(made)
                    })
                })?;
                for (rows, cells) in made {
                    window.extend(rows);
                    report.overlaps += cells.overlaps;
                    report.overlap = [report.overlap, cells.first_overlap].into_iter().flatten().min();
                }
                let bottom = window.bottom();
                let end =
                    if bottom == height as usize { bottom } else { bottom.saturating_sub(options.filled() as usize) };
                let finish = |row| finish(&window, row, options.filled() as usize, maps);
                let finished = writer.install(|| parallel::map(next..end, finish));
                for (index, format) in formats.iter().enumerate() {
                    let mut rows = writer.buffer(index, format.row_len() * finished.len())?;
                    rows.chunks_exact_mut(format.row_len())
                        .zip(&finished)
                        .for_each(|(to, row)| to.copy_from_slice(&row[index]));
                    if !rows.is_empty() && !writer.send(index, rows) {
                        return Ok(false);
                    }
                }
                next = next.max(end);
                window.drop_above(next.saturating_sub(options.filled() as usize));
            }
            Ok(true)
        };
        let [all, finished] = bytes(options, layout, context, maps);
        let memory = [taken + all, finished];
        let written = write_rows(files.iter().collect(), &formats, &of_work, memory, |writer| {
            make(writer).unwrap_or_else(|error| {
                failure = Some(error);
                false
            })
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        match written {
            Ok(clipped) => Ok(PassReport { clipped, ..report }),
            Err(RenderError::Sink { output, source }) => Err(Error::write(&files[output].path)(source)),
            Err(error) => Err(error.into()),
        }
    }

    /// The rows of a stripe, and its cells.
    fn stripe(&self, texels: &Texels, stripe: u32) -> Result<(Vec<Row>, Cells), Error> {
        let cells = texels.draw(stripe);
        let samples: Vec<Samples> = texels.rows(stripe).map(|row| texels.samples(&cells, row)).collect();
        let openness = self.openness(&samples)?;
        let rows = samples.iter().enumerate();
        let rows = rows.map(|(row, samples)| self.row(samples, openness.get(row).map_or(&[], Vec::as_slice)));
        Ok((rows.collect::<Result<_, _>>()?, cells))
    }

    /// A row of texels, each the mean of its samples, whose openness is empty if occlusion is disabled.
    fn row(&self, samples: &Samples, openness: &[f32]) -> Result<Row, Error> {
        let Layout { width, normal, occlusion, translucent, .. } = self.shared.layout;
        let (width, outputs) = (*width, self.shared.sampler.width());
        let values = self.values(samples)?;
        let normals = self.normals(&samples.spots)?;
        let mut row =
            Row { values: vec![0.0; samples.counts.len() * width], covered: Vec::with_capacity(samples.counts.len()) };
        let mut first = 0;
        for (texel, count) in row.values.chunks_exact_mut(width).zip(&samples.counts) {
            let count = usize::from(*count);
            row.covered.push(count > 0);
            if count > 0 {
                let samples = &values[first * outputs..(first + count) * outputs];
                mean(samples, translucent, &mut texel[..outputs]);
                if let Some(occlusion) = occlusion {
                    let sum: f64 = openness[first..first + count].iter().copied().map(f64::from).sum();
                    texel[*occlusion] = (sum / count as f64) as f32;
                }
                if let Some(normal) = normal {
                    let sum = normals[first..first + count].iter().fold(Vector::default(), |sum, normal| sum + *normal);
                    let mean = sum.unit().unwrap_or(Vector::Z);
                    texel[*normal..].copy_from_slice(&mean.map(|part| part * 0.5 + 0.5).narrow());
                }
            }
            first += count;
        }
        Ok(row)
    }

    /// The outputs at each sample.
    fn values(&self, samples: &Samples) -> Result<Vec<f32>, Error> {
        let (surface, time) = (self.surface, self.shared.options.time);
        let sites: Vec<Site> = samples.spots.iter().map(|spot| surface.site(*spot, time)).collect();
        let mut values = vec![0.0; sites.len() * self.shared.sampler.width()];
        self.shared.sampler.sample(&sites, &mut values)?;
        Ok(values)
    }

    /// The greatest value of some floats of the outputs, in all samples of a page; at least 0.
    pub(crate) fn peak(&self, tile: Option<Tile>, floats: Range<usize>) -> Result<f32, Error> {
        let Shared { options, context, sampler, .. } = *self.shared;
        let texels = Texels::new(self.surface, options, tile);
        let stripes: Vec<u32> = (0..Texels::stripes(options)).collect();
        let peak = |stripe: &u32| {
            if context.is_cancelled() {
                return Err(RenderError::Cancelled.into());
            }
            let cells = texels.draw(*stripe);
            let mut peak = 0.0_f32;
            for row in texels.rows(*stripe) {
                let values = self.values(&texels.samples(&cells, row))?;
                let floats = values.chunks_exact(sampler.width()).flat_map(|sample| &sample[floats.clone()]);
                peak = floats.fold(peak, |peak, value| peak.max(*value));
            }
            Ok::<_, Error>(peak)
        };
        let peaks = Pool::new(context, stripes.len()).install(|| parallel::try_map(&stripes, peak))?;
        Ok(peaks.into_iter().fold(0.0, f32::max))
    }

    /// The openness at each sample of each row, 0 to 1; empty if occlusion is disabled.
    fn openness(&self, rows: &[Samples]) -> Result<Vec<Vec<f32>>, Error> {
        let Some(occlusion) = self.shared.occlusion else { return Ok(Vec::new()) };
        let side = self.shared.options.samples_per_side as usize;
        Ok(occlusion.rows(self.surface, rows, side, &|| self.shared.context.is_cancelled())?)
    }

    /// The normal with relief at each spot, in tangent space; empty if normals are disabled.
    fn normals(&self, spots: &[Spot]) -> Result<Vec<Vector>, Error> {
        let (Some((sampler, strength)), Some(tangents)) = (self.shared.relief, &self.tangents) else {
            return Ok(Vec::new());
        };
        let options = self.shared.options;
        let normal = |spot: &Spot| self.surface.unit_normal(*spot);
        let around = |spot: &Spot| {
            let (here, [across, along]) = (self.surface.position(*spot), normal(spot).basis());
            let site = self.surface.site(*spot, options.time);
            [(across, 1.0), (across, -1.0), (along, 1.0), (along, -1.0)].map(|(direction, sign)| Site {
                position: self.surface.frame.point(here + direction * (sign * self.reach), options.time),
                ..site
            })
        };
        let sites: Vec<Site> = spots.iter().flat_map(around).collect();
        let mut heights = vec![0.0; sites.len()];
        sampler.sample(&sites, &mut heights)?;
        let green = if self.shared.options.green == Green::Up { 1.0 } else { -1.0 };
        let tilt = |(spot, heights): (&Spot, &[f32; 4])| {
            let normal = normal(spot);
            let [across, along] = normal.basis();
            let [right, left, below, above] = heights.map(f64::from);
            let slope = |rise: f64| rise * strength / (2.0 * self.reach);
            let rise = across * slope(right - left) + along * slope(below - above);
            let Vector { x, y, z } =
                in_basis(tilted(normal, rise), tangents.basis(self.surface, *spot)).unwrap_or(Vector::Z);
            Vector::new(x, y * green, z)
        };
        Ok(spots.iter().zip(heights.as_chunks::<4>().0).map(tilt).collect())
    }
}

/// The mean of samples, summed in order. Colors with alpha are weighted by it.
fn mean(samples: &[f32], translucent: &[usize], mean: &mut [f32]) {
    if samples.len() == mean.len() {
        return mean.copy_from_slice(samples);
    }
    let width = mean.len();
    let all = || samples.chunks_exact(width);
    let count = all().len() as f64;
    for (index, mean) in mean.iter_mut().enumerate() {
        *mean = (all().map(|sample| f64::from(sample[index])).sum::<f64>() / count) as f32;
    }
    for color in translucent {
        let opacity: f64 = all().map(|sample| f64::from(sample[color + 3])).sum();
        if opacity > 0.0 {
            for index in *color..color + 3 {
                let light = all().map(|sample| f64::from(sample[index]) * f64::from(sample[color + 3])).sum::<f64>();
                mean[index] = (light / opacity) as f32;
            }
        }
    }
}

/// A finished row of each map, with margins filled.
fn finish(window: &Window, row: usize, margin: usize, maps: &[Map]) -> Vec<Vec<f32>> {
    let sources = window.sources(row, margin);
    let width = window.row(row).values.len() / sources.len();
    let texel = |(row, column): (usize, usize)| &window.row(row).values[column * width..][..width];
    let channel = |channel: &Channel, source: Option<(usize, usize)>| match *channel {
        Channel::Computed(float, empty) => source.map_or(empty, |source| texel(source)[float]),
        Channel::Constant(value) => value,
    };
    let row = |map: &Map| {
        let strength = |index: usize| if index < COLORS { map.strength } else { 1.0 };
        let texel = |source| {
            let parts = map.channels.iter().enumerate();
            parts.map(move |(index, part)| channel(part, source) / strength(index))
        };
        sources.iter().copied().flat_map(texel).collect()
    };
    maps.iter().map(row).collect()
}
