//! Strokes: thin arcs, one in each cell of several layers.
//!
//! The strokes of a layer are nearly parallel. Its lattice is sheared along their direction, and its cells are long and
//! narrow, so that few cells hold all strokes that can touch a position: strokes are dense, and their cost is low. A
//! shear, unlike a rotation, leaves the pattern periodic along the axes, as its slope only needs to be rounded.

use std::f32::consts::PI;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{LoweringContext, Suspended};
use travertine_noise::hash::{octave_offset, octave_seed};
use travertine_noise::{Grain, Random, StrokeFeature, StrokeShape, Strokes};
use travertine_program::{BasisFunction, Expr};

use crate::parts::lattices::neighborhood::{Cell, Neighborhood};
use crate::parts::lattices::{cells, random};

/// The kind of strokes that a node makes.
pub struct Style {
    /// 2 or 3.
    pub dimensions: u8,
    /// How many times longer than wide the cells are.
    pub aspect: f32,
    /// The number of cells searched across the strokes; more allow stronger curls.
    pub across: u8,
    /// Fibers wave, and keep their width where they are steep.
    pub shape: StrokeShape,
}

impl Style {
    fn is_curly(&self) -> bool {
        self.shape == StrokeShape::Fiber
    }
}

/// A stroke near a position.
pub struct Stroke<'a> {
    /// The place along it: -1 and 1 at its ends, beyond them outside.
    pub along: Expr<'a>,
    /// The distance to its middle line, as a part of half its width.
    pub distance: Expr<'a>,
    /// A random number from 0 to 1; the stroke with a greater one is longer.
    pub strength: Expr<'a>,
    /// A random number from 0 to 1 for its user.
    pub id: Expr<'a>,
    /// The part of its width that remains, 1 unless it is finer than the samples; 0 if there is no stroke.
    pub presence: Expr<'a>,
}

/// Adds the inputs, with the defaults of a node.
pub fn describe(definition: Definition, layers: i64, width: f32, curl: f32) -> Definition {
    definition
        .input(cells::scale())
        .input(InputDefinition::integer("layers", layers).hard(1.0..=32.0).soft(1.0..=16.0).describe(
            "The number of layers with a direction each: more are denser, have more directions and take longer.",
        ))
        .input(
            InputDefinition::fraction("density", 1.0)
                .describe("The fraction of lines that are drawn: 0 is empty, 1 has all. The shortest vanish first."),
        )
        .input(InputDefinition::fraction("length", 1.0).unit("cells").describe(
            "The length of the longest lines, at most a cell, so that none is cut off. For longer lines, lower \
             `scale`.",
        ))
        .input(
            InputDefinition::float("width", width)
                .soft(0.0..=0.05)
                .step(0.0005)
                .unit("units")
                .describe("The width of a line. It is limited to a small part of a cell."),
        )
        .input(InputDefinition::fraction("curl", curl).describe(
            "The curvature: at 0 all lines are straight, at 1 they are bent as far as their layers have room.",
        ))
        .input(
            InputDefinition::float("angle", 0.0)
                .soft(-90.0..=90.0)
                .step(1.0)
                .unit("degrees")
                .describe("The mean direction of the lines, from x towards y: 0 is level, 90 upright."),
        )
        .input(
            InputDefinition::float("spread", 180.0)
                .soft(0.0..=180.0)
                .step(1.0)
                .unit("degrees")
                .describe("The range of directions: at 0 all lines are parallel, at 180 they run everywhere."),
        )
}

