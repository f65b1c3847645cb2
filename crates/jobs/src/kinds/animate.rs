//! `travertine animate`: renders a graph over time.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::program::Axis;
use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Context, Estimate, Field, PictureFile, PictureFormat, Texture};
use travertine_animation::{Animation, AnimationFile, AnimationKind, FrameCounts, FrameFiles, Timeline};
use travertine_files::{Inputs, PartialOutput, resolve};
use travertine_tiling::{MAX_PERIOD, apply, looping};

use crate::estimate::{self, Cost};
use crate::failure::Failure;
use crate::flags::execution::Execution;
use crate::flags::picture::PictureFlags;
use crate::flags::pixels::PixelFlags;
use crate::flags::slice::SliceFlags;
use crate::flags::source::Source;
use crate::flags::value;
use crate::host::{Host, with_partial_output};
use crate::kind::{Definition, Job};
use crate::target::check_job;
use crate::{clipping, describe, quoted, tiling};

const EXAMPLES: &str = "\
Examples:
  travertine animate clouds.json --frames 0..47 --loop --set noise.dimensions=4 -o clouds.webp
      two seconds that loop without a jump; noise of four dimensions changes with time
  travertine animate lava.json --frames 0..239 --fps 30 --loop=4 --size 256 -o lava.gif
      eight seconds that cover 4 units of the graph's time
  travertine animate lava.json --frames 0..95 --size 1920x1080 --bits 16 -o 'lava_%04d.png'
      a file for each frame; after an interruption, the same command continues
  travertine animate marble.json --frames 0..23 --set noise.dimensions=4 -o marble.apng
      the veins move, as the noise that bends them changes with time";

/// Render an animation of a graph
///
/// Time is the fourth coordinate: frame / fps, in seconds. With --loop, the frame after the last equals the first if
/// the nodes can repeat in time. The file name chooses the format: .apng, .gif and .webp hold all frames; a pattern
/// such as frame_%04d.png or frame_%04d.exr names one file per frame. Existing frames of the same command are not
/// rendered again. Until an .apng, .gif or .webp is complete, its frames are in a folder beside it whose name ends
/// with .part.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// First and last frame, or the number of frames from 0
    #[arg(long, value_name = "A..B|N", value_parser = value::range)]
    frames: RangeInclusive<u32>,

    /// Frames per second
    #[arg(long, value_name = "N", default_value = "24", allow_hyphen_values = true)]
    fps: f64,

    /// Make a loop that covers PERIOD units of the graph's time, and set periods of nodes to fit; without PERIOD, the
    /// duration in seconds, rounded to a whole number
    #[arg(
        long = "loop", value_name = "PERIOD", require_equals = true,
        value_parser = period
    )]
    period: Option<Option<u32>>,

    /// File of the animation, .apng, .gif or .webp, or a pattern for files of frames, .png or .exr
    #[arg(short = 'o', value_name = "FILE")]
    file: PathBuf,

    /// Replace files with the names of frames even if Travertine did not write them
    #[arg(long)]
    overwrite: bool,

    #[command(flatten)]
    pixels: PixelFlags,

    #[command(flatten)]
    picture: PictureFlags,

    #[command(flatten)]
    slice: SliceFlags,

    #[command(flatten)]
    execution: Execution,
}

/// Where frames are written.
enum Target {
    File(AnimationFile),
    Frames(FrameFiles),
}

impl Definition for Arguments {
    const NAME: &'static str = "animate";
}

impl Job for Arguments {
    fn check(&self, texture: Texture) -> Result<(), Failure> {
        self.source.check(texture).map(drop)
    }

