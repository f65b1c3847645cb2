//! Tilings of regular polygons, and their kin.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::tilings::mosaic::{Mosaic, Polygon, Side, unit};
use crate::parts::tilings::pieces::{self, Periods};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Tiling", lower)
        .describe(
            "Classic tilings of two or three shapes: octagons with squares, cubes in perspective, Cairo \
             pentagons, hexagons with triangles and more, for floors, mosaics, quilts and ornaments. `shape` \
             tells the shapes apart, so that each can have a color of its own. The pieces are columns along z. \
             After Branko Grünbaum and G. C. Shephard, \"Tilings and Patterns\" (1987).",
        )
        .search(&[
            "archimedean",
            "semi-regular",
            "octagon",
            "rhombille",
            "tumbling blocks",
            "cubes",
            "cairo",
            "pentagon",
            "hexagon",
            "dodecagon",
            "snub square",
            "pythagorean",
            "hopscotch",
            "pinwheel",
            "islamic",
            "zellige",
            "mosaic",
            "floor",
            "bathroom",
        ])
        .input(pieces::size([0.25, 0.0, 0.0]).describe(
            "The size of the part that repeats: the distance between its columns along x, and between its rows \
             along y, where 0 makes the pieces regular. In hexagonal tilings and `cairo` odd rows are shifted by \
             half a column. z is ignored.",
        ))
        .input(
            InputDefinition::choice(
                "kind",
                &[
                    "octagons",
                    "cubes",
                    "cairo",
                    "trihexagonal",
                    "snub-square",
                    "hopscotch",
                    "rhombitrihexagonal",
                    "dodecagons",
                    "great-rhombitrihexagonal",
                ],
            )
            .describe(
                "The tiling: octagons and squares; cubes of three rhombs; Cairo pentagons; hexagons and \
                 triangles; squares and triangles; large and small squares; hexagons, squares and triangles; \
                 dodecagons and triangles; dodecagons, hexagons and squares.",
            ),
        );
    let definition = pieces::joints(definition, 0.01, 0.006);
    pieces::placed(definition, "columns along x; rows along y, an even number where odd rows are shifted.")
        .float_output(
            "shape",
            "The number of the shape: 0 for the one with the most sides or the largest, then 1 and 2. The three \
             sides of a cube are 0 to 2, the four directions of a Cairo pentagon 0 to 3.",
        )
        .float_output("column", "The number of the part that repeats, in its row.")
        .float_output("row", "The number of the row.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, periods) = (context.input_position()?, Periods::of(context)?);
    let mosaic = mosaic(context.choice("kind"));
    let [width, height, _] = context.vector("size")?;
    let (width, height) = (width.abs(), height.abs());
    let height = height.select(height, width * mosaic.pitch);
    let found = mosaic.find(position, &periods, [width, height]);
    let mut outputs = found.piece.outputs(context, position)?;
    outputs.extend([found.shape, found.column, found.row].map(Field::Float));
    Ok(outputs)
}

/// The distance between the rows of a lattice of triangles, in columns.
const HEIGHT: f32 = 0.866_025_4;

/// A third of it: the distance of the middle of such a triangle from its sides.
const THIRD: f32 = 0.288_675_13;

