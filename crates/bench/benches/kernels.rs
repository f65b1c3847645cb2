//! Benchmarks of all kernels at all SIMD levels.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use travertine_bench::kernel::{ALL, ROW};
use travertine_noise::Level;

/// Rows per run: those of one lattice cell.
const ROWS: usize = 64;

fn kernels(criterion: &mut Criterion) {
    for kernel in ALL {
        let mut group = criterion.benchmark_group(kernel.name);
        group.throughput(Throughput::Elements((ROWS * ROW) as u64)).sample_size(20);
        for level in Level::available() {
            group.bench_function(level.name(), |bencher| bencher.iter(|| (kernel.run)(level, ROWS)));
        }
        group.finish();
    }
}

criterion_group!(benches, kernels);
criterion_main!(benches);
