//! Workloads by peers whose noise is a function of one position.

use std::hint::black_box;

use crate::workload::Workload;

/// Computes the samples of a workload.
pub type Work = Box<dyn FnMut()>;

/// Computes a workload by a function of a position in lattice cells.
pub fn sampled(workload: &Workload, pattern: impl Fn([f32; 3]) -> f32 + 'static) -> Option<Work> {
    let (grid, scale) = (workload.grid, workload.scale() as f32);
    let mut samples = Vec::new();
    Some(Box::new(move || {
        grid.sample(scale, &pattern, &mut samples);
        black_box(&samples);
    }))
}

/// The cosine of x plus noise.
pub fn marble(noise: impl Fn([f32; 3]) -> f32) -> impl Fn([f32; 3]) -> f32 {
    #[expect(clippy::disallowed_methods, reason = "pixels of peers need not be deterministic")]
    move |position| (position[0] + noise(position)).cos()
}

/// Noise at a position moved by noise.
pub fn warp(noise: impl Fn([f32; 3]) -> f32) -> impl Fn([f32; 3]) -> f32 {
    move |position| {
        let offset = noise(position);
        noise(position.map(|part| part + offset))
    }
}
