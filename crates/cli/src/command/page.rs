//! `travertine page`: a page about a graph, as Markdown with pictures.

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph::definition::ValueType;
use travertine::stages::graph::graph::{GROUP, Parameter, registry_with_groups};
use travertine::{BitDepth, Constant, Context, Detail, Document, Encoding, PictureFormat, Slice, Texture, registry};
use travertine_drawing::Options;
use travertine_files::write_folder;
use travertine_jobs::describe::{self, number};
use travertine_jobs::flags::execution::Execution;
use travertine_jobs::flags::source::ValueFlags;
use travertine_jobs::variations::{Grid, Variations};

use super::draw::{check_size, drawing};
use crate::definitions::html;
use crate::definitions::markdown::{self, Row, Shown};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::jpeg::JpegFlag;
use crate::progress::Progress;
use crate::source;
use crate::target::check_written;
use crate::terminal::Wrote;

const EXAMPLES: &str = "\
Examples:
  travertine page marble.json
      marble.md in the current folder, and its pictures in the folder marble
  travertine page marble.json -o docs/marble.md --size 1024
      with large pictures, in another folder
  travertine page marble.json -o marble.html
      for a browser
  travertine page marble.json --brief --jpeg 85
      a page of some hundred kilobytes, for a repository";

/// Side of the pictures of further outputs, in pixels.
const OUTPUT: u32 = 160;
/// Side of the pictures of parameters, in pixels.
const PARAMETER: u32 = 128;
/// Side of the pictures on the sheet of variations, in pixels.
const VARIATION: u32 = 48;
/// Seeds on the sheet of variations.
const SEEDS: u32 = 8;

/// Write a page about a graph: pictures, presets, parameters and a drawing
///
/// The page is Markdown, or HTML if its file ends in .html. Its pictures lie in a folder next to it: all outputs, each
/// preset, each parameter at both ends of its range, a sheet of variations if the graph has seeds, and the graph as
/// SVG. They show the unit square.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// File of the graph
    graph: PathBuf,

    /// File of the page, .md or .html [default: GRAPH.md in the current folder]
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// Width and height of the first picture, in pixels; those of presets have half of it
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=16384))]
    size: u32,

    /// Only outputs and presets: no pictures of parameters, no variations, no drawing
    #[arg(long)]
    brief: bool,

    #[command(flatten)]
    values: ValueFlags,

    #[command(flatten)]
    jpeg: JpegFlag,

    #[command(flatten)]
    execution: Execution,
}

