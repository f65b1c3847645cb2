//! Variants of the bundled graphs that tile.

use std::collections::BTreeMap;

use travertine::{Context, Texture};
use travertine_tests::bundled::bundled_graphs;
use travertine_tiling::{Along, Seam, seamless};

/// Making and comparing rasters takes seconds.
const WITH_RASTERS: [&str; 1] = ["eroded-land"];

#[test]
fn every_bundled_graph_has_a_variant_that_tiles() {
    let seam = Seam { border: 0.3, ragged: 0.7, softness: 0.3, along: Along::Both };
    let context = Context::default();
    let mut blended = 0;
    for (name, text) in bundled_graphs().into_iter().filter(|(name, _)| !WITH_RASTERS.contains(&&**name)) {
        let texture = Texture::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (document, outputs) = seamless(&texture, &seam, &context).unwrap();
        blended += usize::from(!outputs.is_empty());
        let tile = texture.with_document(document, BTreeMap::new()).unwrap();
        let (_, left) = seamless(&tile, &seam, &context).unwrap();
        assert!(left.is_empty(), "{name} does not tile: {left:?}");
    }
    assert!(blended > 15, "{blended}");
}