/// The greatest height of all strokes at the node's position, at least 0, and the random number of its stroke, or 0. Of
/// equally high ones the first one counts.
pub fn highest<'a>(
    context: &LoweringContext<'a>,
    style: &Style,
    height: impl Fn(&Stroke<'a>) -> Expr<'a>,
) -> Result<[Expr<'a>; 2], Suspended> {
    let (position, period) = (cells::position(context)?, context.vector("period")?);
    let layers = context.integer("layers");
    let mut highest = None;
    for layer in 0..layers as u32 {
        let seed = octave_seed(context.seed("seed"), layer);
        let moved = octave_offset(layer + 1);
        let moved = [0, 1, 2].map(|axis: usize| position.vector()[axis] + moved[axis]);
        let layer = Layer::new(context, style, layer as f32 / layers as f32, seed, period)?;
        let pen = Pen::new(context, style, &layer, position.footprint)?;
        let place = layer.place(style, layer.turned(style, moved));
        let mut own = [context.constant(0.0); 2];
        for cell in layer.cells(context, style, place) {
            let stroke = pen.stroke(context, style, &layer, &cell);
            own = higher(own, [height(&stroke), stroke.id]);
        }
        if style.dimensions == 2 {
            let position = context.position().at(place);
            let controls = pen.controls(context, style, &layer);
            let found = |definition, feature| {
                let strokes = Strokes::new(style.shape, feature, seed);
                context.found_by(definition, BasisFunction::Strokes(strokes), position, &controls)
            };
            own = [found(own[0], StrokeFeature::Height), found(own[1], StrokeFeature::Value)];
        }
        highest = Some(highest.map_or(own, |highest| higher(highest, own)));
    }
    // There is at least one layer.
    Ok(highest.unwrap_or([context.constant(0.0); 2]))
}

/// The higher of two heights with their random numbers, the first of equal ones.
fn higher<'a>([height, id]: [Expr<'a>; 2], [other, other_id]: [Expr<'a>; 2]) -> [Expr<'a>; 2] {
    [height.max(other), height.less(other).select(other_id, id)]
}

