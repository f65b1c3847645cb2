//! Errors of names and values from the caller.

use travertine_graph::diagnostic::{Diagnostic, Diagnostics, Severity};

use crate::Error;

/// A diagnostic of a name or a value as an error.
pub(crate) fn refused(diagnostic: Diagnostic) -> Error {
    Error::Argument(diagnostic.into())
}

/// The errors alone: warnings would distract from the reason.
pub(crate) fn errors(diagnostics: Diagnostics) -> Error {
    let mut errors = Diagnostics::new();
    let all = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    all.cloned().for_each(|error| errors.push(error));
    Error::Argument(errors)
}
