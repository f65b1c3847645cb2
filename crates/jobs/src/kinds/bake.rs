//! `travertine bake`: bakes a graph onto a mesh.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Context, Green, PictureFormat, Texture, Up};
use travertine_bake::{Bake, Estimate, MAX_RAYS, Options, Placement, RAYS, Relief, Source as MeshSource, Target};
use travertine_files::PartialOutput;
use travertine_mesh::{Model, Projection, TextureSet, Unwrap, files_within};

use crate::estimate::{self, Cost};
use crate::failure::Failure;
use crate::flags::execution::{Execution, without_tiles};
use crate::flags::profile::ProfileFlags;
use crate::flags::source::{Source, check_output};
use crate::flags::time::TimeFlag;
use crate::flags::value::{self, Size};
use crate::host::{Host, with_partial_output};
use crate::kind::{Definition, Job, MeshFile};
use crate::target::{check_job, is_standard_output};
use crate::{describe, mesh};

const EXAMPLES: &str = "\
Examples:
  travertine bake marble.json vase.glb -o vase-marble.glb
      a model with its textures, to open in Blender
  travertine bake marble.json vase.obj -o textures --size 4096 --bits 16
      a folder with a 16-bit PNG for each material and output
  travertine bake wood.json table.obj -o textures --format exr --output color,height --scale 0.5
      two outputs as floats, with the wood twice as large
  travertine bake marble.json scan.ply -o marble-scan.glb --unwrap --fit
      a scan of any size, with the marble of `shape --mesh scan.ply`
  travertine bake granite.json scan.ply -o rock.glb --unwrap --samples 16
      new UVs for a mesh that has none, and 16 samples per texel
  travertine bake bronze.json statue.glb -o statue-bronze.glb --occlusion=0.5
      with ambient occlusion by surfaces up to half a unit away
  travertine bake clouds.json terrain.glb -o colored.glb --vertex-colors
      colors at the vertices, without textures
  travertine bake marble.json vase.obj -o vase-marble.obj
      an OBJ with its MTL, and the textures that it names";

