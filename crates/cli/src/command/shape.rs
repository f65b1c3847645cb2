//! `travertine shape`: a picture of a solid that is carved from a graph.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use travertine::{PictureFile, PictureFormat};
use travertine_shape::{Channel, Channels, Finish, Placement, Scene, Shape, Surface, View, render};

use crate::execution::Execution;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::moment::Moment;
use crate::progress::Progress;
use crate::source::Source;
use crate::value::{self, Background, Size};

const EXAMPLES: &str = "\
Examples:
  travertine shape marble.json
      a marble ball of 512 x 512 pixels, marble.png, in the current folder
  travertine shape wood.json --shape cut-block --yaw 50 --size 1024 -o block.png
      a block of wood with a corner cut away, from further to the right
  travertine shape terrain.json --displace 0.05 --light 60,20 --background \"#101418\" -o planet.png
      a planet with mountains, in low light before the night
  travertine shape rusty-paint.json --shape torus --roughness 0.2 --relief 0.05 --background none
      glossier and rougher than the graph has it, on a transparent background
  travertine shape marble.json --shape plane --unlit -o slice.png
      the colours alone";

/// Renders a solid that is carved from a graph
///
/// The solid fills the unit cube of the graph's space, so that the front of a cube shows what `render` does. Outputs
/// that are called color (or base_color), roughness, metallic, height (or bump), occlusion and emission make its
/// surface; flags choose others. Neither --threads nor --simd nor --tile, which here counts rows, changes a bit.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// The picture's file: .png as a screen shows it, or .exr with the light as it is; GRAPH with .png, in the current
    /// folder, if not given
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// The solid
    #[arg(long, value_enum, default_value = "sphere")]
    shape: ShapeFlag,

    /// Pixels: of a square, or to the right and down
    #[arg(long, value_name = "N|WxH", default_value = "512")]
    size: Size,

    /// Rays through each pixel
    #[arg(long, value_name = "N", default_value = "16", value_parser = value::samples)]
    samples: u32,

    /// What is behind it: a colour as #rrggbb, or none for a transparent picture
    #[arg(long, value_name = "COLOR|none", default_value = "#f2f2f0")]
    background: Background,

    /// How far the viewer has walked around it to the right, in degrees; chosen for the shape if not given
    #[arg(
        long, value_name = "DEGREES", value_parser = value::number, allow_hyphen_values = true,
        help_heading = "View"
    )]
    yaw: Option<f32>,

    /// How far the viewer has risen, in degrees; chosen for the shape if not given
    #[arg(
        long, value_name = "DEGREES", value_parser = value::number, allow_hyphen_values = true,
        help_heading = "View"
    )]
    pitch: Option<f32>,

    /// How much it is magnified
    #[arg(
        long, value_name = "FACTOR", default_value = "1", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "View"
    )]
    zoom: f32,

    /// From where the main light comes, as the viewer sees it: degrees to the right, and up
    #[arg(
        long, value_name = "YAW,PITCH", default_value = "-38,46", value_parser = value::direction,
        allow_hyphen_values = true, help_heading = "View"
    )]
    light: [f32; 2],

    /// Leaves out the ground's shadow
    #[arg(long, help_heading = "View")]
    no_shadow: bool,

    /// Shows the colours alone, without light
    #[arg(long, help_heading = "View")]
    unlit: bool,

    /// The middle of the solid in the graph's space
    #[arg(
        long, value_name = "X,Y,Z", default_value = "0.5,0.5,0.5", value_parser = value::position,
        allow_hyphen_values = true, help_heading = "Carving"
    )]
    center: [f32; 3],

    /// How many units of the graph's space the solid is wide
    #[arg(
        long, value_name = "UNITS", default_value = "1", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "Carving"
    )]
    scale: f32,

    #[command(flatten, next_help_heading = "Carving")]
    moment: Moment,

    /// How far a sphere's surface lies lower where the height is 0 than where it is 1; 0 to 0.4
    #[arg(
        long, value_name = "AMOUNT", default_value = "0", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "Carving"
    )]
    displace: f32,

    /// How high a height of 1 seems to stand above 0, in units; 0 is flat, negative numbers turn it inside out
    #[arg(
        long, value_name = "UNITS", default_value = "0.012", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "Surface"
    )]
    relief: f32,

    /// The output with the roughness, or a number from 0, a mirror, to 1, chalk
    #[arg(long, value_name = "NAME|NUMBER", value_parser = part, help_heading = "Surface")]
    roughness: Option<ChannelFlag>,

    /// The output that says what is metal, or a number from 0 to 1
    #[arg(long, value_name = "NAME|NUMBER", value_parser = part, help_heading = "Surface")]
    metallic: Option<ChannelFlag>,

    /// The output with the height, or a number for none
    #[arg(long, value_name = "NAME|NUMBER", help_heading = "Surface")]
    height: Option<ChannelFlag>,

    /// The output with the light that arrives from all around, or a number from 0 to 1
    #[arg(long, value_name = "NAME|NUMBER", value_parser = part, help_heading = "Surface")]
    occlusion: Option<ChannelFlag>,

    /// The output that glows, or a number
    #[arg(long, value_name = "NAME|NUMBER", help_heading = "Surface")]
    emission: Option<ChannelFlag>,

    #[command(flatten)]
    execution: Execution,
}

