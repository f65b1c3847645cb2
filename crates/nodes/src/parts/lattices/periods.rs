//! Periods: common parts of the patterns that can repeat, for tiles.
//!
//! The position is wrapped into the first period before any other operation, so that all repeats round in the same
//! way. A pattern must then be continuous across the ends of the period: a lattice repeats, and octaves have whole
//! frequencies.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{LoweringContext, Position};
use travertine_program::Expr;

/// The names of the inputs for periods.
const NAMES: [&str; 4] = ["period_x", "period_y", "period_z", "period_time"];

/// The descriptions of periods in cells.
const OF_CELLS: [&str; 4] = [
    "The period along x. A picture of one unit tiles if `scale` is this period or a multiple of it.",
    "The period along y.",
    "The period along z.",
    "The period in time, for endless animations.",
];

/// Adds the inputs of a pattern over a lattice, with periods in cells.
pub fn of_cells(definition: Definition) -> Definition {
    describe(definition, 4, "cells", &OF_CELLS)
}

/// The same for a pattern that does not change with time.
pub fn of_still_cells(definition: Definition) -> Definition {
    describe(definition, 4, "cells", &OF_CELLS[..3])
}

/// Adds the inputs of a pattern without a lattice of its own, with periods in units.
pub fn of_space(definition: Definition) -> Definition {
    describe(
        definition,
        1,
        "units",
        &[
            "The period along x. A picture of one unit tiles if this is 1.",
            "The period along y.",
            "The period along z.",
            "The period in time.",
        ],
    )
}

fn describe(definition: Definition, default: i64, unit: &'static str, periods: &[&'static str]) -> Definition {
    let periodic = InputDefinition::boolean("periodic", false)
        .secondary()
        .describe("Makes the pattern repeat exactly, for seamless tiles. The periods apply only if this is on.");
    NAMES.into_iter().zip(periods).fold(definition.input(periodic), |definition, (name, description)| {
        let unit = if name == "period_time" { "" } else { unit };
        let period = InputDefinition::integer(name, default).hard(1.0..=65_536.0).soft(1.0..=64.0);
        definition.input(period.unit(unit).enabled_by("periodic").describe(*description))
    })
}

/// The periods of a node along x, y, z and time, if it repeats.
#[derive(Clone, Copy)]
pub struct Periods(Option<[u32; 4]>);

impl Periods {
    /// The periods that the node's inputs define; `None` if it has no such inputs.
    pub fn of(context: &LoweringContext) -> Periods {
        let repeats = context.has_input("periodic") && context.boolean("periodic");
        // A pattern repeats along an axis on which it does not depend.
        let period = |name| if context.has_input(name) { context.integer(name) as u32 } else { 1 };
        Periods(repeats.then(|| NAMES.map(period)))
    }

    /// Periods in units as those of a lattice with a whole number of cells per unit. Time has no scale.
    pub fn in_cells(self, scale: u32) -> Periods {
        Periods(self.0.map(|[x, y, z, time]| [x * scale, y * scale, z * scale, time]))
    }

    /// The position within the first period.
    pub fn wrap(self, position: Position) -> Position {
        let Some([x, y, z, time]) = self.0 else { return position };
        Position {
            x: position.x.modulo(x as f32),
            y: position.y.modulo(y as f32),
            z: position.z.modulo(z as f32),
            time: position.time.modulo(time as f32),
            ..position
        }
    }

    /// The shortest offset along axis 0 to 2 for x to z that leads to the same place as this one, or to its repeat.
    pub fn nearest(self, axis: usize, offset: Expr) -> Expr {
        let Some(periods) = self.0 else { return offset };
        let period = periods[axis] as f32;
        // Limited for the interval, which does not know that the distance to a rounded number is at most a half.
        (offset - (offset / period).round() * period).max(-0.5 * period).min(0.5 * period)
    }

    /// The frequency of an octave: rounded to a whole number if the node repeats, so that the octave repeats with the
    /// first one.
    pub fn frequency(self, frequency: Expr) -> Expr {
        if self.0.is_some() { frequency.round().max(1.0) } else { frequency }
    }