/// Bake a graph onto a mesh
///
/// Each texel holds the value of the graph at its position on the mesh: scene coordinates (with the transforms of
/// glTF nodes applied), turned so that up is up, times --scale plus --offset. Meshes with the same material share
/// textures. The output `height` gives a normal map in MikkTSpace.
///
/// A GLB uses the outputs that a glTF material has: color (`color`, `base_color`, or the first color), `roughness`,
/// `metallic`, `occlusion`, `emission`, and normals. One from glTF keeps all else: skins, animations, UV sets, nodes,
/// and the rest of its materials. With --unwrap or --project, a folder gets a GLB with the new UVs, too, whose
/// materials name the PNGs beside it.
///
/// An OBJ has an MTL of its name and the textures of all outputs beside it. The MTL names those of a material: color,
/// `roughness`, `metallic`, `emission`, and normals whose green is up. After an interruption, the same command
/// continues.
///
/// UVs of a material in several UDIM tiles give a file for each tile, such as `stone_color.1001.png`, which Blender and
/// others open as `stone_color.<UDIM>.png`. A GLB has no UDIM tiles.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("tile", without_tiles))]
#[command(mut_arg("output", |flag| flag.value_name("NAME,...").help(
    "Names of the outputs, as in color,height, or `all`; repeatable [default: all outputs]"
)))]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// File of the mesh: .glb, .gltf, .obj, .ply or .stl; without UVs from 0 to 1 or in UDIM tiles, add --unwrap
    mesh: PathBuf,

    /// Folder for textures, or a .glb or .obj file
    #[arg(short = 'o', value_name = "OUT")]
    target: PathBuf,

    /// Replace textures, and an .obj and its .mtl, even if Travertine did not write them
    #[arg(long)]
    overwrite: bool,

    /// Size of each texture in texels: N x N, or width x height
    #[arg(long, value_name = "N|WxH", default_value = "1024")]
    size: Size,

    /// Samples per texel, on a square grid
    #[arg(long, value_name = "N", value_enum, default_value = "1")]
    samples: Samples,

    /// Fill only a margin of this width around UV islands from the nearest texel, in texels, up to 256 [default:
    /// 4194304 divided by the width of the texture, at least 256: all of it up to 1448 x 1448]
    #[arg(long, value_name = "TEXELS")]
    margin: Option<u32>,

    /// File format of textures that are files
    #[arg(long, value_enum, default_value = "png")]
    format: Format,

    /// Bits per channel of a PNG that is a file [default: 8, and 16 for heights]
    #[arg(long, value_name = "8|16", value_parser = ["8", "16"])]
    bits: Option<String>,

    /// Output that gives the normals [default: height, if the graph has it]
    #[arg(long, value_name = "NAME", help_heading = "Normals")]
    height: Option<String>,

    /// Relief depth for a height of 1, in graph units [default: the relief of the graph, or of the group that makes the
    /// height, or 0.012]
    #[arg(
        long, visible_alias = "relief", value_name = "UNITS", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "Normals"
    )]
    strength: Option<f32>,

    /// Direction of the green channel: up for OpenGL, glTF, Blender, Unity and Godot; down for DirectX and Unreal
    #[arg(long, value_parser = green(), default_value = "up", help_heading = "Normals")]
    green: Green,

    /// Write no normal map
    #[arg(long, conflicts_with_all = ["height", "strength", "green"], help_heading = "Normals")]
    no_normals: bool,

    /// Bake ambient occlusion by all meshes, or only by surfaces up to UNITS graph units away
    #[arg(
        long, value_name = "UNITS", num_args = 0..=1, require_equals = true, default_missing_value = "inf",
        value_parser = distance, help_heading = "Mesh"
    )]
    occlusion: Option<f64>,

    /// Rays of the ambient occlusion, up to 4096, cast where it changes too much to be interpolated [default: 128].
    /// Four times as many halve the error
    #[arg(
        long, value_name = "N", requires = "occlusion",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_RAYS)), help_heading = "Mesh"
    )]
    occlusion_rays: Option<u32>,

    /// Index of the UV set of a glTF, from 0
    #[arg(long, visible_alias = "uv-set", value_name = "N", default_value = "0", help_heading = "Mesh")]
    uv: u32,

    /// Make new UVs: charts of triangles that face up to DEGREES away from their mean, 1 to 80 [default: 45]. Greater
    /// angles make fewer charts, and larger texels where they slant
    #[arg(
        long, value_name = "DEGREES", num_args = 0..=1, require_equals = true, default_missing_value = "45",
        value_parser = value::number, conflicts_with = "uv", help_heading = "Mesh"
    )]
    unwrap: Option<f32>,

    /// Texels between the charts of --unwrap, up to 512 [default: 1/512 of the texture's side, at least 1]
    #[arg(long, value_name = "TEXELS", requires = "unwrap", help_heading = "Mesh")]
    padding: Option<u32>,

    /// Replace the UVs by a projection: planar for flat meshes, box for others
    #[arg(long, value_enum, conflicts_with_all = ["uv", "unwrap"], help_heading = "Mesh")]
    project: Option<ProjectFlag>,

    /// Make an .obj, .ply or .stl without normals smooth, but for edges of more than DEGREES between their triangles, 0
    /// to 180; 0 makes all triangles flat [default: 60]
    #[arg(
        long, value_name = "DEGREES", num_args = 0..=1, require_equals = true, default_missing_value = "60",
        value_parser = value::angle, help_heading = "Mesh"
    )]
    smooth: Option<f32>,

    /// Write the color of a material to the vertices of a .glb or .obj instead of textures; needs no UVs
    #[arg(long, conflicts_with_all = ["project", "unwrap", "height", "bits", "format", "occlusion"], help_heading = "Mesh")]
    vertex_colors: bool,

    /// The direction that points up in the mesh: y in glTF, z in some OBJ files. The mesh is turned so that it is the
    /// up of the graph, which is -y unless the graph specifies another
    #[arg(
        long, value_name = "AXIS", value_parser = up(), default_value = "y", allow_hyphen_values = true,
        help_heading = "Placement"
    )]
    up: Up,

    /// Fit the mesh into the unit cube of the graph, as `shape --mesh` does, in place of its coordinates
    #[arg(long, conflicts_with_all = ["scale", "offset"], help_heading = "Placement")]
    fit: bool,

    /// Factor for the coordinates of the mesh, above 0 [default: 1]
    #[arg(long, value_name = "S", value_parser = value::spacing, help_heading = "Placement")]
    scale: Option<f32>,

    /// Offset added to the scaled coordinates, in graph units
    #[arg(
        long, value_name = "X,Y,Z", default_value = "0,0,0", value_parser = value::point,
        allow_hyphen_values = true, help_heading = "Placement"
    )]
    offset: [f64; 3],

    #[command(flatten, next_help_heading = "Placement")]
    time: TimeFlag,

    #[command(flatten)]
    execution: Execution,

    #[command(flatten)]
    profile: ProfileFlags,
}

