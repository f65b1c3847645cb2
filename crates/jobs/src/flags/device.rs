//! The flag that chooses the device.

use std::str::FromStr;

use clap::Args;
use travertine::{Context, Texture};

use crate::failure::Failure;
use crate::host::Host;

/// The device that evaluates pictures, solids and volumes.
#[derive(Args)]
pub struct DeviceFlag {
    /// Device: cpu, gpu for the fastest GPU, or gpu:NAME for one with this in its name. The result is the
    /// same. A GPU needs a build with `--features gpu`, and a graph without nodes that read volumes or write text
    #[arg(long, value_name = "cpu|gpu|gpu:NAME", default_value = "cpu", help_heading = "Execution")]
    device: Device,
}

/// A value of the flag.
#[derive(Clone, Debug)]
enum Device {
    /// The CPU.
    Cpu,
    /// A GPU: the fastest, or one with this in its name.
    Gpu(Option<String>),
}

impl FromStr for Device {
    type Err = String;

    fn from_str(text: &str) -> Result<Device, String> {
        match text {
            "cpu" => Ok(Device::Cpu),
            "gpu" => Ok(Device::Gpu(None)),
            _ => match text.strip_prefix("gpu:") {
                Some(name) if !name.is_empty() => Ok(Device::Gpu(Some(name.to_owned()))),
                _ => Err("expected cpu, gpu, or gpu:NAME with a part of the name of a GPU".into()),
            },
        }
    }
}

impl DeviceFlag {
    /// The context with the chosen device, which evaluates each of these groups of outputs together.
    pub fn context<'c>(
        &self,
        texture: &Texture,
        groups: &[Vec<&str>],
        context: Context<'c>,
        host: &dyn Host,
    ) -> Result<Context<'c>, Failure> {
        match &self.device {
            Device::Cpu => Ok(context),
            Device::Gpu(name) => on_gpu(name.as_deref(), texture, groups, context, host),
        }
    }
}

#[cfg(feature = "gpu")]
fn on_gpu<'c>(
    name: Option<&str>,
    texture: &Texture,
    groups: &[Vec<&str>],
    context: Context<'c>,
    host: &dyn Host,
) -> Result<Context<'c>, Failure> {
    use travertine_gpu::{Gpu, Tier};

    let gpu = Gpu::new(name, Tier::Exact)?;
    if gpu.is_software() {
        host.note(&format_args!("note: {} is no GPU; ⟦device=cpu⟧ is faster", gpu.name()));
    }
    Ok(context.evaluator(gpu.prepare_groups(texture, groups)?))
}

#[cfg(not(feature = "gpu"))]
fn on_gpu<'c>(
    _: Option<&str>,
    _: &Texture,
    _: &[Vec<&str>],
    _: Context<'c>,
    _: &dyn Host,
) -> Result<Context<'c>, Failure> {
    Err(Failure::usage(
        "this travertine was built without GPUs; use ⟦device=cpu⟧, or build it with cargo build --release \
         --features gpu",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graphics_processor_may_have_a_name() {
        let name = |text: &str| match text.parse() {
            Ok(Device::Gpu(name)) => name,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(name("gpu"), None);
        assert_eq!(name("gpu:RTX 3060"), Some("RTX 3060".to_owned()));
        assert!(matches!("cpu".parse(), Ok(Device::Cpu)));
        for wrong in ["gpu:", "GPU", "", "cuda"] {
            assert!(wrong.parse::<Device>().unwrap_err().contains("gpu:NAME"));
        }
    }
}
