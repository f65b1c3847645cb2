//! Jobs in JSON: their fields become the words of a command line.

use std::collections::HashMap;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use travertine::Diagnostics;
use travertine::stages::graph::diagnostic::{Diagnostic, quote};
use travertine::stages::graph::json::{self, Json, JsonValue, Value, Writer};
use travertine::stages::graph::suggest::nearest;

use crate::field::{Field, Shape};
use crate::kind::{Job, Kind, MeshFile};
use crate::reader::{Member, Reader};

/// The words of a field, and where they come from.
pub struct Given {
    name: String,
    at: String,
    words: Vec<String>,
}

/// The files of a job.
#[derive(Clone, Copy)]
pub struct Files<'a> {
    /// The graph.
    pub graph: &'a Path,
    /// The mesh, if the job reads one.
    pub mesh: Option<&'a Path>,
    /// What is written, with its flag: one of [`Kind::targets`].
    pub to: (&'a str, &'a Path),
}

/// The words of those fields that have a value among the members of an object. Adds an error for each value of a wrong
/// type.
pub fn given(reader: &mut Reader, fields: &[Field], members: &[Member]) -> Vec<Given> {
    let mut all = Vec::new();
    for field in fields {
        if let Some(member) = members.iter().find(|member| member.name == field.name)
            && let Some(words) = words(reader, field, member)
        {
            all.push(Given { name: field.name.clone(), at: member.at.clone(), words });
        }
    }
    all
}

/// Checks the words of fields against the definition of their kind, and adds an error for each that is wrong. Returns
/// the words of those that are right, unless the job lacks something: `missing` receives what.
pub fn checked(
    reader: &mut Reader,
    kind: &Kind,
    files: Files,
    mut given: Vec<Given>,
    missing: impl FnOnce(&mut Reader, String),
) -> Option<Vec<String>> {
    // Dropping what is wrong finds further errors.
    loop {
        let words: Vec<String> = given.iter().flat_map(|given| given.words.iter().cloned()).collect();
        let Err(error) = job(kind, &words, files) else { return Some(words) };
        let name = name_of(&error);
        let Some(place) = given.iter().position(|given| Some(&given.name) == name.as_ref()) else {
            let lack = match (error.kind(), name) {
                (ErrorKind::MissingRequiredArgument, Some(name)) => format!("has no {}", quote(&name)),
                _ => summary(&error),
            };
            missing(reader, lack);
            return None;
        };
        let wrong = given.remove(place);
        reader.error(explain(&error, &wrong));
    }
}

/// The job of a kind with these words of fields.
///
/// # Errors
///
/// Those of the command line.
pub fn job(kind: &Kind, words: &[String], files: Files) -> Result<Box<dyn Job>, clap::Error> {
    let mut all: Vec<OsString> = words.iter().map(OsString::from).collect();
    let with = |flag: &str, path: &Path| {
        let mut word = OsString::from(flag);
        word.push(path);
        word
    };
    all.push(with(files.to.0, files.to.1));
    all.extend(files.mesh.filter(|_| kind.mesh == MeshFile::Optional).map(|mesh| with("--mesh=", mesh)));
    // Paths may begin with a hyphen.
    all.extend([OsString::from("--"), OsString::from(files.graph)]);
    all.extend(files.mesh.filter(|_| kind.mesh == MeshFile::Needed).map(OsString::from));
    kind.parse(all)
}

/// The kind that the member `make` names. Adds an error if it names none.
pub fn kind(reader: &mut Reader, subject: &str, at: &str, members: &[Member]) -> Option<&'static Kind> {
    let names = Kind::names();
    let Some(make) = members.iter().find(|member| member.name == "make") else {
        let error = Diagnostic::error(at, format!("{subject} has no `make`"));
        reader.error(error.at_key().expected(format!("a command: one of {}", names.join(", "))));
        return None;
    };
    let JsonValue::Text(name) = &make.json.value else {
        reader.wrong(&make.at, "`make`", make.json, "the name of a command, as in \"render\"");
        return None;
    };
    let kind = Kind::named(name);
    if kind.is_none() {
        let error = Diagnostic::error(&make.at, format!("{} is not a command that makes files", quote(name)));
        let error = error.expected(format!("one of {}", names.join(", ")));
        reader.error(error.did_you_mean(nearest(name, names)));
    }
    kind
}

/// A job that was read.
pub struct Read {
    /// The job.
    pub job: Box<dyn Job>,
    /// The words of its command line, after the name of the program.
    pub words: Vec<String>,
}

