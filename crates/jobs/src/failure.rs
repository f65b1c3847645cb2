//! Failures of jobs and commands, and their exit codes.

use std::fmt::{self, Display};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use travertine::Error;
use travertine::stages::graph::diagnostic::Diagnostics;
use travertine::stages::render::RenderError;
use travertine_shape::ShapeError;

use crate::naming::{Naming, spell};

/// The exit code of success.
pub const DONE: u8 = 0;
/// The exit code of an invalid command line.
pub const USAGE: u8 = 2;
/// The exit code of an exceeded limit.
pub const LIMIT: u8 = 4;
/// The exit code of an interrupted command.
pub const INTERRUPTED: u8 = 6;

/// Why a job or a command failed.
#[derive(Debug)]
pub enum Failure {
    /// A comparison found a difference, a merge found conflicts, or an output does not tile. The details were reported.
    Differs,
    /// An output does not loop.
    Endless(String),
    /// The command line or a field is invalid.
    Usage(String),
    /// A document is invalid. The text holds all diagnostics, which are those of a graph.
    Invalid(String, Diagnostics),
    /// A mesh is invalid.
    Mesh(String),
    /// A limit of size, memory or work is exceeded.
    Limit(String),
    /// A file cannot be read or written.
    InputOutput(String),
    /// A file to read is missing.
    Missing {
        /// The path of the file.
        path: PathBuf,
        /// The message.
        message: String,
    },
    /// The target exists and must not be replaced, or another process writes it.
    Refused(String),
    /// Failures that a command has reported already, with the exit code for all of them.
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

    /// An invalid document that is not a graph.
    pub fn invalid(message: impl Display) -> Failure {
        Failure::Invalid(format!("error: {message}"), Diagnostics::new())
    }

    /// A target that must not be replaced.
    pub(crate) fn refused(message: impl Display) -> Failure {
        Failure::Refused(format!("error: {message}"))
    }

    /// An exceeded limit.
    pub(crate) fn limit(message: impl Display) -> Failure {
        Failure::Limit(format!("error: {message}"))
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

    /// The same failure with another message, if it has one.
    pub fn map_text(self, change: impl FnOnce(String) -> String) -> Failure {
        match self {
            Failure::Usage(message) => Failure::Usage(change(message)),
            Failure::Invalid(message, diagnostics) => Failure::Invalid(change(message), diagnostics),
            Failure::Mesh(message) => Failure::Mesh(change(message)),
            Failure::Endless(message) => Failure::Endless(change(message)),
            Failure::Limit(message) => Failure::Limit(change(message)),
            Failure::InputOutput(message) => Failure::InputOutput(change(message)),
            Failure::Refused(message) => Failure::Refused(change(message)),
            Failure::Missing { path, message } => Failure::Missing { path, message: change(message) },
            other => other,
        }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::ClosedOutput => DONE,
            Failure::Reported(code) => *code,
            Failure::Differs | Failure::Endless(_) => 1,
            Failure::Usage(_) => USAGE,
            Failure::Invalid(..) | Failure::Mesh(_) => 3,
            Failure::Limit(_) => LIMIT,
            Failure::InputOutput(_) | Failure::Refused(_) | Failure::Missing { .. } => 5,
            Failure::Interrupted => INTERRUPTED,
        }
    }

    /// The failure of a command that has reported failures with these exit codes, such as one for each file. The lowest
    /// code counts, so invalid documents (3) come before limits (4) and files (5); a difference (1) counts only if
    /// nothing else failed.
    pub fn of_all(codes: &[u8]) -> Result<(), Failure> {
        let failed = codes.iter().copied().filter(|code| *code != Failure::Differs.code()).min();
        failed.or(codes.first().copied()).map_or(Ok(()), |code| Err(Failure::Reported(code)))
    }

    /// The message without the word `error:` before it, in which [`spell`] replaces fields.
    pub fn reason(&self) -> &str {
        let message = self.message().unwrap_or_default();
        message.strip_prefix("error: ").unwrap_or(message)
    }

    /// The message, unless the command has printed it. [`spell`] replaces fields in it.
    pub fn message(&self) -> Option<&str> {
        match self {
            Failure::Usage(message)
            | Failure::Invalid(message, _)
            | Failure::Mesh(message)
            | Failure::Endless(message)
            | Failure::Limit(message)
            | Failure::InputOutput(message)
            | Failure::Missing { message, .. }
            | Failure::Refused(message) => Some(message),
            Failure::Interrupted => Some("interrupted"),
            Failure::Differs | Failure::Reported(_) | Failure::ClosedOutput => None,
        }
    }
}

/// The message as programs that call the library show it.
impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&spell(self.reason(), Naming::Keywords))
    }
}

