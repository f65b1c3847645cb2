//! Workloads, and the targets of their speed.

use travertine_noise::Level;

use crate::grid::Grid;

/// A pattern over a grid.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Name on the command line.
    pub name: &'static str,
    /// Title in the table.
    pub title: &'static str,
    /// The evaluated pattern.
    pub pattern: Pattern,
    /// The positions.
    pub grid: Grid,
    /// Targets of the speedup over the crate `noise`.
    targets: Targets,
}

/// 3D noise, or a pattern of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Gradient noise: a single octave, or a sum of several.
    Perlin {
        /// Number of octaves.
        octaves: u32,
    },
    /// Value noise.
    Value,
    /// Simplex noise.
    Simplex,
    /// The distance to the nearest of scattered points.
    Cellular,
    /// A cosine of x plus four octaves of gradient noise, colored by a ramp of four stops. Peers omit the ramp.
    Marble,
    /// Four octaves of gradient noise at positions moved by four octaves of gradient noise.
    Warp,
}

impl Pattern {
    /// Number of octaves per sum.
    pub fn octaves(self) -> u32 {
        match self {
            Pattern::Perlin { octaves } => octaves,
            Pattern::Marble | Pattern::Warp => 4,
            Pattern::Value | Pattern::Simplex | Pattern::Cellular => 1,
        }
    }
}

/// Targets of the speedup over the crate `noise`.
///
/// They are derived from FastNoise2, the fastest noise library; `docs/performance/README.md` has its figures.
#[derive(Clone, Copy, Debug)]
struct Targets {
    avx512: f64,
    avx2: f64,
}

impl Workload {
    /// Target of the speedup over the crate `noise` at a SIMD level, if there is one.
    pub fn target(&self, level: Level) -> Option<f64> {
        match level {
            Level::Avx512 => Some(self.targets.avx512),
            Level::Avx2 => Some(self.targets.avx2),
            _ => None,
        }
    }

    /// Lattice cells per unit in the first octave. A cell is 64 samples wide for single octaves, 128 for sums.
    pub fn scale(&self) -> u32 {
        self.grid.side() / if self.pattern.octaves() == 1 { 64 } else { 128 }
    }
}

/// A whole graph.
pub const MARBLE: Workload = Workload {
    name: "marble",
    title: "marble, a whole graph",
    pattern: Pattern::Marble,
    grid: Grid::Slice,
    targets: Targets { avx512: 60.0, avx2: 23.0 },
};

/// Every workload.
pub const ALL: [Workload; 10] = [
    Workload {
        name: "perlin",
        title: "Perlin, slice",
        pattern: Pattern::Perlin { octaves: 1 },
        grid: Grid::Slice,
        targets: Targets { avx512: 60.0, avx2: 22.0 },
    },
    Workload {
        name: "fbm4",
        title: "fBm, 4 octaves, slice",
        pattern: Pattern::Perlin { octaves: 4 },
        grid: Grid::Slice,
        targets: Targets { avx512: 130.0, avx2: 56.0 },
    },
    Workload {
        name: "fbm8",
        title: "fBm, 8 octaves, slice",
        pattern: Pattern::Perlin { octaves: 8 },
        grid: Grid::Slice,
        targets: Targets { avx512: 70.0, avx2: 28.0 },
    },
    Workload {
        name: "value",
        title: "value, slice",
        pattern: Pattern::Value,
        grid: Grid::Slice,
        targets: Targets { avx512: 50.0, avx2: 30.0 },
    },
    MARBLE,
    Workload {
        name: "scattered",
        title: "Perlin, scattered positions",
        pattern: Pattern::Perlin { octaves: 1 },
        grid: Grid::Scattered,
        targets: Targets { avx512: 14.0, avx2: 5.4 },
    },
    Workload {
        name: "warp",
        title: "warp: fBm 4 at (p + fBm 4)",
        pattern: Pattern::Warp,
        grid: Grid::Slice,
        targets: Targets { avx512: 14.0, avx2: 5.4 },
    },
    Workload {
        name: "simplex",
        title: "simplex, slice",
        pattern: Pattern::Simplex,
        grid: Grid::Slice,
        targets: Targets { avx512: 27.0, avx2: 12.0 },
    },
    Workload {
        name: "cellular",
        title: "cellular F1, slice",
        pattern: Pattern::Cellular,
        grid: Grid::Slice,
        targets: Targets { avx512: 10.0, avx2: 6.4 },
    },
    Workload {
        name: "volume",
        title: "fBm, 4 octaves, volume of 256^3",
        pattern: Pattern::Perlin { octaves: 4 },
        grid: Grid::Volume,
        targets: Targets { avx512: 130.0, avx2: 56.0 },
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (index, workload) in ALL.iter().enumerate() {
            assert!(ALL[..index].iter().all(|other| other.name != workload.name), "{}", workload.name);
        }
    }

    #[test]
    fn cells_are_64_samples_wide_or_128() {
        let scales = ALL.map(|workload| (workload.name, workload.scale()));
        assert!(scales.contains(&("perlin", 16)) && scales.contains(&("fbm4", 8)));
        assert!(scales.contains(&("volume", 2)));
    }
}
