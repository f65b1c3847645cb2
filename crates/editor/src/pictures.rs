//! What nodes look like: pictures that were rendered, as textures, and what is known of their values.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use egui::emath::round_to_decimals;
use egui::{Context, TextureHandle, TextureId, TextureOptions};
use travertine::{Interval, NodeValue};
use travertine_editing::Refusal;
use travertine_editing::render::Picture;

use crate::preview::color_image;

/// Pixels along each side of a node's picture: as sharp as needs be at twice its size.
pub const THUMBNAIL: u32 = 128;

/// Pictures and values by node.
#[derive(Default)]
pub struct Pictures {
    by_node: HashMap<String, Known>,
    values: BTreeMap<String, Vec<(String, String)>>,
}

struct Known {
    texture: TextureHandle,
    range: String,
    explanation: String,
}

impl Pictures {
    /// The picture of a node, if there is one.
    pub fn of_node(&self, id: &str) -> Option<TextureId> {
        self.by_node.get(id).map(|known| known.texture.id())
    }

    /// The least and the greatest value in it, and in words what is guaranteed.
    pub fn range_of(&self, id: &str) -> Option<(&str, &str)> {
        self.by_node.get(id).map(|known| (known.range.as_str(), known.explanation.as_str()))
    }

    /// What an output of a node is at the point that was asked for.
    pub fn value_of(&self, id: &str, output: &str) -> Option<&str> {
        let (_, value) = self.values.get(id)?.iter().find(|(name, _)| *name == output)?;
        Some(value)
    }

    /// Takes a picture that was made, or that there is none.
    pub fn take(&mut self, context: &Context, id: String, picture: Result<Arc<Picture>, Refusal>) {
        let Ok(picture) = picture else {
            self.by_node.remove(&id);
            return;
        };
        let image = color_image(&picture.pixels);
        let texture = match self.by_node.remove(&id) {
            Some(mut known) => {
                known.texture.set(image, TextureOptions::LINEAR);
                known.texture
            }
            None => context.load_texture(&id, image, TextureOptions::LINEAR),
        };
        let (range, explanation) = ranges(&picture);
        self.by_node.insert(id, Known { texture, range, explanation });
    }

    /// Takes what all nodes are at a point.
    pub fn take_values(&mut self, values: Result<Arc<Vec<NodeValue>>, Refusal>) {
        self.values.clear();
        for NodeValue { node, output, value } in values.iter().flat_map(|values| values.iter()) {
            let text: Vec<String> = value.iter().map(|value| short(*value)).collect();
            self.values.entry(node.clone()).or_default().push((output.clone(), text.join(" ")));
        }
    }

    /// Nobody asks for values any more.
    pub fn forget_values(&mut self) {
        self.values.clear();
    }
}

/// What the values lie in: in the picture, and, in words, anywhere.
fn ranges(picture: &Picture) -> (String, String) {
    let all = picture
        .observed
        .iter()
        .copied()
        .reduce(|[low, high], [least, most]| [low.min(least), high.max(most)]);
    let range = all.map(|[low, high]| format!("{} … {}", short(low), short(high))).unwrap_or_default();
    let mut explanation = String::from("In the picture, and what is guaranteed anywhere:");
    for (component, [low, high]) in picture.observed.iter().enumerate() {
        let guaranteed = match picture.guaranteed.get(component) {
            Some(interval) if *interval != Interval::EVERYTHING => {
                format!("{} … {}", short(interval.min), short(interval.max))
            }
            _ => "anything".to_owned(),
        };
        explanation += &format!("\n{} … {}    {guaranteed}", short(*low), short(*high));
    }
    (range, explanation)
}

/// Three digits behind the point at most.
fn short(value: f32) -> String {
    format!("{}", round_to_decimals(f64::from(value), 3))
}
