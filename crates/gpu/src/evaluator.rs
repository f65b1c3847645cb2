//! Kernels as an evaluator.

use travertine::stages::program::ProgramOutput;
use travertine::{Cancel, Evaluator, SiteGrid};

use crate::kernel::Kernel;

/// Kernels that evaluate pictures, volumes and lists of sites of a texture: see [`Context::evaluator`](travertine::Context::evaluator).
///
/// Outputs that are evaluated together need a kernel for all of them.
pub struct Kernels(pub Vec<Kernel>);

impl Evaluator for Kernels {
    fn evaluate(
        &self,
        outputs: &[ProgramOutput],
        sites: &SiteGrid,
        values: &mut [f32],
        cancel: &Cancel,
    ) -> Result<(), String> {
        let wanted = || outputs.iter().map(|output| &output.name);
        let kernel = self.0.iter().find(|kernel| kernel.outputs().iter().eq(wanted()));
        let kernel = kernel.ok_or_else(|| {
            let names: Vec<&str> = wanted().map(String::as_str).collect();
            format!("no kernel was prepared for {}", names.join(", "))
        })?;
        kernel.evaluate_until(sites, values, cancel).map_err(|error| error.to_string())
    }
}
