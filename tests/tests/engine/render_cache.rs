//! The render cache: renders that use values of the last one have the bits of those that do not.

use std::path::Path;

use travertine::stages::render::RenderCache;
use travertine::{Context, Rectangle, Slice, Texture};

/// Changes that somebody may make to a graph one after the other; each must look as if nothing had been before.
fn check(graph: &str, limit: u64, changes: &[(&str, &str, &str)]) -> RenderCache {
    let graph = Path::new(env!("CARGO_MANIFEST_DIR")).join("../graphs").join(graph);
    let mut texture = Texture::open(graph).unwrap();
    let names: Vec<String> = texture.outputs().map(str::to_owned).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (mut kept, mut images) = (RenderCache::new(limit), Vec::new());
    let crop = Some(Rectangle { x: 100, y: 7, width: 1100, height: 30 });
    for (turn, (node, input, value)) in [("", "", "")].iter().chain(changes).enumerate() {
        match *node {
            "" => {}
            "parameter" => texture.set(input, *value).unwrap(),
            node => texture.set_input(node, input, value).unwrap(),
        }
        let fields = texture.fields(&names).unwrap();
        let slice = Slice { depth: (turn / 5) as f32, ..Slice::new(1300, 40) };
        let context = Context::default().threads(1 + turn % 2);
        fields.render_again(&mut kept, &mut images, slice, crop, &context).unwrap();
        let plain = fields.prepare(slice, crop, &context).unwrap().images().unwrap();
        assert!(images == plain, "after change {turn}");
        assert!(kept.bytes() <= limit);
    }
    kept
}

#[test]
fn what_is_kept_changes_no_bit() {
    let ramp = |gray: u8| {
        format!(
            r##"{{"stops": [{{"position": 0, "color": "#1020{gray:02x}"}}, {{"position": 1, "color": "#ffffff"}}]}}"##
        )
    };
    let [dark, light] = [ramp(16), ramp(200)];
    let changes = [
        ("ground", "ramp", dark.as_str()),
        ("ground", "ramp", light.as_str()),
        ("parameter", "vein_scale", "3"),
        ("parameter", "vein_color", "#102030"),
        ("parameter", "vein_color", "#302010"),
        ("ground", "ramp", dark.as_str()),
        ("ground", "ramp", dark.as_str()),
        ("ground", "ramp", light.as_str()),
    ];
    assert!(check("marble.json", 1 << 30, &changes).bytes() >= 1100 * 30 * 4, "the noise is kept");
    assert_eq!(check("marble.json", 1000, &changes).bytes(), 0, "there is no room for it");
}
