//! Benchmarks of all nodes: their examples as pictures of 256 x 256 pixels on one thread.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use travertine_bench::travertine::Texture;
use travertine_noise::Level;
use travertine_render::Slice;

const SIDE: u32 = 256;

fn nodes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nodes");
    group.throughput(Throughput::Elements(u64::from(SIDE * SIDE))).sample_size(10);
    for definition in travertine_nodes::registry().iter() {
        let texture = Texture::new(&definition.example);
        let render = || texture.image(Slice::new(SIDE, SIDE), Level::detect(), 1);
        group.bench_function(definition.type_name(), |bencher| bencher.iter(render));
    }
    group.finish();
}

criterion_group!(benches, nodes);
criterion_main!(benches);
