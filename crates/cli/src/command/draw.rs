//! `travertine draw`: draws a graph as SVG.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use travertine::stages::graph::json::Value;
use travertine::{Error, Slice, Texture, registry};
use travertine_drawing::{MAX_NODES, Options, Theme, TooLarge, Values, draw};
use travertine_jobs::describe;
use travertine_jobs::flags::execution::Execution;
use travertine_jobs::flags::source::ValueFlags;
use travertine_presentation::{Display, DisplayRange, Outline, Pixels, show};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::source;
use crate::target::{check_written, is_standard_output, standard_output, write_text};
use crate::terminal::Wrote;

const EXAMPLES: &str = "\
Examples:
  travertine draw marble.json
      the nodes and wires of the graph, marble.svg, in the current folder
  travertine draw marble.json --pictures --values all -o sheet.svg
      with a picture of each node, and the inputs at their defaults too
  travertine draw marble.json --theme light --values none -o flow.svg
      for a white page, and without values";

/// Width and height of the picture of a node, in pixels.
const PICTURE: u32 = 152;

/// Draw a graph as SVG: nodes, wires, frames, notes, parameters and outputs
///
/// Nodes keep the positions of the graph's layout; nodes without a position are arranged along their wires. The drawing
/// has a background and no scripts. It uses the viewer's fonts.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// File of the graph; `-` reads standard input
    graph: PathBuf,

    /// File of the drawing, .svg, or `-` for standard output [default: GRAPH.svg in the current folder]
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// Colors; `auto` follows the viewer's preference
    #[arg(long, value_enum, default_value = "auto")]
    theme: ThemeName,

    /// Inputs to show besides wires and parameters: `set` shows the values in the graph
    #[arg(long, value_enum, default_value = "set")]
    values: ValuesName,

    /// Show a picture of the first output of each node
    #[arg(long)]
    pictures: bool,

    #[command(flatten)]
    given: ValueFlags,

    #[command(flatten)]
    execution: Execution,
}

#[derive(Clone, Copy, ValueEnum)]
enum ThemeName {
    Auto,
    Light,
    Dark,
}

#[derive(Clone, Copy, ValueEnum)]
enum ValuesName {
    Set,
    All,
    None,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let wrote = Wrote::start();
        let to_standard_output = is_standard_output(self.file.as_deref());
        let file = if to_standard_output {
            standard_output()?;
            PathBuf::new()
        } else {
            let file = source::file_about(&self.graph, self.file.as_deref(), &["svg"], "drawing")?;
            // Refused before the work.
            travertine_files::resolve(&file).map_err(travertine_files::Error::write(&file))?;
            file
        };
        let texture = self.given.applied(source::load(&self.graph, self.execution.memory())?)?;
        if !to_standard_output {
            check_written([&file], texture.files())?;
        }
        let theme = match self.theme {
            ThemeName::Auto => Theme::Auto,
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        };
        let values = match self.values {
            ValuesName::Set => Values::Set,
            ValuesName::All => Values::All,
            ValuesName::None => Values::Hidden,
        };
        check_size(&texture)?;
        let pictures = if self.pictures { self.pictures(&texture, interrupt)? } else { BTreeMap::new() };
        let drawing = drawing(&texture, &Options { theme, values, pictures })?;
        if to_standard_output {
            return write_text(&drawing);
        }
        travertine_files::write(&file, drawing.as_bytes())?;
        wrote.files(&[&file], describe::count(texture.document().nodes.len() as u64, "node"));
        Ok(())
    }

    /// Pictures of the nodes, as PNG by id.
    fn pictures(&self, texture: &Texture, interrupt: &Interrupt) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
        let context = self.execution.context().cancel(interrupt.cancel());
        let own = texture.document().nodes.keys();
        let progress = Progress::new();
        progress.of(own.len() as u64);
        let mut pictures = BTreeMap::new();
        for id in own {
            let node = texture.graph().nodes.iter().find(|node| node.id == *id);
            let output = node.and_then(|node| node.definition.outputs.first());
            if let Some(output) = output {
                let slice = Slice::new(PICTURE, PICTURE);
                let render = texture.node_field(id, &output.name)?.render(slice, &context);
                let image = match render {
                    // Other nodes may need less.
                    Err(Error::Limit(_) | Error::TooLarge(_)) => continue,
                    other => other?,
                };
                let display = Display { span: DisplayRange::Fit, ..Display::default() };
                pictures.insert(id.clone(), png(&show(&image, &display))?);
            }
            progress.advance(1);
        }
        progress.end();
        Ok(pictures)
    }
}

/// The drawing of a graph, as SVG.
pub fn drawing(texture: &Texture, options: &Options) -> Result<String, Failure> {
    let mut document = texture.document().clone();
    // The drawing shows the values that were set.
    for (index, parameter) in texture.graph().parameters.iter().enumerate() {
        if let Some((_, declared)) = document.parameters.iter_mut().find(|(name, _)| *name == parameter.name) {
            declared.default = Some(Value::from(texture.argument(index)));
        }
    }
    let outline = Outline::new(Arc::new(document), registry());
    draw(&outline, options).map_err(|error| too_large(&error))
}

/// Refuses a graph with too many nodes.
pub fn check_size(texture: &Texture) -> Result<(), Failure> {
    let nodes = texture.document().nodes.len();
    if nodes > MAX_NODES { Err(too_large(&TooLarge { nodes })) } else { Ok(()) }
}

fn too_large(error: &TooLarge) -> Failure {
    Failure::Limit(format!("error: {error}"))
}

/// Pixels as the bytes of a PNG file.
fn png(pixels: &Pixels) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels.rgba));
    written.map_err(|error| Failure::InputOutput(format!("error: cannot encode a picture: {error}")))?;
    Ok(bytes)
}
