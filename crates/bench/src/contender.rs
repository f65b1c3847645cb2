//! Contenders: libraries that compute a workload.

use travertine_noise::Level;

/// A library that can compute a workload repeatedly.
pub struct Contender {
    /// The library.
    pub who: Who,
    /// Computes all samples once, into reused memory if the library allows.
    pub run: Box<dyn FnMut()>,
}

/// Travertine at a SIMD level, or a peer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// Another crate, on one thread.
    Peer(&'static str),
    /// Travertine at a SIMD level.
    Travertine(Level),
}

/// The crate with which all others are compared.
pub const BASELINE: Who = Who::Peer("noise");

impl Who {
    /// A short name: `noise`, `travertine avx2`.
    pub fn name(self) -> String {
        match self {
            Who::Peer(name) => name.to_owned(),
            Who::Travertine(level) => format!("travertine {level}"),
        }
    }
}

/// The SIMD levels at which Travertine is measured: AVX2, and the best of this machine.
pub fn levels() -> Vec<Level> {
    let best = Level::detect();
    Level::available().into_iter().filter(|level| *level == Level::Avx2 || *level == best).collect()
}
