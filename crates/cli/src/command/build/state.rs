//! What a build made: a record of each target, in a folder next to the build file.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use travertine::stages::graph::json::{self, Value, Writer, object, texts};
use travertine_files::{Error, Lock, TEMPORARY, folded};

use super::inputs::{FileDigest, Inputs, Part, digest_of};
use super::target::{Target, output_problem};
use crate::failure::Failure;
use crate::terminal;

const FORMAT: &str = "travertine-build-state";
/// The file that leaves the state out of git.
const IGNORE: &str = ".gitignore";
/// The file that a build locks.
const LOCK: &str = ".lock";
/// The folder in which targets are made.
const PART: &str = ".part";

/// What a target was made of, by digests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ingredients {
    /// Travertine's version.
    pub version: String,
    /// The command and its flags.
    pub options: String,
    /// The graph, with its images and groups.
    pub graph: String,
    /// The mesh, with its buffers; empty without one.
    pub mesh: String,
}

impl Ingredients {
    /// Those of a target; `None` if a file cannot be read.
    pub fn of(target: &Target, inputs: &Inputs) -> Option<Ingredients> {
        let part = if target.kind.keeps_graph { Part::Whole } else { Part::Meaning };
        let graph = inputs.get(&target.graph, part).digest.clone()?;
        let mesh = match &target.mesh {
            Some(mesh) => inputs.get(mesh, Part::Mesh).digest.clone()?,
            None => String::new(),
        };
        // Names of files may contain that of the graph, and names of textures that of the mesh.
        let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stems = [stem(&target.graph), target.mesh.as_deref().map_or(String::new(), stem)];
        let texts = [target.kind.name, target.to.0, &target.to.1, &stems[0], &stems[1]];
        let options = digest_of(texts.into_iter().chain(target.flags.iter().map(String::as_str)));
        Some(Ingredients { version: env!("CARGO_PKG_VERSION").to_owned(), options, graph, mesh })
    }

    /// The digest of all.
    pub fn digest(&self) -> String {
        digest_of([&*self.version, &self.options, &self.graph, &self.mesh])
    }

    /// What has changed since another record.
    pub fn changed(&self, before: &Ingredients) -> Option<String> {
        if self.options != before.options {
            Some("its options have changed".to_owned())
        } else if self.graph != before.graph {
            Some("its graph has changed".to_owned())
        } else if self.mesh != before.mesh {
            Some("its mesh has changed".to_owned())
        } else if self.version != before.version {
            Some(format!("Travertine {} made it", before.version))
        } else {
            None
        }
    }
}

/// What is known of a target.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// What it was made of; none while it is being written.
    pub ingredients: Option<Ingredients>,
    /// The files that it made, by their path relative to the folder of the project.
    pub outputs: BTreeMap<String, FileDigest>,
    /// What its command noted.
    pub notes: Vec<String>,
}

/// The folder with the records.
pub struct State {
    folder: PathBuf,
}

impl State {
    /// The state of a build file.
    pub fn of(file: &Path) -> State {
        // Files that differ in another ending have states of their own.
        let mut name = file.file_name().unwrap_or_default().to_owned();
        if file.extension().is_some_and(|ending| ending == "json") {
            name = file.file_stem().unwrap_or_default().to_owned();
        }
        name.push(".state");
        State { folder: file.with_file_name(name) }
    }

