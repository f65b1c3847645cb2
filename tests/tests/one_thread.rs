//! A context of one thread starts no threads, so that programs that have their own can embed Travertine.
//!
//! A single test, because the threads of others would count.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "clippy excuses tests, but not the functions that they share")]

use std::fs;

use travertine::{Brick, Context, Slice, Texture, Volume};
use travertine_tests::bundled::bundled_graphs;

fn threads() -> usize {
    fs::read_dir("/proc/self/task").unwrap().count()
}

#[test]
fn one_thread_starts_no_others() {
    let before = threads();
    let context = Context::default().threads(1);
    for name in ["marble", "eroded-land"] {
        let graphs = bundled_graphs();
        let (_, text) = graphs.iter().find(|(graph, _)| graph == name).unwrap();
        let texture = Texture::parse(text).unwrap();
        for output in texture.outputs() {
            let field = texture.field(output).unwrap();
            let fine = Slice { samples_per_side: 2, ..Slice::new(64, 48) };
            field.render(Slice::new(300, 200), &context).unwrap();
            field.render(fine, &context).unwrap();
            field.sampler(&context).unwrap();
            let render = field.prepare_volume(Volume::new(64, 64, 64), [64, 32, 2], &context).unwrap();
            let mut samples = vec![0.0; 64 * 32 * 2 * field.channels()];
            render.brick(Brick { start: [0; 3], size: [64, 32, 2] }, &mut samples).unwrap();
        }
    }
    assert_eq!(threads(), before);
}
