//! Scales and roof tiles.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::lattices::random;
use crate::parts::tilings::pieces::{self, Periods, Piece};

/// The part of its tip by which jitter shortens a scale at most.
const SHORTER: f32 = 0.4;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Scales", lower)
        .describe(
            "Scales in rows that overlap downwards, each row over the one below it: roofs of slate or plain \
             tiles, shingles, fish, snakes, dragons, feathers, scale armour, scallops. `height` rises along each \
             scale to its lower end, where it drops to the scale beneath.",
        )
        .search(&[
            "roof tiles",
            "shingles",
            "slate",
            "fish",
            "snake",
            "dragon",
            "reptile",
            "feathers",
            "armor",
            "armour",
            "scallop",
            "mermaid",
            "overlap",
            "leaves",
            "artichoke",
            "seigaiha",
        ])
        .input(
            pieces::size([0.2, 0.1, 0.0])
                .describe("The width of a scale along x, and the distance between rows along y. z is ignored."),
        )
        .input(InputDefinition::choice("shape", &["round", "pointed", "slate"]).describe(
            "The lower end of a scale: an arc, which is a half circle where the rows are half a width apart; a \
             triangle; or straight.",
        ))
        .input(InputDefinition::fraction("overlap", 1.0).describe(
            "The length of the tip that lies over the next row, as a part of the distance between rows: at 0 all \
             scales end in straight rows, at 1 a tip reaches to the end of the row below.",
        ));
    let definition =
        pieces::joints(definition, 0.006, 0.006).input(pieces::jitter().describe(
            "The irregularity of the tips: at 0 all are alike, at 1 some are shorter by 40 % of their length.",
        ));
    pieces::placed(definition, "scales along x; rows along y, an even number.")
        .float_output(
            "height",
            "The height of the scale as a part of its thickness: it rises from 0 at the top of a row to 1 at the \
             longest tip.",
        )
        .float_output("column", "The number of the scale in its row.")
        .float_output("row", "The number of the row.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, periods) = (context.input_position()?, Periods::of(context)?);
    let [width, pitch, _] = context.vector("size")?;
    let (width, pitch) = (width.abs(), pitch.abs());
    let jitter = pieces::irregularity(context)?;
    let tip = context.float("overlap")?.clamp01() * pitch;
    let shape = Shape { kind: context.choice("shape"), half: width * 0.5 };
    let none = context.constant(0.0);
    // The length of the tip of a scale.
    let tip_of = |column: Expr<'a>, row: Expr<'a>| {
        if jitter.is_constant(0.0) {
            return tip;
        }
        let random = random::of_piece(context, [periods.wrap(0, column), periods.wrap(1, row), none], 1);
        tip * (1.0 - random * (jitter * SHORTER))
    };

    // The row in whose part without tips the position lies, unless a tip of the row above covers it.
    let (right, down) = (position.x / width, position.y / pitch);
    let (row, below) = (down.floor(), down.fract() * pitch);
    let above = row - 1.0;
    let column_in = |row: Expr<'a>| {
        let half = row.modulo(2.0) * 0.5;
        let from = right - half;
        (from.floor(), (from.fract() - 0.5) * width)
    };
    let ((column, across), (upper, upper_across)) = (column_in(row), column_in(above));
    let is_covered = 1.0 - shape.inside(upper_across, below, tip_of(upper, above)).less(0.0);
    let (column, across) = (is_covered.select(upper, column), is_covered.select(upper_across, across));
    let row = row - is_covered;
    let odd = row.modulo(2.0);

    // The border is that of the scale itself, or that of one of the two that lie over it.
    let tip_here = tip_of(column, row);
    let from_row = is_covered.select(below, below - pitch);
    let over = |column: Expr<'a>, across: Expr<'a>| shape.outside(across, from_row + pitch, tip_of(column, row - 1.0));
    let left = column - 1.0 + odd;
    let edge = (shape.half - across.abs())
        .min(shape.inside(across, from_row, tip_here))
        .min(over(left, across + shape.half))
        .min(over(left + 1.0, across - shape.half));

    // The middle of the part in sight.
    let middle = if shape.kind == "slate" { tip - pitch * 0.5 } else { (tip - pitch) * 0.5 };
    let piece = Piece {
        cell: [periods.wrap(0, column), periods.wrap(1, row), none],
        edge,
        center: [(column + odd * 0.5 + 0.5) * width, (row + 1.0) * pitch + middle, none],
        local: [across, from_row - middle, position.z],
    };
    let mut outputs = piece.outputs(context, position)?;
    outputs.push(Field::Float(((from_row + pitch) / (tip + pitch)).clamp01()));
    outputs.extend([column, row].map(Field::Float));
    Ok(outputs)
}

/// The lower end of a scale, at a position `across` from its middle and `down` from the line on which its tip begins.
struct Shape<'a> {
    kind: &'a str,
    /// Half the width of a scale.
    half: Expr<'a>,
}