/// The polygons of a tiling. Their sizes follow from their angles, for a distance of 1 between columns.
fn mosaic(kind: &str) -> Mosaic {
    let on_triangles = |polygons| Mosaic { pitch: HEIGHT, is_staggered: true, polygons };
    let on_squares = |polygons| Mosaic { pitch: 1.0, is_staggered: false, polygons };
    match kind {
        "cubes" => on_triangles(cubes()),
        "cairo" => Mosaic { pitch: 0.5, is_staggered: true, polygons: cairo() },
        "trihexagonal" => {
            let [a, b] = between_three(|turn| Polygon::regular(3, 0.144_337_57, 90 + turn));
            on_triangles(vec![Polygon::regular(6, 0.433_012_7, 30), a.numbered(1, 1), b.numbered(1, 2)])
        }
        "snub-square" => on_squares(snub_square()),
        "hopscotch" => on_squares(hopscotch()),
        "rhombitrihexagonal" => {
            let [a, b] = between_three(|turn| Polygon::regular(3, 0.105_662_43, 270 + turn));
            let mut polygons = vec![Polygon::regular(6, 0.316_987_3, 0), a.numbered(2, 1), b.numbered(2, 2)];
            polygons.extend(between_two(0.183_012_7, 1));
            on_triangles(polygons)
        }
        "dodecagons" => {
            let [a, b] = between_three(|turn| Polygon::regular(3, 0.077_350_27, 90 + turn));
            on_triangles(vec![Polygon::regular(12, 0.5, 0), a.numbered(1, 1), b.numbered(1, 2)])
        }
        "great-rhombitrihexagonal" => {
            let [a, b] = between_three(|turn| Polygon::regular(6, 0.183_012_7, 30 + turn));
            let mut polygons = vec![Polygon::regular(12, 0.394_337_57, 0), a.numbered(1, 1), b.numbered(1, 2)];
            polygons.extend(between_two(0.105_662_43, 2));
            on_triangles(polygons)
        }
        _ => on_squares(vec![
            Polygon::regular(8, 0.5, 0),
            Polygon::regular(4, 0.207_106_78, 45).turned(45).at([0.5; 2], [0.5; 2]).numbered(1, 1),
        ]),
    }
}

/// Polygons in the middles of the triangles of a lattice of triangles, the second one turned by half a turn.
fn between_three(polygon: impl Fn(u16) -> Polygon) -> [Polygon; 2] {
    let anchor = [0.5, 0.0];
    [(0, THIRD), (180, -THIRD)].map(|(turn, down)| polygon(turn).turned(turn).at([0.5, down], anchor))
}

/// Squares in the middles of the sides of a lattice of triangles.
fn between_two(inradius: f32, shape: u8) -> [Polygon; 3] {
    [(0, [0.5, 0.0], 3), (60, [0.25, 0.5], 4), (120, [-0.25, 0.5], 5)].map(|(turn, anchor, number)| {
        let square = Polygon::regular(4, inradius, turn).turned(turn).numbered(shape, number);
        square.at([anchor[0], anchor[1] * HEIGHT], anchor)
    })
}

/// Three rhombs around the middle of a hexagon: the top of a cube, its right side and its left side.
fn cubes() -> Vec<Polygon> {
    let rhomb = |(number, turn): (u8, u16)| {
        let side = |degrees| Side { normal: unit(degrees + turn), distance: 0.25, is_pair: true };
        let [x, y] = unit(270 + turn);
        Polygon { sides: vec![side(60), side(120)], ..Polygon::regular(4, 0.0, 0) }
            .turned(turn)
            .at([x * THIRD, y * THIRD], [0.0; 2])
            .numbered(number, number)
    };
    [(0, 0), (1, 120), (2, 240)].map(rhomb).into()
}

/// Pentagons with three angles of 120 degrees and two right angles: two at a level line in the middle of each square of
/// a chessboard of one color, and two at an upright line in those of the other.
fn cairo() -> Vec<Polygon> {
    // Half of the line's length.
    const LINE: f32 = 0.105_662_43;
    let corners = [[-LINE, 0.0], [LINE, 0.0], [0.25, 0.25], [0.0, 0.5 - LINE], [-0.25, 0.25]];
    let pentagon = |number: u8| {
        let turn = u16::from(number) * 90;
        let anchor = if number.is_multiple_of(2) { [0.0; 2] } else { [0.5, 0.0] };
        let [cosine, sine] = unit(turn);
        let turned = corners.map(|[x, y]| [x * cosine - y * sine + anchor[0], x * sine + y * cosine + anchor[1]]);
        let pentagon = Polygon::of_corners(&turned);
        let center = pentagon.center;
        pentagon.turned(turn).at(center, anchor).numbered(number, number)
    };
    (0..4).map(pentagon).collect()
}

