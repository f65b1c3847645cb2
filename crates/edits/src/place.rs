//! Places: what an editor shows of a document.

use std::sync::Arc;

use travertine_graph::document::Document;

use crate::actions::group_of_type;
use crate::edit::{Refusal, inside};

/// The groups that lead to what is shown, from outside in, and the instances through which they were entered. Without
/// groups, the whole document is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The names of the groups.
    pub groups: Vec<String>,
    /// The id of an instance of each group, in the document around it; `None` if the group has no instance.
    pub instances: Vec<Option<String>>,
}

impl Place {
    /// The place to which the groups lead. Instances are those of this place as far as the groups are the same, and
    /// else the first.
    ///
    /// # Errors
    ///
    /// If there is no such group.
    pub fn along(&self, groups: &[String], document: &Arc<Document>) -> Result<Place, Refusal> {
        let missing = || Refusal::new(format!("there is no group `{}`", groups.join("/")));
        let mut place = Place::default();
        for name in groups {
            let around = inside(document, &place.groups).ok_or_else(missing)?;
            let depth = place.groups.len();
            place.groups.push(name.clone());
            let instance = if self.groups.starts_with(&place.groups) {
                self.instances[depth].clone()
            } else {
                instances(around, name).next().map(str::to_owned)
            };
            place.instances.push(instance);
        }
        inside(document, groups).ok_or_else(missing)?;
        Ok(place)
    }

    /// The place inside an instance of a group in what is shown.
    ///
    /// # Errors
    ///
    /// If the node is no instance of a group.
    pub fn through(&self, id: &str, shown: &Document) -> Result<Place, Refusal> {
        let group = shown.nodes.get(id).and_then(|node| group_of_type(&node.node_type));
        let group = group.map(|(_, name)| name).filter(|name| shown.groups.contains_key(*name));
        let name = group.ok_or_else(|| Refusal::new(format!("`{id}` is not a group")))?;
        let mut place = self.clone();
        place.groups.push(name.to_owned());
        place.instances.push(Some(id.to_owned()));
        Ok(place)
    }
}

/// The ids of the instances of a group.
pub(crate) fn instances<'a>(document: &'a Document, group: &str) -> impl Iterator<Item = &'a str> {
    let is_instance = move |node_type: &str| group_of_type(node_type).is_some_and(|(_, name)| name == group);
    document.nodes.iter().filter(move |(_, node)| is_instance(&node.node_type)).map(|(id, _)| id.as_str())
}
