//! Bakes: evaluate a texture on the surfaces of texture sets.

mod fill;
mod models;
mod vertex_colors;

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use travertine::{Axis, Context, Fields, Sampler, Texture, Type, Up};
use travertine_files::Fingerprint;
use travertine_mesh::{Mesh, TextureSet, check_size, in_words, memory};

use crate::error::Error;
use crate::fingerprint::{with_mesh, write_map, write_options};
use crate::glb;
use crate::job::{Files, Job};
use crate::maps::{Extras, Layout, Map, Purpose};
use crate::obj;
use crate::occlusion::Occlusion;
use crate::options::{MAX_MARGIN, MAX_RAYS, Options};
use crate::page::Page;
use crate::pass;
use crate::rewrite;
use crate::source::Source;
use crate::surface::{Frame, Surface};
use crate::tangent::Tangents;
use crate::target::{Target, obj_files};
use crate::texels::Texels;

/// A texture and the surfaces that it is baked onto.
pub struct Bake {
    /// The sets, those without UVs last.
    sets: Vec<TextureSet>,
    /// Number of sets with UVs.
    textured: usize,
    options: Options,
    /// The up of the texture.
    up: Up,
    frame: Frame,
    fields: Fields,
    height: Option<Fields>,
    layout: Layout,
    source: Source,
}

/// The result of a bake.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// Warnings for the user, a sentence each.
    pub warnings: Vec<String>,
    /// Number of textures that an interrupted bake had finished, and that were not baked again.
    pub reused: usize,
}

/// What a bake will cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Number of samples of one texture of each page, in all pages.
    pub samples: u64,
    /// Work, in operations.
    pub work: u64,
    /// Maximum memory, in bytes.
    pub memory: u64,
    /// Bytes of the textures before compression.
    pub bytes: u64,
}

/// The fields, ready to be evaluated.
struct Samplers<'a> {
    outputs: Sampler<'a>,
    height: Option<Sampler<'a>>,
    /// The work of all textures, in operations.
    work: u64,
}

