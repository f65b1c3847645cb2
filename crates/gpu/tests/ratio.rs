//! The time of the exact tier beside that of the close one.
//!
//!     cargo test -p travertine-gpu --test ratio -- --ignored --nocapture
//!
//! prints the table of docs/performance/gpu.md. `TRAVERTINE_GPU=NAME` chooses a graphics processor.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a panic fails the test, and figures are printed"
)]

use std::path::Path;
use std::time::{Duration, Instant};

use travertine::{SiteGrid, Texture};
use travertine_gpu::{Gpu, Kernel, Tier};

/// Graphs whose exact shaders software drivers compile within a minute.
const GRAPHS: [&str; 5] = ["blobs-and-stripes", "clouds", "eroded-land", "hard-edged", "malachite"];

/// Positions of a run.
const COUNT: usize = 1 << 16;

/// Runs, whose median counts.
const RUNS: usize = 5;

/// The median time of a run. The first one, in which drivers still compile, does not count.
fn time(kernel: &Kernel, positions: &SiteGrid) -> Duration {
    let mut values = vec![0.0; positions.len() * kernel.width()];
    kernel.evaluate(positions, &mut values).unwrap();
    let run = |_| {
        let start = Instant::now();
        kernel.evaluate(positions, &mut values).unwrap();
        start.elapsed()
    };
    let mut times: Vec<Duration> = (0..RUNS).map(run).collect();
    times.sort();
    times[RUNS / 2]
}

#[test]
#[ignore = "minutes; prints a table"]
fn exact_beside_close() {
    let name = std::env::var("TRAVERTINE_GPU").ok();
    let [close, exact] = [Tier::Close, Tier::Exact].map(|tier| Gpu::new(name.as_deref(), tier).unwrap());
    // A grid over four units.
    let at = |index: usize| (index % 256) as f32 / 64.0;
    let positions: Vec<[f32; 4]> = (0..COUNT).map(|index| [at(index), at(index / 256), 0.25, 0.0]).collect();
    let positions = SiteGrid::list(&positions);
    println!("{}, {COUNT} positions, median of {RUNS} runs\n", close.name());
    println!("| height of | close | exact | ratio |\n|---|---|---|---|");
    for graph in GRAPHS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../graphs/{graph}.json"));
        let texture = Texture::open(path).unwrap();
        let [close, exact] =
            [&close, &exact].map(|gpu| time(&gpu.prepare(&texture, &["height"]).unwrap(), &positions));
        let ratio = exact.as_secs_f64() / close.as_secs_f64();
        println!("| {graph} | {close:.1?} | {exact:.1?} | {ratio:.1} |");
    }
}
