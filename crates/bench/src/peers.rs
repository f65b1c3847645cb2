//! Peers: other noise crates, each used as in its documentation.

mod fastnoise_lite;
mod noise;
mod noise_functions;
mod sampled;
mod simdnoise;

use sampled::Work;

use crate::contender::{Contender, Who};
use crate::workload::Workload;

/// All peers that can compute a workload, the crate `noise` first.
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