#[derive(Clone, Copy, ValueEnum)]
enum Samples {
    /// One sample, at the center.
    #[value(name = "1")]
    One,
    /// 2 x 2 samples.
    #[value(name = "4")]
    Four,
    /// 4 x 4 samples.
    #[value(name = "16")]
    Sixteen,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// 8 or 16 bits per channel, clipped to 0..1.
    Png,
    /// 32-bit floats.
    Exr,
}

#[derive(Clone, Copy, ValueEnum)]
enum ProjectFlag {
    /// Project along the axis in which the meshes are thinnest.
    Planar,
    /// Project each triangle along the axis that it faces most.
    Box,
}

impl Definition for Arguments {
    const NAME: &'static str = "bake";
    const MESH: MeshFile = MeshFile::Needed;

    fn is_shared(path: &Path) -> bool {
        Target::of(path) == Target::Folder
    }
}

impl Job for Arguments {
    fn check(&self, texture: Texture) -> Result<(), Failure> {
        let texture = self.source.check(texture)?;
        self.height.iter().try_for_each(|height| check_output(&texture, height))
    }

    fn run(&self, host: &dyn Host) -> Result<(), Failure> {
        let texture = self.source.texture(host, &self.execution)?;
        if mesh::is_gltf(&self.mesh) && self.smooth.is_some() {
            return Err(Failure::usage(
                "⟦smooth⟧ is for .obj, .ply and .stl: glTF specifies that a mesh without normals is flat",
            ));
        }
        let mut options = self.options(&texture)?;
        self.check_target()?;
        let profiling = self.profile.begin();
        let context = profiling.context(self.execution.sharing_context_of(host));
        let memory = context.memory_limit();
        let mesh_files = files_within(&self.mesh, memory);
        // Before the work; all names are known after it.
        check_job(host, &texture, &mesh_files, self.profile.file().chain([&self.target]))?;
        let model = Model::open_smooth(&self.mesh, self.uv, self.smooth, memory)?;
        if self.smooth.is_none() && model.is_smoothed() {
            host.note(&mesh::about_normals(&self.mesh));
        }
        self.place(host, &model, &texture, &mut options)?;
        let source = MeshSource::of(&model, &self.target, self.unwrap.is_some() || self.project.is_some())?;
        if self.vertex_colors {
            let bake = Bake::new(&texture, model.sets_without_uvs(), options)?.keeping(source);
            host.begin(bake.vertices());
            let advance = |done| host.advance(done);
            bake.write_vertex_colors(&self.target, &context.clone().progress(&advance))?;
            host.end();
            host.wrote(&[&self.target], &"vertex colors");
            return profiling.end(&texture, host);
        }
        let projection = self.project.map(|project| match project {
            ProjectFlag::Planar => Projection::Planar,
            ProjectFlag::Box => Projection::Box,
        });
        let sets = match self.unwrap {
            Some(angle) => self.unwrapped(host, model, angle, &context)?,
            None => model.texture_sets(projection)?,
        };
        let bake = Bake::new(&texture, sets, options)?.keeping(source);
        check_job(host, &texture, &mesh_files, bake.files(&self.target)?)?;
        bake.notes().iter().for_each(|note| host.note(&format_args!("note: {note}")));
        let Size { width, height, .. } = self.size;
        let textures = format_args!("textures of {width} x {height}");
        let announce = |Estimate { samples, work, memory, bytes }| {
            estimate::note(host, textures, &Cost { samples, work, memory, bytes }, &context, || None);
            let seconds = estimate::seconds(bake.occlusion_work(), &context);
            if seconds >= estimate::PATIENCE {
                host.announce(&format_args!("note: the ambient occlusion takes about {}", estimate::duration(seconds)));
            }
        };
        let report = with_partial_output(host, &PartialOutput::folder_of(&self.target), || {
            host.begin(bake.texels());
            let advance = |done| host.advance(done);
            bake.write_announced(&self.target, &context.clone().progress(&advance), announce)
        })?;
        host.end();
        if report.reused > 0 {
            let textures = describe::count(report.reused as u64, "finished texture");
            host.note(&format_args!("note: reused {textures}"));
        }
        host.wrote(&[&self.target], &textures);
        report.warnings.iter().for_each(|warning| host.note(&format_args!("warning: {warning}")));
        profiling.end(&texture, host)
    }
}

