//! How fields change from one unit square, or one period of time, to the next.

use std::ops::RangeInclusive;

use travertine::{Error, Texture};
use travertine_graph::graph::Source;
use travertine_noise::hash::hash;

use crate::effort::Effort;

/// The number of positions at which fields are compared; fewer for very many fields.
const POSITIONS: RangeInclusive<usize> = 64..=1024;

/// The greatest number of results in memory, unless the minimum number of positions has more.
const RESULTS: usize = 1 << 24;

/// A kind of repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeat {
    /// A tile: after one unit along x, and along y.
    Tile,
    /// After one unit along x alone.
    AlongX,
    /// After one unit along y alone.
    AlongY,
    /// A loop: after this time.
    Loop(u32),
}

impl Repeat {
    /// The steps after which a field must be the same.
    fn steps(self) -> Vec<[f32; 4]> {
        match self {
            Repeat::Tile => vec![[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]],
            Repeat::AlongX => vec![[1.0, 0.0, 0.0, 0.0]],
            Repeat::AlongY => vec![[0.0, 1.0, 0.0, 0.0]],
            Repeat::Loop(_) => vec![[0.0, 0.0, 0.0, self.length()]],
        }
    }

    /// The length of a step.
    pub fn length(self) -> f32 {
        match self {
            Repeat::Tile | Repeat::AlongX | Repeat::AlongY => 1.0,
            Repeat::Loop(period) => period as f32,
        }
    }

    /// A position, and the positions one step on.
    ///
    /// Coordinates are odd multiples of 2^-16: exact one step on, and at most scales, but away from the usual edges of
    /// patterns.
    fn around(self, index: usize) -> Vec<[f32; 4]> {
        let here = [0, 1, 2, 3].map(|axis| ((hash(axis, [index as i32]) as i32 >> 14) | 1) as f32 / 65_536.0);
        let there = |step: [f32; 4]| std::array::from_fn(|axis| here[axis] + step[axis]);
        std::iter::once(here).chain(self.steps().into_iter().map(there)).collect()
    }
}

/// The change of a field over one step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Motion {
    /// None: the field repeats.
    Still,
    /// The same amount everywhere, as for the position.
    Even,
    /// Different amounts at different positions.
    Uneven,
}

/// The change of each of these outputs of nodes.
pub fn motions(texture: &Texture, repeat: Repeat, sources: &[Source], effort: &Effort) -> Result<Vec<Motion>, Error> {
    let (program, bound) = texture.program(sources)?;
    let width = program.width();
    let points = repeat.steps().len() + 1;
    let count = (RESULTS / (points * width)).clamp(*POSITIONS.start(), *POSITIONS.end());
    let positions: Vec<[f32; 4]> = (0..count).flat_map(|index| repeat.around(index)).collect();
    let results = effort.sample(&program, &bound, &positions)?;
    let motion_of = |component: usize| {
        let at = |point: usize| results[component..].iter().skip(point * width).step_by(points * width);
        let tolerance = tolerance(at(0).copied().map(f64::from).collect());
        let along = |point: usize| {
            let growth = at(point).zip(at(0)).map(|(there, here)| f64::from(*there) - f64::from(*here));
            motion(&growth.collect::<Vec<f64>>(), tolerance)
        };
        (1..points).map(along).max().unwrap_or(Motion::Still)
    };
    let motions: Vec<Motion> = (0..width).map(motion_of).collect();
    let mut start = 0;
    let ends = program.outputs().iter().map(|output| {
        let components = &motions[start..start + output.values.len()];
        start += components.len();
        components.iter().copied().max().unwrap_or(Motion::Still)
    });
    Ok(ends.collect())
}

/// The change of each component of an output that changes evenly, over the step with the greater change; empty for
/// other outputs.
pub fn growth(texture: &Texture, repeat: Repeat, source: Source, effort: &Effort) -> Result<Vec<f32>, Error> {
    if motions(texture, repeat, &[source], effort)? != [Motion::Even] {
        return Ok(Vec::new());
    }
    let (program, bound) = texture.program(&[source])?;
    let results = effort.sample(&program, &bound, &repeat.around(0))?;
    let (here, there) = results.split_at(program.width());
    let most = |component: usize| {
        let growths = there.chunks(program.width()).map(|there| (there[component] - here[component]).abs());
        let most = growths.fold(0.0, f32::max);
        // Rounding explains the rest.
        if (most - most.round()).abs() < 1e-5 { most.round() } else { most }
    };
    Ok((0..program.width()).map(most).collect())
}

/// The components of an output that is the same everywhere; `None` for others.
pub fn uniform(texture: &Texture, source: Source, effort: &Effort) -> Result<Option<Vec<f32>>, Error> {
    let (program, bound) = texture.program(&[source])?;
    let positions: Vec<[f32; 4]> = (0..*POSITIONS.start()).flat_map(|index| Repeat::Tile.around(index)).collect();
    let results = effort.sample(&program, &bound, &positions)?;
    let mut points = results.chunks(program.width());
    let first = points.next().unwrap_or_default();
    Ok(points.all(|values| values == first).then(|| first.to_vec()))
}

/// The greatest difference attributed to rounding: small compared to the spread of most values, and to the greatest.
fn tolerance(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = |tenth: usize| values[(values.len() - 1) * tenth / 10];
    (at(9) - at(1)) * 1e-3 + at(0).abs().max(at(10).abs()) * 1e-5
}

fn motion(growth: &[f64], tolerance: f64) -> Motion {
    let within = |center: f64| growth.iter().all(|growth| (growth - center).abs() <= tolerance);
    if within(0.0) {
        Motion::Still
    } else if within(growth[0]) {
        Motion::Even
    } else {
        Motion::Uneven
    }
}
