//! Sharp text at any zoom.
//!
//! egui lays out a scene's text once, at its usual size, and scales the glyphs. Here each text of the scene is laid out
//! again for its size on the screen, at the same position and with the same extent.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use egui::epaint::text::{TextOptions, layout};
use egui::layers::ShapeIdx;
use egui::{Context, Galley, LayerId, Shape};

/// Texts laid out for a zoom.
#[derive(Default)]
pub struct SharpText {
    galleys: HashMap<u64, (Arc<Galley>, u64)>,
    frame: u64,
    zoom: f32,
    settled: f32,
    atlas: f32,
    options: Option<TextOptions>,
}

impl SharpText {
    /// Lays out the texts of these layers again, which are scaled by `zoom`.
    pub fn apply(&mut self, context: &Context, layers: &[LayerId], zoom: f32) {
        // During a zoom, texts of the last size are reused: glyphs of each size in between would fill the atlas.
        if zoom == self.zoom || self.settled == 0.0 {
            self.settled = zoom;
        } else {
            context.request_repaint();
        }
        self.zoom = zoom;
        self.frame += 1;
        let pixels = context.pixels_per_point() * self.settled;
        // A smaller fill ratio, or the options of another theme, mean that the atlas was cleared, which moves all
        // glyphs.
        let (atlas, options) = context.fonts(|fonts| (fonts.font_atlas_fill_ratio(), *fonts.options()));
        if atlas < self.atlas || self.options != Some(options) {
            self.galleys.clear();
            self.options = Some(options);
        }
        if self.settled == 1.0 {
            self.atlas = atlas;
            return;
        }

        let mut texts = Vec::new();
        context.graphics(|graphics| {
            for layer in layers {
                let Some(list) = graphics.get(*layer) else { continue };
                for (index, clipped) in list.all_entries().enumerate() {
                    collect(&clipped.shape, &mut |galley| texts.push((*layer, index, Arc::clone(galley))));
                }
            }
        });
        let mut sharp = HashMap::with_capacity(texts.len());
        for (layer, index, galley) in texts {
            let redrawn = self.galley(context, &galley, pixels);
            sharp.entry((layer, index)).or_insert_with(Vec::new).push(redrawn);
        }
        context.graphics_mut(|graphics| {
            for ((layer, index), galleys) in sharp {
                let mut galleys = galleys.into_iter();
                graphics.entry(layer).mutate_shape(ShapeIdx(index), |clipped| {
                    replace(&mut clipped.shape, &mut galleys);
                });
            }
        });
        let frame = self.frame;
        self.galleys.retain(|_, (_, used)| *used == frame);
        self.atlas = context.fonts(|fonts| fonts.font_atlas_fill_ratio());
    }

    fn galley(&mut self, context: &Context, galley: &Arc<Galley>, pixels: f32) -> Arc<Galley> {
        let mut hasher = DefaultHasher::new();
        galley.job.hash(&mut hasher);
        pixels.to_bits().hash(&mut hasher);
        let frame = self.frame;
        let (redrawn, used) = self.galleys.entry(hasher.finish()).or_insert_with(|| {
            let job = Arc::clone(&galley.job);
            (Arc::new(context.fonts_mut(|fonts| layout(fonts.fonts, pixels, job))), frame)
        });
        *used = frame;
        Arc::clone(redrawn)
    }
}

fn collect(shape: &Shape, found: &mut impl FnMut(&Arc<Galley>)) {
    match shape {
        Shape::Text(text) => found(&text.galley),
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, found)),
        _ => {}
    }
}

fn replace(shape: &mut Shape, galleys: &mut impl Iterator<Item = Arc<Galley>>) {
    match shape {
        Shape::Text(text) => {
            if let Some(galley) = galleys.next() {
                text.galley = galley;
            }
        }
        Shape::Vec(shapes) => shapes.iter_mut().for_each(|shape| replace(shape, galleys)),
        _ => {}
    }
}
