//! Failures: the codes and texts that a caller receives.

use std::any::Any;
use std::ffi::CString;

use travertine::{Diagnostics, Error};
use travertine_jobs::{Naming, spell};

use crate::description;

/// The number that a function returns. The header explains each.
pub type Status = i32;

pub const OK: Status = 0;
pub const ERROR_CALL: Status = 1;
pub const ERROR_DOCUMENT: Status = 2;
pub const ERROR_VALUE: Status = 3;
pub const ERROR_LIMIT: Status = 4;
pub const ERROR_GEOMETRY: Status = 5;
pub const ERROR_BUFFER: Status = 6;
pub const ERROR_CANCELLED: Status = 7;
pub const ERROR_INTERNAL: Status = 8;
pub const ERROR_FILE: Status = 9;

/// The reason why a call failed: the object behind `travertine_error`.
#[derive(Clone, Debug)]
pub struct Failure {
    pub code: Status,
    pub message: CString,
    pub json: CString,
}

impl Failure {
    fn new(code: Status, message: &str, diagnostics: &Diagnostics) -> Failure {
        Failure { code, message: text(message), json: text(&description::diagnostics(diagnostics)) }
    }

    /// A wrong call.
    pub fn call(message: impl AsRef<str>) -> Failure {
        Failure::new(ERROR_CALL, message.as_ref(), &Diagnostics::new())
    }

    /// An argument is null.
    pub fn null(name: &str) -> Failure {
        Failure::call(format!("`{name}` is NULL"))
    }

    /// A buffer that does not fit.
    pub fn buffer(message: impl AsRef<str>) -> Failure {
        Failure::new(ERROR_BUFFER, message.as_ref(), &Diagnostics::new())
    }

    /// A brick outside its volume.
    pub fn geometry(message: impl AsRef<str>) -> Failure {
        Failure::new(ERROR_GEOMETRY, message.as_ref(), &Diagnostics::new())
    }

    /// A panic.
    pub fn internal(panic: &(dyn Any + Send)) -> Failure {
        let known = panic.downcast_ref::<&str>().copied();
        let known = known.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let message = format!("a fault of the library: {}", known.unwrap_or("unknown"));
        Failure::new(ERROR_INTERNAL, &message, &Diagnostics::new())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let none = Diagnostics::new();
        let (code, diagnostics) = match &error {
            Error::Invalid { diagnostics, .. } => (ERROR_DOCUMENT, diagnostics),
            Error::Argument(diagnostics) => (ERROR_VALUE, diagnostics),
            Error::Memory(_) | Error::TooLarge(_) | Error::Limit(_) => (ERROR_LIMIT, &none),
            Error::Geometry(_) => (ERROR_GEOMETRY, &none),
            Error::Cancelled => (ERROR_CANCELLED, &none),
            Error::File(_) | Error::FileTooLarge { .. } => (ERROR_FILE, &none),
            _ => (ERROR_INTERNAL, &none),
        };
        Failure::new(code, &error.to_string(), diagnostics)
    }
}

impl From<travertine_jobs::Failure> for Failure {
    fn from(failure: travertine_jobs::Failure) -> Failure {
        use travertine_jobs::Failure as Of;
        let code = match &failure {
            Of::Usage(_) | Of::Differs | Of::Endless(_) => ERROR_VALUE,
            Of::Invalid(..) => ERROR_DOCUMENT,
            Of::Limit(_) => ERROR_LIMIT,
            Of::Mesh(_) | Of::InputOutput(_) | Of::Missing { .. } | Of::Refused(_) => ERROR_FILE,
            Of::Interrupted => ERROR_CANCELLED,
            Of::Reported(_) | Of::ClosedOutput => ERROR_INTERNAL,
        };
        let diagnostics = match &failure {
            Of::Invalid(_, diagnostics) => diagnostics,
            _ => &Diagnostics::new(),
        };
        Failure::new(code, &spell(failure.reason(), Naming::Members), diagnostics)
    }
}

/// A text as C reads it. A 0 inside it would end it there, so it becomes visible instead.
pub fn text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{2400}")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zero_does_not_end_a_text() {
        assert_eq!(text("a\0b").to_str(), Ok("a\u{2400}b"));
    }

    #[test]
    fn a_panic_is_an_internal_error_with_its_message() {
        for panic in [Box::new("bad") as Box<dyn Any + Send>, Box::new("bad".to_owned())] {
            let failure = Failure::internal(panic.as_ref());
            assert_eq!(failure.code, ERROR_INTERNAL);
            assert_eq!(failure.message.to_str(), Ok("a fault of the library: bad"));
        }
    }
}