impl<'a> Shape<'a> {
    /// The distance from the lower end of a scale, for positions between its sides; below 0 beyond it.
    fn inside(&self, across: Expr<'a>, down: Expr<'a>, tip: Expr<'a>) -> Expr<'a> {
        match self.kind {
            "round" => self.arc(across, down, tip),
            "pointed" => {
                let slope = (self.half * self.half + tip * tip).sqrt();
                ((tip - down) * self.half - across.abs() * tip) / slope
            }
            _ => tip - down,
        }
    }

    /// The distance from the scale, for positions below the line.
    fn outside(&self, across: Expr<'a>, down: Expr<'a>, tip: Expr<'a>) -> Expr<'a> {
        let (across, half) = (across.abs(), self.half);
        let length = |x: Expr<'a>, y: Expr<'a>| (x * x + y * y).sqrt();
        match self.kind {
            "round" => -self.arc(across, down, tip),
            "pointed" => {
                // From the side of the triangle, which is a line from the tip.
                let part = ((across * half - (down - tip) * tip) / (half * half + tip * tip)).clamp01();
                length(across - half * part, down - tip + tip * part)
            }
            _ => length((across - half).max(0.0), (down - tip).max(0.0)),
        }
    }

    /// The distance from an arc through the tip and the ends of the line; below 0 beyond it. A tip longer than half a
    /// width has straight sides and a half circle.
    fn arc(&self, across: Expr<'a>, down: Expr<'a>, tip: Expr<'a>) -> Expr<'a> {
        let half = self.half;
        // A straight end is an arc with a great radius.
        let bulge = tip.min(half).max(half * 1e-6);
        let radius = (half * half + bulge * bulge) / (bulge * 2.0);
        let below = (down - tip).max(-radius);
        let from_middle = below + radius;
        // The radius minus the distance from the middle, written so that a great radius takes no digits away.
        let excess = across * across + below * (below + radius * 2.0);
        -excess / (radius + (across * across + from_middle * from_middle).sqrt())
    }
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Slate roof",
  "nodes": {
    "scales": {
      "type": "pattern/scales",
      "inputs": {"size": [0.16, 0.1, 0], "shape": "round", "overlap": 0.7, "joint": 0.004, "bevel": 0.004, "jitter": 0.5, "seed": 4}
    },
    "far": {"type": "math/multiply", "inputs": {"a": {"node": "scales", "output": "id"}, "b": 30}},
    "own": {
      "type": "math/add",
      "inputs": {"a": {"node": "scales", "output": "local"}, "b": {"node": "far"}}
    },
    "grain": {
      "type": "noise/perlin",
      "inputs": {"scale": 12, "octaves": 5, "persistence": 0.6, "seed": 5, "position": {"node": "own"}}
    },
    "shade": {"type": "math/formula", "inputs": {
      "formula": "a + 0.35*b", "a": {"node": "scales", "output": "id"}, "b": {"node": "grain"}
    }},
    "slate": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shade"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#3d4a5c"},
            {"position": 0.35, "color": "#5d6e82"},
            {"position": 0.6, "color": "#74808c"},
            {"position": 0.8, "color": "#8b8398"},
            {"position": 1, "color": "#6f8a83"}
          ],
          "space": "srgb"
        }
      }
    },
    "relief": {"type": "math/formula", "inputs": {
      "formula": "0.035*a + 0.004*b + 0.005*c",
      "a": {"node": "scales", "output": "height"}, "b": {"node": "grain"}, "c": {"node": "scales"}
    }},
    "shadow": {
      "type": "filter/ambient-occlusion",
      "inputs": {"height": {"node": "relief"}, "distance": 0.06, "directions": 6, "steps": 5, "strength": 1.6}
    },
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "relief"}, "distance": 0.002}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.45, 0.5, 1]}
    },
    "shaded": {"type": "math/formula", "inputs": {
      "formula": "max(a, 0.2)*b^1.5*1.5", "a": {"node": "light"}, "b": {"node": "shadow"}
    }},
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "slate"}, "b": {"node": "shaded"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::named_at;
    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/scales";

    #[test]
    fn pieces_are_scales() {
        for shape in ["round", "pointed", "slate"] {
            for (size, overlap) in
                [("[0.2, 0.1, 0]", 1.0), ("[0.2, 0.15, 0]", 0.4), ("[0.15, 0.3, 0]", 0.8), ("[0.2, 0.1, 0]", 0.0)]
            {
                for jitter in [0.0, 1.0] {
                    let inputs =
                        format!(r#""size": {size}, "overlap": {overlap}, "shape": "{shape}", "jitter": {jitter}"#);
                    Tiling::new(NODE, &inputs).check([1.0, 1.0]);
                }
            }
        }
    }

    /// Half circles in a row, and the row above in front: the classic pattern of waves.
    #[test]
    fn round_scales_are_half_circles() {
        let tiling = Tiling::new(NODE, r#""size": [2, 1, 0]"#);
        for step in 0..500 {
            let [x, y] = [0.754_877_7, 0.569_840_3].map(|part: f64| (part * f64::from(step)).fract() * 8.0 - 4.0);
            // From the front to the back.
            let owner = (-8..8).find_map(|row: i32| {
                (-8..8).find_map(|column: i32| {
                    let middle = [f64::from(2 * column + row.rem_euclid(2)) + 1.0, f64::from(row) + 1.0];
                    let (right, down) = (x - middle[0], y - middle[1]);
                    let is_inside = right.abs() <= 1.0 && down <= 0.0 || right * right + down * down <= 1.0;
                    is_inside.then_some(middle)
                })
            });
            let found = tiling.at([x as f32, y as f32, 0.0]);
            assert_eq!(owner.map(|[x, y]| [x as f32, y as f32]), Some([found.center[0], found.center[1]]), "{x}, {y}");
        }
    }

    #[test]
    fn the_height_rises_to_the_tip() {
        let at = |y: f32| named_at(NODE, "height", r#"{"size": [1, 1, 0], "overlap": 0.5}"#, [0.5, y, 0.0, 0.0])[0];
        assert!((at(0.6) - 0.4).abs() < 1e-6 && (at(0.9) - 0.6).abs() < 1e-6 && (at(1.4999) - 1.0).abs() < 1e-3);
        assert!(at(1.501) < 0.35);
    }

    #[test]
    fn ids_repeat() {
        Tiling::new(NODE, r#""size": [0.25, 0.125, 0], "jitter": 1"#).check_period([4, 6, 0], [1.0, 0.75, 0.0]);
    }
}
