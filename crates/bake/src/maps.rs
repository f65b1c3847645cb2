//! Maps: which textures a set gets, and what each of them holds.

use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Fields, Format, Interval, PictureFormat, Slice, Type};

use crate::error::Error;

/// What the textures are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Files, one for each output, as they are.
    Files(PictureFormat),
    /// A material of glTF, which says what its textures hold.
    Material,
}

/// What a texture is to a material of glTF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Its colour.
    BaseColor,
    /// Occlusion in red, roughness in green, metal in blue.
    Surface,
    /// Which way it faces.
    Normal,
    /// Its own light.
    Emission,
}

/// A texture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Map {
    /// What its file is called, behind the name of the set.
    pub(crate) name: String,
    pub(crate) role: Option<Role>,
    /// What a texel holds.
    pub(crate) channels: Vec<Channel>,
    /// Its size and type.
    pub(crate) format: Format,
    pub(crate) file: PictureFormat,
}

/// Where a float of a texel comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Channel {
    /// A float of what is computed for the texel; this where no surface is near.
    Computed(usize, f32),
    /// Always the same.
    Constant(f32),
}

/// What is computed beside the outputs.
#[derive(Clone, Copy)]
pub(crate) struct Extras {
    pub(crate) normal: bool,
    pub(crate) occlusion: bool,
}

/// What is computed for each texel: all outputs' floats, then, if asked for, one of occlusion and three of a normal.
pub(crate) struct Layout {
    /// The name of each output, its first float, and what it is.
    outputs: Vec<(String, usize, Format)>,
    /// The float of the occlusion.
    pub(crate) occlusion: Option<usize>,
    /// The first float of the normal.
    pub(crate) normal: Option<usize>,
    /// All floats.
    pub(crate) width: usize,
    /// The first float of each colour that has an alpha.
    pub(crate) translucent: Vec<usize>,
}

impl Layout {
    /// That of outputs, for textures of so many columns and rows.
    pub(crate) fn new(fields: &Fields, [width, height]: [u32; 2], extras: Extras) -> Result<Layout, Error> {
        let formats = fields.formats(Slice::new(width, height));
        let mut layout =
            Layout { outputs: Vec::new(), occlusion: None, normal: None, width: 0, translucent: Vec::new() };
        for ((output, format), ranges) in fields.outputs().iter().zip(formats).zip(fields.ranges()) {
            // An alpha that is 1 with these parameters needs no blending, which viewers cannot do in the right order.
            let opaque = format.opaque || ranges.get(3).is_some_and(|alpha| *alpha == Interval::point(1.0));
            let format = Format { opaque, ..format };
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
            Purpose::Files(file) => {
                let outputs =
                    self.outputs.iter().map(|(name, first, format)| plain(name, *first, *format, None, file));
                outputs.chain(self.occlusion_map(size, file)).chain(self.normal_map(size, file)).collect()
            }
            Purpose::Material => self.material(size),
        }
    }

    fn occlusion_map(&self, [width, height]: [u32; 2], file: PictureFormat) -> Option<Map> {
        let channels = vec![Channel::Computed(self.occlusion?, 1.0)];
        let format = Format { width, height, value_type: Type::Float, opaque: true };
        Some(Map { name: "occlusion".to_owned(), role: None, channels, format, file })
    }

    fn normal_map(&self, [width, height]: [u32; 2], file: PictureFormat) -> Option<Map> {
        let first = self.normal?;
        let format = Format { width, height, value_type: Type::Vector, opaque: true };
        let channels = [0.5, 0.5, 1.0].into_iter().enumerate();
        let channels = channels.map(|(part, flat)| Channel::Computed(first + part, flat)).collect();
        Some(Map { name: "normal".to_owned(), role: Some(Role::Normal), channels, format, file })
    }

    /// The textures of a material, by what the outputs are called.
    fn material(&self, size: [u32; 2]) -> Vec<Map> {
        let file = PictureFormat::Png { depth: BitDepth::Eight, encoding: Encoding::Auto };
        let find = |names: &[&str]| {
            self.outputs
                .iter()
                .find(|(name, ..)| names.contains(&name.to_lowercase().replace(['-', ' '], "_").as_str()))
        };
        let is_color = |(_, _, format): &&(String, usize, Format)| format.value_type == Type::Color;
        let emission = find(&["emission", "emissive"]).filter(is_color);
        let color =
            find(&["color", "colour", "base_color", "base_colour", "albedo", "diffuse"]).filter(is_color);
        let color =
            color.or_else(|| self.outputs.iter().filter(is_color).find(|output| Some(*output) != emission));
        let float = |names: &[&str]| {
            find(names).filter(|(_, _, format)| format.value_type == Type::Float).map(|(_, first, _)| *first)
        };
        let surface = [
            (self.occlusion.or_else(|| float(&["occlusion", "ambient_occlusion", "ao"])), 1.0),
            (float(&["roughness"]), 1.0),
            (float(&["metallic", "metalness", "metal"]), 0.0),
        ];

        let mut maps = Vec::new();
        maps.extend(
            color.map(|(_, first, format)| plain("color", *first, *format, Some(Role::BaseColor), file)),
        );
        if surface.iter().any(|(first, _)| first.is_some()) {
            let [width, height] = size;
            maps.push(Map {
                name: "occlusion-roughness-metallic".to_owned(),
                role: Some(Role::Surface),
                channels: surface
                    .map(|(first, otherwise)| {
                        first
                            .map_or(Channel::Constant(otherwise), |first| Channel::Computed(first, otherwise))
                    })
                    .to_vec(),
                format: Format { width, height, value_type: Type::Vector, opaque: true },
                file,
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

/// A texture of an output as it is.
fn plain(name: &str, first: usize, format: Format, role: Option<Role>, file: PictureFormat) -> Map {
    let channels = (first..first + format.channels()).map(|float| Channel::Computed(float, 0.0)).collect();
    Map { name: name.to_owned(), role, channels, format, file }
}

impl Map {
    /// The name of its file in a set.
    pub(crate) fn file_name(&self, set: &str) -> String {
        let ending = match self.file {
            PictureFormat::Png { .. } => "png",
            PictureFormat::Exr => "exr",
        }; // Names of outputs are any text.
        let fit = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' };
        format!("{set}_{}.{ending}", self.name.chars().map(fit).collect::<String>())
    }
}
