//! Cellular noise with rounded creases.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::lattices::neighborhood::{Cell, Neighborhood};
use crate::parts::lattices::{cells, neighborhood, random};

/// Channels of the random numbers of a cell.
const PLACE: u32 = 0;
const SIZE_AND_DEPTH: u32 = 1;
const ID: u32 = 2;

/// The softness of the minimum at smoothness 1: two equal distances melt together by ln 2 times this.
const MAX_SOFTNESS: f32 = 1.0 / 6.0;
/// Instead of softness 0, so that nothing is divided by 0. The result differs by less than rounding does.
const MIN_SOFTNESS: f32 = 1e-8;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Smooth cellular noise", lower)
        .describe(
            "Cellular noise whose creases are rounded: one point in each cell of a lattice, and the distance to the \
             nearest one, which passes softly from point to point. Use it for leather, worn cobbles, pebbles, skin, \
             cells under a microscope, hammered metal. The distances melt together by the logarithm of the sum of \
             their exponentials, as in Inigo Quilez, \"Smooth Voronoi\" (2014), without breaks. The points are \
             those of Steven Worley, \"A Cellular Texture Basis Function\" (1996). Distances count up to a reach of \
             1.5 cells in two dimensions and 1 in three, and half a cell more with `jitter` 0, less half of \
             `size_jitter`; a point farther away has no influence.",
        )
        .search(&[
            "worley",
            "voronoi",
            "smooth f1",
            "soft",
            "rounded",
            "leather",
            "cobbles",
            "pebbles",
            "skin",
            "melted",
            "hammered",
            "bubbles",
            "metaballs",
            "cells",
            "lizard",
        ])
        .input(cells::scale())
        .input(
            InputDefinition::fraction("jitter", 1.0).describe(
                "The irregularity of the points: 0 puts them in the middle of their cells, 1 anywhere within.",
            ),
        )
        .input(InputDefinition::fraction("smoothness", 0.5).describe(
            "The roundness of the creases: 0 leaves them sharp, as cellular noise has them, 1 melts cells together.",
        ))
        .input(InputDefinition::fraction("size_jitter", 0.0).describe(
            "The variation of the sizes of cells: at 0 all points count alike, at 1 each is nearer by up to half a \
             cell, at random. In three dimensions the cells are then flat between distant points.",
        ))
        .input(neighborhood::dimensions())
        .input(InputDefinition::seed())
        .input(InputDefinition::position())
        .input(random::period())
        .float_output(
            "value",
            "The smooth distance to the nearest points, in cells. It is below 0 where points are nearer than their \
             random size, or melt together.",
        )
        .float_output(
            "id",
            "A random number from 0 to 1 for the nearest point, mixed with those of other points where they melt \
             together; 0.5 beyond the reach of all.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    // The definition offers only 2 and 3.
    let dimensions = context.integer("dimensions") as u8;
    let width = if dimensions == 2 { 4 } else { 3 };
    let (jitter, size_jitter) = (context.float("jitter")?, context.float("size_jitter")?);
    let neighborhood = Neighborhood {
        position: cells::position(context)?.vector(),
        dimensions,
        widths: [width; 3],
        row_offset: context.constant(0.0),
        period: context.vector("period")?,
    };
    let near = neighborhood.cells(context);
    let draw =
        |cell: &Cell<'a>, channel| random::of_cell(context, cell.index, dimensions, context.seed("seed"), channel);

    // Points outside the neighborhood are at least this far, so none matters.
    let reach = (f32::from(width) - jitter) * 0.5 - size_jitter * 0.5;
    let distance = |cell: &Cell<'a>| {
        let [across, down] = random::halves(draw(cell, PLACE));
        let [size, depth] = random::halves(draw(cell, SIZE_AND_DEPTH));
        let places = [across, down, depth];
        let squares = (0..usize::from(dimensions)).map(|axis| {
            let offset = cell.offset[axis] - jitter * (places[axis] - 0.5);
            offset * offset
        });
        let squared = squares.reduce(|sum, square| sum + square);
        let distance = squared.map_or(reach, Expr::sqrt);
        (distance - size_jitter * size * 0.5).min(reach)
    };
    let distances: Vec<Expr> = near.iter().map(distance).collect();
    let nearest = distances.iter().fold(reach, |nearest, distance| nearest.min(*distance));

    let softness = (context.float("smoothness")? * MAX_SOFTNESS).max(MIN_SOFTNESS);
    let weight = |distance: Expr<'a>| ((nearest - distance).min(0.0) / softness).exp();
    // What lies beyond the reach has this weight. A point has its own only in excess of it, so that it fades out there.
    let beyond = weight(reach);
    let weights: Vec<Expr> = distances.iter().map(|distance| (weight(*distance) - beyond).max(0.0)).collect();
    // At least 1, the weight of the nearest, but for rounding.
    let sum = weights.iter().fold(beyond, |sum, weight| sum + *weight).max(1.0).min(near.len() as f32);
    let value = nearest - softness * sum.ln().max(0.0);
    let id = context.if_used("id", || {
        let products = near.iter().zip(&weights).map(|(cell, weight)| draw(cell, ID) * *weight);
        Ok(Field::Float((products.fold(beyond * 0.5, |mixed, product| mixed + product) / sum).clamp01()))
    })?;
    Ok(vec![value.into(), id])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Leather",
  "nodes": {
    "grains": {
      "type": "noise/smooth-cellular",
      "inputs": {"scale": 13, "smoothness": 0.4, "size_jitter": 0.6, "seed": 3}
    },
    "pores": {"type": "noise/perlin", "inputs": {"scale": 60, "octaves": 3, "dimensions": 2, "seed": 5}},
    "relief": {"type": "math/formula", "inputs": {
      "formula": "0.03*sqrt(1.02 - clamp(1.5*a + 0.4, 0, 1)^2) + 0.0012*b",
      "a": {"node": "grains"}, "b": {"node": "pores"}
    }},
    "hide": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "grains", "output": "id"},
        "ramp": {
          "stops": [
            {"position": 0.1, "color": "#7a4423"},
            {"position": 0.9, "color": "#9c5f33"}
          ]
        }
      }
    },
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "relief"}, "distance": 0.002}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.45, 0.5, 0.75]}
    },
    "shaded": {"type": "math/formula", "inputs": {
      "formula": "max(a, 0)*(0.3 + 0.7*smoothstep(0.002, 0.028, b)) + 0.6*max(a, 0)^20",
      "a": {"node": "light"}, "b": {"node": "relief"}
    }},
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "hide"}, "b": {"node": "shaded"}}},
    "bright": {"type": "math/multiply", "inputs": {"a": {"node": "lit"}, "b": 1.6}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "bright"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use travertine_noise::Interval;

    use crate::checks::evaluate::{alone, lowered, named_at, outputs, scattered};
    use crate::checks::points_oracle::{Cell, Lattice, check_period};

    const NODE: &str = "noise/smooth-cellular";

    fn document(inputs: &str) -> String {
        alone(NODE, inputs, &["value", "id"])
    }

    /// The value and the id, as functions of the position.
    fn sampler(inputs: &str) -> impl Fn([f32; 3]) -> [f32; 2] + use<> {
        let at = outputs(&document(inputs), 2);
        move |[x, y, z]| at([x, y, z, 0.0]).try_into().unwrap()
    }

    /// The settings of the oracle; its scale is 2 and its seed 7.
    #[derive(Clone, Copy)]
    struct Settings {
        dimensions: usize,
        jitter: f64,
        smoothness: f64,
        size_jitter: f64,
        period: [i64; 3],
    }

    impl Settings {
        fn inputs(&self) -> String {
            let Settings { dimensions, jitter, smoothness, size_jitter, period: [x, y, z] } = self;
            format!(
                r#""dimensions": {dimensions}, "jitter": {jitter}, "smoothness": {smoothness},
                   "size_jitter": {size_jitter}, "period": [{x}, {y}, {z}], "scale": 2, "seed": 7"#
            )
        }

        /// The distances and the ids of all points within three cells, in double precision.
        fn points(&self, position: [f32; 3]) -> Vec<(f64, f64)> {
            let place = position.map(|coordinate| f64::from(coordinate) * 2.0);
            let lattice = Lattice { dimensions: self.dimensions, period: self.period, seed: 7 };
            lattice.cells(place, [3; 3]).iter().map(|cell| self.point(place, cell)).collect()
        }

        fn point(&self, place: [f64; 3], cell: &Cell) -> (f64, f64) {
            let ([across, down], [size, deep]) = (cell.halves(0), cell.halves(1));
            let random = [across, down, deep];
            let squared: f64 = (0..self.dimensions)
                .map(|axis| cell.index[axis] as f64 + 0.5 + self.jitter * (random[axis] - 0.5) - place[axis])
                .map(|offset| offset * offset)
                .sum();
            (squared.sqrt() - 0.5 * self.size_jitter * size, f64::from(cell.draw(2)))
        }

        fn reach(&self) -> f64 {
            let width = if self.dimensions == 2 { 4.0 } else { 3.0 };
            (width - self.jitter - self.size_jitter) / 2.0
        }

        fn expected(&self, position: [f32; 3]) -> [f64; 2] {
            let (points, reach, softness) = (self.points(position), self.reach(), self.smoothness / 6.0);
            let nearest = points.iter().fold(reach, |nearest, point| nearest.min(point.0));
            // Not relative to the nearest; softness 0.01 leaves enough digits.
            let weight = |distance: f64| (-distance / softness).exp();
            let beyond = weight(reach);
            let excess = points.iter().map(|(distance, id)| ((weight(*distance) - beyond).max(0.0), id));
            let (sum, mixed) =
                excess.fold((beyond, beyond * 0.5), |(sum, mixed), (weight, id)| (sum + weight, mixed + weight * id));
            if softness == 0.0 { [nearest, 0.5] } else { [-softness * sum.ln(), mixed / sum] }
        }
    }

    fn varied() -> Vec<Settings> {
        let plain = Settings { dimensions: 2, jitter: 1.0, smoothness: 0.5, size_jitter: 0.0, period: [0; 3] };
        vec![
            plain,
            Settings { smoothness: 1.0, size_jitter: 1.0, ..plain },
            Settings { smoothness: 0.06, size_jitter: 0.3, jitter: 0.5, period: [3, 2, 0], ..plain },
            Settings { jitter: 0.0, ..plain },
            Settings { dimensions: 3, ..plain },
            Settings { dimensions: 3, smoothness: 1.0, size_jitter: 1.0, period: [2, 3, 4], ..plain },
        ]
    }

    #[test]
    fn it_is_the_smooth_minimum_of_all_points_within_three_cells() {
        for settings in varied() {
            let at = sampler(&settings.inputs());
            for position in scattered(300, 4.0) {
                let (found, expected) = (at(position).map(f64::from), settings.expected(position));
                for (found, expected) in found.into_iter().zip(expected) {
                    assert!(
                        (found - expected).abs() < 1e-4,
                        "{} at {position:?}: {found}, not {expected}",
                        settings.inputs()
                    );
                }
            }
        }
    }

    #[test]
    fn without_smoothness_it_is_the_nearest_distance() {
        for settings in varied() {
            let settings = Settings { smoothness: 0.0, ..settings };
            let at = sampler(&settings.inputs());
            for position in scattered(300, 4.0) {
                let mut points = settings.points(position);
                points.sort_by(|a, b| a.0.total_cmp(&b.0));
                let [value, id] = at(position).map(f64::from);
                let expected = points[0].0.min(settings.reach());
                assert!((value - expected).abs() < 2e-6, "{position:?}: {value}, not {expected}");
                if points[1].0 - points[0].0 > 1e-5 && points[0].0 < settings.reach() - 1e-5 {
                    assert!((id - points[0].1).abs() < 1e-6, "{position:?}: {id}, not {}", points[0].1);
                }
            }
        }
    }

    /// Also where cells enter and leave the neighborhood: at the borders of cells and half-way between.
    #[test]
    fn there_are_no_breaks() {
        for settings in varied() {
            let at = sampler(&settings.inputs());
            for [x, y, z] in scattered(300, 4.0) {
                for border in [(x * 4.0).round() / 4.0, x] {
                    let [before, after] = [-1e-5, 1e-5].map(|step| at([border + step, y, z]));
                    assert!((before[0] - after[0]).abs() < 1e-4, "{border}, {y}: {before:?}, {after:?}");
                    assert!((before[1] - after[1]).abs() < 1e-2, "{border}, {y}: {before:?}, {after:?}");
                }
            }
        }
    }

    #[test]
    fn it_tiles_exactly() {
        for dimensions in [2, 3] {
            let inputs = format!(r#""dimensions": {dimensions}, "scale": 2, "period": [3, 2, 4], "size_jitter": 0.5"#);
            check_period(sampler(&inputs), scattered(60, 2.0), [1.5, 1.0, 2.0], &inputs);
        }
    }

    #[test]
    fn values_stay_within_the_known_range() {
        for settings in varied() {
            let (program, bound) = lowered(&document(&settings.inputs()), 2);
            let intervals = program.intervals(&[], [Interval::EVERYTHING; 4]);
            let known = [0, 1].map(|output: usize| intervals[program.outputs()[output].values[0].index()]);
            let lowest = -settings.size_jitter / 2.0 - settings.smoothness / 6.0 * 27.0_f64.ln();
            assert!(
                f64::from(known[0].min) >= lowest - 1e-3 && f64::from(known[0].max) <= settings.reach() + 1e-3,
                "{known:?}"
            );
            assert!(0.0 <= known[1].min && known[1].max <= 1.0, "{known:?}");
            for [x, y, z] in scattered(300, 4.0) {
                let found = program.sample(&bound, [x, y, z, 0.0]);
                assert!(known[0].contains(found[0]) && known[1].contains(found[1]), "{found:?}");
            }
        }
    }

    #[test]
    fn in_two_dimensions_it_is_constant_along_z() {
        for output in ["value", "id"] {
            let at = |z| named_at(NODE, output, "{}", [0.3, 0.7, z, 0.0]);
            assert_eq!(at(0.0), at(5.3));
        }
    }
}
