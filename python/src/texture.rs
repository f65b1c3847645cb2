//! Textures: a graph with values, and its fields.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use numpy::{PyReadonlyArray2, PyReadwriteArray1};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use travertine::stages::graph::json::{Value, Writer, number, object, texts};
use travertine::stages::parallel;
use travertine::stages::render::{Brick, Pool, RenderError};
use travertine::{Context, Error, Field, Fields, Image, Parameter, Plane, Sampler, Slice, Volume};
use travertine_jobs::statistics::Statistics;

use crate::failure::{Failure, describe};
use crate::work::Execution;

/// A texture that does not change.
#[pyclass(frozen, module = "travertine._native")]
pub struct Texture {
    texture: travertine::Texture,
    /// Fields that were asked for, by output.
    fields: KeptBy<String, Field>,
    /// Fields with their derivatives, by output and parameters.
    gradients: KeptBy<(String, Vec<String>), Fields>,
}

/// Fields by a key.
type KeptBy<K, F> = Mutex<HashMap<K, Arc<Kept<F>>>>;

/// A field, or fields, with the rasters that were made for it.
struct Kept<F> {
    field: F,
    /// Held while rasters are made, so that threads do not make the same ones side by side.
    making: Mutex<()>,
}

impl Kept<Field> {
    /// Makes the rasters, or waits until another thread has made them.
    fn make(&self, context: &Context) -> Result<(), Error> {
        if !self.field.program().rasters().is_empty() {
            let _making = self.lock(context)?;
            self.field.sampler(context)?;
        }
        Ok(())
    }
}

impl Kept<Fields> {
    /// A sampler, with the rasters that it needs.
    fn sampler(&self, context: &Context) -> Result<Sampler<'_>, Error> {
        let _making = self.lock(context)?;
        self.field.sampler(context)
    }
}

impl<F> Kept<F> {
    fn new(field: F) -> Kept<F> {
        Kept { field, making: Mutex::default() }
    }

    fn lock(&self, context: &Context) -> Result<MutexGuard<'_, ()>, Error> {
        loop {
            match self.making.try_lock() {
                Ok(making) => return Ok(making),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if context.is_cancelled() => return Err(Error::Cancelled),
                Err(TryLockError::WouldBlock) => thread::sleep(WAIT),
            }
        }
    }
}

/// Time between two looks whether another thread has made its rasters.
const WAIT: Duration = Duration::from_millis(5);

/// The rectangle of a picture: width and height in pixels, plane, region, depth, time, samples along a side of a pixel.
#[derive(FromPyObject)]
pub struct Rectangle(u32, u32, String, Option<[f64; 4]>, f32, f32, u32);

/// The box of a volume: samples along x, y and z, region, time.
#[derive(FromPyObject)]
pub struct Box3([u32; 3], Option<[f64; 6]>, f32);

