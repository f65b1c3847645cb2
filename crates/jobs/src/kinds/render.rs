//! `travertine render`: renders a picture of a graph, or a set of pictures.

mod set;

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph::diagnostic::quote;
use travertine::{Context, Error, Estimate, Format, PictureFile, PictureFormat, Plane, Render, Slice, Texture};
use travertine_tiling::{Seam, seamless};

use self::set::SetFlags;
use crate::clipping;
use crate::estimate::{self, Cost};
use crate::failure::Failure;
use crate::flags::device::DeviceFlag;
use crate::flags::execution::Execution;
use crate::flags::picture::PictureFlags;
use crate::flags::pixels::PixelFlags;
use crate::flags::profile::ProfileFlags;
use crate::flags::slice::SliceFlags;
use crate::flags::source::Source;
use crate::flags::time::TimeFlag;
use crate::flags::value::Size;
use crate::host::Host;
use crate::kind::{Definition, Job};
use crate::target::{FormatFlag, Target, check_job, is_standard_output};

const EXAMPLES: &str = "\
Examples:
  travertine render marble.json
      a picture of 512 x 512 pixels, marble.png, in the current folder
  travertine render marble.json -o height.exr --size 2048 --output height --param vein_scale=6
      another output, with another value of a parameter, as floats
  travertine render wood.json --plane xz --depth 0.5 --set waver.scale=8 -o end-grain.png
      a cut across the trunk, with another value of a node's input
  travertine render marble.json -o marble.tif --bits 16
      other formats: TIFF, here of 16 bits, TGA, JPEG and WebP
  travertine render marble.json -o marble.ktx2 --mips
      a texture for a game, compressed as BC7, with its mip levels
  travertine render clouds.json --size 4096x2048 --crop 1024,512,256,256
      only 256 x 256 pixels of a large picture
  travertine render marble.json --preset Verde -o verde.png
      the values that the graph has under this name
  travertine render rusty-paint.json --output all -o '{graph}_{output}.exr'
      a file for each output, rendered together
  travertine render rusty-paint.json --for unreal --size 2048
      base color, normals, and one file with occlusion, roughness and metallic
  travertine render wood.json --seamless
      a picture that repeats without a seam
  travertine render hard-edged.json --samples 16
      smooth edges, as each pixel is the mean of 16 samples
  travertine render terrain.json --size 256 --footprint
      a preview that looks like the large picture scaled down, without grain
  travertine render marble.json --show
      the picture in the terminal, without a file
  travertine render marble.json -o - > copy.png
      the bytes of a PNG on standard output, for another program";

/// Render a picture of a graph
///
/// The picture covers x and y from 0; its shorter side is one unit long. Pixels are sampled at their centers. --plane,
/// --depth, --time and --region choose another slice of space. --threads, --simd and --tile do not change the result.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("output", |flag| flag.value_name("NAME,...").help(
    "Name of the output, or names of several, as in color,height, or `all`; repeatable. With several, -o is a template \
     [default: the first output of the graph]"
)))]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    set: SetFlags,

    /// File of the picture, .png, .exr, .tif, .tga, .jpg, .webp, .ktx2 or .dds, or `-` for standard output [default:
    /// GRAPH.png in the current folder]. For several pictures, a template [default: {graph}_{output}.{ext}]
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// Format of the picture on standard output [default: png]; otherwise the ending of the file chooses it
    #[arg(long, value_enum)]
    format: Option<FormatFlag>,

    /// Show the picture in the terminal. Without -o, no file is written
    #[arg(long)]
    show: bool,

    #[command(flatten)]
    pixels: PixelFlags,

    #[command(flatten)]
    picture: PictureFlags,

    #[command(flatten)]
    slice: SliceFlags,

    #[command(flatten, next_help_heading = "Slice")]
    time: TimeFlag,

    /// Blend the borders of outputs that do not tile, as `travertine tile` does, so that the picture repeats
    #[arg(long, help_heading = "Slice")]
    seamless: bool,

    #[command(flatten)]
    device: DeviceFlag,

    #[command(flatten)]
    execution: Execution,

    #[command(flatten)]
    profile: ProfileFlags,
}