/// A layer of strokes. Lengths are in cells.
struct Layer<'a> {
    seed: u32,
    /// Above 0 if strokes run rather along y, and rather along z, than along x.
    upright: Expr<'a>,
    away: Expr<'a>,
    /// The periods, the main axis first.
    period: [Expr<'a>; 3],
    /// The rise across, along the two other axes, for each unit along the main axis.
    slopes: [Expr<'a>; 2],
    /// The number of cells across by which the shear moves a period, if there is one.
    steps: [Expr<'a>; 2],
    /// The greatest rise or fall of a single stroke against that, at its ends.
    tilt: Expr<'a>,
}

impl<'a> Layer<'a> {
    /// The layer at a share of all layers, from 0 to 1.
    fn new(
        context: &LoweringContext<'a>,
        style: &Style,
        share: f32,
        seed: u32,
        period: [Expr<'a>; 3],
    ) -> Result<Layer<'a>, Suspended> {
        let (angle, spread) = (context.float("angle")? * (PI / 180.0), context.float("spread")? * (PI / 180.0));
        let part = 1.0 / context.integer("layers") as f32;
        // Directions are stratified: one is anywhere within each part of the spread.
        let random = |index: f32| {
            let random = Random::new(Grain::Cell, 1, octave_seed(seed, 9));
            random.map_or(0.5, |random| random.at([index, 0.0, 0.0, 0.0]))
        };
        let angle = angle + spread * (share + random(0.0) * part - 0.5);
        let upward = match style.dimensions {
            2 => context.constant(0.0),
            _ => (spread * (random(1.0) * 2.0 - 1.0) / PI).max(-1.0).min(1.0),
        };
        let level = (1.0 - upward * upward).sqrt();
        let [x, y, z] = [angle.cos() * level, angle.sin() * level, upward];
        let (upright, away) = (y.abs() - x.abs().max(z.abs()), z.abs() - x.abs().max(y.abs()));
        let tilt = spread * part * 0.5;
        let mut layer = Layer { seed, upright, away, period, slopes: [x; 2], steps: [x; 2], tilt };
        layer.period = layer.turned(style, period);
        let [main, across, beyond] = layer.turned(style, [x, y, z]);
        let turn = layer.period[0].abs() * style.aspect;
        let slopes = [across / main, beyond / main].map(|slope| slope.max(-1.0).min(1.0));
        layer.steps = slopes.map(|slope| (slope * turn).round());
        layer.slopes = [0, 1].map(|i: usize| turn.select(layer.steps[i] / turn, slopes[i]));
        Ok(layer)
    }

    /// A vector with the main axis of the strokes first.
    fn turned(&self, style: &Style, [x, y, z]: [Expr<'a>; 3]) -> [Expr<'a>; 3] {
        if style.dimensions == 2 {
            return [self.upright.select(y, x), self.upright.select(x, y), z];
        }
        let pick = |x: Expr<'a>, y: Expr<'a>, z: Expr<'a>| self.away.select(z, self.upright.select(y, x));
        [pick(x, y, z), pick(y, z, x), pick(z, x, y)]
    }

    /// A position in cells of the sheared lattice.
    fn place(&self, style: &Style, position: [Expr<'a>; 3]) -> [Expr<'a>; 3] {
        // Into the first period before anything is rounded, so that all periods are equal.
        let [along, across, beyond] = random::within(position, self.period);
        let sheared = [across - self.slopes[0] * along, beyond - self.slopes[1] * along];
        let [across, beyond] = sheared.map(|distance| distance * style.aspect);
        [along, across, beyond]
    }

    /// The periods in cells of the sheared lattice.
    fn narrow(&self, style: &Style) -> [Expr<'a>; 3] {
        let [along, across, beyond] = self.period;
        [along, across * style.aspect, beyond * style.aspect]
    }

    /// The cells around a place.
    fn cells(&self, context: &LoweringContext<'a>, style: &Style, place: [Expr<'a>; 3]) -> Vec<Cell<'a>> {
        let none = context.constant(0.0);
        let neighborhood = Neighborhood {
            position: place,
            dimensions: style.dimensions,
            widths: [2, style.across, style.across],
            row_offset: none,
            period: [none; 3],
        };
        let mut cells = neighborhood.cells(context);
        let narrow = self.narrow(style);
        for cell in &mut cells {
            let [i, j, k] = cell.index;
            let turns = (i / narrow[0].abs()).floor();
            cell.index = random::within([i, j + turns * self.steps[0], k + turns * self.steps[1]], narrow);
        }
        cells
    }
}

/// The measures of the strokes of a layer, in cells.
struct Pen<'a> {
    half_width: Expr<'a>,
    /// The part of the width that remains where it is drawn wider than it is.
    presence: Expr<'a>,
    density: Expr<'a>,
    /// Half of the greatest length, along the main axis.
    half_length: Expr<'a>,
    /// The length of a stroke without tilt and curl for each unit along the main axis.
    secant: Expr<'a>,
    /// The greatest rise by the tilt, at the ends, and by the curl.
    tilt: Expr<'a>,
    curl: Expr<'a>,
}

impl<'a> Pen<'a> {
    fn new(
        context: &LoweringContext<'a>,
        style: &Style,
        layer: &Layer<'a>,
        footprint: Option<Expr<'a>>,
    ) -> Result<Pen<'a>, Suspended> {
        let float = |name| context.float(name);
        // What strokes may rise and fall about their middle: beyond it there are strokes that are not searched.
        let room = (f32::from(style.across) - 1.0) * 0.5 / style.aspect;
        let secant = secant(layer.slopes);
        // A line of width or length 0 has no points, rather than points everywhere.
        let thin = (float("width")? * float("scale")?.abs() * 0.5).max(1e-6).min(room * 0.25);
        // A line that is finer than the samples is as wide as they are, and fainter.
        let half_width = footprint.map_or(thin, |footprint| thin.max(footprint * 0.5).min(room * 0.25));
        let half_length = (float("length")?.clamp01() * 0.5).max(1e-6) / secant;
        let room = room - half_width * secant;
        let tilt = (half_length * layer.tilt * (secant * secant)).min(room * 0.5);
        let curl = float("curl")?.clamp01() * (room - tilt);
        let density = float("density")?;
        Ok(Pen { half_width, presence: thin / half_width, density, half_length, secant, tilt, curl })
    }

    /// The controls of [`Strokes`] in two dimensions.
    fn controls(&self, context: &LoweringContext<'a>, style: &Style, layer: &Layer<'a>) -> [Expr<'a>; 10] {
        let [period, other_period, _] = layer.narrow(style);
        // Any density above 1 has all strokes.
        let density = if self.has_all() { context.constant(2.0) } else { self.density };
        let Pen { half_width, presence, half_length, tilt, curl, .. } = *self;
        let (shift, slope) = (layer.steps[0], layer.slopes[0]);
        [period, other_period, shift, half_width, presence, density, half_length, slope, tilt, curl]
    }

    /// Whether all strokes are known to be drawn.
    fn has_all(&self) -> bool {
        self.density.constant_value().is_some_and(|density| density >= 1.0)
    }

    /// The stroke of a cell.
    fn stroke(&self, context: &LoweringContext<'a>, style: &Style, layer: &Layer<'a>, cell: &Cell<'a>) -> Stroke<'a> {
        let draw = |channel| random::of_cell(context, cell.index, style.dimensions, layer.seed, channel);
        let (place, [strength, tilt, bow]) = (random::halves(draw(0)), random::thirds(draw(1)));
        let [id, wave] = random::halves(draw(2));
        let presence = match self.has_all() {
            true => self.presence,
            false => (self.density + strength - 1.0).select(self.presence, 0.0),
        };
        let offset = |axis: usize, random: Expr<'a>| cell.offset[axis] + 0.5 - random;
        let narrow = 1.0 / style.aspect;
        let half_length = self.half_length * (strength * 0.6 + 0.4);
        let along = offset(0, place[0]) / half_length;
        let (height, rise) = self.curve(style, along, [tilt, bow, wave]);
        let across = offset(1, place[1]) * narrow - height;
        let slope = |axis: usize, rise: Expr<'a>| layer.slopes[axis] + rise / half_length;
        let distance = if style.dimensions == 2 {
            let none = context.constant(0.0);
            let secant = if style.is_curly() { secant([slope(0, rise), none]) } else { self.secant };
            across.abs() / secant
        } else {
            let [depth, tilt, bow] = random::thirds(draw(3));
            let (height, other_rise) = self.curve(style, along, [tilt, bow, id]);
            let beyond = offset(2, depth) * narrow - height;
            // Without its part along the stroke.
            let slopes = [slope(0, rise), slope(1, other_rise)];
            let shared = (across * slopes[0] + beyond * slopes[1]) / secant(slopes);
            (across * across + beyond * beyond - shared * shared).sqrt()
        };
        Stroke { along, distance: distance / self.half_width, strength, id, presence }
    }

    /// How far a stroke is from its chord, and the rise of that, at a place along it. Three random numbers give its
    /// tilt, its arc and its wave.
    fn curve(&self, style: &Style, along: Expr<'a>, random: [Expr<'a>; 3]) -> (Expr<'a>, Expr<'a>) {
        let [tilt, bow, wave] = random.map(|random| random * 2.0 - 1.0);
        let (tilt, arch) = (tilt * self.tilt, 1.0 - along * along);
        if !style.is_curly() {
            return (along * tilt + arch * (bow * self.curl), tilt);
        }
        // (1 - t²) (1 + |t|) is at most 32/27.
        let curl = self.curl * (27.0 / 32.0);
        let (bow, wave) = (bow * curl, wave * curl);
        let swing = along * wave + bow;
        (along * tilt + arch * swing, tilt + arch * wave - along * swing * 2.0)
    }
}

