//! `travertine bake`: the textures of a mesh.

use std::fs;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Green, PictureFormat, Texture};
use travertine_bake::{Bake, Model, Options, Placement, Projection, Relief};
use travertine_files::PartialOutput;

use crate::execution::Execution;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::moment::Moment;
use crate::progress::Progress;
use crate::source::Source;
use crate::value::{self, Size};
use crate::{describe, terminal};

const EXAMPLES: &str = "\
Examples:
  travertine bake marble.json vase.glb -o vase-marble.glb
      a model that opens in Blender with its textures: colour, normals, whatever the graph has
  travertine bake marble.json vase.obj -o textures --size 4096 --bits 16
      a folder with a PNG for each material and output
  travertine bake wood.json table.obj -o textures --format exr --output color,height --scale 0.5
      two outputs as floats, the wood twice as large
  travertine bake granite.json scan.obj -o rock.glb --project box --samples 16
      UVs for a mesh that has none, and sixteen samples for each texel
  travertine bake bronze.json statue.glb -o statue-bronze.glb --occlusion=0.5
      with the shade of what is no further away than half a unit
  travertine bake clouds.json terrain.glb -o coloured.glb --vertex-colors
      colours at the vertices, without textures";

/// Bakes a graph onto a mesh
///
/// Each texel holds the texture at the place in space where it lies on the mesh: at the coordinates of the scene, with
/// the transforms of glTF's nodes applied, times --scale, plus --offset. Meshes that share a material share their
/// textures. A normal map is made from the output `height`, by MikkTSpace.
///
/// A GLB takes what a material of glTF has: colour (`color`, `base_color`, or the first colour), `roughness`,
/// `metallic`, `occlusion`, `emission`, and normals. It keeps whether a surface has two sides. Skins, animations, other
/// sets of UVs and what else materials had are not carried over; the textures in a folder fit the original file as well.
/// Cut short and run again, it goes on where it was.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("output", |flag| flag.value_name("NAMES").help( "The outputs, as in color,height; all of the graph if not given" )))]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// The mesh: .obj, .gltf or .glb, with UVs from 0 to 1
    mesh: PathBuf,

    /// What is made: a folder, or a .glb
    #[arg(short = 'o', value_name = "OUT")]
    target: PathBuf,

    /// Replaces files in the place of textures that this program has not made
    #[arg(long)]
    overwrite: bool,

    /// Texels of each texture: of a square, or to the right and down
    #[arg(long, value_name = "N|WxH", default_value = "1024")]
    size: Size,

    /// Samples of each texel, on a square grid
    #[arg(long, value_name = "N", value_enum, default_value = "1")]
    samples: Samples,

    /// How far texels beyond the edges are filled with the nearest, up to 256
    #[arg(long, value_name = "TEXELS", default_value = "8")]
    margin: u32,

    /// What files in a folder are
    #[arg(long, value_enum, default_value = "png")]
    format: Format,

    /// Bits of a channel of a PNG in a folder
    #[arg(long, value_name = "8|16", value_parser = ["8", "16"], default_value = "8")]
    bits: String,

    /// The output that normals are made from; `height`, if the graph has it, if not given
    #[arg(long, value_name = "NAME", help_heading = "Normals")]
    height: Option<String>,

    /// How far a height of 1 stands out, in units of the texture
    #[arg( long, value_name = "UNITS", default_value = "0.05", value_parser = value::number, allow_hyphen_values = true, help_heading = "Normals" )]
    strength: f32,

    /// Which way green is: up for OpenGL, Blender, Unity and Godot, down for DirectX and Unreal; a GLB's is up
    #[arg(long, value_parser = green(), default_value = "up", help_heading = "Normals")]
    green: Green,

    /// Makes no normals
    #[arg(long, conflicts_with_all = ["height", "strength", "green"], help_heading = "Normals")]
    no_normals: bool,

    /// Makes ambient occlusion: how much of the sky each place sees past all meshes, or, with a distance, past what is
    /// nearer than so many units of the texture
    #[arg( long, value_name = "UNITS", num_args = 0..=1, require_equals = true, default_missing_value = "inf", value_parser = distance, help_heading = "Mesh" )]
    occlusion: Option<f64>,

    /// The set of UVs that is taken, from 0
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Mesh")]
    uv: u32,

    /// Makes UVs anew: planar for what is flat, box for the rest
    #[arg(long, value_enum, conflicts_with = "uv", help_heading = "Mesh")]
    project: Option<ProjectFlag>,

    /// Colours the vertices instead of baking textures; no UVs are needed
    #[arg(long, conflicts_with_all = ["project", "height", "bits", "format", "occlusion"], help_heading = "Mesh")]
    vertex_colors: bool,

    /// What the mesh's coordinates are multiplied by
    #[arg(long, value_name = "S", default_value = "1", value_parser = value::spacing, help_heading = "Placement")]
    scale: f32,

    /// What is added to them then
    #[arg( long, value_name = "X,Y,Z", default_value = "0,0,0", value_parser = value::point, allow_hyphen_values = true, help_heading = "Placement" )]
    offset: [f64; 3],

    #[command(flatten, next_help_heading = "Placement")]
    moment: Moment,

    #[command(flatten)]
    execution: Execution,
}

