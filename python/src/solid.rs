//! Solids: pictures of shapes and meshes carved from a texture.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use travertine::{Context, Image, srgb_to_linear};
use travertine_shape::{
    Channel, Channels, Environment, Finish, Model, Placement, Scene, Shape, Size, Surface, View, render,
};

use crate::failure::Failure;
use crate::texture::{Pixels, Texture};
use crate::work::Execution;

/// What `Texture.shape` takes.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Solid {
    width: u32,
    height: u32,
    samples: u32,
    shape: String,
    /// Takes the place of the shape.
    mesh: Option<PathBuf>,
    environment: String,
    yaw: Option<f32>,
    pitch: Option<f32>,
    zoom: f32,
    light: [f32; 2],
    shadow: bool,
    unlit: bool,
    center: [f32; 3],
    scale: f32,
    time: f32,
    displacement: f32,
    /// `None` for the relief of the graph, or the default.
    relief: Option<f32>,
    /// sRGB in 8 bits; `None` for a transparent background.
    background: Option<[u8; 3]>,
    color: Option<String>,
    channels: [Option<Source>; 5],
}

/// A number, or the name of an output.
#[derive(FromPyObject)]
pub enum Source {
    /// A number.
    Value(f32),
    /// The name of an output.
    Output(String),
}

impl Solid {
    /// The scene; tone mapped for a screen, or the light itself.
    fn scene(&self, texture: &travertine::Texture, screen: bool, context: &Context) -> Result<Scene, Failure> {
        let shape = named("shape", Shape::ALL, Shape::name, &self.shape)?;
        let environment = named("environment", Environment::ALL, Environment::name, &self.environment)?;
        let standard = match &self.mesh {
            Some(mesh) => {
                let model = Model::open(mesh, context).map_err(travertine_jobs::Failure::from)?;
                Scene::of_model(Arc::new(model))
            }
            None => Scene::new(shape),
        };
        let View { yaw, pitch, .. } = standard.view;
        Ok(Scene {
            placement: Placement { up: texture.up(), center: self.center, scale: self.scale, time: self.time },
            view: View { yaw: self.yaw.unwrap_or(yaw), pitch: self.pitch.unwrap_or(pitch), zoom: self.zoom },
            environment,
            light: self.light,
            relief: self.relief.or(texture.relief()).unwrap_or(standard.relief),
            displacement: self.displacement,
            finish: match (self.unlit, screen) {
                (true, _) => Finish::Unlit,
                (false, false) => Finish::Light,
                (false, true) => Finish::Studio,
            },
            background: self.background.map(|srgb| srgb.map(|byte| srgb_to_linear(f32::from(byte) / 255.0))),
            shadow: self.shadow,
            ..standard
        })
    }

    fn channels(&self) -> Channels {
        let channel = |source: &Option<Source>| match source {
            None => Channel::Named,
            Some(Source::Value(value)) => Channel::Value(*value),
            Some(Source::Output(name)) => Channel::Output(name.clone()),
        };
        let [roughness, metallic, height, occlusion, emission] = self.channels.each_ref().map(channel);
        Channels { color: self.color.clone(), roughness, metallic, height, occlusion, emission }
    }
}

/// The one with this name.
fn named<T: Copy, const COUNT: usize>(
    kind: &str,
    all: [T; COUNT],
    name: fn(T) -> &'static str,
    wanted: &str,
) -> Result<T, Failure> {
    all.into_iter().find(|each| name(*each) == wanted).ok_or_else(|| {
        let names = all.map(name).join(", ");
        Failure::new("InvalidValue", format!("unknown {kind} `{wanted}`; expected one of {names}"))
    })
}

/// Renders a solid into a flat array of red, green, blue and alpha.
#[pyfunction]
pub fn shape(py: Python, texture: &Bound<Texture>, solid: Solid, pixels: Pixels, execution: Execution) -> PyResult<()> {
    let texture = texture.get().inner();
    let screen = !matches!(pixels, Pixels::Floats(_));
    let size = Size { width: solid.width, height: solid.height, samples: solid.samples };
    let total = u64::from(size.width) * u64::from(size.height);
    // A picture becomes floats and words by way of a copy.
    let copy = if matches!(pixels, Pixels::Bytes(_)) { 0 } else { pixels.size() };
    let image: Image = execution.run(py, total, pixels.size() + copy, |context| {
        let scene = solid.scene(texture, screen, context)?;
        let surface = Surface::new(texture, &solid.channels())?;
        Ok(render(&surface, &scene, size, context)?)
    })?;
    match pixels {
        Pixels::Floats(mut floats) => floats.as_slice_mut()?.copy_from_slice(&image.to_rgba32f()),
        Pixels::Bytes(mut bytes) => image.write_rgba8(bytes.as_slice_mut()?),
        Pixels::Words(mut words) => words.as_slice_mut()?.copy_from_slice(&image.to_rgba16()),
    }
    Ok(())
}
