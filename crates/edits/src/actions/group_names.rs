//! Names of groups.

use std::collections::{BTreeMap, BTreeSet};

use travertine_graph::document::{Document, Group, MAX_GROUP_NAME, Node, Shared, group_name};
use travertine_graph::graph::{GROUP, ITERATE};

/// The name of the group that a node type refers to, with its version.
pub fn group_of_type(node_type: &str) -> Option<(&str, &str)> {
    node_type.split_once('/').filter(|(category, _)| matches!(*category, GROUP | ITERATE))
}

/// The groups of a document that nodes are instances of. A group contains all groups that its own nodes need.
pub fn groups_of<'a>(
    document: &Document,
    nodes: impl IntoIterator<Item = &'a Shared<Node>>,
) -> BTreeMap<String, Group> {
    let used = nodes.into_iter().filter_map(|node| group_of_type(&node.node_type));
    let used: BTreeSet<&str> = used.map(|(_, name)| name).collect();
    let groups = used.into_iter().filter_map(|name| document.groups.get_key_value(name));
    groups.map(|(name, group)| (name.clone(), group.clone())).collect()
}

/// An unused name for a group: the same, or with a number appended. `planks` is followed by `planks-2`.
pub fn fresh_group(wanted: &str, groups: &BTreeMap<String, Group>) -> String {
    let is_valid = |character: char| character.is_alphanumeric() || character == '-' || character == '_';
    let stem = wanted.split('@').next().unwrap_or_default().trim();
    let stem: String = stem.chars().map(|each| if is_valid(each) { each } else { '-' }).collect();
    let stem = if stem.is_empty() { "group" } else { &stem };
    let name: String = stem.chars().take(MAX_GROUP_NAME).collect();
    if !groups.contains_key(&name) {
        return name;
    }
    // Leaves room for the digits of any number.
    let stem: String = stem.chars().take(MAX_GROUP_NAME - 21).collect();
    let mut number = 1_u64;
    loop {
        number += 1;
        let name = format!("{stem}-{number}");
        if !groups.contains_key(&name) {
            return name;
        }
    }
}

/// The names that the groups of one document get in another.
pub(super) struct GroupNames(BTreeMap<String, String>);

impl GroupNames {
    /// Adds groups to a document. One that the document has already is not added again; one whose name is taken by
    /// another group gets a new name.
    pub(super) fn add(document: &mut Document, groups: &BTreeMap<String, Group>) -> GroupNames {
        let mut names = BTreeMap::new();
        for (name, group) in groups {
            let digest = group.document.digest();
            let is_same = |other: &Group| other.document.digest() == digest;
            let known = &document.groups;
            let same = match known.get(name) {
                Some(other) if is_same(other) => Some(name),
                Some(_) => known.iter().find(|(_, other)| is_same(other)).map(|(name, _)| name),
                None => None,
            };
            let new = match same {
                Some(same) => same.clone(),
                None => {
                    // A version is part of the name as long as it is free.
                    let is_free = !known.contains_key(name) && group_name(name).is_some();
                    let new = if is_free { name.clone() } else { fresh_group(name, known) };
                    document.groups.insert(new.clone(), group.clone());
                    new
                }
            };
            names.insert(name.clone(), new);
        }
        GroupNames(names)
    }

    /// Gives a node the new name of the group that it is an instance of.
    pub(super) fn rename(&self, node: &mut Node) {
        if let Some((category, name)) = group_of_type(&node.node_type)
            && let Some(new) = self.0.get(name)
        {
            node.node_type = format!("{category}/{new}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_and_new() {
        let groups = ["group", "planks", "planks-2", "planks@2"];
        let groups: BTreeMap<String, Group> =
            groups.into_iter().map(|name| (name.to_owned(), Group::default())).collect();
        for (wanted, expected) in [
            ("tiles", "tiles"),
            ("planks", "planks-3"),
            ("planks@2", "planks-3"),
            ("", "group-2"),
            (" Old oak/floor ", "Old-oak-floor"),
        ] {
            let fresh = fresh_group(wanted, &groups);
            assert_eq!(fresh, expected);
            assert!(group_name(&fresh).is_some());
        }
        assert!(group_name(&fresh_group(&"ä".repeat(99), &groups)).is_some());
    }
}
