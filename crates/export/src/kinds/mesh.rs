//! Textures on a mesh.

use std::path::Path;

use travertine::stages::render::sink::Encoding;
use travertine::{BitDepth, Green, PictureFormat, Texture};
use travertine_bake::{Bake, Model, Options, Placement, Relief, Unwrap};

use super::Job;
use crate::error::Error;
use crate::order::Report;
use travertine_jobs::count;

impl Job<'_> {
    /// A model with its textures, or a folder of textures.
    pub(super) fn mesh(&self) -> Result<Report, Error> {
        self.bake().map_err(in_words)
    }

    fn bake(&self) -> Result<Report, Error> {
        let (settings, target) = (&self.settings.mesh, Path::new(self.settings.target()));
        if settings.mesh.is_empty() {
            return Err(Error::usage("choose the mesh: a .glb, .gltf, .obj, .ply or .stl file"));
        }
        let mesh = Path::new(&settings.mesh);
        self.check([target])?;
        let ending = self.settings.ending();
        if !matches!(ending.as_str(), "" | "glb" | "obj") {
            let message = format!("{} is no .glb or .obj file, and no folder", target.display());
            return Err(Error::Usage(message));
        }
        let texture = self.texture()?;
        let model = Model::open_within(mesh, 0, self.context.memory_limit())?;
        let source = model.source(settings.unwrap)?;
        let mut report = self.report(0, 1, "texels");
        let sets = if settings.unwrap {
            self.progress.of(model.triangles() * Unwrap::ROUNDS);
            let (sets, made) = model.unwrapped_sets(Unwrap::default(), self.settings.size, &self.context)?;
            let (charts, percent) = (count(made.charts, "chart"), made.filled * 100.0);
            report.notes.push(format!("Unwrapped into {charts}; {percent:.0} % of each texture is filled"));
            sets
        } else {
            model.texture_sets(None)?
        };
        let bake = Bake::new(&texture, sets, self.options(&texture))?.keeping(source);
        self.check(bake.files(target)?)?;
        report.notes.extend(bake.notes());
        self.progress.of(bake.texels());
        report.notes.extend(bake.write(target, &self.context)?.warnings);
        Ok(report)
    }

    fn options(&self, texture: &Texture) -> Options {
        let settings = &self.settings.mesh;
        let height = texture.outputs().find(|name| *name == "height").map(str::to_owned);
        let strength = texture.relief().unwrap_or(Texture::RELIEF);
        let depth = if self.settings.is_sixteen() { BitDepth::Sixteen } else { BitDepth::Eight };
        Options {
            size: self.settings.size,
            samples_per_side: settings.samples,
            margin: None,
            placement: Placement { up: settings.up, scale: settings.scale.into(), offset: [0.0; 3] },
            time: 0.0,
            outputs: Vec::new(),
            relief: height.map(|output| Relief { output, strength }),
            occlusion: settings.occlusion.then_some(f64::INFINITY),
            green: Green::Up,
            format: PictureFormat::Png { depth, encoding: Encoding::Auto },
            keeps_depth: false,
            overwrite: self.settings.overwrite,
        }
    }
}

/// The advice of a bake names flags of the command line; those are rows of the window.
fn in_words(error: Error) -> Error {
    match error {
        Error::Bake(
            error @ (travertine_bake::Error::Usage(_)
            | travertine_bake::Error::Limit(_)
            | travertine_bake::Error::Mesh { .. }),
        ) => Error::Usage(error.to_string().replace("--", "")),
        other => other,
    }
}