    /// The pattern with its periods, set by `with`.
    pub fn repeat<P: Copy>(self, pattern: P, with: impl FnOnce(P, [u32; 4]) -> Option<P>) -> P {
        // The definitions offer only valid periods.
        self.0.and_then(|periods| with(pattern, periods)).unwrap_or(pattern)
    }
}

#[cfg(test)]
mod tests {
    use travertine_graph::graph::load;

    use crate::checks::evaluate::{outputs, scattered, value_at};

    /// The types that have an input.
    fn with_input(name: &str) -> Vec<String> {
        let registry = crate::checks::evaluate::registry();
        let has = registry.iter().filter(|node| node.inputs.iter().any(|input| input.name == name));
        has.map(|node| node.type_name()).collect()
    }

    /// The inputs that make a tile, and its periods in units.
    fn tile(node_type: &str) -> (String, [f32; 4]) {
        let space = r#""periodic": true, "period_x": 4, "period_y": 6, "period_z": 2"#;
        let periods = format!(r#"{space}, "period_time": 3"#);
        let (inputs, scale) = match node_type {
            // Gabor noise has no period in time.
            "noise/gabor" => (format!(r#"{space}, "scale": 2"#), 2.0),
            // Small or hard dots would be 0 or 1 nearly everywhere.
            "noise/dots" => (format!(r#"{periods}, "scale": 2, "dimensions": 4, "radius": 2, "softness": 1"#), 2.0),
            "noise/white" => (format!(r#"{periods}, "dimensions": 4"#), 1.0),
            noise if noise.starts_with("noise/") => (format!(r#"{periods}, "scale": 2, "dimensions": 4"#), 2.0),
            _ => (periods, 1.0),
        };
        (inputs, [4.0 / scale, 6.0 / scale, 2.0 / scale, 3.0])
    }

    /// Positions whose coordinates are multiples of 1/256.
    fn positions() -> impl Iterator<Item = [f32; 4]> {
        (0..40).map(|i| [0.371, -0.813, 0.437, 0.291].map(|step: f32| (step * i as f32 * 256.0).floor() / 256.0))
    }

    /// Checks the first output of a document.
    fn assert_tiles(what: &str, periods: [f32; 4], document: &str) {
        let at = outputs(document, 1);
        let mut values: Vec<Vec<u32>> = Vec::new();
        for position in positions() {
            let bits = |position| at(position).into_iter().map(f32::to_bits).collect::<Vec<_>>();
            let here = bits(position);
            for (axis, times) in (0..4).flat_map(|axis| [(axis, 1.0), (axis, -1.0), (axis, 7.0)]) {
                let mut there = position;
                there[axis] += times * periods[axis];
                assert_eq!(bits(there), here, "{what} at {position:?} and {there:?}");
            }
            values.push(here);
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 20, "{what} hardly varies");
    }

    #[test]
    fn noises_tile() {
        let check = |node_type: &str, more: &str| {
            let (inputs, periods) = tile(node_type);
            let document = format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{"noise": {{"type": "{node_type}", "inputs": {{{inputs}{more}}}}}}},
                  "outputs": {{"value": {{"node": "noise"}}}}
                }}"#
            );
            assert_tiles(node_type, periods, &document);
        };
        let noises: Vec<String> = with_input("periodic").into_iter().filter(|id| id.starts_with("noise/")).collect();
        assert!(noises.len() >= 9, "{noises:?}");
        for node_type in &noises {
            check(node_type, "");
        }
        for (node_type, octaves) in [("noise/perlin", 5), ("noise/value", 3), ("noise/curl", 2), ("noise/vector", 2)] {
            check(node_type, &format!(r#", "octaves": {octaves}, "lacunarity": 2.2"#));
        }
    }

    /// A fractal of a field that tiles tiles, too, and so does one of its own noise, which has three dimensions.
    #[test]
    fn fractals_tile() {
        let fractals: Vec<String> =
            with_input("periodic").into_iter().filter(|id| id.starts_with("fractal/")).collect();
        assert!(fractals.len() >= 10, "{fractals:?}");
        for node_type in &fractals {
            let (inputs, periods) = tile(node_type);
            let gradient = if node_type == "fractal/damped" {
                r#""gradient": {"node": "noise", "output": "gradient"},"#
            } else {
                ""
            };
            let wired = format!(r#""value": {{"node": "noise"}}, {gradient}"#);
            for wires in [wired.as_str(), ""] {
                let document = format!(
                    r#"{{
                      "format": "travertine", "version": 1,
                      "nodes": {{
                        "noise": {{"type": "noise/perlin", "inputs": {{
                          "scale": 1.5, "dimensions": 4, "periodic": true,
                          "period_x": 6, "period_y": 9, "period_z": 3, "period_time": 3
                        }}}},
                        "fractal": {{"type": "{node_type}", "inputs": {{
                          {wires} "octaves": 3, "lacunarity": 2.3, {inputs}
                        }}}}
                      }},
                      "outputs": {{"value": {{"node": "fractal"}}}}
                    }}"#
                );
                assert_tiles(node_type, periods, &document);
            }
        }
    }

    /// Each other node with periods has a test of its own, in its file.
    #[test]
    fn no_other_node_has_a_setting_for_periods() {
        let others: Vec<String> = (with_input("periodic").into_iter())
            .filter(|id| !id.starts_with("noise/") && !id.starts_with("fractal/"))
            .collect();
        assert_eq!(others, ["domain/cells", "domain/turbulence"]);
    }

    /// Nodes with a vector of periods, with inputs that make the period one unit long. `plain` is a noise that does not
    /// repeat, `noise` one that repeats after a unit.
    const OF_PIECES: [(&str, &str); 24] = [
        ("color/dither", r#""color": 0.4, "pattern": "blue", "size": 0.0625, "period": [16, 16, 0]"#),
        ("domain/bulge", r#""value": {"node": "noise"}, "spacing": [0.5, 0.5, 0], "radius": 0.2, "period": [2, 2, 0]"#),
        ("domain/hex-tile", r#""value": {"node": "plain"}, "size": [0.25, 0.25, 0], "period": [4, 4, 0]"#),
        ("domain/seamless", r#""value": {"node": "plain"}, "period": [1, 1, 0]"#),
        ("domain/swirl", r#""value": {"node": "noise"}, "spacing": [0.5, 0.5, 0], "radius": 0.2, "period": [2, 2, 0]"#),
        ("noise/fibers", r#""scale": 4, "layers": 2, "width": 0.03, "period": [4, 4, 0]"#),
        ("noise/flakes", r#""scale": 4, "period": [4, 4, 0]"#),
        ("noise/scratches", r#""scale": 4, "width": 0.03, "period": [4, 4, 0]"#),
        ("noise/smooth-cellular", r#""scale": 4, "period": [4, 4, 0]"#),
        ("pattern/arc-pavement", r#""size": [0.5, 0.125, 0], "period": [2, 8, 0]"#),
        ("pattern/ashlar", r#""size": [0.5, 0.25, 0], "period": [2, 4, 0]"#),
        ("pattern/bricks", r#""size": [0.25, 0.125, 0], "jitter": 0.5, "period": [4, 8, 0]"#),
        ("pattern/bricks@2", r#""size": [0.25, 0.125, 0], "jitter": 0.5, "period": [4, 8, 0]"#),
        ("pattern/hexagons", r#""size": [0.25, 0.25, 0], "period": [4, 4, 0]"#),
        ("pattern/hexagons@2", r#""size": [0.25, 0.25, 0], "period": [4, 4, 0]"#),
        ("pattern/parquet", r#""kind": "strip", "size": [0.25, 0.125, 0], "jitter": 0.5, "period": [4, 8, 0]"#),
        ("pattern/quilted", r#""size": [0.25, 0.25, 0.25], "period": [4, 4, 0]"#),
        ("pattern/scales", r#""size": [0.25, 0.125, 0], "jitter": 0.5, "period": [4, 8, 0]"#),
        (
            "pattern/scatter",
            r#""value": {"node": "noise"}, "scale": 4, "size": 1.5, "variety": 3, "period": [4, 4, 0]"#,
        ),
        ("pattern/tiles", r#""size": [0.25, 0.25, 0], "jitter": 0.5, "period": [4, 4, 0]"#),
        ("pattern/tiling", r#""size": [0.25, 0.25, 0], "period": [4, 4, 0]"#),
        ("pattern/triangles", r#""size": [0.25, 0.25, 0], "period": [4, 4, 0]"#),
        ("pattern/truchet", r#""size": 0.125, "period": [8, 8, 0]"#),
        ("pattern/weave", r#""size": [0.125, 0.125, 0], "period": [8, 8, 0]"#),
    ];

    #[test]
    fn pieces_repeat_after_their_period() {
        let known: Vec<&str> = OF_PIECES.iter().map(|(node_type, _)| *node_type).collect();
        assert_eq!(with_input("period"), known);
        for (node_type, inputs) in OF_PIECES {
            let registry = crate::checks::evaluate::registry();
            let node = registry.iter().find(|node| node.type_name() == node_type);
            let id = node.filter(|node| node.outputs.iter().any(|output| output.name == "id"));
            let id = if id.is_some() { r#", "id": {"node": "node", "output": "id"}"# } else { "" };
            let count = if id.is_empty() { 1 } else { 2 };
            let at = |inputs: &str| {
                let document = format!(
                    r#"{{
                      "format": "travertine", "version": 1,
                      "nodes": {{
                        "plain": {{"type": "noise/perlin", "inputs": {{"scale": 3.3}}}},
                        "noise": {{"type": "noise/perlin", "inputs": {{"scale": 4, "periodic": true}}}},
                        "node": {{"type": "{node_type}", "inputs": {{{inputs}}}}}
                      }},
                      "outputs": {{"value": {{"node": "node"}}{id}}}
                    }}"#
                );
                outputs(&document, count)
            };
            let repeated = at(inputs);
            let (before, _) = inputs.rsplit_once(r#""period""#).expect("the list sets it");
            let free = at(&format!(r#"{before} "period": [0, 0, 0]"#));
            // Some nodes round positions, which they move or turn.
            let is_same = |found: &[f32], expected: &[f32]| {
                found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-5)
            };
            let mut changed = 0;
            for [x, y, z] in scattered(100, 2.0) {
                let here = repeated([x, y, z, 0.0]);
                let free_here = free([x, y, z, 0.0]);
                for [right, down] in [[1.0, 0.0], [0.0, 1.0], [-3.0, 2.0]] {
                    let there = [x + right, y + down, z, 0.0];
                    let found = repeated(there);
                    assert!(is_same(&found, &here), "{node_type} at {x}, {y} and {there:?}: {here:?} and {found:?}");
                    changed += usize::from(!is_same(&free(there), &free_here));
                }
            }
            assert!(changed > 20, "{node_type} repeats without a period, too: {changed}");
        }
    }

    /// Editors hide the periods while the setting is off.
    #[test]
    fn periods_have_no_effect_while_the_setting_is_off() {
        let mut count = 0;
        for definition in crate::checks::evaluate::registry().iter() {
            let needy = definition.inputs.iter().filter(|input| input.name.starts_with("period_"));
            for input in needy {
                assert_eq!(input.enabled_by.as_deref(), Some("periodic"), "{}", definition.id);
                count += 1;
            }
        }
        assert!(count > 30, "{count}");
        for node_type in ["noise/perlin", "noise/gabor", "noise/cellular"] {
            for at in positions() {
                let without = value_at(node_type, "{}", at);
                let with = value_at(node_type, r#"{"period_x": 2, "period_y": 3, "period_z": 1}"#, at);
                assert_eq!(with, without, "{node_type}");
            }
        }
    }

    #[test]
    fn a_period_of_0_gives_a_precise_error() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {"noise": {"type": "noise/perlin", "inputs": {"periodic": true, "period_y": 0}}},
          "outputs": {"value": {"node": "noise"}}
        }"#;
        let message = load(document.as_bytes(), crate::checks::evaluate::registry()).unwrap_err().to_string();
        for part in ["3:", "`noise`", "`period_y`", "0", "1 to 65536"] {
            assert!(message.contains(part), "{part} is not in {message}");
        }
    }
}
