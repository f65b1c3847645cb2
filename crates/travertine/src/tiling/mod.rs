//! Tiling: whether outputs repeat from one unit square to the next, or from one lap of time to the next, and what keeps
//! them from it.
//!
//! No rule is proved here; fields are evaluated at many places and at the same places a step on. That knows all
//! nodes, those to come too, and whatever they are wired to.

mod change;
mod draft;
mod mend;
mod motion;
mod wires;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};

pub use change::Change;
use draft::Draft;
use motion::{Motion, Repeat, motions};
use travertine_graph::graph::{Graph, Source};
use travertine_render::Options;
use wires::{made_of, wires};

use crate::{Error, Texture};

/// The longest period of a loop: beyond, floats count time too coarsely.
pub const MAX_PERIOD: u32 = 4096;

/// How often what breaks the tiling is looked for again once what was found is mended.
const ROUNDS: usize = 8;

/// Of how many states it is kept what becomes of all fields: of those that one output goes through, and the first.
const STATES: usize = ROUNDS + 1;

/// Whether an output tiles over the unit square: whether it is the same at x + 1 and y + 1 as at x and y, anywhere. Or
/// whether it loops, which is tiling over time: whether it is the same a period later.
#[derive(Clone, PartialEq, Debug)]
pub struct Tiling {
    /// The output's name.
    pub output: String,
    /// Whether it tiles.
    pub tiles: bool,
    /// What keeps it from that, in the order in which it is found: behind the first ones, there may be others.
    pub breaks: Vec<Break>,
    /// Whether it tiles with all the changes that the breaks name. That was tried.
    pub mended: bool,
}

/// A node that breaks the tiling: what goes into it repeats or grows evenly, what comes out does not.
#[derive(Clone, PartialEq, Debug)]
pub struct Break {
    /// The node's id.
    pub node: String,
    /// Its type.
    pub node_type: String,
    /// Changes with which what comes out of it repeats, of its inputs or of what goes into it; empty if none was found.
    pub mend: Vec<Change>,
}

/// Looks at every output.
pub(crate) fn tilings(texture: &Texture, options: &Options) -> Result<Vec<Tiling>, Error> {
    let mut search = Search::new(Repeat::Tile, options);
    (0..texture.graph().outputs.len()).map(|output| search.tiling(texture, output)).collect()
}

/// Looks at whether an output is the same after so much time.
pub(crate) fn looping(
    texture: &Texture,
    output: usize,
    period: u32,
    options: &Options,
) -> Result<Tiling, Error> {
    Search::new(Repeat::Loop(period), options).tiling(texture, output)
}

/// A texture that was changed so far: 0 as it is given, and each mend leads from one state to another.
type State = usize;

/// Changes that mend an output of a node, and the state that follows.
type Mend = (Vec<Change>, State);

/// What is known of a texture in some states, and what mends it: outputs of a graph have most of it in common, and to
/// find it takes long where there are grids.
struct Search<'a> {
    repeat: Repeat,
    options: &'a Options,
    /// How many states there are.
    states: usize,
    /// Of the states that were looked at last: each is as large as the graph.
    motions: VecDeque<(State, HashMap<Source, Motion>)>,
    /// What mends an output of a node in a state, and the state that follows; none if nothing does.
    mends: HashMap<(State, String, usize), Option<Mend>>,
}

