//! GPUs.

use std::sync::Arc;

use travertine::{Evaluator, Texture};
use travertine_editing::render::{Device, DeviceError, Groups};
use travertine_gpu::{Error, Gpu, Tier};

use crate::device::Devices;

/// The GPUs of the computer.
pub struct Gpus;

/// One that has passed the test.
struct Open(Gpu);

impl Devices for Gpus {
    fn names(&self) -> Vec<String> {
        Gpu::names()
    }

    fn open(&self, name: &str) -> Result<Arc<dyn Device>, String> {
        match Gpu::new(Some(name), Tier::Exact) {
            Ok(gpu) => Ok(Arc::new(Open(gpu))),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Device for Open {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn prepare(&self, texture: &Texture, groups: &Groups) -> Result<Arc<dyn Evaluator>, DeviceError> {
        match self.0.prepare_groups(texture, groups) {
            Ok(kernels) => Ok(Arc::new(kernels)),
            Err(Error::Shader(error)) => Err(DeviceError::Graph(error.to_string())),
            Err(error) => Err(DeviceError::Failed(error.to_string())),
        }
    }
}
