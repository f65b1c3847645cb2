//! The page `docs/performance/README.md`.

use std::fmt::Write;
use std::io;

use crate::growth::Growth;
use crate::instructions;
use crate::report::{Conditions, Report};

/// The page with all measurements, or with the reason why instructions could not be counted.
pub fn page(report: &Report, growth: &[Growth], instructions: io::Result<Vec<(&'static str, f64)>>) -> String {
    let Conditions { processor, cores, load, turns } = &report.conditions;
    let growth: String = growth.iter().map(|growth| format!("{growth}\n")).collect();
    let mut counts = String::new();
    // Writing to a string cannot fail.
    let _ = match instructions {
        Ok(found) => found.iter().try_for_each(|(name, count)| writeln!(counts, "| {name} | {count:.1} |")),
        Err(error) => writeln!(counts, "| not counted: {error} | |"),
    };
    format!(
        r#"# Performance

Printed by

    cargo run --profile bench -p travertine-bench > docs/performance/README.md

on {processor}, {cores} hardware threads, with a load of {load:.1} by other programs at the start. `--json FILE` writes the
first table as data; `--workloads` and `--repeats` select what is measured and how often. Single kernels:
`cargo bench -p travertine-bench`. Every node: [the cost of the nodes](nodes.md).

[What people wait for](waiting.md): whole commands, before and now.

What was tried, and what it gained: [noise](noise.md), [SIMD](simd.md), [rendering](rendering.md), [sinks](sinks.md),
[processors](processors.md). The [editor](editor.md): the time of a frame, and tasks by hand.
[GPUs](gpu.md). [How long building takes](building.md).

## Beside other libraries

Million samples per second, and the multiple of the speed of the crate `noise`: medians of {turns} rounds. In each
round all libraries of a row run one after the other, then Travertine with one and two threads for the last column.
Absolute figures differ from machine to machine and from hour to hour. The ratio differs less, so targets are ratios.
With AVX-512 it depends on the CPU: where 512-bit vectors are executed in halves, it is half to three quarters of
its value elsewhere.

{report}
- A slice has 1024 x 1024 samples of 3D noise at z = 0.37, a volume 256 x 256 x 256. Lattice cells are 64 samples wide,
  those of the first octave of a sum 128.
- Travertine renders whole graphs on one thread, from the program to a picture in memory that is reused. Other libraries
  fill an array that is reused, except simdnoise, which allocates one each time. A volume is evaluated in bricks of
  256 x 256 x 32, as when it is written to a file.
- Marble is a position, four octaves of Perlin noise, scaled and added to x, a cosine, a remap, and a ramp of four stops
  to linear RGB. Other libraries have no ramp, and stop at the cosine.
- Scattered positions are those of an oblique slice, so that every coordinate changes along a row. They measure the
  noise without a graph: coordinates in arrays, samples into another array.
- simdnoise has simplex noise only, which replaces Perlin noise in its column. The simplex noise of fastnoise-lite is
  OpenSimplex2.
- Two threads are compared with one at the best level, over four such slices, two by two, or a volume. Threads take
  about 0.03 ms to wake, which matters in pictures that take 0.15 ms.
- The figures of the crate `noise` differ by up to a fifth between builds of this program, because the compiler
  optimizes the loops around it differently.

Targets are multiples of FastNoise2, the fastest library of the field. It is written in C++ and not part of this run. On
one thread of a machine with AVX-512 it reached, in million samples per second, compared with the crate `noise` in the
same run:

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

At the best level, on one thread. Pictures go row by row to a sink that discards them, and a lattice cell has the same
number of samples at every size. The slider tests differ: their pictures stay in memory and show one unit.

{growth}## Instructions

Per sample, at the level {level}, counted by valgrind:

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
    fn missing_instruction_counts_are_explained() {
        let conditions = Conditions { processor: "abacus".to_owned(), cores: 2, load: 0.26, turns: 3 };
        let report = Report { conditions, rows: Vec::new() };
        let page = page(&report, &[], Err(io::Error::other("no valgrind")));
        assert!(page.contains("on abacus, 2 hardware threads, with a load of 0.3 by other programs"));
        assert!(page.ends_with("| not counted: no valgrind | |\n"));
        let counted = super::page(&report, &[], Ok(vec![("cosine", 1.25)]));
        assert!(counted.ends_with("| cosine | 1.2 |\n"));
    }
}
