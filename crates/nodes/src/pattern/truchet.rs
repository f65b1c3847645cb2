//! Square tiles turned at random.

use std::f32::consts::FRAC_1_SQRT_2;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::lattices::random;
use crate::parts::tilings::pieces::{self, Periods};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Truchet tiles", lower)
        .describe(
            "Square tiles, each turned at random, whose lines go on from tile to tile: mazes, winding paths, \
             labyrinths of pipes, circuit boards, azulejos, quilts. Connect `local` to the position of any \
             texture to make Truchet tiles of it. After Sébastien Truchet, \"Mémoire sur les combinaisons\" \
             (1704); the arcs are by Cyril Stanley Smith (1987).",
        )
        .search(&[
            "maze",
            "labyrinth",
            "10 print",
            "arcs",
            "pipes",
            "paths",
            "azulejo",
            "random tiles",
            "circuit",
            "smith",
            "turned",
            "rotated",
            "wang",
        ])
        .input(
            InputDefinition::float("size", 0.125)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=1.0)
                .step(0.005)
                .unit("units")
                .describe("The side of a tile."),
        )
        .input(InputDefinition::choice("kind", &["arcs", "lines", "triangles"]).describe(
            "What is on a tile. Arcs: two quarter circles around opposite corners. Lines: a diagonal. Triangles: \
             one half of the tile is dark, the other light.",
        ))
        .input(
            InputDefinition::float("width", 0.04)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=0.25)
                .step(0.005)
                .unit("units")
                .describe("The width of the arcs and lines. Triangles have none."),
        )
        .input(
            InputDefinition::float("bevel", 0.006)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=0.1)
                .step(0.001)
                .unit("units")
                .describe(
                    "The width of the slope at either side of a line, within its width: half the width rounds all \
                     of it. In triangles, the width of the slope between the halves.",
                ),
        )
        .input(InputDefinition::fraction("turned", 0.5).describe(
            "The part of the tiles that are turned: at 0 and 1 all are alike, at 0.5 the disorder is \
                 greatest.",
        ));
    pieces::place(definition, "tiles along x and y, even numbers for `side`.")
        .float_output("value", "1 on the arcs and lines and 0 off them, or 1 in one half of a tile.")
        .float_output("edge", "The distance to the border of the tile, in units.")
        .float_output("id", "A random number from 0 to 1 for each tile.")
        .vector_output("center", "The middle of the tile, in units, constant within it.")
        .vector_output("local", "The position from the middle of the tile, turned with it, in units.")
        .float_output(
            "distance",
            "The distance to the middle of the nearest arc or line, also of other tiles; in triangles, to the \
             diagonal of the tile.",
        )
        .float_output(
            "side",
            "0 or 1: with arcs, the side of the line, which continues from tile to tile; else the half of the tile.",
        )
        .float_output("column", "The number of the tile along x.")
        .float_output("row", "The number of the tile along y.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, periods) = (context.input_position()?, Periods::of(context)?);
    let (size, kind) = (context.float("size")?, context.choice("kind"));
    let (width, bevel, share) = (context.float("width")?, context.float("bevel")?, context.float("turned")?);
    let none = context.constant(0.0);

    let (right, down) = (position.x / size, position.y / size);
    let (column, row) = (right.floor(), down.floor());
    let (right, down) = (right.fract() - 0.5, down.fract() - 0.5);
    let random = |channel, column, row| {
        random::of_piece(context, [periods.wrap(0, column), periods.wrap(1, row), none], channel)
    };
    // A quarter turn.
    let is_turned = |column, row| random(1, column, row).less(share);
    let turned = is_turned(column, row);
    let (x, y) = (turned.select(down, right), turned.select(-right, down));
    let (x, y) = if kind == "triangles" {
        let half = random(2, column, row).less(share);
        (half.select(-x, x), half.select(-y, y))
    } else {
        (x, y)
    };

    let (distance, side) = match kind {
        "arcs" => {
            // The arcs around the corner before and the one behind are alike.
            let is_behind = (-x).less(y);
            let (x, y) = (is_behind.select(-x, x) + 0.5, is_behind.select(-y, y) + 0.5);
            let from_arc = (x * x + y * y).sqrt() - 0.5;
            let parity = (column + row + turned + from_arc.less(0.0)).modulo(2.0);
            (from_arc.abs(), parity)
        }
        "lines" => {
            let own = (x - y).abs() * FRAC_1_SQRT_2;
            let others = lines_at_the_corner([column, row], [right, down], is_turned);
            (own.min(others), y.less(x))
        }
        _ => ((x - y).abs() * FRAC_1_SQRT_2, y.less(x)),
    };
    let distance = distance * size.abs();
    let value = if kind == "triangles" {
        let signed = side.select(distance, -distance);
        pieces::slope(signed + bevel * 0.5, bevel, position.footprint)
    } else {
        pieces::slope(width * 0.5 - distance, bevel, position.footprint)
    };
    Ok(vec![
        Field::Float(value),
        Field::Float((0.5 - x.abs().max(y.abs())).max(0.0) * size.abs()),
        Field::Float(random(0, column, row)),
        Field::Vector([(column + 0.5) * size, (row + 0.5) * size, none]),
        Field::Vector([x * size, y * size, position.z]),
        Field::Float(distance),
        Field::Float(side),
        Field::Float(column),
        Field::Float(row),
    ])
}