    fn run(&self, host: &dyn Host) -> Result<(), Failure> {
        let target = self.target()?;
        let timeline = self.timeline(host)?;
        let slice = self.picture.sampled(self.slice.slice(self.pixels.size, 0.0));
        let mut texture = self.source.texture(host, &self.execution)?;
        match &target {
            Target::File(file) => check_job(host, &texture, &[], [&file.path])?,
            Target::Frames(files) => {
                let inputs = Inputs::new(host.inputs().iter().chain(texture.files()));
                inputs.check(timeline.frames().map(|frame| files.path(frame)))?;
            }
        }
        texture.set_detail(self.picture.detail(&slice));
        let name = self.source.output_of(&texture)?;
        if self.period.is_some() {
            close_loop(host, &mut texture, &name, &timeline, &self.execution.context_of(host))?;
        }
        let field = texture.field(&name)?;
        if !is_animated(&field) {
            note_still_output(host, &texture, &name);
        }
        let advance = |done| host.advance(done);
        let context = self.execution.context_of(host).progress(&advance);
        let animation = Animation { field: &field, slice, crop: self.pixels.crop, timeline, context };
        let render = animation.render(animation.timeline.first())?;
        let Estimate { pixels, samples, work, memory, .. } = render.estimate();
        let count = u64::from(animation.timeline.count());
        let frames = describe::count(count, "frame");
        let format = match &target {
            Target::File(_) => PictureFormat::Png { depth: self.picture.depth(), encoding: Encoding::Auto },
            Target::Frames(files) => files.format,
        };
        let bytes: u64 = render.formats().iter().map(|frame| format.bytes(frame)).sum();
        let cost = Cost { samples: samples * count, work: work.saturating_mul(count), memory, bytes: bytes * count };
        let measure = || {
            let encoding = render.formats().iter().map(|frame| format.seconds(frame)).sum::<f64>();
            Some((render.seconds()? + encoding / animation.context.thread_count() as f64) * count as f64)
        };
        let first = match &target {
            Target::File(file) => file.path.clone(),
            Target::Frames(files) => files.path(animation.timeline.first()),
        };
        resolve(&first).map_err(travertine_files::Error::write(&first))?;
        estimate::agree(host, &frames, &cost, &animation.context, measure)?;
        drop(render);
        host.begin(samples * count);
        let made = match &target {
            Target::File(file) => {
                with_partial_output(host, &PartialOutput::folder_of(&file.path), || file.write(&animation))?
            }
            Target::Frames(files) => files.write(&animation, self.overwrite)?,
        };
        host.end();
        host.wrote(&[&self.file], &frames);
        note_existing_frames(host, made);
        clipping::warn(
            host,
            field.ranges(),
            made.clipped,
            pixels * u64::from(made.rendered),
            "pixels",
            "write frames as .exr",
        );
        Ok(())
    }
}

impl Arguments {
    fn target(&self) -> Result<Target, Failure> {
        let name = self.file.to_string_lossy();
        let ending = self.file.extension().map(|ending| ending.to_ascii_lowercase()).unwrap_or_default();
        let is_picture = PictureFile::new(&self.file).is_ok() && ending != "webp";
        if is_picture {
            if self.file.to_str().is_none() {
                return Err(Failure::usage(format!("the file name {name} is not UTF-8; choose another name")));
            }
            let mut files = FrameFiles::new(&name)?;
            files.format = self.picture.format(files.format)?;
            return Ok(Target::Frames(files));
        }
        if let Some(advice) = self.video(&ending.to_string_lossy()) {
            return Err(advice);
        }
        let mut file = AnimationFile::new(&self.file)?;
        // Frames are kept as PNG, so what a PNG cannot have is refused.
        let png = PictureFormat::Png { depth: BitDepth::Eight, encoding: Encoding::Auto };
        self.picture.format(png)?;
        file.encoding = self.picture.encoding();
        match &mut file.kind {
            AnimationKind::Apng(depth) => *depth = self.picture.depth(),
            kind if self.picture.depth() == BitDepth::Sixteen => {
                let message =
                    format!("a {} has 8 bits per channel; for 16, write .apng or frames as .png", kind.ending());
                return Err(Failure::usage(message));
            }
            _ => {}
        }
        Ok(Target::File(file))
    }

