//! Kernels: outputs of a texture, compiled for a GPU.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use travertine::{Axis, Cancel, Context, Coordinates, SiteGrid, Texture};
use travertine_files::Fingerprint;
use travertine_shader::{Options, Tier, WholeShader};
use wgpu::{
    BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingType, BufferBindingType, ComputePipeline,
    ComputePipelineDescriptor, PipelineLayoutDescriptor, ShaderModuleDescriptor, ShaderSource, ShaderStages,
    TextureSampleType, TextureViewDimension,
};

use crate::batch::{Batch, Buffers, capacity, wait};
use crate::code::{Code, ENTRY};
use crate::device::Device;
use crate::error::Error;
use crate::part::Part;
use crate::textures::textures;

/// Sites of the first batch. A batch has twice or half as many as the one before, as its time suggests.
const FIRST_BATCH: usize = 256;

/// A batch that takes less time is too small to occupy a device.
const SHORT_BATCH: Duration = Duration::from_millis(50);

/// Most batches that wait behind the one that is measured.
const QUEUED_BATCHES: usize = 8;

/// A batch that takes more time may block the screen. Drivers stop those of about two seconds.
const LONG_BATCH: Duration = Duration::from_millis(200);

/// Outputs of a texture, compiled for a GPU.
pub struct Kernel {
    device: Arc<Device>,
    buffers: Arc<Mutex<Buffers>>,
    batch: Batch,
    outputs: Vec<String>,
    fingerprint: Fingerprint,
    /// Axes whose coordinates the outputs read.
    axes: Vec<Axis>,
    width: usize,
    /// Number of sites of the next batch.
    count: AtomicUsize,
}

impl Kernel {
    pub(crate) fn new(
        device: &Arc<Device>,
        buffers: &Arc<Mutex<Buffers>>,
        texture: &Texture,
        outputs: &[&str],
        tier: Tier,
    ) -> Result<Kernel, Error> {
        let options = Options { tier, textures: true, ..Options::default() };
        let shader = WholeShader::new(texture, outputs, &options)?;
        let code = Code::new(&shader)?;
        let pictures = shader.pictures(&Context::default())?;
        let (pipeline, layout) = device.checked("to compile the shader of the texture", || {
            let layout = layout(device, pictures.len());
            Ok((pipeline(device, &layout, &code.text), layout))
        })?;
        let group = device.checked("textures", || {
            let buffers = buffers.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(buffers.bind(device, &layout, &code, &textures(device, &pictures)))
        })?;
        let fingerprint = texture.fields(outputs).map_err(travertine_shader::Error::from)?.fingerprint();
        let outputs = outputs.iter().map(|output| (*output).to_owned()).collect();
        let Code { axes, width, .. } = code;
        let (device, buffers) = (Arc::clone(device), Arc::clone(buffers));
        let batch = Batch { pipeline, group };
        Ok(Kernel { device, buffers, batch, outputs, fingerprint, axes, width, count: FIRST_BATCH.into() })
    }

    /// Names of the outputs.
    pub fn outputs(&self) -> &[String] {
        &self.outputs
    }

    /// The fingerprint of the values that it computes.
    pub(crate) fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// Floats per site, of all outputs together: 1 for a float, 3 for a vector, 4 for a color.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Evaluates the outputs at sites: for each site, the floats of all outputs one after the other. Large grids are
    /// divided into batches of a fraction of a second.
    ///
    /// # Errors
    ///
    /// If a coordinate is not finite, or the GPU fails. The contents of `values` are then unspecified.
    ///
    /// # Panics
    ///
    /// If `values` does not have [`Kernel::width`] floats for each site, or the grid has 2^31 columns or more.
    pub fn evaluate(&self, sites: &SiteGrid, values: &mut [f32]) -> Result<(), Error> {
        self.evaluate_until(sites, values, &Cancel::new())
    }

