//! Documents that somebody or something has damaged are refused with a reason or rendered: nothing panics, and nothing
//! takes more memory than it may.
//!
//! ```sh
//! TRAVERTINE_MUTATIONS=10000 cargo test -p travertine-tests --test mutated
//! ```
//!
//! tries so many; `4711..4712` is the one of that seed.
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "clippy excuses tests, but not the functions that they share"
)]

use std::fs;
use std::ops::Range;

use peak_alloc::PeakAlloc;
use serde_json::Value;
use travertine::stages::render::RenderError;
use travertine::{Context, Error, Slice, Texture, registry};
use travertine_tests::kept::{bundled_graphs, root};
use travertine_tests::mutation::mutated;
use travertine_tiling::tilings;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// What a render may take.
const MEMORY: u64 = 64 << 20;
/// What all else may: the document, the graph, programs of so many operations.
const BESIDE: usize = 96 << 20;
const OPERATION: usize = 1500;

/// How many results are computed at most, so that a case takes no more than some seconds; what takes more is not rendered.
const WORK: u64 = 1 << 24;

/// How many seeds are tried unless somebody asks for more.
const SEEDS: u64 = 300;

#[test]
fn damaged_documents_are_refused_or_rendered() {
    let graphs: Vec<Value> =
        bundled_graphs().iter().map(|(_, text)| serde_json::from_str(text).unwrap()).collect();
    let mut rendered = 0;
    let seeds = seeds();
    for seed in seeds.clone() {
        let text = mutated(&graphs[seed as usize % graphs.len()], seed, registry());
        let case = Case { seed, text: &text };
        rendered += u64::from(case.run());
    }
    let count = seeds.end - seeds.start;
    assert!(
        count < 100 || rendered > count / 5,
        "only {rendered} of {count} were rendered: the rest says little"
    );
}

fn seeds() -> Range<u64> {
    let Ok(asked) = std::env::var("TRAVERTINE_MUTATIONS") else { return 0..SEEDS };
    let (start, end) = asked.split_once("..").unwrap_or(("0", &asked));
    start.parse().unwrap()..end.parse().unwrap()
}

struct Case<'a> {
    seed: u64,
    text: &'a [u8],
}

impl Case<'_> {
    /// Does all that one does with a document; whether there was a picture.
    fn run(&self) -> bool {
        HEAP.reset_peak_usage();
        let before = HEAP.current_usage();
        let mut beside = BESIDE;
        let rendered = match Texture::parse(self.text) {
            Err(Error::Invalid { diagnostics, .. }) => {
                assert!(diagnostics.has_errors() && !diagnostics.render(Some("it")).is_empty());
                false
            }
            Err(other) => panic!("{other}"),
            Ok(texture) => match look(&texture, &mut beside) {
                Ok(rendered) => rendered, // A refusal that says why.
                Err(Error::TooLarge(_) | Error::Limit(RenderError::Memory(_) | RenderError::Grids(_))) => {
                    beside += OPERATION << 21;
                    false
                }
                Err(other) => panic!("{other}"),
            },
        };
        let took = HEAP.peak_usage() - before;
        assert!(took < MEMORY as usize + beside, "{took} bytes, of {} allowed", MEMORY as usize + beside);
        rendered
    }
}

impl Drop for Case<'_> {
    /// Keeps what failed.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let path = root().join(format!("target/mutated-{}.json", self.seed));
            let kept = fs::write(&path, self.text);
            eprintln!(
                "TRAVERTINE_MUTATIONS={0}..{1}, {2}: {kept:?}",
                self.seed,
                self.seed + 1,
                path.display()
            );
        }
    }
}

fn look(texture: &Texture, beside: &mut usize) -> Result<bool, Error> {
    let context = Context::default().memory(MEMORY).threads(2);
    let ranges = texture.ranges()?;
    assert_eq!(ranges.len(), texture.outputs().count());
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
    for tiling in tilings(&texture, &context)? {
        assert!(tiling.tiles || !tiling.breaks.is_empty());
    }
    Ok(true)
}

/// How many samples the passes of all outputs go through.
fn passes(texture: &Texture) -> Result<u64, Error> {
    let outputs: Vec<&str> = texture.outputs().collect();
    let mut work = 0_u64;
    for output in outputs {
        for source in texture.field(output)?.program().rasters() {
            let samples = source.grid().samples() as u64; // Its own work, and that of the searches of `tilings`, which make it again.
            work = work.saturating_add(samples.saturating_mul(256));
        }
    }
    Ok(work)
}
