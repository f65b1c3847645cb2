//! Warnings of values that were clipped.

use travertine::Interval;

use crate::{describe, terminal};

/// Warns that so many pixels or samples, out of so many, lay outside 0..1, and what lies in these ranges; says nothing of
/// none.
pub fn warn(ranges: Vec<Interval>, clipped: u64, all: u64, noun: &str, remedy: &str) {
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
    // Alpha of an opaque colour is no part of the picture, and inside anyway.
    let range = ranges.into_iter().reduce(Interval::hull).map(describe::interval).unwrap_or_default();
    terminal::note(format!(
        "warning: {percent} % of the {noun} lie outside 0..1 and were clipped; \
         the output's range is {range}: remap it, or {remedy}"
    ));
}
