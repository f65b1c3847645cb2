//! Flakes: small flat discs that lie in space.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::lattices::neighborhood::{Cell, Neighborhood};
use crate::parts::lattices::{cells, neighborhood, random};

/// Channels of the random numbers of a cell.
const PLACE: u32 = 0;
const PRESENCE_AND_DEPTH: u32 = 1;
const TILT: u32 = 2;
const ID: u32 = 3;

/// From the middle plane of a flake to its face, as a share of its radius, in three dimensions.
const HALF_THICKNESS: f32 = 0.1;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Flakes", lower)
        .describe(
            "Round flat flakes that lie in space at random, at most one for each lattice cell, each with a normal \
             of its own: metallic car paint, mica, aventurine, glitter, sequins, snow that sparkles. Use the normal \
             for the light, and the id for the color. In two dimensions the flakes are seen from the front, \
             and the nearest hides the others; tilted ones look narrower. In three, a position is in a flake if its \
             distance from the middle plane is below a tenth of the flake's radius, and its distance from \
             the center is below the radius; where flakes cross, the nearest plane wins. None is cut off.",
        )
        .search(&[
            "car paint",
            "metallic",
            "glitter",
            "sparkle",
            "mica",
            "aventurine",
            "sequins",
            "confetti",
            "discs",
            "glint",
            "pearl",
            "snow",
            "facets",
            "flecks",
            "flake",
        ])
        .input(cells::scale())
        .input(
            InputDefinition::fraction("size", 0.6)
                .unit("cells")
                .describe("The radius of the flakes, at most a cell, so that none is cut off."),
        )
        .input(
            InputDefinition::fraction("coverage", 1.0)
                .describe("The proportion of cells with a flake: 0 is empty, 1 has one in every cell."),
        )
        .input(InputDefinition::fraction("tilt", 0.3).describe(
            "The variety of directions: at 0 all flakes face the viewer, along negative z, at 1 they face anywhere. \
             Between, no flake is tilted by more than the angle whose cosine is 1 less this.",
        ))
        .input(neighborhood::dimensions())
        .input(InputDefinition::seed())
        .input(InputDefinition::position())
        .input(random::period())
        .float_output("mask", "1 in a flake, 0 elsewhere.")
        .float_output("id", "A random number from 0 to 1 for the nearest flake; 0 outside all flakes.")
        .vector_output(
            "normal",
            "The direction of length 1 that the nearest flake faces, with z of 0 or less; (0, 0, -1) outside all \
             flakes.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    // The definition offers only 2 and 3.
    let dimensions = context.integer("dimensions") as u8;
    let (size, coverage) = (context.float("size")?, context.float("coverage")?);
    let tilt = context.float("tilt")?;
    let neighborhood = Neighborhood {
        position: cells::position(context)?.vector(),
        dimensions,
        // A center outside the neighborhood is at least a cell away.
        widths: [3; 3],
        row_offset: context.constant(0.0),
        period: context.vector("period")?,
    };
    let draw =
        |cell: &Cell<'a>, channel| random::of_cell(context, cell.index, dimensions, context.seed("seed"), channel);

    // Beyond this no flake counts. Depths are from 0 to 1.
    let farthest = if dimensions == 2 { context.constant(2.0) } else { size * HALF_THICKNESS };
    let mut nearest = farthest;
    let (mut id, none) = (Field::Float(context.constant(0.0)), context.constant(0.0));
    let mut normal = Field::Vector([none, none, context.constant(-1.0)]);
    for cell in neighborhood.cells(context) {
        let [across, down] = random::halves(draw(&cell, PLACE));
        let [presence, depth] = random::halves(draw(&cell, PRESENCE_AND_DEPTH));
        let [x, y, z] = cell.offset;
        let (x, y) = (x + 0.5 - across, y + 0.5 - down);
        let facing = facing(draw(&cell, TILT), tilt);
        let [normal_x, normal_y, normal_z] = facing;
        let (room, distance) = if dimensions == 2 {
            // The line of sight meets the flake's plane where the distance along its normal is 0. Multiplied by the
            // square of the normal's z, as that may be 0.
            let (slant, depth_squared) = (x * normal_x + y * normal_y, normal_z * normal_z);
            let squared = (x * x + y * y) * depth_squared + slant * slant;
            (size * size * depth_squared - squared, depth)
        } else {
            let z = z + 0.5 - depth;
            let along = x * normal_x + y * normal_y + z * normal_z;
            (size * size - (x * x + y * y + z * z), along.abs())
        };
        let is_certain = coverage.constant_value().is_some_and(|coverage| coverage >= 1.0);
        let room = if is_certain { room } else { room.min(coverage - presence) };
        let is_nearest = room.select(distance.less(nearest), 0.0);
        nearest = is_nearest.select(distance, nearest);
        id = context.if_used("id", || Ok(is_nearest.select(draw(&cell, ID), id.to_float()).into()))?;
        normal = context.if_used("normal", || {
            Ok(Field::Vector(facing).zip(normal, |here, before| is_nearest.select(here, before)))
        })?;
    }
    Ok(vec![nearest.less(farthest).into(), id, Field::Vector(normal.to_vector())])
}

