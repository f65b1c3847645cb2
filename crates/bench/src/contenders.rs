//! All contenders of a workload.

use crate::contender::{Contender, levels};
use crate::peers;
use crate::travertine;
use crate::workload::Workload;

/// All contenders of a workload, on one thread: peers, and Travertine at each of the [`levels`].
pub fn all(workload: &Workload) -> Vec<Contender> {
    let mut all = peers::all(workload);
    all.extend(levels().into_iter().map(|level| travertine::contender(workload, level)));
    all
}
