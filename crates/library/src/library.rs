//! The library of a document.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use travertine_graph::document::{Document, Group};

use crate::entry::{Entry, Origin};
use crate::read::{Problem, entry, read};

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// Groups to choose from, by path.
#[derive(Clone, Debug, Default)]
pub struct Library {
    entries: Vec<Entry>,
    problems: Vec<Problem>,
}

impl Library {
    /// The groups for a document at this path: those in `library` next to it, in the user's data folder, and the
    /// bundled ones. A document without a path, or `-`, has none next to it.
    pub fn new(document: Option<&Path>) -> Library {
        let file = document.filter(|path| *path != Path::new("-"));
        let beside = file.map(|path| path.parent().unwrap_or(Path::new("")).join("library")).map(Origin::Document);
        let user = travertine_files::data_folder().map(|data| Origin::User(data.join("library")));
        Library::of(beside.into_iter().chain(user).chain([Origin::Bundled]))
    }

    /// The bundled groups.
    pub fn bundled() -> Library {
        Library::of([Origin::Bundled])
    }

    /// The groups of these folders. An earlier one hides equal paths of later ones.
    pub fn of(origins: impl IntoIterator<Item = Origin>) -> Library {
        let mut library = Library::default();
        let mut known = BTreeSet::new();
        for origin in origins {
            let entries = match &origin {
                Origin::Document(folder) | Origin::User(folder) => {
                    let (entries, problems) = read(folder, &origin);
                    library.problems.extend(problems);
                    entries
                }
                Origin::Bundled => BUNDLED_ENTRIES.clone(),
            };
            library.entries.extend(entries.into_iter().filter(|entry| known.insert(entry.path.clone())));
        }
        library.entries.sort_by(|a, b| a.path.cmp(&b.path));
        library
    }

    /// The groups, by path.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Files that are not usable.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The group of this path, or else the one of this name in the earliest folder.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        let by_path = self.entries.iter().find(|entry| entry.path == name);
        by_path.or_else(|| {
            let named = self.entries.iter().filter(|entry| entry.name == name);
            named.min_by_key(|entry| entry.origin.order())
        })
    }

    /// The entry that a group is a copy of, if the library still has that path.
    pub fn source(&self, group: &Group) -> Option<&Entry> {
        let source = group.source.as_ref()?;
        self.entries.iter().find(|entry| entry.path == source.path)
    }

    /// The entry that a group is a copy of, if it has changed since: the group can be [updated](crate::update).
    pub fn newer(&self, group: &Group) -> Option<&Entry> {
        let sha256 = &group.source.as_ref()?.sha256;
        self.source(group).filter(|entry| entry.digest != *sha256)
    }
}

/// The bundled groups, parsed once.
static BUNDLED_ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let documents = BUNDLED.iter().filter_map(|(path, text)| {
        // A test parses each of them.
        let document = Document::parse(text.as_bytes()).ok()?;
        let name = path.strip_suffix(".json").unwrap_or(path);
        Some(entry(name, (*path).to_owned(), Origin::Bundled, document))
    });
    documents.collect()
});

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use travertine_graph::graph::Graph;

    #[test]
    fn every_bundled_group_is_a_valid_graph_in_canonical_form() {
        let registry = travertine_nodes::registry();
        assert!(BUNDLED.len() >= 30);
        for (path, text) in BUNDLED {
            let document = Document::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{path}: {problems}"));
            assert_eq!(document.to_json(), *text, "{path} is not in canonical form");
            let graph = Graph::new(&document, &registry).unwrap_or_else(|problems| panic!("{path}: {problems}"));
            assert!(graph.warnings().is_empty(), "{path}: {}", graph.warnings());
            assert!(document.name.is_some() && document.description.is_some() && document.category.is_some(), "{path}");
            assert!(document.search.len() >= 3, "{path}");
        }
        assert_eq!(Library::bundled().entries().len(), BUNDLED.len());
    }

    fn write(folder: &Path, path: &str, text: &str) {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn text(name: &str) -> String {
        Document { name: Some(name.to_owned()), ..Document::default() }.to_json()
    }

    #[test]
    fn earlier_folders_hide_later_ones() {
        let folder = tempfile::tempdir().unwrap();
        let (beside, user) = (folder.path().join("beside"), folder.path().join("user"));
        write(&beside, "a.json", &text("beside"));
        write(&beside, "deep/b.json", &text("deep"));
        write(&user, "walls/brick-wall.json", &text("bricks"));
        write(&user, "a.json", &text("user"));
        write(&user, "planks.json", &text("mine"));
        let library = Library::of([Origin::Document(beside), Origin::User(user), Origin::Bundled]);
        let label = |name: &str| library.find(name).map(|entry| (entry.label().to_owned(), entry.origin.to_string()));
        assert_eq!(label("a"), Some(("beside".to_owned(), "document".to_owned())));
        assert_eq!(label("deep/b.json"), Some(("deep".to_owned(), "document".to_owned())));
        assert_eq!(label("b"), label("deep/b.json"));
        assert_eq!(label("planks"), Some(("mine".to_owned(), "user".to_owned())));
        assert_eq!(label("brick-wall"), label("walls/brick-wall.json"));
        assert_eq!(label("cobbles").map(|(_, origin)| origin), Some("bundled".to_owned()));
        assert_eq!(label("no-such-group"), None);
        assert!(library.problems().is_empty());
    }

    #[test]
    fn unusable_files_are_reported_and_the_others_read() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "good.json", &text("good"));
        write(folder.path(), "half.json", &text("half")[..20]);
        write(folder.path(), "two words.json", &text("words"));
        write(folder.path(), "planks@2.json", &text("version"));
        write(folder.path(), "notes.txt", "not a graph");
        write(folder.path(), ".hidden.json", "not a graph");
        let library = Library::of([Origin::User(folder.path().to_owned())]);
        assert_eq!(library.entries().iter().map(|entry| entry.path.as_str()).collect::<Vec<_>>(), ["good.json"]);
        let problems: Vec<String> = library
            .problems()
            .iter()
            .map(|problem| format!("{}: {}", problem.path.file_name().unwrap().display(), problem.message))
            .collect();
        assert_eq!(problems.len(), 3);
        assert!(problems[0].starts_with("half.json: is not a graph: 2:13: error: the file ends"), "{problems:?}");
        assert!(problems[1].starts_with("planks@2.json: cannot be the name of a group"));
        assert!(problems[2].starts_with("two words.json: cannot be the name of a group"));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "outside/secret.json", &text("secret"));
        fs::create_dir(folder.path().join("library")).unwrap();
        std::os::unix::fs::symlink(folder.path().join("outside"), folder.path().join("library/link")).unwrap();
        std::os::unix::fs::symlink(folder.path().join("outside/secret.json"), folder.path().join("library/s.json"))
            .unwrap();
        let library = Library::of([Origin::User(folder.path().join("library"))]);
        assert!(library.entries().is_empty() && library.problems().is_empty());
    }
}