impl std::error::Error for Failure {}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Invalid { file, diagnostics } => Failure::Invalid(all(&diagnostics, file.as_deref()), diagnostics),
            Error::Argument(diagnostics) => Failure::Usage(all(&diagnostics, None)),
            Error::Ending { .. } | Error::Taken { .. } | Error::FormatAlpha { .. } | Error::Texels { .. } => {
                Failure::usage(error)
            }
            Error::FileTooLarge { .. } | Error::Memory(_) | Error::TooLarge(_) | Error::FormatSize { .. } => {
                Failure::Limit(format!("error: {error}"))
            }
            Error::File(error) => Failure::from(error),
            Error::Cancelled => Failure::Interrupted,
            Error::Limit(error) | Error::Geometry(error) | Error::Sink(error) | Error::Evaluator(error) => {
                Failure::from(error)
            }
            other => Failure::InputOutput(format!("error: {other}")),
        }
    }
}

impl From<travertine_files::Error> for Failure {
    fn from(error: travertine_files::Error) -> Failure {
        use travertine_files::Error;
        let message = format!("error: {error}");
        match error {
            Error::Read { path, source } if source.kind() == ErrorKind::NotFound => {
                let message =
                    format!("error: {} cannot be read: there is no such file; check the path", path.display());
                Failure::Missing { path, message }
            }
            Error::Foreign { .. } => Failure::Refused(format!("{message}; add ⟦overwrite⟧ to replace it")),
            Error::Input { .. } | Error::Twice { .. } => Failure::Usage(message),
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
            RenderError::Crop { .. } | RenderError::Region | RenderError::Position { .. } => Failure::Usage(message),
            RenderError::Sink { .. } => Failure::InputOutput(message),
            RenderError::Evaluator(_) => Failure::InputOutput(beside_gpu(message)),
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
            Error::Mesh(error) => Failure::from(error),
            Error::Usage(_) => Failure::Usage(message),
            Error::Limit(_) => Failure::Limit(message),
            Error::Texture(error) => Failure::from(error),
            Error::File(error) => Failure::from(error),
        }
    }
}

impl From<travertine_mesh::Error> for Failure {
    fn from(error: travertine_mesh::Error) -> Failure {
        use travertine_mesh::Error;
        let message = format!("error: {error}");
        match error {
            Error::Mesh { .. } => Failure::Mesh(message),
            Error::Usage(_) => Failure::Usage(message),
            Error::Limit(_) => Failure::Limit(message),
            Error::Render(error) => Failure::from(travertine::Error::from(error)),
            Error::File(error) => Failure::from(error),
        }
    }
}

impl From<ShapeError> for Failure {
    fn from(error: ShapeError) -> Failure {
        match error {
            ShapeError::Texture(error) => Failure::from(error),
            ShapeError::Value { .. } | ShapeError::Displaced(_) | ShapeError::NoHeight => Failure::usage(error),
        }
    }
}

#[cfg(feature = "gpu")]
impl From<travertine_gpu::Error> for Failure {
    fn from(error: travertine_gpu::Error) -> Failure {
        use travertine_gpu::Error;
        use travertine_shader::Error as Refused;
        match error {
            Error::Name { .. } => Failure::usage(error),
            Error::Shader(Refused::NotExpressible { node, node_type, output, reason, .. }) => Failure::usage(format!(
                "node {node:?} ({node_type}), which the output {output:?} needs, cannot run on a GPU, \
                     because {reason}; use ⟦device=cpu⟧"
            )),
            Error::Shader(Refused::TooLarge { output, operations, limit }) => Failure::Limit(format!(
                "error: output {output:?} unfolds into {operations} operations, more than the {limit} that a GPU \
                 takes; use ⟦device=cpu⟧"
            )),
            Error::Shader(Refused::TooLargeTogether { operations, limit }) => Failure::Limit(format!(
                "error: the outputs unfold into {operations} operations together, more than the {limit} that a GPU \
                 takes; render them one by one, or use ⟦device=cpu⟧"
            )),
            Error::Shader(Refused::Texture(error)) => error.into(),
            Error::Shader(error) => Failure::usage(error),
            error => Failure::InputOutput(beside_gpu(format_args!("error: {error}"))),
        }
    }
}

/// The message of a failure of a GPU, with what to do.
fn beside_gpu(message: impl Display) -> String {
    format!("{message}; ⟦device=cpu⟧ gives the same result without it")
}

fn all(diagnostics: &Diagnostics, file: Option<&str>) -> String {
    diagnostics.render(file).trim_end().to_owned()
}

/// The message of an error of an export, in which options of the library are fields of the job.
pub(crate) fn with_fields(error: &travertine_shader::Error) -> String {
    ["exact", "gradient", "textures"]
        .iter()
        .fold(error.to_string(), |message, option| message.replace(&format!("`{option}`"), &format!("⟦{option}⟧")))
}

impl From<travertine_shader::Error> for Failure {
    fn from(error: travertine_shader::Error) -> Failure {
        use travertine_shader::Error;
        match error {
            Error::Texture(error) => Failure::from(error),
            Error::TooLarge { .. } => Failure::limit(error),
            Error::Translation { .. } => Failure::InputOutput(format!("error: {error}")),
            _ => Failure::usage(with_fields(&error)),
        }
    }
}
