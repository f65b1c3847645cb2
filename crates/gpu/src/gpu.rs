//! GPUs that have passed the test.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use travertine::{Context, Texture};
use travertine_shader::{Tape, Tier};

use crate::batch::Buffers;
use crate::device::Device;
use crate::error::Error;
use crate::evaluator::Kernels;
use crate::interpreter::Interpreter;
use crate::kernel::{Kernel, KernelCode};
use crate::self_test;
use crate::specialised::{Compiler, Source, Specialised};

/// An open GPU, for one tier of results.
pub struct Gpu {
    device: Arc<Device>,
    buffers: Arc<Buffers>,
    tier: Tier,
    /// The interpreter of the exact tier, once it is needed and has passed the test.
    interpreter: OnceLock<Interpreter>,
    /// Held while the interpreter is made.
    making: Mutex<()>,
    compiler: Arc<Compiler>,
}

impl Gpu {
    /// Names of all GPUs with a driver. not all of them pass the test.
    pub fn names() -> Vec<String> {
        Device::names()
    }

    /// Opens the fastest GPU, or the first with `name` in its name, in any case of letters, and tests that it
    /// computes right values.
    ///
    /// # Errors
    ///
    /// If there is none, it cannot be opened, or it fails the test.
    pub fn new(name: Option<&str>, tier: Tier) -> Result<Gpu, Error> {
        let device = Arc::new(Device::open(name)?);
        let buffers = device.checked("buffers for sites and values", || Ok(Buffers::new(&device)))?;
        let gpu = Gpu {
            device,
            buffers: Arc::new(buffers),
            tier,
            interpreter: OnceLock::new(),
            making: Mutex::default(),
            compiler: Arc::default(),
        };
        self_test::run(gpu.name(), tier, |texture, outputs| gpu.compile(texture, outputs))?;
        Ok(gpu)
    }

    /// Names of the GPU and of the interface of its driver.
    pub fn name(&self) -> &str {
        &self.device.name
    }

    /// Whether the driver imitates graphics hardware on the CPU, which is slower than Travertine alone.
    pub fn is_software(&self) -> bool {
        self.device.is_software
    }

    /// Outputs of a texture, with the values of its parameters and its detail, ready to be evaluated. Rasters are
    /// computed on the CPU, within the limits of the default context.
    ///
    /// In the exact tier this takes no longer for large graphs than for small ones: an interpreter evaluates them,
    /// whose kernels the driver compiles when a graph needs them first. Where it takes seconds, a shader of the
    /// kernel's own is compiled behind it, and takes over with the same bits. The close tier has no interpreter: see
    /// [`Gpu::compile`].
    ///
    /// # Errors
    ///
    /// If an output cannot be evaluated on a GPU, a raster exceeds a limit, or the driver refuses.
    pub fn prepare(&self, texture: &Texture, outputs: &[&str]) -> Result<Kernel, Error> {
        match self.tier {
            Tier::Close => self.compile(texture, outputs),
            Tier::Exact => self.interpret(self.interpreter()?, texture, outputs),
        }
    }

    /// As [`Gpu::prepare`], with a shader of the kernel's own from the start, for which it waits. The driver takes from
    /// milliseconds to minutes.
    ///
    /// # Errors
    ///
    /// If an output cannot be written as a shader, a raster exceeds a limit, or the driver refuses the shader.
    pub fn compile(&self, texture: &Texture, outputs: &[&str]) -> Result<Kernel, Error> {
        let batch = self.shader(texture, outputs, None).compiled()?;
        Kernel::new(&self.device, &self.buffers, texture, outputs, KernelCode::Specialised(batch))
    }

    /// Kernels for groups of outputs, each of which is evaluated together: see [`Gpu::prepare`].
    ///
    /// # Errors
    ///
    /// As [`Gpu::prepare`].
    pub fn prepare_groups<N: AsRef<str>>(&self, texture: &Texture, groups: &[Vec<N>]) -> Result<Kernels, Error> {
        let kernel = |group: &Vec<N>| {
            let names: Vec<&str> = group.iter().map(AsRef::as_ref).collect();
            self.prepare(texture, &names)
        };
        Ok(Kernels(groups.iter().map(kernel).collect::<Result<_, _>>()?))
    }

    /// The interpreter. It is tested when it is needed first.
    fn interpreter(&self) -> Result<&Interpreter, Error> {
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(interpreter) = self.interpreter.get() {
            return Ok(interpreter);
        }
        let interpreter = Interpreter::new(&self.device)?;
        self_test::run(self.name(), self.tier, |texture, outputs| self.interpret(&interpreter, texture, outputs))?;
        Ok(self.interpreter.get_or_init(|| interpreter))
    }

    fn interpret(&self, interpreter: &Interpreter, texture: &Texture, outputs: &[&str]) -> Result<Kernel, Error> {
        let tape = Tape::new(texture, outputs)?;
        let textures = self.device.textures(&tape.pictures(&Context::default())?)?;
        let code = KernelCode::Interpreted {
            batch: interpreter.batch(&self.device, &self.buffers, &tape, &textures)?,
            specialised: Arc::new(self.shader(texture, outputs, Some(textures))),
            compiler: Arc::clone(&self.compiler),
            spent: AtomicU64::new(0),
        };
        Kernel::new(&self.device, &self.buffers, texture, outputs, code)
    }

    fn shader(&self, texture: &Texture, outputs: &[&str], textures: Option<Vec<wgpu::TextureView>>) -> Specialised {
        Specialised::new(Source {
            device: Arc::clone(&self.device),
            buffers: Arc::clone(&self.buffers),
            texture: texture.clone(),
            outputs: outputs.iter().map(|output| (*output).to_owned()).collect(),
            tier: self.tier,
            textures,
        })
    }
}
