//! Calls of tools: their arguments become the words of a command, which runs here.

use std::ffi::OsString;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use travertine::stages::graph::diagnostic::{Diagnostic, Diagnostics, quote};
use travertine::stages::graph::json::{self, Json, JsonValue, Value, object};
use travertine_jobs::Shape;
use travertine_jobs::json::{text, words};
use travertine_jobs::reader::{Member, Reader};

use super::folders::Folders;
use super::tool::{Argument, Picture, Tool};
use crate::call::{self, Call, Output, Report};
use crate::failure::{self, Failure};
use crate::interrupt::Interrupt;
use crate::terminal;

/// The greatest size of an answer, in bytes.
const MAX_ANSWER: usize = 8 << 20;

/// The greatest number of items in a list of a call.
const MAX_ITEMS: usize = 10_000;

/// Runs a command by its words.
pub type Run = fn(&[OsString], &Interrupt, fn() -> clap::Command) -> Result<(), Failure>;

/// What calls share.
pub struct Server {
    /// The folders that are read and written.
    pub folders: Folders,
    /// The flags that limit memory and work.
    pub limits: Vec<String>,
    /// All commands.
    pub command_line: fn() -> clap::Command,
    /// Runs one.
    pub run: Run,
}

/// The command of a call.
struct Words {
    words: Vec<OsString>,
    input: Vec<u8>,
    /// The path that is written, if the client names one.
    written: Option<PathBuf>,
}

impl Server {
    /// Calls a tool, and returns its result. What fails is a result, too.
    pub fn call(&self, tool: &Tool, arguments: &Value, interrupt: &Interrupt, report: Report) -> Value {
        let words = match self.words(tool, arguments) {
            Ok(words) => words,
            Err(message) => return result(&message, None, true),
        };
        let output = Output::new(MAX_ANSWER);
        let call = Call { input: words.input, output: output.clone(), report };
        let run = || (self.run)(&words.words, interrupt, self.command_line);
        let work = || panic::catch_unwind(AssertUnwindSafe(run));
        let (ran, notes) = terminal::collected(tool.name, || call::with(call, work));
        let ran = ran
            .unwrap_or_else(|_| Err(Failure::InputOutput("error: the call failed by a mistake of Travertine".into())));
        let mut printed = output.take();
        let picture = match tool.picture {
            Picture::Output if words.written.is_none() && ran.is_ok() => Some(std::mem::take(&mut printed)),
            Picture::File(name) => words.written.as_deref().and_then(|folder| small_file(&folder.join(name))),
            _ => None,
        };
        let mut parts = vec![String::from_utf8_lossy(&printed).trim_end().to_owned()];
        parts.extend(ran.as_ref().err().and_then(failure::message));
        parts.extend(notes);
        if let (Some(written), true) = (&words.written, ran.is_ok()) {
            parts.push(format!("wrote {}", self.folders.shown(written)));
        }
        parts.retain(|part| !part.is_empty());
        // A difference is a result.
        let is_error = ran.is_err_and(|failure| failure.code() > 1);
        result(&parts.join("\n"), picture.as_deref(), is_error)
    }

