//! Devices: open GPUs, whose errors are results instead of panics.

use std::sync::{Arc, OnceLock};

use pollster::block_on;
use wgpu::{
    Adapter, DeviceDescriptor, ErrorFilter, Instance, InstanceDescriptor, InstanceFlags, Limits, MemoryHints,
    PowerPreference, RequestAdapterOptions,
};

use crate::error::Error;

/// An open GPU.
pub(crate) struct Device {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    /// Names of the GPU and its driver.
    pub(crate) name: String,
    /// Whether the driver only imitates graphics hardware on the CPU.
    pub(crate) is_software: bool,
    /// The message with which the device was lost.
    lost: Arc<OnceLock<String>>,
}

impl Device {
    /// Names of all GPUs with a driver.
    pub(crate) fn names() -> Vec<String> {
        adapters(&instance()).iter().map(name_of).collect()
    }

    /// Opens the fastest GPU, or the first with `name` in its name, in any case of letters.
    pub(crate) fn open(name: Option<&str>) -> Result<Device, Error> {
        let instance = instance();
        let adapter = match name {
            None => fastest(&instance)?,
            Some(name) => named(&instance, name)?,
        };
        let info = adapter.get_info();
        let name = name_of(&adapter);
        // All drivers have these limits. They suffice, but for the size of textures.
        let side = adapter.limits().max_texture_dimension_2d;
        let descriptor = DeviceDescriptor {
            required_limits: Limits { max_texture_dimension_2d: side, ..Limits::downlevel_defaults() },
            memory_hints: MemoryHints::MemoryUsage,
            ..DeviceDescriptor::default()
        };
        let opened = block_on(adapter.request_device(&descriptor));
        let (device, queue) = opened.map_err(|error| Error::Open { name: name.clone(), message: error.to_string() })?;
        let lost = Arc::new(OnceLock::new());
        let first = Arc::clone(&lost);
        device.set_device_lost_callback(move |_, message| {
            // The first message is the cause.
            let _ = first.set(message);
        });
        let first = Arc::clone(&lost);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let _ = first.set(error.to_string());
        }));
        let is_software = info.device_type == wgpu::DeviceType::Cpu;
        Ok(Device { device, queue, name, is_software, lost })
    }

    /// Does work with the device, and returns the first error that the driver reports.
    pub(crate) fn checked<T>(&self, work: &'static str, run: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let filters = [ErrorFilter::OutOfMemory, ErrorFilter::Internal, ErrorFilter::Validation];
        let scopes = filters.map(|filter| self.device.push_error_scope(filter));
        let result = run();
        // The last scope ends first.
        let errors = scopes.into_iter().rev().filter_map(|scope| block_on(scope.pop()));
        let errors: Vec<wgpu::Error> = errors.collect();
        if let Some(message) = self.lost.get() {
            return Err(self.lost(message));
        }
        match errors.into_iter().next() {
            None => result,
            Some(wgpu::Error::OutOfMemory { .. }) => Err(Error::Memory { name: self.name.clone(), work }),
            Some(error) => Err(Error::Refused { name: self.name.clone(), work, message: error.to_string() }),
        }
    }

    /// The error of a device that was lost.
    pub(crate) fn lost(&self, message: impl ToString) -> Error {
        Error::Lost { name: self.name.clone(), message: message.to_string() }
    }
}

fn instance() -> Instance {
    // Without the layers for debugging that wgpu requests in debug builds.
    let flags = InstanceFlags::empty();
    Instance::new(InstanceDescriptor { flags, ..InstanceDescriptor::new_without_display_handle() })
}

fn adapters(instance: &Instance) -> Vec<Adapter> {
    block_on(instance.enumerate_adapters(wgpu::Backends::all()))
}

fn fastest(instance: &Instance) -> Result<Adapter, Error> {
    let options = RequestAdapterOptions {
        power_preference: PowerPreference::HighPerformance,
        ..RequestAdapterOptions::default()
    };
    block_on(instance.request_adapter(&options)).map_err(|_| Error::NoAdapter)
}

fn named(instance: &Instance, name: &str) -> Result<Adapter, Error> {
    let mut adapters = adapters(instance);
    let found: Vec<String> = adapters.iter().map(name_of).collect();
    let wanted = name.to_lowercase();
    match found.iter().position(|found| found.to_lowercase().contains(&wanted)) {
        Some(index) => Ok(adapters.swap_remove(index)),
        None if found.is_empty() => Err(Error::NoAdapter),
        None => Err(Error::Name { name: name.to_owned(), found }),
    }
}

/// Names of a GPU, and of the interface of its driver.
fn name_of(adapter: &Adapter) -> String {
    let info = adapter.get_info();
    format!("{} by {}", info.name, info.backend)
}