#[derive(Clone, Copy, ValueEnum)]
enum Samples {
    /// Its centre.
    #[value(name = "1")]
    One,
    /// Two in each direction.
    #[value(name = "4")]
    Four,
    /// Four in each direction.
    #[value(name = "16")]
    Sixteen,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Whole numbers from 0 to 1.
    Png,
    /// Floats.
    Exr,
}

#[derive(Clone, Copy, ValueEnum)]
enum ProjectFlag {
    /// All along the axis in which the mesh is thinnest.
    Planar,
    /// Along the axis that each triangle faces most.
    Box,
}

impl Arguments {
    /// Bakes it.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let texture = self.source.texture()?;
        let options = self.options(&texture)?;
        self.check_target()?;
        let context = self.execution.context().cancel(interrupt.cancel());
        let memory = context.memory_limit();
        let model = Model::open_within(&self.mesh, self.uv, memory)?;
        if self.vertex_colors {
            let bake = Bake::new(&texture, model.sets_without_uvs(), options)?;
            return Ok(bake.write_vertex_colors(&self.target, &context)?);
        }
        let projection = self.project.map(|project| match project {
            ProjectFlag::Planar => Projection::Planar,
            ProjectFlag::Box => Projection::Box,
        });
        let bake = Bake::new(&texture, model.texture_sets(projection)?, options)?;
        let report = interrupt.keeping(PartialOutput::folder_of(&self.target), || {
            let progress = Progress::new();
            progress.of(bake.texels());
            bake.write(&self.target, &context.progress(&|done| progress.advance(done)))
        })?;
        if report.kept > 0 {
            let textures = describe::count(report.kept as u64, "texture");
            terminal::note(format!("note: keeps {textures} finished before"));
        }
        report.warnings.iter().for_each(|warning| terminal::note(format!("warning: {warning}")));
        Ok(())
    }

    /// What is made must not replace what it is made from, nor be a folder with the name of a file.
    fn check_target(&self) -> Result<(), Failure> {
        let target = self.target.display();
        let same = |mesh: PathBuf| fs::canonicalize(&self.target).is_ok_and(|target| target == mesh);
        if fs::canonicalize(&self.mesh).is_ok_and(same) {
            return Err(Failure::usage(format!(
                "{target} is the mesh itself; choose another name for what is made"
            )));
        }
        if value::is_named_as_a_file(&self.target) {
            return Err(Failure::usage(format!(
                "{target} is no format that can be made; let its name end with .glb, or be a folder's"
            )));
        }
        Ok(())
    }

    fn options(&self, texture: &Texture) -> Result<Options, Failure> {
        let format = match (self.format, self.bits.as_str()) {
            (Format::Exr, "16") => {
                return Err(Failure::usage("--bits is for .png; an .exr always holds floats of 32 bits"));
            }
            (Format::Exr, _) => PictureFormat::Exr,
            (Format::Png, bits) => {
                let depth = if bits == "16" { BitDepth::Sixteen } else { BitDepth::Eight };
                PictureFormat::Png { depth, encoding: Encoding::Auto }
            }
        };
        let given = self.height.clone();
        let height = given.or_else(|| texture.outputs().find(|name| *name == "height").map(str::to_owned));
        let relief = height.filter(|_| !self.no_normals && !self.vertex_colors);
        Ok(Options {
            size: [self.size.width, self.size.height],
            samples_per_side: match self.samples {
                Samples::One => 1,
                Samples::Four => 2,
                Samples::Sixteen => 4,
            },
            margin: self.margin,
            placement: Placement { scale: self.scale.into(), offset: self.offset },
            time: self.moment.time,
            outputs: self.outputs(texture),
            relief: relief.map(|output| Relief { output, strength: self.strength }),
            occlusion: self.occlusion,
            green: self.green,
            format,
            overwrite: self.overwrite,
        })
    }

    /// The names of the outputs: one whose name has commas, or several between commas; none for all.
    fn outputs(&self, texture: &Texture) -> Vec<String> {
        match self.source.output() {
            None => Vec::new(),
            Some(name) if texture.outputs().any(|known| known == name) => vec![name.to_owned()],
            Some(names) => names.split(',').map(|name| name.trim().to_owned()).collect(),
        }
    }
}

/// A distance above 0; infinity is one.
fn distance(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(distance) if distance > 0.0 => Ok(distance),
        _ => Err("expected a number above 0".to_owned()),
    }
}

/// The parser of a direction of green.
fn green() -> impl TypedValueParser<Value = Green> {
    PossibleValuesParser::new(Green::ALL.map(Green::name)).try_map(|name| name.parse())
}
