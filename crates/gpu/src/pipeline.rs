//! Pipelines: compiled shaders, and the layouts of what they read and write.

use wgpu::{
    BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingType, BufferBindingType, ComputePipeline,
    ComputePipelineDescriptor, PipelineLayoutDescriptor, ShaderModuleDescriptor, ShaderSource, ShaderStages,
    TextureSampleType, TextureViewDimension,
};

use crate::device::Device;
use crate::frame::ENTRY;

/// The bindings that all codes have: the uniform variable that is 0, coordinates, data, values and the part.
pub(crate) fn common() -> Vec<BindingType> {
    [
        BufferBindingType::Uniform,
        BufferBindingType::Storage { read_only: true },
        BufferBindingType::Storage { read_only: true },
        BufferBindingType::Storage { read_only: false },
        BufferBindingType::Uniform,
    ]
    .map(|kind| buffer(kind, false))
    .to_vec()
}

/// The binding of a buffer, whose offset may differ between dispatches.
pub(crate) fn buffer(kind: BufferBindingType, has_dynamic_offset: bool) -> BindingType {
    BindingType::Buffer { ty: kind, has_dynamic_offset, min_binding_size: None }
}

/// The binding of a texture of samples.
pub(crate) fn texture() -> BindingType {
    BindingType::Texture {
        sample_type: TextureSampleType::Float { filterable: false },
        view_dimension: TextureViewDimension::D2,
        multisampled: false,
    }
}

/// The layout of bindings, from 0 on.
pub(crate) fn layout(device: &Device, bindings: Vec<BindingType>) -> BindGroupLayout {
    let entries: Vec<BindGroupLayoutEntry> = (0..)
        .zip(bindings)
        .map(|(binding, ty)| BindGroupLayoutEntry { binding, visibility: ShaderStages::COMPUTE, ty, count: None })
        .collect();
    device.device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &entries })
}

/// Compiles a text.
pub(crate) fn pipeline(device: &Device, layout: &BindGroupLayout, text: &str) -> ComputePipeline {
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
