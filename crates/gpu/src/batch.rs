//! Batches: buffers for sites and their values, evaluated in one dispatch.

use std::sync::mpsc::channel;
use std::time::Duration;

use wgpu::util::DeviceExt;
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindingResource, Buffer,
    BufferDescriptor, BufferUsages, CommandEncoder, CommandEncoderDescriptor, ComputePassDescriptor,
    ComputePipeline, MapMode, PollType, SubmissionIndex, TextureView,
};

use crate::code::{Code, GROUP};
use crate::device::Device;
use crate::error::Error;
use crate::part::{MOST_FLOATS, Part, WORDS};

/// Most bytes of the values of a batch. Every driver allows buffers of this size.
const MOST_BYTES: usize = 32 << 20;

/// Most workgroups along an axis that every driver allows.
const MOST_GROUPS: u32 = 65_535;

/// After this time without an answer, the device counts as lost. Software drivers finish compiling a large shader in its first
/// dispatch, which takes minutes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// Buffers of a kernel.
pub(crate) struct Batch {
    coordinates: Buffer,
    part: Buffer,
    values: Buffer,
    /// The values, where the central processor can read them.
    copy: Buffer,
    group: BindGroup,
    /// Most sites.
    pub(crate) capacity: usize,
}

impl Batch {
    pub(crate) fn new(
        device: &Device,
        layout: &BindGroupLayout,
        code: &Code,
        textures: &[TextureView],
    ) -> Batch {
        let value_bytes = code.width * size_of::<f32>();
        let capacity = (MOST_BYTES / value_bytes).max(1);
        let buffer = |bytes: usize, usage| {
            let size = bytes as u64;
            device.device.create_buffer(&BufferDescriptor {
                label: None,
                size,
                usage,
                mapped_at_creation: false,
            })
        };
        let filled = |contents: &[u8], usage| {
            let descriptor = wgpu::util::BufferInitDescriptor { label: None, contents, usage };
            device.device.create_buffer_init(&descriptor)
        };
        let zero = filled(&[0; 4], BufferUsages::UNIFORM);
        let parameters = filled(bytemuck::cast_slice(&code.parameters), BufferUsages::STORAGE);
        let coordinates =
            buffer(MOST_FLOATS * size_of::<f32>(), BufferUsages::STORAGE | BufferUsages::COPY_DST);
        let part = buffer(WORDS * size_of::<u32>(), BufferUsages::UNIFORM | BufferUsages::COPY_DST);
        let values = buffer(capacity * value_bytes, BufferUsages::STORAGE | BufferUsages::COPY_SRC);
        let copy = buffer(capacity * value_bytes, BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        // In the order of their bindings.
        let buffers = [&zero, &coordinates, &parameters, &values, &part].map(Buffer::as_entire_binding);
        let textures = textures.iter().map(BindingResource::TextureView);
        let entries: Vec<BindGroupEntry> = (0..)
            .zip(buffers.into_iter().chain(textures))
            .map(|(binding, resource)| BindGroupEntry { binding, resource })
            .collect();
        let descriptor = BindGroupDescriptor { label: None, layout, entries: &entries };
        let group = device.device.create_bind_group(&descriptor);
        Batch { coordinates, part, values, copy, group, capacity }
    }

    /// Evaluates at most as many sites as the capacity.
    pub(crate) fn run(
        &self,
        device: &Device,
        pipeline: &ComputePipeline,
        part: Part,
        values: &mut [f32],
    ) -> Result<(), Error> {
        let mut encoder = self.dispatch(device, pipeline, part);
        let bytes = size_of_val(values) as u64;
        encoder.copy_buffer_to_buffer(&self.values, 0, &self.copy, 0, bytes);
        let index = device.queue.submit([encoder.finish()]);
        let (done, mapped) = channel();
        // The receiver waits below, unless the device is lost.
        self.copy.map_async(MapMode::Read, ..bytes, move |result| drop(done.send(result)));
        wait(device, index)?;
        match mapped.try_recv() {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(device.lost(error)),
            Err(_) => return Err(device.lost("it does not return values")),
        }
        let view = self.copy.get_mapped_range(..bytes).map_err(|error| device.lost(error))?;
        bytemuck::cast_slice_mut(values).copy_from_slice(&view);
        drop(view);
        self.copy.unmap();
        Ok(())
    }

    /// Begins to evaluate at most as many sites as the capacity. Their values stay on the device.
    pub(crate) fn start(&self, device: &Device, pipeline: &ComputePipeline, part: Part) -> SubmissionIndex {
        device.queue.submit([self.dispatch(device, pipeline, part).finish()])
    }

    fn dispatch(&self, device: &Device, pipeline: &ComputePipeline, mut part: Part) -> CommandEncoder {
        let groups = part.count().div_ceil(GROUP) as u32;
        let across = groups.min(MOST_GROUPS);
        part.words[3] = across * GROUP as u32;
        device.queue.write_buffer(&self.coordinates, 0, bytemuck::cast_slice(&part.floats));
        device.queue.write_buffer(&self.part, 0, bytemuck::cast_slice(&part.words));
        let mut encoder = device.device.create_command_encoder(&CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        pass.dispatch_workgroups(across, groups.div_ceil(across), 1);
        drop(pass);
        encoder
    }
}

/// Waits until the device has done what was submitted.
pub(crate) fn wait(device: &Device, submission: SubmissionIndex) -> Result<(), Error> {
    let wait = PollType::Wait { submission_index: Some(submission), timeout: Some(PATIENCE) };
    device.device.poll(wait).map(drop).map_err(|error| device.lost(error))
}
