//! Settings of exports: what to make of a graph, and where.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use travertine::Slice;
use travertine_jobs::Field;
use travertine_jobs::set::{DEFAULT, Engine, Pack, fill};

use crate::kind::Kind;

/// What is between several values of a field.
pub const BETWEEN: char = ';';

/// What to make of a graph, and where.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// What to make.
    pub kind: Kind,
    /// For each kind, the texts of fields and paths by name. A switch has `true`.
    pub(crate) texts: [BTreeMap<String, String>; Kind::ALL.len()],
}

impl Settings {
    /// The settings for a graph at first: files beside it.
    pub fn new(graph: Option<&Path>) -> Settings {
        let graph = graph.unwrap_or(Path::new("picture.json"));
        let stem = graph.file_stem().unwrap_or_default().to_string_lossy();
        let texts = Kind::ALL.map(|kind| {
            let name = match kind {
                Kind::Picture => format!("{stem}.png"),
                Kind::Maps | Kind::Outputs => DEFAULT.replace("{ext}", "png"),
                Kind::Mesh => format!("{stem}.glb"),
                Kind::Solid => format!("{stem}-solid.png"),
                Kind::Volume => format!("{stem}.nrrd"),
                Kind::Animation => format!("{stem}.webp"),
                Kind::Variations => format!("{stem}-variations"),
            };
            let to = graph.with_file_name(name).display().to_string();
            let first = kind.first().iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
            first.chain([("to".to_owned(), to)]).collect()
        });
        Settings { kind: Kind::Picture, texts }
    }

    /// The text of a field or of a path, `to` or `mesh`; empty without one.
    pub fn text(&self, name: &str) -> &str {
        self.texts[self.kind as usize].get(name).map_or("", String::as_str)
    }

    /// Sets the text of a field or of a path; an empty one takes it back.
    pub fn set(&mut self, name: &str, text: impl Into<String>) {
        let (own, text) = (&mut self.texts[self.kind as usize], text.into());
        if text.trim().is_empty() {
            own.remove(name);
        } else {
            own.insert(name.to_owned(), text);
        }
    }

    /// Sets the position of the plane and the time.
    pub fn set_place(&mut self, slice: &Slice) {
        for (name, value) in [("depth", slice.depth), ("time", slice.time)] {
            self.set(name, if value == 0.0 { String::new() } else { value.to_string() });
        }
    }

    /// Chooses another kind. One of the same job has the same values of fields.
    pub fn choose(&mut self, kind: Kind) {
        if self.kind.job().name == kind.job().name {
            let texts = self.texts[self.kind as usize].clone();
            self.texts[kind as usize].extend(texts.into_iter().filter(|(name, _)| name != "to"));
        }
        self.kind = kind;
    }

    /// The fields of the present kind that the user can choose.
    pub fn fields(&self) -> Vec<Field> {
        let is_left_out = |field: &Field| match field.name.as_str() {
            "bits" => !self.has_bits(),
            "overwrite" => !self.has_overwrite(),
            name => field.is_of_build || self.kind.is_set(name),
        };
        self.kind.job().fields().into_iter().filter(|field| !is_left_out(field)).collect()
    }

    /// The ending of the target, in lower case; empty without one.
    pub fn ending(&self) -> String {
        let ending = Path::new(self.text("to")).extension().unwrap_or_default();
        ending.to_string_lossy().to_lowercase()
    }

    /// The index of the target's format in [`Kind::formats`]; none for another ending.
    pub fn format(&self) -> Option<usize> {
        let (target, ending) = (self.text("to").to_lowercase(), self.ending());
        // Numbered files end like others, too.
        let is_it = |(end, _): &(&str, &str)| match *end {
            "" => ending.is_empty(),
            end => target.ends_with(end) && (end.contains('%') || !target.contains('%')),
        };
        self.kind.formats().iter().position(is_it)
    }

    /// Chooses a format: the target's name ends as it demands.
    pub fn set_format(&mut self, index: usize) {
        let Some((end, _)) = self.kind.formats().get(index) else { return };
        let stem = Path::new(self.text("to")).with_extension("").display().to_string();
        self.set("to", format!("{}{end}", stem.strip_suffix("_%04d").unwrap_or(&stem)));
    }