/// The length of a line for each unit along its main axis, by its slopes.
fn secant<'a>([a, b]: [Expr<'a>; 2]) -> Expr<'a> {
    (a * a + b * b + 1.0).sqrt()
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use super::*;
    use crate::checks::evaluate::{alone, outputs};
    use crate::checks::points_oracle::{self, Lattice, check_period};

    /// A node alone, as a function of the position.
    fn sampler(node_type: &str, inputs: &str) -> impl Fn([f32; 3]) -> f32 + use<> {
        let at = outputs(&alone(node_type, inputs, &["value"]), 1);
        move |[x, y, z]| at([x, y, z, 0.0])[0]
    }

    /// A stroke as the oracle finds it: the place along it, the distance as a part of half the width, two numbers.
    struct Found {
        along: f64,
        distance: f64,
        strength: f64,
        id: f64,
    }

    /// The settings of the oracle.
    struct Settings {
        layers: u32,
        length: f64,
        width: f64,
        curl: f64,
        angle: f64,
        spread: f64,
    }

    impl Settings {
        fn inputs(&self) -> String {
            let Settings { layers, length, width, curl, angle, spread } = self;
            format!(
                r#""scale": 2, "layers": {layers}, "length": {length}, "width": {width}, "curl": {curl},
                   "angle": {angle}, "spread": {spread}, "seed": 5"#
            )
        }

        /// The strokes of all cells within two cells along and twelve across, in double precision.
        fn strokes(&self, style: &Style, at: [f32; 3]) -> Vec<Found> {
            let mut found = Vec::new();
            for layer in 0..self.layers {
                let seed = octave_seed(5, layer);
                let random = |index: f32| {
                    let random = Random::new(Grain::Cell, 1, octave_seed(seed, 9)).unwrap();
                    f64::from(random.at([index, 0.0, 0.0, 0.0]))
                };
                let layers = f64::from(self.layers);
                let spread = self.spread.to_radians();
                let angle = self.angle.to_radians() + spread * ((f64::from(layer) + random(0.0)) / layers - 0.5);
                let flat = style.dimensions == 2;
                let up = if flat { 0.0 } else { spread * (2.0 * random(1.0) - 1.0) / std::f64::consts::PI };
                let level = (1.0 - up * up).sqrt();
                let direction = [angle.cos() * level, angle.sin() * level, up];
                let sizes = direction.map(f64::abs);
                let order = if sizes[2] > sizes[0].max(sizes[1]) {
                    [2, 0, 1]
                } else if sizes[1] > sizes[0].max(sizes[2]) {
                    if flat { [1, 0, 2] } else { [1, 2, 0] }
                } else {
                    [0, 1, 2]
                };
                let moved = octave_offset(layer + 1);
                let place = order.map(|axis| f64::from(at[axis]) * 2.0 + f64::from(moved[axis]));
                let [slope, other] = [1, 2].map(|i: usize| direction[order[i]] / direction[order[0]]);
                let aspect = f64::from(style.aspect);
                let sheared =
                    [place[0], (place[1] - slope * place[0]) * aspect, (place[2] - other * place[0]) * aspect];
                let tilt = spread / layers * 0.5;
                let lattice = Lattice { dimensions: usize::from(style.dimensions), period: [0; 3], seed };
                let cells = lattice.cells(sheared, [2, 12, 12]);
                found.extend(cells.iter().map(|cell| self.stroke(style, cell, sheared, [slope, other], tilt)));
            }
            found
        }

        fn stroke(
            &self,
            style: &Style,
            cell: &points_oracle::Cell,
            place: [f64; 3],
            slopes: [f64; 2],
            tilt: f64,
        ) -> Found {
            let away = [0, 1, 2].map(|axis: usize| place[axis] - cell.index[axis] as f64);
            let (middle, [strength, turn, bow]) = (cell.halves(0), cell.thirds(1));
            let ([id, wave], [depth, other_turn, other_bow]) = (cell.halves(2), cell.thirds(3));
            let room = (f64::from(style.across) - 1.0) / 2.0 / f64::from(style.aspect);
            let secant = (1.0 + slopes[0].powi(2) + slopes[1].powi(2)).sqrt();
            let half_width = self.width.min(room / 4.0);
            let half_length = self.length / 2.0 / secant;
            let room = room - half_width * secant;
            let tilt = (half_length * tilt * secant * secant).min(room / 2.0);
            let curl = self.curl * (room - tilt);
            let half_length = half_length * (0.4 + 0.6 * strength);
            let t = (away[0] - middle[0]) / half_length;
            let curve = |turn: f64, bow: f64, wave: f64| {
                let [turn, bow, wave] = [turn, bow, wave].map(|random| random * 2.0 - 1.0);
                if style.is_curly() {
                    let curl = curl * 27.0 / 32.0;
                    let height = t * turn * tilt + (1.0 - t * t) * curl * (bow + wave * t);
                    (height, turn * tilt + curl * (wave * (1.0 - 3.0 * t * t) - 2.0 * t * bow))
                } else {
                    (t * turn * tilt + (1.0 - t * t) * curl * bow, 0.0)
                }
            };
            let (height, rise) = curve(turn, bow, wave);
            let (other_height, other_rise) = curve(other_turn, other_bow, id);
            let aspect = f64::from(style.aspect);
            let across = (away[1] - middle[1]) / aspect - height;
            let beyond = if style.dimensions == 2 { 0.0 } else { (away[2] - depth) / aspect - other_height };
            let rise = if style.dimensions == 2 { [rise, 0.0] } else { [rise, other_rise] };
            let [a, b] = [0, 1].map(|i: usize| slopes[i] + rise[i] / half_length);
            // The distance from a line through the origin, by the cross product with its direction.
            let cross = [across * b - beyond * a, beyond, across];
            let distance = (cross.iter().map(|part| part * part).sum::<f64>() / (1.0 + a * a + b * b)).sqrt();
            Found { along: t, distance: distance / half_width, strength, id }
        }
    }

    fn settings() -> [Settings; 4] {
        let plain = Settings { layers: 3, length: 1.0, width: 0.02, curl: 0.5, angle: 0.0, spread: 180.0 };
        [
            Settings { curl: 1.0, width: 0.05, ..plain },
            Settings { angle: 70.0, spread: 0.0, layers: 1, ..plain },
            Settings { length: 0.5, curl: 0.0, spread: 60.0, ..plain },
            plain,
        ]
    }

    /// Positions within two units of the origin, multiples of 1/64.
    fn positions(count: usize) -> impl Iterator<Item = [f32; 3]> {
        let part = |step: f32, i: usize| ((step * i as f32).fract() * 256.0).floor() / 64.0 - 2.0;
        (0..count).map(move |i| [0.371_03, 0.813_01, 0.437_07].map(|step| part(step, i)))
    }

    #[test]
    fn scratches_are_the_deepest_of_all_nearby() {
        let mut hits = 0;
        for settings in settings() {
            let at = sampler("noise/scratches", &settings.inputs());
            for position in positions(400) {
                let depth = |found: &Found| {
                    let faded = (1.0 - found.along * found.along).max(0.0);
                    (1.0 - found.distance).max(0.0) * faded * (0.1 + 0.9 * found.strength * found.strength)
                };
                let strokes = settings.strokes(&crate::noise::scratches::STYLE, position);
                let expected = strokes.iter().map(depth).fold(0.0, f64::max);
                let found = f64::from(at(position));
                assert!((found - expected).abs() < 2e-3, "{position:?}: {found}, not {expected}");
                hits += usize::from(expected > 0.1);
            }
        }
        assert!(hits > 100, "{hits}");
    }

    #[test]
    fn fibers_are_the_highest_of_all_nearby() {
        for (dimensions, count) in [(2, 300), (3, 120)] {
            let style = crate::noise::fibers::style(dimensions);
            let mut hits = 0;
            for settings in settings() {
                let inputs = format!(r#"{}, "dimensions": {dimensions}"#, settings.inputs());
                let at = sampler("noise/fibers", &inputs);
                for position in positions(count) {
                    let rest = |found: &Found| 1.0 - found.along.powi(4) - found.distance.powi(2);
                    let height = |found: &Found| match rest(found) {
                        rest if rest > 0.0 => rest.sqrt() * 0.4 + found.id * 0.6,
                        _ => 0.0,
                    };
                    let strokes = settings.strokes(&style, position);
                    let expected = strokes.iter().map(height).fold(0.0, f64::max);
                    let found = f64::from(at(position));
                    // At the rim of a fiber the height is steep.
                    let is_rim = strokes.iter().any(|found| rest(found).abs() < 0.01);
                    assert!(
                        (found - expected).abs() < 2e-3 || is_rim,
                        "{dimensions}D at {position:?}: {found}, not {expected}"
                    );
                    hits += usize::from(expected > 0.1);
                }
            }
            assert!(hits > 10, "{dimensions}D: {hits}");
        }
    }

    #[test]
    fn strokes_tile_exactly() {
        for (node_type, rest) in [
            ("noise/scratches", ""),
            ("noise/scratches", r#", "angle": 50, "spread": 20"#),
            ("noise/fibers", ""),
            ("noise/fibers", r#", "dimensions": 3, "layers": 5"#),
        ] {
            let inputs = format!(r#""scale": 2, "period": [3, 2, 4], "width": 0.1{rest}"#);
            let at = sampler(node_type, &inputs);
            let sum: f32 = positions(60).map(&at).sum();
            assert!(sum > 1.0, "{node_type} {rest} is empty: {sum}");
            check_period(|position| at(position).to_bits(), positions(60), [1.5, 1.0, 2.0], &inputs);
        }
    }

    #[test]
    fn lines_without_width_length_or_density_vanish() {
        for node_type in ["noise/scratches", "noise/fibers"] {
            for inputs in [r#""width": 0"#, r#""length": 0"#, r#""density": 0"#] {
                let at = sampler(node_type, inputs);
                assert!(positions(300).all(|position| at(position) < 1e-3), "{node_type}: {inputs}");
            }
            let share = |density: f32| {
                let at = sampler(node_type, &format!(r#""width": 0.1, "layers": 1, "density": {density}"#));
                positions(1000).filter(|position| at(*position) > 0.0).count()
            };
            assert!(share(0.2) < share(0.6) && share(0.6) < share(1.0));
        }
    }
}