/// The normal of a flake, uniform over a cap of the hemisphere towards the viewer.
fn facing<'a>(random: Expr<'a>, tilt: Expr<'a>) -> [Expr<'a>; 3] {
    let [height, around] = random::halves(random);
    // The whole sphere has heights from 0 to 1, and the cap's are the upper ones.
    let [x, y, z] = random::direction(1.0 - height * tilt * 0.5, around);
    [x, y, -z]
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Car paint",
  "nodes": {
    "flakes": {"type": "noise/flakes", "inputs": {"scale": 28, "size": 0.65, "tilt": 0.25, "seed": 3}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "flakes", "output": "normal"}, "b": [-0.36, -0.32, -0.876]}
    },
    "glint": {"type": "math/formula", "inputs": {
      "formula": "(0.15 + 0.85*c)*(max(a, 0)^14*(0.75 + 0.25*b)*(1.15 - 0.3*(x + y)))",
      "a": {"node": "light"}, "b": {"node": "flakes", "output": "id"}, "c": {"node": "flakes", "output": "mask"}
    }},
    "picture": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "glint"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#0a0718"},
            {"position": 0.3, "color": "#1b2a7a"},
            {"position": 0.6, "color": "#2f6fd0"},
            {"position": 0.85, "color": "#7fc4ff"},
            {"position": 1, "color": "#ffffff"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::evaluate::{alone, outputs, scattered};
    use crate::checks::points_oracle::{Cell, Lattice, check_period};

    /// The mask, the id and the normal, as functions of the position.
    fn sampler(inputs: &str) -> impl Fn([f32; 3]) -> [f32; 5] + use<> {
        let at = outputs(&alone("noise/flakes", inputs, &["mask", "id", "normal"]), 3);
        move |[x, y, z]| at([x, y, z, 0.0]).try_into().unwrap()
    }

    /// The settings of the oracle; its scale is 2 and its seed 7.
    #[derive(Clone, Copy)]
    struct Settings {
        dimensions: usize,
        size: f64,
        coverage: f64,
        tilt: f64,
        period: [i64; 3],
    }

    /// A flake that covers a position, or nearly.
    struct Found {
        /// How far within the flake the position is; negative outside.
        margin: f64,
        nearness: f64,
        id: f64,
        normal: [f64; 3],
    }

    impl Settings {
        fn inputs(&self) -> String {
            let Settings { dimensions, size, coverage, tilt, period: [x, y, z] } = self;
            format!(
                r#""dimensions": {dimensions}, "size": {size}, "coverage": {coverage}, "tilt": {tilt},
                   "period": [{x}, {y}, {z}], "scale": 2, "seed": 7"#
            )
        }

        /// The flakes of all cells within three of a position, in double precision.
        fn flakes(&self, position: [f32; 3]) -> Vec<Found> {
            let place = position.map(|coordinate| f64::from(coordinate) * 2.0);
            let lattice = Lattice { dimensions: self.dimensions, period: self.period, seed: 7 };
            lattice.cells(place, [3; 3]).iter().filter_map(|cell| self.flake(place, cell)).collect()
        }

        fn flake(&self, place: [f64; 3], cell: &Cell) -> Option<Found> {
            let [[across, down], [presence, depth], [height, around]] = [0, 1, 2].map(|i| cell.halves(i));
            if presence >= self.coverage {
                return None;
            }
            let cosine = 1.0 - self.tilt * height;
            let (sine, around) = ((1.0 - cosine * cosine).sqrt(), around * std::f64::consts::TAU);
            let normal = [sine * around.cos(), sine * around.sin(), -cosine];
            let mut away = [across, down, depth];
            for axis in 0..3 {
                away[axis] = place[axis] - cell.index[axis] as f64 - away[axis];
            }
            if self.dimensions == 2 {
                // The point of the flake's plane on the line of sight.
                away[2] = (away[0] * normal[0] + away[1] * normal[1]) / cosine;
            }
            let along: f64 = (0..3).map(|axis| away[axis] * normal[axis]).sum();
            let radius = away.iter().map(|part| part * part).sum::<f64>().sqrt();
            let margin = (self.size - radius).min(self.size * 0.1 - along.abs());
            let nearness = if self.dimensions == 2 { depth } else { along.abs() };
            Some(Found { margin, nearness, id: f64::from(cell.draw(3)), normal })
        }
    }

    fn varied() -> Vec<Settings> {
        let plain = Settings { dimensions: 2, size: 0.6, coverage: 1.0, tilt: 0.3, period: [0; 3] };
        vec![
            plain,
            Settings { size: 1.0, tilt: 0.0, period: [3, 2, 0], ..plain },
            Settings { size: 1.0, coverage: 0.5, tilt: 1.0, ..plain },
            Settings { dimensions: 3, ..plain },
            Settings { dimensions: 3, size: 1.0, coverage: 0.7, tilt: 1.0, period: [2, 3, 4] },
        ]
    }

    #[test]
    fn the_nearest_of_all_flakes_within_three_cells_wins() {
        for settings in varied() {
            let at = sampler(&settings.inputs());
            let (mut hits, mut compared) = (0, 0);
            for position in scattered(600, 4.0) {
                let mut flakes = settings.flakes(position);
                // At a rim, rounding decides.
                if flakes.iter().any(|flake| flake.margin.abs() < 1e-4) {
                    continue;
                }
                flakes.retain(|flake| flake.margin > 0.0);
                flakes.sort_by(|a, b| a.nearness.total_cmp(&b.nearness));
                if flakes.len() > 1 && flakes[1].nearness - flakes[0].nearness < 1e-4 {
                    continue;
                }
                let expected = flakes.first().map_or([0.0, 0.0, 0.0, 0.0, -1.0], |flake| {
                    let [x, y, z] = flake.normal;
                    [1.0, flake.id, x, y, z]
                });
                for (found, expected) in at(position).into_iter().zip(expected) {
                    let found = f64::from(found);
                    let inputs = settings.inputs();
                    assert!((found - expected).abs() < 1e-4, "{inputs} at {position:?}: {found}, {expected}");
                }
                compared += 1;
                hits += usize::from(!flakes.is_empty());
            }
            assert!(compared > 400 && hits > 30, "{compared}, {hits}");
        }
    }

    #[test]
    fn it_tiles_exactly() {
        for dimensions in [2, 3] {
            let inputs = format!(r#""dimensions": {dimensions}, "scale": 2, "period": [3, 2, 4], "size": 1"#);
            check_period(sampler(&inputs), scattered(60, 2.0), [1.5, 1.0, 2.0], &inputs);
        }
    }

    #[test]
    fn without_size_or_coverage_there_is_none() {
        for inputs in [r#""size": 0"#, r#""coverage": 0"#, r#""size": 0, "dimensions": 3, "tilt": 1"#] {
            let at = sampler(inputs);
            for position in scattered(200, 4.0) {
                assert_eq!(at(position), [0.0, 0.0, 0.0, 0.0, -1.0], "{inputs}");
            }
        }
    }
}
