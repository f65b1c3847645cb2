//! What nodes look like: pictures that were rendered, as textures.

use std::collections::HashMap;

use egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};

/// Pictures by node.
#[derive(Default)]
pub struct Pictures {
    by_node: HashMap<String, Picture>,
}

struct Picture {
    texture: TextureHandle,
    range: String,
}

impl Pictures {
    /// The picture of a node, if there is one.
    pub fn of_node(&self, id: &str) -> Option<TextureId> {
        self.by_node.get(id).map(|picture| picture.texture.id())
    }

    /// The least and the greatest value in it, in words.
    pub fn range_of(&self, id: &str) -> Option<&str> {
        self.by_node.get(id).map(|picture| picture.range.as_str()).filter(|range| !range.is_empty())
    }

    /// Keeps a picture.
    pub fn put(&mut self, context: &Context, id: String, image: ColorImage, range: String) {
        match self.by_node.get_mut(&id) {
            Some(picture) => {
                picture.texture.set(image, TextureOptions::LINEAR);
                picture.range = range;
            }
            None => {
                let texture = context.load_texture(&id, image, TextureOptions::LINEAR);
                self.by_node.insert(id, Picture { texture, range });
            }
        }
    }

    /// Forgets the pictures of nodes that there are no more.
    pub fn retain(&mut self, exists: impl Fn(&str) -> bool) {
        self.by_node.retain(|id, _| exists(id));
    }
}
