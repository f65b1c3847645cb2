//! Failures: errors of the library as exceptions of Python.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use travertine::stages::render::RenderError;
use travertine::{Diagnostics, Error};
use travertine_shape::ShapeError;

/// An error on its way to Python.
pub enum Failure {
    /// An error of the library.
    Texture(Error),
    /// Another one: the name of its class in `travertine._errors`, its message and its diagnostics.
    Other(&'static str, String, Diagnostics),
}

impl Failure {
    /// An error of a class.
    pub fn new(class: &'static str, error: impl ToString) -> Failure {
        Failure::Other(class, error.to_string(), Diagnostics::new())
    }

    /// The same error for work that also holds `held` bytes, which were subtracted from its memory.
    pub fn beside(self, held: u64) -> Failure {
        match self {
            Failure::Texture(error) => Failure::Texture(error.beside(held)),
            other => other,
        }
    }

    /// The name of its class, its message and its diagnostics.
    fn into_parts(self) -> (&'static str, String, Diagnostics) {
        let error = match self {
            Failure::Texture(error) => error,
            Failure::Other(class, message, diagnostics) => return (class, message, diagnostics),
        };
        let message = error.to_string();
        let (class, diagnostics) = match error {
            Error::Invalid { diagnostics, .. } => ("InvalidGraph", diagnostics),
            Error::Argument(diagnostics) => ("InvalidValue", diagnostics),
            Error::Geometry(_) | Error::Ending { .. } => ("InvalidValue", Diagnostics::new()),
            Error::Memory(_) | Error::TooLarge(_) | Error::Limit(_) => ("LimitExceeded", Diagnostics::new()),
            Error::File(_) | Error::FileTooLarge { .. } => ("FileError", Diagnostics::new()),
            _ => ("Error", Diagnostics::new()),
        };
        (class, message, diagnostics)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Texture(error)
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Failure {
        Failure::Texture(error.into())
    }
}

impl From<ShapeError> for Failure {
    fn from(error: ShapeError) -> Failure {
        match error {
            ShapeError::Texture(error) => error.into(),
            other => Failure::new("InvalidValue", other),
        }
    }
}

impl From<travertine_jobs::Failure> for Failure {
    fn from(failure: travertine_jobs::Failure) -> Failure {
        use travertine_jobs::Failure as Of;
        let class = match &failure {
            Of::Usage(_) | Of::Differs | Of::Endless(_) => "InvalidValue",
            Of::Invalid(..) => "InvalidGraph",
            Of::Limit(_) => "LimitExceeded",
            Of::Mesh(_) | Of::InputOutput(_) | Of::Missing { .. } | Of::Refused(_) => "FileError",
            Of::Interrupted | Of::Reported(_) | Of::ClosedOutput => "Error",
        };
        let message = failure.to_string();
        match failure {
            Of::Invalid(_, diagnostics) => Failure::Other(class, message, diagnostics),
            _ => Failure::new(class, message),
        }
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        Python::attach(|py| {
            let raise = || {
                let (class, message, diagnostics) = failure.into_parts();
                let class = py.import("travertine._errors")?.getattr(class)?;
                let exception = class.call1((message, describe(py, &diagnostics)?))?;
                Ok(PyErr::from_value(exception))
            };
            raise().unwrap_or_else(|error| error)
        })
    }
}

/// Diagnostics as a tuple of `travertine.Diagnostic`.
pub fn describe<'py>(py: Python<'py>, diagnostics: &Diagnostics) -> PyResult<Bound<'py, PyTuple>> {
    let class = py.import("travertine._errors")?.getattr("Diagnostic")?;
    let described = diagnostics.iter().map(|diagnostic| {
        class.call1((
            diagnostic.severity.to_string(),
            &diagnostic.message,
            &diagnostic.pointer,
            diagnostic.expected.as_deref(),
            diagnostic.help.as_deref(),
            diagnostic.location.map(|location| (location.line, location.column)),
            diagnostic.node(),
            diagnostic.input(),
        ))
    });
    PyTuple::new(py, described.collect::<PyResult<Vec<_>>>()?)
}
