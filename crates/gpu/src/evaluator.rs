//! Kernels as the evaluator of pictures and volumes.

use travertine::Evaluator;
use travertine::stages::program::ProgramOutput;

use crate::kernel::Kernel;

/// Kernels that evaluate pictures and volumes of a texture: see [`Context::evaluator`](travertine::Context::evaluator).
///
/// Outputs that are rendered together need a kernel for all of them.
pub struct Kernels(pub Vec<Kernel>);

impl Evaluator for Kernels {
    fn evaluate(
        &self,
        outputs: &[ProgramOutput],
        positions: &[[f32; 4]],
        values: &mut [f32],
    ) -> Result<(), String> {
        let wanted = || outputs.iter().map(|output| &output.name);
        let kernel = self.0.iter().find(|kernel| kernel.outputs().iter().eq(wanted()));
        let kernel = kernel.ok_or_else(|| {
            let names: Vec<&str> = wanted().map(String::as_str).collect();
            format!("no kernel was prepared for {}", names.join(", "))
        })?;
        kernel.evaluate(positions, values).map_err(|error| error.to_string())
    }
}