    /// Whether the export may meet files in its folder that Travertine did not write.
    fn has_overwrite(&self) -> bool {
        match self.kind {
            Kind::Mesh => matches!(self.ending().as_str(), "" | "obj"),
            Kind::Animation => self.text("to").contains('%'),
            Kind::Variations => true,
            _ => false,
        }
    }

    /// Whether the target's format has several numbers of bits.
    fn has_bits(&self) -> bool {
        let ending = self.ending();
        match self.kind {
            Kind::Mesh => matches!(ending.as_str(), "" | "obj"),
            Kind::Animation => matches!(ending.as_str(), "png" | "apng"),
            Kind::Variations | Kind::Volume => true,
            _ => matches!(ending.as_str(), "png" | "tif" | "tiff" | "ktx2" | "dds"),
        }
    }

    /// The files or folders to be written, for a graph with these outputs; those of a sheet or of frames are one.
    pub fn files<'a>(&self, graph: Option<&Path>, outputs: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
        let stem = graph.and_then(Path::file_stem).unwrap_or(OsStr::new("graph"));
        let names = match self.kind {
            Kind::Maps => self.maps_of(outputs).0,
            Kind::Outputs => outputs.map(str::to_owned).collect(),
            _ => return vec![PathBuf::from(self.text("to"))],
        };
        names.iter().filter_map(|name| fill(self.text("to"), stem, name).ok()).collect()
    }

    /// What it makes, in a few words.
    pub fn title(&self) -> String {
        let names = ["output", "for", "mesh", "size"].into_iter().filter(|name| !self.kind.is_set(name));
        let facts = names.map(|name| match name {
            "mesh" => Path::new(self.text(name)).file_name().unwrap_or_default().to_string_lossy().into_owned(),
            "size" => self.text(name).replace('x', " × "),
            name => self.text(name).to_owned(),
        });
        let facts: Vec<String> = facts.filter(|fact| !fact.is_empty()).collect();
        format!("{}: {}", capitalized(self.kind.name()), facts.join(", "))
    }

    /// The names of the files that a set makes of a graph with these outputs, and those that it leaves out for lack of
    /// an output.
    pub fn maps_of<'a>(&self, outputs: impl Iterator<Item = &'a str>) -> (Vec<String>, Vec<&'static str>) {
        let outputs: HashSet<&str> = outputs.collect();
        let engine = Engine::ALL.into_iter().find(|engine| engine.name() == self.text("for"));
        let (made, left_out) = engine.map(|engine| engine.files(&outputs)).unwrap_or_default();
        let packs = values(self.text("pack")).filter_map(|pack| pack.parse().ok());
        let packed = packs.map(|pack: Pack| pack.name().to_owned());
        (packed.chain(made.into_iter().map(str::to_owned)).collect(), left_out)
    }
}

/// The values in the text of a field.
pub(crate) fn values(text: &str) -> impl Iterator<Item = &str> {
    text.split(BETWEEN).map(str::trim).filter(|value| !value.is_empty())
}

/// A text that begins with a capital letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_the_end_of_a_name() {
        for kind in Kind::ALL {
            let mut settings = Settings { kind, ..Settings::new(Some(Path::new("a/rock.json"))) };
            let stem = settings.text("to").to_owned();
            for (index, (end, _)) in kind.formats().iter().enumerate() {
                settings.set_format(index);
                assert_eq!(settings.format(), Some(index), "{}", settings.text("to"));
                assert!(settings.text("to").ends_with(end));
            }
            if !kind.formats().is_empty() {
                settings.set_format(0);
            }
            assert_eq!(settings.text("to"), stem);
        }
    }

    #[test]
    fn the_files_of_a_set_are_known_before() {
        let mut settings = Settings { kind: Kind::Maps, ..Settings::new(Some(Path::new("a/rock.json"))) };
        settings.set("pack", "mask=height,height,0");
        let outputs = || ["albedo", "height"].into_iter();
        let files = settings.files(Some(Path::new("a/rock.json")), outputs());
        let names = ["mask", "BaseColor", "Normal", "Height"];
        assert_eq!(files, names.map(|name| PathBuf::from(format!("a/rock_{name}.png"))));
        assert_eq!(settings.maps_of(outputs()).1, ["ORM", "Emissive"]);
    }
}
