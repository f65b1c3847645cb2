//! Build files: the targets of a project, checked.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use travertine::Diagnostics;
use travertine::stages::graph::diagnostic::{Diagnostic, quote};
use travertine::stages::graph::document::name_problem;
use travertine::stages::graph::json::pointer::pointer;
use travertine::stages::graph::json::{self, Json, JsonValue, MAX_SIZE};
use travertine::stages::graph::suggest::nearest;
use travertine_files::{folded, open_regular, real};
use travertine_jobs::Kind;
use travertine_jobs::reader::{Member, Reader};

use super::state::State;
use super::target::{Target, fields_of_target, read_target};
use crate::document::invalid;
use crate::failure::Failure;

/// The value of the member `format`.
pub const FORMAT: &str = "travertine-build";
/// The version of the format that this program reads.
pub const VERSION: i64 = 1;
/// Maximum number of targets, counted after `each` is expanded.
pub const MAX_TARGETS: usize = 10_000;

/// The members of a build file.
const MEMBERS: [&str; 4] = ["format", "version", "defaults", "targets"];

/// A build file.
pub struct Project {
    /// The folder that its paths are relative to; empty for the current folder.
    pub folder: PathBuf,
    /// What is made, in the order of the file.
    pub targets: Vec<Target>,
}

impl Project {
    /// Reads and checks a build file. Reports all errors.
    pub fn read(file: &Path) -> Result<Project, Failure> {
        let mut text = Vec::new();
        let read = open_regular(file).and_then(|file| file.take(MAX_SIZE as u64 + 1).read_to_end(&mut text));
        read.map_err(travertine_files::Error::read(file))?;
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        Project::parse(&text, file, folder).map_err(|mut diagnostics| {
            diagnostics.locate(&text);
            invalid(&file.display().to_string(), diagnostics)
        })
    }

    fn parse(text: &[u8], file: &Path, folder: PathBuf) -> Result<Project, Diagnostics> {
        let parsed = json::parse(text)?;
        let mut reader = Reader::new(parsed.duplicates);
        let targets = targets(&mut reader, &parsed.root, &folder);
        check_paths(&targets, file, &folder, &mut reader);
        reader.finish()?;
        let offsets: Vec<usize> = targets.iter().map(|(_, offset)| *offset).collect();
        // The parser has accepted the text, so it is UTF-8.
        let locations = json::locations(std::str::from_utf8(text).unwrap_or_default(), &offsets);
        let targets = targets.into_iter().zip(locations);
        let targets = targets.map(|((target, _), location)| Target { location, ..target }).collect();
        Ok(Project { folder, targets })
    }

    /// Refuses a report at the path of an output or in the folder of the state.
    pub fn check_report(&self, report: &Path, state: &State) -> Result<(), Failure> {
        let place = real(report);
        let owner = self.targets.iter().find(|target| target.may_write(&place, &self.folder));
        let problem = match owner {
            Some(target) => format!("is an output of the target {}", quote(&target.name)),
            None if place.starts_with(real(state.folder())) => "is in the folder of the build's state".to_owned(),
            None => return Ok(()),
        };
        Err(Failure::usage(format!("{} {problem}; choose another path for --report", report.display())))
    }

    /// The targets that `--only` names: by an entry of the file, or by the whole name. All without a name.
    pub fn select(&self, only: &[String]) -> Result<Vec<&Target>, Failure> {
        let is = |target: &Target, name: &String| target.name == *name || target.entry == *name;
        for name in only {
            if !self.targets.iter().any(|target| is(target, name)) {
                let names = self.targets.iter().flat_map(|target| [target.entry.as_str(), &target.name]);
                let near =
                    nearest(name, names).map_or(String::new(), |near| format!("; did you mean {}?", quote(near)));
                return Err(Failure::usage(format!("there is no target {}{near}", quote(name))));
            }
        }
        let is_chosen = |target: &&Target| only.is_empty() || only.iter().any(|name| is(target, name));
        Ok(self.targets.iter().filter(is_chosen).collect())
    }
}

