//! `travertine render`: renders a picture of a graph, or a set of pictures.

mod engine;
mod set;
mod template;

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph::diagnostic::quote;
use travertine::{Estimate, PictureFile};

use self::set::SetFlags;
use crate::clipping;
use crate::execution::Execution;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::picture::PictureFlags;
use crate::pixels::PixelFlags;
use crate::progress::Progress;
use crate::slice::SliceFlags;
use crate::source::Source;
use crate::time::TimeFlag;
use crate::value::Size;

const EXAMPLES: &str = "\
Examples:
  travertine render marble.json
      a picture of 512 x 512 pixels, marble.png, in the current folder
  travertine render marble.json -o veins.exr --size 2048 --output veins --param vein_scale=6
      another output, with another value of a parameter, as floats
  travertine render wood.json --plane xz --depth 0.5 --set rings.scale=12 -o end-grain.png
      a cut across the trunk, with another value of a node's input
  travertine render clouds.json --size 4096x2048 --crop 1024,512,256,256
      only 256 x 256 pixels of a large picture
  travertine render marble.json --preset Verde -o verde.png
      the values that the graph has under this name
  travertine render rusty-paint.json --outputs all -o '{graph}_{output}.exr'
      a file for each output, rendered together
  travertine render rusty-paint.json --for unreal --size 2048
      base color, normals, and one file with occlusion, roughness and metallic
  travertine render checks.json --samples 16
      smooth edges, as each pixel is the mean of 16 samples
  travertine render terrain.json --size 256 --footprint
      a preview that looks like the large picture scaled down, without grain";

/// Render a picture of a graph
///
/// The picture covers x and y from 0; its shorter side is one unit long. Pixels are sampled at their centers. --plane,
/// --depth, --time and --region choose another slice of space. --threads, --simd and --tile do not change the result.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    set: SetFlags,

    /// File of the picture, .png or .exr [default: GRAPH.png in the current folder]. For several pictures, a template
    /// [default: {graph}_{output}.{ext}]
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    #[command(flatten)]
    pixels: PixelFlags,

    #[command(flatten)]
    picture: PictureFlags,

    #[command(flatten)]
    slice: SliceFlags,

    #[command(flatten, next_help_heading = "Slice")]
    time: TimeFlag,

    #[command(flatten)]
    execution: Execution,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        if self.set.is_used() {
            return self.render_set(interrupt);
        }
        let file = self.file()?;
        let slice = self.picture.sampled(self.slice.slice(self.pixels.size, self.time.time));
        let field = self.source.field(self.picture.detail(&slice))?;
        let progress = Progress::new();
        let advance = |done| progress.advance(done);
        let context = self.execution.context().cancel(interrupt.cancel()).progress(&advance);
        let render = field.prepare_file(slice, self.pixels.crop, &context)?;
        let Estimate { pixels, samples, .. } = render.estimate();
        progress.of(samples);
        let clipped = file.write(&render)?;
        progress.end();
        clipping::warn(field.ranges(), clipped, pixels, "pixels", "write .exr");
        Ok(())
    }

    /// Renders several pictures in one evaluation.
    fn render_set(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let slice = self.picture.sampled(self.slice.slice(self.pixels.size, self.time.time));
        let mut texture = self.source.texture()?;
        texture.set_detail(self.picture.detail(&slice));
        let pictures = self.set.pictures(&mut texture, &slice)?;
        let files = self.set.files(&pictures, &self.source, self.file.as_deref(), &self.picture)?;
        let names: Vec<&str> = pictures.iter().map(|picture| picture.output.as_str()).collect();
        let fields = texture.fields(&names)?;
        let files: Vec<&PictureFile> = files.iter().collect();
        let progress = Progress::new();
        let advance = |done| progress.advance(done);
        let context = self.execution.context().cancel(interrupt.cancel()).progress(&advance);
        let render = fields.prepare_file(slice, self.pixels.crop, &context)?;
        let Estimate { pixels, samples, .. } = render.estimate();
        progress.of(samples);
        let clipped = PictureFile::write_all(&files, &render)?;
        progress.end();
        for ((picture, ranges), clipped) in pictures.iter().zip(fields.ranges()).zip(clipped) {
            let pixels_of = format!("pixels of {}", quote(&picture.name));
            clipping::warn(ranges, clipped, pixels, &pixels_of, "write .exr");
        }
        Ok(())
    }

    /// The same render, with the graph's path relative to `folder`, and another file, size and execution.
    pub fn again(
        mut self,
        folder: &Path,
        file: PathBuf,
        size: Option<Size>,
        execution: &Execution,
    ) -> Arguments {
        self.source.graph = folder.join(&self.source.graph);
        self.pixels.size = size.unwrap_or(self.pixels.size);
        Arguments { file: Some(file), execution: *execution, ..self }
    }

    fn file(&self) -> Result<PictureFile, Failure> {
        let path = self.source.picture(self.file.as_deref())?;
        let mut file = PictureFile::new(path)?;
        file.format = self.picture.format(file.format)?;
        Ok(file)
    }
}