    /// The words of a call, with its paths resolved.
    fn words(&self, tool: &Tool, arguments: &Value) -> Result<Words, String> {
        let command = tool.command(&(self.command_line)());
        let known = tool.arguments(&command);
        // The parser of fields reads text with places.
        let text = if *arguments == Value::Null { "{}".to_owned() } else { arguments.one_line() };
        let parsed = json::parse(text.as_bytes()).map_err(|problem| problem.message)?;
        let mut reader = Reader::new(Diagnostics::default());
        let members = reader.members(&parsed.root, "", "the arguments", "the arguments of the tool");
        let mut names: Vec<&str> = known.iter().map(|argument| argument.field.name.as_str()).collect();
        if tool.adds_overwrite(&known) {
            names.push("overwrite");
        }
        for member in members.iter().filter(|member| !names.contains(&member.name)) {
            reader.unknown(member, &format!("the tool `{}`", tool.name), &names);
        }
        let find = |name: &str| members.iter().find(|member| member.name == name);
        let overwrites = find("overwrite").is_some_and(|member| matches!(member.json.value, JsonValue::Bool(true)));
        let (mut flags, mut operands) = (Vec::new(), Vec::new());
        let (mut input, mut written) = (Vec::new(), None);
        for argument in &known {
            let name = argument.field.name.as_str();
            let Some(member) = find(name) else { continue };
            if tool.input == Some(name) {
                input = self::text(member.json).into_bytes();
                flags.push(OsString::from(format!("--{name}=-")));
                continue;
            }
            let Some(values) = values(&mut reader, argument, member) else { continue };
            for value in values {
                let value = match argument.is_path {
                    true => self.folders.resolve(&value)?.into_os_string(),
                    false => OsString::from(value),
                };
                if tool.written.contains(&name) {
                    let path = PathBuf::from(&value);
                    check_written(&path, overwrites, &self.folders)?;
                    written = Some(path);
                }
                match &argument.flag {
                    // A switch has no value.
                    Some(flag) if value.is_empty() => flags.push(OsString::from(flag.trim_end_matches('='))),
                    Some(flag) => {
                        let mut word = OsString::from(flag);
                        word.push(value);
                        flags.push(word);
                    }
                    None => operands.push(value),
                }
            }
        }
        reader.finish().map_err(|problems| problems.render(None).trim_end().to_owned())?;
        let mut words = vec![OsString::from(tool.name)];
        let limits = self.limits.iter().filter(|limit| has_flag(&command, limit));
        let given = tool.given.iter().filter(|(name, _)| find(name).is_none()).map(|(_, word)| word);
        words.extend(limits.map(OsString::from).chain(given.map(OsString::from)).chain(flags));
        words.push(OsString::from("--"));
        words.extend(operands);
        Ok(Words { words, input, written })
    }
}

/// The values of an argument as texts; empty ones for switches that are on. `None` after an error.
fn values(reader: &mut Reader, argument: &Argument, member: &Member) -> Option<Vec<String>> {
    if let (None, Shape::List, JsonValue::List(items)) = (&argument.flag, argument.field.shape, &member.json.value) {
        if items.len() > MAX_ITEMS {
            let (name, number) = (quote(&argument.field.name), items.len());
            let error = Diagnostic::error(&member.at, format!("{name} has {number} items"));
            reader.error(error.expected(format!("at most {MAX_ITEMS}; use several calls")));
            return None;
        }
        return Some(items.iter().map(one_line).collect());
    }
    let words = words(reader, &argument.field, member)?;
    let value = |word: String| match word.split_once('=') {
        Some((_, value)) => value.to_owned(),
        None => String::new(),
    };
    Some(words.into_iter().map(value).collect())
}

/// A string as it is, all else as JSON on one line.
fn one_line(json: &Json) -> String {
    match &json.value {
        JsonValue::Text(text) => text.to_string(),
        _ => Value::from(json.clone()).one_line(),
    }
}

/// Refuses a path that stands for several files, or that has a file which the client does not ask to replace.
fn check_written(path: &Path, overwrites: bool, folders: &Folders) -> Result<(), String> {
    let shown = quote(&folders.shown(path));
    if path.to_string_lossy().contains(['{', '%']) {
        return Err(format!("{shown} stands for several files; name one"));
    }
    if has_links(path) {
        return Err(format!("{shown} contains symbolic links, which may lead elsewhere; choose another folder"));
    }
    if path.is_file() && !overwrites {
        return Err(format!("{shown} already exists; add \"overwrite\": true to replace it"));
    }
    Ok(())
}

/// Whether there are links in a folder, or in one of its folders.
fn has_links(folder: &Path) -> bool {
    let inside = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    inside(folder).any(|path| path.is_symlink() || inside(&path).any(|path| path.is_symlink()))
}

fn has_flag(command: &clap::Command, word: &str) -> bool {
    let name = word.trim_start_matches("--").split('=').next();
    command.get_arguments().any(|argument| argument.get_long() == name)
}

/// The bytes of a file that fits an answer.
fn small_file(path: &Path) -> Option<Vec<u8>> {
    let size = fs::metadata(path).ok()?.len();
    (size <= MAX_ANSWER as u64).then(|| fs::read(path).ok()).flatten()
}

/// The result of a call: a text, and perhaps a picture.
pub fn result(text: &str, picture: Option<&[u8]>, is_error: bool) -> Value {
    let mut content = Vec::new();
    if let Some(picture) = picture {
        content.push(object([
            ("type", Value::from("image")),
            ("data", Value::from(STANDARD.encode(picture))),
            ("mimeType", Value::from("image/png")),
        ]));
    }
    if !text.is_empty() || content.is_empty() {
        content.push(object([("type", Value::from("text")), ("text", Value::from(text))]));
    }
    object([("content", Value::List(content)), ("isError", Value::from(is_error))])
}