impl Search<'_> {
    fn new(repeat: Repeat, options: &Options) -> Search<'_> {
        Search { repeat, options, states: 1, motions: VecDeque::new(), mends: HashMap::new() }
    }

    fn tiling(&mut self, texture: &Texture, output: usize) -> Result<Tiling, Error> {
        let name = texture.graph().outputs[output].name.clone();
        let (mut breaks, mut state, mut changed) = (Vec::new(), 0, Cow::Borrowed(texture));
        let mut mended = self.repeats(&changed, state, output)?;
        if mended {
            return Ok(Tiling { output: name, tiles: true, breaks, mended });
        }
        for _ in 0..ROUNDS {
            let mut stuck = false;
            let broken = breakers(changed.graph(), output, self.motions(&changed, state)?);
            let mut draft = Draft::new(&changed);
            for source in broken {
                let node = &changed.graph().nodes[source.node];
                let key = (state, node.id.clone(), source.output);
                let found = match self.mends.get(&key) {
                    Some(known) => known.clone(),
                    None => {
                        let mend = mend::mend(&draft, self.repeat, source, self.options)?;
                        let found = mend.map(|mend| (mend, self.states));
                        self.states += usize::from(found.is_some());
                        self.mends.insert(key, found.clone());
                        found
                    }
                };
                stuck |= found.is_none();
                let (mend, next) = found.unwrap_or_else(|| (Vec::new(), state));
                draft.change(&mend)?;
                state = next;
                breaks.push(Break { node: node.id.clone(), node_type: node.definition.type_name(), mend });
            }
            changed = Cow::Owned(draft.finish()?);
            mended = self.repeats(&changed, state, output)?;
            if mended || stuck {
                break;
            }
        }
        Ok(Tiling { output: name, tiles: false, breaks, mended })
    }

    fn repeats(&mut self, texture: &Texture, state: State, output: usize) -> Result<bool, Error> {
        let source = texture.graph().outputs[output].source;
        Ok(self.motions(texture, state)?.get(&source) == Some(&Motion::Still))
    }

    /// What becomes of all that the outputs are made of.
    fn motions(&mut self, texture: &Texture, state: State) -> Result<&HashMap<Source, Motion>, Error> {
        let known = self.motions.iter().position(|(known, _)| *known == state);
        let motions = match known.and_then(|index| self.motions.remove(index)) {
            Some((_, motions)) => motions,
            None => {
                let outputs = texture.graph().outputs.iter().map(|output| output.source);
                let sources = made_of(texture.graph(), outputs);
                let motions = motions(texture, self.repeat, &sources, self.options)?;
                sources.into_iter().zip(motions).collect()
            }
        };
        self.motions.truncate(STATES - 1);
        self.motions.push_front((state, motions));
        Ok(&self.motions[0].1)
    }
}

/// The nodes' outputs among what an output is made of that break its tiling; at least one.
fn breakers(graph: &Graph, output: usize, motions: &HashMap<Source, Motion>) -> Vec<Source> {
    let uneven = |source: &Source| motions.get(source) == Some(&Motion::Uneven);
    let mut breakers = Vec::new();
    let (mut seen, mut stack) = (HashSet::new(), vec![graph.outputs[output].source]);
    while let Some(source) = stack.pop() {
        let causes: Vec<Source> = wires(graph, source.node).filter(uneven).collect();
        if causes.is_empty() {
            breakers.push(source);
        }
        stack.extend(causes.into_iter().filter(|cause| seen.insert(*cause)));
    }
    // One output of a node speaks for all.
    breakers.sort_by_key(|source| (source.node, source.output));
    breakers.dedup_by_key(|source| source.node);
    breakers
}

impl Texture {
    /// Makes changes that [`Texture::tilings`] or [`Texture::looping`] proposed.
    ///
    /// # Errors
    ///
    /// As [`Texture::set_input`] and [`Texture::set`]; then none of them is made.
    pub fn change<'a>(&mut self, changes: impl IntoIterator<Item = &'a Change>) -> Result<(), Error> {
        let (mut document, mut given) = (self.document().clone(), self.given().clone());
        changes.into_iter().try_for_each(|change| change.make(&mut document, &mut given))?;
        *self = self.with_document(document, given)?;
        Ok(())
    }

    /// Whether each output tiles over the unit square, and if not, which nodes break it and what would mend them.
    ///
    /// Found by evaluating at some thousand positions, so that a flaw in very few places may be missed.
    ///
    /// ```
    /// let mut texture = travertine::Texture::parse(r#"{
    ///     "format": "travertine", "version": 1,
    ///     "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 4}}},
    ///     "outputs": {"height": {"node": "noise"}}
    /// }"#)?;
    /// let options = travertine::Options::default();
    /// assert_eq!(texture.tilings(&options)?[0].breaks[0].node, "noise");
    /// texture.set_input("noise", "periodic", "true")?;
    /// assert!(texture.tilings(&options)?[0].tiles);
    /// # Ok::<(), travertine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the graph unfolds into too many operations, or needs more memory than the options allow.
    pub fn tilings(&self, options: &Options) -> Result<Vec<Tiling>, Error> {
        tilings(self, options)
    }

    /// Whether an output is the same everywhere after so much time, from 1 to [`MAX_PERIOD`]; if not, which nodes keep it
    /// from that, and what would mend them: mostly a period in time of their own.
    ///
    /// Found as [`Texture::tilings`] are.
    ///
    /// # Errors
    ///
    /// As [`Texture::tilings`], or if there is no such output.
    pub fn looping(&self, output: &str, period: u32, options: &Options) -> Result<Tiling, Error> {
        looping(self, self.output(output)?, period.clamp(1, MAX_PERIOD), options)
    }
}