impl Definition for Arguments {
    const NAME: &'static str = "render";
    const HAS_TEMPLATE: bool = true;
    const NO_FIELDS: &'static [&'static str] = &["format", "show"];
}

impl Job for Arguments {
    fn check(&self, texture: Texture) -> Result<(), Failure> {
        let mut texture = self.source.check(texture)?;
        let slice = self.slice.slice(self.pixels.size, self.time.time);
        self.check_seamless(&slice)?;
        if self.set.is_used() {
            let outputs = self.source.outputs(&texture);
            self.set.pictures(&outputs, &mut texture, &slice)?;
        }
        Ok(())
    }

    fn run(&self, host: &dyn Host) -> Result<(), Failure> {
        let slice = self.slice.slice(self.pixels.size, self.time.time);
        self.check_seamless(&slice)?;
        let mut texture = self.source.texture(host, &self.execution)?;
        if self.seamless {
            let context = self.execution.context_of(host);
            let (document, _) = seamless(&texture, &Seam::default(), &context)?;
            texture = texture.with_document(document, texture.given().clone())?;
        }
        let mut outputs = self.source.outputs(&texture);
        // A template names a single picture, too.
        let is_template = self.file.as_ref().is_some_and(|file| file.to_string_lossy().contains("{output}"));
        if is_template && outputs.is_empty() && !self.set.is_used() {
            outputs.push(self.source.output_of(&texture)?);
        }
        if self.set.is_used() || is_template || outputs.len() > 1 || self.source.wants_all(&texture) {
            return self.render_set(texture, &outputs, slice, host);
        }
        if self.show {
            host.check_show()?;
        }
        let path = self.source.picture(self.file.as_deref(), ".png")?;
        if !self.show || self.file.is_some() {
            check_job(host, &texture, &[], self.profile.file().chain([&path]))?;
        }
        let mut target = Target::new(path, self.format, host)?;
        let format = target.format();
        *format = self.picture.format(*format)?;
        let slice = self.picture.sampled(slice);
        texture.set_detail(self.picture.detail(&slice));
        let output = self.source.output_of(&texture)?;
        let field = texture.field(&output)?;
        let advance = |done| host.advance(done);
        let profiling = self.profile.begin();
        let context = profiling.context(self.execution.context_of(host).progress(&advance));
        let context = self.device.context(&texture, &[vec![&output]], context, host)?;
        let render = field.prepare_file(slice, self.pixels.crop, &context)?;
        let Estimate { pixels, samples, .. } = render.estimate();
        if !self.show || self.file.is_some() {
            target.check()?;
        }
        let size = self.announce(host, &render, &[*target.format()], &context)?;
        host.begin(samples);
        let clipped = if self.show {
            let image = render.image().map_err(Error::from)?;
            host.end();
            host.show(&image)?;
            if self.file.is_none() {
                return profiling.end(&texture, host);
            }
            target.write_image(&image, &context.without_progress(), host)?
        } else {
            target.write(&render, host)?
        };
        host.end();
        target.note(host, size);
        clipping::warn(host, field.ranges(), clipped, pixels, "pixels", "write .exr");
        profiling.end(&texture, host)
    }
}

