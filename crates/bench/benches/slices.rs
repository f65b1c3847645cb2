//! Slices of noise and of a whole graph, by Travertine and by the crate `noise`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use travertine_bench::{SIDE, Workload, peer};
use travertine_noise::Level;

fn slices(criterion: &mut Criterion) {
    let samples = Throughput::Elements(u64::from(SIDE) * u64::from(SIDE));
    for (name, octaves) in [("perlin", 1), ("fbm 4", 4), ("fbm 8", 8)] {
        let mut group = criterion.benchmark_group(name);
        group.throughput(samples.clone()).sample_size(10);
        let workload = Workload::perlin(octaves);
        for level in Level::available() {
            group.bench_function(level.name(), |bencher| bencher.iter(|| workload.render(level)));
        }
        group.bench_function("crate noise", |bencher| bencher.iter(|| peer(octaves, |_, sum| sum)));
        group.finish();
    }

    let mut group = criterion.benchmark_group("marble");
    group.throughput(samples).sample_size(10);
    let marble = Workload::marble();
    for level in Level::available() {
        group.bench_function(level.name(), |bencher| bencher.iter(|| marble.render(level)));
    }
    // Only the sum and the cosine: the peer has no ramp.
    #[expect(clippy::disallowed_methods, reason = "a peer's pixels are its own affair")]
    group.bench_function("crate noise, without the ramp", |bencher| {
        bencher.iter(|| peer(4, |x, sum| (x + sum).cos()))
    });
    group.finish();
}

criterion_group!(benches, slices);
criterion_main!(benches);
