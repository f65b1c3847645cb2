//! Failures of commands, and their exit codes.

use std::fmt::Display;
use std::path::Path;

use travertine::Error;
use travertine::stages::graph::diagnostic::Diagnostics;
use travertine::stages::render::RenderError;
use travertine_shape::ShapeError;

use crate::terminal;

/// The exit code of success.
pub const DONE: u8 = 0;
/// The exit code of an invalid command line.
pub const USAGE: u8 = 2;
/// The exit code of an exceeded limit.
pub const LIMIT: u8 = 4;
/// The exit code of an interrupted command.
pub const INTERRUPTED: u8 = 6;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// A comparison found a difference, a merge found conflicts, or an output does not tile or loop. The command has
    /// printed the details.
    Differs,
    /// The command line is invalid.
    Usage(String),
    /// A document or a mesh is invalid. The text holds all diagnostics.
    Invalid(String),
    /// A limit of size, memory or work is exceeded.
    Limit(String),
    /// A file cannot be read or written.
    InputOutput(String),
    /// The target exists and must not be replaced, or another process writes it.
    Refused(String),
    /// Failures that were printed already, with the exit code for all of them.
    Reported(u8),
    /// The user or the system interrupted the command.
    Interrupted,
    /// The reader of standard output is gone, as in `travertine nodes | head`. The command ends with success.
    ClosedOutput,
}

impl Failure {
    /// An error in the command line.
    pub fn usage(message: impl Display) -> Failure {
        Failure::Usage(format!("error: {message}"))
    }

    /// The same failure with the name of the file in its message, for commands that read several files.
    pub fn of(self, file: &Path) -> Failure {
        let named = |message: String| {
            format!("error: {}: {}", file.display(), message.strip_prefix("error: ").unwrap_or(&message))
        };
        match self {
            Failure::Usage(message) => Failure::Usage(named(message)),
            Failure::Limit(message) => Failure::Limit(named(message)),
            other => other,
        }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::ClosedOutput => DONE,
            Failure::Reported(code) => *code,
            Failure::Differs => 1,
            Failure::Usage(_) => USAGE,
            Failure::Invalid(_) => 3,
            Failure::Limit(_) => LIMIT,
            Failure::InputOutput(_) | Failure::Refused(_) => 5,
            Failure::Interrupted => INTERRUPTED,
        }
    }

    /// Prints the message on standard error, if the command has not printed it.
    pub fn report(&self) {
        match self {
            Failure::Usage(message)
            | Failure::Invalid(message)
            | Failure::Limit(message)
            | Failure::InputOutput(message)
            | Failure::Refused(message) => terminal::note(message),
            Failure::Interrupted => terminal::note("interrupted"),
            Failure::Differs | Failure::Reported(_) | Failure::ClosedOutput => {}
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Invalid { file, diagnostics } => Failure::Invalid(all(&diagnostics, file.as_deref())),
            Error::Argument(diagnostics) => Failure::Usage(all(&diagnostics, None)),
            Error::Ending { .. } | Error::Taken { .. } => Failure::usage(error),
            Error::FileTooLarge { .. } | Error::TooLarge(_) => Failure::Limit(format!("error: {error}")),
            Error::File(error) => Failure::from(error),
            Error::Cancelled => Failure::Interrupted,
            Error::Limit(error) | Error::Geometry(error) | Error::Sink(error) => Failure::from(error),
            other => Failure::InputOutput(format!("error: {other}")),
        }
    }
}

impl From<travertine_files::Error> for Failure {
    fn from(error: travertine_files::Error) -> Failure {
        use travertine_files::Error;
        let message = format!("error: {error}");
        match error {
            Error::Foreign { .. } => Failure::Refused(format!("{message}; add --overwrite to replace it")),
            Error::InTheWay { .. } | Error::Busy { .. } => Failure::Refused(message),
            _ => Failure::InputOutput(message),
        }
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Failure {
        let message = format!("error: {error}");
        match error {
            RenderError::Cancelled => Failure::Interrupted,
            RenderError::Crop { .. } | RenderError::Region | RenderError::Position { .. } => {
                Failure::Usage(message)
            }
            RenderError::Sink { .. } => Failure::InputOutput(message),
            _ => Failure::Limit(message),
        }
    }
}

impl From<travertine_animation::Error> for Failure {
    fn from(error: travertine_animation::Error) -> Failure {
        use travertine_animation::Error;
        match error {
            Error::Frames { .. } | Error::Side { .. } => Failure::Limit(format!("error: {error}")),
            Error::Texture(error) => Failure::from(error),
            Error::File(error) => Failure::from(error),
            _ => Failure::usage(error),
        }
    }
}

impl From<travertine_bake::Error> for Failure {
    fn from(error: travertine_bake::Error) -> Failure {
        use travertine_bake::Error;
        let message = format!("error: {error}");
        match error {
            Error::Mesh { .. } => Failure::Invalid(message),
            Error::Usage(_) => Failure::Usage(message),
            Error::Limit(_) => Failure::Limit(message),
            Error::Texture(error) => Failure::from(error),
            Error::File(error) => Failure::from(error),
        }
    }
}

impl From<ShapeError> for Failure {
    fn from(error: ShapeError) -> Failure {
        match error {
            ShapeError::Texture(error) => Failure::from(error),
            ShapeError::Value { .. } | ShapeError::Displaced(_) | ShapeError::NoHeight => {
                Failure::usage(error)
            }
        }
    }
}

impl From<travertine_golden::Error> for Failure {
    fn from(error: travertine_golden::Error) -> Failure {
        use travertine_golden::Error;
        let message = format!("error: {error}");
        match error {
            Error::File(error) => Failure::from(error),
            Error::Picture { .. } => Failure::InputOutput(message),
            Error::TooLarge { .. } => Failure::Limit(message),
            Error::Ci => Failure::Usage(message),
            Error::Cancelled => Failure::Interrupted,
        }
    }
}

fn all(diagnostics: &Diagnostics, file: Option<&str>) -> String {
    diagnostics.render(file).trim_end().to_owned()
}
