//! Meshes: bakes textures onto them.

use std::path::PathBuf;

use pyo3::prelude::*;
use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Green, PictureFormat};
use travertine_bake::{Bake, Model, Options, Placement, Projection, Relief};

use crate::failure::Failure;
use crate::texture::Texture;
use crate::work::Execution;

/// What `Texture.bake` takes.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Baking {
    mesh: PathBuf,
    target: PathBuf,
    outputs: Vec<String>,
    size: [u32; 2],
    samples_per_side: u32,
    margin: u32,
    scale: f64,
    offset: [f64; 3],
    time: f32,
    /// Output and depth of the relief of normal maps.
    relief: Option<(String, f32)>,
    green: String,
    occlusion: Option<f64>,
    uv: u32,
    project: Option<String>,
    format: String,
    overwrite: bool,
}

impl Baking {
    fn options(&self) -> Result<Options, Failure> {
        let depth = |depth| PictureFormat::Png { depth, encoding: Encoding::Auto };
        let format = match self.format.as_str() {
            "png" => depth(BitDepth::Eight),
            "png16" => depth(BitDepth::Sixteen),
            "exr" => PictureFormat::Exr,
            other => return Err(unknown("format", other, "png, png16 or exr")),
        };
        let relief = self.relief.clone().map(|(output, strength)| Relief { output, strength });
        Ok(Options {
            size: self.size,
            samples_per_side: self.samples_per_side,
            margin: self.margin,
            placement: Placement { scale: self.scale, offset: self.offset },
            time: self.time,
            outputs: self.outputs.clone(),
            relief,
            green: self
                .green
                .parse()
                .map_err(|_| unknown("green", &self.green, &Green::ALL.map(Green::name).join(" or ")))?,
            occlusion: self.occlusion,
            format,
            overwrite: self.overwrite,
        })
    }

    fn projection(&self) -> Result<Option<Projection>, Failure> {
        match self.project.as_deref() {
            None => Ok(None),
            Some("planar") => Ok(Some(Projection::Planar)),
            Some("box") => Ok(Some(Projection::Box)),
            Some(other) => Err(unknown("projection", other, "planar or box")),
        }
    }
}

fn unknown(noun: &str, name: &str, expected: &str) -> Failure {
    Failure::new("InvalidValue", format!("unknown {noun} `{name}`; expected {expected}"))
}

/// Bakes a texture onto a mesh, into a folder or a GLB. Returns warnings.
#[pyfunction]
pub fn bake(
    py: Python,
    texture: &Bound<Texture>,
    baking: Baking,
    execution: Execution,
) -> PyResult<Vec<String>> {
    let (options, projection) = (baking.options()?, baking.projection()?);
    let texture = texture.get().inner();
    let prepare = || -> Result<Bake, Failure> {
        let sets = Model::open(&baking.mesh, baking.uv)?.texture_sets(projection)?;
        Ok(Bake::new(texture, sets, options)?)
    };
    let bake = py.detach(prepare)?;
    execution.run(py, bake.texels(), 0, |context| Ok(bake.write(&baking.target, context)?.warnings))
}