    /// How to make a video, which is not written here, of frames.
    fn video(&self, ending: &str) -> Option<Failure> {
        if !["mp4", "mov", "mkv", "webm", "avi"].contains(&ending) {
            return None;
        }
        let (video, first) = (self.file.to_string_lossy(), self.frames.start());
        let frames = self.file.with_extension("").to_string_lossy().into_owned() + "_%04d.png";
        Some(Failure::usage(format!(
            "{video} is a video, which other programs make of frames; write these with ⟦to={frames}⟧, and then run\n  \
             ffmpeg -framerate {} -start_number {first} -i {} -pix_fmt yuv420p {}",
            self.fps,
            quoted(&frames),
            quoted(&video)
        )))
    }

    fn timeline(&self, host: &dyn Host) -> Result<Timeline, Failure> {
        let timeline = Timeline::new(self.frames.clone(), self.fps)?;
        let Some(period) = self.period else { return Ok(timeline) };
        // Periods are whole numbers.
        let nearest = timeline.seconds().round().clamp(1.0, f64::from(MAX_PERIOD)) as u32;
        let timeline = timeline.over(period.unwrap_or(nearest));
        if period.is_none() && timeline.pace() != 1.0 {
            host.note(&format_args!(
                "note: periods are whole numbers, so the graph's time advances by {nearest} in {} s; \
                 ⟦loop={nearest}⟧ silences this note",
                describe::number(timeline.seconds() as f32)
            ));
        }
        Ok(timeline)
    }
}

/// Sets inputs and parameters of the texture so that the output repeats after the timeline.
fn close_loop(
    host: &dyn Host,
    texture: &mut Texture,
    name: &str,
    timeline: &Timeline,
    context: &Context,
) -> Result<(), Failure> {
    let period = (timeline.seconds() * timeline.pace()).round() as u32;
    let found = looping(texture, name, period, context)?;
    if !found.fixed {
        let mut lines = vec![format!("error: {} does not loop with a period of {period}:", quote(name))];
        lines.extend(found.breaks.iter().map(|broken| format!("  {}", tiling::describe_break(broken))));
        let flags = tiling::flags(&found);
        if !flags.is_empty() {
            lines.push(format!("  these flags help, but are not enough: {flags}"));
        }
        return Err(Failure::Endless(lines.join("\n")));
    }
    if found.breaks.is_empty() {
        return Ok(());
    }
    let fixed = found.breaks.iter().filter(|broken| !broken.fix.is_empty());
    let lines = fixed.map(|broken| format!("\n  {}", tiling::flags_of(broken)));
    host.note(&format_args!("note: to loop, the animation sets{}", lines.collect::<String>()));
    Ok(apply(texture, found.breaks.iter().flat_map(|broken| &broken.fix))?)
}

/// Whether a field changes with time.
fn is_animated(field: &Field) -> bool {
    let program = field.program();
    let values = program.outputs().iter().flat_map(|output| &output.values);
    values.into_iter().any(|value| program.axes()[value.index()].contains(Axis::Time))
}

/// Notes that all frames are the same, and how to change that.
fn note_still_output(host: &dyn Host, texture: &Texture, name: &str) {
    let nodes = &texture.graph().nodes;
    let still = nodes.iter().filter(|node| node.definition.input_index("dimensions").is_some());
    let still: Vec<String> = still.map(|node| format!("⟦set={}.dimensions=4⟧", node.id)).take(3).collect();
    let advice = match still.as_slice() {
        [] => "use a noise with 4 dimensions".to_owned(),
        flags => format!("give noise 4 dimensions, as in {}", flags.join(" ")),
    };
    host.note(&format_args!("note: {} does not change with time, so all frames are the same; {advice}", quote(name)));
}

fn note_existing_frames(host: &dyn Host, made: FrameCounts) {
    if made.kept > 0 {
        host.note(&format_args!("note: reused {}", describe::count(made.kept.into(), "existing frame")));
    }
    if made.replaced > 0 {
        let frames = describe::count(made.replaced.into(), "frame");
        host.note(&format_args!("note: replaced {frames} of another command"));
    }
}

/// The period of a loop.
fn period(text: &str) -> Result<u32, String> {
    let period = text.parse().ok().filter(|period| (1..=MAX_PERIOD).contains(period));
    period.ok_or_else(|| format!("expected a whole number from 1 to {MAX_PERIOD}"))
}
