//! Sliders: the time from a change of a marble of twenty nodes to its picture.

use std::hint::black_box;

use ::travertine::stages::render::RenderCache;
use ::travertine::{Context, Slice, Texture};

/// A marble of twenty nodes.
pub(crate) const MARBLE: &str = include_str!("../../../tests/graphs/marble.json");

/// Size of the render cache, in bytes.
const KEPT: u64 = 256 << 20;

/// A slider of the marble.
#[derive(Clone, Copy)]
pub enum Slider {
    /// A color of its ground, applied after all noise.
    Ground,
    /// The strength of the turbulence, applied before the noise of its veins.
    Turbulence,
}

impl Slider {
    /// Sets a different value for each turn.
    #[expect(clippy::expect_used, reason = "the graph is the project's own")]
    fn turn(self, texture: &mut Texture, turn: usize) {
        let value = turn % 50 + 100;
        match self {
            Slider::Ground => {
                let end = r##"{"position": 1, "color": "#eeeeec"}"##;
                let ramp = format!(r##"{{"stops": [{{"position": 0, "color": "#b4b9{value:x}"}}, {end}]}}"##);
                texture.set_input("ground", "ramp", &ramp)
            }
            Slider::Turbulence => texture.set("turbulence", value as f32 / 200.0),
        }
        .expect("a valid value");
    }

    /// Returns a function that moves the slider by a step and renders a square picture on one thread. `side` is in
    /// pixels.
    ///
    /// # Panics
    ///
    /// If the memory budget is exceeded.
    #[expect(clippy::expect_used, reason = "the graph is the project's own")]
    pub fn steps(self, side: u32) -> impl FnMut() {
        let mut texture = Texture::parse(MARBLE).expect("a valid graph");
        let output = texture.outputs().next().unwrap_or_default().to_owned();
        let (mut cache, mut images, mut turn) = (RenderCache::new(KEPT), Vec::new(), 0);
        move || {
            turn += 1;
            self.turn(&mut texture, turn);
            let context = Context::default().threads(1);
            let fields = texture.fields(&[&output]).expect("the marble has it");
            let slice = Slice::new(side, side);
            let rendered = fields.render_again(&mut cache, &mut images, slice, None, &context);
            rendered.expect("enough memory");
            black_box(&images);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_changes_the_picture() {
        for slider in [Slider::Ground, Slider::Turbulence] {
            let mut texture = Texture::parse(MARBLE).unwrap();
            let mut picture = |turn| {
                slider.turn(&mut texture, turn);
                texture.first_field().unwrap().render(Slice::new(16, 16), &Context::default()).unwrap()
            };
            assert_ne!(picture(1), picture(2));
        }
    }
}
