//! The last settings of each graph, kept in a file.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use travertine_files::AtomicFile;
use travertine_graph::json::{self, MAX_SIZE, Value, object};

use crate::job::text;
use crate::kind::Kind;
use crate::settings::Settings;

/// Maximum number of graphs whose settings are kept.
const COUNT: usize = 100;

/// The last settings of each graph, by its path.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    file: Option<PathBuf>,
}

impl Kept {
    /// The settings in this file, which need not exist yet; none keeps nothing.
    pub fn new(file: Option<PathBuf>) -> Kept {
        Kept { file }
    }

    /// The last settings of a graph, or those to begin with. What cannot be read has its default.
    pub fn settings(&self, graph: Option<&Path>) -> Settings {
        let of = graph.and_then(key);
        let kept = of.and_then(|of| self.entries().into_iter().find(|entry| is_of(entry, &of)));
        load(graph, kept.as_ref().and_then(|entry| entry.get("settings")).unwrap_or(&Value::Null))
    }

    /// Keeps the settings of a graph. One without a path has none.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn keep(&self, graph: Option<&Path>, settings: &Settings) -> io::Result<()> {
        let (Some(file), Some(graph)) = (&self.file, graph.and_then(key)) else { return Ok(()) };
        let own = object([("graph", Value::from(graph.as_str())), ("settings", save(settings))]);
        let others = self.entries().into_iter().filter(|entry| !is_of(entry, &graph));
        let all = Value::List([own].into_iter().chain(others).take(COUNT).collect());
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = AtomicFile::create(file)?;
        file.write_all(format!("{all}\n").as_bytes())?;
        file.finish()
    }

    /// The kept graphs, the last first. An unreadable file has none.
    fn entries(&self) -> Vec<Value> {
        let Some(file) = &self.file else { return Vec::new() };
        let is_small = fs::metadata(file).is_ok_and(|metadata| metadata.len() <= MAX_SIZE as u64);
        let text = if is_small { fs::read(file).unwrap_or_default() } else { Vec::new() };
        match json::parse(&text).map(|parsed| Value::from(parsed.root)) {
            Ok(Value::List(entries)) => entries,
            _ => Vec::new(),
        }
    }
}

/// The name of a graph in the file; none unless its path is Unicode.
fn key(graph: &Path) -> Option<String> {
    std::path::absolute(graph).ok()?.to_str().map(str::to_owned)
}

fn is_of(entry: &Value, graph: &str) -> bool {
    entry.get("graph").and_then(Value::as_text) == Some(graph)
}

/// The settings in JSON: the job of each kind.
fn save(settings: &Settings) -> Value {
    let job = |kind: Kind| (kind.name().to_owned(), Value::Object(settings.members(kind)));
    let jobs = Value::Object(Kind::ALL.map(job).into());
    object([("kind", Value::from(settings.kind.name())), ("jobs", jobs)])
}

/// The settings of a graph as they were saved. What cannot be read has its default.
fn load(graph: Option<&Path>, saved: &Value) -> Settings {
    let mut settings = Settings::new(graph);
    for kind in Kind::ALL {
        if let Some(Value::Object(members)) = saved.get("jobs").and_then(|jobs| jobs.get(kind.name())) {
            let texts = members.iter().filter(|(name, _)| name != "make");
            settings.texts[kind as usize] =
                texts.filter_map(|(name, value)| Some((name.clone(), text(value)?))).collect();
        }
        if saved.get("kind").and_then(Value::as_text) == Some(kind.name()) {
            settings.kind = kind;
        }
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_settings_of_each_graph_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/exports.json");
        let kept = Kept::new(Some(file.clone()));
        let (one, two) = (folder.path().join("one.json"), folder.path().join("two.json"));
        assert_eq!(kept.settings(Some(&one)), Settings::new(Some(&one)));
        let mut settings = Settings::new(Some(&one));
        settings.kind = Kind::Maps;
        let texts = [
            ("for", ""),
            ("size", "2048x512"),
            ("region", "-0.1,0,1,1"),
            ("mips", "true"),
            ("pack", "a=b,c,d"),
        ];
        texts.into_iter().for_each(|(name, text)| settings.set(name, text));
        settings.set("to", "maps/{graph}_{output}.tga");
        kept.keep(Some(&one), &settings).unwrap();
        kept.keep(Some(&two), &Settings::new(None)).unwrap();
        kept.keep(None, &settings).unwrap();
        let again = Kept::new(Some(file.clone()));
        assert_eq!(again.settings(Some(&one)), settings);
        assert_eq!(again.settings(None), Settings::new(None), "no path, no settings");

        for index in 0..COUNT {
            kept.keep(Some(&folder.path().join(format!("{index}.json"))), &settings).unwrap();
        }
        assert_eq!(kept.entries().len(), COUNT);
        assert_eq!(kept.settings(Some(&one)), Settings::new(Some(&one)), "the oldest make room");
        fs::write(&file, "[{\"graph\": 1}, {\"settings\": 2}").unwrap();
        assert_eq!(kept.settings(Some(&two)), Settings::new(Some(&two)));
    }
}
