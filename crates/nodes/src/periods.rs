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

fn describe(
    definition: Definition,
    default: i64,
    unit: &'static str,
    periods: &[&'static str],
) -> Definition {
    let periodic = InputDefinition::boolean("periodic", false).secondary().describe(
        "Makes the pattern repeat exactly, for seamless tiles. The periods apply only if this is on.",
    );
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

    use crate::testing::{output_at, value_at};

    /// The inputs that make a tile, and its periods in units.
    fn tile(node_type: &str) -> (String, [f32; 4]) {
        let space = r#""periodic": true, "period_x": 4, "period_y": 6, "period_z": 2"#;
        let periods = format!(r#"{space}, "period_time": 3"#);
        let (inputs, scale) = match node_type {
            // Gabor noise has no period in time.
            "noise/gabor" => (format!(r#"{space}, "scale": 2"#), 2.0),
            // Small or hard dots would be 0 or 1 nearly everywhere.
            "noise/dots" => {
                (format!(r#"{periods}, "scale": 2, "dimensions": 4, "radius": 2, "softness": 1"#), 2.0)
            }
            "noise/white" => (format!(r#"{periods}, "dimensions": 4"#), 1.0),
            noise if noise.starts_with("noise/") => {
                (format!(r#"{periods}, "scale": 2, "dimensions": 4"#), 2.0)
            }
            _ => (periods, 1.0),
        };
        (inputs, [4.0 / scale, 6.0 / scale, 2.0 / scale, 3.0])
    }

    /// Positions whose coordinates are multiples of 1/256.
    fn positions() -> impl Iterator<Item = [f32; 4]> {
        (0..40)
            .map(|i| [0.371, -0.813, 0.437, 0.291].map(|step: f32| (step * i as f32 * 256.0).floor() / 256.0))
    }

    fn assert_tiles(what: &str, periods: [f32; 4], at: impl Fn([f32; 4]) -> Vec<f32>) {
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
        for node_type in ["perlin", "value", "cellular", "cell", "white", "curl", "dots", "gabor"]
            .map(|name| format!("noise/{name}"))
        {
            let (inputs, periods) = tile(&node_type);
            assert_tiles(&node_type, periods, |at| value_at(&node_type, &format!("{{{inputs}}}"), at));
        }
        for (node_type, octaves) in [("noise/perlin", 5), ("noise/value", 3), ("noise/curl", 2)] {
            let (inputs, periods) = tile(node_type);
            let inputs = format!(r#"{{{inputs}, "octaves": {octaves}, "lacunarity": 2.2}}"#);
            assert_tiles(node_type, periods, |at| value_at(node_type, &inputs, at));
        }
    }

    /// A fractal of a field that tiles tiles, too.
    #[test]
    fn fractals_tile() {
        for name in ["fbm", "turbulence", "billow", "ridged", "hybrid", "hetero", "ping-pong", "warped"] {
            let node_type = format!("fractal/{name}");
            let (inputs, periods) = tile(&node_type);
            let document = format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "noise": {{"type": "noise/perlin", "inputs": {{
                      "scale": 1.5, "dimensions": 4, "periodic": true,
                      "period_x": 6, "period_y": 9, "period_z": 3, "period_time": 3
                    }}}},
                    "fractal": {{"type": "{node_type}", "inputs": {{
                      "value": {{"node": "noise"}}, "octaves": 3, "lacunarity": 2.3, {inputs}
                    }}}}
                  }},
                  "outputs": {{"value": {{"node": "fractal"}}}}
                }}"#
            );
            assert_tiles(&node_type, periods, |at| output_at(&document, at));
        }
    }

    /// Editors hide the periods while the setting is off.
    #[test]
    fn periods_have_no_effect_while_the_setting_is_off() {
        let mut count = 0;
        for definition in crate::registry().iter() {
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
        let message = load(document.as_bytes(), &crate::registry()).unwrap_err().to_string();
        for part in ["3:", "`noise`", "`period_y`", "0", "1 to 65536"] {
            assert!(message.contains(part), "{part} is not in {message}");
        }
    }
}
