//! Sets: several pictures of a graph, rendered together.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::Path;
use std::str::FromStr;

use clap::Args;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::render::sink::Encoding;
use travertine::{Channel, Green, PictureFile, PictureFormat, Slice, Texture};

use super::engine::{Engine, Map, Role};
use super::template;
use crate::failure::Failure;
use crate::picture::PictureFlags;
use crate::source::Source;
use crate::terminal;
use crate::value;

/// The pictures of a set.
#[derive(Args)]
pub struct SetFlags {
    /// Render a picture of each output in the list, or of `all`; -o is then a template
    #[arg(
        long,
        value_name = "all|NAME,...",
        value_delimiter = ',',
        conflicts_with = "output",
        help_heading = "Set"
    )]
    outputs: Vec<String>,

    /// Pack a picture from three or four channels: outputs, inverted outputs (1-NAME) or numbers, stored linearly;
    /// repeatable
    #[arg(long = "pack", value_name = "NAME=R,G,B[,A]", conflicts_with = "output", help_heading = "Set")]
    packs: Vec<Pack>,

    /// Render the files that an engine expects, from outputs named color, occlusion, roughness, metallic, emission,
    /// height and normal (a normal map with green up); without normal, height gives the normals
    #[arg(long = "for", value_enum, value_name = "ENGINE", conflicts_with = "output", help_heading = "Set")]
    engine: Option<Engine>,

    /// Relief depth for a height of 1 in the normal map of --for, in graph units
    #[arg(
        long, value_name = "UNITS", default_value = "0.05", value_parser = value::number,
        allow_hyphen_values = true, requires = "engine", help_heading = "Set"
    )]
    relief: f32,
}

/// `NAME=R,G,B` or `NAME=R,G,B,A`.
#[derive(Clone, PartialEq, Debug)]
struct Pack {
    name: String,
    channels: [Channel; 4],
}

impl FromStr for Pack {
    type Err = String;

    fn from_str(text: &str) -> Result<Pack, String> {
        let wrong = || {
            "expected a name and three or four channels, as in orm=occlusion,roughness,metallic".to_owned()
        };
        let (name, channels) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(wrong)?;
        let mut channels = channels.split(',').map(str::parse).collect::<Result<Vec<Channel>, _>>()?;
        if channels.len() == 3 {
            channels.push(Channel::Constant(1.0));
        }
        Ok(Pack { name: name.to_owned(), channels: channels.try_into().map_err(|_| wrong())? })
    }
}

/// A picture of a set.
pub struct Picture {
    /// Name of the picture, for its file.
    pub name: String,
    /// Name of the texture's output.
    pub output: String,
    /// Whether its channels are packed outputs, which are stored linearly.
    packed: bool,
    /// Whether its fourth channel is a packed output and not alpha.
    packs_alpha: bool,
}

impl SetFlags {
    /// Whether a flag requests a set.
    pub fn is_used(&self) -> bool {
        !self.outputs.is_empty() || !self.packs.is_empty() || self.engine.is_some()
    }

    /// The pictures of the set. Adds outputs to the texture where a picture needs one.
    pub fn pictures(&self, texture: &mut Texture, slice: &Slice) -> Result<Vec<Picture>, Failure> {
        let plain = |name: &str| Picture {
            name: name.to_owned(),
            output: name.to_owned(),
            packed: false,
            packs_alpha: false,
        };
        let mut pictures: Vec<Picture> = match self.outputs.as_slice() {
            [all] if all == "all" => texture.outputs().map(plain).collect(),
            outputs => outputs.iter().map(|output| plain(output)).collect(),
        };
        for Pack { name, channels } in &self.packs {
            texture.pack(name, channels)?;
            let packs_alpha = channels[3] != Channel::Constant(1.0);
            pictures.push(Picture { packed: true, packs_alpha, ..plain(name) });
        }
        if let Some(engine) = self.engine {
            self.engine(engine, texture, slice, &mut pictures)?;
        }
        Ok(pictures)
    }