/// The distance to the diagonals of the other three tiles at the nearest corner of a tile, as far as they meet it: the
/// other diagonals are further away than that of the tile itself.
fn lines_at_the_corner<'a>(
    [column, row]: [Expr<'a>; 2],
    [right, down]: [Expr<'a>; 2],
    is_turned: impl Fn(Expr<'a>, Expr<'a>) -> Expr<'a>,
) -> Expr<'a> {
    let [right_half, lower_half] = [right, down].map(|from_middle| 1.0 - from_middle.less(0.0));
    let (next_column, next_row) = (column + right_half * 2.0 - 1.0, row + lower_half * 2.0 - 1.0);
    let corner = column + right_half + row + lower_half;
    // Tiles that are not turned have their diagonal at corners an even number of steps away.
    let passes = |column: Expr<'a>, row: Expr<'a>| 1.0 - (corner - column - row + is_turned(column, row)).modulo(2.0);
    let (across, along) = (0.5 - right.abs(), 0.5 - down.abs());
    let to_corner = (across * across + along * along).sqrt();
    let to_line = (across + along) * FRAC_1_SQRT_2;
    let is_upright = across.less(along);
    let beside = is_upright.select(to_line, to_corner);
    let above = is_upright.select(to_corner, to_line);
    let far = 2.0;
    let beside = passes(next_column, row).select(beside, far);
    let above = passes(column, next_row).select(above, far);
    let opposite = passes(next_column, next_row).select(to_corner, far);
    beside.min(above).min(opposite)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Winding paths",
  "nodes": {
    "tiles": {
      "type": "pattern/truchet",
      "inputs": {"size": 0.125, "width": 0.044, "bevel": 0.022, "seed": 11}
    },
    "ground": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "tiles", "output": "side"},
        "ramp": {
          "stops": [{"position": 0, "color": "#0f3b57"}, {"position": 1, "color": "#e9dcc0"}],
          "space": "srgb"
        }
      }
    },
    "line": {"type": "math/threshold", "inputs": {"value": {"node": "tiles"}, "threshold": 0.02, "width": 0.04}},
    "painted": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "ground"}, "b": [0.76, 0.16, 0.06, 1], "factor": {"node": "line"}}
    },
    "round": {"type": "math/formula", "inputs": {
      "formula": "0.022*sqrt(1 - (1 - a)^2)", "a": {"node": "tiles"}
    }},
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "round"}, "distance": 0.002, "strength": 0.8}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.45, 0.5, 0.95]}
    },
    "shade": {"type": "math/maximum", "inputs": {"a": {"node": "light"}, "b": 0.15}},
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "painted"}, "b": {"node": "shade"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::named_at;
    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/truchet";

    fn at(output: &str, inputs: &str, x: f32, y: f32) -> f32 {
        named_at(NODE, output, &format!(r#"{{"size": 1, {inputs}}}"#), [x, y, 0.0, 0.0])[0]
    }

    fn points(count: u32) -> impl Iterator<Item = [f32; 2]> {
        (0..count)
            .map(|step| [0.754_877_7, 0.569_840_3].map(|part: f64| (part * f64::from(step)).fract() as f32 * 6.0 - 3.0))
    }

    #[test]
    fn pieces_are_tiles() {
        for kind in ["arcs", "lines", "triangles"] {
            Tiling::new(NODE, &format!(r#""kind": "{kind}""#)).check([1.0, 1.0]);
            Tiling::new(NODE, &format!(r#""kind": "{kind}""#)).check_period([4, 6, 0], [0.5, 0.75, 0.0]);
            Tiling::new(NODE, &format!(r#""kind": "{kind}""#)).check_numbers([4, 6], [0.5, 0.75]);
        }
    }

    /// Points along the lines of all tiles near the origin, found by their own tiles.
    fn drawn(inputs: &str, along: impl Fn(f32) -> Vec<[f32; 2]>) -> Vec<[f32; 2]> {
        let mut points = Vec::new();
        for (column, row) in (-5..5).flat_map(|column| (-5..5).map(move |row| (column as f32, row as f32))) {
            let turned =
                named_at(NODE, "local", &format!(r#"{{"size": 1, {inputs}}}"#), [column + 0.75, row + 0.5, 0.0, 0.0]);
            // Turned, this point has the local position 0, -0.25.
            let is_turned = turned[1] < -0.1;
            for step in 0..=200 {
                for [x, y] in along(step as f32 / 200.0) {
                    points.push(if is_turned { [column + 1.0 - y, row + x] } else { [column + x, row + y] });
                }
            }
        }
        points
    }

    fn assert_distances(kind: &str, along: impl Fn(f32) -> Vec<[f32; 2]>) {
        let inputs = format!(r#""kind": "{kind}", "seed": 3"#);
        let drawn = drawn(&inputs, along);
        for [x, y] in points(300) {
            let square = |point: &[f32; 2]| (point[0] - x) * (point[0] - x) + (point[1] - y) * (point[1] - y);
            let expected = drawn.iter().map(square).fold(9.0, f32::min).sqrt();
            let found = at("distance", &inputs, x, y);
            // The points are 0.007 apart.
            assert!(expected >= found - 1e-5 && expected - found < 0.004, "{kind} {x}, {y}: {found}, {expected}");
        }
    }

    #[test]
    fn lines_are_as_near_as_the_nearest_of_any_tile() {
        assert_distances("lines", |part| vec![[part, part]]);
    }

    #[test]
    fn arcs_are_as_near_as_the_nearest_of_any_tile() {
        assert_distances("arcs", |part| {
            let angle = part * std::f32::consts::FRAC_PI_2;
            let [x, y] = [travertine_noise::math::cos(angle) * 0.5, travertine_noise::math::sin(angle) * 0.5];
            vec![[x, y], [1.0 - x, 1.0 - y]]
        });
    }

    /// On the way from one point to another, the side changes where a line is crossed.
    #[test]
    fn sides_of_arcs_meet_only_at_lines() {
        for [x, y] in points(400) {
            let distance = at("distance", "\"seed\": 1", x, y);
            let there = [x + distance * 0.7, y - distance * 0.7];
            assert_eq!(at("side", "\"seed\": 1", x, y), at("side", "\"seed\": 1", there[0], there[1]), "{x}, {y}");
        }
    }

    #[test]
    fn lines_have_their_width() {
        for [x, y] in points(100) {
            let distance = at("distance", "\"seed\": 1", x, y);
            let value = at("value", "\"seed\": 1, \"width\": 0.3, \"bevel\": 0", x, y);
            assert_eq!(value, if distance <= 0.15 { 1.0 } else { 0.0 }, "{x}, {y}");
        }
    }

    #[test]
    fn the_turned_part_decides() {
        for (share, expected) in [(0.0, 0), (0.5, 100), (1.0, 200)] {
            let is_turned = |[x, y]: &[f32; 2]| {
                let inputs = format!(r#"{{"size": 0.01, "turned": {share}, "kind": "lines"}}"#);
                let local = named_at(NODE, "local", &inputs, [*x, *y, 0.0, 0.0]);
                let center = named_at(NODE, "center", &inputs, [*x, *y, 0.0, 0.0]);
                (local[0] - (x - center[0])).abs() > 1e-5
            };
            let count = points(200).filter(is_turned).count() as i32;
            assert!((count - expected).abs() < 30, "{share}: {count}");
        }
    }
}