impl Arguments {
    /// Renders several pictures in one evaluation.
    fn render_set(
        &self,
        mut texture: Texture,
        outputs: &[String],
        slice: Slice,
        host: &dyn Host,
    ) -> Result<(), Failure> {
        if self.show {
            return Err(Failure::usage("⟦show⟧ shows one picture; choose one output"));
        }
        if is_standard_output(self.file.as_deref()) || self.format.is_some() {
            return Err(Failure::usage(
                "standard output takes one picture; give ⟦to⟧ a template for several, whose ending is the format",
            ));
        }
        let slice = self.picture.sampled(slice);
        texture.set_detail(self.picture.detail(&slice));
        let (pictures, notes) = self.set.pictures(outputs, &mut texture, &slice)?;
        if pictures.is_empty() {
            return Err(Failure::usage(
                "the set is empty: the graph has no output with a name that it uses, such as color, height or roughness; \
                 name outputs so, choose another program, or render all outputs",
            ));
        }
        let files = self.set.files(&pictures, &self.source, self.file.as_deref(), &self.picture)?;
        check_job(host, &texture, &[], self.profile.file().chain(files.iter().map(|file| &file.path)))?;
        // Mistakes come first.
        notes.iter().for_each(|note| host.note(&format_args!("note: {note}")));
        let names: Vec<&str> = pictures.iter().map(|picture| picture.output.as_str()).collect();
        let fields = texture.fields(&names)?;
        let files: Vec<&PictureFile> = files.iter().collect();
        let advance = |done| host.advance(done);
        let profiling = self.profile.begin();
        let context = profiling.context(self.execution.context_of(host).progress(&advance));
        let context = self.device.context(&texture, std::slice::from_ref(&names), context, host)?;
        let render = fields.prepare_file(slice, self.pixels.crop, &context)?;
        let Estimate { pixels, samples, .. } = render.estimate();
        let formats: Vec<PictureFormat> = files.iter().map(|file| file.format).collect();
        files.iter().try_for_each(|file| file.check())?;
        let size = self.announce(host, &render, &formats, &context)?;
        host.begin(samples);
        let clipped = PictureFile::write_all(&files, &render)?;
        host.end();
        host.wrote(&files.iter().map(|file| file.path.as_path()).collect::<Vec<_>>(), &size);
        for ((picture, ranges), clipped) in pictures.iter().zip(fields.ranges()).zip(clipped) {
            let pixels_of = format!("pixels of {}", quote(&picture.name));
            clipping::warn(host, ranges, clipped, pixels, &pixels_of, "write .exr");
        }
        profiling.end(&texture, host)
    }

    /// The same render, with the graph's path relative to `folder`, and another file, size and execution.
    pub fn again(mut self, folder: &Path, file: PathBuf, size: Option<Size>, execution: &Execution) -> Arguments {
        self.source.graph = folder.join(&self.source.graph);
        self.pixels.size = size.unwrap_or(self.pixels.size);
        Arguments { file: Some(file), execution: *execution, ..self }
    }

    /// The file of the graph.
    pub fn graph(&self) -> &Path {
        &self.source.graph
    }

    /// Threads, memory and work.
    pub fn execution(&self) -> &Execution {
        &self.execution
    }

    /// Whether the picture goes to standard output.
    pub fn is_for_standard_output(&self) -> bool {
        is_standard_output(self.file.as_deref())
    }

    /// Fails where the edges of a seamless picture would not meet.
    fn check_seamless(&self, slice: &Slice) -> Result<(), Failure> {
        let [left, top, right, bottom] = slice.region;
        // Up to the rounding of the borders.
        let is_whole = |length: f64| length.round() >= 1.0 && (length - length.round()).abs() < 1e-9;
        if !self.seamless {
            Ok(())
        } else if slice.plane != Plane::Xy {
            Err(Failure::usage("⟦seamless⟧ needs ⟦plane=xy⟧: outputs repeat along x and y"))
        } else if !is_whole(right - left) || !is_whole(bottom - top) {
            Err(Failure::usage(format!(
                "⟦seamless⟧ needs a picture of whole units, but this one covers {} x {}; give it ⟦region=0,0,1,1⟧",
                right - left,
                bottom - top
            )))
        } else {
            Ok(())
        }
    }

    /// Announces a large render, and returns the size of its pictures in words.
    fn announce(
        &self,
        host: &dyn Host,
        render: &Render,
        formats: &[PictureFormat],
        context: &Context,
    ) -> Result<String, Failure> {
        let Estimate { samples, work, memory, .. } = render.estimate();
        let pictures = || render.formats().iter().zip(formats);
        let bytes = pictures().map(|(picture, format)| format.bytes(picture)).sum();
        let threads = context.thread_count();
        let written = pictures().map(|(picture, format)| format.memory(*picture, threads));
        let memory = written.fold(memory, u64::saturating_add);
        // A render has an output.
        let size = render
            .formats()
            .first()
            .map_or(String::new(), |Format { width, height, .. }| format!("{width} x {height}"));
        let measure = || {
            let encoding = pictures().map(|(picture, format)| format.seconds(picture)).sum::<f64>();
            Some(render.seconds()? + encoding / threads as f64)
        };
        let cost = Cost { samples, work, memory, bytes };
        estimate::agree(host, format_args!("{size} pixels"), &cost, context, measure)?;
        Ok(size)
    }
}
