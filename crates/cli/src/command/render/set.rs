//! Sets: several pictures of a graph, rendered in one evaluation.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::Path;
use std::str::FromStr;

use clap::Args;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::render::sink::Encoding;
use travertine::{Channel, Green, PictureFile, PictureFormat, Slice, Texture};

use super::preset::{Map, Preset, Role};
use super::template;
use crate::failure::Failure;
use crate::picture::PictureFlags;
use crate::source::Source;
use crate::terminal;
use crate::value;

/// Which pictures.
#[derive(Args)]
pub struct SetFlags {
    /// A picture for each of these outputs, or for `all`; -o is a template then
    #[arg(
        long,
        value_name = "all|NAME,...",
        value_delimiter = ',',
        conflicts_with = "output",
        help_heading = "Set"
    )]
    outputs: Vec<String>,

    /// A picture whose red, green, blue and perhaps alpha are outputs, 1-outputs or numbers, in linear light; may be
    /// repeated
    #[arg(long = "pack", value_name = "NAME=R,G,B[,A]", conflicts_with = "output", help_heading = "Set")]
    packs: Vec<Pack>,

    /// The files that a program wants, as far as the graph has outputs for them: color, occlusion, roughness, metallic,
    /// emission, height, and normal, a map whose green points up; without one, normals come from the height
    #[arg(long, value_enum, conflicts_with = "output", help_heading = "Set")]
    preset: Option<Preset>,

    /// How many units high the heights of 1 are in a preset's normal map
    #[arg(
        long, value_name = "UNITS", default_value = "0.05", value_parser = value::number,
        allow_hyphen_values = true, requires = "preset", help_heading = "Set"
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
    /// What its file is called.
    pub name: String,
    /// The texture's output.
    pub output: String,
    /// Whether its channels are numbers rather than light.
    packed: bool,
    /// Whether the fourth of them is one, too.
    four: bool,
}

impl SetFlags {
    /// Whether there is one.
    pub fn is_asked_for(&self) -> bool {
        !self.outputs.is_empty() || !self.packs.is_empty() || self.preset.is_some()
    }

    /// The pictures, which the texture gets outputs for.
    pub fn pictures(&self, texture: &mut Texture, slice: &Slice) -> Result<Vec<Picture>, Failure> {
        let plain = |name: &str| Picture {
            name: name.to_owned(),
            output: name.to_owned(),
            packed: false,
            four: false,
        };
        let mut pictures: Vec<Picture> = match self.outputs.as_slice() {
            [all] if all == "all" => texture.outputs().map(plain).collect(),
            outputs => outputs.iter().map(|output| plain(output)).collect(),
        };
        for Pack { name, channels } in &self.packs {
            texture.pack(name, channels)?;
            let four = channels[3] != Channel::Constant(1.0);
            pictures.push(Picture { packed: true, four, ..plain(name) });
        }
        if let Some(preset) = self.preset {
            self.preset(preset, texture, slice, &mut pictures)?;
        }
        Ok(pictures)
    }

    fn preset(
        &self,
        preset: Preset,
        texture: &mut Texture,
        slice: &Slice,
        pictures: &mut Vec<Picture>,
    ) -> Result<(), Failure> {
        let outputs: HashSet<String> = texture.outputs().map(str::to_owned).collect();
        let of = |role: Role| {
            role.names().iter().find(|name| outputs.contains(**name)).map(|name| (*name).to_owned())
        };
        let mut left_out = Vec::new();
        for (name, map) in preset.maps() {
            let Some(found) = map.roles().into_iter().find_map(of) else {
                left_out.push(name);
                continue;
            };
            // A name that no output of the graph has by chance.
            let added = format!("{name} of the preset");
            let (mut output, mut packed, mut four) = (found, false, false);
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
                    four = channels[3] != Channel::Constant(1.0);
                    packed = true;
                    texture.pack(&added, &channels)?;
                    output = added;
                    note_constants(name, &map, of);
                }
            }
            pictures.push(Picture { name: name.to_owned(), output, packed, four });
        }
        if !left_out.is_empty() {
            terminal::note(format!("note: the graph has no outputs for {}", left_out.join(", ")));
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
            Some(None) => return Err(Failure::usage("the template is no text; choose another name")),
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
                    "several pictures would be {}; let the template have {{output}}, and every picture a name of its own",
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
            if picture.four && file.format == PictureFormat::Exr {
                return Err(Failure::usage(format!(
                    "{name} has a fourth channel, which an .exr takes for alpha and multiplies the others by; write .png"
                )));
            }
            if picture.four && flags.is_supersampled() {
                return Err(Failure::usage(format!(
                    "{name} has a fourth channel, which --samples would take for alpha; render it without"
                )));
            }
            files.push(file);
        }
        Ok(files)
    }
}

/// Says which channels of a file no output has filled.
fn note_constants(name: &str, map: &Map, of: impl Fn(Role) -> Option<String>) {
    let missing = map.roles().into_iter().filter(|role| of(*role).is_none());
    let missing: Vec<&str> = missing.map(|role| role.names()[0]).collect();
    if !missing.is_empty() {
        terminal::note(format!("note: {name} has the same value everywhere for {}", missing.join(" and ")));
    }
}
