//! Kernels: outputs of a texture, compiled for a graphics processor.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use travertine::Context;
use travertine_shader::Shader;
use wgpu::{
    BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingType, BufferBindingType,
    ComputePipeline, ComputePipelineDescriptor, PipelineLayoutDescriptor, ShaderModuleDescriptor,
    ShaderSource, ShaderStages, TextureSampleType, TextureViewDimension,
};

use crate::batch::Batch;
use crate::code::{Code, ENTRY};
use crate::device::Device;
use crate::error::Error;
use crate::textures::textures;

/// Positions of the first batch. A batch has twice or half as many as the one before, as its time suggests.
const FIRST: usize = 256;

/// A batch that takes less time is too small to occupy a device.
const SHORT: Duration = Duration::from_millis(50);

/// A batch that takes more time may block the screen. Drivers stop those of about two seconds.
const LONG: Duration = Duration::from_millis(200);

/// Outputs of a texture, compiled for a graphics processor.
pub struct Kernel {
    device: Arc<Device>,
    pipeline: ComputePipeline,
    layout: BindGroupLayout,
    outputs: Vec<String>,
    width: usize,
    /// The buffers, and the number of positions of the next batch.
    batch: Mutex<(Batch, usize)>,
}

impl Kernel {
    pub(crate) fn new(device: &Arc<Device>, shader: &Shader) -> Result<Kernel, Error> {
        let code = Code::new(shader)?;
        let pictures = shader.pictures(&Context::default())?;
        let (pipeline, layout) = device.checked("to compile the shader of the texture", || {
            let layout = layout(device, pictures.len());
            Ok((pipeline(device, &layout, &code.text), layout))
        })?;
        let batch = device.checked("buffers for positions, values and textures", || {
            let textures = textures(device, &pictures);
            Ok(Batch::new(device, &code.parameters, textures, code.width))
        })?;
        let batch = Mutex::new((batch, FIRST));
        let outputs = shader.functions().iter().map(|function| function.output.clone()).collect();
        Ok(Kernel { device: Arc::clone(device), pipeline, layout, outputs, width: code.width, batch })
    }

    /// Names of the outputs.
    pub fn outputs(&self) -> &[String] {
        &self.outputs
    }

    /// Floats per position, of all outputs together: 1 for a float, 3 for a vector, 4 for a color.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Evaluates the outputs at positions (x, y, z, time) that lie on no surface: for each position, the floats of all
    /// outputs one after the other. Large lists are divided into batches of a fraction of a second.
    ///
    /// # Errors
    ///
    /// If a coordinate is not finite, or the graphics processor fails. The contents of `values` are then unspecified.
    ///
    /// # Panics
    ///
    /// If `values` does not have [`Kernel::width`] floats for each position.
    pub fn evaluate(&self, positions: &[[f32; 4]], values: &mut [f32]) -> Result<(), Error> {
        assert_eq!(values.len(), positions.len() * self.width, "one float for each component of each value");
        let is_finite = |position: &[f32; 4]| position.iter().all(|coordinate| coordinate.is_finite());
        if let Some(index) = positions.iter().position(|position| !is_finite(position)) {
            return Err(Error::Position { index });
        }
        let mut batch = self.batch.lock().unwrap_or_else(PoisonError::into_inner);
        let (batch, count) = &mut *batch;
        let (mut positions, mut values) = (positions, values);
        while !positions.is_empty() {
            *count = (*count).clamp(1, batch.capacity);
            let (now, later) = positions.split_at((*count).min(positions.len()));
            let (out, rest) = values.split_at_mut(now.len() * self.width);
            let start = Instant::now();
            self.device.checked("to evaluate the texture", || {
                batch.run(&self.device, &self.pipeline, &self.layout, now, out)
            })?;
            let time = start.elapsed();
            if time > LONG {
                *count = now.len() / 2;
            } else if time < SHORT && now.len() == *count {
                *count *= 2;
            }
            (positions, values) = (later, rest);
        }
        Ok(())
    }
}

/// The bindings of the code: the uniform variable that is 0, positions, parameters, values, and textures.
fn layout(device: &Device, textures: usize) -> BindGroupLayout {
    let buffers = [
        BufferBindingType::Uniform,
        BufferBindingType::Storage { read_only: true },
        BufferBindingType::Storage { read_only: true },
        BufferBindingType::Storage { read_only: false },
    ];
    let buffers =
        buffers.map(|ty| BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None });
    let texture = BindingType::Texture {
        sample_type: TextureSampleType::Float { filterable: false },
        view_dimension: TextureViewDimension::D2,
        multisampled: false,
    };
    let entries: Vec<BindGroupLayoutEntry> = (0..)
        .zip(buffers.into_iter().chain(vec![texture; textures]))
        .map(|(binding, ty)| BindGroupLayoutEntry {
            binding,
            visibility: ShaderStages::COMPUTE,
            ty,
            count: None,
        })
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
