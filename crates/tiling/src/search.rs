//! The search for nodes that break a repetition, and for fixes.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use travertine::{Error, Texture};
use travertine_graph::graph::{Graph, Source};
use travertine_render::{Context, RasterCache};

use crate::change::Change;
use crate::draft::Draft;
use crate::effort::Effort;
use crate::fix::fix;
use crate::motion::{Motion, Repeat, motions};
use crate::wires::{made_of, wires};

/// The longest period of a loop, limited by the precision of floats.
pub const MAX_PERIOD: u32 = 4096;

/// The number of searches: after each, the breaks that it found are fixed.
const ROUNDS: usize = 8;

/// The number of states whose motions are cached: those that one output passes through, and the first.
const STATES: usize = ROUNDS + 1;

/// Whether an output tiles over the unit square: whether it is the same at x + 1 and y + 1 as at x and y, everywhere.
/// Or whether it loops, which is tiling in time: whether it is the same one period later.
#[derive(Clone, PartialEq, Debug)]
pub struct Tiling {
    /// The output's name.
    pub output: String,
    /// Whether it tiles or loops.
    pub tiles: bool,
    /// The nodes that break it, in the order in which they are found: the first may hide others.
    pub breaks: Vec<Break>,
    /// Whether it tiles or loops with the fixes of all breaks, which was tested.
    pub fixed: bool,
}

/// A node that breaks the repetition: its inputs repeat or change evenly, its output does not.
#[derive(Clone, PartialEq, Debug)]
pub struct Break {
    /// The node's id.
    pub node: String,
    /// The node's type.
    pub node_type: String,
    /// Changes of its inputs, or of nodes that it depends on, with which its output repeats; empty if none was found.
    pub fix: Vec<Change>,
}

/// Whether each output tiles over the unit square, and if not, which nodes break it, and which changes fix it.
///
/// Fields are evaluated at up to 1,024 positions, so that a flaw at very few positions may be missed. The limit of work
/// is for all evaluations together, each of which counts before it begins. Progress counts up to
/// [`PROGRESS`](crate::PROGRESS).
///
/// # Errors
///
/// If it is cancelled, the graph unfolds into too many operations, or memory or work exceed the context.
pub fn tilings(texture: &Texture, context: &Context) -> Result<Vec<Tiling>, Error> {
    let effort = Effort::new(with_rasters(context));
    let mut search = Search::new(Repeat::Tile, &effort);
    let count = texture.graph().outputs.len();
    (0..count).map(|output| effort.step(output, count, || search.tiling(texture, output))).collect()
}

/// Whether an output is the same everywhere after `period` units of time, 1 to [`MAX_PERIOD`], and if not, which nodes
/// break it, and which changes fix it: mostly a period in time of their own.
///
/// Found like [`tilings`].
///
/// # Errors
///
/// As [`tilings`], or if there is no such output.
pub fn looping(texture: &Texture, output: &str, period: u32, context: &Context) -> Result<Tiling, Error> {
    let (period, effort) = (period.clamp(1, MAX_PERIOD), Effort::new(with_rasters(context)));
    let mut search = Search::new(Repeat::Loop(period), &effort);
    effort.part(0.0, 1.0, || search.tiling(texture, texture.output(output)?))
}

/// The context with a cache of rasters: most sources have some in common, and most changes leave them unchanged.
fn with_rasters<'c>(context: &Context<'c>) -> Context<'c> {
    let kept = context.memory_limit() / 4;
    context.clone().holding(kept).rasters(&Arc::new(RasterCache::new(kept)))
}

/// The texture after some fixes: 0 is the given one, and each fix leads to another state.
type State = usize;

/// Changes that fix an output of a node, and the state that follows.
type Fix = (Vec<Change>, State);

/// Motions and fixes of a texture, cached by state: outputs of a graph share most of them, and they take long to find
/// where there are rasters.
struct Search<'a> {
    repeat: Repeat,
    effort: &'a Effort<'a>,
    /// The number of states.
    states: usize,
    /// The motions in the last few states: each map is as large as the graph.
    motions: VecDeque<(State, HashMap<Source, Motion>)>,
    /// The fix of an output of a node in a state; `None` if there is none.
    fixes: HashMap<(State, String, usize), Option<Fix>>,
}

