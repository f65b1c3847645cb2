//! The crate `simdnoise`, which fills newly allocated grids only. Its gradient noise is simplex noise, which replaces
//! Perlin noise here.

use std::hint::black_box;

use simdnoise::NoiseBuilder;

use super::sampled::Work;
use crate::grid::Grid;
use crate::workload::{Pattern, Workload};

pub fn work(workload: &Workload) -> Option<Work> {
    let (grid, octaves) = (workload.grid, workload.pattern.octaves());
    if grid == Grid::Scattered {
        return None;
    }
    let (side, layers) = (grid.side() as usize, grid.layers() as usize);
    // Offsets are in samples.
    let (first, depth) = (0.5, grid.depth(0) * side as f32);
    let frequency = workload.scale() as f32 / side as f32;
    match workload.pattern {
        Pattern::Perlin { octaves: 1 } | Pattern::Simplex => Some(Box::new(move || {
            let mut noise = NoiseBuilder::gradient_3d_offset(first, side, first, side, depth, layers);
            drop(black_box(noise.with_freq(frequency).generate()));
        })),
        Pattern::Perlin { .. } => Some(Box::new(move || {
            let mut noise = NoiseBuilder::fbm_3d_offset(first, side, first, side, depth, layers);
            noise.with_freq(frequency).with_octaves(octaves as u8).with_gain(0.5);
            drop(black_box(noise.generate()));
        })),
        Pattern::Cellular => Some(Box::new(move || {
            let mut noise = NoiseBuilder::cellular_3d_offset(first, side, first, side, depth, layers);
            drop(black_box(noise.with_freq(frequency).generate()));
        })),
        Pattern::Value | Pattern::Marble | Pattern::Warp => None,
    }
}