/// An array of pixels, flat.
#[derive(FromPyObject)]
pub enum Pixels<'py> {
    /// Floats: the values themselves.
    Floats(PyReadwriteArray1<'py, f32>),
    /// Red, green, blue and alpha in 8 bits.
    Bytes(PyReadwriteArray1<'py, u8>),
    /// Red, green, blue and alpha in 16 bits.
    Words(PyReadwriteArray1<'py, u16>),
}

impl Pixels<'_> {
    /// Size of the array in bytes.
    pub fn size(&self) -> u64 {
        let bytes = match self {
            Pixels::Floats(floats) => size_of::<f32>() * floats.as_array().len(),
            Pixels::Bytes(bytes) => bytes.as_array().len(),
            Pixels::Words(words) => size_of::<u16>() * words.as_array().len(),
        };
        bytes as u64
    }
}

#[pymethods]
impl Texture {
    /// Loads a graph from a file.
    #[staticmethod]
    fn open(path: PathBuf) -> Result<Texture, Failure> {
        Ok(travertine::Texture::open(path)?.into())
    }

    /// Parses a graph.
    #[staticmethod]
    fn parse(text: &str) -> Result<Texture, Failure> {
        Ok(travertine::Texture::parse(text)?.into())
    }

    /// The document in canonical form, with its images inside, so that other processes can read it.
    fn document(&self) -> String {
        self.texture.document().with_embedded_images().to_json()
    }

    /// A texture with other values, as JSON by parameter, and another seed.
    fn with_values(&self, values: BTreeMap<String, String>, seed: Option<u32>) -> Result<Texture, Failure> {
        let mut texture = self.texture.clone();
        for (name, value) in values {
            texture.set(&name, value)?;
        }
        if let Some(seed) = seed {
            texture.set_seed(seed);
        }
        Ok(texture.into())
    }

    /// A texture with the values of a preset.
    fn with_preset(&self, name: &str) -> Result<Texture, Failure> {
        let mut texture = self.texture.clone();
        texture.apply_preset(name)?;
        Ok(texture.into())
    }

    /// The presets, as JSON.
    fn presets(&self) -> String {
        let presets = self.texture.presets().map(|preset| {
            let values = preset.values.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value)));
            object([
                ("name", Value::from(preset.name)),
                ("description", Value::from(preset.description)),
                ("values", Value::Object(values.collect())),
            ])
        });
        written(Value::List(presets.collect()))
    }

    /// The parameters, as JSON.
    fn parameters(&self) -> String {
        written(Value::List(self.texture.parameters().map(|parameter| described(&parameter)).collect()))
    }

    /// Names and types of the outputs.
    fn outputs(&self) -> Vec<(&str, &'static str)> {
        let outputs = &self.texture.graph().outputs;
        outputs.iter().map(|output| (output.name.as_str(), output.value_type.name())).collect()
    }

    /// Minimum and maximum of each component of an output.
    fn ranges(&self, py: Python, output: &str) -> Result<Vec<(f32, f32)>, Failure> {
        let ranges = py.detach(|| self.kept(output))?.field.ranges();
        Ok(ranges.iter().map(|range| (range.min, range.max)).collect())
    }

    /// Warnings about the graph.
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        describe(py, self.texture.graph().warnings())
    }

    /// Renders a slice of an output into a flat array.
    fn render(
        &self,
        py: Python,
        output: &str,
        rectangle: Rectangle,
        pixels: Pixels,
        execution: Execution,
    ) -> PyResult<()> {
        let slice = rectangle.slice()?;
        let side = u64::from(slice.samples_per_side);
        let total = u64::from(slice.width) * u64::from(slice.height) * side * side;
        let held = pixels.size();
        match pixels {
            Pixels::Floats(mut floats) => {
                let buffer = floats.as_slice_mut()?;
                execution.run(py, total, held, |context| {
                    Ok(self.made(output, context)?.field.render_into(slice, buffer, context)?)
                })
            }
            Pixels::Bytes(mut bytes) => {
                let buffer = bytes.as_slice_mut()?;
                execution.run(py, total, held, |context| {
                    self.image(output, slice, context)?.write_rgba8(buffer);
                    Ok(())
                })
            }
            Pixels::Words(mut words) => {
                let buffer = words.as_slice_mut()?;
                // The words are copied.
                execution.run(py, total, 2 * held, |context| {
                    buffer.copy_from_slice(&self.image(output, slice, context)?.to_rgba16());
                    Ok(())
                })
            }
        }
    }

    /// Renders a brick of a volume into a flat array. `start` and `size` count samples along x, y and z.
    #[expect(clippy::too_many_arguments)]
    fn brick(
        &self,
        py: Python,
        output: &str,
        volume: Box3,
        start: [u32; 3],
        size: [u32; 3],
        mut floats: PyReadwriteArray1<f32>,
        execution: Execution,
    ) -> PyResult<()> {
        let (volume, brick) = (volume.volume(), Brick { start, size });
        let buffer = floats.as_slice_mut()?;
        execution.run(py, brick.samples(), size_of_val(buffer) as u64, |context| {
            let kept = self.made(output, context)?;
            Ok(kept.field.prepare_volume(volume, size, context)?.brick(brick, buffer)?)
        })
    }

    /// Evaluates an output at positions (x, y, z, time), into a flat array.
    fn sample(
        &self,
        py: Python,
        output: &str,
        points: PyReadonlyArray2<f32>,
        mut floats: PyReadwriteArray1<f32>,
        execution: Execution,
    ) -> PyResult<()> {
        let (points, buffer) = (finite(&points)?, floats.as_slice_mut()?);
        let held = size_of_val(points) + size_of_val(buffer);
        execution.run(py, points.len() as u64, held as u64, |context| {
            let kept = self.made(output, context)?;
            Ok(evaluate(&kept.field.sampler(context)?, points, buffer, context)?)
        })
    }

    /// Statistics of an output over a square, as JSON.
    fn statistics(&self, py: Python, output: &str, rectangle: Rectangle, execution: Execution) -> PyResult<String> {
        let slice = rectangle.slice()?;
        let total = u64::from(slice.width) * u64::from(slice.height);
        execution
            .run(py, total, 0, |context| Ok(written(Statistics::of(&self.texture, output, slice, context)?.to_value())))
    }

    /// Evaluates an output with its derivatives by the position and by parameters, into a flat array: at each position
    /// the value, then its derivatives.
    fn gradient(
        &self,
        py: Python,
        output: &str,
        parameters: Vec<String>,
        points: PyReadonlyArray2<f32>,
        mut floats: PyReadwriteArray1<f32>,
        execution: Execution,
    ) -> PyResult<()> {
        let (points, buffer) = (finite(&points)?, floats.as_slice_mut()?);
        let held = size_of_val(points) + size_of_val(buffer);
        execution.run(py, points.len() as u64, held as u64, |context| {
            let kept = kept(&self.gradients, (output.to_owned(), parameters), |(output, parameters)| {
                let names: Vec<&str> = parameters.iter().map(String::as_str).collect();
                self.texture.gradients(&[output], &names)
            })?;
            Ok(evaluate(&kept.sampler(context)?, points, buffer, context)?)
        })
    }
}

