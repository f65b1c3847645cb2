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
use crate::{named, terminal};

/// The greatest size of an answer, in bytes.
const MAX_ANSWER: usize = 8 << 20;

/// The greatest length of what a call printed before it failed, in bytes.
const MAX_FAILED: usize = 64 << 10;

/// The depth of folders in which links are looked for.
const DEPTH: usize = 8;

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
            Picture::Output if words.written.is_none() => Some(std::mem::take(&mut printed)),
            Picture::File(name) => words.written.as_deref().and_then(|folder| small_file(&folder.join(name))),
            _ => None,
        };
        // What lies in a folder already is none of a call that failed, and part of a picture is none.
        let picture = picture.filter(|_| ran.is_ok());
        if ran.is_err() {
            printed.truncate(MAX_FAILED);
        }
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

    /// Whether a text names a graph, and no file: neither one in a folder of the server, nor one elsewhere.
    fn is_name(&self, text: &str) -> bool {
        let is_file = || Path::new(text).exists() || self.folders.resolve(text).is_ok_and(|path| path.exists());
        text.len() < 256 && named::find(text).is_some() && Path::new(text).extension().is_none() && !is_file()
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
            let Some(member) = find(name) else {
                if tool.must_name && tool.written.contains(&name) {
                    return Err(format!("`{name}` is missing: name what is written"));
                }
                continue;
            };
            if tool.input == Some(name) {
                input = self::text(member.json).into_bytes();
                flags.push(OsString::from(format!("--{name}=-")));
                continue;
            }
            let Some(values) = values(&mut reader, argument, member) else { continue };
            for value in values {
                let Some(text) = value else {
                    // A switch.
                    flags.extend(argument.flag.as_ref().map(|flag| OsString::from(flag.trim_end_matches('='))));
                    continue;
                };
                let is_file = argument.is_path && !(name == "graph" && self.is_name(&text));
                let value = match is_file {
                    true => self.folders.resolve(&text)?.into_os_string(),
                    false => OsString::from(&text),
                };
                if tool.written.contains(&name) {
                    let path = PathBuf::from(&value);
                    if tool.picture == Picture::Output && text.contains(['{', '%']) {
                        return Err(format!("{} stands for several files; name one", quote(&text)));
                    }
                    check_written(&path, overwrites, &self.folders)?;
                    written = Some(path);
                } else if is_file {
                    check_library(Path::new(&value), &self.folders)?;
                }
                match &argument.flag {
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

/// The values of an argument as texts; `None` in place of one for a switch that is on. `None` after an error.
fn values(reader: &mut Reader, argument: &Argument, member: &Member) -> Option<Vec<Option<String>>> {
    if let (None, Shape::List, JsonValue::List(items)) = (&argument.flag, argument.field.shape, &member.json.value) {
        if items.len() > MAX_ITEMS {
            let (name, number) = (quote(&argument.field.name), items.len());
            let error = Diagnostic::error(&member.at, format!("{name} has {number} items"));
            reader.error(error.expected(format!("at most {MAX_ITEMS}; use several calls")));
            return None;
        }
        return Some(items.iter().map(one_line).map(Some).collect());
    }
    let words = words(reader, &argument.field, member)?;
    let value = |word: String| word.split_once('=').map(|(_, value)| value.to_owned());
    Some(words.into_iter().map(value).collect())
}

/// A string as it is, all else as JSON on one line.
fn one_line(json: &Json) -> String {
    match &json.value {
        JsonValue::Text(text) => text.to_string(),
        _ => Value::from(json.clone()).one_line(),
    }
}

/// Refuses a path that leads elsewhere, or that has a file which the client does not ask to replace.
fn check_written(path: &Path, overwrites: bool, folders: &Folders) -> Result<(), String> {
    let shown = quote(&folders.shown(path));
    if has_links(path, 1) {
        return Err(format!("{shown} contains symbolic links, which may lead elsewhere; choose another folder"));
    }
    if path.is_file() && !overwrites {
        return Err(format!("{shown} already exists; add \"overwrite\": true to replace it"));
    }
    Ok(())
}

/// Refuses a file next to which a library leads elsewhere: its groups would be read.
fn check_library(path: &Path, folders: &Folders) -> Result<(), String> {
    let library = path.with_file_name("library");
    if library.is_symlink() || has_links(&library, DEPTH) {
        let shown = quote(&folders.shown(&library));
        return Err(format!("{shown} has symbolic links, which may lead elsewhere; use another folder"));
    }
    Ok(())
}

/// Whether there are links in a folder, or in the folders within it, to a depth.
fn has_links(folder: &Path, depth: usize) -> bool {
    let inside = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    inside.into_iter().any(|path| path.is_symlink() || depth > 0 && path.is_dir() && has_links(&path, depth - 1))
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
