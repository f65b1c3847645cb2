//! The crate `noise-functions`.

use noise_functions::{CellDistance, Noise, Perlin, Sample, Simplex, Value};

use super::sampled::{Work, marble, sampled, warp};
use crate::workload::{Pattern, Workload};

pub fn work(workload: &Workload) -> Option<Work> {
    let fbm = |octaves| float(Perlin.fbm(octaves, 0.5, 2.0));
    match workload.pattern {
        Pattern::Perlin { octaves: 1 } => sampled(workload, float(Perlin)),
        Pattern::Perlin { octaves } => sampled(workload, fbm(octaves)),
        Pattern::Value => sampled(workload, float(Value)),
        Pattern::Simplex => sampled(workload, float(Simplex)),
        Pattern::Cellular => sampled(workload, float(CellDistance::default())),
        Pattern::Marble => sampled(workload, marble(fbm(4))),
        Pattern::Warp => sampled(workload, warp(fbm(4))),
    }
}

fn float(noise: impl Sample<3>) -> impl Fn([f32; 3]) -> f32 {
    move |position| noise.sample3(position)
}
