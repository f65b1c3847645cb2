//! Pictures of nodes as textures, and the values of nodes.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use egui::emath::round_to_decimals;
use egui::epaint::WHITE_UV;
use egui::{Context, Pos2, TextureId};
use travertine::{Interval, NodeValue};
use travertine_editing::Refusal;
use travertine_editing::render::Picture;

use crate::pictures::atlas::{self, Atlas, Cell, Region};
use crate::preview::color_image;

/// Pixels along each side of a node's picture: enough for twice its size on the canvas.
pub const THUMBNAIL: u32 = atlas::SIDE;

/// Pictures and values by node.
#[derive(Default)]
pub struct NodePictures {
    atlas: Atlas,
    by_node: HashMap<String, Known>,
    values: BTreeMap<String, Vec<(String, String)>>,
}

struct Known {
    cell: Cell,
    range: String,
    explanation: String,
}

impl NodePictures {
    /// The picture of a node.
    pub fn of_node(&self, id: &str) -> Option<Region> {
        self.by_node.get(id).map(|known| self.atlas.region(known.cell))
    }

    /// A texture, and its coordinates of a white place: that of pictures, so that both are drawn at once, if there are
    /// any.
    pub fn white(&self) -> (TextureId, Pos2) {
        match self.atlas.any() {
            Some(texture) => (texture, atlas::WHITE),
            None => (TextureId::default(), WHITE_UV),
        }
    }

    /// The range of values in the picture of a node, and a tooltip with the guaranteed range.
    pub fn range_of(&self, id: &str) -> Option<(&str, &str)> {
        self.by_node.get(id).map(|known| (known.range.as_str(), known.explanation.as_str()))
    }

    /// The value of an output of a node at the probed position.
    pub fn value_of(&self, id: &str, output: &str) -> Option<&str> {
        let (_, value) = self.values.get(id)?.iter().find(|(name, _)| *name == output)?;
        Some(value)
    }

    /// Takes a new picture of a node, or removes the old one after a failure.
    pub fn take(&mut self, context: &Context, id: String, picture: Result<Arc<Picture>, Refusal>) {
        let Ok(picture) = picture else {
            if let Some(known) = self.by_node.remove(&id) {
                self.atlas.release(known.cell);
            }
            return;
        };
        let known = self.by_node.get(&id).map(|known| known.cell);
        let cell = known.unwrap_or_else(|| self.atlas.reserve(context));
        self.atlas.set(cell, color_image(&picture.pixels));
        let (range, explanation) = ranges(&picture);
        self.by_node.insert(id, Known { cell, range, explanation });
    }

    /// Takes the values of all nodes at the probed position.
    pub fn take_values(&mut self, values: Result<Arc<Vec<NodeValue>>, Refusal>) {
        self.values.clear();
        for NodeValue { node, output, value } in values.iter().flat_map(|values| values.iter()) {
            let text: Vec<String> = value.iter().map(|value| short(*value)).collect();
            self.values.entry(node.clone()).or_default().push((output.clone(), text.join(" ")));
        }
    }

    /// Removes the values, because nothing is probed.
    pub fn forget_values(&mut self) {
        self.values.clear();
    }
}

/// The range of values in the picture, and a tooltip with the guaranteed ranges.
fn ranges(picture: &Picture) -> (String, String) {
    let all = picture.observed.iter().copied().reduce(|[low, high], [least, most]| [low.min(least), high.max(most)]);
    let range = all.map(|[low, high]| format!("{} … {}", short(low), short(high))).unwrap_or_default();
    let [black, white] = picture.span.map(short);
    let mut explanation = format!(
        "The picture shows {black} as black and {white} as white.\n\nRange in the picture, and the guaranteed range:"
    );
    for (component, [low, high]) in picture.observed.iter().enumerate() {
        let guaranteed = match picture.guaranteed.get(component) {
            Some(interval) if *interval != Interval::EVERYTHING => {
                format!("{} … {}", short(interval.min), short(interval.max))
            }
            _ => "any value".to_owned(),
        };
        explanation += &format!("\n{} … {}    {guaranteed}", short(*low), short(*high));
    }
    (range, explanation)
}

/// A number with at most three decimals.
fn short(value: f32) -> String {
    format!("{}", round_to_decimals(f64::from(value), 3))
}