/// Squares turned by 15 degrees to either side, and pairs of triangles between.
fn snub_square() -> Vec<Polygon> {
    let square = |degrees| Polygon::regular(4, 0.258_819_04, degrees).turned(degrees);
    let triangle = |degrees: u16, center, anchor, number| {
        Polygon::regular(3, 0.149_429_25, degrees).turned(degrees + 270).at(center, anchor).numbered(1, number)
    };
    let (near, far) = (0.105_662_43, 0.394_337_57);
    let (right, down) = ([0.5, 0.0], [0.0, 0.5]);
    vec![
        square(15),
        square(345).at([0.5; 2], [0.5; 2]).numbered(0, 1),
        triangle(75, [far, near], right, 2),
        triangle(255, [1.0 - far, -near], right, 3),
        triangle(165, [-near, far], down, 4),
        triangle(345, [near, 1.0 - far], down, 5),
    ]
}

/// Squares of two sizes, one twice as wide as the other.
fn hopscotch() -> Vec<Polygon> {
    // The sides of the squares run 2 to 1 across the lattice; a column is √5 small squares wide.
    const SMALL: f32 = 0.447_213_6;
    let (right, down) = ([2.0 * SMALL, -SMALL], [SMALL, 2.0 * SMALL]);
    let square = |inradius| {
        let side = |normal| Side { normal, distance: inradius, is_pair: true };
        Polygon { sides: vec![side(right), side(down)], turn: right, ..Polygon::regular(4, 0.0, 0) }
    };
    // Large squares stick out of a cell of the lattice.
    vec![
        square(SMALL).at([0.0; 2], [0.125; 2]),
        square(SMALL).at([0.0; 2], [-0.125; 2]),
        square(0.5 * SMALL).at([0.5; 2], [0.5; 2]).numbered(1, 1),
    ]
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Tumbling blocks",
  "nodes": {
    "tiling": {
      "type": "pattern/tiling",
      "inputs": {"kind": "cubes", "size": [0.25, 0, 0], "joint": 0.003, "bevel": 0.004, "seed": 3}
    },
    "far": {"type": "math/multiply", "inputs": {"a": {"node": "tiling", "output": "id"}, "b": 50}},
    "own": {
      "type": "math/add",
      "inputs": {"a": {"node": "tiling", "output": "local"}, "b": {"node": "far"}}
    },
    "long": {"type": "vector/combine", "inputs": {"x": 1, "y": 0.1, "z": 1}},
    "stretched": {"type": "math/multiply", "inputs": {"a": {"node": "own"}, "b": {"node": "long"}}},
    "grain": {
      "type": "noise/perlin",
      "inputs": {"scale": 40, "octaves": 4, "persistence": 0.6, "seed": 3, "position": {"node": "stretched"}}
    },
    "wood": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "tone"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#3a1d0e"},
            {"position": 0.28, "color": "#6b3a1c"},
            {"position": 0.4, "color": "#8c5226"},
            {"position": 0.6, "color": "#bf7d3a"},
            {"position": 0.75, "color": "#dcb073"},
            {"position": 1, "color": "#f5e0b3"}
          ],
          "space": "srgb"
        }
      }
    },
    "tone": {"type": "math/formula", "inputs": {
      "formula": "0.84 - 0.33*a + 0.22*b + 0.12*(c - 0.5)",
      "a": {"node": "tiling", "output": "shape"}, "b": {"node": "grain"}, "c": {"node": "tiling", "output": "id"}
    }},
    "inlay": {
      "type": "blend/mix",
      "inputs": {"a": [0.02, 0.01, 0.005, 1], "b": {"node": "wood"}, "factor": {"node": "tiling"}}
    },
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "inlay"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/tiling";

    const KINDS: [&str; 9] = [
        "octagons",
        "cubes",
        "cairo",
        "trihexagonal",
        "snub-square",
        "hopscotch",
        "rhombitrihexagonal",
        "dodecagons",
        "great-rhombitrihexagonal",
    ];

    #[test]
    fn pieces_are_polygons() {
        for kind in KINDS {
            Tiling::new(NODE, &format!(r#""kind": "{kind}", "size": [0.4, 0, 0]"#)).check([1.2, 1.2]);
            Tiling::new(NODE, &format!(r#""kind": "{kind}", "size": [0.5, 0.25, 0]"#)).check([1.2, 1.2]);
        }
    }

    /// The parts of the plane that the shapes cover, and the greatest distance from their borders, which is the
    /// inradius: both follow from the regular polygons with sides of 1.
    #[test]
    fn shapes_have_their_area_and_size() {
        let root = |number: f64| number.sqrt();
        let (r2, r3, r5) = (root(2.0), root(3.0), root(5.0));
        // For each shape, its area for all of its pieces in a part that repeats, and its inradius.
        let triangle = (r3 / 4.0, r3 / 6.0);
        let square = (1.0, 0.5);
        let hexagon = (1.5 * r3, r3 / 2.0);
        let octagon = (2.0 + 2.0 * r2, 0.5 + r2 / 2.0);
        let dodecagon = (6.0 + 3.0 * r3, 1.0 + r3 / 2.0);
        let times = |count: f64, (area, inradius): (f64, f64)| (area * count, inradius);
        // The distance between columns, too.
        type Shapes = Vec<(f64, f64)>;
        let expected: [(&str, f64, Shapes); 9] = [
            ("octagons", 1.0 + r2, vec![octagon, square]),
            ("cubes", r3, vec![(r3 / 2.0, r3 / 4.0); 3]),
            // Sides of 1 and one of √3 - 1 around a circle.
            ("cairo", 2.0 * r3, vec![(1.5, 3.0 / (3.0 + r3)); 4]),
            ("trihexagonal", 2.0, vec![hexagon, times(2.0, triangle)]),
            ("snub-square", root(2.0 + r3), vec![times(2.0, square), times(4.0, triangle)]),
            ("hopscotch", r5, vec![(4.0, 1.0), square]),
            ("rhombitrihexagonal", 1.0 + r3, vec![hexagon, times(3.0, square), times(2.0, triangle)]),
            ("dodecagons", 2.0 + r3, vec![dodecagon, times(2.0, triangle)]),
            ("great-rhombitrihexagonal", 3.0 + r3, vec![dodecagon, times(2.0, hexagon), times(3.0, square)]),
        ];
        for (kind, column, shapes) in expected {
            let tiling = Tiling::new(NODE, &format!(r#""kind": "{kind}", "size": [{column}, 0, 0]"#));
            let mut found: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
            const COUNT: u32 = 20_000;
            for step in 0..COUNT {
                let [x, y] =
                    [0.754_877_7, 0.569_840_3].map(|part: f64| ((part * f64::from(step)).fract() * 20.0) as f32);
                let at = [x, y, 0.0];
                let entry = found.entry(tiling.number("shape", at) as u32).or_default();
                entry.0 += 1.0 / f64::from(COUNT);
                entry.1 = entry.1.max(f64::from(tiling.at(at).edge));
            }
            let whole: f64 = shapes.iter().map(|(area, _)| area).sum();
            assert_eq!(found.len(), shapes.len(), "{kind}");
            for ((shape, (part, depth)), (area, inradius)) in found.iter().zip(&shapes) {
                let what = format!("{kind}, shape {shape}: {part} of {}, {depth} of {inradius}", area / whole);
                assert!((part - area / whole).abs() < 0.02, "{what}");
                assert!(*inradius == 0.0 || (0.95..1.00001).contains(&(depth / inradius)), "{what}");
            }
        }
    }

    #[test]
    fn ids_repeat() {
        for kind in KINDS {
            let inputs = format!(r#""kind": "{kind}", "size": [0.25, 0.125, 0]"#);
            Tiling::new(NODE, &inputs).check_period([4, 6, 0], [1.0, 0.75, 0.0]);
            Tiling::new(NODE, &inputs).check_numbers([4, 6], [1.0, 0.75]);
        }
    }
}
