//! Variants that tile, made of textures that do not.

use std::collections::BTreeMap;

use travertine::{Error, Texture};
use travertine_graph::document::{Document, Input, Node};
use travertine_graph::json::Value;
use travertine_render::Context;

use crate::effort::Effort;
use crate::motion::{Motion, Repeat, motions};

/// Horizontal distance from a node to the node that is added behind it, in points of the layout.
const STEP: f64 = 240.0;

/// The blending of borders. Each part of it is an input of the node `domain/seamless`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seam {
    /// The part of the unit square over which the texture fades into its start, from 0 to 1.
    pub border: f32,
    /// How far the seam strays within the border, from 0 to 1.
    pub ragged: f32,
    /// The part of the border over which both sides mix, from 0 to 1.
    pub softness: f32,
    /// The axes along which the variant repeats.
    pub along: Along,
}

impl Default for Seam {
    fn default() -> Seam {
        Seam { border: 0.3, ragged: 0.7, softness: 0.3, along: Along::Both }
    }
}

/// Axes along which a texture repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Along {
    /// Along x and y.
    #[default]
    Both,
    /// Along x alone.
    X,
    /// Along y alone, as the grain of wood may.
    Y,
}

impl Along {
    fn repeat(self) -> Repeat {
        match self {
            Along::Both => Repeat::Tile,
            Along::X => Repeat::AlongX,
            Along::Y => Repeat::AlongY,
        }
    }

    /// The input `period` of the node, unless it is its default.
    fn period(self) -> Option<Value> {
        let [x, y] = match self {
            Along::Both => return None,
            Along::X => [1, 0],
            Along::Y => [0, 1],
        };
        Some(Value::List([x, y, 0].map(Value::from).into()))
    }
}

/// A document like that of a texture whose outputs all repeat after one unit, and the names of the outputs that did
/// not: between each of these and its source there is a node `domain/seamless`.
///
/// Which outputs tile is found as by [`tilings`](crate::tilings).
///
/// # Errors
///
/// As [`tilings`](crate::tilings).
pub fn seamless(texture: &Texture, seam: &Seam, context: &Context) -> Result<(Document, Vec<String>), Error> {
    let outputs = &texture.graph().outputs;
    let sources: Vec<_> = outputs.iter().map(|output| output.source).collect();
    let motions = motions(texture, seam.along.repeat(), &sources, &Effort::new(context.clone()))?;
    let mut document = texture.document().clone();
    let mut blended = Vec::new();
    for (output, _) in outputs.iter().zip(motions).filter(|(_, motion)| *motion != Motion::Still) {
        blend(&mut document, &output.name, seam);
        blended.push(output.name.clone());
    }
    Ok((document, blended))
}

/// Adds a node that blends an output of a document.
fn blend(document: &mut Document, output: &str, seam: &Seam) {
    let ids = std::iter::successors(Some(format!("seamless {output}")), |id| Some(format!("{id}'")));
    let id = ids.into_iter().find(|id| !document.nodes.contains_key(id)).unwrap_or_default();
    let Some((_, source)) = document.outputs.iter_mut().find(|(name, _)| name == output) else { return };
    let wire = Input::Node { node: id.clone(), output: None };
    let source = std::mem::replace(source, wire);
    if let Input::Node { node, .. } = &source
        && let Some([x, y]) = document.layout.get(node).copied()
    {
        document.layout.insert(id.clone(), [x + STEP, y]);
    }
    let number = |number: f32| Input::Constant(Value::from(number));
    let mut inputs = BTreeMap::from([
        ("value".to_owned(), source),
        ("border".to_owned(), number(seam.border)),
        ("ragged".to_owned(), number(seam.ragged)),
        ("softness".to_owned(), number(seam.softness)),
    ]);
    inputs.extend(seam.along.period().map(|period| ("period".to_owned(), Input::Constant(period))));
    let node = Node { node_type: "domain/seamless".to_owned(), inputs, ..Node::default() };
    document.nodes.insert(id, node.into());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tilings;

    fn texture() -> Texture {
        Texture::parse(
            r#"{
              "format": "travertine", "version": 1,
              "nodes": {
                "rings": {"type": "pattern/rings"},
                "seamless height": {"type": "math/power", "inputs": {"a": {"node": "rings"}, "b": 2}},
                "tile": {"type": "noise/perlin", "inputs": {"scale": 4, "periodic": true}}
              },
              "outputs": {"height": {"node": "seamless height"}, "grain": {"node": "tile"}},
              "layout": {"seamless height": [240, 64]}
            }"#,
        )
        .unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn outputs_that_do_not_tile_are_blended() {
        let texture = texture();
        let context = Context::default();
        let (document, blended) = seamless(&texture, &Seam::default(), &context).unwrap();
        assert_eq!(blended, ["height"]);
        assert_eq!(document.layout["seamless height'"], [480.0, 64.0]);
        let tile = texture.with_document(document, BTreeMap::new()).unwrap();
        assert!(tilings(&tile, &context).unwrap().iter().all(|tiling| tiling.tiles));
        // All but the border is unchanged.
        let at =
            |texture: &Texture| texture.field("height").unwrap().sample(&[[0.3, 0.6, 0.2, 0.0]]).unwrap().into_vec();
        assert_eq!(at(&tile), at(&texture));
    }

    #[test]
    fn a_texture_may_repeat_along_one_axis() {
        let context = Context::default();
        for (along, step, other) in [(Along::X, [1.0, 0.0], [0.0, 1.0]), (Along::Y, [0.0, 1.0], [1.0, 0.0])] {
            let seam = Seam { along, ..Seam::default() };
            let (document, blended) = seamless(&texture(), &seam, &context).unwrap();
            assert_eq!(blended, ["height"]);
            let tile = texture().with_document(document, BTreeMap::new()).unwrap();
            let at = |[x, y]: [f32; 2]| tile.field("height").unwrap().sample(&[[0.3 + x, 0.6 + y, 0.2, 0.0]]).unwrap();
            let here = at([0.0, 0.0]).into_vec()[0];
            let moved = |step| (at(step).into_vec()[0] - here).abs();
            assert!(moved(step) < 1e-5 && moved(other) > 1e-3, "{along:?}");
            assert_eq!(seamless(&tile, &seam, &context).unwrap().1, Vec::<String>::new());
        }
    }

    #[test]
    fn a_tile_stays() {
        let context = Context::default();
        let (document, _) = seamless(&texture(), &Seam::default(), &context).unwrap();
        let tile = texture().with_document(document.clone(), BTreeMap::new()).unwrap();
        assert_eq!(seamless(&tile, &Seam::default(), &context).unwrap(), (document, Vec::new()));
    }
}