/// All targets of the file, with the place of each in the text.
fn targets(reader: &mut Reader, root: &Json, folder: &Path) -> Vec<(Target, usize)> {
    let members = reader.members(root, "", "the build file", "`format`, `version` and `targets`");
    if !matches!(root.value, JsonValue::Object(_)) {
        return Vec::new();
    }
    let find = |name: &str| members.iter().find(|member| member.name == name);
    // What else is wrong in a file of another format is no help.
    if !has_header(reader, find("format"), find("version")) {
        return Vec::new();
    }
    members.iter().filter(|member| !MEMBERS.contains(&member.name)).for_each(|member| {
        reader.unknown(member, "the build file", &MEMBERS);
    });
    let mut defaults = HashMap::new();
    if let Some(given) = find("defaults") {
        let of_kinds = reader.members(given.json, &given.at, "`defaults`", "fields by command");
        for of_kind in of_kinds {
            let Some(kind) = Kind::named(of_kind.name) else {
                reader.unknown(&of_kind, "`defaults`", &Kind::names());
                continue;
            };
            let fields = reader.members(of_kind.json, &of_kind.at, &quote(of_kind.name), "the fields of a target");
            let known = fields_of_target(kind);
            let known: Vec<&str> = known.iter().map(|field| field.name.as_str()).collect();
            for field in fields.iter().filter(|field| !known.contains(&field.name)) {
                reader.unknown(field, &format!("a default of {}", quote(kind.name)), &known);
            }
            defaults.insert(kind.name, fields);
        }
    }
    let Some(given) = find("targets") else {
        reader.error(
            Diagnostic::error("/targets", "the build file has no `targets`").expected("an object with targets by name"),
        );
        return Vec::new();
    };
    let mut targets = Vec::new();
    for entry in reader.members(given.json, &given.at, "`targets`", "targets by name") {
        if let Some(problem) = name_problem(entry.name) {
            let message = format!("the name of a target {problem}");
            let error = Diagnostic::error(&entry.at, message).at_key();
            reader.error(error.expected("1 to 256 characters, none of them a control character"));
        }
        let room = MAX_TARGETS.saturating_sub(targets.len());
        let Some(of_entry) = read_target(reader, &entry, &defaults, folder, room) else {
            let message = format!("the build has more than {MAX_TARGETS} targets");
            reader.error(Diagnostic::error(&entry.at, message).at_key().help("divide the build into several files"));
            return targets;
        };
        targets.extend(of_entry.into_iter().map(|target| (target, entry.offset)));
    }
    targets
}

/// Checks format and version; true if they are right.
fn has_header(reader: &mut Reader, format: Option<&Member>, version: Option<&Member>) -> bool {
    let said = reader.count();
    let text = |member: &Member| match &member.json.value {
        JsonValue::Text(text) => Some(text.to_string()),
        _ => None,
    };
    match format.map(text) {
        Some(Some(format)) if format == FORMAT => {}
        Some(Some(format)) if format == travertine::stages::graph::document::FORMAT => {
            let error = Diagnostic::error("/format", "this is a graph, not a build file");
            reader.error(error.expected(format!("{FORMAT:?}")));
        }
        _ => {
            let error = Diagnostic::error("/format", "this is not a build file of Travertine");
            reader.error(error.expected(format!("\"format\": {FORMAT:?}")));
        }
    }
    match version.map(|member| &member.json.value) {
        Some(JsonValue::Number(number)) if number.as_i64() == Some(VERSION) => {}
        Some(JsonValue::Number(number)) if number.as_i64().is_some_and(|number| number > VERSION) => {
            let error = Diagnostic::error("/version", format!("the build file has version {}", number.as_str()));
            reader.error(error.expected("1").help("a newer Travertine wrote it; use that one"));
        }
        Some(_) => reader.error(Diagnostic::error("/version", "`version` is not 1").expected("the number 1")),
        None => {
            let error = Diagnostic::error("/version", "the build file has no `version`");
            reader.error(error.expected("\"version\": 1"));
        }
    }
    reader.count() == said
}

/// Refuses two targets with one path, and outputs at the paths of inputs.
fn check_paths(targets: &[(Target, usize)], file: &Path, folder: &Path, reader: &mut Reader) {
    let mut inputs: HashMap<PathBuf, String> = HashMap::new();
    inputs.insert(plain(file), "the build file".to_owned());
    for (target, _) in targets {
        inputs.insert(plain(&target.graph), "a graph of the build".to_owned());
        if let Some(mesh) = &target.mesh {
            inputs.insert(plain(mesh), "a mesh of the build".to_owned());
        }
    }
    let mut written: HashMap<PathBuf, &Target> = HashMap::new();
    for (target, _) in targets {
        let (flag, path) = &target.to;
        let field = target.kind.targets.iter().find(|(_, known)| known == flag).map_or("to", |(field, _)| field);
        let at = pointer(&["targets", &target.entry, field]);
        let place = plain(&folder.join(path));
        if let Some(input) = inputs.get(&place) {
            reader.error(Diagnostic::error(&at, format!("{path} is {input}")).expected("another path"));
        }
        if place.starts_with(plain(State::of(file).folder())) {
            let message = format!("{path} is in the folder of the build's state");
            reader.error(Diagnostic::error(&at, message).expected("another path"));
        }
        // A template has other files in each target: they are compared when they are known.
        match written.insert(folded(Path::new(path)), target) {
            Some(other) if !path.contains('{') && !is_shared(target, other) => {
                let message = match &other.to.1 {
                    same if same == path => {
                        format!("{} and {} both write {path}", quote(&other.name), quote(&target.name))
                    }
                    near => format!("{near} and {path} are one file on systems that ignore case"),
                };
                let help = if other.entry == target.entry {
                    "put the names of `each` into the path in braces, as in {size}"
                } else {
                    "give each a path of its own"
                };
                reader.error(Diagnostic::error(&at, message).help(help));
            }
            _ => {}
        }
    }
}

/// Whether two targets may write into the same folder: textures of several meshes.
fn is_shared(target: &Target, other: &Target) -> bool {
    let is_shared = |target: &Target| (target.kind.is_shared)(Path::new(&target.to.1));
    is_shared(target) && is_shared(other)
}

/// A path for comparison, also where upper and lower case are not told apart.
fn plain(path: &Path) -> PathBuf {
    let parts = path.components().filter(|part| *part != std::path::Component::CurDir);
    folded(&parts.collect::<PathBuf>())
}
