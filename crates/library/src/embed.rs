//! Groups of a library in a document.

use travertine_graph::document::{Document, Group, MAX_GROUP_NAME};

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
        let name = numbered(&entry.name, number);
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

/// The name with a number from 2 on, shortened if it would be too long.
fn numbered(name: &str, number: usize) -> String {
    if number == 1 {
        return name.to_owned();
    }
    let end = format!("-{number}");
    let start: String = name.chars().take(MAX_GROUP_NAME - end.len()).collect();
    start + &end
}

/// A group that was updated.
#[derive(Clone, Debug, PartialEq)]
pub struct Updated {
    /// Names of the groups around it, outermost first, and its own.
    pub path: Vec<String>,
    /// The group before.
    pub before: Group,
}

/// Replaces the groups of a document by those that the library has now, and so the groups inside groups of the
/// document's own. The groups inside a copy are those of its file. `chosen` decides by the group and its name.
///
/// Inputs of instances are unchanged. Those that the new group lacks are errors when the document is checked.
pub fn update(document: &mut Document, library: &Library, chosen: &dyn Fn(&str, &Group) -> bool) -> Vec<Updated> {
    let mut updated = Vec::new();
    for (name, group) in document.groups.iter_mut() {
        if group.source.is_some() {
            if let Some(entry) = library.newer(group).filter(|_| chosen(name, group)) {
                let before = std::mem::replace(group, entry.group());
                updated.push(Updated { path: vec![name.clone()], before });
            }
            continue;
        }
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

        let long = Entry { name: "p".repeat(64), ..of(planks(1.0)) };
        embed(&mut document, &long);
        let other = Entry { digest: "other".to_owned(), ..long };
        assert_eq!(embed(&mut document, &other).name, "p".repeat(62) + "-2");
    }

    #[test]
    fn updating_replaces_what_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let save = |scale: f64| std::fs::write(folder.path().join("planks.json"), planks(scale).to_json()).unwrap();
        let library = || Library::of([Origin::User(folder.path().to_owned())]);
        save(1.0);
        let mut document = Document::default();
        embed(&mut document, library().find("planks").unwrap());
        let mut outer = Document::default();
        outer.groups.insert("floor".to_owned(), document.clone().into());
        assert!(update(&mut document, &library(), &|_, _| true).is_empty(), "nothing has changed");

        save(2.0);
        assert!(update(&mut document, &library(), &|name, _| name == "other").is_empty());
        let updated = update(&mut document, &library(), &|_, _| true);
        assert_eq!(updated[0].path, ["planks"]);
        assert_eq!(updated[0].before.document, planks(1.0));
        assert_eq!(document.groups["planks"].document, planks(2.0));
        assert!(update(&mut document, &library(), &|_, _| true).is_empty(), "it is up to date");

        // The groups of a copy belong to its file.
        let mut copy = outer.clone();
        copy.groups.get_mut("floor").unwrap().source = document.groups["planks"].source.clone();
        assert!(update(&mut copy, &library(), &|_, _| true).is_empty());

        let inner = update(&mut outer, &library(), &|_, _| true);
        assert_eq!(inner[0].path, ["floor", "planks"]);
        assert_eq!(outer.groups["floor"].document.groups["planks"].document, planks(2.0));
    }
}
