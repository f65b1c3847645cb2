//! Batches: buffers for positions and their values, evaluated in one dispatch.

use std::sync::mpsc::channel;
use std::time::Duration;

use wgpu::util::DeviceExt;
use wgpu::{
    BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindingResource, Buffer, BufferBinding,
    BufferDescriptor, BufferSize, BufferUsages, CommandEncoderDescriptor, ComputePassDescriptor,
    ComputePipeline, MapMode, PollType, TextureView,
};

use crate::code::GROUP;
use crate::device::Device;
use crate::error::Error;

/// Most positions of a batch, far below the limit of 65,535 workgroups.
const MOST: usize = 1 << 18;

/// Most bytes of the values of a batch. Every driver allows buffers of this size.
const MOST_BYTES: usize = 32 << 20;

/// After this time without an answer, the device counts as lost. Software drivers finish compiling a large shader in its first
/// dispatch, which takes minutes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// Buffers of a kernel.
pub(crate) struct Batch {
    zero: Buffer,
    parameters: Buffer,
    positions: Buffer,
    values: Buffer,
    /// The values, where the central processor can read them.
    copy: Buffer,
    textures: Vec<TextureView>,
    /// Floats per position.
    width: usize,
    /// Most positions.
    pub(crate) capacity: usize,
}

impl Batch {
    pub(crate) fn new(
        device: &Device,
        parameters: &[[f32; 4]],
        textures: Vec<TextureView>,
        width: usize,
    ) -> Batch {
        let value_bytes = width * size_of::<f32>();
        let capacity = MOST.min(MOST_BYTES / value_bytes).max(1);
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
        Batch {
            zero: filled(&[0; 4], BufferUsages::UNIFORM),
            parameters: filled(bytemuck::cast_slice(parameters), BufferUsages::STORAGE),
            positions: buffer(
                capacity * size_of::<[f32; 4]>(),
                BufferUsages::STORAGE | BufferUsages::COPY_DST,
            ),
            values: buffer(capacity * value_bytes, BufferUsages::STORAGE | BufferUsages::COPY_SRC),
            copy: buffer(capacity * value_bytes, BufferUsages::MAP_READ | BufferUsages::COPY_DST),
            textures,
            width,
            capacity,
        }
    }

    /// Evaluates at most as many positions as the capacity.
    pub(crate) fn run(
        &self,
        device: &Device,
        pipeline: &ComputePipeline,
        layout: &BindGroupLayout,
        positions: &[[f32; 4]],
        values: &mut [f32],
    ) -> Result<(), Error> {
        device.queue.write_buffer(&self.positions, 0, bytemuck::cast_slice(positions));
        // The length of the array tells the code how many positions there are.
        let used = BufferBinding {
            buffer: &self.positions,
            offset: 0,
            size: BufferSize::new(size_of_val(positions) as u64),
        };
        let resources = [
            self.zero.as_entire_binding(),
            BindingResource::Buffer(used),
            self.parameters.as_entire_binding(),
            self.values.as_entire_binding(),
        ];
        let textures = self.textures.iter().map(BindingResource::TextureView);
        let entries: Vec<BindGroupEntry> = (0..)
            .zip(resources.into_iter().chain(textures))
            .map(|(binding, resource)| BindGroupEntry { binding, resource })
            .collect();
        let group =
            device.device.create_bind_group(&BindGroupDescriptor { label: None, layout, entries: &entries });
        let mut encoder = device.device.create_command_encoder(&CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(positions.len().div_ceil(GROUP) as u32, 1, 1);
        drop(pass);
        let bytes = (positions.len() * self.width * size_of::<f32>()) as u64;
        encoder.copy_buffer_to_buffer(&self.values, 0, &self.copy, 0, bytes);
        let index = device.queue.submit([encoder.finish()]);

        let (done, mapped) = channel();
        // The receiver waits below, unless the device is lost.
        self.copy.map_async(MapMode::Read, ..bytes, move |result| drop(done.send(result)));
        let wait = PollType::Wait { submission_index: Some(index), timeout: Some(PATIENCE) };
        device.device.poll(wait).map_err(|error| device.lost(error))?;
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
}
