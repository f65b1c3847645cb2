//! GPUs that have passed the test.

use std::sync::{Arc, Mutex};

use travertine::Texture;
use travertine_shader::Tier;

use crate::batch::Buffers;
use crate::device::Device;
use crate::error::Error;
use crate::evaluator::Kernels;
use crate::kernel::Kernel;
use crate::self_test;

/// An open GPU, for one tier of results.
pub struct Gpu {
    device: Arc<Device>,
    buffers: Arc<Mutex<Buffers>>,
    tier: Tier,
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
        let gpu = Gpu { device, buffers: Arc::new(Mutex::new(buffers)), tier };
        self_test::run(gpu.name(), tier, |texture, outputs| gpu.prepare(texture, outputs))?;
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

    /// Compiles outputs of a texture, with the values of its parameters and its detail. The driver takes from
    /// milliseconds to minutes. Rasters are computed on the CPU, within the limits of the default context.
    ///
    /// # Errors
    ///
    /// If an output cannot be written as a shader, a raster exceeds a limit, or the driver refuses the shader.
    pub fn prepare(&self, texture: &Texture, outputs: &[&str]) -> Result<Kernel, Error> {
        Kernel::new(&self.device, &self.buffers, texture, outputs, self.tier)
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
}
