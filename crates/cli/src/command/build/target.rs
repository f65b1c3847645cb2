//! Targets of a build file: their fields become the flags of a command.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use travertine::stages::graph::diagnostic::{Diagnostic, quote};
use travertine::stages::graph::document::image_path_problem;
use travertine::stages::graph::json::pointer::child;
use travertine::stages::graph::json::{Json, JsonValue, Location};
use travertine_files::{is_device, real};
use travertine_jobs::json::{self, Files};
use travertine_jobs::reader::{Member, Reader};
use travertine_jobs::set::file_name;
use travertine_jobs::{Field, Kind, MeshFile};

/// The fields that every target may have, besides the flags of its command.
const COMMON: [&str; 2] = ["make", "each"];

/// A command that makes files, with its options.
pub struct Target {
    /// The name, which no other target has: that of the entry, and the values of `each`.
    pub name: String,
    /// The name of the entry in the file.
    pub entry: String,
    /// Where the entry begins in the file.
    pub location: Location,
    /// The command.
    pub kind: &'static Kind,
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

/// Reads the targets of an entry: one, or one for each combination of `each`. `None` if there are more than `room`.
pub fn read_target(
    reader: &mut Reader,
    entry: &Member,
    defaults: &HashMap<&str, Vec<Member>>,
    folder: &Path,
    room: usize,
) -> Option<Vec<Target>> {
    let subject = format!("the target {}", quote(entry.name));
    let members = reader.members(entry.json, &entry.at, &subject, "`make`, `graph` and `to`");
    if !matches!(entry.json.value, JsonValue::Object(_)) {
        return Some(Vec::new());
    }
    let Some(kind) = json::kind(reader, &subject, &entry.at, &members) else { return Some(Vec::new()) };
    let fields = fields_of_target(kind);
    let known = names(kind, &fields);
    members.iter().filter(|member| !known.contains(&member.name)).for_each(|member| match member.name {
        "threads" | "simd" | "tile" | "memory" | "work" | "overwrite" => {
            let error = Diagnostic::error(&member.at, format!("{subject} has no {}", quote(member.name)));
            reader.error(error.at_key().help(format!("give the whole build --{}", member.name)));
        }
        _ => reader.unknown(member, &subject, &known),
    });
    let each = members.iter().find(|member| member.name == "each");
    let each = each.map(|member| axes(reader, kind, member, &known)).unwrap_or_default();
    let count = each.iter().try_fold(1_usize, |count, (_, values)| count.checked_mul(values.len()));
    let count = count.filter(|count| *count <= room)?;
    let mut targets = Vec::new();
    for index in 0..count {
        let chosen = combination(&each, index);
        let is_given = |name: &str| chosen.iter().chain(&members).any(|member| member.name == name);
        let others = defaults.get(kind.name).into_iter().flatten().filter(|member| !is_given(member.name));
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

/// The fields that a target may set: the others belong to the whole build.
pub fn fields_of_target(kind: &Kind) -> Vec<Field> {
    kind.fields().into_iter().filter(|field| !field.is_of_build).collect()
}

/// The names of all members that a target may have.
fn names<'a>(kind: &Kind, fields: &'a [Field]) -> Vec<&'a str> {
    let targets = kind.targets.iter().map(|(name, _)| *name);
    let paths = kind.inputs().iter().copied().chain(targets);
    COMMON.into_iter().chain(paths).chain(fields.iter().map(|field| field.name.as_str())).collect()
}

/// The fields of `each` with their values.
fn axes<'a>(reader: &mut Reader, kind: &Kind, each: &Member<'a>, known: &[&str]) -> Vec<(Member<'a>, &'a [Json])> {
    let mut axes = Vec::new();
    let is_fixed = |name: &str| COMMON.contains(&name) || kind.targets.iter().any(|(target, _)| *target == name);
    let known: Vec<&str> = known.iter().copied().filter(|name| !is_fixed(name)).collect();
    for member in reader.members(each.json, &each.at, "`each`", "lists of values by field") {
        if !known.contains(&member.name) {
            reader.unknown(&member, "`each`", &known);
            continue;
        }
        match &member.json.value {
            JsonValue::List(values) if !values.is_empty() => axes.push((member, &**values)),
            JsonValue::List(_) => {
                let message = format!("{} has no values", quote(member.name));
                reader.error(Diagnostic::error(&member.at, message).expected("a list with at least one value"));
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
    kind: &'static Kind,
    fields: &[Field],
    members: &[Member],
    chosen: &[Member],
    folder: &Path,
) -> Option<Target> {
    let graph = input(reader, entry, members, "graph", folder);
    let has_mesh = match kind.mesh {
        MeshFile::None => false,
        MeshFile::Optional => members.iter().any(|member| member.name == "mesh"),
        MeshFile::Needed => true,
    };
    let mesh = if has_mesh { Some(input(reader, entry, members, "mesh", folder)?) } else { None };
    let chosen: Vec<(String, String)> = chosen.iter().map(|member| (member.name.to_owned(), label(member))).collect();
    // The names of the graph and the mesh can be part of every path.
    let inputs = members.iter().filter(|member| ["graph", "mesh"].contains(&member.name));
    let names = inputs.map(|member| (member.name.to_owned(), label(member))).chain(chosen.iter().cloned()).collect();
    let to = to(reader, entry, kind, members, names);
    let given = json::given(reader, fields, members);
    let (graph, to) = (graph?, to?);
    let files = Files { graph: &graph, mesh: mesh.as_deref(), to: (to.0, Path::new(&to.1)) };
    let missing = |reader: &mut Reader, lack: String| {
        let message = format!("the target {} {lack}", quote(entry.name));
        reader.error(Diagnostic::error(&entry.at, message).at_key());
    };
    let flags = json::checked(reader, kind, files, given, missing)?;
    let values: Vec<&str> = chosen.iter().map(|(_, value)| value.as_str()).collect();
    let name = if values.is_empty() { entry.name.to_owned() } else { format!("{}[{}]", entry.name, values.join(",")) };
    Some(Target {
        name,
        entry: entry.name.to_owned(),
        location: Location { line: 1, column: 1 },
        kind,
        flags,
        graph,
        mesh,
        to,
    })
}

/// The path of an input, relative to the current folder.
fn input(reader: &mut Reader, entry: &Member, members: &[Member], name: &str, folder: &Path) -> Option<PathBuf> {
    let Some(member) = members.iter().find(|member| member.name == name) else {
        let message = format!("the target {} has no {}", quote(entry.name), quote(name));
        reader.error(Diagnostic::error(&entry.at, message).at_key().expected(format!("the path of a {name}")));
        return None;
    };
    match &member.json.value {
        JsonValue::Text(path) if path.is_empty() || **path == *"-" || path.contains('\0') => {
            let message = format!("{} names no file", quote(name));
            reader.error(
                Diagnostic::error(&member.at, message).expected("a path, relative to the folder of the build file"),
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
    kind: &'static Kind,
    members: &[Member],
    values: Vec<(String, String)>,
) -> Option<(&'static str, String)> {
    let mut found = None;
    let targets: Vec<String> = kind.targets.iter().map(|(name, _)| quote(name)).collect();
    for (name, flag) in kind.targets {
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
        let plain = if kind.has_template { path.replace("{output}", "").replace("{ext}", "") } else { path.clone() };
        if is_in_folder || plain.contains(['{', '}']) {
            let mut words: Vec<String> = values.iter().map(|(name, _)| format!("{{{name}}}")).collect();
            words.dedup();
            if kind.has_template {
                words.push("{output} and {ext} after the last `/`".to_owned());
            }
            let error = Diagnostic::error(&member.at, format!("{} has braces around no known name", quote(&path)));
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
            reader.error(Diagnostic::error(&member.at, message).expected(format!("one of {}", targets.join(", "))));
            return None;
        }
        found = Some((*flag, path));
    }
    if found.is_none() {
        let message = format!("the target {} has no `to`", quote(entry.name));
        reader.error(Diagnostic::error(&entry.at, message).at_key().expected("the path of the file or folder to make"));
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
        let device = path.split('/').find(|name| is_device(name))?;
        Some(format!("has the name {}, which is a device for Windows", quote(device)))
    }
}

/// A value as a part of a name: of a file without folder and ending.
fn label(member: &Member) -> String {
    match &member.json.value {
        JsonValue::Text(path) if ["graph", "mesh"].contains(&member.name) => {
            Path::new(&**path).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
        }
        JsonValue::List(items) if member.name == "size" => items.iter().map(json::text).collect::<Vec<_>>().join("x"),
        _ => json::text(member.json),
    }
}
