//! The interpreter: a kernel for each kind of step, with which a device evaluates any tape without compiling a shader
//! for it.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use travertine_shader::{StepKind, Tape};
use wgpu::{
    BindGroup, BindGroupLayout, BindingResource, Buffer, BufferBinding, BufferBindingType, BufferDescriptor,
    BufferSize, BufferUsages, ComputePipeline, TextureView,
};

use crate::batch::{Batch, Buffers, Dispatch, capacity, filled};
use crate::device::Device;
use crate::error::Error;
use crate::pipeline::{buffer, common, layout, pipeline, texture};
use crate::step_code::step_code;

/// Floats of the registers of a batch, of all its sites together. Every driver allows buffers of this size.
const REGISTERS: usize = 16 << 20;

/// Bytes from one run to the next in the buffer of runs: a distance that every driver allows.
const RUN: usize = 256;

/// Bytes of a run that code reads.
const RUN_SIZE: u64 = 16;

/// Most kernels that are kept; there are more kinds only where published noises have many tables.
const KEPT: usize = 1024;

/// Kernels of a device for all tapes.
pub(crate) struct Interpreter {
    registers: Buffer,
    /// The layouts of kinds without a texture and with one.
    layouts: [BindGroupLayout; 2],
    kernels: Mutex<HashMap<StepKind, ComputePipeline>>,
}

impl Interpreter {
    pub(crate) fn new(device: &Device) -> Result<Interpreter, Error> {
        device.checked("registers of the interpreter", || {
            let size = (REGISTERS * size_of::<f32>()) as u64;
            let usage = BufferUsages::STORAGE;
            let descriptor = BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
            let bindings = || {
                let own =
                    [(BufferBindingType::Storage { read_only: false }, false), (BufferBindingType::Uniform, true)];
                common().into_iter().chain(own.map(|(kind, has_offset)| buffer(kind, has_offset)))
            };
            Ok(Interpreter {
                registers: device.device.create_buffer(&descriptor),
                layouts: [
                    layout(device, bindings().collect()),
                    layout(device, bindings().chain([texture()]).collect()),
                ],
                kernels: Mutex::default(),
            })
        })
    }

    /// What evaluates a tape, whose textures are on the device. Kernels for kinds that no tape had before are compiled.
    pub(crate) fn batch(
        &self,
        device: &Device,
        buffers: &Buffers,
        tape: &Tape,
        textures: &[TextureView],
    ) -> Result<Batch, Error> {
        let pipelines = self.pipelines(device, tape.kinds())?;
        device.checked("the steps of the texture", || {
            let words = filled(device, bytemuck::cast_slice(tape.words()), BufferUsages::STORAGE);
            let mut runs = vec![0_u32; tape.runs().len() * RUN / size_of::<u32>()];
            for (run, words) in tape.runs().iter().zip(runs.chunks_exact_mut(RUN / size_of::<u32>())) {
                words[..2].copy_from_slice(&run.words);
                words[2] = tape.width() as u32;
            }
            let runs = filled(device, bytemuck::cast_slice(&runs), BufferUsages::UNIFORM);
            let group = |texture: Option<&TextureView>| {
                let run = BufferBinding { buffer: &runs, offset: 0, size: BufferSize::new(RUN_SIZE) };
                let own = [self.registers.as_entire_binding(), BindingResource::Buffer(run)];
                let layout = &self.layouts[usize::from(texture.is_some())];
                buffers.bind(device, layout, &words, own.into_iter().chain(texture.map(BindingResource::TextureView)))
            };
            let plain = group(None);
            let textured: Vec<BindGroup> = textures.iter().map(|texture| group(Some(texture))).collect();
            let dispatches = tape.runs().iter().enumerate().map(|(index, run)| Dispatch {
                pipeline: pipelines[run.kind].clone(),
                group: run.texture.and_then(|texture| textured.get(texture)).unwrap_or(&plain).clone(),
                offset: Some((index * RUN) as u32),
            });
            Ok(Batch {
                dispatches: dispatches.collect(),
                capacity: capacity(tape.width()).min(REGISTERS / tape.registers().max(1)),
                axes: tape.axes().to_vec(),
            })
        })
    }

    /// The kernels of kinds. Those that are missing are compiled, as many at once as there are cores.
    fn pipelines(&self, device: &Device, kinds: &[StepKind]) -> Result<Vec<ComputePipeline>, Error> {
        let known = || self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        let missing: Vec<&StepKind> = {
            let mut known = known();
            if known.len() > KEPT {
                known.clear();
            }
            kinds.iter().filter(|kind| !known.contains_key(*kind)).collect()
        };
        let (next, compiled) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some(kind) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let result = self.compile(device, kind).map(|pipeline| ((*kind).clone(), pipeline));
                compiled.lock().unwrap_or_else(PoisonError::into_inner).push(result);
            }
        };
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(missing.len());
        thread::scope(|scope| {
            for _ in 1..threads {
                // Without another thread, this one compiles all.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let compiled = compiled.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut known = known();
        for result in compiled {
            let (kind, pipeline) = result?;
            known.insert(kind, pipeline);
        }
        // Another thread may have emptied the map.
        kinds.iter().map(|kind| known.get(kind).cloned().map_or_else(|| self.compile(device, kind), Ok)).collect()
    }

    fn compile(&self, device: &Device, kind: &StepKind) -> Result<ComputePipeline, Error> {
        let text = step_code(kind)?;
        let layout = &self.layouts[usize::from(kind.has_texture())];
        device.checked("to compile a kernel of the interpreter", || Ok(pipeline(device, layout, &text)))
    }
}