    fn engine(
        &self,
        engine: Engine,
        texture: &mut Texture,
        slice: &Slice,
        pictures: &mut Vec<Picture>,
    ) -> Result<(), Failure> {
        let outputs: HashSet<String> = texture.outputs().map(str::to_owned).collect();
        let of = |role: Role| {
            role.names().iter().find(|name| outputs.contains(**name)).map(|name| (*name).to_owned())
        };
        let mut left_out = Vec::new();
        for (name, map) in engine.maps() {
            let Some(found) = map.roles().into_iter().find_map(of) else {
                left_out.push(name);
                continue;
            };
            // A name that the graph's outputs are unlikely to have.
            let added = format!("{name} of the set");
            let (mut output, mut packed, mut packs_alpha) = (found, false, false);
            match map {
                Map::Role(_) => {}
                Map::Normal(green) => match (of(Role::Normal), green) {
                    (Some(normal), Green::Up) => output = normal,
                    (Some(normal), Green::Down) => {
                        texture.add_flipped_normal_map(&added, &normal)?;
                        output = added;
                    }
                    (None, green) => {
                        let distance = slice.spacing() * slice.samples_per_side as f32;
                        texture.add_normal_map(&added, &output, green, self.relief, distance)?;
                        output = added;
                    }
                },
                Map::Packed(parts) => {
                    let channels = parts.map(|part| part.channel(of));
                    packs_alpha = channels[3] != Channel::Constant(1.0);
                    packed = true;
                    texture.pack(&added, &channels)?;
                    output = added;
                    note_constants(name, &map, of);
                }
            }
            pictures.push(Picture { name: name.to_owned(), output, packed, packs_alpha });
        }
        if !left_out.is_empty() {
            terminal::note(format!("note: left out for lack of outputs: {}", left_out.join(", ")));
        }
        Ok(())
    }

    /// A file for each picture.
    pub fn files(
        &self,
        pictures: &[Picture],
        source: &Source,
        template: Option<&Path>,
        flags: &PictureFlags,
    ) -> Result<Vec<PictureFile>, Failure> {
        let template = match template.map(Path::to_str) {
            Some(Some(template)) => template,
            Some(None) => {
                return Err(Failure::usage("the template given with -o is not UTF-8; choose another"));
            }
            None => template::DEFAULT,
        };
        let stem = source.graph.file_stem().unwrap_or_default();
        let graph = if source.is_standard_input() { OsStr::new("graph") } else { stem };
        let mut paths = HashSet::new();
        let mut files = Vec::new();
        for picture in pictures {
            let mut file = PictureFile::new(template::fill(template, graph, &picture.name)?)?;
            if !paths.insert(file.path.clone()) {
                return Err(Failure::usage(format!(
                    "several pictures would be named {}; put {{output}} into the template, and give pictures \
                     different names",
                    file.path.display()
                )));
            }
            file.format = flags.format(file.format)?;
            if picture.packed
                && let PictureFormat::Png { encoding, .. } = &mut file.format
            {
                *encoding = Encoding::Linear;
            }
            let name = quote(&picture.name);
            if picture.packs_alpha && file.format == PictureFormat::Exr {
                return Err(Failure::usage(format!(
                    "{name} packs a fourth channel, but an .exr would premultiply the others by it as alpha; write .png"
                )));
            }
            if picture.packs_alpha && flags.is_supersampled() {
                return Err(Failure::usage(format!(
                    "{name} packs a fourth channel, but --samples would weight the others by it as alpha; leave out \
                     --samples"
                )));
            }
            files.push(file);
        }
        Ok(files)
    }
}

/// Notes the channels of a file that are constant for lack of an output.
fn note_constants(name: &str, map: &Map, of: impl Fn(Role) -> Option<String>) {
    let missing = map.roles().into_iter().filter(|role| of(*role).is_none());
    let missing: Vec<&str> = missing.map(|role| role.names()[0]).collect();
    if !missing.is_empty() {
        terminal::note(format!(
            "note: {name} has a constant {}, for lack of an output",
            missing.join(" and ")
        ));
    }
}
