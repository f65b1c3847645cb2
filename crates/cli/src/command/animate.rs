//! `travertine animate`: a graph over time.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::program::Axis;
use travertine::stages::render::sink::BitDepth;
use travertine::{Context, Estimate, Field, Texture};
use travertine_animation::{Animation, AnimationFile, AnimationKind, FrameFiles, Made, Timeline};
use travertine_files::PartialOutput;
use travertine_tiling::{MAX_PERIOD, apply, looping};

use crate::execution::Execution;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::picture::PictureFlags;
use crate::progress::Progress;
use crate::slice::SliceFlags;
use crate::source::Source;
use crate::value;
use crate::window::Window;
use crate::{clipping, describe, terminal, tiling};

const EXAMPLES: &str = "\
Examples:
  travertine animate clouds.json --frames 0..47 --loop -o clouds.webp
      two seconds that play without end, and without a jump
  travertine animate clouds.json --frames 0..239 --fps 30 --loop=4 --size 256 -o clouds.gif
      eight seconds in which 4 of the graph's time pass
  travertine animate lava.json --frames 0..95 --size 1920x1080 --bits 16 -o 'shot/lava_%04d.png'
      a picture for each frame; interrupted and started again, it goes on where it was
  travertine animate marble.json --frames 0..23 --set noise.dimensions=4 -o marble.apng
      a noise of four dimensions changes with time";

/// Renders frames of a graph over time
///
/// Time is the fourth coordinate, in seconds: frame / fps. With --loop it runs around once, so that the frame after the
/// last is the first again, wherever nodes can repeat in time. What the file is called decides what it is: .apng, .gif
/// or .webp hold all frames; a pattern such as frame_%04d.png or frame_%04d.exr names a file for each. Frames that are
/// there already, made by the same command, are kept; those of an .apng, .gif or .webp are in a folder beside it, named
/// .part, until the file is whole.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// The first and the last frame
    #[arg(long, value_name = "A..B", value_parser = value::range)]
    frames: RangeInclusive<u32>,

    /// Frames in a second
    #[arg(long, value_name = "N", default_value = "24", allow_hyphen_values = true)]
    fps: f64,

    /// Lets so much of the graph's time pass from the first frame to the first again, and gives nodes periods that fit;
    /// without a number, the nearest whole number to the seconds that it takes
    #[arg( long = "loop", value_name = "PERIOD", require_equals = true, value_parser = period )]
    lap: Option<Option<u32>>,

    /// The animation's file, .apng, .gif or .webp, or a pattern for the frames' files, .png or .exr
    #[arg(short = 'o', value_name = "FILE")]
    file: PathBuf,

    /// Replaces files in the place of frames that this program has not made
    #[arg(long)]
    overwrite: bool,

    #[command(flatten)]
    window: Window,

    #[command(flatten)]
    picture: PictureFlags,

    #[command(flatten)]
    slice: SliceFlags,

    #[command(flatten)]
    execution: Execution,
}

/// Where the frames go.
enum Target {
    File(AnimationFile),
    Frames(FrameFiles),
}

