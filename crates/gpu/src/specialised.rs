//! Shaders for one texture, compiled on a thread of their own, behind the interpreter.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread::{self, JoinHandle};

use travertine::Texture;
use travertine_shader::{Options, Tier, WholeShader};
use wgpu::{BindingResource, BufferUsages, TextureView};

use crate::batch::{Batch, Buffers, Dispatch, capacity, filled};
use crate::code::Code;
use crate::device::Device;
use crate::error::Error;
use crate::pipeline::{common, layout, pipeline, texture};

/// The shader of outputs of a texture, which may not be compiled yet.
pub(crate) struct Specialised {
    source: Source,
    is_requested: AtomicBool,
    batch: OnceLock<Result<Batch, Error>>,
}

/// What a shader is compiled from.
pub(crate) struct Source {
    pub(crate) device: Arc<Device>,
    pub(crate) buffers: Arc<Buffers>,
    pub(crate) texture: Texture,
    pub(crate) outputs: Vec<String>,
    pub(crate) tier: Tier,
    /// The textures of samples, if they are there already.
    pub(crate) textures: Option<Vec<TextureView>>,
}

impl Specialised {
    pub(crate) fn new(source: Source) -> Specialised {
        Specialised { source, is_requested: AtomicBool::new(false), batch: OnceLock::new() }
    }

    /// What evaluates the outputs; `None` if it is not compiled, or cannot be.
    pub(crate) fn batch(&self) -> Option<&Batch> {
        self.batch.get().and_then(|batch| batch.as_ref().ok())
    }

    /// Compiles the shader, unless it is compiled.
    pub(crate) fn compile(&self) {
        self.batch.get_or_init(|| {
            // A panic in a driver must not end the thread.
            let compiled = catch_unwind(AssertUnwindSafe(|| self.source.batch()));
            compiled.unwrap_or_else(|_| Err(self.source.device.lost("its driver has crashed")))
        });
    }

    /// The result of [`Specialised::compile`].
    pub(crate) fn compiled(self) -> Result<Batch, Error> {
        self.compile();
        self.batch.into_inner().unwrap_or_else(|| Err(self.source.device.lost("its driver has crashed")))
    }
}

impl Source {
    fn batch(&self) -> Result<Batch, Error> {
        let Source { device, buffers, tier, .. } = self;
        let options = Options { tier: *tier, textures: true, ..Options::default() };
        let outputs: Vec<&str> = self.outputs.iter().map(String::as_str).collect();
        let shader = WholeShader::new(&self.texture, &outputs, &options)?;
        let code = Code::new(&shader)?;
        let textures = match &self.textures {
            Some(textures) => textures.clone(),
            None => device.textures(&shader.pictures(&travertine::Context::default())?)?,
        };
        let (pipeline, layout) = device.checked("to compile the shader of the texture", || {
            let layout = layout(device, common().into_iter().chain(textures.iter().map(|_| texture())).collect());
            Ok((pipeline(device, &layout, &code.text), layout))
        })?;
        let group = device.checked("parameters", || {
            let parameters = filled(device, bytemuck::cast_slice(&code.parameters), BufferUsages::STORAGE);
            Ok(buffers.bind(device, &layout, &parameters, textures.iter().map(BindingResource::TextureView)))
        })?;
        let dispatches = vec![Dispatch { pipeline, group, offset: None }];
        Ok(Batch { dispatches, capacity: capacity(code.width), axes: code.axes })
    }
}

/// A thread that compiles shaders, one after the other. It starts with the first one.
#[derive(Default)]
pub(crate) struct Compiler {
    running: Mutex<Option<Running>>,
}

/// The thread of a compiler, and where it receives shaders.
type Running = (Sender<Weak<Specialised>>, JoinHandle<()>);

impl Compiler {
    /// Compiles a shader soon, unless it was requested before. If it is dropped first, it is not compiled.
    pub(crate) fn request(&self, shader: &Arc<Specialised>) {
        if shader.is_requested.swap(true, Ordering::Relaxed) {
            return;
        }
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.is_none() {
            let (sender, receiver) = channel();
            // Without the thread, the interpreter evaluates all.
            let Ok(thread) = thread::Builder::new().spawn(move || compile(&receiver)) else { return };
            *running = Some((sender, thread));
        }
        if let Some((sender, _)) = &*running {
            // The thread ends after the sender.
            let _ = sender.send(Arc::downgrade(shader));
        }
    }
}

impl Drop for Compiler {
    /// Waits for a shader that is being compiled: a process must not end within a driver.
    fn drop(&mut self) {
        let running = self.running.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some((sender, thread)) = running.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

/// Compiles the shaders that are still there.
fn compile(shaders: &Receiver<Weak<Specialised>>) {
    while let Ok(shader) = shaders.recv() {
        if let Some(shader) = shader.upgrade() {
            shader.compile();
        }
    }
}