impl<'a> Search<'a> {
    fn new(repeat: Repeat, effort: &'a Effort<'a>) -> Search<'a> {
        Search { repeat, effort, states: 1, motions: VecDeque::new(), fixes: HashMap::new() }
    }

    fn tiling(&mut self, texture: &Texture, output: usize) -> Result<Tiling, Error> {
        let name = texture.graph().outputs[output].name.clone();
        let (mut breaks, mut state, mut changed) = (Vec::new(), 0, Cow::Borrowed(texture));
        let mut fixed = self.repeats(&changed, state, output)?;
        if fixed {
            return Ok(Tiling { output: name, tiles: true, breaks, fixed });
        }
        for round in 0..ROUNDS {
            let mut stuck = false;
            let broken = breakers(changed.graph(), output, self.motions(&changed, state)?);
            let count = broken.len();
            let mut draft = Draft::new(&changed);
            for (index, source) in broken.into_iter().enumerate() {
                let node = &changed.graph().nodes[source.node];
                let key = (state, node.id.clone(), source.output);
                let found = match self.fixes.get(&key) {
                    Some(known) => known.clone(),
                    None => {
                        let fix = || fix(&draft, self.repeat, source, self.effort);
                        // Every round may be the last, so each counts half of what is left.
                        let left = 1.0 / (1_u64 << round.min(63)) as f64;
                        let fix =
                            self.effort.part(1.0 - left, 1.0 - left / 2.0, || self.effort.step(index, count, fix))?;
                        let found = fix.map(|fix| (fix, self.states));
                        self.states += usize::from(found.is_some());
                        self.fixes.insert(key, found.clone());
                        found
                    }
                };
                stuck |= found.is_none();
                let (fix, next) = found.unwrap_or_else(|| (Vec::new(), state));
                draft.change(&fix)?;
                state = next;
                breaks.push(Break { node: node.id.clone(), node_type: node.definition.type_name(), fix });
            }
            changed = Cow::Owned(draft.finish()?);
            fixed = self.repeats(&changed, state, output)?;
            if fixed || stuck {
                break;
            }
        }
        Ok(Tiling { output: name, tiles: false, breaks, fixed })
    }

    fn repeats(&mut self, texture: &Texture, state: State, output: usize) -> Result<bool, Error> {
        let source = texture.graph().outputs[output].source;
        Ok(self.motions(texture, state)?.get(&source) == Some(&Motion::Still))
    }

    /// The motions of everything that the outputs depend on.
    fn motions(&mut self, texture: &Texture, state: State) -> Result<&HashMap<Source, Motion>, Error> {
        let known = self.motions.iter().position(|(known, _)| *known == state);
        let motions = match known.and_then(|index| self.motions.remove(index)) {
            Some((_, motions)) => motions,
            None => {
                let outputs = texture.graph().outputs.iter().map(|output| output.source);
                let sources = made_of(texture.graph(), outputs);
                let motions = motions(texture, self.repeat, &sources, self.effort)?;
                sources.into_iter().zip(motions).collect()
            }
        };
        self.motions.truncate(STATES - 1);
        self.motions.push_front((state, motions));
        Ok(&self.motions[0].1)
    }
}