    /// The folder with the records.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Refuses a folder that is no state, or that leads elsewhere: a build writes and removes files in it.
    ///
    /// # Errors
    ///
    /// If the folder, or something in it, is a link or is not what a build makes there.
    pub fn check(&self) -> Result<(), Failure> {
        let failed = |source| Error::write(&self.folder)(source);
        match fs::symlink_metadata(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Ok(there) if there.is_dir() => {}
            Ok(_) => {
                let what = "is a file or a link, but must be the folder of the build's state";
                return Err(Error::InTheWay { path: self.folder.clone(), what }.into());
            }
            Err(error) => return Err(failed(error).into()),
        }
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let (name, kind) = (entry.file_name(), entry.file_type().map_err(failed)?);
            if !is_of_state(&name.to_string_lossy()) {
                let what = "is not the state of a build";
                return Err(Error::InTheWay { path: self.folder.clone(), what }.into());
            }
            if !(if name == PART { kind.is_dir() } else { kind.is_file() }) {
                let what = "is not a file of a build's state, which holds no links";
                return Err(Error::InTheWay { path: entry.path(), what }.into());
            }
        }
        Ok(())
    }

    /// Creates the folder and locks it.
    ///
    /// # Errors
    ///
    /// If another process builds the same file, or the folder cannot be written or is something else.
    pub fn lock(&self) -> Result<Lock, Failure> {
        let failed = |source| Failure::from(Error::write(&self.folder)(source));
        match fs::create_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => self.check()?,
            made => made.map_err(failed)?,
        }
        let (lock, ignore) = (self.folder.join(LOCK), self.folder.join(IGNORE));
        // Only in a new folder: a user who keeps the state in git changes or removes this file.
        if !lock.exists() && !ignore.exists() {
            travertine_files::write(&ignore, b"*\n")?;
        }
        let busy = || Error::Busy { path: self.folder.clone() };
        Ok(Lock::acquire(&lock).map_err(failed)?.ok_or_else(busy)?)
    }

    /// The folder in which a target is made before its files are moved.
    pub fn stage(&self, target: &Target, ingredients: Option<&Ingredients>) -> PathBuf {
        let of = ingredients.map_or_else(|| "unknown".to_owned(), |known| known.digest()[..16].to_owned());
        self.stages().join(format!("{}-{of}", key(&target.name)))
    }

    /// The folder of those folders.
    pub fn stages(&self) -> PathBuf {
        self.folder.join(PART)
    }

    /// The records of targets that are no longer in the build file. Those that cannot be read are ignored.
    pub fn removed(&self, targets: &[Target]) -> Vec<Record> {
        let present: HashSet<PathBuf> = targets.iter().map(|target| self.path(target)).collect();
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let paths = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "json") && !present.contains(path));
        paths.filter_map(|path| self.parse(&fs::read(path).ok()?)).map(|(_, record)| record).collect()
    }

    /// The record of a target. One that cannot be read is ignored, with a note.
    pub fn read(&self, target: &Target) -> Record {
        let path = self.path(target);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) => {
                if error.kind() != ErrorKind::NotFound {
                    terminal::note(format_args!("note: {} cannot be read and is ignored: {error}", path.display()));
                }
                return Record::default();
            }
        };
        match self.parse(&text) {
            Some((name, record)) if name == target.name => record,
            _ => {
                terminal::note(format_args!("note: {} is damaged and is ignored", path.display()));
                Record::default()
            }
        }
    }

    /// Writes the record of a target.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, target: &Target, record: &Record) -> Result<(), Failure> {
        let outputs = record.outputs.iter().map(|(path, recorded)| {
            let digest = object([
                ("bytes", Value::from(i64::try_from(recorded.bytes).unwrap_or(i64::MAX))),
                ("sha256", Value::from(recorded.sha256.as_str())),
            ]);
            (path.clone(), digest)
        });
        let mut members = vec![
            ("format".to_owned(), Value::from(FORMAT)),
            ("version".to_owned(), Value::from(1)),
            ("target".to_owned(), Value::from(target.name.as_str())),
        ];
        if let Some(Ingredients { version, options, graph, mesh }) = &record.ingredients {
            let text = |text: &String| Value::from(text.as_str());
            let of =
                [("version", text(version)), ("options", text(options)), ("graph", text(graph)), ("mesh", text(mesh))];
            members.push(("made_of".to_owned(), object(of)));
        }
        members.push(("outputs".to_owned(), Value::Object(outputs.collect())));
        if !record.notes.is_empty() {
            members.push(("notes".to_owned(), texts(record.notes.iter().map(String::as_str))));
        }
        let mut writer = Writer::new();
        writer.value(&Value::Object(members));
        Ok(travertine_files::write(&self.path(target), writer.finish().as_bytes())?)
    }

    fn path(&self, target: &Target) -> PathBuf {
        self.folder.join(format!("{}.json", key(&target.name)))
    }

    /// The name of a target, and its record.
    fn parse(&self, bytes: &[u8]) -> Option<(String, Record)> {
        let (name, record) = parse(bytes)?;
        // What no target may write, no build has written: it is never replaced or removed.
        let state = folded(Path::new(self.folder.file_name().unwrap_or_default()));
        let is_inside = |path: &String| folded(Path::new(path)).starts_with(&state);
        let is_wrong = |path: &String| output_problem(path).is_some() || is_inside(path);
        (!record.outputs.keys().any(is_wrong)).then_some((name, record))
    }
}

/// Whether a file or folder of this name may be in a state.
fn is_of_state(name: &str) -> bool {
    let is_record = name
        .strip_suffix(".json")
        .is_some_and(|key| key.len() == 32 && key.bytes().all(|digit| digit.is_ascii_hexdigit()));
    is_record || [IGNORE, LOCK, PART].contains(&name) || name.starts_with(TEMPORARY)
}

/// A name for files about a target.
fn key(name: &str) -> String {
    digest_of([name])[..32].to_owned()
}

/// The name of a target, and its record.
fn parse(bytes: &[u8]) -> Option<(String, Record)> {
    let value = Value::from(json::parse(bytes).ok()?.root);
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_text).map(str::to_owned);
    let is_state = text(&value, "format").as_deref() == Some(FORMAT);
    if !is_state || value.get("version") != Some(&Value::from(1)) {
        return None;
    }
    let ingredients = match value.get("made_of") {
        Some(made_of) => Some(Ingredients {
            version: text(made_of, "version")?,
            options: text(made_of, "options")?,
            graph: text(made_of, "graph")?,
            mesh: text(made_of, "mesh")?,
        }),
        None => None,
    };
    let Some(Value::Object(outputs)) = value.get("outputs") else { return None };
    let mut known = BTreeMap::new();
    for (path, recorded) in outputs {
        let bytes = u64::try_from(recorded.get("bytes")?.as_number()?.as_i64()?).ok()?;
        known.insert(path.clone(), FileDigest { bytes, sha256: text(recorded, "sha256")? });
    }
    // Records of former versions have none.
    let notes = match value.get("notes") {
        Some(Value::List(notes)) => notes.iter().filter_map(|note| Some(note.as_text()?.to_owned())).collect(),
        _ => Vec::new(),
    };
    Some((text(&value, "target")?, Record { ingredients, outputs: known, notes }))
}
