//! Batches: buffers for sites and their values, evaluated in one dispatch.

use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Duration;

use travertine::Axis;
use wgpu::util::DeviceExt;
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindingResource, Buffer, BufferDescriptor,
    BufferUsages, CommandEncoder, CommandEncoderDescriptor, ComputePassDescriptor, ComputePipeline, MapMode, PollType,
    SubmissionIndex,
};

use crate::device::Device;
use crate::error::Error;
use crate::frame::GROUP;
use crate::part::{MOST_FLOATS, Part, WORDS};

/// Most sites of a batch: one for each invocation of the most workgroups that every driver allows.
const MOST_SITES: usize = 65_535 * GROUP;

/// Most bytes of the values of a batch. Every driver allows buffers of this size.
const MOST_BYTES: usize = 16 << 20;

/// After this time without an answer, the device counts as lost. Software drivers finish compiling a large shader in
/// its first dispatch, which takes minutes on a busy machine.
const DEVICE_TIMEOUT: Duration = Duration::from_secs(600);

/// Buffers of a device, for one batch at a time of any kernel.
pub(crate) struct Buffers {
    /// The variable that is 0.
    zero: Buffer,
    coordinates: Buffer,
    part: Buffer,
    values: Buffer,
    /// The values, where the CPU can read them.
    copy: Buffer,
    /// Held by the kernel that evaluates.
    pub(crate) use_of: Mutex<()>,
}

impl Buffers {
    pub(crate) fn new(device: &Device) -> Buffers {
        let buffer = |bytes: usize, usage| {
            let size = bytes as u64;
            device.device.create_buffer(&BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
        };
        let floats = MOST_FLOATS * size_of::<f32>();
        Buffers {
            zero: filled(device, &[0; 4], BufferUsages::UNIFORM),
            coordinates: buffer(floats, BufferUsages::STORAGE | BufferUsages::COPY_DST),
            part: buffer(WORDS * size_of::<u32>(), BufferUsages::UNIFORM | BufferUsages::COPY_DST),
            values: buffer(MOST_BYTES, BufferUsages::STORAGE | BufferUsages::COPY_SRC),
            copy: buffer(MOST_BYTES, BufferUsages::MAP_READ | BufferUsages::COPY_DST),
            use_of: Mutex::default(),
        }
    }

    /// What a kernel reads and writes, in the order of its bindings: the common ones, of which `data` is the third, and
    /// others.
    pub(crate) fn bind<'b>(
        &'b self,
        device: &Device,
        layout: &BindGroupLayout,
        data: &'b Buffer,
        others: impl IntoIterator<Item = BindingResource<'b>>,
    ) -> BindGroup {
        let common = [&self.zero, &self.coordinates, data, &self.values, &self.part].map(Buffer::as_entire_binding);
        let entries: Vec<BindGroupEntry> = (0..)
            .zip(common.into_iter().chain(others))
            .map(|(binding, resource)| BindGroupEntry { binding, resource })
            .collect();
        let descriptor = BindGroupDescriptor { label: None, layout, entries: &entries };
        device.device.create_bind_group(&descriptor)
    }
}

/// A buffer with these contents.
pub(crate) fn filled(device: &Device, contents: &[u8], usage: BufferUsages) -> Buffer {
    device.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage })
}

/// Maximum number of sites of a batch, for values of `width` floats.
pub(crate) fn capacity(width: usize) -> usize {
    (MOST_BYTES / (width * size_of::<f32>())).clamp(1, MOST_SITES)
}

/// Compiled shaders that evaluate sites together, and what they read and write.
pub(crate) struct Batch {
    /// The dispatches, each of which is for all sites.
    pub(crate) dispatches: Vec<Dispatch>,
    /// Most sites.
    pub(crate) capacity: usize,
    /// Axes whose coordinates are read.
    pub(crate) axes: Vec<Axis>,
}

/// A compiled shader with what it reads and writes.
pub(crate) struct Dispatch {
    pub(crate) pipeline: ComputePipeline,
    pub(crate) group: BindGroup,
    /// The offset of the binding that has one.
    pub(crate) offset: Option<u32>,
}

impl Batch {
    /// Evaluates at most as many sites as the capacity.
    pub(crate) fn run(&self, device: &Device, buffers: &Buffers, part: &Part, values: &mut [f32]) -> Result<(), Error> {
        let mut encoder = self.dispatch(device, buffers, part);
        let bytes = size_of_val(values) as u64;
        encoder.copy_buffer_to_buffer(&buffers.values, 0, &buffers.copy, 0, bytes);
        let index = device.queue.submit([encoder.finish()]);
        let (done, mapped) = channel();
        // The receiver waits below, unless the device is lost.
        buffers.copy.map_async(MapMode::Read, ..bytes, move |result| drop(done.send(result)));
        wait(device, index)?;
        match mapped.try_recv() {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(device.lost(error)),
            Err(_) => return Err(device.lost("it does not return values")),
        }
        let view = buffers.copy.get_mapped_range(..bytes).map_err(|error| device.lost(error))?;
        bytemuck::cast_slice_mut(values).copy_from_slice(&view);
        drop(view);
        buffers.copy.unmap();
        Ok(())
    }

    /// Begins to evaluate at most as many sites as the capacity. Their values stay on the device.
    pub(crate) fn start(&self, device: &Device, buffers: &Buffers, part: &Part) -> SubmissionIndex {
        device.queue.submit([self.dispatch(device, buffers, part).finish()])
    }

    fn dispatch(&self, device: &Device, buffers: &Buffers, part: &Part) -> CommandEncoder {
        device.queue.write_buffer(&buffers.coordinates, 0, bytemuck::cast_slice(&part.floats));
        device.queue.write_buffer(&buffers.part, 0, bytemuck::cast_slice(&part.words));
        let mut encoder = device.device.create_command_encoder(&CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
        for Dispatch { pipeline, group, offset } in &self.dispatches {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, group, offset.as_slice());
            pass.dispatch_workgroups(part.count().div_ceil(GROUP) as u32, 1, 1);
        }
        drop(pass);
        encoder
    }
}

/// Waits until the device has done what was submitted.
pub(crate) fn wait(device: &Device, submission: SubmissionIndex) -> Result<(), Error> {
    let wait = PollType::Wait { submission_index: Some(submission), timeout: Some(DEVICE_TIMEOUT) };
    device.device.poll(wait).map(drop).map_err(|error| device.lost(error))
}
