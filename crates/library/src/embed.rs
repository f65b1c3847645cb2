//! Groups of a library in a document.

use travertine_graph::document::{Document, Group};

use crate::entry::Entry;
use crate::library::Library;

/// A group that was added to a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// Name of the group in the document; its instances have the type `group/NAME`.
    pub name: String,
    /// Whether the document had the group already.
    pub was_there: bool,
}

/// Adds a group to a document, under its own name or else with a number: `planks-2`. A document that has the same group
/// under that name keeps it.
pub fn embed(document: &mut Document, entry: &Entry) -> Embedded {
    let mut number = 1;
    loop {
        let name = if number == 1 { entry.name.clone() } else { format!("{}-{number}", entry.name) };
        match document.groups.get(&name) {
            Some(group) if group.document.digest() == entry.digest => {
                return Embedded { name, was_there: true };
            }
            Some(_) => number += 1,
            None => {
                document.groups.insert(name.clone(), entry.group());
                return Embedded { name, was_there: false };
            }
        }
    }
}

/// A group that was updated.
#[derive(Clone, Debug, PartialEq)]
pub struct Updated {
    /// Names of the groups around it, outermost first, and its own.
    pub path: Vec<String>,
    /// The group before.
    pub before: Group,
}

/// Replaces the groups of a document, and the groups in them, by those that the library has now. `chosen` decides by the
/// group's name.
///
/// Inputs of instances stay as they are. Those that the new group lacks are errors when the document is checked.
pub fn update(document: &mut Document, library: &Library, chosen: &dyn Fn(&str) -> bool) -> Vec<Updated> {
    let mut updated = Vec::new();
    for (name, group) in &mut document.groups {
        if chosen(name)
            && let Some(entry) = library.newer(group)
        {
            let before = std::mem::replace(group, entry.group());
            updated.push(Updated { path: vec![name.clone()], before });
            continue;
        }
        // Groups inside are updated with the group around them, or alone.
        for mut inner in update(&mut group.document, library, chosen) {
            inner.path.insert(0, name.clone());
            updated.push(inner);
        }
    }
    updated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Origin;
    use crate::read::entry;
    use travertine_graph::document::{Input, Node};

    fn planks(scale: f64) -> Document {
        Document::named("Planks")
            .node("n", Node::new("noise/perlin").input("scale", scale))
            .output("height", Input::wire("n"))
    }

    fn of(document: Document) -> Entry {
        entry("planks", "planks.json".to_owned(), Origin::Bundled, document)
    }

    #[test]
    fn a_group_is_embedded_once() {
        let mut document = Document::default();
        let named = |document: &mut Document, scale| {
            let embedded = embed(document, &of(planks(scale)));
            (embedded.name, embedded.was_there)
        };
        assert_eq!(named(&mut document, 1.0), ("planks".to_owned(), false));
        assert_eq!(named(&mut document, 1.0), ("planks".to_owned(), true));
        assert_eq!(named(&mut document, 2.0), ("planks-2".to_owned(), false));
        assert_eq!(named(&mut document, 2.0), ("planks-2".to_owned(), true));
        assert_eq!(document.groups["planks"].source.as_ref().unwrap().sha256, planks(1.0).digest());
    }

    #[test]
    fn updating_replaces_what_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let save =
            |scale: f64| std::fs::write(folder.path().join("planks.json"), planks(scale).to_json()).unwrap();
        let library = || Library::of([Origin::User(folder.path().to_owned())]);
        save(1.0);
        let mut document = Document::default();
        embed(&mut document, library().find("planks").unwrap());
        let mut outer = Document::default();
        outer.groups.insert("floor".to_owned(), Group { document: document.clone(), source: None });
        assert!(update(&mut document, &library(), &|_| true).is_empty(), "nothing has changed");

        save(2.0);
        assert!(update(&mut document, &library(), &|name| name == "other").is_empty());
        let updated = update(&mut document, &library(), &|_| true);
        assert_eq!(updated[0].path, ["planks"]);
        assert_eq!(updated[0].before.document, planks(1.0));
        assert_eq!(document.groups["planks"].document, planks(2.0));
        assert!(update(&mut document, &library(), &|_| true).is_empty(), "it is up to date");

        let inner = update(&mut outer, &library(), &|_| true);
        assert_eq!(inner[0].path, ["floor", "planks"]);
        assert_eq!(outer.groups["floor"].document.groups["planks"].document, planks(2.0));
    }
}
