//! Kernels as an evaluator.

use travertine::stages::program::{Bound, Program};
use travertine::stages::render::fingerprint;
use travertine::{Cancel, Evaluator, SiteGrid};

use crate::kernel::Kernel;

/// Kernels that evaluate pictures, volumes and lists of sites of a texture: see
/// [`Context::evaluator`](travertine::Context::evaluator).
///
/// Outputs that are evaluated together need a kernel for all of them. A kernel serves the graph, the values of
/// parameters and the detail that it was prepared with; others fail.
pub struct Kernels(pub Vec<Kernel>);

impl Evaluator for Kernels {
    fn evaluate(
        &self,
        program: &Program,
        bound: &Bound,
        sites: &SiteGrid,
        values: &mut [f32],
        cancel: &Cancel,
    ) -> Result<(), String> {
        let wanted = fingerprint(program, bound);
        let kernel = self.0.iter().find(|kernel| *kernel.fingerprint() == wanted);
        let kernel = kernel.ok_or_else(|| {
            let names: Vec<&str> = program.outputs().iter().map(|output| output.name.as_str()).collect();
            format!(
                "no kernel was prepared for {} of this graph, with these values of its parameters and this detail; \
                 prepare one from the same texture",
                names.join(", ")
            )
        })?;
        kernel.evaluate_until(sites, values, cancel).map_err(|error| error.to_string())
    }
}