/// Reads a job: an object with the kind as `make`, the paths of its files, and fields. Paths are relative to `folder`.
/// A job whose host has the texture names no file of a graph.
///
/// # Errors
///
/// The errors of all fields.
pub fn read(text: &str, folder: &Path, has_texture: bool) -> Result<Read, Diagnostics> {
    let parsed = json::parse(text.as_bytes())?;
    let mut reader = Reader::new(parsed.duplicates);
    let read = read_from(&mut reader, &parsed.root, folder, has_texture);
    reader.finish()?;
    // Without errors there is a job.
    read.ok_or_else(Diagnostics::default)
}

fn read_from(reader: &mut Reader, root: &Json, folder: &Path, has_texture: bool) -> Option<Read> {
    let subject = "the job";
    let members = reader.members(root, "", subject, "`make`, `to` and the fields of a command");
    if !matches!(root.value, JsonValue::Object(_)) {
        return None;
    }
    let kind = kind(reader, subject, "", &members)?;
    let fields = kind.fields();
    let targets: Vec<&str> = kind.targets.iter().map(|(name, _)| *name).collect();
    let inputs = kind.inputs().iter().copied().filter(|name| !(has_texture && *name == "graph"));
    let inputs: Vec<&str> = inputs.collect();
    let names = fields.iter().map(|field| field.name.as_str());
    let known: Vec<&str> = ["make"].into_iter().chain(inputs.clone()).chain(targets.clone()).chain(names).collect();
    for member in members.iter().filter(|member| !known.contains(&member.name)) {
        reader.unknown(member, subject, &known);
    }
    let find = |name: &str| members.iter().find(|member| member.name == name);
    let is_needed = |name: &&&str| **name == "graph" || kind.mesh == MeshFile::Needed;
    for name in inputs.iter().filter(is_needed).filter(|name| find(name).is_none()) {
        let error = Diagnostic::error("", format!("{subject} has no {}", quote(name)));
        reader.error(error.expected(format!("the path of a {name}")));
    }
    let given_targets: Vec<&str> = targets.iter().copied().filter(|name| find(name).is_some()).collect();
    if given_targets.len() != 1 {
        let problem = if given_targets.is_empty() { "has no" } else { "has more than one" };
        let names: Vec<String> = targets.iter().map(|name| quote(name)).collect();
        let error = Diagnostic::error("", format!("{subject} {problem} {}", names.join(" or ")));
        reader.error(error.expected("the path of the file or folder to make"));
    }
    let mut paths = HashMap::new();
    for name in inputs.iter().chain(&given_targets) {
        let Some(member) = find(name) else { continue };
        match &member.json.value {
            JsonValue::Text(path) if path.is_empty() || path.contains('\0') => {
                let error = Diagnostic::error(&member.at, format!("{} names no file", quote(name)));
                reader.error(error.expected("a path"));
            }
            JsonValue::Text(path) => drop(paths.insert(*name, folder.join(&**path))),
            _ => reader.wrong(&member.at, &quote(name), member.json, "a path, as in \"marble.json\""),
        }
    }
    let given = given(reader, &fields, &members);
    let (flag, to) = kind.targets.iter().find_map(|(name, flag)| Some((*flag, paths.get(name)?)))?;
    if kind.mesh == MeshFile::Needed && !paths.contains_key("mesh") {
        return None;
    }
    // A texture in memory has the name of a graph that is not saved.
    let unsaved = folder.join("graph.json");
    let graph = paths.get("graph").unwrap_or(&unsaved);
    let files = Files { graph, mesh: paths.get("mesh").map(PathBuf::as_path), to: (flag, to) };
    let missing = |reader: &mut Reader, lack: String| reader.error(Diagnostic::error("", format!("{subject} {lack}")));
    let words = checked(reader, kind, files, given, missing)?;
    let job = job(kind, &words, files).ok()?;
    Some(Read { job, words: command(kind, &words, files) })
}

/// The words of a command line as a user writes them: the files, then the fields.
fn command(kind: &Kind, words: &[String], files: Files) -> Vec<String> {
    // A path is no flag.
    let operand = |path: &Path| match path.display().to_string() {
        text if text.starts_with('-') => format!("./{text}"),
        text => text,
    };
    let flag = files.to.0.trim_end_matches('=').to_owned();
    let mut all = vec![kind.name.to_owned(), operand(files.graph)];
    all.extend(files.mesh.filter(|_| kind.mesh == MeshFile::Needed).map(operand));
    all.extend([flag, operand(files.to.1)]);
    let mesh = files.mesh.filter(|_| kind.mesh == MeshFile::Optional);
    all.extend(mesh.map(|mesh| format!("--mesh={}", mesh.display())));
    all.extend(words.iter().cloned());
    all
}