impl Arguments {
    /// Renders it.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let file = PictureFile::new(self.source.picture(self.file.as_deref())?)?;
        file.check()?;
        let surface = Surface::new(&self.source.texture()?, &self.channels())?;
        let Size { width, height } = self.size;
        let size = travertine_shape::Size { width, height, samples: self.samples };
        let progress = Progress::new();
        progress.of(u64::from(width) * u64::from(height));
        let advance = |done| progress.advance(done);
        let context = self.execution.context().cancel(interrupt.cancel()).progress(&advance);
        let scene = self.scene(file.format == PictureFormat::Exr);
        let image = render(&surface, &scene, size, &context)?;
        progress.end();
        file.write_image(&image, &context.without_progress())?;
        Ok(())
    }

    fn channels(&self) -> Channels {
        Channels {
            color: self.source.output().map(str::to_owned),
            roughness: channel(&self.roughness),
            metallic: channel(&self.metallic),
            height: channel(&self.height),
            occlusion: channel(&self.occlusion),
            emission: channel(&self.emission),
        }
    }

    fn scene(&self, floats: bool) -> Scene {
        let shape = Shape::from(self.shape);
        let View { yaw, pitch, .. } = Scene::new(shape).view;
        Scene {
            placement: Placement { center: self.center, scale: self.scale, time: self.moment.time },
            view: View { yaw: self.yaw.unwrap_or(yaw), pitch: self.pitch.unwrap_or(pitch), zoom: self.zoom },
            light: self.light,
            relief: self.relief,
            displacement: self.displace,
            finish: match (self.unlit, floats) {
                (true, _) => Finish::Unlit,
                (false, true) => Finish::Light,
                (false, false) => Finish::Studio,
            },
            background: self.background.0,
            shadow: !self.no_shadow,
            shape,
        }
    }
}

/// The flag of [`Channel`].
#[derive(Clone)]
struct ChannelFlag(Channel);

impl FromStr for ChannelFlag {
    type Err = String;

    fn from_str(text: &str) -> Result<ChannelFlag, String> {
        Ok(ChannelFlag(value::number(text).map_or_else(|_| Channel::Output(text.to_owned()), Channel::Value)))
    }
}

/// A channel whose numbers lie from 0 to 1.
fn part(text: &str) -> Result<ChannelFlag, String> {
    match text.parse()? {
        ChannelFlag(Channel::Value(number)) if !(0.0..=1.0).contains(&number) => {
            Err("expected an output, or a number from 0 to 1".to_owned())
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
    /// A ball.
    Sphere,
    /// A cube with soft edges.
    Cube,
    /// A ring, lying.
    Torus,
    /// A round column.
    Cylinder,
    /// A cube with a corner cut away, so that the inside shows.
    CutBlock,
    /// A tile that shows what `render` does.
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
