//! The file of preferences, which several editors may use at the same time.

use std::fs;
use std::io::{self, ErrorKind};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use travertine_files::{Error, change_file, write};
use travertine_graph::json::{self, Value};

use crate::files::bytes::bytes;
use crate::files::folders::Folders;

/// The files of earlier builds, each with one list.
const EARLIER: [(&str, &str); 8] = [
    ("devices", "device.json"),
    ("exports", "exports.json"),
    ("favorite_groups", "favourites.json"),
    ("favorite_nodes", "favorite-nodes.json"),
    ("looks", "looks.json"),
    ("recent_colors", "colors.json"),
    ("recent_files", "recent.json"),
    ("recent_nodes", "recent-nodes.json"),
];

/// An entry of a list. A new entry takes the place of one that is equal.
pub trait Entry: PartialEq + Sized {
    /// The entry of a value; `None` unless it is one.
    fn read(value: &Value) -> Option<Self>;

    /// Its value.
    fn write(&self) -> Value;
}

/// A list of preferences, the last entry first.
pub struct List<T> {
    name: &'static str,
    /// Maximum number of entries.
    most: usize,
    entry: PhantomData<T>,
}

impl<T> List<T> {
    /// A list with a name and a maximum number of entries.
    pub(super) const fn new(name: &'static str, most: usize) -> List<T> {
        List { name, most, entry: PhantomData }
    }
}

/// All lists by name, with those that this version does not know.
type Lists = Vec<(String, Value)>;

/// The preferences. A change that cannot be written holds until a later one is written, or the editor ends.
#[derive(Clone, Debug, Default)]
pub struct Preferences {
    /// `None` keeps them in memory alone.
    file: Option<PathBuf>,
    lists: Lists,
}

impl Preferences {
    /// The preferences in a folder, which need not exist yet. An unreadable file has none.
    pub fn new(folders: Option<&Folders>) -> Preferences {
        let mut preferences = Preferences { file: folders.map(Folders::preferences), lists: Lists::new() };
        preferences.reload();
        preferences
    }

    /// Takes over what other editors have written.
    pub fn reload(&mut self) {
        if let Some(lists) = self.file.as_deref().and_then(|file| read(file).ok()) {
            self.lists = lists;
        }
    }

    /// The entries of a list, the last one first.
    pub fn get<T: Entry>(&self, list: &List<T>) -> Vec<T> {
        let values = self.lists.iter().find(|(name, _)| name == list.name);
        match values {
            Some((_, Value::List(values))) => values.iter().filter_map(T::read).take(list.most).collect(),
            _ => Vec::new(),
        }
    }

    /// Moves an entry to the front of a list.
    pub fn add<T: Entry>(&mut self, list: &List<T>, entry: &T) {
        self.change(list, |values| {
            values.retain(|value| T::read(value).as_ref() != Some(entry));
            values.insert(0, entry.write());
        });
    }

    /// Adds an entry to a list, or removes it.
    pub fn toggle<T: Entry>(&mut self, list: &List<T>, entry: &T) {
        if self.get(list).contains(entry) {
            self.change(list, |values| values.retain(|value| T::read(value).as_ref() != Some(entry)));
        } else {
            self.add(list, entry);
        }
    }

    fn change<T: Entry>(&mut self, list: &List<T>, change: impl Fn(&mut Vec<Value>)) {
        let change = |lists: &mut Lists| {
            let position = lists.iter().position(|(name, _)| name == list.name);
            let mut values = match position.map(|position| lists.remove(position)) {
                Some((_, Value::List(values))) => values,
                _ => Vec::new(),
            };
            change(&mut values);
            values.truncate(list.most);
            lists.push((list.name.to_owned(), Value::List(values)));
            lists.sort_by(|(one, _), (other, _)| one.cmp(other));
        };
        match self.file.as_deref().map(|file| change_in(file, change)) {
            Some(Ok(lists)) => self.lists = lists,
            Some(Err(_)) | None => change(&mut self.lists),
        }
    }
}

/// The lists in a file, or those of earlier builds if it does not exist.
///
/// # Errors
///
/// If the file cannot be read, is too large, or holds something else.
fn read(file: &Path) -> io::Result<Lists> {
    let parse = |text: Vec<u8>| Some(Value::from(json::parse(&text).ok()?.root));
    match bytes(file) {
        Ok(text) => match parse(text) {
            Some(Value::Object(lists)) => Ok(lists),
            _ => Err(ErrorKind::InvalidData.into()),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let list = |(name, earlier): (&str, &str)| {
                Some((name.to_owned(), parse(bytes(&file.with_file_name(earlier)).ok()?)?))
            };
            Ok(EARLIER.into_iter().filter_map(list).collect())
        }
        Err(error) => Err(error),
    }
}

