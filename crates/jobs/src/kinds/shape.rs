//! `travertine shape`: renders a picture of a solid carved from a graph.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use travertine::{Context, Estimate, Format, PictureFormat, Texture, Type};
use travertine_mesh::files_within;
use travertine_shape::{Channel, Channels, Environment, Finish, Model, Placement, Scene, Shape, Surface, View};

use crate::estimate::{self, Cost};
use crate::failure::Failure;
use crate::flags::device::DeviceFlag;
use crate::flags::execution::{Execution, without_tiles};
use crate::flags::profile::ProfileFlags;
use crate::flags::quality::QualityFlag;
use crate::flags::source::Source;
use crate::flags::time::TimeFlag;
use crate::flags::value::{self, Background, Size};
use crate::host::Host;
use crate::kind::{Definition, Job, MeshFile};
use crate::mesh;
use crate::target::{FormatFlag, Target, check_job};

/// The background by default.
pub const BACKGROUND: &str = "#f2f2f0";

const EXAMPLES: &str = "\
Examples:
  travertine shape marble.json
      a picture of a marble ball, 512 x 512 pixels, marble-shape.png, in the current folder
  travertine shape wood.json --shape cut-block --yaw 50 --size 1024 -o block.png
      a block of wood with a corner cut away, seen from further right
  travertine shape terrain.json --displace 0.05 --light 60,20 --background \"#101418\" -o planet.png
      a planet with mountains in low light, on a dark background
  travertine shape bronze.json --mesh vase.obj --environment evening -o vase.png
      a vase of a file, made of bronze, in the light of a low sun
  travertine shape rusty-paint.json --shape torus --roughness 0.2 --relief 0.05 --background none
      a glossy ring with a deeper relief, on a transparent background
  travertine shape marble.json --shape plane --unlit -o slice.png
      the colors without light";

/// Render a solid carved from a graph
///
/// The solid fills the unit cube of the graph's space, so the front of a cube shows the same slice as `render`. A graph
/// that specifies another up than -y or -z is turned, so that it stands upright. Outputs
/// named color (or base_color), roughness, metallic, height (or bump), occlusion and emission define its surface; flags
/// choose others. --threads and --simd do not change the result.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("tile", without_tiles))]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// File of the picture: .png, .tif, .tga, .jpg or .webp, tone mapped for a screen, or .exr, linear light; `-` for
    /// standard output [default: GRAPH-shape.png in the current folder]
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// Format of the picture on standard output [default: png]; otherwise the ending of the file chooses it
    #[arg(long, value_enum)]
    format: Option<FormatFlag>,

    #[command(flatten)]
    quality: QualityFlag,

    /// Shape of the solid
    #[arg(long, value_enum, default_value = "sphere")]
    shape: ShapeFlag,

    /// Mesh in place of a shape: .glb, .gltf, .obj, .ply or .stl. It is scaled to the unit cube
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shape", "displace"])]
    mesh: Option<PathBuf>,

    /// Make a mesh without normals smooth, but for edges of more than DEGREES between their triangles, 0 to 180; 0
    /// makes all triangles flat [default: 60, or 0 for glTF]
    #[arg(
        long, value_name = "DEGREES", num_args = 0..=1, require_equals = true, default_missing_value = "60",
        value_parser = value::angle, requires = "mesh"
    )]
    smooth: Option<f32>,

    /// Size in pixels: N x N, or width x height
    #[arg(long, value_name = "N|WxH", default_value = "512")]
    size: Size,

    /// The most rays per pixel: a power of two up to 64. Pixels around which nothing differs have one
    #[arg(long, value_name = "N", default_value = "16", value_parser = value::samples(), hide_possible_values = true)]
    samples: u32,

    /// Background color, as in #f2f2f0, or none for a transparent background
    #[arg(long, value_name = "COLOR|none", default_value = BACKGROUND)]
    background: Background,

    /// Angle of the camera around the solid, to the right, in degrees [default: depends on the shape]
    #[arg(
        long, value_name = "DEGREES", value_parser = value::number, allow_hyphen_values = true,
        help_heading = "View"
    )]
    yaw: Option<f32>,

    /// Angle of the camera above the horizon, in degrees [default: depends on the shape]
    #[arg(
        long, value_name = "DEGREES", value_parser = value::number, allow_hyphen_values = true,
        help_heading = "View"
    )]
    pitch: Option<f32>,

    /// Magnification, 0.01 to 1000
    #[arg(
        long, value_name = "FACTOR", default_value = "1", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "View"
    )]
    zoom: f32,

    /// The light around the solid
    #[arg(long, value_enum, default_value = "studio", help_heading = "View")]
    environment: EnvironmentFlag,

    /// Direction of the main light relative to the camera: degrees right and up
    #[arg(
        long, value_name = "YAW,PITCH", default_value = "-38,46", value_parser = value::direction,
        allow_hyphen_values = true, help_heading = "View"
    )]
    light: [f32; 2],

    /// Leave out the shadow on the ground
    #[arg(long, help_heading = "View")]
    no_shadow: bool,

    /// Show colors without light
    #[arg(long, help_heading = "View")]
    unlit: bool,

    /// Center of the solid, in graph units
    #[arg(
        long, value_name = "X,Y,Z", default_value = "0.5,0.5,0.5", value_parser = value::position,
        allow_hyphen_values = true, help_heading = "Carving"
    )]
    center: [f32; 3],

    /// Edge of the solid's unit cube, in graph units
    #[arg(
        long, value_name = "UNITS", default_value = "1", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "Carving"
    )]
    scale: f32,

    #[command(flatten, next_help_heading = "Carving")]
    time: TimeFlag,

    /// Displacement of a sphere: depth of height 0 below height 1, as a fraction of the diameter, 0 to 0.4
    #[arg(
        long, value_name = "AMOUNT", default_value = "0", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "Carving"
    )]
    displace: f32,

    /// Bump depth for a height of 1, in graph units, -1 to 1; 0 is flat, negative values invert [default: the relief of
    /// the graph, or of the group that makes the height, or 0.012]
    #[arg(
        long, value_name = "UNITS", value_parser = value::number, allow_hyphen_values = true,
        help_heading = "Surface"
    )]
    relief: Option<f32>,

    /// Output of the roughness, or a number from 0 (mirror) to 1 (matte)
    #[arg(long, value_name = "NAME|NUMBER", value_parser = unit_channel, help_heading = "Surface")]
    roughness: Option<ChannelFlag>,

    /// Output of the metallic channel, or a number from 0 to 1 (metal)
    #[arg(long, value_name = "NAME|NUMBER", value_parser = unit_channel, help_heading = "Surface")]
    metallic: Option<ChannelFlag>,

    /// Output of the height, or a number for no relief
    #[arg(long, value_name = "NAME|NUMBER", help_heading = "Surface")]
    height: Option<ChannelFlag>,

    /// Output of the ambient occlusion, or a number from 0 (dark) to 1 (open)
    #[arg(long, value_name = "NAME|NUMBER", value_parser = unit_channel, help_heading = "Surface")]
    occlusion: Option<ChannelFlag>,

    /// Output of the emission, or a number
    #[arg(long, value_name = "NAME|NUMBER", help_heading = "Surface")]
    emission: Option<ChannelFlag>,

    #[command(flatten)]
    device: DeviceFlag,

    #[command(flatten)]
    execution: Execution,

    #[command(flatten)]
    profile: ProfileFlags,
}

