//! Bakes: a texture on the surfaces of texture sets.

use std::collections::HashSet;
use std::path::Path;

use travertine::stages::render::RenderError;
use travertine::{Context, Fields, PictureFile, Texture, Type};
use travertine_files::{Fingerprint, resolve};

use crate::error::Error;
use crate::fingerprint::{write_map, write_options};
use crate::glb::{self, Baked};
use crate::job::Job;
use crate::maps::{Extras, Layout, Map, Purpose};
use crate::memory;
use crate::mesh::Mesh;
use crate::occlusion::Occlusion;
use crate::options::{MAX_MARGIN, MAX_SIDE, Options};
use crate::pass::{Found, Pass, Work};
use crate::set::TextureSet;
use crate::surface::Surface;
use crate::tangent::Tangents;
use crate::texels::Texels;
use crate::vector::wide;

/// How many vertices are coloured at a time.
const AT_ONCE: usize = 1 << 14;

/// A texture and the surfaces that it is baked onto.
pub struct Bake {
    sets: Vec<TextureSet>,
    options: Options,
    fields: Fields,
    height: Option<Fields>,
    layout: Layout,
}

/// What a bake came to.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// What its user should know, a sentence each.
    pub warnings: Vec<String>,
    /// How many textures were there already, from a time before that was cut short.
    pub kept: usize,
}

impl Bake {
    /// Prepares to bake the outputs of a texture.
    ///
    /// # Errors
    ///
    /// If there is no such output, a size is over its limit, or the meshes reach beyond the floats when they are placed.
    pub fn new(texture: &Texture, sets: Vec<TextureSet>, options: Options) -> Result<Bake, Error> {
        let [width, height] = options.size;
        if options.size.iter().any(|side| !(1..=MAX_SIDE).contains(side)) {
            return Err(RenderError::Size { width, height, limit: MAX_SIDE }.into());
        }
        if options.margin > MAX_MARGIN || !(1..=4).contains(&options.samples_per_side) {
            let message = format!(
                "a margin may have up to {MAX_MARGIN} texels, and a texel 1 to 4 samples along each side"
            );
            return Err(Error::Limit(message));
        }
        let outputs: Vec<&str> = match options.outputs.as_slice() {
            [] => texture.outputs().collect(),
            chosen => chosen.iter().map(String::as_str).collect(),
        };
        let fields = texture.fields(&outputs)?;
        let relief = options.relief.as_ref().map(|relief| texture.fields(&[&relief.output])).transpose()?;
        if let Some(relief) = &relief
            && relief.outputs()[0].value_type != Type::Float
        {
            let name = &relief.outputs()[0].name;
            return Err(Error::Usage(format!(
                "the output `{name}` is no float, and so no height to make normals from"
            )));
        }
        if options.occlusion.is_some_and(|reach| reach.is_nan() || reach <= 0.0) {
            return Err(Error::Usage("occlusion needs a distance above 0".to_owned()));
        }
        let named = |name: &str| fields.outputs().iter().any(|output| output.name == name);
        if options.occlusion.is_some() && named("occlusion") {
            let message = "the graph has an output `occlusion` itself; leave out the meshes' occlusion, or choose \
                           other outputs";
            return Err(Error::Usage(message.to_owned()));
        } // A normal of the graph's own has the name.
        let extras =
            Extras { normal: relief.is_some() && !named("normal"), occlusion: options.occlusion.is_some() };
        let layout = Layout::new(&fields, options.size, extras)?;
        let height = relief.filter(|_| layout.normal.is_some());
        let bake = Bake { sets, options, fields, height, layout };
        bake.check_placement()?;
        Ok(bake)
    }

    /// Whether all of the meshes lies within the floats, with some space around.
    fn check_placement(&self) -> Result<(), Error> {
        // Heights are compared a little way off.
        let limit = f64::from(f32::MAX) / 4.0;
        for mesh in self.sets.iter().flat_map(|set| &set.meshes) {
            let inside = |position: &[f32; 3]| {
                self.options.placement.apply(wide(*position)).iter().all(|part| part.abs() <= limit)
            };
            if !mesh.positions.iter().all(inside) {
                let message = format!(
                    "mesh `{}` reaches beyond the floats when it is placed; choose a smaller --scale or --offset",
                    mesh.name
                );
                return Err(Error::Usage(message));
            }
        }
        Ok(())
    }

