//! The crate `fastnoise-lite`. Its simplex noise is OpenSimplex2.

use fastnoise_lite::{CellularDistanceFunction, CellularReturnType, FastNoiseLite, FractalType, NoiseType};

use super::sampled::{Work, marble, sampled, warp};
use crate::workload::{Pattern, Workload};

pub fn work(workload: &Workload) -> Option<Work> {
    let fbm = |octaves: u32| {
        let mut noise = plain(NoiseType::Perlin);
        noise.set_fractal_type(Some(FractalType::FBm));
        noise.set_fractal_octaves(Some(octaves as i32));
        float(noise)
    };
    match workload.pattern {
        Pattern::Perlin { octaves: 1 } => sampled(workload, float(plain(NoiseType::Perlin))),
        Pattern::Perlin { octaves } => sampled(workload, fbm(octaves)),
        Pattern::Value => sampled(workload, float(plain(NoiseType::Value))),
        Pattern::Simplex => sampled(workload, float(plain(NoiseType::OpenSimplex2))),
        Pattern::Cellular => {
            let mut noise = plain(NoiseType::Cellular);
            noise.set_cellular_distance_function(Some(CellularDistanceFunction::Euclidean));
            noise.set_cellular_return_type(Some(CellularReturnType::Distance));
            sampled(workload, float(noise))
        }
        Pattern::Marble => sampled(workload, marble(fbm(4))),
        Pattern::Warp => sampled(workload, warp(fbm(4))),
    }
}

fn plain(kind: NoiseType) -> FastNoiseLite {
    let mut noise = FastNoiseLite::with_seed(7);
    noise.set_frequency(Some(1.0));
    noise.set_noise_type(Some(kind));
    noise
}

fn float(noise: FastNoiseLite) -> impl Fn([f32; 3]) -> f32 {
    move |[x, y, z]| noise.get_noise_3d(x, y, z)
}
