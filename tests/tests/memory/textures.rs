//! Textures take no more memory than estimated, and searches for tilings take memory proportional to the graph.

use std::fmt::Write;

use travertine::stages::render::RenderError;
use travertine::{Context, Error, Slice, Texture};
use travertine_tiling::{looping, tilings};

use crate::{alone, peak};

fn texture(nodes: &str, output: &str) -> Texture {
    let text = format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{"value": {{"node": "{output}"}}}}}}"#
    );
    Texture::parse(text).unwrap()
}

/// A sum of `count` noises that do not tile.
fn noises(count: usize) -> Texture {
    let mut nodes = r#""s0": {"type": "math/add"}"#.to_owned();
    for index in 1..=count {
        write!(nodes, r#", "n{index}": {{"type": "noise/value", "inputs": {{"seed": {index}}}}}"#).unwrap();
        let inputs = format!(r#"{{"a": {{"node": "s{}"}}, "b": {{"node": "n{index}"}}}}"#, index - 1);
        write!(nodes, r#", "s{index}": {{"type": "math/add", "inputs": {inputs}}}"#).unwrap();
    }
    texture(&nodes, &format!("s{count}"))
}

#[test]
fn a_search_for_what_breaks_a_tiling_grows_with_the_graph() {
    let _alone = alone();
    let context = Context::default().memory(256 << 20);
    let search = |count: usize| {
        let texture = noises(count);
        let (bytes, tilings) = peak(|| tilings(&texture, &context).unwrap());
        assert!(tilings[0].fixed && tilings[0].breaks.len() == count);
        bytes
    };
    // The more fields there are, the fewer positions each is evaluated at, so this measures only the search's own
    // state.
    let (few, many) = (search(100), search(400));
    assert!(many < 5 * few, "{few} bytes for 100 noises, {many} for 400");
}

/// Nodes whose passes use grids of 512 x 512.
const PASSES: [&str; 14] = [
    r#""out": {"type": "terrain/perturb", "inputs": {"height": {"node": "land"}, "resolution": 512}}"#,
    r#""out": {"type": "terrain/erode", "inputs": {"height": {"node": "land"}, "resolution": 512, "iterations": 1}}"#,
    r#""out": {"type": "terrain/smooth", "inputs": {"height": {"node": "land"}, "resolution": 512, "iterations": 1}}"#,
    r#""out": {"type": "terrain/normals", "inputs": {"height": {"node": "land"}, "resolution": 512}}"#,
    r#""out": {"type": "terrain/thermal", "inputs": {"height": {"node": "land"}, "resolution": 512, "iterations": 2}}"#,
    r#""out": {"type": "terrain/hydraulic", "inputs": {
         "height": {"node": "land"}, "resolution": 512, "rounds": 1, "strength": {"node": "land"}, "capacity": {"node": "land"}
       }}"#,
    r#""out": {"type": "filter/distance", "inputs": {"mask": {"node": "land"}, "threshold": 0.1, "resolution": 512}}"#,
    r#""out": {"type": "filter/flood-fill", "inputs": {"mask": {"node": "land"}, "threshold": 0.1, "resolution": 512}}"#,
    r#""out": {"type": "filter/auto-levels", "inputs": {"value": {"node": "land"}, "resolution": 512}}"#,
    r#""out": {"type": "filter/dilate", "inputs": {"value": {"node": "land"}, "radius": 0.01, "resolution": 512}}"#,
    r#""out": {"type": "filter/gaussian-blur", "inputs": {"value": {"node": "land"}, "resolution": 512}}"#,
    r#""out": {"type": "terrain/flow", "inputs": {"height": {"node": "land"}, "resolution": 512, "pits": "end"}}"#,
    r#""out": {"type": "terrain/flow", "inputs": {"height": {"node": "land"}, "resolution": 512}}"#,
    r#""out": {"type": "terrain/drips", "inputs": {"height": {"node": "land"}, "resolution": 512}}"#,
];

#[test]
fn grids_take_what_is_estimated_and_are_refused_beyond() {
    let _alone = alone();
    for out in PASSES {
        let texture = texture(&format!(r#""land": {{"type": "noise/perlin"}}, {out}"#), "out");
        let context = Context::default().threads(2);
        let field = texture.first_field().unwrap();
        let estimate = field.prepare(Slice::new(16, 16), None, &context).unwrap().estimate().memory;
        let (bytes, _) = peak(|| field.prepare(Slice::new(16, 16), None, &context).unwrap().image().unwrap());
        assert!(bytes > 2 << 20 && bytes as u64 <= estimate + (1 << 20), "{bytes} bytes of {estimate}: {out}");

        // A render that needs a little more memory than allowed is refused before it starts.
        let memory = estimate - (1 << 20);
        let field = texture.first_field().unwrap();
        let refused = |result: Result<(), Error>| {
            let refused = matches!(result, Err(Error::Limit(RenderError::Grids(_) | RenderError::Memory(_))));
            assert!(refused, "{result:?}: {out}");
        };
        let context = context.clone().memory(1 << 20);
        let (bytes, ()) = peak(|| {
            let small = context.clone().memory(memory);
            refused(field.prepare(Slice::new(16, 16), None, &small).map(drop));
            refused(field.sampler(&Context::default().memory(1 << 20)).map(drop));
            refused(tilings(&texture, &context).map(drop));
            refused(looping(&texture, "value", 2, &context).map(drop));
            refused(texture.nodes().unwrap().sample([0.0; 4], &context).map(drop));
        });
        assert!(bytes < 2 << 20, "{bytes} bytes to refuse {out}");
    }
}

#[test]
fn grids_are_made_once_for_a_field_and_its_clones() {
    let _alone = alone();
    let texture = texture(&format!(r#""land": {{"type": "noise/perlin"}}, {}"#, PASSES[1]), "out");
    let field = texture.first_field().unwrap();
    let clone = field.clone();
    field.sample(&[[0.0; 4]]).unwrap();
    let (bytes, again) = peak(|| clone.clone().sample(&[[0.0; 4]]).unwrap());
    assert_eq!(again, field.sample(&[[0.0; 4]]).unwrap());
    assert!(bytes < 1 << 20, "{bytes} bytes");
}