/// The nodes' outputs that break an output's repetition; at least one.
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
    // One output of each node is enough.
    breakers.sort_by_key(|source| (source.node, source.output));
    breakers.dedup_by_key(|source| source.node);
    breakers
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use travertine_graph::constant::Constant;
    use travertine_render::{Cancel, RenderError};

    use super::*;
    use crate::PROGRESS;

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
        tilings(&texture(nodes), &Context::default()).unwrap().remove(0)
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
            assert!(tiling.tiles && tiling.fixed && tiling.breaks.is_empty(), "{nodes}: {tiling:?}");
        }
    }

    #[test]
    fn the_first_node_that_breaks_it_is_named_with_a_fix() {
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
        for (nodes, node, fix) in cases {
            let tiling = found(nodes);
            assert!(!tiling.tiles && tiling.fixed, "{nodes}: {tiling:?}");
            assert_eq!(tiling.breaks.len(), 1, "{nodes}");
            assert_eq!((tiling.breaks[0].node.as_str(), &tiling.breaks[0].fix), (node, &fix), "{nodes}");
        }
        // A noise over a stretched position repeats after as many more cells.
        let stretched = found(
            r#""wide": {"type": "math/multiply", "inputs": {"a": {"node": "place", "output": "position"}, "b": [3, 1, 1]}},
               "cells": {"type": "noise/cellular", "inputs": {"position": {"node": "wide"}, "scale": 5}},
               "out": {"type": "math/absolute", "inputs": {"value": {"node": "cells", "output": "f1"}}}"#,
        );
        let fix = &stretched.breaks[0].fix;
        assert!(fix.contains(&set("cells", "period_x", Constant::Integer(15))), "{fix:?}");
        assert!(fix.contains(&set("cells", "period_y", Constant::Integer(5))) && stretched.fixed, "{fix:?}");
    }

    #[test]
    fn work_counts_before_it_is_done_and_progress_adds_up() {
        let nodes = [
            r#""out": {"type": "noise/perlin", "inputs": {"scale": 3.4}}"#,
            r#""out": {"type": "noise/perlin", "inputs": {"scale": 3.4, "periodic": true, "period_x": 17, "period_y": 17}}"#,
            r#""out": {"type": "noise/perlin", "inputs": {"periodic": true}}"#,
        ];
        for nodes in nodes {
            let (texture, done) = (texture(nodes), AtomicU64::new(0));
            let advance = |progress| {
                done.fetch_add(progress, Ordering::Relaxed);
            };
            tilings(&texture, &Context::default().progress(&advance)).unwrap();
            assert_eq!(done.into_inner(), PROGRESS, "{nodes}");
        }
        let (broken, tiled) = (texture(nodes[0]), texture(nodes[2]));
        let refused = |texture: &Texture, context: Context| match tilings(texture, &context) {
            Ok(_) => false,
            Err(Error::Limit(RenderError::Work { .. })) => true,
            Err(other) => panic!("{other}"),
        };
        // What one evaluation takes: a few operations at 1,024 positions, and at those one step on along x and y.
        let once = Context::default().work(3 * 1024 * 12);
        assert!(!refused(&tiled, once.clone()) && refused(&broken, once));
        assert!(refused(&tiled, Context::default().work(1000)));
        let cancel = Cancel::new();
        cancel.cancel();
        let cancelled = tilings(&broken, &Context::default().cancel(&cancel));
        assert!(matches!(cancelled, Err(Error::Cancelled)));
    }

    #[test]
    fn unfixable_nodes_are_named_too() {
        let rings = found(
            r#""rings": {"type": "pattern/rings"},
               "out": {"type": "math/absolute", "inputs": {"value": {"node": "rings", "output": "value"}}}"#,
        );
        assert!(!rings.tiles && !rings.fixed);
        assert_eq!((rings.breaks.len(), rings.breaks[0].node_type.as_str()), (1, "pattern/rings"));
        assert_eq!(rings.breaks[0].fix, []);
        // What only grows is not a tile either.
        let shifted =
            found(r#""out": {"type": "math/add", "inputs": {"a": {"node": "place", "output": "x"}, "b": 1}}"#);
        assert!(!shifted.tiles && !shifted.fixed && shifted.breaks[0].node == "out", "{shifted:?}");
    }

    #[test]
    fn turned_positions_and_wired_scales_and_grids_are_fixed() {
        // No lattice that is turned askew repeats along x and y.
        let turned = found(
            r#""turned": {"type": "domain/transform", "inputs": {
                 "value": {"node": "place", "output": "position"}, "rotate": [31, 22, 38]
               }},
               "out": {"type": "noise/perlin", "inputs": {"scale": 5, "position": {"node": "turned"}}}"#,
        );
        assert!(turned.fixed && turned.breaks[0].node == "out", "{turned:?}");
        assert!(turned.breaks[0].fix.contains(&set("turned", "rotate", Constant::Vector([0.0; 3]))));
        assert!(turned.breaks[0].fix.contains(&set("out", "period_x", Constant::Integer(5))));
        // The scale comes through a wire.
        let wired = found(
            r#""double": {"type": "math/multiply", "inputs": {"a": {"parameter": "size"}, "b": 2}},
               "out": {"type": "noise/value", "inputs": {"scale": {"node": "double"}}}"#,
        );
        assert!(wired.fixed, "{wired:?}");
        assert!(wired.breaks[0].fix.contains(&set("out", "scale", Constant::Float(6.0))), "{wired:?}");
        // Without the wire, the order of the nodes is another.
        let wired = found(
            r#""double": {"type": "math/multiply", "inputs": {"a": {"parameter": "size"}, "b": 2}},
               "half": {"type": "math/multiply", "inputs": {"a": {"node": "double"}, "b": 0.5}},
               "other": {"type": "noise/value", "inputs": {"scale": {"node": "half"}, "seed": 1}},
               "another": {"type": "noise/perlin", "inputs": {"scale": {"node": "double"}}},
               "out": {"type": "math/add", "inputs": {"a": {"node": "another"}, "b": {"node": "other"}}}"#,
        );
        assert!(wired.fixed && wired.breaks.len() == 2, "{wired:?}");
        // A grid has an edge.
        let grid = found(
            r#""noise": {"type": "noise/perlin", "inputs": {"periodic": true}},
               "out": {"type": "terrain/thermal", "inputs": {"height": {"node": "noise"}, "resolution": 16, "across": 2}}"#,
        );
        let repeat = set("out", "edge", Constant::Choice("repeat".to_owned()));
        assert!(grid.fixed, "{grid:?}");
        assert_eq!(grid.breaks[0].fix, [repeat, set("out", "across", Constant::Integer(1))]);
    }

    #[test]
    fn breaks_behind_the_first_are_found_once_those_are_fixed() {
        let two = found(
            r#""noise": {"type": "noise/perlin", "inputs": {"scale": 4}},
               "out": {"type": "domain/transform", "inputs": {"value": {"node": "noise"}, "scale": [0.9, 1, 1]}}"#,
        );
        let nodes: Vec<&str> = two.breaks.iter().map(|broken| broken.node.as_str()).collect();
        assert_eq!((nodes, two.fixed), (vec!["noise", "out"], true), "{two:?}");
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
        let noise =
            format!(r#"{noise}, "out": {{"type": "math/absolute", "inputs": {{"value": {{"node": "noise"}}}}}}"#);
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
        for (nodes, fixes) in [
            (&noise, vec![("noise", looped("noise"))]),
            // Six units of what goes into it are two waves.
            (&sine, vec![("out", vec![set("out", "frequency", Constant::Float(2.0 / 6.0))])]),
            (&fractal, vec![("noise", looped("noise")), ("out", vec![set("out", "lacunarity", Constant::Float(2.0))])]),
        ] {
            let found = looping(&texture(nodes), "value", 3, &Context::default()).unwrap();
            assert!(!found.tiles && found.fixed, "{nodes}: {found:?}");
            let breaks: Vec<_> = found.breaks.iter().map(|broken| (broken.node.as_str(), broken.fix.clone())).collect();
            assert_eq!(breaks, fixes, "{nodes}");
        }
        // What does not change with time loops anyhow, and simplex noise never does.
        let still = texture(r#""out": {"type": "noise/perlin"}"#);
        assert!(looping(&still, "value", 3, &Context::default()).unwrap().tiles);
        let simplex = texture(r#""out": {"type": "noise/simplex", "inputs": {"dimensions": 4}}"#);
        let simplex = looping(&simplex, "value", 3, &Context::default()).unwrap();
        assert!(!simplex.fixed && simplex.breaks[0].fix.is_empty(), "{simplex:?}");
    }
}
