//! Warnings about clipped values.

use travertine::Interval;

use crate::describe;
use crate::host::Host;

/// Warns that `clipped` out of `all` pixels or samples (`noun`) were outside 0..1, and reports the union of the
/// output's `ranges`. Reports nothing if `clipped` is 0.
pub fn warn(host: &dyn Host, ranges: Vec<Interval>, clipped: u64, all: u64, noun: &str, remedy: &str) {
    if clipped == 0 {
        return;
    }
    let percent = clipped as f64 / all as f64 * 100.0;
    let percent = match percent {
        _ if clipped == all => "100".to_owned(),
        10.0.. => format!("{percent:.0}"),
        0.1.. => format!("{percent:.1}"),
        _ => "less than 0.1".to_owned(),
    };
    // The alpha of an opaque color is 1 and does not change the union.
    let range = ranges.into_iter().reduce(Interval::hull).map(describe::interval).unwrap_or_default();
    host.note(&format_args!(
        "warning: {percent} % of the {noun} were outside 0..1 and were clipped; \
         the output may range over {range}: remap it, or {remedy}"
    ));
}
