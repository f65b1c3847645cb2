//! Evaluators: they compute programs elsewhere than on the CPU.

use std::sync::OnceLock;

use travertine_program::{Bound, Program};

use crate::cancel::Cancel;
use crate::site_grid::SiteGrid;

/// Evaluates programs elsewhere than on the CPU, such as on a GPU.
///
/// Its values must have the bits of [`Program::evaluate`]. A program and its arguments decide them; the names of
/// outputs do not: [`fingerprint`](crate::fingerprint) identifies both.
pub trait Evaluator: Send + Sync {
    /// Evaluates a program with its arguments at sites: for each site, the floats of all outputs one after the other.
    /// `values` has the right length. Coordinates that no output reads may be 0 instead of those of the site. If it is
    /// cancelled, it may return early, whatever is in `values` then.
    ///
    /// # Errors
    ///
    /// A message, if it cannot.
    fn evaluate(
        &self,
        program: &Program,
        bound: &Bound,
        sites: &SiteGrid,
        values: &mut [f32],
        cancel: &Cancel,
    ) -> Result<(), String>;
}

/// An evaluator, and the message of its failure.
pub(crate) struct FallibleEvaluator {
    evaluator: Box<dyn Evaluator>,
    failure: OnceLock<String>,
}

impl FallibleEvaluator {
    pub(crate) fn new(evaluator: impl Evaluator + 'static) -> FallibleEvaluator {
        FallibleEvaluator { evaluator: Box::new(evaluator), failure: OnceLock::new() }
    }

    /// Evaluates a program; false if it fails, which is final.
    pub(crate) fn evaluate(
        &self,
        program: &Program,
        bound: &Bound,
        sites: &SiteGrid,
        values: &mut [f32],
        cancel: &Cancel,
    ) -> bool {
        let evaluated = self.evaluator.evaluate(program, bound, sites, values, cancel);
        // The first message is the cause.
        evaluated.map_err(|message| self.failure.set(message)).is_ok()
    }

    /// The message with which it failed, if it has.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }
}
