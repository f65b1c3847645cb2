//! Copies of a texture, scattered over space.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::lattices::copies::Copies;
use crate::parts::lattices::overlap::Combined;
use crate::parts::lattices::{cells, neighborhood, overlap, random};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Scatter", lower)
        .describe(
            "Scatters copies of a texture, at most one for each lattice cell: leaves, gravel, rivets, pits, \
             petals, stars, scales. The texture is a motif around the origin; size 1 makes its unit one cell. \
             A motif within a circle of radius 1, or a sphere in three dimensions, is never cut off with the \
             defaults; what is wider than `reach` allows ends at straight lines. Density, size, \
             rotation and their variations are evaluated once for each copy, at its middle, so that a texture \
             there changes from copy to copy and deforms none. Jitter is evaluated in the middle of each cell. \
             As the tile samplers of other programs; the lattice of random points is that of Steven Worley, \
             \"A Cellular Texture Basis Function\" (1996).",
        )
        .search(&[
            "tile sampler",
            "tiler",
            "splatter",
            "instances",
            "distribute",
            "sprinkle",
            "stamp",
            "leaves",
            "gravel",
            "pebbles",
            "petals",
            "rivets",
            "pits",
            "stars",
            "confetti",
            "repeat",
            "particles",
            "bombing",
            "grass",
            "feathers",
        ])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture to copy: a motif around the origin, evaluated once for each near cell."),
        )
        .input(cells::scale())
        .input(
            InputDefinition::fraction("jitter", 1.0).moved().describe(
                "The irregularity of the copies: 0 puts them in the middle of their cells, 1 anywhere within.",
            ),
        )
        .input(InputDefinition::fraction("density", 1.0).moved().describe(
            "The proportion of cells with a copy: 0 is empty, 1 has one in every cell. A texture decides where \
             copies are.",
        ))
        .input(InputDefinition::float("size", 1.0).moved().soft(0.0..=2.0).step(0.01).unit("cells").describe(
            "The size of the largest copies: the length of one unit of the motif. Those of size 0 or \
                     less vanish.",
        ))
        .input(
            InputDefinition::fraction("size_variation", 0.0)
                .moved()
                .describe("The variation of the sizes: at 0 all are equal, at 1 the smallest vanish."),
        )
        .input(
            InputDefinition::float("rotation", 0.0)
                .moved()
                .soft(-180.0..=180.0)
                .step(1.0)
                .unit("degrees")
                .describe("The rotation of all copies about z, from x towards y: clockwise for the viewer."),
        )
        .input(
            InputDefinition::float("rotation_variation", 0.0)
                .moved()
                .soft(0.0..=180.0)
                .step(1.0)
                .unit("degrees")
                .describe(
                    "The greatest random rotation, either way: 0 leaves all copies parallel, 180 turns them in \
                     every direction. In two dimensions it is about z, in three about a random axis.",
                ),
        )
        .input(InputDefinition::float("variety", 0.0).soft(0.0..=16.0).step(0.1).unit("units").describe(
            "The difference between the copies: each is evaluated at a random z from 0 to this, or, in three \
             dimensions, with its time shifted so. A motif that is bent by a solid noise then differs from copy \
             to copy; 0 makes all copies alike.",
        ))
        .input(InputDefinition::float("row_offset", 0.0).soft(0.0..=1.0).step(0.01).unit("cells").describe(
            "The shift of every other row along x: 0.5 places copies as bricks are laid. It needs an even \
             period along y.",
        ))
        .input(overlap::input())
        .input(InputDefinition::any("background", 0.0).describe(
            "The value where there is no copy, which takes part in the combination: 0 for the greatest value \
             and the sum, 1 for pits by the least value, a large number for distances. For colors, alpha 0 \
             leaves gaps transparent.",
        ))
        .input(InputDefinition::integer("reach", 2).hard(0.0..=4.0).soft(0.0..=4.0).unit("cells").describe(
            "The greatest width of a copy, size included, that is complete wherever it lies; without jitter it \
             is one cell more. 1 evaluates 4 copies in two dimensions and 8 in three, 2 evaluates 9 and 27, 3 \
             evaluates 16 and 64, 4 evaluates 25 and 125. 0 evaluates a single copy, which is complete within \
             its cell.",
        ))
        .input(neighborhood::dimensions())
        .input(InputDefinition::seed())
        .input(InputDefinition::position())
        .input(random::period())
        .output(
            "value",
            OutputType::like(&["value", "background"]),
            "The combined copies. Except for over and rows, the alpha of colors is that of the background. Where \
             more than three translucent colors lie over each other by chance, the lower ones are in another \
             order.",
        )
        .float_output(
            "id",
            "A random number from 0 to 1 for the most visible copy: the one that covers, has the greatest \
             value, or the least for the combination by the least; 0 where the background shows.",
        )
        .vector_output(
            "center",
            "The middle of that copy, in units; 0 where the background shows. In two dimensions, z is that of \
             the position.",
        )
        .vector_output(
            "local",
            "The position in that copy's motif, in the motif's units; 0 where the background shows.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let copies = Copies::around(context)?;
    let mut combined = Combined::new(context, context.any("background")?);
    let none = Field::Float(context.constant(0.0));
    let (mut id, mut center, mut local) = (none, none, none);
    let mut cells = copies.cells(context);
    if context.choice("combine") == "rows" {
        cells.reverse();
    }
    for cell in cells {
        let copy = copies.at(context, &cell)?;
        let value = context.once(|| context.any_at("value", copy.local))?;
        let is_top = combined.add(value, copy.presence, copy.order);
        let kept = |name, before: Field<'a>, here: Field<'a>| {
            context.if_used(name, || Ok(here.zip(before, |here, before| is_top.select(here, before))))
        };
        id = kept("id", id, copy.id.into())?;
        center = kept("center", center, copy.point.into())?;
        local = kept("local", local, copy.local.vector().into())?;
    }
    Ok(vec![combined.finish(), id, Field::Vector(center.to_vector()), Field::Vector(local.to_vector())])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Fallen leaves",
  "nodes": {
    "leaf": {
      "type": "math/formula",
      "inputs": {
        "formula": "smoothstep(0, 0.03, 0.27*max(0, 1 - 4*x*x)*(1 - 0.9*x) - abs(y))*(0.72 + 0.28*smoothstep(0, 0.1, abs(fract(6*x - 5*abs(y)) - 0.5)))*(0.6 + 0.4*smoothstep(0.005, 0.02, abs(y)))"
      }
    },
    "leaves": {
      "type": "pattern/scatter",
      "inputs": {
        "value": {"node": "leaf"}, "scale": 6, "size": 1.7, "size_variation": 0.45, "rotation_variation": 180,
        "combine": "over", "seed": 5
      }
    },
    "autumn": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "leaves", "output": "id"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#7d2318"},
            {"position": 0.25, "color": "#c2491d"},
            {"position": 0.5, "color": "#e08a1e"},
            {"position": 0.72, "color": "#e8bf45"},
            {"position": 0.85, "color": "#8a9a3a"},
            {"position": 1, "color": "#5b3a22"}
          ]
        }
      }
    },
    "shaded": {
      "type": "math/multiply",
      "inputs": {"a": {"node": "autumn", "output": "color"}, "b": {"node": "leaves"}}
    },
    "cover": {"type": "math/smoothstep", "inputs": {"value": {"node": "leaves"}, "high": 0.4}},
    "ground": {
      "type": "blend/mix",
      "inputs": {"a": [0.012, 0.009, 0.007, 1], "b": {"node": "shaded"}, "factor": {"node": "cover"}}
    }
  },
  "outputs": {"color": {"node": "ground"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::evaluate::{lowered, outputs};
    use crate::checks::points_oracle::{Cell, Lattice, check_period};

    /// A motif that is 0 from radius 1 on, and distinguishes directions.
    const MOTIF: &str = "max(0, 1 - sqrt(x*x + y*y + z*z))*(1 + 0.5*x - 0.25*y + 0.125*z)";

    fn motif([x, y, z]: [f64; 3]) -> f64 {
        (1.0 - (x * x + y * y + z * z).sqrt()).max(0.0) * (1.0 + 0.5 * x - 0.25 * y + 0.125 * z)
    }

    fn document(inputs: &str, output: &str) -> String {
        format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "motif": {{"type": "math/formula", "inputs": {{"formula": "{MOTIF}"}}}},
                "wave": {{"type": "math/formula", "inputs": {{"formula": "0.6 + 0.4*sin(5*x + 3*y)"}}}},
                "scatter": {{"type": "pattern/scatter", "inputs": {{"value": {{"node": "motif"}}, {inputs}}}}}
              }},
              "outputs": {{"output": {{"node": "scatter", "output": "{output}"}}}}
            }}"#
        )
    }

    /// The output of a document without parameters, at any positions.
    fn sampler(document: &str) -> impl Fn([f32; 3]) -> Vec<f32> + use<> {
        let at = outputs(document, 1);
        move |[x, y, z]| at([x, y, z, 0.0])
    }

    fn scatter(inputs: &str, output: &str) -> impl Fn([f32; 3]) -> Vec<f32> + use<> {
        sampler(&document(inputs, output))
    }

    /// The settings of the oracle, with the defaults of most tests.
    #[derive(Clone, Copy)]
    struct Settings {
        dimensions: usize,
        scale: f64,
        jitter: f64,
        density: f64,
        /// `None` for that of the node `wave`.
        size: Option<f64>,
        size_variation: f64,
        rotation: f64,
        rotation_variation: f64,
        row_offset: f64,
        period: [i64; 3],
    }

    const PLAIN: Settings = Settings {
        dimensions: 2,
        scale: 4.0,
        jitter: 1.0,
        density: 1.0,
        size: Some(1.0),
        size_variation: 0.0,
        rotation: 0.0,
        rotation_variation: 0.0,
        row_offset: 0.0,
        period: [0; 3],
    };

    impl Settings {
        fn inputs(&self) -> String {
            let size = self.size.map_or(r#"{"node": "wave"}"#.to_owned(), |size| size.to_string());
            let [x, y, z] = self.period;
            format!(
                r#""dimensions": {}, "scale": {}, "jitter": {}, "density": {}, "size": {size},
                   "size_variation": {}, "rotation": {}, "rotation_variation": {}, "row_offset": {},
                   "period": [{x}, {y}, {z}], "seed": 7"#,
                self.dimensions,
                self.scale,
                self.jitter,
                self.density,
                self.size_variation,
                self.rotation,
                self.rotation_variation,
                self.row_offset
            )
        }

        /// The copies of all cells within three of a position, row by row: the value, the order, the id, the point and
        /// the local position, in double precision.
        fn copies(&self, position: [f32; 3]) -> Vec<Found> {
            let cells = position.map(|coordinate| f64::from(coordinate) * self.scale);
            let lattice = Lattice { dimensions: self.dimensions, period: self.period, seed: 7 };
            let near = lattice.shifted_cells(cells, [3; 3], self.row_offset);
            near.iter().filter_map(|cell| self.copy(cells, cell)).collect()
        }

        fn copy(&self, cells: [f64; 3], cell: &Cell) -> Option<Found> {
            let (place, [size, turn], [presence, depth]) = (cell.halves(0), cell.halves(1), cell.halves(2));
            if presence >= self.density {
                return None;
            }
            let mut point = cell.index.map(|part| part as f64 + 0.5);
            point[0] += cell.shift;
            for (axis, random) in [place[0], place[1], depth].into_iter().enumerate().take(self.dimensions) {
                point[axis] += self.jitter * (random - 0.5);
            }
            let point = point.map(|coordinate| coordinate / self.scale);
            let wave = 0.6 + 0.4 * (5.0 * point[0] + 3.0 * point[1]).sin();
            let size = self.size.unwrap_or(wave) * (1.0 - self.size_variation * size);
            let mut away = [0, 1, 2].map(|axis: usize| (cells[axis] - point[axis] * self.scale) / size);
            let angle = self.rotation.to_radians();
            away =
                [away[0] * angle.cos() + away[1] * angle.sin(), away[1] * angle.cos() - away[0] * angle.sin(), away[2]];
            let angle = self.rotation_variation.to_radians() * (2.0 * turn - 1.0);
            let local = if self.dimensions == 2 {
                let [x, y, _] = away;
                [x * angle.cos() + y * angle.sin(), y * angle.cos() - x * angle.sin(), 0.0]
            } else {
                let [height, around] = cell.halves(3);
                let (z, around) = (2.0 * height - 1.0, around * std::f64::consts::TAU);
                let ring = (1.0 - z * z).sqrt();
                turned_back([ring * around.cos(), ring * around.sin(), z], angle, away)
            };
            let (id, order) = (f64::from(cell.draw(4)), f64::from(cell.draw(5)));
            Some(Found { value: motif(local), order, id, point, local })
        }
    }

    struct Found {
        value: f64,
        order: f64,
        id: f64,
        point: [f64; 3],
        local: [f64; 3],
    }

    /// A point turned about an axis by the negative angle, by the matrix of the rotation.
    fn turned_back([a, b, c]: [f64; 3], angle: f64, point: [f64; 3]) -> [f64; 3] {
        let (s, d, t) = (-angle.sin(), angle.cos(), 1.0 - angle.cos());
        let rows = [
            [t * a * a + d, t * a * b - s * c, t * a * c + s * b],
            [t * a * b + s * c, t * b * b + d, t * b * c - s * a],
            [t * a * c - s * b, t * b * c + s * a, t * c * c + d],
        ];
        rows.map(|row| row[0] * point[0] + row[1] * point[1] + row[2] * point[2])
    }

    fn positions(count: usize) -> impl Iterator<Item = [f32; 3]> {
        (0..count).map(|i| [0.371, -0.813, 0.437].map(|step: f32| (step * i as f32 * 64.0).floor() / 64.0))
    }

    /// Settings that use every part of the node.
    fn varied() -> Vec<Settings> {
        let turned = Settings { rotation: 30.0, rotation_variation: 100.0, ..PLAIN };
        vec![
            PLAIN,
            Settings { jitter: 0.0, density: 0.5, ..PLAIN },
            Settings { jitter: 0.4, size_variation: 0.7, row_offset: 0.3, ..turned },
            Settings { size: None, density: 0.8, ..turned },
            Settings { rotation: 90.0, row_offset: 0.5, period: [3, 4, 0], ..PLAIN },
            Settings { dimensions: 3, ..PLAIN },
            Settings { dimensions: 3, size_variation: 0.5, density: 0.7, period: [2, 6, 3], ..turned },
        ]
    }

    #[test]
    fn every_combination_is_that_of_all_copies_within_three_cells() {
        for settings in varied() {
            for (combine, background) in [("max", 0.25), ("min", -0.25), ("add", 0.25), ("over", -1.0)] {
                let inputs = format!(r#"{}, "combine": "{combine}", "background": {background}"#, settings.inputs());
                let text = document(&inputs, "value");
                // Negative for the least value, so that far copies do not count.
                let text = if combine == "min" { text.replace(MOTIF, &format!("-{MOTIF}")) } else { text };
                let at = sampler(&text);
                for position in positions(60) {
                    let copies = settings.copies(position);
                    let values = copies.iter().map(|copy| copy.value);
                    let top = copies.iter().filter(|copy| copy.value > 0.0);
                    let top = top.max_by(|a, b| a.order.total_cmp(&b.order));
                    let expected = match combine {
                        "max" => values.fold(0.25, f64::max),
                        "min" => -values.fold(0.25, f64::max),
                        "add" => values.sum::<f64>() + 0.25,
                        _ => top.map_or(-1.0, |copy| copy.value),
                    };
                    let found = f64::from(at(position)[0]);
                    assert!((found - expected).abs() < 2e-4, "{inputs} at {position:?}: {found}, {expected}");
                }
            }
        }
    }

    #[test]
    fn rows_overlap_like_roof_tiles() {
        let settings = Settings { row_offset: 0.5, jitter: 0.2, ..PLAIN };
        let inputs = format!(r#"{}, "combine": "rows", "background": -1"#, settings.inputs());
        let at = scatter(&inputs, "value");
        for position in positions(60) {
            // The first of the first row that covers.
            let copies = settings.copies(position);
            let expected = copies.iter().find(|copy| copy.value > 0.0).map_or(-1.0, |copy| copy.value);
            let found = f64::from(at(position)[0]);
            assert!((found - expected).abs() < 1e-4, "{position:?}: {found}, not {expected}");
        }
    }

    #[test]
    fn the_other_outputs_describe_the_most_visible_copy() {
        for settings in varied() {
            for combine in ["max", "over"] {
                let inputs = format!(r#"{}, "combine": "{combine}""#, settings.inputs());
                let [id, center, local] = ["id", "center", "local"].map(|name| scatter(&inputs, name));
                for position in positions(40) {
                    let copies = settings.copies(position);
                    let key = |copy: &&Found| if combine == "max" { copy.value } else { copy.order };
                    let covering = copies.iter().filter(|copy| copy.value > 1e-4);
                    let Some(best) = covering.max_by(|a, b| key(a).total_cmp(&key(b))) else { continue };
                    assert_eq!(f64::from(id(position)[0]), best.id, "{combine} at {position:?}");
                    let near = |found: Vec<f32>, expected: [f64; 3]| {
                        for (found, expected) in found.iter().zip(expected).take(settings.dimensions) {
                            assert!((f64::from(*found) - expected).abs() < 1e-4, "{found}, not {expected}");
                        }
                    };
                    near(center(position), best.point);
                    near(local(position), best.local);
                }
            }
        }
        let nothing = r#""density": 0, "background": 3"#;
        assert_eq!(scatter(nothing, "value")([0.3; 3]), [3.0]);
        assert_eq!(scatter(nothing, "id")([0.3; 3]), [0.0]);
        assert_eq!(scatter(nothing, "local")([0.3; 3]), [0.0; 3]);
    }

    /// A motif as wide as `reach` is complete: more cells change nothing.
    #[test]
    fn nothing_is_cut_off_within_the_reach() {
        for (reach, jitter, size) in
            [(0, 0.5, 0.25), (0, 0.0, 0.5), (1, 1.0, 0.5), (1, 0.5, 0.75), (2, 1.0, 1.0), (3, 1.0, 1.5)]
        {
            let inputs = format!(r#""jitter": {jitter}, "size": {size}, "size_variation": 0.3, "combine": "add""#);
            let [narrow, wide] = [reach, 4].map(|reach| scatter(&format!(r#"{inputs}, "reach": {reach}"#), "value"));
            for position in positions(200) {
                let (narrow, wide) = (narrow(position)[0], wide(position)[0]);
                assert!((narrow - wide).abs() < 1e-6, "reach {reach} at {position:?}: {narrow}, not {wide}");
            }
        }
    }

    #[test]
    fn it_tiles_exactly() {
        for dimensions in [2, 3] {
            for combine in ["max", "over", "rows"] {
                let inputs = format!(
                    r#""dimensions": {dimensions}, "period": [3, 2, 5], "density": 0.7, "size_variation": 0.5,
                       "rotation_variation": 180, "row_offset": 0.25, "variety": 1, "combine": "{combine}""#
                );
                check_period(scatter(&inputs, "value"), positions(30), [0.75, 0.5, 1.25], &inputs);
            }
        }
    }

    #[test]
    fn colors_lie_over_each_other_with_their_alpha() {
        let color = |combine: &str| {
            sampler(&format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "alpha": {{"type": "math/formula", "inputs": {{"formula": "clamp(2 - 2*sqrt(x*x + y*y), 0, 1)"}}}},
                    "red": {{"type": "math/formula", "inputs": {{"formula": "z"}}}},
                    "motif": {{"type": "color/combine", "inputs": {{
                      "red": {{"node": "red"}}, "green": 0.5, "blue": 1, "alpha": {{"node": "alpha"}}
                    }}}},
                    "scatter": {{"type": "pattern/scatter", "inputs": {{
                      "value": {{"node": "motif"}}, "variety": 1, "background": [0.25, 0, 0, 1], "seed": 7, "combine": "{combine}"
                    }}}}
                  }},
                  "outputs": {{"color": {{"node": "scatter"}}}}
                }}"#
            ))
        };
        let (rows, over) = (color("rows"), color("over"));
        let mut partly = 0;
        for position in positions(300) {
            let mut copies = PLAIN.copies(position);
            let alpha = |copy: &Found| (2.0 - 2.0 * copy.local[0].hypot(copy.local[1])).clamp(0.0, 1.0);
            let laid =
                |copies: &[Found]| copies.iter().fold(0.25, |below, copy| below + (copy.id - below) * alpha(copy));
            copies.reverse();
            let rows = rows(position);
            assert!((f64::from(rows[0]) - laid(&copies)).abs() < 1e-4 && rows[3] == 1.0);
            copies.retain(|copy| alpha(copy) > 0.0);
            copies.sort_by(|a, b| a.order.total_cmp(&b.order));
            let over = over(position);
            // Of more than three copies, the lower ones are in another order, behind both upper ones.
            let hidden = copies.len() <= 3 || copies.iter().rev().take(2).any(|copy| alpha(copy) == 1.0);
            assert!(!hidden || (f64::from(over[0]) - laid(&copies)).abs() < 1e-4, "{position:?}: {over:?}");
            partly += usize::from(copies.len() == 2 && alpha(&copies[1]) < 1.0);
        }
        assert!(partly > 20, "{partly}");
    }

    #[test]
    fn variety_makes_copies_differ() {
        let same = |variety: f32| {
            let inputs = format!(r#""variety": {variety}, "jitter": 0, "reach": 0"#);
            let at = scatter(&inputs, "value");
            at([0.125, 0.125, 0.0]) == at([0.375, 0.125, 0.0])
        };
        assert!(same(0.0) && !same(0.5));
    }

    /// Few operations: the copies are the whole cost.
    #[test]
    fn a_copy_takes_few_operations() {
        let count = |inputs: &str| {
            let inputs = format!(r#"{inputs}, "jitter": 1"#);
            let document = document(&inputs, "value").replace(MOTIF, "x*y");
            lowered(&document, 1).0.operations().len()
        };
        for (reach, dimensions, inputs, most) in [
            (2, 2, r#""density": 1"#, 12),
            (2, 2, r#""density": 0.5"#, 15),
            (2, 2, r#""rotation_variation": 180, "size_variation": 0.5"#, 32),
            (2, 3, r#""rotation_variation": 180, "size_variation": 0.5"#, 90),
        ] {
            let operations = count(&format!(r#"{inputs}, "reach": {reach}, "dimensions": {dimensions}"#));
            let copies = (reach + 1_usize).pow(dimensions);
            println!("{dimensions}D, {inputs}: {operations} operations, {} for each copy", operations / copies);
            assert!(operations / copies <= most, "{inputs}: {operations}");
        }
    }
}
