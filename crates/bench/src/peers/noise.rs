//! The crate `noise`.

use noise::core::worley::{ReturnType, distance_functions};
use noise::{Fbm, MultiFractal, NoiseFn, Perlin, Simplex, Value, Worley};

use super::sampled::{Work, marble, sampled, warp};
use crate::workload::{Pattern, Workload};

pub fn work(workload: &Workload) -> Option<Work> {
    let fbm = |octaves: u32| float(Fbm::<Perlin>::new(7).set_octaves(octaves as usize).set_lacunarity(2.0));
    match workload.pattern {
        Pattern::Perlin { octaves: 1 } => sampled(workload, float(Perlin::new(7))),
        Pattern::Perlin { octaves } => sampled(workload, fbm(octaves)),
        Pattern::Value => sampled(workload, float(Value::new(7))),
        Pattern::Simplex => sampled(workload, float(Simplex::new(7))),
        Pattern::Cellular => {
            let worley = Worley::new(7).set_distance_function(distance_functions::euclidean);
            sampled(workload, float(worley.set_return_type(ReturnType::Distance)))
        }
        Pattern::Marble => sampled(workload, marble(fbm(4))),
        Pattern::Warp => sampled(workload, warp(fbm(4))),
    }
}

fn float(noise: impl NoiseFn<f64, 3>) -> impl Fn([f32; 3]) -> f32 {
    move |position| noise.get(position.map(f64::from)) as f32
}