impl Definition for Arguments {
    const NAME: &'static str = "shape";
    const MESH: MeshFile = MeshFile::Optional;
    const NO_FIELDS: &'static [&'static str] = &["format"];
}

impl Job for Arguments {
    fn check(&self, texture: Texture) -> Result<(), Failure> {
        let texture = self.source.check(texture)?;
        Surface::new(&texture, &self.channels(&texture)?)?;
        Ok(())
    }

    fn run(&self, host: &dyn Host) -> Result<(), Failure> {
        let path = self.source.picture(self.file.as_deref(), "-shape.png")?;
        let mut target = Target::new(path.clone(), self.format, host)?;
        *target.format() = self.quality.applied(*target.format())?;
        target.check()?;
        let texture = self.source.texture(host, &self.execution)?;
        let memory = self.execution.context_of(host).memory_limit();
        let mesh = self.mesh.as_deref().map(|mesh| files_within(mesh, memory)).unwrap_or_default();
        check_job(host, &texture, &mesh, self.profile.file().chain([&path]))?;
        let surface = Surface::new(&texture, &self.channels(&texture)?)?;
        let Size { width, height, .. } = self.size;
        // Before the work: only a picture without a background has an alpha.
        let opaque = self.background.0.is_some();
        target.format().check(Format { width, height, value_type: Type::Color, opaque })?;
        let size = travertine_shape::Size { width, height, samples: self.samples };
        host.begin(u64::from(width) * u64::from(height));
        let advance = |done| host.advance(done);
        let profiling = self.profile.begin();
        let context = profiling.context(self.execution.sharing_context_of(host).progress(&advance));
        let scene = self.scene(host, &texture, *target.format() == PictureFormat::Exr, &context)?;
        // A device compiles for a while, so errors come first.
        scene.check()?;
        let context = self.device.context(&texture, &surface.groups(scene.needs_height()), context, host)?;
        let render = travertine_shape::prepare(&surface, &scene, size, &context)?;
        let Estimate { samples, work, memory, .. } = render.estimate();
        let bytes = target.format().bytes(&render.format());
        let cost = Cost { samples, work, memory, bytes };
        estimate::agree(host, format_args!("{width} x {height} pixels"), &cost, &context, || {
            render.seconds(&context).ok()
        })?;
        let image = render.image(&context)?;
        host.end();
        // It adds its times to the profile.
        drop(render);
        target.write_image(&image, &context.without_progress(), host)?;
        target.note(host, format_args!("{width} x {height}"));
        profiling.end(&texture, host)
    }
}

