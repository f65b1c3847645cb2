//! Several outputs of a texture, evaluated together: what they share is computed once.

use std::sync::Arc;

use travertine_files::Fingerprint;
use travertine_program::{Bound, Interval, Program, ProgramOutput};
use travertine_render::{Cancel, Image, Options, Rectangle, Render, RenderCache, Sampler, Slice};

use crate::Error;

/// What each component of each output of a program lies in, everywhere.
pub(crate) fn ranges(program: &Program, bound: &Bound) -> Vec<Vec<Interval>> {
    let bound: Vec<Interval> = bound.values().iter().map(|value| Interval::point(*value)).collect();
    let intervals = program.intervals(&bound, [Interval::EVERYTHING; 4]);
    let range = |output: &ProgramOutput| output.values.iter().map(|value| intervals[value.index()]).collect();
    program.outputs().iter().map(range).collect()
}

/// Some outputs of a texture with values for its parameters.
///
/// It is independent of the texture that it comes from.
///
/// ```
/// # use travertine::{Cancel, Options, Texture};
/// let texture = Texture::parse(r#"{
///     "format": "travertine", "version": 1,
///     "nodes": {"noise": {"type": "noise/perlin"}, "height": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}}},
///     "outputs": {"noise": {"node": "noise"}, "height": {"node": "height"}}
/// }"#)?;
/// let fields = texture.fields(&["height", "noise"])?;
/// let sampler = fields.sampler(&Options::default(), &Cancel::new())?;
/// let mut values = [0.0; 2];
/// sampler.sample(&[[0.3, 0.7, 0.1, 0.0]], &mut values)?;
/// assert_eq!(values[0], values[1].abs());
/// # Ok::<(), travertine::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Fields {
    pub(crate) program: Arc<Program>,
    pub(crate) bound: Bound,
}

impl Fields {
    /// The outputs, in the order asked for: names, and what their values are.
    pub fn outputs(&self) -> &[ProgramOutput] {
        self.program.outputs()
    }

    /// The fingerprint of the fields' values: of the version, the program and its arguments.
    pub fn fingerprint(&self) -> Fingerprint {
        let values = self.bound.values();
        Fingerprint::new()
            .with_text(|out| self.program.write_canonical(out))
            .with(format_args!("arguments {}\n", values.len()))
            .with_numbers(values.iter().map(|value| value.to_bits()))
    }

    /// Floats of a sample, all outputs' one after the other.
    pub fn width(&self) -> usize {
        self.program.width()
    }

    /// What each component of each output is guaranteed to lie in, anywhere and at any time.
    pub fn ranges(&self) -> Vec<Vec<Interval>> {
        ranges(&self.program, &self.bound)
    }

    /// Prepares a render of a slice, or of the pixels of it that `crop` names, into a picture for each output.
    ///
    /// # Errors
    ///
    /// If the slice or the crop has no pixels or too many, or the memory does not suffice.
    pub fn render(
        &self,
        slice: Slice,
        crop: Option<Rectangle>,
        options: Options,
    ) -> Result<Render<'_>, Error> {
        Ok(Render::new(&self.program, &self.bound, slice, crop, options)?)
    }

    /// Renders a slice, or the pixels of it that `crop` names, into an image for each output, whose memory is used again;
    /// for somebody who changes the texture and looks on. What the last render left in `cache` and still holds is not
    /// computed again: a ramp that is changed does not repeat the noise before it. Not a bit is different.
    ///
    /// # Errors
    ///
    /// As [`Fields::render`], or if it is cancelled.
    pub fn images_again(
        &self,
        cache: &mut RenderCache,
        images: &mut Vec<Image>,
        slice: Slice,
        crop: Option<Rectangle>,
        options: Options,
        cancel: &Cancel,
    ) -> Result<(), Error> {
        Ok(cache.images_into(&self.program, &self.bound, slice, crop, options, images, cancel)?)
    }

    /// Makes them ready to be evaluated at lists of positions, from as many threads as one likes.
    ///
    /// The grids of passes, if the graph has any, and the buffers may take as much memory and work as the options allow.
    ///
    /// # Errors
    ///
    /// If it needs more of either, or it was cancelled while grids were made.
    pub fn sampler(&self, options: &Options, cancel: &Cancel) -> Result<Sampler<'_>, Error> {
        Ok(Sampler::new(&self.program, &self.bound, options, cancel)?)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::Texture;

    /// Changes that somebody may make to a graph one after the other; each must look as if nothing had been before.
    fn check(graph: &str, limit: u64, changes: &[(&str, &str, &str)]) -> RenderCache {
        let graph = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../graphs").join(graph);
        let mut texture = Texture::open(graph).unwrap();
        let names: Vec<String> = texture.outputs().map(str::to_owned).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (mut cache, mut images) = (RenderCache::new(limit), Vec::new());
        let crop = Some(Rectangle { x: 100, y: 7, width: 1100, height: 30 });
        for (turn, (node, input, value)) in [("", "", "")].iter().chain(changes).enumerate() {
            match *node {
                "" => {}
                "parameter" => texture.set(input, *value).unwrap(),
                node => texture.set_input(node, input, value).unwrap(),
            }
            let fields = texture.fields(&names).unwrap();
            let slice = Slice { depth: (turn / 5) as f32, ..Slice::new(1300, 40) };
            let options = Options { threads: Some(1 + turn % 2), ..Options::default() };
            fields
                .images_again(&mut cache, &mut images, slice, crop, options.clone(), &Cancel::new())
                .unwrap();
            let plain = fields.render(slice, crop, options).unwrap().images(&Cancel::new()).unwrap();
            assert!(images == plain, "after change {turn}");
            assert!(cache.bytes() <= limit);
        }
        cache
    }

    #[test]
    fn what_is_kept_changes_no_bit() {
        let ramp = |grey: u8| {
            format!(
                r##"{{"stops": [{{"position": 0, "color": "#1020{grey:02x}"}}, {{"position": 1, "color": "#ffffff"}}]}}"##
            )
        };
        let [dark, light] = [ramp(16), ramp(200)];
        let changes = [
            ("ground", "ramp", dark.as_str()),
            ("ground", "ramp", light.as_str()),
            ("parameter", "vein_scale", "3"),
            ("parameter", "vein_color", "#102030"),
            ("parameter", "vein_color", "#302010"),
            ("ground", "ramp", dark.as_str()),
            ("ground", "ramp", dark.as_str()),
            ("ground", "ramp", light.as_str()),
        ];
        assert!(check("marble.json", 1 << 30, &changes).bytes() >= 1100 * 30 * 4, "the noise is kept");
        assert_eq!(check("marble.json", 1000, &changes).bytes(), 0, "there is no room for it");
    }
}
