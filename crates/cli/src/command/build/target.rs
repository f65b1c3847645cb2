//! Targets of a build file: their fields become the flags of a command.

use std::collections::HashMap;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use travertine::stages::graph::diagnostic::{Diagnostic, quote};
use travertine::stages::graph::document::image_path_problem;
use travertine::stages::graph::json::pointer::child;
use travertine::stages::graph::json::{Json, JsonValue, Location, Value, Writer};
use travertine::stages::graph::suggest::nearest;
use travertine_export::set::file_name;
use travertine_files::real;

use super::kind::{Field, Kind, Shape};
use super::reader::{Member, Reader};

/// The fields that every target may have, besides the flags of its command.
const COMMON: [&str; 3] = ["make", "graph", "each"];

/// A command that makes files, with its options.
pub struct Target {
    /// The name, which no other target has: that of the entry, and the values of `each`.
    pub name: String,
    /// The name of the entry in the file.
    pub entry: String,
    /// Where the entry begins in the file.
    pub location: Location,
    /// The command.
    pub kind: Kind,
    /// Its flags, except those for paths.
    pub flags: Vec<String>,
    /// The graph, relative to the current folder.
    pub graph: PathBuf,
    /// The mesh, relative to the current folder.
    pub mesh: Option<PathBuf>,
    /// What is written: the flag of the command, and a path relative to the folder of the project, perhaps a template.
    pub to: (&'static str, String),
}

impl Target {
    /// Whether a path may become an output of the target, below `folder`, that of the project: it is one or in one, or
    /// it fits a template.
    pub fn may_write(&self, path: &Path, folder: &Path) -> bool {
        let to = real(&folder.join(&self.to.1));
        // The description beside raw samples.
        let mut beside = to.clone().into_os_string();
        beside.push(".json");
        if path.starts_with(&to) || path == Path::new(&beside) {
            return true;
        }
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let (Some(name), Some(template)) = (name(path), name(&to)) else { return false };
        // `{output}` and `{ext}`, or the number of a frame, as in `%04d`.
        let Some(start) = template.find(['{', '%']) else { return false };
        let end = template.rfind('}').or_else(|| Some(start + template[start..].find('d')?)).unwrap_or(start);
        let is_in_folder = path.parent() == to.parent();
        is_in_folder && name.starts_with(&template[..start]) && name.ends_with(&template[end + 1..])
    }
}

/// The flags of a field, and where they come from.
struct Given {
    name: String,
    at: String,
    flags: Vec<String>,
}

/// Reads the targets of an entry: one, or one for each combination of `each`. None if they are more than `room`.
pub fn read_target(
    reader: &mut Reader,
    entry: &Member,
    defaults: &HashMap<&str, Vec<Member>>,
    folder: &Path,
    room: usize,
) -> Option<Vec<Target>> {
    let subject = format!("the target {}", quote(entry.name));
    let members = reader.members(entry.json, &entry.at, &subject, "`make`, `graph` and `to`");
    let find = |name: &str| members.iter().find(|member| member.name == name);
    let kind = match find("make").map(|member| (member, &member.json.value)) {
        Some((_, JsonValue::Text(name))) if let Some(kind) = kind_of(name) => Some(kind),
        Some((member, JsonValue::Text(name))) => {
            let names = Kind::ALL.map(Kind::name);
            let error =
                Diagnostic::error(&member.at, format!("{} is no command that makes files", quote(name)));
            let error = error.expected(format!("one of {}", names.join(", ")));
            reader.error(error.did_you_mean(nearest(name, names)));
            None
        }
        Some((member, _)) => {
            reader.wrong(&member.at, "`make`", member.json, "the name of a command, as in \"render\"");
            None
        }
        None if matches!(entry.json.value, JsonValue::Object(_)) => {
            let names = Kind::ALL.map(Kind::name).join(", ");
            let error = Diagnostic::error(&entry.at, format!("{subject} has no `make`"));
            reader.error(error.at_key().expected(format!("a command: one of {names}")));
            None
        }
        None => None,
    };
    let Some(kind) = kind else { return Some(Vec::new()) };
    let fields = kind.fields();
    let known = names(kind, &fields);
    members.iter().filter(|member| !known.contains(&member.name)).for_each(|member| match member.name {
        "threads" | "simd" | "tile" | "memory" | "work" | "overwrite" => {
            let error = Diagnostic::error(&member.at, format!("{subject} has no {}", quote(member.name)));
            reader.error(error.at_key().help(format!("give the whole build --{}", member.name)));
        }
        _ => reader.unknown(member, &subject, &known),
    });
    let each = find("each").map(|member| axes(reader, member, &known)).unwrap_or_default();
    let count = each.iter().try_fold(1_usize, |count, (_, values)| count.checked_mul(values.len()));
    let count = count.filter(|count| *count <= room)?;
    let mut targets = Vec::new();
    for index in 0..count {
        let chosen = combination(&each, index);
        let is_given = |name: &str| chosen.iter().chain(&members).any(|member| member.name == name);
        let others = defaults.get(kind.name()).into_iter().flatten().filter(|member| !is_given(member.name));
        let all: Vec<Member> = chosen
            .iter()
            .chain(members.iter().filter(|member| !chosen.iter().any(|other| other.name == member.name)))
            .chain(others)
            .cloned()
            .collect();
        targets.extend(target(reader, entry, kind, &fields, &all, &chosen, folder));
    }
    Some(targets)
}

fn kind_of(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// The names of all members that a target may have.
fn names(kind: Kind, fields: &[Field]) -> Vec<&str> {
    let paths = kind.targets().iter().map(|(name, _)| *name).chain(kind.has_mesh().then_some("mesh"));
    COMMON.into_iter().chain(paths).chain(fields.iter().map(|field| field.name.as_str())).collect()
}

/// The fields of `each` with their values.
fn axes<'a>(reader: &mut Reader, each: &Member<'a>, known: &[&str]) -> Vec<(Member<'a>, &'a [Json])> {
    let mut axes = Vec::new();
    for member in reader.members(each.json, &each.at, "`each`", "lists of values by field") {
        if !known.contains(&member.name) || ["make", "each", "to", "slices", "atlas"].contains(&member.name) {
            let known: Vec<&str> = known
                .iter()
                .copied()
                .filter(|name| !["make", "each", "to", "slices", "atlas"].contains(name))
                .collect();
            reader.unknown(&member, "`each`", &known);
            continue;
        }
        match &member.json.value {
            JsonValue::List(values) if !values.is_empty() => axes.push((member, &**values)),
            JsonValue::List(_) => {
                let message = format!("{} has no values", quote(member.name));
                reader
                    .error(Diagnostic::error(&member.at, message).expected("a list with at least one value"));
            }
            _ => reader.wrong(&member.at, &quote(member.name), member.json, "a list of values"),
        }
    }
    axes
}

/// The values of a combination; the last field varies fastest.
fn combination<'a>(each: &[(Member<'a>, &'a [Json])], index: usize) -> Vec<Member<'a>> {
    let mut rest = index;
    let mut chosen: Vec<Member> = Vec::new();
    for (member, values) in each.iter().rev() {
        let at = rest % values.len();
        rest /= values.len();
        chosen.push(Member { at: child(&member.at, &at.to_string()), json: &values[at], ..member.clone() });
    }
    chosen.reverse();
    chosen
}

/// A target with these members, or errors.
fn target(
    reader: &mut Reader,
    entry: &Member,
    kind: Kind,
    fields: &[Field],
    members: &[Member],
    chosen: &[Member],
    folder: &Path,
) -> Option<Target> {
    let graph = input(reader, entry, members, "graph", folder);
    let mesh = if kind.has_mesh() { Some(input(reader, entry, members, "mesh", folder)?) } else { None };
    let chosen: Vec<(String, String)> =
        chosen.iter().map(|member| (member.name.to_owned(), label(member))).collect();
    // The names of the graph and the mesh can be part of every path.
    let inputs = members.iter().filter(|member| ["graph", "mesh"].contains(&member.name));
    let names =
        inputs.map(|member| (member.name.to_owned(), label(member))).chain(chosen.iter().cloned()).collect();
    let to = to(reader, entry, kind, members, names);
    let mut given: Vec<Given> = Vec::new();
    for field in fields {
        if let Some(member) = members.iter().find(|member| member.name == field.name)
            && let Some(flags) = flags(reader, field, member)
        {
            given.push(Given { name: field.name.clone(), at: member.at.clone(), flags });
        }
    }
    let (graph, to) = (graph?, to?);
    // Dropping what is wrong finds further errors.
    while let Err(error) = kind.parse(words(&given, &to, &graph, mesh.as_deref())) {
        let name = name_of(&error);
        let Some(place) = given.iter().position(|given| Some(&given.name) == name.as_ref()) else {
            let message = match (error.kind(), name) {
                (ErrorKind::MissingRequiredArgument, Some(name)) => format!("has no {}", quote(&name)),
                _ => summary(&error),
            };
            let message = format!("the target {} {message}", quote(entry.name));
            reader.error(Diagnostic::error(&entry.at, message).at_key());
            return None;
        };
        let wrong = given.remove(place);
        reader.error(explain(&error, &wrong));
    }
    let values: Vec<&str> = chosen.iter().map(|(_, value)| value.as_str()).collect();
    let name = if values.is_empty() {
        entry.name.to_owned()
    } else {
        format!("{}[{}]", entry.name, values.join(","))
    };
    Some(Target {
        name,
        entry: entry.name.to_owned(),
        location: Location { line: 1, column: 1 },
        kind,
        flags: given.into_iter().flat_map(|given| given.flags).collect(),
        graph,
        mesh,
        to,
    })
}

fn words(given: &[Given], to: &(&str, String), graph: &Path, mesh: Option<&Path>) -> Vec<OsString> {
    let flags = given.iter().flat_map(|given| &given.flags).map(OsString::from);
    let to = OsString::from(format!("{}{}", to.0, to.1));
    let paths = [Some(graph), mesh].into_iter().flatten().map(OsString::from);
    flags.chain([to, OsString::from("--")]).chain(paths).collect()
}

/// The path of an input, relative to the current folder.
fn input(
    reader: &mut Reader,
    entry: &Member,
    members: &[Member],
    name: &str,
    folder: &Path,
) -> Option<PathBuf> {
    let Some(member) = members.iter().find(|member| member.name == name) else {
        let message = format!("the target {} has no {}", quote(entry.name), quote(name));
        reader
            .error(Diagnostic::error(&entry.at, message).at_key().expected(format!("the path of a {name}")));
        return None;
    };
    match &member.json.value {
        JsonValue::Text(path) if path.is_empty() || **path == *"-" || path.contains('\0') => {
            let message = format!("{} names no file", quote(name));
            reader.error(
                Diagnostic::error(&member.at, message)
                    .expected("a path, relative to the folder of the build file"),
            );
            None
        }
        JsonValue::Text(path) => Some(folder.join(&**path)),
        _ => {
            reader.wrong(&member.at, &quote(name), member.json, "a path, as in \"marble.json\"");
            None
        }
    }
}

/// The path that is written, in which names in braces are replaced by their values.
fn to(
    reader: &mut Reader,
    entry: &Member,
    kind: Kind,
    members: &[Member],
    values: Vec<(String, String)>,
) -> Option<(&'static str, String)> {
    let mut found = None;
    for (name, flag) in kind.targets() {
        let Some(member) = members.iter().find(|member| member.name == *name) else { continue };
        let JsonValue::Text(path) = &member.json.value else {
            reader.wrong(&member.at, &quote(name), member.json, "a path, as in \"out/marble.png\"");
            return None;
        };
        let mut path = path.trim_end_matches('/').to_owned();
        for (name, value) in &values {
            path = path.replace(&format!("{{{name}}}"), &file_name(value));
        }
        let left = ["{output}", "{ext}"].map(|word| path.find(word)).into_iter().flatten();
        let is_in_folder = left.into_iter().any(|at| path.rfind('/').is_some_and(|slash| at < slash));
        let plain = if kind == Kind::Render {
            path.replace("{output}", "").replace("{ext}", "")
        } else {
            path.clone()
        };
        if is_in_folder || plain.contains(['{', '}']) {
            let mut words: Vec<String> = values.iter().map(|(name, _)| format!("{{{name}}}")).collect();
            words.dedup();
            if kind == Kind::Render {
                words.push("{output} and {ext} after the last `/`".to_owned());
            }
            let error =
                Diagnostic::error(&member.at, format!("{} has braces around no known name", quote(&path)));
            reader.error(error.expected(words.join(", ")));
            return None;
        }
        if let Some(problem) = output_problem(&path) {
            let message = format!("the path of an output {problem}");
            let error = Diagnostic::error(&member.at, message);
            let repaired = path.replace('\\', "/");
            let error = match image_path_problem(&repaired) {
                None => error.help(format!("write {}", quote(&repaired))),
                Some(_) => error,
            };
            reader.error(error.expected("names joined by `/`, in the folder of the build file or below it"));
            return None;
        }
        if found.is_some() {
            let message = format!("the target {} has several outputs", quote(entry.name));
            reader
                .error(Diagnostic::error(&member.at, message).expected("one of `to`, `slices` and `atlas`"));
            return None;
        }
        found = Some((*flag, path));
    }
    if found.is_none() {
        let message = format!("the target {} has no `to`", quote(entry.name));
        reader.error(
            Diagnostic::error(&entry.at, message).at_key().expected("the path of the file or folder to make"),
        );
    }
    found
}

/// What is wrong with the path of an output.
pub fn output_problem(path: &str) -> Option<String> {
    if let Some(problem) = image_path_problem(path) {
        return Some(problem.replace("document", "build file"));
    }
    // Git runs what is there. The second is the short name of the first on Windows.
    let is_git = |name: &str| [".git", "git~1"].contains(&name.to_ascii_lowercase().as_str());
    if path.split('/').any(is_git) {
        Some("is in a folder of git".to_owned())
    } else if path.split('/').any(|name| name.ends_with(['.', ' '])) {
        Some("has a name that ends in a dot or a space, which Windows leaves out".to_owned())
    } else {
        None
    }
}

/// A value as a part of a name: of a file without folder and ending.
fn label(member: &Member) -> String {
    match &member.json.value {
        JsonValue::Text(path) if ["graph", "mesh"].contains(&member.name) => {
            Path::new(&**path).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
        }
        JsonValue::List(items) if member.name == "size" => {
            items.iter().map(text).collect::<Vec<_>>().join("x")
        }
        _ => text(member.json),
    }
}

/// The flags that a field gives.
fn flags(reader: &mut Reader, field: &Field, member: &Member) -> Option<Vec<String>> {
    let flag = |value: String| format!("--{}={value}", field.name);
    let expected = match field.shape {
        Shape::Switch => "true or false",
        Shape::Optional => "a value, or true",
        Shape::Single => "a value",
        Shape::List => "a value, or a list of values",
        Shape::Named => "an object with values by name",
    };
    let flags = match (field.shape, &member.json.value) {
        (Shape::Switch | Shape::Optional, JsonValue::Bool(true)) => Some(vec![format!("--{}", field.name)]),
        (Shape::Switch | Shape::Optional, JsonValue::Bool(false)) => Some(Vec::new()),
        (Shape::List, JsonValue::List(items)) => {
            items.iter().map(|item| simple(item, field.separator).map(flag)).collect()
        }
        (Shape::Named, JsonValue::Object(members)) => {
            let value = |json: &Json| match field.name.as_str() {
                "pack" | "sweep" => simple(json, field.separator),
                _ => Some(text(json)),
            };
            members
                .iter()
                .map(|(key, json)| value(json).map(|value| flag(format!("{}={value}", key.text))))
                .collect()
        }
        (Shape::Optional | Shape::Single | Shape::List, _) => {
            simple(member.json, field.separator).map(|value| vec![flag(value)])
        }
        _ => None,
    };
    if flags.is_none() {
        reader.wrong(&member.at, &quote(&field.name), member.json, expected);
    }
    flags
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
fn text(json: &Json) -> String {
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
            let cause =
                cause.map(|cause| cause.strip_prefix("expected ").map(str::to_owned).unwrap_or(cause));
            let choices = text(ContextKind::ValidValue).map(|choices| format!("one of {choices}"));
            let near = text(ContextKind::SuggestedValue);
            match cause.or(choices) {
                Some(expected) => wrong.expected(expected).did_you_mean(near.as_deref()),
                None => wrong,
            }
        }
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg).unwrap_or_default();
            let other =
                other.trim_start_matches('-').split([' ', '=', '[']).next().unwrap_or_default().to_owned();
            Diagnostic::error(&given.at, format!("{name} cannot be used together with {}", quote(&other)))
        }
        _ => Diagnostic::error(&given.at, format!("{name}: {}", summary(error))),
    }
}

/// The first paragraph of an error.
fn summary(error: &clap::Error) -> String {
    let all = error.render().to_string();
    let first = all.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first.strip_prefix("error: ").unwrap_or(first).split_whitespace().collect();
    words.join(" ")
}
