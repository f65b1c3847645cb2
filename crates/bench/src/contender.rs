//! Contenders: who does a workload.

use travertine_noise::Level;

/// Somebody who can do a workload again and again.
pub struct Contender {
    /// Who.
    pub who: Who,
    /// Does it once: computes all samples, into memory that is used again if that is up to the one who asks.
    pub run: Box<dyn FnMut()>,
}

/// Travertine in some way, or a peer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A crate, on one thread.
    Peer(&'static str),
    /// Travertine at an instruction level.
    Travertine(Level),
}

/// The crate that the others are compared with.
pub const YARDSTICK: Who = Who::Peer("noise");

impl Who {
    /// A short name: `noise`, `travertine avx2`.
    pub fn name(self) -> String {
        match self {
            Who::Peer(name) => name.to_owned(),
            Who::Travertine(level) => format!("travertine {level}"),
        }
    }
}

/// The levels at which Travertine is measured: AVX2 and the best of this machine.
pub fn levels() -> Vec<Level> {
    let best = Level::detect();
    Level::available().into_iter().filter(|level| *level == Level::Avx2 || *level == best).collect()
}