#[cfg(test)]
mod tests {
    use travertine_graph::constant::Constant;

    use super::*;

    /// A texture of these nodes with an output `value` of the node `out`.
    fn texture(nodes: &str) -> Texture {
        let text = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "parameters": {{"size": {{"type": "float", "default": 2.8}}}},
              "nodes": {{"place": {{"type": "input/position"}}, {nodes}}},
              "outputs": {{"value": {{"node": "out"}}}}
            }}"#
        );
        Texture::parse(text).unwrap()
    }

    fn found(nodes: &str) -> Tiling {
        texture(nodes).tilings(&Options::default()).unwrap().remove(0)
    }

    fn set(node: &str, input: &str, value: Constant) -> Change {
        Change::Input { node: node.to_owned(), input: input.to_owned(), value }
    }

    #[test]
    fn what_repeats_tiles() {
        for nodes in [
            r#""out": {"type": "noise/perlin", "inputs": {"periodic": true, "octaves": 5, "lacunarity": 2.3}}"#,
            r#""out": {"type": "noise/perlin", "inputs": {"periodic": true, "scale": 12, "period_y": 6}}"#,
            r#""out": {"type": "math/cosine", "inputs": {"value": {"node": "place", "output": "x"}, "frequency": 3}}"#,
            r#""out": {"type": "math/add", "inputs": {"a": 1, "b": 2}}"#,
            r#""noise": {"type": "noise/value", "inputs": {"periodic": true}},
               "out": {"type": "fractal/fbm", "inputs": {"value": {"node": "noise"}, "periodic": true, "lacunarity": 2.3}}"#,
            r#""noise": {"type": "noise/perlin", "inputs": {"periodic": true}},
               "out": {"type": "domain/warp", "inputs": {"value": {"node": "noise"}, "offset": {"node": "noise"}}}"#,
        ] {
            let tiling = found(nodes);
            assert!(tiling.tiles && tiling.mended && tiling.breaks.is_empty(), "{nodes}: {tiling:?}");
        }
    }

    #[test]
    fn the_first_node_that_breaks_it_is_named_with_what_mends_it() {
        let periodic = |node: &str, period: i64| {
            [
                set(node, "periodic", Constant::Boolean(true)),
                set(node, "period_x", Constant::Integer(period)),
                set(node, "period_y", Constant::Integer(period)),
            ]
        };
        let mut turbulence = periodic("turbulence", 3).to_vec();
        turbulence.push(set("turbulence", "scale", Constant::Float(3.0)));
        let sized = Change::Parameter { name: "size".to_owned(), value: Constant::Float(3.0) };
        let cases = [
            (
                r#""turbulence": {"type": "noise/perlin", "inputs": {"scale": 3.4, "octaves": 3}},
                   "out": {"type": "math/multiply", "inputs": {"a": {"node": "turbulence"}, "b": 0.5}}"#,
                "turbulence",
                turbulence,
            ),
            (
                r#""out": {"type": "noise/perlin", "inputs": {"scale": 10, "periodic": true, "period_x": 4, "period_y": 6}}"#,
                "out",
                vec![set("out", "scale", Constant::Float(12.0))],
            ),
            (
                r#""out": {"type": "math/cosine", "inputs": {
                     "value": {"node": "place", "output": "y"}, "frequency": {"parameter": "size"}
                   }}"#,
                "out",
                vec![sized],
            ),
            // Half a turn on, one unit later.
            (
                r#""half": {"type": "math/multiply", "inputs": {"a": {"node": "place", "output": "x"}, "b": 0.5}},
                   "out": {"type": "math/sine", "inputs": {"value": {"node": "half"}, "frequency": 3}}"#,
                "out",
                vec![set("out", "frequency", Constant::Float(4.0))],
            ),
            (
                r#""noise": {"type": "noise/perlin", "inputs": {"periodic": true}},
                   "out": {"type": "domain/transform", "inputs": {"value": {"node": "noise"}, "rotate": [0, 0, 80]}}"#,
                "out",
                vec![set("out", "rotate", Constant::Vector([0.0, 0.0, 90.0]))],
            ),
        ];
        for (nodes, node, mend) in cases {
            let tiling = found(nodes);
            assert!(!tiling.tiles && tiling.mended, "{nodes}: {tiling:?}");
            assert_eq!(tiling.breaks.len(), 1, "{nodes}");
            assert_eq!((tiling.breaks[0].node.as_str(), &tiling.breaks[0].mend), (node, &mend), "{nodes}");
        }
        // A noise over a stretched place repeats after as many more cells.
        let stretched = found(
            r#""wide": {"type": "math/multiply", "inputs": {"a": {"node": "place", "output": "position"}, "b": [3, 1, 1]}},
               "cells": {"type": "noise/cellular", "inputs": {"position": {"node": "wide"}, "scale": 5}},
               "out": {"type": "math/absolute", "inputs": {"value": {"node": "cells", "output": "f1"}}}"#,
        );
        let mend = &stretched.breaks[0].mend;
        assert!(mend.contains(&set("cells", "period_x", Constant::Integer(15))), "{mend:?}");
        assert!(
            mend.contains(&set("cells", "period_y", Constant::Integer(5))) && stretched.mended,
            "{mend:?}"
        );
    }

    #[test]
    fn what_nothing_mends_is_told_too() {
        let rings = found(
            r#""rings": {"type": "pattern/rings"},
               "out": {"type": "math/absolute", "inputs": {"value": {"node": "rings", "output": "value"}}}"#,
        );
        assert!(!rings.tiles && !rings.mended);
        assert_eq!((rings.breaks.len(), rings.breaks[0].node_type.as_str()), (1, "pattern/rings"));
        assert_eq!(rings.breaks[0].mend, []);
        // What only grows is no tile either.
        let place = found(
            r#""out": {"type": "math/add", "inputs": {"a": {"node": "place", "output": "x"}, "b": 1}}"#,
        );
        assert!(!place.tiles && !place.mended && place.breaks[0].node == "out", "{place:?}");
    }

    #[test]
    fn turned_places_and_wired_scales_and_grids_are_mended() {
        // No lattice that is turned askew repeats along x and y.
        let turned = found(
            r#""turned": {"type": "domain/transform", "inputs": {
                 "value": {"node": "place", "output": "position"}, "rotate": [31, 22, 38]
               }},
               "out": {"type": "noise/perlin", "inputs": {"scale": 5, "position": {"node": "turned"}}}"#,
        );
        assert!(turned.mended && turned.breaks[0].node == "out", "{turned:?}");
        assert!(turned.breaks[0].mend.contains(&set("turned", "rotate", Constant::Vector([0.0; 3]))));
        assert!(turned.breaks[0].mend.contains(&set("out", "period_x", Constant::Integer(5))));
        // The scale comes through a wire.
        let wired = found(
            r#""double": {"type": "math/multiply", "inputs": {"a": {"parameter": "size"}, "b": 2}},
               "out": {"type": "noise/value", "inputs": {"scale": {"node": "double"}}}"#,
        );
        assert!(wired.mended, "{wired:?}");
        assert!(wired.breaks[0].mend.contains(&set("out", "scale", Constant::Float(6.0))), "{wired:?}");
        // Without the wire, the order of the nodes is another.
        let wired = found(
            r#""double": {"type": "math/multiply", "inputs": {"a": {"parameter": "size"}, "b": 2}},
               "half": {"type": "math/multiply", "inputs": {"a": {"node": "double"}, "b": 0.5}},
               "other": {"type": "noise/value", "inputs": {"scale": {"node": "half"}, "seed": 1}},
               "another": {"type": "noise/perlin", "inputs": {"scale": {"node": "double"}}},
               "out": {"type": "math/add", "inputs": {"a": {"node": "another"}, "b": {"node": "other"}}}"#,
        );
        assert!(wired.mended && wired.breaks.len() == 2, "{wired:?}");
        // A grid has an edge.
        let grid = found(
            r#""noise": {"type": "noise/perlin", "inputs": {"periodic": true}},
               "out": {"type": "terrain/thermal", "inputs": {"height": {"node": "noise"}, "resolution": 16, "across": 2}}"#,
        );
        let repeat = set("out", "edge", Constant::Choice("repeat".to_owned()));
        assert!(grid.mended, "{grid:?}");
        assert_eq!(grid.breaks[0].mend, [repeat, set("out", "across", Constant::Integer(1))]);
    }

    #[test]
    fn what_is_behind_the_first_breaks_is_found_once_they_are_mended() {
        let two = found(
            r#""noise": {"type": "noise/perlin", "inputs": {"scale": 4}},
               "out": {"type": "domain/transform", "inputs": {"value": {"node": "noise"}, "scale": [0.9, 1, 1]}}"#,
        );
        let nodes: Vec<&str> = two.breaks.iter().map(|broken| broken.node.as_str()).collect();
        assert_eq!((nodes, two.mended), (vec!["noise", "out"], true), "{two:?}");
    }

    #[test]
    fn loops_are_tiles_in_time() {
        let time = r#""two": {"type": "math/multiply", "inputs": {"a": {"node": "place", "output": "time"}, "b": 2}}"#;
        let noise = r#""noise": {"type": "noise/perlin", "inputs": {"dimensions": 4, "scale": 3.4}}"#;
        let sine = format!(
            r#"{time}, "out": {{"type": "math/sine", "inputs": {{"value": {{"node": "two"}}, "frequency": 0.3}}}}"#
        );
        let fractal = format!(
            r#"{noise}, "out": {{"type": "fractal/fbm", "inputs": {{"value": {{"node": "noise"}}, "lacunarity": 2.2}}}}"#
        );
        let noise = format!(
            r#"{noise}, "out": {{"type": "math/absolute", "inputs": {{"value": {{"node": "noise"}}}}}}"#
        );
        let far = Constant::Integer(4096);
        let looped = |node: &str| {
            vec![
                set(node, "period_time", Constant::Integer(3)),
                set(node, "periodic", Constant::Boolean(true)),
                set(node, "period_x", far.clone()),
                set(node, "period_y", far.clone()),
                set(node, "period_z", far.clone()),
            ]
        };
        for (nodes, mends) in [
            (&noise, vec![("noise", looped("noise"))]),
            // Six units of what goes into it are two waves.
            (&sine, vec![("out", vec![set("out", "frequency", Constant::Float(2.0 / 6.0))])]),
            (
                &fractal,
                vec![
                    ("noise", looped("noise")),
                    ("out", vec![set("out", "lacunarity", Constant::Float(2.0))]),
                ],
            ),
        ] {
            let looping = texture(nodes).looping("value", 3, &Options::default()).unwrap();
            assert!(!looping.tiles && looping.mended, "{nodes}: {looping:?}");
            let found: Vec<_> =
                looping.breaks.iter().map(|broken| (broken.node.as_str(), broken.mend.clone())).collect();
            assert_eq!(found, mends, "{nodes}");
        }
        // What does not change with time loops anyhow, and simplex noise never does.
        let still = texture(r#""out": {"type": "noise/perlin"}"#);
        assert!(still.looping("value", 3, &Options::default()).unwrap().tiles);
        let simplex = texture(r#""out": {"type": "noise/simplex", "inputs": {"dimensions": 4}}"#);
        let simplex = simplex.looping("value", 3, &Options::default()).unwrap();
        assert!(!simplex.mended && simplex.breaks[0].mend.is_empty(), "{simplex:?}");
    }
}
