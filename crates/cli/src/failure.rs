//! Failures of commands, and their exit codes.

use std::fmt::Display;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use travertine::Error;
use travertine::stages::graph::diagnostic::Diagnostics;
use travertine::stages::graph::suggest::nearest;
use travertine::stages::render::RenderError;
use travertine_shape::ShapeError;

use crate::bundled::GRAPHS;
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

    /// The same failure with another message, if it has one.
    pub fn map_text(self, change: impl FnOnce(String) -> String) -> Failure {
        match self {
            Failure::Usage(message) => Failure::Usage(change(message)),
            Failure::Invalid(message) => Failure::Invalid(change(message)),
            Failure::Limit(message) => Failure::Limit(change(message)),
            Failure::InputOutput(message) => Failure::InputOutput(change(message)),
            Failure::Refused(message) => Failure::Refused(change(message)),
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

    /// The failure of a command that has reported failures with these exit codes, such as one for each file. The lowest
    /// code counts, so invalid documents (3) come before limits (4) and files (5); a difference (1) counts only if nothing
    /// else failed.
    pub fn of_all(codes: &[u8]) -> Result<(), Failure> {
        let failed = codes.iter().copied().filter(|code| *code != Failure::Differs.code()).min();
        failed.or(codes.first().copied()).map_or(Ok(()), |code| Err(Failure::Reported(code)))
    }

    /// The message, unless the command has printed it.
    pub fn message(&self) -> Option<&str> {
        match self {
            Failure::Usage(message)
            | Failure::Invalid(message)
            | Failure::Limit(message)
            | Failure::InputOutput(message)
            | Failure::Refused(message) => Some(message),
            Failure::Interrupted => Some("interrupted"),
            Failure::Differs | Failure::Reported(_) | Failure::ClosedOutput => None,
        }
    }

    /// Prints the message on standard error, if the command has not printed it.
    pub fn report(&self) {
        if let Some(message) = self.message() {
            terminal::note(message);
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Invalid { file, diagnostics } => Failure::Invalid(all(&diagnostics, file.as_deref())),
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
        let mut message = format!("error: {error}");
        if let Error::Read { path, source } = &error
            && source.kind() == ErrorKind::NotFound
            && let Some(advice) = advice(path)
        {
            message += &format!("; {advice}");
        }
        match error {
            Error::Foreign { .. } => Failure::Refused(format!("{message}; add --overwrite to replace it")),
            Error::Input { .. } | Error::Twice { .. } => Failure::Usage(message),
            Error::InTheWay { .. } | Error::Busy { .. } => Failure::Refused(message),
            _ => Failure::InputOutput(message),
        }
    }
}

/// What to do about a missing file: another graph has nearly its name, or it is bundled, or another file has nearly its
/// name.
fn advice(missing: &Path) -> Option<String> {
    let is_graph = |path: &Path| path.extension().is_some_and(|ending| ending == "json");
    let name = missing.file_stem()?.to_str()?;
    let may_be_graph = is_graph(missing) || missing.extension().is_none();
    let is_bundled = may_be_graph && GRAPHS.iter().any(|(bundled, _)| *bundled == name);
    match nearest_file(missing) {
        near if is_bundled && !near.as_deref().is_some_and(is_graph) => {
            Some(format!("`travertine new {name}` writes the bundled graph of this name"))
        }
        near => near.map(|near| format!("did you mean {}?", near.display())),
    }
}

/// The file whose name is nearest to that of a missing one, in its folder.
fn nearest_file(missing: &Path) -> Option<PathBuf> {
    let name = missing.file_name()?.to_str()?;
    let folder = missing.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mut names: Vec<String> =
        fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    // In the order of the alphabet, of which the first of equally near names is taken.
    names.sort();
    // A name without its ending is near that with it.
    let stem = |name: &str| Path::new(name).file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
    // Equal endings do not make names alike.
    let stems: Vec<String> = names.iter().filter_map(|name| stem(name)).collect();
    let wanted = stem(name)?;
    let near = match stems.contains(&wanted) {
        true => wanted.as_str(),
        false => nearest(&wanted, stems.iter().map(String::as_str))?,
    };
    // Of several files with that stem, one with the ending of the missing one.
    let ending = |name: &String| Path::new(name).extension() == missing.extension();
    let found =
        names.iter().filter(|known| stem(known).as_deref() == Some(near)).min_by_key(|name| !ending(name));
    found.map(|near| missing.with_file_name(near))
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
            Error::Mesh { .. } => Failure::Invalid(message),
            Error::Usage(_) => Failure::Usage(message),
            Error::Limit(_) => Failure::Limit(message),
            Error::Texture(error) => Failure::from(error),
            Error::File(error) => Failure::from(error),
        }
    }
}

impl From<travertine_export::Error> for Failure {
    fn from(error: travertine_export::Error) -> Failure {
        use travertine_export::Error;
        let message = format!("error: {error}");
        match error {
            Error::Usage(_) => Failure::Usage(message),
            Error::Limit(_) => Failure::Limit(message),
            Error::Refused(_) => Failure::InputOutput(format!("{message}, or add --overwrite")),
            Error::Thread(_) => Failure::InputOutput(message),
            Error::Texture(error) => Failure::from(error),
            Error::File(error) => Failure::from(error),
            Error::Shape(error) => Failure::from(error),
            Error::Bake(error) => Failure::from(error),
            Error::Volume(error) => Failure::from(error),
            Error::Animation(error) => Failure::from(error),
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

impl From<travertine_shader::Error> for Failure {
    fn from(error: travertine_shader::Error) -> Failure {
        use travertine_shader::Error;
        match error {
            Error::Texture(error) => Failure::from(error),
            Error::TooLarge { .. } => Failure::Limit(format!("error: {error}")),
            Error::Translation { .. } => Failure::InputOutput(format!("error: {error}")),
            _ => Failure::usage(error),
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
            Error::Shader(Refused::NotExpressible { node, node_type, output, reason, .. }) => {
                Failure::usage(format!(
                    "node {node:?} ({node_type}), which the output {output:?} needs, cannot run on a graphics processor, \
                     because {reason}; use --device cpu"
                ))
            }
            Error::Shader(Refused::TooLarge { output, operations, limit }) => Failure::Limit(format!(
                "error: output {output:?} unfolds into {operations} operations, more than the {limit} that a graphics \
                 processor takes; use --device cpu"
            )),
            Error::Shader(Refused::TooLargeTogether { operations, limit }) => Failure::Limit(format!(
                "error: the outputs unfold into {operations} operations together, more than the {limit} that a graphics \
                 processor takes; render them one by one, or use --device cpu"
            )),
            Error::Shader(error) => error.into(),
            error => Failure::InputOutput(beside_gpu(format_args!("error: {error}"))),
        }
    }
}

/// The message of a failure of a graphics processor, with what to do.
fn beside_gpu(message: impl Display) -> String {
    format!("{message}; --device cpu gives the same result without it")
}

fn all(diagnostics: &Diagnostics, file: Option<&str>) -> String {
    diagnostics.render(file).trim_end().to_owned()
}
