//! The flags of sets: several pictures of a graph, rendered together.

use std::ffi::OsStr;
use std::path::Path;

use clap::{Args, ValueEnum};
use travertine::{PictureFile, Slice, Texture};

use crate::failure::Failure;
use crate::flags::picture::PictureFlags;
use crate::flags::source::Source;
use crate::flags::value;
use crate::set::{DEFAULT, Engine, Files, Pack, Picture, Set};

/// The pictures of a set.
#[derive(Args)]
pub struct SetFlags {
    /// The former name of --output for several outputs.
    #[arg(long, value_delimiter = ',', conflicts_with = "output", hide = true)]
    outputs: Vec<String>,

    /// Pack a picture from three or four channels: outputs, inverted outputs (1-NAME) or numbers, stored linearly;
    /// repeatable
    #[arg(long = "pack", value_name = "NAME=R,G,B[,A]", help_heading = "Set")]
    packs: Vec<Pack>,

    /// Render the files that an engine expects, from outputs named color, occlusion, roughness, metallic, emission,
    /// height and normal (a normal map with green up); without normal, height gives the normals. Heights have 16 bits,
    /// unless --bits is given
    #[arg(long = "for", value_enum, value_name = "ENGINE", help_heading = "Set")]
    engine: Option<EngineFlag>,

    /// Relief depth for a height of 1 in the normal map of --for, in graph units [default: the relief of the graph, or
    /// of the group that makes the height, or 0.012]
    #[arg(
        long, value_name = "UNITS", value_parser = value::number, allow_hyphen_values = true, requires = "engine",
        help_heading = "Set"
    )]
    relief: Option<f32>,
}

/// The flag of [`Engine`].
#[derive(Clone, Copy, ValueEnum)]
enum EngineFlag {
    /// BaseColor, Normal (green up), MaskMap (metallic, occlusion, 0, smoothness), Emission, Height.
    Unity,
    /// BaseColor, Normal (green down), ORM (occlusion, roughness, metallic), Emissive, Height.
    Unreal,
    /// albedo, normal (green up), orm (occlusion, roughness, metallic), emission, height.
    Godot,
    /// base_color, normal (green up), roughness, metallic, occlusion, emission, height.
    Blender,
    /// baseColor, normal (green up), occlusionRoughnessMetallic, emissive.
    Gltf,
}

impl From<EngineFlag> for Engine {
    fn from(flag: EngineFlag) -> Engine {
        match flag {
            EngineFlag::Unity => Engine::Unity,
            EngineFlag::Unreal => Engine::Unreal,
            EngineFlag::Godot => Engine::Godot,
            EngineFlag::Blender => Engine::Blender,
            EngineFlag::Gltf => Engine::Gltf,
        }
    }
}

impl SetFlags {
    /// Whether a flag requests a set.
    pub fn is_used(&self) -> bool {
        !self.outputs.is_empty() || !self.packs.is_empty() || self.engine.is_some()
    }

    /// The pictures of the set: one for each output, and one for each file that flags request. Adds an output to the
    /// texture where a picture needs one. Also returns notes about them.
    pub fn pictures(
        &self,
        outputs: &[String],
        texture: &mut Texture,
        slice: &Slice,
    ) -> Result<(Vec<Picture>, Vec<String>), Failure> {
        let outputs = match self.outputs.as_slice() {
            [all] if all == "all" => texture.outputs().map(str::to_owned).collect(),
            former => former.iter().chain(outputs).cloned().collect(),
        };
        let engine = self.engine.map(Engine::from);
        let set = Set { outputs, packs: &self.packs, engine, relief: self.relief };
        set.pictures(texture, slice)
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
                return Err(Failure::usage("the template given with ⟦to⟧ is not UTF-8; choose another"));
            }
            None => DEFAULT,
        };
        let stem = source.graph.file_stem().unwrap_or_default();
        let files = Files {
            template,
            graph: if source.is_standard_input() { OsStr::new("graph") } else { stem },
            format: |format| flags.format(format),
            keeps_depth: flags.is_depth_given(),
            is_supersampled: flags.is_supersampled(),
        };
        files.of(pictures)
    }
}
