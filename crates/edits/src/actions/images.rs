//! Images of nodes that are copied from document to document.

use std::collections::BTreeMap;

use travertine_graph::document::{Document, Image, Input, Node, Shared};
use travertine_graph::json::Value;
use travertine_graph::registry::Registry;

use super::ids::fresh_id;

/// The images whose names are values of nodes. Those in files are embedded, as far as they are read: another document
/// may be in another folder.
pub(crate) fn images_of<'a>(
    document: &Document,
    nodes: impl IntoIterator<Item = &'a Shared<Node>>,
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
            let same = |other: &Image| other == image || other.digest().is_some() && other.digest() == image.digest();
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
        for input in definition.inputs.iter().filter(|input| input.value_type.is_image()) {
            if let Some(Input::Constant(value)) = node.inputs.get_mut(&*input.name)
                && let Some(new) = value.as_text().and_then(|name| self.0.get(name))
            {
                *value = Value::from(new.as_str());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use travertine::registry;
    use travertine_presentation::Outline;

    use super::*;
    use crate::actions::{copy, group, paste, ungroup};
    use crate::testing::outlines::after;

    /// A PNG of 1 x 1 texel.
    const PNG: &[u8] = include_bytes!("../../../images/tests/files/texel.png");

    fn wall(image: Image) -> Outline {
        let node = Node::new("input/image").input("image", "wall").input("edge", "clamp");
        let document = Document::default().node("picture", node).image("wall", image);
        Outline::new(Arc::new(document), registry())
    }

    fn all(outline: &Outline) -> BTreeSet<String> {
        outline.document().nodes.keys().cloned().collect()
    }

    #[test]
    fn copies_bring_their_images_along() {
        let attached = Image::file("wall.png", Image::embedded(PNG).digest().unwrap());
        let outline = wall(attached.clone());
        outline.document().attach_images(|_| Ok(PNG.to_vec()));
        let copied = copy(&outline, &all(&outline), &BTreeSet::new());

        let same = after(&outline, paste(&outline, &copied, None).unwrap());
        assert_eq!(same.document().images, BTreeMap::from([("wall".to_owned(), attached)]));

        let other = wall(Image::embedded(b"others"));
        let other = after(&other, paste(&other, &copied, None).unwrap());
        assert_eq!(other.document().images["wall_2"], Image::embedded(PNG));
        let pasted = &other.document().nodes["picture_2"].inputs;
        assert_eq!(pasted["image"], Input::Constant(Value::from("wall_2")));
        assert_eq!(pasted["edge"], Input::Constant(Value::from("clamp")));
    }

    #[test]
    fn groups_have_images_of_their_own() {
        let outline = wall(Image::embedded(PNG));
        let grouped = after(&outline, group(&outline, &all(&outline), &BTreeSet::new(), Some("tile")).unwrap());
        let inner = &grouped.document().groups["tile"].document;
        assert_eq!(inner.images, outline.document().images);
        let apart = after(&grouped, ungroup(&grouped, &all(&grouped)).unwrap());
        assert_eq!(apart.document().images, outline.document().images);
        assert!(apart.document().nodes.values().any(|node| node.inputs["image"] == Input::from("wall")));
    }
}
