//! The page `docs/performance.md`.

use std::fmt::Write;
use std::io;

use crate::growth::Growth;
use crate::instructions;
use crate::report::{Conditions, Report};

/// The page, with what was measured in it. Where instructions could not be counted, it says why.
pub fn page(
    report: &Report,
    growth: &[Growth],
    instructions: io::Result<Vec<(&'static str, f64)>>,
) -> String {
    let Conditions { processor, cores, load, turns } = &report.conditions;
    let growth: String = growth.iter().map(|growth| format!("{growth}\n")).collect();
    let mut counts = String::new();
    // Writing to a text cannot fail.
    let _ = match instructions {
        Ok(found) => found.iter().try_for_each(|(name, count)| writeln!(counts, "| {name} | {count:.1} |")),
        Err(error) => writeln!(counts, "| not counted: {error} | |"),
    };
    format!(
        r#"# Performance

Printed by

    cargo run --release -p travertine-bench > docs/performance.md

on {processor}, {cores} hardware threads, with a load of {load:.1} by other programs at the start. `--json FILE` writes the
first table as data, `--workloads` and `--repeats` measure less or more. Benchmarks of single kernels and of every node:
`cargo bench -p travertine-bench`.

## Beside other libraries

Million samples per second, and how many times as fast as the crate `noise` that is: medians of {turns} turns, which all
of a row take one after the other, and then one and two threads for the last column. Absolute figures differ from
machine to machine and from hour to hour; the ratio less, so targets are stated in it. That of AVX-512 depends on the
processor: where vectors of 512 bits are carried out in halves, it is half to three quarters of what it is elsewhere.

{report}
- A slice has 1024 x 1024 samples of 3D noise at z = 0.37, a volume 256 x 256 x 256. Lattice cells are 64 samples wide,
  those of the first octave of a sum 128.
- Travertine renders whole graphs, from the program to a picture in memory that is used again, on one thread. Peers fill
  an array that is used again, except simdnoise, which makes one each time. A volume is evaluated in bricks of
  256 x 256 x 32, as it is written to files.
- Marble is a position, four octaves of Perlin noise, scaled and added to x, a cosine, a remap, and a ramp of four stops
  to linear RGB. Peers have no ramp, and stop at the cosine.
- Scattered positions are those of a slice that lies askew in space, so that no coordinate stays the same along a row.
  They are for the noise itself, without a graph: coordinates in arrays, samples into another.
- simdnoise has simplex noise only, which stands in for Perlin noise in its column; the simplex noise of fastnoise-lite
  is OpenSimplex2.
- Two threads are compared with one at the best level, over four such slices, two by two, or a volume: threads take some
  0.03 ms to wake, which counts in pictures of as little as 0.15 ms.
- The figures of the crate `noise` differ by up to a fifth from one build of this program to the next, whose loops around
  it are compiled now better, now worse.

Targets are multiples of FastNoise2, the fastest library of the field, which is written in C++ and not part of this run.
On one thread of a machine with AVX-512 it had, in million samples per second, beside the crate `noise` in the same run:

| | AVX-512 | AVX2 | `noise` | target, of FastNoise2 |
|---|---|---|---|---|
| Perlin | 537 | 212 | 39 | 4x |
| fBm, 4 octaves | 131 | 55 | 9.8 | 10x |
| fBm, 8 octaves | 66 | 27 | | 5x |
| value | 784 | 483 | 56 | 3.5x |
| marble, without the ramp | 126 | 49 | 9.4 | 4.5x |
| Perlin, scattered | as Perlin | as Perlin | 39 | 1x |
| warp | 46 | 18 | 5.0 | 1.5x |
| simplex | 548 | 248 | 21 | 1x |
| cellular F1 | 83 | 52 | 13 | 1.6x |
| volume, fBm, 4 octaves | 125 | 55 | | 10x |

## Growth

At the best level, on one thread. Pictures are handed row by row to a sink that forgets them, but for those of the
sliders, which stay in memory. Lattice cells have as many samples whatever the size of the picture, but for the sliders,
whose pictures show one unit.

{growth}## Instructions

For each sample, at the level {level}, counted by valgrind:

| kernel | instructions |
|---|---|
{counts}"#,
        level = instructions::LEVEL,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_counted_is_said() {
        let conditions = Conditions { processor: "abacus".to_owned(), cores: 2, load: 0.26, turns: 3 };
        let report = Report { conditions, rows: Vec::new() };
        let page = page(&report, &[], Err(io::Error::other("no valgrind")));
        assert!(page.contains("on abacus, 2 hardware threads, with a load of 0.3 by other programs"));
        assert!(page.ends_with("| not counted: no valgrind | |\n"));
        let counted = super::page(&report, &[], Ok(vec![("cosine", 1.25)]));
        assert!(counted.ends_with("| cosine | 1.2 |\n"));
    }
}