impl Bake {
    /// Prepares to bake the outputs of a texture.
    ///
    /// # Errors
    ///
    /// If an output does not exist, an option is over its limit, or a placed mesh exceeds the range of floats.
    pub fn new(texture: &Texture, mut sets: Vec<TextureSet>, options: Options) -> Result<Bake, Error> {
        check_size(options.size)?;
        sets.sort_by_key(|set| !set.has_uvs());
        let textured = sets.iter().filter(|set| set.has_uvs()).count();
        let margin = options.margin.unwrap_or(0);
        if margin > MAX_MARGIN || !(1..=4).contains(&options.samples_per_side) {
            let samples = options.samples_per_side;
            let message = format!(
                "the margin is {margin} texels, and a texel has {samples} x {samples} samples; \
                 the limits are {MAX_MARGIN} texels and 4 x 4 samples"
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
                "normals need a height, but the output `{name}` is not a float; choose another output"
            )));
        }
        if options.occlusion.is_some_and(|reach| reach.is_nan() || reach <= 0.0) {
            return Err(Error::Usage("the distance of the occlusion must be above 0".to_owned()));
        }
        if !(1..=MAX_RAYS).contains(&options.occlusion_rays) {
            let rays = options.occlusion_rays;
            return Err(Error::Limit(format!("the occlusion has {rays} rays; the limits are 1 and {MAX_RAYS}")));
        }
        let named = |name: &str| fields.outputs().iter().any(|output| output.name == name);
        if options.occlusion.is_some() && named("occlusion") {
            let message = "the graph has an output `occlusion` already; leave out the occlusion of the meshes, or \
                           choose other outputs";
            return Err(Error::Usage(message.to_owned()));
        }
        // An output `normal` of the graph takes precedence.
        let extras = Extras { normal: relief.is_some() && !named("normal"), occlusion: options.occlusion.is_some() };
        let layout = Layout::new(&fields, options.size, extras)?;
        let height = relief.filter(|_| layout.normal.is_some());
        let up = texture.up();
        let frame = Frame::new(&options.placement, up);
        let source = Source::default();
        let bake = Bake { sets, textured, options, up, frame, fields, height, layout, source };
        bake.check_placement()?;
        Ok(bake)
    }

    /// Keeps what else the file of the meshes holds in a GLB: skins, animations, morph targets, other UV sets and
    /// nodes, and the parts of materials that are not baked. Without it, a GLB holds only the meshes and the textures.
    #[must_use]
    pub fn keeping(self, source: Source) -> Bake {
        Bake { source, ..self }
    }

    /// The files that [`Bake::write`] writes.
    ///
    /// # Errors
    ///
    /// If two textures would have one name, no output fits, or UDIM tiles are to go into a GLB.
    pub fn files(&self, target: impl AsRef<Path>) -> Result<Vec<PathBuf>, Error> {
        let (path, target) = (target.as_ref(), Target::of(target.as_ref()));
        let maps = self.maps(target)?;
        if target == Target::Glb {
            return Ok(vec![path.to_owned()]);
        }
        let names = self.names(&maps)?.into_iter().map(OsString::from);
        Ok(names.chain(self.beside(path)).map(|name| target.file(path, &name)).collect())
    }

    /// The names of the files beside textures in a folder, in the order in which they may appear.
    fn beside(&self, path: &Path) -> Vec<OsString> {
        match Target::of(path) {
            Target::Glb => Vec::new(),
            Target::Obj => obj_files(path),
            Target::Folder => self.source.model.iter().map(OsString::from).collect(),
        }
    }

    /// Checks that all placed vertices lie within the range of floats, with a margin.
    fn check_placement(&self) -> Result<(), Error> {
        // A margin, because heights are also evaluated beside the surface.
        let limit = f64::from(f32::MAX) / 4.0;
        for mesh in self.sets.iter().flat_map(|set| &set.meshes) {
            let inside = |position: &[f64; 3]| {
                let position: [f64; 3] = self.frame.apply((*position).into()).into();
                position.iter().all(|part| part.abs() <= limit)
            };
            if !mesh.positions.iter().all(inside) {
                let message = format!(
                    "mesh `{}` exceeds the range of floats after scaling and offset; choose a smaller `scale` or \
                     `offset`",
                    mesh.name
                );
                return Err(Error::Usage(message));
            }
        }
        Ok(())
    }

    /// The texture sets that are baked: those with UVs.
    pub fn sets(&self) -> &[TextureSet] {
        &self.sets[..self.textured]
    }

    /// The pages of all sets with UVs: one for each set, or one for each UDIM tile of a set that has several.
    pub fn pages(&self) -> impl Iterator<Item = Page<'_>> {
        self.sets().iter().flat_map(Page::of)
    }

    /// Notes for the user, a sentence each: which sets have several UDIM tiles.
    pub fn notes(&self) -> Vec<String> {
        let tiled = self.sets().iter().filter(|set| !set.tiles.is_empty());
        let note = |set: &TextureSet| {
            let tiles = in_words(&set.tiles);
            format!("`{}` has textures for each of its UDIM tiles {tiles}", set.name)
        };
        tiled.map(note).collect()
    }

    /// Number of texels of one texture of each page, in all pages.
    pub fn texels(&self) -> u64 {
        let [width, height] = self.options.size;
        self.pages().count() as u64 * u64::from(width) * u64::from(height)
    }

    /// The work of ambient occlusion in operations; 0 without it.
    pub fn occlusion_work(&self) -> u64 {
        let Options { occlusion, occlusion_rays: rays, .. } = self.options;
        if occlusion.is_some() { Occlusion::work(self.triangles(), self.points(), rays) } else { 0 }
    }

    /// Number of samples of one texture of each page, in all pages.
    fn points(&self) -> u64 {
        self.texels().saturating_mul(u64::from(self.options.samples_per_side).pow(2))
    }

    /// The positions (x, y, z, time) at which each texel of a page is sampled, row by row from the top; empty for
    /// texels on no surface. A texel holds the mean of its samples. The page is that of [`Bake::pages`]; without it,
    /// there are no texels.
    pub fn positions(&self, page: usize) -> Vec<Vec<[f32; 4]>> {
        let Some(page) = self.pages().nth(page) else { return Vec::new() };
        let surface = Surface::new(&page.set.meshes, self.frame);
        Texels::new(&surface, &self.options, page.tile).positions()
    }

    /// What the textures will cost, if none is finished yet.
    fn estimate(&self, maps: &[Map], taken: u64, samplers: &Samplers, context: &Context) -> Estimate {
        let [rows, _] = pass::bytes(&self.options, &self.layout, context, maps);
        let Samplers { outputs, height, work } = samplers;
        let buffers = outputs.bytes() + height.as_ref().map_or(0, |height| height.bytes());
        let of_page: u64 = maps.iter().map(|map| map.file.bytes(&map.format)).sum();
        Estimate {
            samples: self.points(),
            work: *work,
            memory: taken.saturating_add(rows).saturating_add(buffers),
            bytes: of_page.saturating_mul(self.pages().count() as u64),
        }
    }

    /// The textures of each page: those of a material of glTF, or a file for each output.
    fn maps(&self, target: Target) -> Result<Vec<Map>, Error> {
        let tiled = self.sets().iter().find(|set| !set.tiles.is_empty());
        if let Some(set) = tiled.filter(|_| self.source.has_glb(target)) {
            let message = format!(
                "the UVs of `{}` lie in the UDIM tiles {}, and a GLB has no UDIM tiles; bake into a folder or an OBJ, move \
                 the UVs into one unit square, or generate UVs with `unwrap`",
                set.name,
                in_words(&set.tiles)
            );
            return Err(Error::Usage(message));
        }
        let purpose = match (target, &self.source.model) {
            (Target::Glb, _) => Purpose::Material,
            (Target::Obj, _) => Purpose::FilesAndMtl(&self.options),
            (Target::Folder, None) => Purpose::Files(&self.options),
            (Target::Folder, Some(_)) => Purpose::FilesAndMaterial(&self.options),
        };
        let maps = self.layout.maps(self.options.size, purpose);
        if maps.is_empty() {
            let message = "none of the outputs fits a GLB: expected a color, `roughness`, `metallic`, `occlusion`, \
                           `emission`, or a height for normals; bake into a folder, or choose other outputs";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(maps)
    }

    /// Memory of the meshes and of the data derived from them, in bytes.
    fn taken(&self, maps: &[Map], target: Target) -> u64 {
        let meshes = self.sets.iter().flat_map(|set| &set.meshes).filter(|_| target == Target::Obj);
        let writing = meshes.map(obj::bytes).max().unwrap_or(0);
        self.mesh_bytes(maps, target) + self.largest_set_bytes().max(writing)
    }

    /// The fields within the limits of memory and work, of which the meshes take `taken` bytes. `passes` is how often
    /// the outputs are evaluated.
    fn samplers(&self, taken: u64, passes: u64, context: &Context) -> Result<Samplers<'_>, Error> {
        check_memory(taken, context)?;
        let left = context.clone().memory(context.memory_limit() - taken);
        let beside = |error: travertine::Error| error.beside(taken);
        let outputs = self.fields.sampler(&left).map_err(beside)?;
        let height = self.height.as_ref().map(|height| height.sampler(&left));
        let height = height.transpose().map_err(beside)?;
        // A normal needs four heights.
        let points = self.points();
        let slopes = height.as_ref().map_or(0, |height| height.work(points.saturating_mul(4)));
        let work = outputs.work(points.saturating_mul(passes)).saturating_add(slopes);
        let work = work.saturating_add(self.occlusion_work());
        context.check_work(work)?;
        Ok(Samplers { outputs, height, work })
    }

    /// Bakes into a folder, with a file for each set and output such as `stone_color.png`, or into a GLB or an OBJ if
    /// the target ends with `.glb` or `.obj`. An OBJ has its MTL and such files beside it. A set in several UDIM tiles
    /// gets a file for each, such as `stone_color.1001.png`, and no GLB. A folder also gets a GLB that names the files
    /// if the UVs are new. Progress counts texels.
    ///
    /// The target appears when it is complete. Textures finished before an interruption are reused by the next bake
    /// with the same options.
    ///
    /// # Errors
    ///
    /// If the bake is cancelled, a file cannot be written, or a limit of memory or work is exceeded.
    pub fn write(&self, target: impl AsRef<Path>, context: &Context) -> Result<Report, Error> {
        self.write_announced(target, context, |_| {})
    }

    /// As [`Bake::write`]; `announce` receives the cost before the first texture.
    ///
    /// # Errors
    ///
    /// As [`Bake::write`].
    pub fn write_announced(
        &self,
        target: impl AsRef<Path>,
        context: &Context,
        announce: impl FnOnce(Estimate),
    ) -> Result<Report, Error> {
        let (path, target) = (target.as_ref(), Target::of(target.as_ref()));
        let maps = self.maps(target)?;
        let (names, beside) = (self.names(&maps)?, self.beside(path));
        let fingerprint = self.fingerprint(&maps);
        let files = Files { textures: &names, beside: &beside, overwrite: self.options.overwrite };
        let job = match target {
            Target::Glb => Job::of_model(path, fingerprint)?,
            Target::Obj | Target::Folder => Job::of_folder(path, &files, fingerprint)?,
        };
        match self.fill(&job, target, &maps, context, announce) {
            Ok((report, strengths)) => {
                self.finish(job, path, &maps, &strengths)?;
                Ok(report)
            }
            Err(error) => {
                job.leave();
                Err(error)
            }
        }
    }

    /// The file names of all textures. They must differ: names of outputs lose characters that file names cannot
    /// have, and set `a` with output `b_c` gives the same name as set `a_b` with output `c`.
    fn names(&self, maps: &[Map]) -> Result<Vec<String>, Error> {
        let all = self.pages().flat_map(|page| maps.iter().map(move |map| page.file_name(map)));
        let (all, mut known) = (all.collect::<Vec<_>>(), HashSet::new());
        // Some file systems ignore case.
        match all.iter().find(|name| !known.insert(name.to_lowercase())) {
            Some(name) => Err(Error::Usage(format!(
                "several textures would be named {name}; rename an output of the graph or a material of the mesh, or \
                 leave one out with `output`"
            ))),
            None => Ok(all),
        }
    }

    /// Whether anything that is baked depends on the curvature of the meshes.
    fn needs_curvature(&self) -> bool {
        let fields = std::iter::once(&self.fields).chain(&self.height);
        fields.into_iter().any(|fields| fields.varies_along(Axis::Curvature))
    }

    /// Number of triangles of all meshes.
    fn triangles(&self) -> u64 {
        self.sets.iter().flat_map(|set| &set.meshes).map(|mesh| mesh.triangles.len() as u64).sum()
    }

    /// Bytes of the meshes, and of the data derived from all of them.
    fn mesh_bytes(&self, maps: &[Map], target: Target) -> u64 {
        // A name in three lists, a path, a warning.
        const TEXTURE: u64 = 1024;
        let meshes = || self.sets.iter().flat_map(|set| &set.meshes);
        let tree = if self.options.occlusion.is_some() { Occlusion::bytes(self.triangles()) } else { 0 };
        let pages = self.sets.iter().flat_map(Page::of).count();
        let textures = (pages * maps.len()) as u64 * TEXTURE;
        let has_glb = self.source.has_glb(target);
        let text = |mesh: &Mesh| if has_glb { glb::bytes(mesh) } else { 0 };
        // Warnings contain names.
        let mesh = |mesh: &Mesh| mesh.bytes() + text(mesh) + 2 * mesh.name.len() as u64;
        let source = self.source.original.as_ref().filter(|_| has_glb).map_or(0, |original| {
            // Without maps, vertices have colors.
            let is_reshaped = self.source.model.is_some() || maps.is_empty();
            original.memory() + rewrite::bytes(original, &self.sets, is_reshaped)
        });
        meshes().map(mesh).sum::<u64>() + tree + textures + source
    }

    /// Bytes needed to bake the set that needs most.
    fn largest_set_bytes(&self) -> u64 {
        let set = |set: &TextureSet| {
            let triangles = set.meshes.iter().map(|mesh| mesh.triangles.len() as u64).sum();
            let tangents = if self.layout.normal.is_some() { Tangents::bytes(triangles) } else { 0 };
            let curvature = if self.needs_curvature() { Mesh::curvature_bytes(&set.meshes) } else { 0 };
            let texels = Page::of(set).map(|page| Texels::bytes(page, &self.options)).max().unwrap_or(0);
            Surface::bytes(triangles) + texels + tangents + curvature
        };
        self.sets.iter().map(set).max().unwrap_or(0)
    }

    /// The fingerprint of the files' bytes.
    fn fingerprint(&self, maps: &[Map]) -> Fingerprint {
        let mut fingerprint = self.fields.fingerprint().with_text(|out| write_options(out, &self.options, self.up));
        if let Some(height) = &self.height {
            fingerprint = fingerprint.with(format_args!("height {}\n", height.fingerprint()));
        }
        for map in maps {
            fingerprint = fingerprint.with_text(|out| write_map(out, map));
        }
        for (set, mesh) in self.sets.iter().flat_map(|set| set.meshes.iter().map(move |mesh| (set, mesh))) {
            fingerprint = with_mesh(fingerprint, set, mesh);
        }
        fingerprint
    }
}

fn check_memory(needed: u64, context: &Context) -> Result<(), Error> {
    Ok(memory::check(needed, context.memory_limit(), "the bake", "bake the mesh in parts")?)
}
