//! Damaged documents are either refused with diagnostics or rendered, without a panic and within the limits of memory.
//!
//! ```sh
//! TRAVERTINE_MUTATIONS=10000 cargo test -p travertine-tests damaged_documents
//! ```
//!
//! tries 10,000 seeds; `4711..4712` tries only the seed 4711.

use serde_json::Value;
use travertine::stages::render::RenderError;
use travertine::{Context, Error, Slice, Texture, registry};
use travertine_tests::bundled::bundled_graphs;
use travertine_tests::case::{Case, seeds};
use travertine_tests::mutation::mutated;
use travertine_tiling::tilings;

use crate::{alone, peak};

/// The memory limit of a render.
const MEMORY: u64 = 64 << 20;
/// The memory limit of the document and the graph, and of each operation of a program.
const BESIDE: usize = 96 << 20;
const OPERATION: usize = 1500;

/// The limit of operations, so that a case takes at most a few seconds; documents that need more are not rendered.
const WORK: u64 = 1 << 24;

/// The default number of seeds.
const SEEDS: u64 = 100;

#[test]
fn damaged_documents_are_refused_or_rendered() {
    let _alone = alone();
    let graphs: Vec<Value> = bundled_graphs().iter().map(|(_, text)| serde_json::from_str(text).unwrap()).collect();
    let mut rendered = 0;
    let seeds = seeds(SEEDS);
    for seed in seeds.clone() {
        let text = mutated(&graphs[seed as usize % graphs.len()], seed, registry());
        let _case = Case { seed, text: &text };
        rendered += u64::from(is_rendered(&text));
    }
    let count = seeds.end - seeds.start;
    assert!(
        count < 100 || rendered > count / 5,
        "only {rendered} of {count} documents were rendered, which tests little"
    );
}

/// Loads and renders a document within the limits of memory; returns whether it was rendered.
fn is_rendered(text: &[u8]) -> bool {
    let mut beside = BESIDE;
    let (took, rendered) = peak(|| match Texture::parse(text) {
        Err(Error::Invalid { diagnostics, .. }) => {
            assert!(diagnostics.has_errors() && !diagnostics.render(Some("it")).is_empty());
            false
        }
        Err(other) => panic!("{other}"),
        Ok(texture) => match look(&texture, &mut beside) {
            Ok(rendered) => rendered,
            // Limits are reported as such.
            Err(Error::TooLarge(_) | Error::Limit(RenderError::Memory(_) | RenderError::Grids(_))) => {
                beside += OPERATION << 21;
                false
            }
            Err(other) => panic!("{other}"),
        },
    });
    assert!(took < MEMORY as usize + beside, "{took} bytes, of {} allowed", MEMORY as usize + beside);
    rendered
}

fn look(texture: &Texture, beside: &mut usize) -> Result<bool, Error> {
    let context = Context::default().memory(MEMORY).threads(2);
    let ranges = texture.ranges()?;
    assert_eq!(ranges.len(), texture.outputs().count());
    for preset in texture.presets() {
        let mut applied = texture.clone();
        applied.apply_preset(preset.name)?;
        assert_eq!(applied.ranges()?.len(), ranges.len());
    }
    let field = texture.first_field()?;
    *beside += OPERATION * field.program().operations().len();
    let render = field.prepare(Slice::new(16, 16), None, &context)?;
    if render.estimate().operations.max(passes(texture)?) > WORK {
        return Ok(false);
    }
    let image = render.image()?;
    assert!(image.data.iter().all(|value| value.is_finite()));
    let sampler = field.sampler(&Context::default().memory(MEMORY).threads(2))?;
    let mut values = vec![0.0; 3 * sampler.width()];
    sampler.sample(&[[0.0; 4], [0.3, 0.7, -2.0, 1.0], [1e30, -1e30, f32::MAX, f32::MIN]], &mut values)?;
    assert!(values.iter().all(|value| value.is_finite()));
    for tiling in tilings(texture, &context)? {
        assert!(tiling.tiles || !tiling.breaks.is_empty());
    }
    Ok(true)
}

/// The work of the passes of all outputs.
fn passes(texture: &Texture) -> Result<u64, Error> {
    let outputs: Vec<&str> = texture.outputs().collect();
    let mut work = 0_u64;
    for output in outputs {
        for source in texture.field(output)?.program().rasters() {
            let samples = source.grid().samples() as u64;
            // The raster itself, and the searches of `tilings`, which make it again.
            work = work.saturating_add(samples.saturating_mul(256));
        }
    }
    Ok(work)
}
