//! Grids and planes for the tests of passes.

use travertine_noise::{Level, math};

use super::Pass;
use crate::grid::{Edge, Grid, Sampling};
use crate::plane::Plane;

/// Small grids of several shapes, with both edges.
pub(super) fn grids() -> impl Iterator<Item = Grid> {
    let sizes = [(2, 1, 1), (3, 1, 1), (5, 2, 1), (16, 1, 2), (31, 1, 1), (11, 3, 2)];
    let edges = [Edge::Extend, Edge::Repeat];
    sizes.into_iter().flat_map(move |(resolution, across, down)| {
        edges.map(|edge| Grid { resolution, across, down, edge, sampling: Sampling::Linear })
    })
}

/// Heights between -1 and 2 with flat parts, pits, walls and rough ground.
pub(super) fn land(grid: Grid) -> Vec<f32> {
    let height = |sample: usize| {
        let (x, y) = ((sample % grid.columns()) as f32, (sample / grid.columns()) as f32);
        let wave = math::sin(x * 0.61) * math::cos(y * 0.43) * 0.4;
        let wall = if x + y > 20.0 { 0.5 } else { 0.0 };
        let rough = (sample * 7919 % 1013) as f32 * 0.0004;
        if sample % 97 < 5 { 0.25 } else { wave + wall + rough }
    };
    (0..grid.samples()).map(height).collect()
}

/// The channels of a pass, after a check that all levels and numbers of threads give the same bits, and that the
/// intervals hold.
pub(super) fn same_for_all(pass: impl Into<Pass>, grid: Grid, planes: &[Plane]) -> Vec<Plane> {
    let pass = pass.into();
    let run = |level| pass.run(grid, planes, level, &|| false).unwrap();
    let channels = travertine_parallel::alone(|| run(Level::Scalar));
    for level in Level::available() {
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert!(pool.install(|| run(level)) == channels, "{pass:?} {grid:?} {level} {threads}");
        }
        assert!(run(level) == channels, "{pass:?} {grid:?} {level}");
    }
    let interval = |plane: &Plane| {
        let (min, max) = crate::plane::extent(&plane.to_vec(grid.samples()));
        travertine_noise::Interval::new(min, max)
    };
    let full = channels.iter().filter(|channel| matches!(channel, Plane::Full(_))).count();
    assert!(full <= pass.cost(grid).kept, "{pass:?} keeps {full} planes");
    let intervals: Vec<_> = planes.iter().map(interval).collect();
    for (index, channel) in channels.iter().enumerate() {
        let (found, stated) = (interval(channel), pass.interval(index, &intervals));
        assert!(stated.min <= found.min && found.max <= stated.max, "{pass:?} {index}: {found:?} in {stated:?}");
    }
    channels
}
