//! Sets: several pictures of a graph, rendered together.

mod engine;
mod template;

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::str::FromStr;

use travertine::stages::graph::diagnostic::quote;
use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Channel, Green, PictureFile, PictureFormat, Slice, Texels, Texture};
use travertine_files::folded;

pub use self::engine::Engine;
use self::engine::{Map, Role};
pub use self::template::{DEFAULT, file_name, fill};
use crate::failure::Failure;

/// A picture packed from outputs: `NAME=R,G,B` or `NAME=R,G,B,A`.
#[derive(Clone, PartialEq, Debug)]
pub struct Pack {
    name: String,
    channels: [Channel; 4],
}

impl FromStr for Pack {
    type Err = String;

    fn from_str(text: &str) -> Result<Pack, String> {
        let wrong = || "expected a name and three or four channels, as in orm=occlusion,roughness,metallic".to_owned();
        let (name, channels) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(wrong)?;
        let mut channels = channels.split(',').map(str::parse).collect::<Result<Vec<Channel>, _>>()?;
        if channels.len() == 3 {
            channels.push(Channel::Constant(1.0));
        }
        Ok(Pack { name: name.to_owned(), channels: channels.try_into().map_err(|_| wrong())? })
    }
}

impl Pack {
    /// The name of the picture.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The packed pictures in a text, separated by spaces.
///
/// # Errors
///
/// If a part of the text is none.
pub fn packs(text: &str) -> Result<Vec<Pack>, Failure> {
    let wrong = |problem| Failure::usage(format!("packed pictures: {problem}"));
    text.split_whitespace().map(|pack| pack.parse().map_err(wrong)).collect()
}

/// A picture of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Name of the picture, for its file.
    pub name: String,
    /// Name of the texture's output.
    pub output: String,
    /// Whether its channels are packed outputs, which are stored linearly.
    packed: bool,
    /// Whether its fourth channel is a packed output and not alpha.
    packs_alpha: bool,
    /// Whether it is a height for an engine, which has visible steps with 8 bits.
    is_height: bool,
}

impl Picture {
    fn plain(name: &str) -> Picture {
        let (name, output) = (name.to_owned(), name.to_owned());
        Picture { name, output, packed: false, packs_alpha: false, is_height: false }
    }
}

/// The pictures to make of a texture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Set<'a> {
    /// The outputs with a picture of their own.
    pub outputs: Vec<String>,
    /// Pictures packed from outputs.
    pub packs: &'a [Pack],
    /// The program whose files are wanted.
    pub engine: Option<Engine>,
    /// Relief depth for a height of 1 in the normal map of the engine; without one, that of the graph.
    pub relief: Option<f32>,
}

impl Set<'_> {
    /// The pictures: one for each output, and one for each requested file. Adds an output to the texture where a
    /// picture needs one. Also returns what a user should know about them, as notes.
    ///
    /// # Errors
    ///
    /// If the graph lacks an output, or has one with the name of a packed picture.
    pub fn pictures(&self, texture: &mut Texture, slice: &Slice) -> Result<(Vec<Picture>, Vec<String>), Failure> {
        let mut pictures: Vec<Picture> = self.outputs.iter().map(|output| Picture::plain(output)).collect();
        let mut notes = Vec::new();
        for Pack { name, channels } in self.packs {
            texture.pack(name, channels)?;
            let packs_alpha = channels[3] != Channel::Constant(1.0);
            pictures.push(Picture { packed: true, packs_alpha, ..Picture::plain(name) });
        }
        if let Some(engine) = self.engine {
            self.engine(engine, texture, slice, &mut pictures, &mut notes)?;
        }
        Ok((pictures, notes))
    }

    fn engine(
        &self,
        engine: Engine,
        texture: &mut Texture,
        slice: &Slice,
        pictures: &mut Vec<Picture>,
        notes: &mut Vec<String>,
    ) -> Result<(), Failure> {
        let outputs: HashSet<String> = texture.outputs().map(str::to_owned).collect();
        let of = |role: Role| role.names().iter().find(|name| outputs.contains(**name)).map(|name| (*name).to_owned());
        let relief = self.relief.or(texture.relief()).unwrap_or(Texture::RELIEF);
        let mut left_out = Vec::new();
        for (name, map) in engine.maps() {
            let Some(found) = map.roles().into_iter().find_map(of) else {
                left_out.push(name);
                continue;
            };
            // A name that the graph's outputs are unlikely to have.
            let added = format!("{name} of the set");
            let is_height = matches!(map, Map::Role(Role::Height));
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
                        texture.add_normal_map(&added, &output, green, relief, distance)?;
                        output = added;
                    }
                },
                Map::Packed(parts) => {
                    let channels = parts.map(|part| part.channel(of));
                    packs_alpha = channels[3] != Channel::Constant(1.0);
                    packed = true;
                    texture.pack(&added, &channels)?;
                    output = added;
                    notes.extend(constants(name, &map, of));
                }
            }
            pictures.push(Picture { name: name.to_owned(), output, packed, packs_alpha, is_height });
        }
        if !left_out.is_empty() {
            notes.push(format!("left out for lack of outputs: {}", left_out.join(", ")));
        }
        Ok(())
    }
}