    /// The texture sets.
    pub fn sets(&self) -> &[TextureSet] {
        &self.sets
    }

    /// How many texels there are to bake, in all sets.
    pub fn texels(&self) -> u64 {
        let [width, height] = self.options.size;
        self.sets.len() as u64 * u64::from(width) * u64::from(height)
    }

    /// Where the texels of a set are sampled (x, y, z, time), row by row from the top: nowhere if a texel is on no
    /// surface. A texel holds the mean of what the texture is there.
    pub fn positions(&self, set: usize) -> Vec<Vec<[f32; 4]>> {
        let surface = Surface::new(&self.sets[set].meshes, self.options.placement);
        Texels::new(&surface, &self.options).positions()
    }

    /// Bakes into a folder, a file for each output and a normal map for each set: `stone_color.png`, or into a GLB, if
    /// its name ends so. Progress counts texels.
    ///
    /// All of it appears when all is whole. What is finished of it when it is cut short, is used the next time.
    ///
    /// # Errors
    ///
    /// If it is cancelled, something cannot be written, or the memory does not suffice.
    pub fn write(&self, target: impl AsRef<Path>, context: &Context) -> Result<Report, Error> {
        let target = target.as_ref();
        let model = is_model(target);
        let purpose = if model { Purpose::Material } else { Purpose::Files(self.options.format) };
        let maps = self.layout.maps(self.options.size, purpose);
        if maps.is_empty() {
            let message = "none of the outputs is something that a GLB can show: a colour, `roughness`, `metallic`, \
                           `occlusion`, `emission`, or a height for normals; bake into a folder, or choose others";
            return Err(Error::Usage(message.to_owned()));
        }
        let names = self.names(&maps)?;
        let fingerprint = self.fingerprint(&maps);
        let job = match model {
            true => Job::of_model(target, fingerprint)?,
            false => Job::of_folder(target, &names, self.options.overwrite, fingerprint)?,
        };
        match self.fill(&job, &maps, context) {
            Ok(report) => {
                if model {
                    let baked = |set: &TextureSet| {
                        maps.iter()
                            .map(|map| Baked {
                                map,
                                path: job.file(&map.file_name(&set.name), map.file).path,
                            })
                            .collect()
                    };
                    let baked: Vec<Vec<Baked>> = self.sets.iter().map(baked).collect();
                    job.publish_model(|path| glb::write_textured(path, &self.sets, &baked))?;
                } else {
                    job.publish()?;
                }
                Ok(report)
            }
            Err(error) => {
                job.leave();
                Err(error)
            }
        }
    }

    /// The name of each texture's file, which must be another for each: names of outputs lose letters that files cannot
    /// have, and `a` with `b_c` comes to the same as `a_b` with `c`.
    fn names(&self, maps: &[Map]) -> Result<Vec<String>, Error> {
        let all = self.sets.iter().flat_map(|set| maps.iter().map(|map| map.file_name(&set.name)));
        let (all, mut known) = (all.collect::<Vec<_>>(), HashSet::new()); // Some systems make no difference between capitals and others.
        match all.iter().find(|name| !known.insert(name.to_lowercase())) {
            Some(name) => Err(Error::Usage(format!(
                "several textures would be {name}; rename an output of the graph or a material of the mesh, or leave \
                 one out with --output"
            ))),
            None => Ok(all),
        }
    }