/// The field with a key: the one that is kept, or one that is made and kept.
fn kept<K: Clone + Eq + Hash, F>(
    all: &KeptBy<K, F>,
    key: K,
    make: impl FnOnce(&K) -> Result<F, Error>,
) -> Result<Arc<Kept<F>>, Error> {
    let lock = || all.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(kept) = lock().get(&key) {
        return Ok(Arc::clone(kept));
    }
    // Without the lock: lowering may take long.
    let kept = Arc::new(Kept::new(make(&key)?));
    Ok(Arc::clone(lock().entry(key).or_insert(kept)))
}

/// Positions of which all coordinates are finite.
fn finite<'a>(points: &'a PyReadonlyArray2<f32>) -> PyResult<&'a [[f32; 4]]> {
    let points = points.as_slice()?.as_chunks::<4>().0;
    match points.iter().position(|point| point.iter().any(|c| !c.is_finite())) {
        Some(index) => Err(Failure::from(RenderError::Position { index }).into()),
        None => Ok(points),
    }
}

/// Evaluates at positions, on the threads of the context.
fn evaluate(sampler: &Sampler, points: &[[f32; 4]], buffer: &mut [f32], context: &Context) -> Result<(), Error> {
    let pieces = points.chunks(POSITIONS).zip(buffer.chunks_mut(POSITIONS * sampler.width()));
    let sample = |(points, out): (&[[f32; 4]], &mut [f32])| {
        if context.is_cancelled() {
            return Err(RenderError::Cancelled);
        }
        sampler.sample(points, out)?;
        context.advance(points.len() as u64);
        Ok(())
    };
    Ok(Pool::new(context, pieces.len()).install(|| parallel::try_for_each(pieces, sample))?)
}

/// Positions that a thread evaluates between two looks at the flag that cancels.
const POSITIONS: usize = 1 << 14;

impl From<travertine::Texture> for Texture {
    fn from(texture: travertine::Texture) -> Texture {
        Texture { texture, fields: Mutex::default(), gradients: Mutex::default() }
    }
}

impl Texture {
    /// The texture of the library.
    pub fn inner(&self) -> &travertine::Texture {
        &self.texture
    }

    /// An output as a field, which is kept: rasters of erosion are then made once.
    fn kept(&self, output: &str) -> Result<Arc<Kept<Field>>, Error> {
        kept(&self.fields, output.to_owned(), |output| self.texture.field(output))
    }

    /// An output as a field that has its rasters.
    fn made(&self, output: &str, context: &Context) -> Result<Arc<Kept<Field>>, Error> {
        let kept = self.kept(output)?;
        kept.make(context)?;
        Ok(kept)
    }

    /// The picture of a slice, to be converted to another type of numbers.
    fn image(&self, output: &str, slice: Slice, context: &Context) -> Result<Image, Error> {
        self.made(output, context)?.field.render(slice, context)
    }
}

impl Rectangle {
    fn slice(self) -> Result<Slice, Failure> {
        let Rectangle(width, height, plane, region, depth, time, samples_per_side) = self;
        let plane = match plane.as_str() {
            "xy" => Plane::Xy,
            "xz" => Plane::Xz,
            "yz" => Plane::Yz,
            other => {
                return Err(Failure::new("InvalidValue", format!("unknown plane `{other}`; expected xy, xz or yz")));
            }
        };
        let slice = Slice::new(width, height);
        let region = region.unwrap_or(slice.region);
        Ok(Slice { plane, depth, time, region, samples_per_side, ..slice })
    }
}

impl Box3 {
    fn volume(self) -> Volume {
        let Box3([width, height, depth], region, time) = self;
        let volume = Volume::new(width, height, depth);
        Volume { region: region.unwrap_or(volume.region), time, ..volume }
    }
}

/// The positions of a volume's samples along x, y and z, and the edges of its region.
#[pyfunction]
pub fn coordinates(volume: Box3) -> Result<([Vec<f32>; 3], [f64; 6]), Failure> {
    let volume = volume.volume();
    volume.check()?;
    let along = |axis: usize| {
        let at = |index| {
            let mut place = [0; 3];
            place[axis] = index;
            volume.position(place)[axis]
        };
        (0..volume.size()[axis]).map(at).collect()
    };
    Ok(([0, 1, 2].map(along), volume.region))
}

fn described(parameter: &Parameter) -> Value {
    let end = |end: f32| if end.is_finite() { number(end) } else { Value::Null };
    let range = parameter.range.as_ref();
    object([
        ("name", Value::from(parameter.name)),
        ("type", Value::from(parameter.value_type.to_string().as_str())),
        ("value", Value::from(parameter.value)),
        ("default", Value::from(parameter.default)),
        ("min", range.map_or(Value::Null, |range| end(*range.start()))),
        ("max", range.map_or(Value::Null, |range| end(*range.end()))),
        ("choices", texts(parameter.choices.iter().map(String::as_str))),
        ("unit", Value::from(parameter.unit)),
        ("description", Value::from(parameter.description)),
    ])
}

fn written(value: Value) -> String {
    let mut writer = Writer::new();
    writer.value(&value);
    writer.finish()
}