impl Arguments {
    fn channels(&self, texture: &Texture) -> Result<Channels, Failure> {
        let color = self.source.is_output_given().then(|| self.source.output_of(texture)).transpose()?;
        Ok(Channels {
            color,
            roughness: channel(&self.roughness),
            metallic: channel(&self.metallic),
            height: channel(&self.height),
            occlusion: channel(&self.occlusion),
            emission: channel(&self.emission),
        })
    }

    fn scene(&self, host: &dyn Host, texture: &Texture, floats: bool, context: &Context) -> Result<Scene, Failure> {
        let standard = match &self.mesh {
            Some(file) => {
                let read = host.model(file).filter(|_| self.smooth.is_none());
                let model = match read {
                    Some(model) => model,
                    None => Arc::new(Model::open_smooth(file, self.smooth, context)?),
                };
                if self.smooth.is_none() && model.is_smoothed() {
                    host.note(&mesh::about_normals(file));
                }
                Scene::of_model(model)
            }
            None => Scene::new(self.shape.into()),
        };
        let View { yaw, pitch, .. } = standard.view;
        Ok(Scene {
            placement: Placement { up: texture.up(), center: self.center, scale: self.scale, time: self.time.time },
            view: View { yaw: self.yaw.unwrap_or(yaw), pitch: self.pitch.unwrap_or(pitch), zoom: self.zoom },
            environment: self.environment.into(),
            light: self.light,
            relief: self.relief.or(texture.relief()).unwrap_or(standard.relief),
            displacement: self.displace,
            finish: match (self.unlit, floats) {
                (true, _) => Finish::Unlit,
                (false, true) => Finish::Light,
                (false, false) => Finish::Studio,
            },
            background: self.background.0,
            shadow: !self.no_shadow,
            ..standard
        })
    }
}

/// The flag of [`Environment`].
#[derive(Clone, Copy, ValueEnum)]
enum EnvironmentFlag {
    /// Broad lamp in a bright room.
    Studio,
    /// Gray sky, without hard shadows.
    Overcast,
    /// Low warm sun before a blue sky.
    Evening,
}

impl From<EnvironmentFlag> for Environment {
    fn from(flag: EnvironmentFlag) -> Environment {
        match flag {
            EnvironmentFlag::Studio => Environment::Studio,
            EnvironmentFlag::Overcast => Environment::Overcast,
            EnvironmentFlag::Evening => Environment::Evening,
        }
    }
}

/// A [`Channel`] as a flag: the name of an output, or a number.
#[derive(Clone)]
struct ChannelFlag(Channel);

impl FromStr for ChannelFlag {
    type Err = String;

    fn from_str(text: &str) -> Result<ChannelFlag, String> {
        Ok(ChannelFlag(value::number(text).map_or_else(|_| Channel::Output(text.to_owned()), Channel::Value)))
    }
}

/// A channel whose number must be from 0 to 1.
fn unit_channel(text: &str) -> Result<ChannelFlag, String> {
    match text.parse()? {
        ChannelFlag(Channel::Value(number)) if !(0.0..=1.0).contains(&number) => {
            Err("expected the name of an output, or a number from 0 to 1".to_owned())
        }
        flag => Ok(flag),
    }
}

fn channel(flag: &Option<ChannelFlag>) -> Channel {
    flag.clone().map_or(Channel::Named, |flag| flag.0)
}

/// The flag of [`Shape`].
#[derive(Clone, Copy, ValueEnum)]
enum ShapeFlag {
    /// Ball.
    Sphere,
    /// Cube with rounded edges.
    Cube,
    /// Ring on the ground.
    Torus,
    /// Round column.
    Cylinder,
    /// Cube with a corner cut away, which shows the inside.
    CutBlock,
    /// Thin tile that shows the same slice as `render`.
    Plane,
}

impl From<ShapeFlag> for Shape {
    fn from(flag: ShapeFlag) -> Shape {
        match flag {
            ShapeFlag::Sphere => Shape::Sphere,
            ShapeFlag::Cube => Shape::Cube,
            ShapeFlag::Torus => Shape::Torus,
            ShapeFlag::Cylinder => Shape::Cylinder,
            ShapeFlag::CutBlock => Shape::CutBlock,
            ShapeFlag::Plane => Shape::Plane,
        }
    }
}