/// The words of a field; `None` after an error for a value of a wrong type.
pub fn words(reader: &mut Reader, field: &Field, member: &Member) -> Option<Vec<String>> {
    let flag = |value: String| format!("--{}={value}", field.name);
    let expected = match field.shape {
        Shape::Switch => "true or false",
        Shape::Optional => "a value, or true",
        Shape::Single => "a value",
        Shape::List => "a value, or a list of values",
        Shape::Named => "an object with values by name",
    };
    let words = match (field.shape, &member.json.value) {
        (Shape::Switch | Shape::Optional, JsonValue::Bool(true)) => Some(vec![format!("--{}", field.name)]),
        (Shape::Switch | Shape::Optional, JsonValue::Bool(false)) => Some(Vec::new()),
        (Shape::List, JsonValue::List(items)) => {
            items.iter().map(|item| simple(item, field.values.separator()).map(flag)).collect()
        }
        (Shape::Named, JsonValue::Object(members)) => {
            let value = |json: &Json| match field.takes_json {
                true => Some(text(json)),
                false => simple(json, field.values.separator()),
            };
            members.iter().map(|(key, json)| value(json).map(|value| flag(format!("{}={value}", key.text)))).collect()
        }
        (Shape::Optional | Shape::Single | Shape::List, _) => {
            simple(member.json, field.values.separator()).map(|value| vec![flag(value)])
        }
        _ => None,
    };
    if words.is_none() {
        reader.wrong(&member.at, &quote(&field.name), member.json, expected);
    }
    words
}

/// A string, a number, or a list of them as one value of a flag.
fn simple(json: &Json, separator: &str) -> Option<String> {
    match &json.value {
        JsonValue::Text(text) => Some(text.to_string()),
        JsonValue::Number(number) => Some(number.as_str().to_owned()),
        JsonValue::List(items) => {
            let parts: Option<Vec<String>> = items.iter().map(|item| simple(item, separator)).collect();
            parts.map(|parts| parts.join(separator))
        }
        _ => None,
    }
}

/// A string as it is, all else as JSON.
pub fn text(json: &Json) -> String {
    if let JsonValue::Text(text) = &json.value {
        return text.to_string();
    }
    let mut writer = Writer::new();
    writer.value(&Value::from(json.clone()));
    writer.finish().trim_end().to_owned()
}

/// The name of the flag that an error of a command line is about.
fn name_of(error: &clap::Error) -> Option<String> {
    let flag = match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(flag) => flag,
        ContextValue::Strings(flags) => flags.first()?,
        _ => return None,
    };
    let name = flag.strip_prefix("--")?;
    Some(name.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect())
}

/// The error about a field.
fn explain(error: &clap::Error, given: &Given) -> Diagnostic {
    let name = quote(&given.name);
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    match error.kind() {
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => {
            let value = text(ContextKind::InvalidValue).unwrap_or_default();
            let wrong = Diagnostic::error(&given.at, format!("{name} is {}", quote(&value)));
            let cause = error.source().map(ToString::to_string);
            let expected = cause.as_deref().and_then(|cause| cause.strip_prefix("expected "));
            let wrong = match (&cause, expected) {
                (Some(cause), None) => Diagnostic::error(&given.at, format!("{}: {cause}", wrong.message)),
                _ => wrong,
            };
            let cause = expected.map(str::to_owned);
            let choices = text(ContextKind::ValidValue).map(|choices| format!("one of {choices}"));
            let near = text(ContextKind::SuggestedValue);
            match cause.or(choices) {
                Some(expected) => wrong.expected(expected).did_you_mean(near.as_deref()),
                None => wrong,
            }
        }
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg).unwrap_or_default();
            let other = other.trim_start_matches('-').split([' ', '=', '[']).next().unwrap_or_default().to_owned();
            Diagnostic::error(&given.at, format!("{name} cannot be used with {}", quote(&other)))
        }
        _ => Diagnostic::error(&given.at, format!("{name}: {}", summary(error))),
    }
}

/// The first paragraph of an error of a command line, on one line.
pub fn summary(error: &clap::Error) -> String {
    let all = error.render().to_string();
    let first = all.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first.strip_prefix("error: ").unwrap_or(first).split_whitespace().collect();
    words.join(" ")
}