impl Arguments {
    /// Fits the mesh into the unit cube, or notes how its size differs from that.
    fn place(&self, host: &dyn Host, model: &Model, texture: &Texture, options: &mut Options) -> Result<(), Failure> {
        let bounds = model.bounds();
        if self.fit {
            options.placement = Placement::fitted(bounds, self.up, texture.up()).ok_or_else(|| {
                Failure::usage(format!("{}: all its points lie in one place; export it again", self.mesh.display()))
            })?;
        } else if self.scale.is_none()
            && let Some(note) = mesh::about_size(&self.mesh, bounds)
        {
            host.note(&note);
        }
        Ok(())
    }

    /// The texture sets with new UVs.
    fn unwrapped(
        &self,
        host: &dyn Host,
        model: Model,
        angle: f32,
        context: &Context,
    ) -> Result<Vec<TextureSet>, Failure> {
        host.begin(model.triangles() * Unwrap::ROUNDS);
        let unwrap = Unwrap { angle, padding: self.padding };
        let advance = |done| host.advance(done);
        let context = context.clone().progress(&advance);
        let (sets, report) = model.unwrapped_sets(unwrap, [self.size.width, self.size.height], &context)?;
        host.end();
        let (charts, percent) = (describe::count(report.charts, "chart"), report.filled * 100.0);
        host.note(&format_args!("note: unwrapped into {charts}; {percent:.0} % of each texture is filled"));
        Ok(sets)
    }

    /// Refuses to create a folder named like a file.
    fn check_target(&self) -> Result<(), Failure> {
        let target = self.target.display();
        if is_standard_output(Some(&self.target)) {
            return Err(Failure::usage("standard output cannot take a model or a folder; name one with ⟦to⟧"));
        }
        if Target::of(&self.target) == Target::Folder && value::is_named_as_a_file(&self.target) {
            return Err(Failure::usage(format!(
                "cannot write {target}; use a .glb or .obj file, or a folder without an extension"
            )));
        }
        Ok(())
    }

    fn options(&self, texture: &Texture) -> Result<Options, Failure> {
        let format = match (self.format, self.bits.as_deref()) {
            (Format::Exr, Some("16")) => {
                return Err(Failure::usage("⟦bits⟧ needs a .png; an .exr always holds 32-bit floats"));
            }
            (Format::Exr, _) => PictureFormat::Exr,
            (Format::Png, bits) => {
                let depth = if bits == Some("16") { BitDepth::Sixteen } else { BitDepth::Eight };
                PictureFormat::Png { depth, encoding: Encoding::Auto }
            }
        };
        let given = self.height.clone();
        let height = given.or_else(|| texture.outputs().find(|name| *name == "height").map(str::to_owned));
        let strength = self.strength.or(texture.relief()).unwrap_or(Texture::RELIEF);
        let relief = height.filter(|_| !self.no_normals && !self.vertex_colors);
        Ok(Options {
            size: [self.size.width, self.size.height],
            samples_per_side: match self.samples {
                Samples::One => 1,
                Samples::Four => 2,
                Samples::Sixteen => 4,
            },
            margin: self.margin,
            placement: Placement { up: self.up, scale: self.scale.unwrap_or(1.0).into(), offset: self.offset },
            time: self.time.time,
            outputs: self.source.outputs(texture),
            relief: relief.map(|output| Relief { output, strength }),
            occlusion: self.occlusion,
            occlusion_rays: self.occlusion_rays.unwrap_or(RAYS),
            green: self.green,
            format,
            keeps_depth: self.bits.is_some(),
            overwrite: self.overwrite,
        })
    }
}

/// A distance above 0, perhaps infinite.
fn distance(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(distance) if distance > 0.0 => Ok(distance),
        _ => Err("expected a number above 0".to_owned()),
    }
}

/// The parser of an up.
fn up() -> impl TypedValueParser<Value = Up> {
    PossibleValuesParser::new(Up::ALL.map(Up::name)).try_map(|name| name.parse())
}

/// The parser of a direction of green.
fn green() -> impl TypedValueParser<Value = Green> {
    PossibleValuesParser::new(Green::ALL.map(Green::name)).try_map(|name| name.parse())
}
