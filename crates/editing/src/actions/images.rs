//! Images of nodes that are copied from document to document.

use std::collections::BTreeMap;

use travertine_graph::definition::ValueType;
use travertine_graph::document::{Document, Image, Input, Node};
use travertine_graph::json::Value;
use travertine_graph::registry::Registry;

use super::ids::fresh_id;

/// The images whose names are values of nodes. Those in files are embedded, as far as they are read: another document
/// may be in another folder.
pub(crate) fn images_of<'a>(
    document: &Document,
    nodes: impl IntoIterator<Item = &'a Node>,
) -> BTreeMap<String, Image> {
    let values = nodes.into_iter().flat_map(|node| node.inputs.values());
    let names = values.filter_map(|value| match value {
        Input::Constant(value) => value.as_text(),
        _ => None,
    });
    let images = names.filter_map(|name| document.images.get_key_value(name));
    images.map(|(name, image)| (name.clone(), image.to_embedded())).collect()
}

/// New names of images in another document.
pub(crate) struct ImageNames(BTreeMap<String, String>);

impl ImageNames {
    /// Adds images that the document lacks. One whose name another image has gets a new name.
    pub(crate) fn add(document: &mut Document, images: &BTreeMap<String, Image>) -> ImageNames {
        let mut names = BTreeMap::new();
        for (name, image) in images {
            let same = |other: &Image| {
                other == image || other.digest().is_some() && other.digest() == image.digest()
            };
            if document.images.get(name).is_some_and(same) {
                continue;
            }
            let new = fresh_id(name, |name| document.images.contains_key(name));
            document.images.insert(new.clone(), image.clone());
            names.insert(name.clone(), new);
        }
        ImageNames(names)
    }

    /// Gives the images of a node their new names.
    pub(crate) fn rename(&self, node: &mut Node, registry: &Registry) {
        let Some(definition) = registry.find(&node.node_type).filter(|_| !self.0.is_empty()) else { return };
        for input in definition.inputs.iter().filter(|input| input.value_type == ValueType::Image) {
            if let Some(Input::Constant(value)) = node.inputs.get_mut(&*input.name)
                && let Some(new) = value.as_text().and_then(|name| self.0.get(name))
            {
                *value = Value::from(new.as_str());
            }
        }
    }
}