/// Changes the lists in a file as other editors have left them. A damaged file is kept beside the new one.
///
/// # Errors
///
/// If the file cannot be read or written.
fn change_in(file: &Path, change: impl FnOnce(&mut Lists)) -> Result<Lists, Error> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(Error::write(folder))?;
    }
    change_file(file, || {
        let mut lists = match read(file) {
            Err(error) if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::FileTooLarge) => {
                fs::rename(file, file.with_extension("damaged.json")).map_err(Error::write(file))?;
                Lists::new()
            }
            read => read.map_err(Error::read(file))?,
        };
        change(&mut lists);
        write(file, format!("{}\n", Value::Object(lists.clone())).as_bytes())?;
        Ok(lists)
    })
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::*;

    /// Folders that do not exist yet, and the file of their preferences.
    fn folders(parent: &Path) -> (Folders, PathBuf) {
        let folders = Folders::at(parent.join("data"));
        let file = folders.preferences();
        (folders, file)
    }

    #[test]
    fn the_last_entry_is_first_and_the_oldest_make_room() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, _) = folders(parent.path());
        let mut preferences = Preferences::new(Some(&folders));
        for id in ["a", "b", "c", "d", "e", "f", "g", "c"] {
            preferences.add(&RECENT_NODES, &id.to_owned());
        }
        preferences.add_recent_file(&parent.path().join("one.json"));
        preferences.add(&RECENT_COLORS, &[1.0 / 3.0, 0.1, 1e-9, 2.0]);
        let again = Preferences::new(Some(&folders));
        assert_eq!(again.get(&RECENT_NODES), ["c", "g", "f", "e", "d", "b"]);
        assert_eq!(again.get(&RECENT_FILES), [parent.path().join("one.json")]);
        assert_eq!(again.get(&RECENT_COLORS), [[1.0 / 3.0, 0.1, 1e-9, 2.0]], "all bits");
    }

    #[test]
    fn marks_are_set_and_removed() {
        let mut preferences = Preferences::default();
        for id in ["planks.json", "rust.json", "planks.json"] {
            preferences.toggle(&FAVORITE_GROUPS, &id.to_owned());
        }
        assert_eq!(preferences.get(&FAVORITE_GROUPS), ["rust.json"], "also without a file");
        assert!(preferences.get(&FAVORITE_NODES).is_empty());
    }

    #[test]
    fn two_editors_lose_nothing() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, _) = folders(parent.path());
        let mut editors = [(); 2].map(|()| Preferences::new(Some(&folders)));
        editors[0].add(&FAVORITE_NODES, &"one".to_owned());
        editors[1].add(&FAVORITE_NODES, &"two".to_owned());
        editors[1].add(&DEVICES, &"Nova 9 by vulkan".to_owned());
        editors[0].add(&DEVICES, &String::new());
        editors[1].reload();
        for preferences in editors {
            assert_eq!(preferences.get(&FAVORITE_NODES), ["two", "one"]);
            assert_eq!(preferences.get(&DEVICES), [""]);
        }
    }

    #[test]
    fn unknown_and_damaged_content_survives() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, file) = folders(parent.path());
        fs::create_dir(parent.path().join("data")).unwrap();
        fs::write(&file, r#"{"later": {"a": 1}, "recent_colors": [[1, 2], 3, [0.5, 0.5, 0.5, 1]], "looks": 7}"#)
            .unwrap();
        let mut preferences = Preferences::new(Some(&folders));
        assert_eq!(preferences.get(&RECENT_COLORS), [[0.5, 0.5, 0.5, 1.0]]);
        assert!(preferences.get(&LOOKS).is_empty());
        preferences.add(&RECENT_COLORS, &[0.0; 4]);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(r#""later": {"a": 1}"#) && text.contains("[1, 2]"), "{text}");

        fs::write(&file, "{broken").unwrap();
        let mut preferences = Preferences::new(Some(&folders));
        preferences.add(&RECENT_NODES, &"a".to_owned());
        assert_eq!(fs::read_to_string(file.with_file_name("preferences.damaged.json")).unwrap(), "{broken");
        assert_eq!(Preferences::new(Some(&folders)).get(&RECENT_NODES), ["a"]);
    }

    #[test]
    fn what_cannot_be_written_holds_until_the_end() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, _) = folders(parent.path());
        fs::write(parent.path().join("data"), "no folder").unwrap();
        let mut preferences = Preferences::new(Some(&folders));
        preferences.add(&RECENT_NODES, &"a".to_owned());
        assert_eq!(preferences.get(&RECENT_NODES), ["a"]);
    }

    #[test]
    fn files_of_earlier_builds_are_taken_over_once() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, file) = folders(parent.path());
        fs::create_dir(parent.path().join("data")).unwrap();
        fs::write(file.with_file_name("recent-nodes.json"), r#"["a", "b"]"#).unwrap();
        let looks = r#"[{"graph": "/a.json", "mesh": null, "environment": "evening", "ground": "white"}]"#;
        fs::write(file.with_file_name("looks.json"), looks).unwrap();
        let mut preferences = Preferences::new(Some(&folders));
        assert_eq!(preferences.look(None).ground, "white");
        preferences.add(&RECENT_NODES, &"c".to_owned());
        fs::remove_file(file.with_file_name("looks.json")).unwrap();
        let again = Preferences::new(Some(&folders));
        assert_eq!((again.get(&RECENT_NODES).join(""), again.look(None).ground), ("cab".into(), "white".into()));
    }
}
