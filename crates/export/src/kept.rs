//! The last settings of each graph, kept in a file.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use travertine::Up;
use travertine_files::AtomicFile;
use travertine_graph::json::{self, MAX_SIZE, Value, object};
use travertine_jobs::set::Engine;

use crate::settings::{Animation, Area, Kind, Maps, Mesh, Settings, Sheet, Solid, Volume};

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
        let mut settings = Settings::new(graph);
        if let Some(graph) = graph.and_then(key) {
            let kept = self.entries().into_iter().find(|entry| is_of(entry, &graph));
            settings.load(kept.as_ref().and_then(|entry| entry.get("settings")).unwrap_or(&Value::Null));
        }
        settings
    }

    /// Keeps the settings of a graph. One without a path has none.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn keep(&self, graph: Option<&Path>, settings: &Settings) -> io::Result<()> {
        let (Some(file), Some(graph)) = (&self.file, graph.and_then(key)) else { return Ok(()) };
        let own = object([("graph", Value::from(graph.as_str())), ("settings", settings.save())]);
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

/// A value that is kept. One that cannot be read stays what it is.
trait Entry {
    fn save(&self) -> Value;

    fn load(&mut self, value: &Value);
}

/// Keeps a struct as an object of its fields.
macro_rules! fields {
    ($type:ty: $($field:ident)*) => {
        impl Entry for $type {
            fn save(&self) -> Value {
                object([$((stringify!($field), self.$field.save())),*])
            }

            fn load(&mut self, value: &Value) {
                $(if let Some(value) = value.get(stringify!($field)) {
                    self.$field.load(value);
                })*
            }
        }
    };
}

fields!(Settings: kind output size area sixteen overwrite targets maps mesh solid volume animation sheet options);
fields!(Area: left top units depth time);
fields!(Maps: engine packs);
fields!(Mesh: mesh unwrap samples occlusion up scale);
fields!(Solid: background is_transparent rays);
fields!(Volume: size bits);
fields!(Animation: frames fps is_loop);
fields!(Sheet: seeds parameter first last count side);

/// Keeps one of several values by its name.
macro_rules! named {
    ($($type:ty)*) => {
        $(impl Entry for $type {
            fn save(&self) -> Value {
                Value::from(self.name())
            }

            fn load(&mut self, value: &Value) {
                let found = <$type>::ALL.into_iter().find(|each| value.as_text() == Some(each.name()));
                *self = found.unwrap_or(*self);
            }
        })*
    };
}

named!(Kind Up);

impl Entry for Option<Engine> {
    fn save(&self) -> Value {
        self.map_or(Value::Null, |engine| Value::from(engine.name()))
    }

    fn load(&mut self, value: &Value) {
        let found = Engine::ALL.into_iter().find(|engine| value.as_text() == Some(engine.name()));
        if found.is_some() || *value == Value::Null {
            *self = found;
        }
    }
}

impl Entry for bool {
    fn save(&self) -> Value {
        Value::from(*self)
    }

    fn load(&mut self, value: &Value) {
        if let Value::Bool(value) = value {
            *self = *value;
        }
    }
}

impl Entry for String {
    fn save(&self) -> Value {
        Value::from(self.as_str())
    }

    fn load(&mut self, value: &Value) {
        if let Some(text) = value.as_text() {
            text.clone_into(self);
        }
    }
}

impl Entry for u32 {
    fn save(&self) -> Value {
        Value::from(*self)
    }

    fn load(&mut self, value: &Value) {
        let number = value.as_number().and_then(|number| u32::try_from(number.as_i64()?).ok());
        *self = number.unwrap_or(*self);
    }
}

impl Entry for f32 {
    fn save(&self) -> Value {
        Value::from(*self)
    }

    fn load(&mut self, value: &Value) {
        let number = value.as_number().and_then(|number| number.as_f32());
        *self = number.filter(|number| number.is_finite()).unwrap_or(*self);
    }
}

impl Entry for f64 {
    fn save(&self) -> Value {
        Value::from(*self)
    }

    fn load(&mut self, value: &Value) {
        let number = value.as_number().and_then(|number| number.as_f64());
        *self = number.filter(|number| number.is_finite()).unwrap_or(*self);
    }
}

impl Entry for BTreeMap<String, String> {
    fn save(&self) -> Value {
        let members = self.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str())));
        Value::Object(members.collect())
    }

    fn load(&mut self, value: &Value) {
        if let Value::Object(members) = value {
            let texts =
                members.iter().filter_map(|(name, value)| Some((name.clone(), value.as_text()?.to_owned())));
            self.extend(texts);
        }
    }
}

impl<T: Entry, const N: usize> Entry for [T; N] {
    fn save(&self) -> Value {
        Value::List(self.iter().map(Entry::save).collect())
    }

    fn load(&mut self, value: &Value) {
        if let Value::List(values) = value {
            self.iter_mut().zip(values).for_each(|(own, value)| own.load(value));
        }
    }
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
        settings.maps.engine = None;
        settings.size = [2048, 512];
        settings.area.left = -0.1;
        settings.mesh.up = Up::Z;
        settings.set_option("mips", "true".to_owned());
        settings.sheet.last = 1.0 / 3.0;
        *settings.target_mut() = "maps/{graph}_{output}.tga".to_owned();
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