impl Arguments {
    /// Renders them.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let target = self.target()?;
        let timeline = self.timeline()?;
        let slice = self.picture.sampled(self.slice.slice(self.window.size, 0.0));
        let mut texture = self.source.texture()?;
        texture.set_detail(self.picture.detail(&slice));
        let name = self.source.output_of(&texture).to_owned();
        if self.lap.is_some() {
            close_loop(&mut texture, &name, &timeline, &self.execution.context())?;
        }
        let field = texture.field(&name)?;
        if !moves(&field) {
            note_that_nothing_moves(&texture, &name);
        }
        let progress = Progress::new();
        let advance = |done| progress.advance(done);
        let context = self.execution.context().cancel(interrupt.cancel()).progress(&advance);
        let animation = Animation { field: &field, slice, crop: self.window.crop, timeline, context };
        let Estimate { pixels, samples, .. } = animation.render(animation.timeline.first())?.estimate();
        progress.of(samples * u64::from(animation.timeline.count()));
        let made = match &target {
            Target::File(file) => {
                interrupt.keeping(PartialOutput::folder_of(&file.path), || file.write(&animation))?
            }
            Target::Frames(files) => files.write(&animation, self.overwrite)?,
        };
        progress.end();
        note_what_was_there(made);
        clipping::warn(
            field.ranges(),
            made.clipped,
            pixels * u64::from(made.rendered),
            "pixels",
            "write frames as .exr",
        );
        Ok(())
    }

    fn target(&self) -> Result<Target, Failure> {
        let name = self.file.to_string_lossy();
        let ending = self.file.extension().map(|ending| ending.to_ascii_lowercase()).unwrap_or_default();
        if ending == "png" || ending == "exr" {
            if self.file.to_str().is_none() {
                return Err(Failure::usage(format!("{name} is no text; choose another name for the frames")));
            }
            let mut files = FrameFiles::new(&name)?;
            files.format = self.picture.format(files.format)?;
            return Ok(Target::Frames(files));
        }
        let mut file = AnimationFile::new(&self.file)?;
        file.encoding = self.picture.encoding();
        match &mut file.kind {
            AnimationKind::Apng(depth) => *depth = self.picture.depth(),
            kind if self.picture.depth() == BitDepth::Sixteen => {
                let message =
                    format!("a {} has 8 bits; for 16, write .apng or frames as .png", kind.ending());
                return Err(Failure::usage(message));
            }
            _ => {}
        }
        Ok(Target::File(file))
    }

    fn timeline(&self) -> Result<Timeline, Failure> {
        let timeline = Timeline::new(self.frames.clone(), self.fps)?;
        let Some(period) = self.lap else { return Ok(timeline) }; // Periods are whole numbers.
        let nearest = timeline.seconds().round().clamp(1.0, f64::from(MAX_PERIOD)) as u32;
        let timeline = timeline.over(period.unwrap_or(nearest));
        if period.is_none() && timeline.pace() != 1.0 {
            terminal::note(format!(
                "note: periods are whole numbers, so {nearest} of the graph's time passes in {} s; \
                 --loop={nearest} says that this is meant",
                describe::number(timeline.seconds() as f32)
            ));
        }
        Ok(timeline)
    }
}

/// Changes the texture so that the output is the same after the timeline's end as at its start.
fn close_loop(
    texture: &mut Texture,
    name: &str,
    timeline: &Timeline,
    context: &Context,
) -> Result<(), Failure> {
    let period = (timeline.seconds() * timeline.pace()).round() as u32;
    let found = looping(texture, name, period, context)?;
    let flags = tiling::flags(&found);
    if !found.fixed {
        terminal::note(format!("error: {} does not loop after {period} of its time:", quote(name)));
        found
            .breaks
            .iter()
            .for_each(|broken| terminal::note(format!("  {}", tiling::describe_break(broken))));
        if !flags.is_empty() {
            terminal::note(format!("  it does not yet loop with {flags}"));
        }
        return Err(Failure::Differs);
    }
    if found.breaks.is_empty() {
        return Ok(());
    }
    terminal::note("note: it loops with");
    for broken in found.breaks.iter().filter(|broken| !broken.fix.is_empty()) {
        terminal::note(format!("  {}", tiling::flags_of(broken)));
    }
    Ok(apply(texture, found.breaks.iter().flat_map(|broken| &broken.fix))?)
}

/// Whether a field changes with time.
fn moves(field: &Field) -> bool {
    let program = field.program();
    let values = program.outputs().iter().flat_map(|output| &output.values);
    values.into_iter().any(|value| program.axes()[value.index()].contains(Axis::Time))
}

/// Says what a user would have to do about it.
fn note_that_nothing_moves(texture: &Texture, name: &str) {
    let nodes = &texture.graph().nodes;
    let still = nodes.iter().filter(|node| node.definition.input_index("dimensions").is_some());
    let still: Vec<String> = still.map(|node| format!("--set {}.dimensions=4", node.id)).take(3).collect();
    let advice = match still.as_slice() {
        [] => "a noise of 4 dimensions would".to_owned(),
        flags => format!("a noise does with 4 dimensions, as in {}", flags.join(" ")),
    };
    terminal::note(format!(
        "note: {} does not change with time, so all frames are the same; {advice}",
        quote(name)
    ));
}

fn note_what_was_there(made: Made) {
    if made.kept > 0 {
        terminal::note(format!(
            "note: {} were there already and were kept",
            describe::count(made.kept.into(), "frame")
        ));
    }
    if made.replaced > 0 {
        let frames = describe::count(made.replaced.into(), "frame");
        terminal::note(format!("note: {frames} were there but showed something else, and were replaced"));
    }
}

/// A period of nodes.
fn period(text: &str) -> Result<u32, String> {
    let period = text.parse().ok().filter(|period| (1..=MAX_PERIOD).contains(period));
    period.ok_or_else(|| format!("expected a whole number from 1 to {MAX_PERIOD}"))
}