/// The files of a set.
pub struct Files<'a, F> {
    /// The template of their paths: see [`fill`].
    pub template: &'a str,
    /// The name of the graph in the template.
    pub graph: &'a OsStr,
    /// The format of each file, given that of its ending.
    pub format: F,
    /// Whether the format's bits are wanted for heights, too; otherwise heights have 16.
    pub keeps_depth: bool,
    /// Whether a pixel is the mean of several samples.
    pub is_supersampled: bool,
}

impl<F> Files<'_, F> {
    /// A file for each picture.
    ///
    /// # Errors
    ///
    /// If the template is wrong, two files would have one path, or the format cannot hold a picture.
    pub fn of(self, pictures: &[Picture]) -> Result<Vec<PictureFile>, Failure>
    where
        F: Fn(PictureFormat) -> Result<PictureFormat, Failure>,
    {
        let mut paths = HashMap::new();
        let mut files = Vec::new();
        for picture in pictures {
            let mut file = PictureFile::new(fill(self.template, self.graph, &picture.name)?)?;
            if let Some(other) = paths.insert(folded(&file.path), file.path.clone()) {
                let path = file.path.display();
                let advice = "put {output} into the template, and give pictures different names";
                let problem = if other == file.path {
                    format!("several pictures would be named {path}")
                } else {
                    format!("{} and {path} are one file on systems that ignore case", other.display())
                };
                return Err(Failure::usage(format!("{problem}; {advice}")));
            }
            file.format = (self.format)(file.format)?;
            self.fit(picture, &mut file)?;
            files.push(file);
        }
        Ok(files)
    }

    /// Fits the format of a file to the content of the picture.
    fn fit(&self, picture: &Picture, file: &mut PictureFile) -> Result<(), Failure> {
        if picture.packed {
            file.format = file.format.encoded(Encoding::Linear);
        }
        if let Some(options) = file.format.texture() {
            options.packed = picture.packs_alpha;
        }
        if picture.is_height && !self.keeps_depth {
            match &mut file.format {
                PictureFormat::Png { depth, .. } | PictureFormat::Tiff { depth, .. } => {
                    *depth = BitDepth::Sixteen;
                }
                PictureFormat::Texture(_, options) => options.texels = Texels::Sixteen,
                _ => {}
            }
        }
        let name = quote(&picture.name);
        if picture.packs_alpha && file.format == PictureFormat::Exr {
            return Err(Failure::usage(format!(
                "{name} packs a fourth channel, but an .exr would premultiply the others by it as alpha; write .png"
            )));
        }
        if picture.packs_alpha && self.is_supersampled {
            return Err(Failure::usage(format!(
                "{name} packs a fourth channel, but the mean of several samples would weight the others by it as alpha; \
                 use 1 sample per pixel"
            )));
        }
        Ok(())
    }
}

/// A note about the channels of a file that are constant for lack of an output.
fn constants(name: &str, map: &Map, of: impl Fn(Role) -> Option<String>) -> Option<String> {
    let missing = map.roles().into_iter().filter(|role| of(*role).is_none());
    let missing: Vec<&str> = missing.map(|role| role.names()[0]).collect();
    let missing = Some(missing.join(" and ")).filter(|missing| !missing.is_empty())?;
    Some(format!("{name} has a constant {missing}, for lack of an output"))
}
