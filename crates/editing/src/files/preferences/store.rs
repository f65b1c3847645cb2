//! Lists of preferences, and their changes.

use std::marker::PhantomData;

use travertine_graph::json::Value;

use super::file::Lists;
use super::writer::Writer;
use crate::files::folders::Folders;

/// Maximum size of an entry in JSON. Larger ones are ignored.
const MAX_ENTRY: usize = 1 << 16;

/// An entry of a list. A new entry takes the place of one that is equal.
pub trait Entry: Clone + PartialEq + Send + 'static {
    /// The entry of a value; `None` unless it is one.
    fn read(value: &Value) -> Option<Self>;

    /// Its value.
    fn write(&self) -> Value;
}

/// A list of preferences, the last entry first.
pub struct List<T> {
    name: &'static str,
    /// Maximum number of entries.
    max: usize,
    entry: PhantomData<T>,
}

impl<T> List<T> {
    /// A list with a name and a maximum number of entries.
    pub(super) const fn new(name: &'static str, max: usize) -> List<T> {
        List { name, max, entry: PhantomData }
    }
}

/// The preferences. A change that cannot be written holds until it can be, or the editor ends. The file is written on
/// another thread; dropping this waits for it.
#[derive(Default)]
pub struct Preferences {
    writer: Writer,
}

impl Preferences {
    /// The preferences in a folder, which need not exist yet. An unreadable file has none.
    pub fn new(folders: Option<&Folders>) -> Preferences {
        // Without a thread they are kept in memory.
        let writer = folders.and_then(|folders| Writer::new(folders.preferences()).ok());
        Preferences { writer: writer.unwrap_or_default() }
    }

    /// Writes what could not be written before, and takes over what other editors have written, soon.
    pub fn reload(&self) {
        self.writer.reload();
    }

    /// Waits until the file has all changes, or cannot be written now.
    pub fn flush(&self) {
        self.writer.flush();
    }

    /// The entries of a list, the last one first.
    pub fn get<T: Entry>(&self, list: &List<T>) -> Vec<T> {
        self.writer.look(|lists| match lists.iter().find(|(name, _)| name == list.name) {
            Some((_, Value::List(values))) => values.iter().filter_map(T::read).take(list.max).collect(),
            _ => Vec::new(),
        })
    }

    /// Moves an entry to the front of a list.
    pub fn add<T: Entry>(&mut self, list: &List<T>, entry: &T) {
        if entry.write().to_string().len() > MAX_ENTRY {
            return;
        }
        let entry = entry.clone();
        self.change(list, move |values| {
            let earlier = take(values, &entry);
            values.insert(0, merge(earlier, entry.write()));
        });
    }

    /// Adds an entry to a list, or removes it.
    pub fn toggle<T: Entry>(&mut self, list: &List<T>, entry: &T) {
        if self.get(list).contains(entry) {
            let entry = entry.clone();
            self.change(list, move |values| drop(take(values, &entry)));
        } else {
            self.add(list, entry);
        }
    }

    fn change<T: Entry>(&mut self, list: &List<T>, change: impl Fn(&mut Vec<Value>) + Send + 'static) {
        let &List { name, max, .. } = list;
        let change = move |lists: &mut Lists| {
            if lists.iter().all(|(other, _)| other != name) {
                lists.push((name.to_owned(), Value::List(Vec::new())));
                lists.sort_by(|(one, _), (other, _)| one.cmp(other));
            }
            // A newer version may have something else than a list there.
            let Some((_, Value::List(values))) = lists.iter_mut().find(|(other, _)| other == name) else {
                return;
            };
            change(values);
            let mut known = 0;
            values.retain(|value| {
                known += usize::from(T::read(value).is_some());
                known <= max || T::read(value).is_none()
            });
        };
        self.writer.change(Box::new(change));
    }
}