    /// As [`Kernel::evaluate`], until it is cancelled, which leaves the contents of `values` unspecified.
    pub(crate) fn evaluate_until(&self, sites: &SiteGrid, values: &mut [f32], cancel: &Cancel) -> Result<(), Error> {
        assert_eq!(values.len(), sites.len() * self.width, "one float for each component of each value");
        self.check(sites)?;
        let buffers = self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut first, mut values) = (0, values);
        while first < sites.len() && !cancel.is_cancelled() {
            let most = self.most();
            let part = self.part(sites, first, most);
            let (out, rest) = values.split_at_mut(part.count() * self.width);
            let start = Instant::now();
            self.device.checked("to evaluate the texture", || self.batch.run(&self.device, &buffers, &part, out))?;
            let time = start.elapsed();
            if time > LONG_BATCH {
                self.count.store(part.count() / 2, Ordering::Relaxed);
            } else if time < SHORT_BATCH && part.count() == most {
                self.count.store(most * 2, Ordering::Relaxed);
            }
            (first, values) = (first + part.count(), rest);
        }
        Ok(())
    }

    /// The time that the GPU takes for all sites, whose values stay there. It uses the size of batches that
    /// [`Kernel::evaluate`] has found.
    ///
    /// # Errors
    ///
    /// As [`Kernel::evaluate`].
    ///
    /// # Panics
    ///
    /// If the grid has 2^31 columns or more.
    pub fn time(&self, sites: &SiteGrid) -> Result<Duration, Error> {
        self.check(sites)?;
        let buffers = self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        let start = Instant::now();
        self.device.checked("to evaluate the texture", || {
            let (mut first, mut submissions) = (0, VecDeque::new());
            while first < sites.len() {
                let part = self.part(sites, first, self.most());
                submissions.push_back(self.batch.start(&self.device, &buffers, &part));
                first += part.count();
                // The device is never idle, and never has long to go.
                if submissions.len() > QUEUED_BATCHES
                    && let Some(oldest) = submissions.pop_front()
                {
                    wait(&self.device, oldest)?;
                }
            }
            submissions.pop_back().map_or(Ok(()), |last| wait(&self.device, last))
        })?;
        Ok(start.elapsed())
    }

    /// Most sites of the next batch.
    fn most(&self) -> usize {
        self.count.load(Ordering::Relaxed).clamp(1, capacity(self.width))
    }

    /// The sites from `first` on: `most` of them, or fewer if their coordinates do not fit into a batch.
    fn part(&self, sites: &SiteGrid, first: usize, most: usize) -> Part {
        Part::new(sites, &self.axes, first, Part::fitting(sites, &self.axes, first, most))
    }

    /// Checks that a grid can be evaluated.
    fn check(&self, sites: &SiteGrid) -> Result<(), Error> {
        assert!(sites.columns() < 1 << 31, "fewer than 2^31 columns");
        for axis in &self.axes {
            let wrong = |floats: &[f32]| floats.iter().position(|coordinate| !coordinate.is_finite());
            let wrong = match sites.along(*axis) {
                Coordinates::Same(coordinate) => wrong(&[*coordinate]),
                Coordinates::Columns(floats) | Coordinates::Each(floats) => wrong(floats),
                Coordinates::Rows(floats) => wrong(floats).map(|row| row * sites.columns()),
            };
            if let Some(index) = wrong.filter(|_| !sites.is_empty()) {
                return Err(Error::Position { index });
            }
        }
        Ok(())
    }
}

/// The bindings of the code: the uniform variable that is 0, coordinates, parameters, values, the part, and textures.
fn layout(device: &Device, textures: usize) -> BindGroupLayout {
    let buffers = [
        BufferBindingType::Uniform,
        BufferBindingType::Storage { read_only: true },
        BufferBindingType::Storage { read_only: true },
        BufferBindingType::Storage { read_only: false },
        BufferBindingType::Uniform,
    ];
    let buffers = buffers.map(|ty| BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None });
    let texture = BindingType::Texture {
        sample_type: TextureSampleType::Float { filterable: false },
        view_dimension: TextureViewDimension::D2,
        multisampled: false,
    };
    let entries: Vec<BindGroupLayoutEntry> = (0..)
        .zip(buffers.into_iter().chain(vec![texture; textures]))
        .map(|(binding, ty)| BindGroupLayoutEntry { binding, visibility: ShaderStages::COMPUTE, ty, count: None })
        .collect();
    device.device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &entries })
}

fn pipeline(device: &Device, layout: &BindGroupLayout, text: &str) -> ComputePipeline {
    let source = ShaderSource::Wgsl(text.into());
    let module = device.device.create_shader_module(ShaderModuleDescriptor { label: None, source });
    let layout = device.device.create_pipeline_layout(&PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    device.device.create_compute_pipeline(&ComputePipelineDescriptor {
        label: None,
        layout: Some(&layout),
        module: &module,
        entry_point: Some(ENTRY),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    })
}
