//! Meshes: bakes textures onto them.

use std::path::PathBuf;

use pyo3::prelude::*;
use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Context, Green, PictureFormat, Up};
use travertine_bake::{Bake, Model, Options, Placement, Projection, Relief, Unwrap};

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
    margin: Option<u32>,
    up: String,
    scale: f64,
    offset: [f64; 3],
    time: f32,
    /// Output and depth of the relief of normal maps. The default depth is the relief of the graph, or 0.012.
    relief: Option<(String, Option<f32>)>,
    green: String,
    occlusion: Option<f64>,
    uv: u32,
    project: Option<String>,
    /// Angle and padding of new UVs.
    unwrap: Option<(f32, Option<u32>)>,
    format: String,
    overwrite: bool,
}

impl Baking {
    fn options(&self, texture: &travertine::Texture) -> Result<Options, Failure> {
        let depth = |depth| PictureFormat::Png { depth, encoding: Encoding::Auto };
        let format = match self.format.as_str() {
            "png" => depth(BitDepth::Eight),
            "png16" => depth(BitDepth::Sixteen),
            "exr" => PictureFormat::Exr,
            other => return Err(unknown("format", other, "png, png16 or exr")),
        };
        let relief = self.relief.clone().map(|(output, strength)| Relief {
            output,
            strength: strength.or(texture.relief()).unwrap_or(travertine::Texture::RELIEF),
        });
        Ok(Options {
            size: self.size,
            samples_per_side: self.samples_per_side,
            margin: self.margin,
            placement: Placement {
                up: self
                    .up
                    .parse()
                    .map_err(|_| unknown("up", &self.up, &Up::ALL.map(Up::name).join(", ")))?,
                scale: self.scale,
                offset: self.offset,
            },
            time: self.time,
            outputs: self.outputs.clone(),
            relief,
            green: self
                .green
                .parse()
                .map_err(|_| unknown("green", &self.green, &Green::ALL.map(Green::name).join(" or ")))?,
            occlusion: self.occlusion,
            format,
            keeps_depth: false,
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
    let texture = texture.get().inner();
    let (options, projection) = (baking.options(texture)?, baking.projection()?);
    let prepare = || -> Result<Bake, Failure> {
        let model = Model::open(&baking.mesh, baking.uv)?;
        let source = model.source(&baking.target, projection.is_some() || baking.unwrap.is_some())?;
        let sets = match baking.unwrap {
            Some((angle, padding)) => {
                model.unwrapped_sets(Unwrap { angle, padding }, options.size, &Context::default())?.0
            }
            None => model.texture_sets(projection)?,
        };
        Ok(Bake::new(texture, sets, options)?.keeping(source))
    };
    let bake = py.detach(prepare)?;
    execution.run(py, bake.texels(), 0, |context| Ok(bake.write(&baking.target, context)?.warnings))
}