/// A picture to render.
struct Picture {
    /// Name of the file, without its ending.
    name: String,
    output: String,
    texture: Texture,
    slice: Slice,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let wrote = Wrote::start();
        if self.graph == Path::new("-") {
            return Err(Failure::usage("a page needs a graph from a file, whose name its pictures have"));
        }
        let file = source::file_about(&self.graph, self.file.as_deref(), &["md", "html"], "page")?;
        let folder = file.with_extension("");
        let stem = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let texture = self.values.applied(source::load(&self.graph, self.execution.memory())?)?;
        check_size(&texture)?;
        let mut pictures = Vec::new();
        let outputs = self.outputs(&texture, &mut pictures);
        let presets = self.presets(&texture, &mut pictures)?;
        let parameters = self.parameters(&texture, &mut pictures)?;
        let has_variations = !self.brief && has_seeds(&texture);
        let mut names = vec![file.clone()];
        names.extend(pictures.iter().map(|picture| self.jpeg.path(&folder.join(&picture.name))));
        names.extend(has_variations.then(|| folder.join(markdown::VARIATIONS)));
        names.extend((!self.brief).then(|| folder.join(markdown::DRAWING)));
        check_written(names, texture.files())?;
        let name = texture.graph().name.clone().unwrap_or_else(|| stem.clone());
        let page = markdown::Page {
            name: &name,
            description: texture.graph().description.as_deref().unwrap_or_default(),
            folder: &stem,
            ending: self.jpeg.ending(),
            outputs,
            presets,
            parameters,
            has_variations,
            has_drawing: !self.brief,
        };
        let page = if self.is_html() { html::page(&page) } else { markdown::page(&page) };
        std::fs::create_dir_all(&folder).map_err(travertine_files::Error::write(&folder))?;
        write_folder(&folder, || {
            self.write_pictures(&texture, &pictures, &folder, interrupt)?;
            Ok::<(), Failure>(travertine_files::write(&file, page.as_bytes())?)
        })?;
        let count = pictures.len() as u64 + u64::from(has_variations);
        wrote.files(&[&file], describe::count(count, "picture"));
        Ok(())
    }

    fn is_html(&self) -> bool {
        let ending = self.file.as_deref().and_then(Path::extension);
        ending.is_some_and(|ending| ending.eq_ignore_ascii_case("html"))
    }

    /// Writes all files of the folder.
    fn write_pictures(
        &self,
        texture: &Texture,
        pictures: &[Picture],
        folder: &Path,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        let progress = Progress::new();
        progress.of(pictures.len() as u64);
        let context = self.execution.context().cancel(interrupt.cancel());
        for picture in pictures {
            let field = picture.texture.field(&picture.output)?;
            self.jpeg.save(&field, picture.slice, &folder.join(&picture.name), &context)?;
            progress.advance(1);
        }
        if !self.brief && has_seeds(texture) {
            variations(texture, folder, &context)?;
        }
        progress.end();
        if !self.brief {
            let svg = drawing(texture, &Options::default())?;
            travertine_files::write(&folder.join(markdown::DRAWING), svg.as_bytes())?;
        }
        Ok(())
    }

    /// The outputs; the first has the large picture.
    fn outputs(&self, texture: &Texture, pictures: &mut Vec<Picture>) -> Vec<Shown> {
        let picture = |(index, output): (usize, &str)| {
            let name = format!("output-{}", index + 1);
            let size = if index == 0 { self.size } else { OUTPUT };
            pictures.push(Picture {
                name: name.clone(),
                output: output.to_owned(),
                texture: texture.clone(),
                slice: Slice::new(size, size),
            });
            Shown { name: output.to_owned(), description: String::new(), picture: name }
        };
        texture.outputs().enumerate().map(picture).collect()
    }

    /// The presets.
    fn presets(&self, texture: &Texture, pictures: &mut Vec<Picture>) -> Result<Vec<Shown>, Failure> {
        let mut shown = Vec::new();
        for (index, preset) in texture.presets().enumerate() {
            let name = format!("preset-{}", index + 1);
            let mut preset_texture = texture.clone();
            preset_texture.apply_preset(preset.name)?;
            let slice = smooth(self.size.div_ceil(2));
            preset_texture.set_detail(detail(&slice));
            let output = first_output(texture);
            pictures.push(Picture { name: name.clone(), output, texture: preset_texture, slice });
            shown.push(Shown {
                name: preset.name.to_owned(),
                description: preset.description.to_owned(),
                picture: name,
            });
        }
        Ok(shown)
    }

    /// The parameters, each with pictures at both ends of its range.
    fn parameters(&self, texture: &Texture, pictures: &mut Vec<Picture>) -> Result<Vec<Row>, Failure> {
        // A graph describes its parameters as it does when it is a node of another graph.
        let group = texture.document().clone().into();
        let document = Document { groups: [("page".to_owned(), group)].into(), ..Document::default() };
        let registry = registry_with_groups(&document, registry());
        let definition = registry.find(&format!("{GROUP}/page"));
        let mut rows = Vec::new();
        for (index, parameter) in texture.graph().parameters.iter().enumerate() {
            let Some(input) =
                definition.and_then(|found| found.inputs.iter().find(|input| input.name == parameter.name))
            else {
                continue;
            };
            let mut shown = Vec::new();
            let ends = if self.brief { Vec::new() } else { ends(parameter) };
            for (end, value) in ends.into_iter().enumerate() {
                let name = format!("parameter-{}-{}", index + 1, end + 1);
                let mut texture = texture.clone();
                texture.set(&parameter.name, value.as_str())?;
                let slice = Slice::new(PARAMETER, PARAMETER);
                texture.set_detail(detail(&slice));
                let output = first_output(&texture);
                pictures.push(Picture { name: name.clone(), output, texture, slice });
                shown.push(Shown { name: value, description: String::new(), picture: name });
            }
            rows.push(Row { input: input.clone(), ends: shown });
        }
        Ok(rows)
    }
}

/// Whether another seed gives another picture, as far as the node types show.
fn has_seeds(texture: &Texture) -> bool {
    let mut inputs = texture.graph().nodes.iter().flat_map(|node| &node.definition.inputs);
    inputs.any(|input| input.value_type == ValueType::Seed)
}

/// Writes the sheet of variations.
fn variations(texture: &Texture, folder: &Path, context: &Context) -> Result<(), Failure> {
    let slice = smooth(VARIATION);
    let grid = Grid::new(texture, Some(0..=SEEDS - 1), &[])?;
    let variations = Variations {
        texture,
        output: &first_output(texture),
        grid: &grid,
        slice,
        columns: Some(SEEDS / 2),
        format: PictureFormat::Png { depth: BitDepth::Eight, encoding: Encoding::Auto },
        detail: detail(&slice),
        overwrite: false,
    };
    variations.write_sheet(&folder.join(markdown::VARIATIONS), &context.without_progress())
}

/// A small slice whose pixels have four samples each.
fn smooth(side: u32) -> Slice {
    Slice { samples_per_side: 2, ..Slice::new(side, side) }
}

/// Without what is too fine for the slice.
fn detail(slice: &Slice) -> Detail {
    Detail { spacing: Some(slice.spacing()), ..Detail::default() }
}

/// Two values of a parameter that show its effect: the ends of its range, or two other seeds. `None` if there is no
/// range.
fn ends(parameter: &Parameter) -> Vec<String> {
    match (&parameter.value_type, &parameter.default) {
        (ValueType::Float | ValueType::Integer | ValueType::Number, _) => match (parameter.min, parameter.max) {
            (Some(min), Some(max)) => vec![number(min), number(max)],
            _ => Vec::new(),
        },
        (ValueType::Boolean, _) => vec!["false".to_owned(), "true".to_owned()],
        (ValueType::Seed, Constant::Seed(seed)) => {
            vec![seed.wrapping_add(1).to_string(), seed.wrapping_add(2).to_string()]
        }
        (ValueType::Choice(_), Constant::Choice(default)) => {
            parameter.choices.iter().filter(|choice| *choice != default).take(2).cloned().collect()
        }
        _ => Vec::new(),
    }
}

/// Graphs have at least one output.
fn first_output(texture: &Texture) -> String {
    texture.outputs().next().unwrap_or_default().to_owned()
}
