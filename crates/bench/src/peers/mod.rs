//! The peers: crates of noise, each used as its documentation shows.

mod fastnoise_lite;
mod noise;
mod noise_functions;
mod simdnoise;

use std::hint::black_box;

use crate::contender::{Contender, Who};
use crate::workload::Workload;

/// Every peer that offers what the workload asks for, the crate `noise` first.
pub fn all(workload: &Workload) -> Vec<Contender> {
    let peers = [
        ("noise", noise::work(workload)),
        ("noise-functions", noise_functions::work(workload)),
        ("fastnoise-lite", fastnoise_lite::work(workload)),
        ("simdnoise", simdnoise::work(workload)),
    ];
    let peer = |(name, work): (_, Option<Work>)| work.map(|run| Contender { who: Who::Peer(name), run });
    peers.into_iter().filter_map(peer).collect()
}

/// Computes the samples of a workload.
type Work = Box<dyn FnMut()>;

/// The samples of a workload by a function of a position in lattice cells.
fn sampled(workload: &Workload, pattern: impl Fn([f32; 3]) -> f32 + 'static) -> Option<Work> {
    let (grid, scale) = (workload.grid, workload.scale() as f32);
    let mut samples = Vec::new();
    Some(Box::new(move || {
        grid.sample(scale, &pattern, &mut samples);
        black_box(&samples);
    }))
}

/// The cosine of x plus noise.
fn marble(noise: impl Fn([f32; 3]) -> f32) -> impl Fn([f32; 3]) -> f32 {
    #[expect(clippy::disallowed_methods, reason = "a peer's pixels are its own affair")]
    move |position| (position[0] + noise(position)).cos()
}

/// Noise at a position moved by noise.
fn warp(noise: impl Fn([f32; 3]) -> f32) -> impl Fn([f32; 3]) -> f32 {
    move |position| {
        let offset = noise(position);
        noise(position.map(|part| part + offset))
    }
}