    /// Makes all files that a job has not yet.
    fn fill(&self, job: &Job, maps: &[Map], context: &Context) -> Result<Report, Error> {
        let held = self.held(maps, job.is_model()) + self.most_of_a_set();
        check_memory(held, context)?;
        let left = context.clone().memory(context.memory_limit() - held);
        let beside = |error: travertine::Error| error.beside(held);
        let outputs = self.fields.sampler(&left).map_err(beside)?;
        let heights = self.height.as_ref().map(|height| height.sampler(&left));
        let heights = heights.transpose().map_err(beside)?;
        let points = self.texels().saturating_mul(u64::from(self.options.samples_per_side).pow(2));
        let slopes = heights.as_ref().map_or(0, |heights| heights.work(points.saturating_mul(4)));
        context.check_work(outputs.work(points).saturating_add(slopes))?;
        let strength = self.options.relief.as_ref().map_or(0.0, |relief| f64::from(relief.strength));
        let occlusion = self.options.occlusion;
        let occlusion = occlusion.map(|reach| Occlusion::new(&self.sets, self.options.placement, reach));
        let work = Work {
            options: &self.options,
            held,
            layout: &self.layout,
            sampler: &outputs,
            relief: heights.as_ref().map(|heights| (heights, strength)),
            occlusion: occlusion.as_ref(),
            context,
        };
        let mut report = Report::default();
        for set in &self.sets {
            let missing: Vec<Map> =
                maps.iter().filter(|map| !job.has(&map.file_name(&set.name), map.file)).cloned().collect();
            report.kept += maps.len() - missing.len();
            if missing.is_empty() {
                let [width, height] = self.options.size;
                context.advance(u64::from(width) * u64::from(height));
                continue;
            }
            let files = missing.iter().map(|map| job.file(&map.file_name(&set.name), map.file));
            let files: Vec<PictureFile> = files.collect();
            let surface = Surface::new(&set.meshes, self.options.placement);
            let found = Pass::new(&work, &surface).run(&missing, &files)?;
            report.warnings.extend(self.warnings(set, &surface, &missing, &found));
        }
        Ok(report)
    }

    /// How many bytes the meshes take, with what is made of all of them.
    fn held(&self, maps: &[Map], model: bool) -> u64 {
        // A name in three lists, a path, a warning.
        const TEXTURE: u64 = 1024;
        let meshes = || self.sets.iter().flat_map(|set| &set.meshes);
        let triangles = meshes().map(|mesh| mesh.triangles.len() as u64).sum();
        let tree = if self.options.occlusion.is_some() { Occlusion::bytes(triangles) } else { 0 };
        let textures = (self.sets.len() * maps.len()) as u64 * TEXTURE;
        let text = |mesh: &Mesh| if model { glb::bytes(mesh) } else { 0 }; // Warnings have names.
        let mesh = |mesh: &Mesh| mesh.bytes() + text(mesh) + 2 * mesh.name.len() as u64;
        meshes().map(mesh).sum::<u64>() + tree + textures
    }

    /// How many bytes the set takes that takes most, while its textures are made.
    fn most_of_a_set(&self) -> u64 {
        let set = |set: &TextureSet| {
            let triangles = set.meshes.iter().map(|mesh| mesh.triangles.len() as u64).sum();
            let tangents = if self.layout.normal.is_some() { Tangents::bytes(triangles) } else { 0 };
            Surface::bytes(triangles) + Texels::bytes(&set.meshes, &self.options) + tangents
        };
        self.sets.iter().map(set).max().unwrap_or(0)
    }

    fn warnings(&self, set: &TextureSet, surface: &Surface, maps: &[Map], found: &Found) -> Vec<String> {
        let mut warnings = Vec::new();
        let name = &set.name;
        if let Some((late, early)) = found.overlap {
            let [(mesh, triangle), (other, first)] = [surface.source(late), surface.source(early)];
            let samples = found.overlaps;
            warnings.push(format!( "in the texture set `{name}` UVs overlap at {samples} samples: triangle {triangle} of mesh `{}` lies over \
                 triangle {first} of `{}`; what comes first in the file has the place, what comes later shows it too: \
                 unwrap without overlaps, or give the meshes materials of their own", mesh.name, other.name ));
        }
        if surface.degenerate > 0 {
            let triangles = match surface.degenerate {
                1 => "1 triangle has no area, in space or on the texture, and is".to_owned(),
                count => format!("{count} triangles have no area, in space or on the texture, and are"),
            };
            warnings.push(format!("in the texture set `{name}` {triangles} left out"));
        }
        for (map, clipped) in maps.iter().zip(&found.clipped).filter(|(_, clipped)| **clipped > 0) {
            let [width, height] = self.options.size;
            let percent = *clipped as f64 / (f64::from(width) * f64::from(height)) * 100.0;
            warnings.push(format!( "in `{}` {percent:.1} % of the texels lie outside 0..1 and were clipped; remap the output, or bake to EXR", map.file_name(name) ));
        }
        warnings
    }

