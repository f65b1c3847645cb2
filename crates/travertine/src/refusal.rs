//! Refusals of names and values that a caller gave.

use travertine_graph::diagnostic::{Diagnostic, Diagnostics, Severity};

use crate::Error;

/// A diagnostic of a name or a value as an error.
pub(crate) fn refused(diagnostic: Diagnostic) -> Error {
    Error::Argument(diagnostic.into())
}

/// Without the warnings, which would only hide why a value is refused.
pub(crate) fn errors(diagnostics: Diagnostics) -> Error {
    let mut errors = Diagnostics::new();
    let all = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    all.cloned().for_each(|error| errors.push(error));
    Error::Argument(errors)
}