/// Removes an entry from a list. Returns its value.
fn take<T: Entry>(values: &mut Vec<Value>, entry: &T) -> Option<Value> {
    let taken: Vec<Value> = values.extract_if(.., |value| T::read(value).as_ref() == Some(entry)).collect();
    taken.into_iter().next()
}

/// The value of an entry, with the members of the earlier value that it has no others for.
fn merge(earlier: Option<Value>, mut value: Value) -> Value {
    if let (Some(Value::Object(earlier)), Value::Object(members)) = (earlier, &mut value) {
        for (name, value) in earlier {
            if members.iter().all(|(other, _)| *other != name) {
                members.push((name, value));
            }
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::{Arc, Mutex};
    use std::thread::{self, ThreadId};

    use travertine_files::Error;

    use super::super::look::LOOKS;
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
        preferences.flush();
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
        editors[0].flush();
        editors[1].add(&FAVORITE_NODES, &"two".to_owned());
        editors[1].add(&DEVICES, &"Nova 9 by vulkan".to_owned());
        editors[1].flush();
        editors[0].add(&DEVICES, &String::new());
        editors[0].flush();
        editors[1].reload();
        editors[1].flush();
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
        for index in 0..20 {
            preferences.add(&RECENT_COLORS, &[index as f32, 0.0, 0.0, 1.0]);
        }
        preferences.keep_look(None, &Look::default());
        preferences.flush();
        let text = fs::read_to_string(&file).unwrap();
        for part in [r#""later": {"a": 1}"#, "[1, 2]", r#""looks": 7"#] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        assert_eq!(preferences.get(&RECENT_COLORS).len(), 13);
    }

    #[test]
    fn members_of_a_later_version_survive() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, file) = folders(parent.path());
        fs::create_dir(parent.path().join("data")).unwrap();
        fs::write(&file, r#"{"looks": [{"graph": "", "ground": "white", "sky": "blue"}]}"#).unwrap();
        let mut preferences = Preferences::new(Some(&folders));
        preferences.keep_look(None, &Look { ground: "black".to_owned(), ..Look::default() });
        preferences.flush();
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(r#""ground": "black""#) && text.contains(r#""sky": "blue""#), "{text}");
        assert!(!text.contains("white"), "{text}");
    }

    #[test]
    fn a_damaged_file_is_copied_and_loses_nothing_that_an_editor_knows() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, file) = folders(parent.path());
        let mut preferences = Preferences::new(Some(&folders));
        preferences.add(&RECENT_NODES, &"a".to_owned());
        preferences.flush();
        let damaged = ["{broken", "[]"];
        for (text, node) in damaged.into_iter().zip(["b", "c"]) {
            fs::write(&file, text).unwrap();
            preferences.add(&RECENT_NODES, &node.to_owned());
            preferences.flush();
        }
        assert_eq!(Preferences::new(Some(&folders)).get(&RECENT_NODES), ["c", "b", "a"]);
        let copies = ["preferences.damaged.json", "preferences.damaged-2.json"];
        assert_eq!(copies.map(|name| fs::read_to_string(file.with_file_name(name)).unwrap()), damaged);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_damaged_file_stays() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, file) = folders(parent.path());
        fs::create_dir(parent.path().join("data")).unwrap();
        let linked = parent.path().join("linked.json");
        fs::write(&linked, "{broken").unwrap();
        std::os::unix::fs::symlink(&linked, &file).unwrap();
        Preferences::new(Some(&folders)).add(&RECENT_NODES, &"a".to_owned());
        assert!(file.is_symlink() && !file.with_file_name("preferences.damaged.json").is_symlink());
        assert!(fs::read_to_string(&linked).unwrap().contains("recent_nodes"));
    }

    #[test]
    fn what_is_too_large_is_ignored() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, _) = folders(parent.path());
        let mut preferences = Preferences::new(Some(&folders));
        preferences.add(&RECENT_NODES, &"a".repeat(MAX_ENTRY));
        assert!(preferences.get(&RECENT_NODES).is_empty());
    }

    #[test]
    fn changes_wait_while_another_editor_writes() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, file) = folders(parent.path());
        let mut preferences = Preferences::new(Some(&folders));
        preferences.add(&RECENT_NODES, &"a".to_owned());
        preferences.flush();
        let written = || Preferences::new(Some(&folders)).get(&RECENT_NODES);
        travertine_files::change_file(&file, || {
            preferences.add(&RECENT_NODES, &"b".to_owned());
            preferences.reload();
            preferences.flush();
            assert_eq!(preferences.get(&RECENT_NODES), ["b", "a"]);
            assert_eq!(written(), ["a"]);
            Ok::<(), Error>(())
        })
        .unwrap();
        preferences.reload();
        preferences.flush();
        assert_eq!(written(), ["b", "a"]);
    }

    /// An entry whose value another thread than its maker receives only once the gate opens.
    #[derive(Clone)]
    struct Gated(ThreadId, Arc<Mutex<()>>);

    impl PartialEq for Gated {
        fn eq(&self, other: &Gated) -> bool {
            self.0 == other.0
        }
    }

    impl Entry for Gated {
        fn read(_: &Value) -> Option<Gated> {
            None
        }

        fn write(&self) -> Value {
            if thread::current().id() != self.0 {
                drop(self.1.lock().unwrap());
            }
            Value::from("gated")
        }
    }

    #[test]
    fn a_change_does_not_wait_for_the_disk_and_the_end_does() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, file) = folders(parent.path());
        let mut preferences = Preferences::new(Some(&folders));
        let gated = Gated(thread::current().id(), Arc::default());
        let closed = gated.1.lock().unwrap();
        preferences.add(&List::new("slow", 2), &gated);
        for id in ["a", "b"] {
            preferences.add(&RECENT_NODES, &id.to_owned());
        }
        assert_eq!(preferences.get(&RECENT_NODES), ["b", "a"]);
        assert!(!file.exists());
        drop(closed);
        drop(preferences);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("gated") && text.contains(r#""recent_nodes": ["b", "a"]"#), "{text}");
    }

    #[test]
    fn what_cannot_be_written_holds_until_the_end() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, _) = folders(parent.path());
        fs::write(parent.path().join("data"), "no folder").unwrap();
        let mut preferences = Preferences::new(Some(&folders));
        preferences.add(&RECENT_NODES, &"a".to_owned());
        preferences.reload();
        preferences.flush();
        assert_eq!(preferences.get(&RECENT_NODES), ["a"]);
        fs::remove_file(parent.path().join("data")).unwrap();
        preferences.add(&DEVICES, &String::new());
        preferences.flush();
        assert_eq!(Preferences::new(Some(&folders)).get(&RECENT_NODES), ["a"], "written with a later one");
    }

    #[test]
    fn files_of_earlier_builds_are_taken_over_once() {
        let parent = tempfile::tempdir().unwrap();
        let (folders, file) = folders(parent.path());
        fs::create_dir(parent.path().join("data")).unwrap();
        fs::write(file.with_file_name("recent-nodes.json"), r#"["a", "b"]"#).unwrap();
        let looks = r#"[{"graph": "/a.json", "mesh": null, "environment": "evening", "ground": "white"}]"#;
        fs::write(file.with_file_name("looks.json"), looks).unwrap();
        fs::write(&file, r#"{"devices": [""]}"#).unwrap();
        let mut preferences = Preferences::new(Some(&folders));
        assert_eq!(preferences.look(None).ground, "white");
        preferences.add(&RECENT_NODES, &"c".to_owned());
        preferences.flush();
        fs::remove_file(file.with_file_name("looks.json")).unwrap();
        let again = Preferences::new(Some(&folders));
        assert_eq!((again.get(&RECENT_NODES).join(""), again.look(None).ground), ("cab".into(), "white".into()));
    }
}