    /// Colours the vertices of the meshes and writes them into a GLB, which has no textures then; colours are clipped to
    /// 0..1. `output` is a colour of the texture.
    ///
    /// # Errors
    ///
    /// As [`Bake::write`], or if the output is not a colour.
    pub fn write_vertex_colors(&self, target: impl AsRef<Path>, context: &Context) -> Result<(), Error> {
        let target = target.as_ref();
        if !is_model(target) {
            return Err(Error::Usage(
                "colours of vertices are part of a mesh; let the name of OUT end with .glb".to_owned(),
            ));
        }
        let (path, _) = resolve(target).map_err(Error::write(target))?;
        let Some(index) = self.fields.outputs().iter().position(|output| output.value_type == Type::Color)
        else {
            return Err(Error::Usage("none of the outputs is a colour; choose one that is".to_owned()));
        };
        let before =
            self.fields.outputs()[..index].iter().map(|output| output.value_type.width()).sum::<usize>();
        let width = self.fields.width();
        let vertices =
            |set: &TextureSet| set.meshes.iter().map(|mesh| mesh.positions.len() as u64).sum::<u64>();
        let colors = self.sets.iter().map(vertices).sum::<u64>() * size_of::<[f32; 4]>() as u64;
        let held = self.held(&[], true) + colors + (AT_ONCE * (16 + 4 * width)) as u64;
        check_memory(held, context)?;
        let left = context.clone().memory(context.memory_limit() - held);
        let sampler = self.fields.sampler(&left).map_err(|error| error.beside(held))?;
        let mut values = Vec::new();
        let mut colors = Vec::with_capacity(self.sets.len());
        for set in &self.sets {
            let mut of_set = Vec::with_capacity(set.meshes.len());
            for mesh in &set.meshes {
                let point =
                    |position: &[f32; 3]| self.options.point(self.options.placement.apply(wide(*position)));
                let mut of_mesh = Vec::with_capacity(mesh.positions.len());
                for positions in mesh.positions.chunks(AT_ONCE) {
                    let points: Vec<_> = positions.iter().map(point).collect();
                    values.clear();
                    values.resize(points.len() * width, 0.0);
                    sampler.sample(&points, &mut values)?;
                    let color =
                        |sample: &[f32]| [0, 1, 2, 3].map(|part| sample[before + part].clamp(0.0, 1.0));
                    of_mesh.extend(values.chunks_exact(width).map(color));
                }
                of_set.push(of_mesh);
            }
            colors.push(of_set);
        }
        if context.is_cancelled() {
            return Err(RenderError::Cancelled.into());
        }
        glb::write_colored(&path, &self.sets, &colors)
    }

    /// The fingerprint of the files' bytes.
    fn fingerprint(&self, maps: &[Map]) -> Fingerprint {
        let mut fingerprint = self.fields.fingerprint().with_text(|out| write_options(out, &self.options));
        if let Some(height) = &self.height {
            fingerprint = fingerprint.with(format_args!("height {}\n", height.fingerprint()));
        }
        for map in maps {
            fingerprint = fingerprint.with_text(|out| write_map(out, map));
        }
        for (set, mesh) in self.sets.iter().flat_map(|set| set.meshes.iter().map(move |mesh| (set, mesh))) {
            let floats = mesh.positions.as_flattened().iter().chain(mesh.normals.as_flattened());
            let floats = floats.chain(mesh.uvs.iter().flat_map(|uvs| uvs.as_flattened()));
            let (set, name) = (&set.name, &mesh.name);
            let [triangles, vertices] = [mesh.triangles.len(), mesh.positions.len()];
            let sides = if mesh.double_sided { "double" } else { "single" };
            let uvs = if mesh.uvs.is_some() { "uvs" } else { "-" };
            fingerprint = fingerprint
                .with(format_args!("mesh {}:{set} {}:{name} ", set.len(), name.len()))
                .with(format_args!("{triangles} {vertices} {sides} {uvs}\n"))
                .with_numbers(mesh.triangles.as_flattened().iter().copied())
                .with_numbers(floats.map(|float| float.to_bits()));
        }
        fingerprint
    }
}

/// Whether a name is that of a GLB.
fn is_model(target: &Path) -> bool {
    target.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("glb"))
}

fn check_memory(needed: u64, context: &Context) -> Result<(), Error> {
    memory::check(needed, context.memory_limit(), "the bake", "bake the mesh in parts")
}
