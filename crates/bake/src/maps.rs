//! Maps: the textures of a set, and the contents of their channels.

use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Fields, Format, Green, PictureFormat, Slice, Type};

use crate::error::Error;
use crate::options::Options;

/// The purpose of the textures.
#[derive(Clone, Copy)]
pub(crate) enum Purpose<'a> {
    /// One file for each output.
    Files(&'a Options),
    /// The same, and what a material of glTF beside them needs.
    FilesAndMaterial(&'a Options),
    /// The textures of a glTF material.
    Material,
    /// One file for each output, of which the materials of an MTL name some.
    FilesAndMtl(&'a Options),
}

/// The role of a texture in a material of glTF or MTL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Base color.
    BaseColor,
    /// Occlusion in red, roughness in green, metallic in blue: a texture of glTF.
    Surface,
    /// Roughness alone, in MTL.
    Roughness,
    /// Metallic alone, in MTL.
    Metallic,
    /// Normal map.
    Normal,
    /// Emission.
    Emission,
}

/// Number of channels of a color without its alpha.
pub(crate) const COLORS: usize = 3;

/// A texture of a set.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Map {
    /// The part of its file name after the name of the set.
    pub(crate) name: String,
    pub(crate) role: Option<Role>,
    /// The channels of a texel.
    pub(crate) channels: Vec<Channel>,
    /// Size and type.
    pub(crate) format: Format,
    pub(crate) file: PictureFormat,
    /// What colors are divided by: 1, or the greatest emission of a set.
    pub(crate) strength: f32,
}

/// The source of a channel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Channel {
    /// Index of a computed float, and the value where no surface is near.
    Computed(usize, f32),
    /// A constant.
    Constant(f32),
}

/// Values computed in addition to the outputs.
#[derive(Clone, Copy)]
pub(crate) struct Extras {
    pub(crate) normal: bool,
    pub(crate) occlusion: bool,
}

/// Name, index of the first float, and format of an output.
type Output = (String, usize, Format);

/// The outputs of a material; those of floats by their index.
struct Chosen<'l> {
    color: Option<&'l Output>,
    emission: Option<&'l Output>,
    occlusion: Option<usize>,
    roughness: Option<usize>,
    metallic: Option<usize>,
}

/// The floats computed for each texel: those of all outputs, then one for the occlusion and three for the normal, if
/// enabled.
pub(crate) struct Layout {
    outputs: Vec<Output>,
    /// Index of the occlusion.
    pub(crate) occlusion: Option<usize>,
    /// Index of the normal's first float.
    pub(crate) normal: Option<usize>,
    /// Number of floats per texel.
    pub(crate) width: usize,
    /// Index of the first float of each color with alpha.
    pub(crate) translucent: Vec<usize>,
}

impl Layout {
    /// The layout for fields and for textures of the given size, in texels.
    pub(crate) fn new(fields: &Fields, [width, height]: [u32; 2], extras: Extras) -> Result<Layout, Error> {
        let formats = fields.file_formats(Slice::new(width, height));
        let mut layout =
            Layout { outputs: Vec::new(), occlusion: None, normal: None, width: 0, translucent: Vec::new() };
        // Viewers do not sort blended surfaces, so what is proven opaque has no alpha.
        for (output, format) in fields.outputs().iter().zip(formats) {
            if format.value_type == Type::Color && !format.opaque {
                layout.translucent.push(layout.width);
            }
            layout.outputs.push((output.name.clone(), layout.width, format));
            layout.width += output.value_type.width();
        }
        if extras.occlusion {
            layout.occlusion = Some(layout.width);
            layout.width += 1;
        }
        if extras.normal {
            layout.normal = Some(layout.width);
            layout.width += 3;
        }
        Ok(layout)
    }

    /// The textures for a purpose.
    pub(crate) fn maps(&self, size: [u32; 2], purpose: Purpose) -> Vec<Map> {
        match purpose {
            Purpose::FilesAndMaterial(options) => {
                let mut maps = self.maps(size, Purpose::Files(options));
                // Readers of glTF take PNGs, whose normals have green up.
                let is_png = matches!(options.format, PictureFormat::Png { .. });
                let fits = |map: &Map| is_png && (map.role != Some(Role::Normal) || options.green == Green::Up);
                maps.iter_mut().for_each(|map| map.role = None);
                for wanted in self.material(size).into_iter().filter(fits) {
                    match maps.iter_mut().find(|map| wanted.shows(map)) {
                        Some(map) => map.role = wanted.role,
                        None => maps.push(wanted),
                    }
                }
                maps
            }
            Purpose::Files(options) => {
                let file = options.format;
                let outputs = self
                    .outputs
                    .iter()
                    .map(|(name, first, format)| plain(name, *first, *format, None, file_of(name, *format, options)));
                outputs.chain(self.occlusion_map(size, file)).chain(self.normal_map(size, file)).collect()
            }
            Purpose::Material => self.material(size),
            Purpose::FilesAndMtl(options) => {
                let mut maps = self.maps(size, Purpose::Files(options));
                let Chosen { color, emission, roughness, metallic, .. } = self.chosen();
                let first = |output: Option<&Output>| output.map(|(_, first, _)| *first);
                let roles = [
                    (first(color), Role::BaseColor),
                    (roughness, Role::Roughness),
                    (metallic, Role::Metallic),
                    // Readers of MTL take normals whose green is up.
                    (self.normal.filter(|_| options.green == Green::Up), Role::Normal),
                    (first(emission), Role::Emission),
                ];
                for map in &mut maps {
                    let shows = |first: Option<usize>| match map.channels.first() {
                        Some(Channel::Computed(float, _)) => first == Some(*float),
                        _ => false,
                    };
                    map.role = roles.iter().find(|(first, _)| shows(*first)).map(|(_, role)| *role);
                }
                maps
            }
        }
    }

