//! The groups of a document as a whole: their names, copies from libraries, and removal.

use std::collections::BTreeSet;

use travertine_graph::document::{Document, Group, Node, group_name};
use travertine_graph::graph::GROUP;
use travertine_presentation::{Outline, definition_of_group};

use crate::actions::group_names::{GroupNames, group_of_type};
use crate::actions::insert::{Loose, add, attach};
use crate::difference::action;
use crate::edit::{Action, Edit, GROUP_NAME, Refusal};

/// Adds an instance of a group, connected to the loose wire if there is one, and the group itself unless the document
/// has the same one.
///
/// # Errors
///
/// If the wire does not fit.
pub fn insert_group(
    outline: &Outline,
    name: &str,
    group: Group,
    position: [f64; 2],
    wire: Option<&Loose>,
) -> Result<Action, Refusal> {
    let label = group.document.name.clone().unwrap_or_else(|| name.to_owned());
    let broken = || Refusal::new(format!("{label} has errors"));
    let definition = definition_of_group(name, &group, outline.base());
    let mut id = String::new();
    let action = action(outline, format!("Add {label}"), |document| {
        let names = GroupNames::add(document, &[(name.to_owned(), group)].into());
        let mut node = Node { node_type: format!("{GROUP}/{name}"), ..Node::default() };
        names.rename(&mut node);
        id = add(document, &node.node_type, position);
        match wire {
            Some(wire) => {
                let definition = definition.as_ref().ok_or_else(broken)?;
                attach(outline, document, definition, &id, wire, None)
            }
            None => Ok(()),
        }
    })?;
    Ok(action.selecting([id]))
}

/// Replaces a group. Inputs of instances are unchanged; checking the graph reports which of them no longer exist.
///
/// # Errors
///
/// If there is no such group.
pub fn set_group(outline: &Outline, name: &str, group: Group) -> Result<Action, Refusal> {
    existing(outline, name)?;
    Ok(Action::new(format!("Update {name}"), Edit::Group(name.to_owned(), Some(Box::new(group)))))
}

/// Makes a copy from a library the document's own group, which no longer follows the library.
///
/// # Errors
///
/// If there is no such group.
pub fn keep_group(outline: &Outline, name: &str) -> Result<Action, Refusal> {
    let group = Group { source: None, ..existing(outline, name)?.clone() };
    Ok(Action::new(format!("Keep {name} here"), Edit::Group(name.to_owned(), Some(Box::new(group)))))
}

/// Renames a group; its instances follow.
///
/// # Errors
///
/// If there is no such group, or the name is taken or invalid.
pub fn rename_group(outline: &Outline, name: &str, new: &str) -> Result<Action, Refusal> {
    existing(outline, name)?;
    if group_name(new).is_none() {
        return Err(Refusal::new(format!("`{new}` cannot be the name of a group; {GROUP_NAME}")));
    }
    if name != new && outline.document().groups.contains_key(new) {
        return Err(Refusal::new(format!("there is another group called `{new}`")));
    }
    action(outline, format!("Rename group {name}"), |document| {
        if let Some(group) = document.groups.remove(name) {
            document.groups.insert(new.to_owned(), group);
        }
        for node in document.nodes.values_mut() {
            if let Some((category, group)) = group_of_type(&node.node_type)
                && group == name
            {
                node.node_type = format!("{category}/{new}");
            }
        }
        Ok(())
    })
}

/// The groups of a document without instances.
pub fn unused_groups(document: &Document) -> Vec<&str> {
    let used = document.nodes.values().filter_map(|node| group_of_type(&node.node_type));
    let used: BTreeSet<&str> = used.map(|(_, name)| name).collect();
    document.groups.keys().map(String::as_str).filter(|name| !used.contains(name)).collect()
}

/// Removes the groups without instances.
///
/// # Errors
///
/// If there are none.
pub fn remove_unused_groups(outline: &Outline) -> Result<Action, Refusal> {
    let unused = unused_groups(outline.document());
    if unused.is_empty() {
        return Err(Refusal::new("every group is used"));
    }
    let edits: Vec<Edit> = unused.into_iter().map(|name| Edit::Group(name.to_owned(), None)).collect();
    Ok(Action::new("Remove unused groups", edits))
}

fn existing<'a>(outline: &'a Outline, name: &str) -> Result<&'a Group, Refusal> {
    outline.document().groups.get(name).ok_or_else(|| Refusal::new(format!("there is no group `{name}`")))
}

#[cfg(test)]
mod tests {
    use travertine_graph::document::{GroupSource, Input};
    use travertine_presentation::Copied;

    use super::*;
    use crate::testing::outlines::{after, outline};

    fn planks(scale: f64) -> Group {
        let document = Document::named("Planks")
            .node("n", Node::new("noise/perlin").input("scale", scale))
            .output("height", Input::wire("n"));
        let source = GroupSource { path: "planks.json".to_owned(), sha256: document.digest(), extra: Vec::new() };
        Group { document: document.into(), source: Some(source) }
    }

    #[test]
    fn a_group_of_a_library_is_added_once() {
        let start = outline("");
        let add = |outline: &Outline, scale| {
            after(outline, insert_group(outline, "planks", planks(scale), [1.0, 2.0], None).unwrap())
        };
        let once = add(&start, 1.0);
        assert_eq!(once.document().layout["planks"], [1.0, 2.0]);
        assert!(once.definition("planks").is_some());
        let twice = add(&once, 1.0);
        assert_eq!(twice.document().groups.len(), 1);
        let other = add(&twice, 2.0);
        assert_eq!(other.document().nodes["planks_3"].node_type, "group/planks-2");
    }

    #[test]
    fn a_copy_is_updated_changed_and_kept() {
        let start = outline("");
        let start = after(&start, insert_group(&start, "planks", planks(1.0), [0.0; 2], None).unwrap());
        let state = |outline: &Outline| outline.copied("planks");
        assert_eq!(state(&start), Copied::Same);
        let updated = after(&start, set_group(&start, "planks", planks(2.0)).unwrap());
        assert_eq!((state(&updated), &updated.document().groups["planks"]), (Copied::Same, &planks(2.0)));
        let inside = Edit::input("n", "scale", Some(3.into()));
        let changed = after(&start, Action::new("", Edit::Inside(vec!["planks".to_owned()], Box::new(inside))));
        assert_eq!(state(&changed), Copied::Changed);
        let kept = after(&changed, keep_group(&changed, "planks").unwrap());
        assert_eq!(state(&kept), Copied::Own);
        assert!(set_group(&start, "tiles", planks(1.0)).is_err() && keep_group(&start, "tiles").is_err());
    }

    #[test]
    fn groups_are_renamed_and_removed() {
        let start = outline("");
        let start = after(&start, insert_group(&start, "planks", planks(1.0), [0.0; 2], None).unwrap());
        let renamed = after(&start, rename_group(&start, "planks", "boards").unwrap());
        assert_eq!(renamed.document().nodes["planks"].node_type, "group/boards");
        assert!(renamed.definition("planks").is_some());
        assert!(rename_group(&start, "planks", "a b").is_err() && rename_group(&start, "tiles", "t").is_err());
        assert!(remove_unused_groups(&renamed).is_err());
        let alone = after(&renamed, Action::new("", Edit::Node("planks".to_owned(), None)));
        assert_eq!(unused_groups(alone.document()), ["boards"]);
        assert!(after(&alone, remove_unused_groups(&alone).unwrap()).document().groups.is_empty());
    }
}