    /// Index of the first float of vertex colors: the color of a material, or the emission if that is the only color.
    pub(crate) fn vertex_color(&self) -> Option<usize> {
        let Chosen { color, emission, .. } = self.chosen();
        color.or(emission).map(|(_, first, _)| *first)
    }

    fn occlusion_map(&self, [width, height]: [u32; 2], file: PictureFormat) -> Option<Map> {
        let channels = vec![Channel::Computed(self.occlusion?, 1.0)];
        let format = Format { width, height, value_type: Type::Float, opaque: true };
        Some(Map { name: "occlusion".to_owned(), role: None, channels, format, file, strength: 1.0 })
    }

    fn normal_map(&self, [width, height]: [u32; 2], file: PictureFormat) -> Option<Map> {
        let first = self.normal?;
        let format = Format { width, height, value_type: Type::Vector, opaque: true };
        let channels = [0.5, 0.5, 1.0].into_iter().enumerate();
        let channels = channels.map(|(part, flat)| Channel::Computed(first + part, flat)).collect();
        Some(Map { name: "normal".to_owned(), role: Some(Role::Normal), channels, format, file, strength: 1.0 })
    }

    /// The outputs of a material, chosen by their names.
    fn chosen(&self) -> Chosen<'_> {
        let find = |names: &[&str]| {
            self.outputs
                .iter()
                .find(|(name, ..)| names.contains(&name.to_lowercase().replace(['-', ' '], "_").as_str()))
        };
        let is_color = |(_, _, format): &&Output| format.value_type == Type::Color;
        let emission = find(&["emission", "emissive"]).filter(is_color);
        let color = find(&["color", "colour", "base_color", "base_colour", "albedo", "diffuse"]).filter(is_color);
        let color = color.or_else(|| self.outputs.iter().filter(is_color).find(|output| Some(*output) != emission));
        let float = |names: &[&str]| {
            find(names).filter(|(_, _, format)| format.value_type == Type::Float).map(|(_, first, _)| *first)
        };
        Chosen {
            color,
            emission,
            occlusion: self.occlusion.or_else(|| float(&["occlusion", "ambient_occlusion", "ao"])),
            roughness: float(&["roughness"]),
            metallic: float(&["metallic", "metalness", "metal"]),
        }
    }

    /// The textures of a material of glTF.
    fn material(&self, size: [u32; 2]) -> Vec<Map> {
        let file = PictureFormat::Png { depth: BitDepth::Eight, encoding: Encoding::Auto };
        let Chosen { color, emission, occlusion, roughness, metallic } = self.chosen();
        let surface = [(occlusion, 1.0), (roughness, 1.0), (metallic, 0.0)];
        let mut maps = Vec::new();
        maps.extend(color.map(|(_, first, format)| plain("color", *first, *format, Some(Role::BaseColor), file)));
        if surface.iter().any(|(first, _)| first.is_some()) {
            let [width, height] = size;
            maps.push(Map {
                name: "occlusion-roughness-metallic".to_owned(),
                role: Some(Role::Surface),
                channels: surface
                    .map(|(first, otherwise)| {
                        first.map_or(Channel::Constant(otherwise), |first| Channel::Computed(first, otherwise))
                    })
                    .to_vec(),
                format: Format { width, height, value_type: Type::Vector, opaque: true },
                file,
                strength: 1.0,
            });
        }
        maps.extend(self.normal_map(size, file));
        maps.extend(emission.map(|(_, first, format)| {
            let format = Format { opaque: true, ..*format };
            plain("emission", *first, format, Some(Role::Emission), file)
        }));
        maps
    }
}

/// The format of an output's file.
fn file_of(name: &str, format: Format, options: &Options) -> PictureFormat {
    let is_relief = options.relief.as_ref().is_some_and(|relief| relief.output == name);
    let is_height = format.value_type == Type::Float && (is_relief || ["height", "displacement"].contains(&name));
    match options.format {
        PictureFormat::Png { encoding, .. } if is_height && !options.keeps_depth => {
            PictureFormat::Png { depth: BitDepth::Sixteen, encoding }
        }
        format => format,
    }
}

/// A texture with the channels of an output.
fn plain(name: &str, first: usize, format: Format, role: Option<Role>, file: PictureFormat) -> Map {
    let channels = (first..first + format.channels()).map(|float| Channel::Computed(float, 0.0)).collect();
    Map { name: name.to_owned(), role, channels, format, file, strength: 1.0 }
}

impl Map {
    /// Whether another texture holds the same channels, and perhaps an alpha.
    fn shows(&self, other: &Map) -> bool {
        other.channels.starts_with(&self.channels)
    }
}
