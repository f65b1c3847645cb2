//! Penrose's rhombs.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::hash::hash;
use travertine_noise::math;
use travertine_program::Expr;

use crate::parts::arithmetic::weighted;
use crate::parts::tilings::pieces::{self, Piece};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Penrose tiling", lower)
        .describe(
            "Thick and thin rhombs that fill the plane and never repeat, with stars and suns of five rays all \
             over: floors, ceilings, quasicrystals, ornaments that look regular everywhere and are nowhere the \
             same. Found at each point by five families of lines, without end or center, after N. G. de Bruijn, \
             \"Algebraic theory of Penrose's non-periodic tilings of the plane\" (1981). It takes as long as \
             many octaves of noise.",
        )
        .search(&[
            "aperiodic",
            "quasicrystal",
            "rhomb",
            "rhombus",
            "quasiperiodic",
            "five-fold",
            "pentagrid",
            "golden ratio",
            "girih",
            "islamic",
            "mosaic",
            "stars",
            "non-periodic",
        ])
        .input(
            InputDefinition::float("size", 0.1)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=1.0)
                .step(0.005)
                .unit("units")
                .describe("The side of a rhomb."),
        );
    let definition =
        pieces::joints(definition, 0.006, 0.004).input(InputDefinition::seed()).input(InputDefinition::position());
    pieces::outputs(definition)
        .float_output("shape", "0 in thick rhombs, with angles of 72 and 108 degrees; 1 in thin ones, with 36 and 144.")
        .float_output("direction", "The direction of the rhomb's long diagonal, in turns from 0 to 1/2.")
        .example(EXAMPLE)
}

/// The directions of the sides, a fifth of a turn apart, which are also the normals of the lines.
const DIRECTIONS: [[f64; 2]; 5] = [
    [1.0, 0.0],
    [0.309_016_994_374_947_45, 0.951_056_516_295_153_5],
    [-0.809_016_994_374_947_5, 0.587_785_252_292_473_1],
    [-0.809_016_994_374_947_5, -0.587_785_252_292_473_1],
    [0.309_016_994_374_947_45, -0.951_056_516_295_153_5],
];

/// The scale from the plane of the lines to that of the rhombs.
const STRETCH: f64 = 2.5;

/// How far the crossing of two lines is at most from a point in its rhomb, scaled back, along any direction: 1.618 /
/// 2.5, and something for rounding.
const REACH: f64 = 0.6475;

fn cross([a, b]: [f64; 2], [x, y]: [f64; 2]) -> f64 {
    a * y - b * x
}

fn dot([a, b]: [f64; 2], [x, y]: [f64; 2]) -> f64 {
    a * x + b * y
}

/// How far each family of lines is shifted. The sum is 0, which makes the tiling one of Penrose's.
fn shifts(seed: u32) -> [f64; 5] {
    let random = |family: i32| f64::from(hash(seed, [family, 0x70_656e])) / 4_294_967_296.0 - 0.5;
    let [a, b, c, d] = [0, 1, 2, 3].map(random);
    [a, b, c, d, -(a + b + c + d)]
}

/// A rhomb in which a point may lie, in units of its side.
#[derive(Clone, Copy)]
struct Rhomb<'a> {
    /// The distance to the nearest side; below 0 outside.
    depth: Expr<'a>,
    /// The numbers of its two lines, and that of their families.
    lines: [Expr<'a>; 3],
    center: [Expr<'a>; 2],
    local: [Expr<'a>; 2],
    shape: Expr<'a>,
    direction: Expr<'a>,
}

impl<'a> Rhomb<'a> {
    /// This one or another one, whichever is deeper.
    fn or(self, other: Rhomb<'a>) -> Rhomb<'a> {
        let is_other = self.depth.less(other.depth);
        let pick = |a: Expr<'a>, b: Expr<'a>| is_other.select(b, a);
        Rhomb {
            depth: self.depth.max(other.depth),
            lines: [0, 1, 2].map(|index| pick(self.lines[index], other.lines[index])),
            center: [0, 1].map(|axis| pick(self.center[axis], other.center[axis])),
            local: [0, 1].map(|axis| pick(self.local[axis], other.local[axis])),
            shape: pick(self.shape, other.shape),
            direction: pick(self.direction, other.direction),
        }
    }
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, size) = (context.input_position()?, context.float("size")?);
    let point = [position.x / size, position.y / size];
    let shifts = shifts(context.seed("seed"));
    let constant = |value: f64| context.constant(value as f32);

    // The point on the plane of the lines, up to the reach, as a number of lines of each family.
    let moved = [0, 1].map(|axis| (0..5).map(|family| shifts[family] * DIRECTIONS[family][axis]).sum::<f64>());
    let first: [Expr; 5] = std::array::from_fn(|family| {
        let direction = DIRECTIONS[family];
        let start = shifts[family] - dot(moved, direction) / STRETCH - REACH;
        (weighted::sum(point, direction.map(|part| constant(part / STRETCH))) + start as f32).ceil()
    });

    let mut found: Option<Rhomb> = None;
    for (one, two) in (0..5).flat_map(|one| (one + 1..5).map(move |two| (one, two))) {
        for rhomb in rhombs(context, point, &shifts, &first, [one, two]) {
            found = Some(found.map_or(rhomb, |best| best.or(rhomb)));
        }
    }
    let none = constant(0.0);
    let nothing =
        Rhomb { depth: none, lines: [none; 3], center: [none; 2], local: [none; 2], shape: none, direction: none };
    let rhomb = found.unwrap_or(nothing);
    let piece = Piece {
        cell: rhomb.lines,
        edge: rhomb.depth * size.abs(),
        center: [rhomb.center[0] * size, rhomb.center[1] * size, none],
        local: [rhomb.local[0] * size, rhomb.local[1] * size, position.z],
    };
    let mut outputs = piece.outputs(context, position)?;
    outputs.extend([rhomb.shape, rhomb.direction].map(Field::Float));
    Ok(outputs)
}

/// The rhombs of the crossings of two lines of one family with two of another.
///
/// A crossing is a rhomb whose sides are the directions of its lines. One corner is the sum of all five directions,
/// each times the number of lines of its family that lie before the crossing.
fn rhombs<'a>(
    context: &LoweringContext<'a>,
    point: [Expr<'a>; 2],
    shifts: &[f64; 5],
    first: &[Expr<'a>; 5],
    [one, two]: [usize; 2],
) -> [Rhomb<'a>; 4] {
    let constant = |value: f64| context.constant(value as f32);
    let (side, other) = (DIRECTIONS[one], DIRECTIONS[two]);
    let sine = cross(side, other);
    // Any direction as a sum of the two.
    let parts = |direction| [cross(direction, other) / sine, cross(side, direction) / sine];
    let [[right_one, right_two], [down_one, down_two]] = [parts([1.0, 0.0]), parts([0.0, 1.0])];
    let along = [
        weighted::sum(point, [right_one, down_one].map(constant)) - first[one],
        weighted::sum(point, [right_two, down_two].map(constant)) - first[two],
    ];
    let rest: Vec<usize> = (0..5).filter(|family| *family != one && *family != two).collect();
    let rest = [rest[0], rest[1], rest[2]];
    let of_rest = rest.map(|family| parts(DIRECTIONS[family]));
    let before: [Expr; 3] = std::array::from_fn(|index| {
        let [a, b] = of_rest[index];
        let start = shifts[rest[index]] - a * shifts[one] - b * shifts[two];
        weighted::sum([first[one], first[two]], [constant(a), constant(b)]) + start as f32
    });

    let is_thin = sine.abs() < 0.7;
    // The long diagonal.
    let sign = if dot(side, other) > 0.0 { 1.0 } else { -1.0 };
    let diagonal = [side[0] + sign * other[0], side[1] + sign * other[1]];
    let length = dot(diagonal, diagonal).sqrt();
    let axis = diagonal.map(|part| part / length);
    // All diagonals lie at multiples of a twentieth of a turn.
    let turns = math::atan2(axis[1] as f32, axis[0] as f32) / std::f32::consts::TAU;
    let direction = ((turns * 20.0).round() / 20.0).rem_euclid(0.5);

    [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].map(|next: [f64; 2]| {
        let counts: [Expr; 3] = std::array::from_fn(|index| {
            let [a, b] = of_rest[index];
            let step = a * next[0] + b * next[1];
            if step == 0.0 { before[index].ceil() } else { (before[index] + step as f32).ceil() }
        });
        let [a, b] = [0, 1].map(|index| {
            let away = weighted::sum(counts, of_rest.map(|parts| constant(parts[index])));
            let from = along[index] - away;
            if next[index] == 0.0 { from } else { from - next[index] as f32 }
        });
        let lines = [
            if next[0] == 0.0 { first[one] } else { first[one] + 1.0 },
            if next[1] == 0.0 { first[two] } else { first[two] + 1.0 },
        ];
        let all = [lines[0], lines[1], counts[0], counts[1], counts[2]];
        let families = [one, two, rest[0], rest[1], rest[2]];
        let (a_middle, b_middle) = (a - 0.5, b - 0.5);
        Rhomb {
            depth: a.min(1.0 - a).min(b.min(1.0 - b)) * sine.abs() as f32,
            lines: [lines[0], lines[1], constant((one * 5 + two) as f64)],
            center: [0, 1].map(|component| {
                let corner = weighted::sum(all, families.map(|family| constant(DIRECTIONS[family][component])));
                corner + (0.5 * (side[component] + other[component])) as f32
            }),
            local: [
                a_middle * dot(side, axis) as f32 + b_middle * dot(other, axis) as f32,
                a_middle * cross(axis, side) as f32 + b_middle * cross(axis, other) as f32,
            ],
            shape: constant(f64::from(u8::from(is_thin))),
            direction: context.constant(direction),
        }
    })
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Never the same twice",
  "nodes": {
    "rhombs": {
      "type": "pattern/penrose",
      "inputs": {"size": 0.11, "joint": 0.006, "bevel": 0.014, "seed": 4}
    },
    "tone": {"type": "math/formula", "inputs": {
      "formula": "0.62*a + 0.36*b + 0.05*(c - 0.5)",
      "a": {"node": "rhombs", "output": "shape"}, "b": {"node": "rhombs", "output": "direction"},
      "c": {"node": "rhombs", "output": "id"}
    }},
    "glaze": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "tone"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#0d4f8b"},
            {"position": 0.06, "color": "#1276a8"},
            {"position": 0.14, "color": "#2aa5b8"},
            {"position": 0.2, "color": "#123f73"},
            {"position": 0.6, "color": "#e6a93c"},
            {"position": 0.7, "color": "#c8553d"},
            {"position": 0.82, "color": "#f4dfa8"}
          ],
          "space": "srgb"
        }
      }
    },
    "floor": {
      "type": "blend/mix",
      "inputs": {"a": [0.82, 0.76, 0.62, 1], "b": {"node": "glaze"}, "factor": {"node": "face"}}
    },
    "face": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "rhombs", "output": "edge"}, "low": 0.002, "high": 0.004}
    },
    "relief": {"type": "math/multiply", "inputs": {"a": {"node": "rhombs"}, "b": 0.008}},
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "relief"}}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.45, 0.55, 0.9]}
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "floor"}, "b": {"node": "light"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use super::{DIRECTIONS, shifts};
    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/penrose";

    #[test]
    fn pieces_are_rhombs() {
        Tiling::new(NODE, r#""size": 0.15"#).check([1.0, 1.0]);
        Tiling::new(NODE, r#""size": 0.2, "seed": 77"#).check([1.2, 1.2]);
    }

    /// All crossings of the lines near the origin, each as the middle of its rhomb and its two sides.
    fn rhombs(seed: u32) -> Vec<([f64; 2], [[f64; 2]; 2])> {
        let shifts = shifts(seed);
        let mut rhombs = Vec::new();
        for (one, two) in (0..5).flat_map(|one| (one + 1..5).map(move |two| (one, two))) {
            let [[a, b], [c, d]] = [DIRECTIONS[one], DIRECTIONS[two]];
            for (n, m) in (-12..=12).flat_map(|n| (-12..=12).map(move |m| (f64::from(n), f64::from(m)))) {
                // Where a x + b y = n - shift, and c x + d y = m - shift.
                let (e, f) = (n - shifts[one], m - shifts[two]);
                let [x, y] = [(e * d - b * f) / (a * d - b * c), (a * f - e * c) / (a * d - b * c)];
                let mut middle = [0.0; 2];
                for family in 0..5 {
                    let [right, down] = DIRECTIONS[family];
                    let count = match family {
                        _ if family == one => n + 0.5,
                        _ if family == two => m + 0.5,
                        _ => (right * x + down * y + shifts[family]).ceil(),
                    };
                    middle = [middle[0] + count * right, middle[1] + count * down];
                }
                rhombs.push((middle, [DIRECTIONS[one], DIRECTIONS[two]]));
            }
        }
        rhombs
    }

    #[test]
    fn rhombs_are_those_of_all_crossings() {
        for seed in [0, 5, 123] {
            let rhombs = rhombs(seed);
            let tiling = Tiling::new(NODE, &format!(r#""size": 1, "seed": {seed}"#));
            for step in 0..2000 {
                let [x, y] = [0.754_877_7, 0.569_840_3].map(|part: f64| (part * f64::from(step)).fract() * 20.0 - 10.0);
                let depth = |(middle, [[a, b], [c, d]]): &([f64; 2], [[f64; 2]; 2])| {
                    let (x, y, area) = (x - middle[0], y - middle[1], (a * d - b * c).abs());
                    let [along, across] = [(x * d - y * c).abs(), (a * y - b * x).abs()];
                    (area * 0.5 - along).min(area * 0.5 - across)
                };
                let inside: Vec<_> = rhombs.iter().filter(|rhomb| depth(rhomb) > 1e-4).collect();
                let found = tiling.at([x as f32, y as f32, 0.0]);
                match inside[..] {
                    [rhomb] => {
                        assert!((f64::from(found.edge) - depth(rhomb)).abs() < 1e-4, "{x}, {y}: {found:?}");
                        let apart = [0, 1].map(|axis| (f64::from(found.center[axis]) - rhomb.0[axis]).abs());
                        assert!(apart[0].max(apart[1]) < 1e-4, "{x}, {y}: {found:?}, {rhomb:?}");
                    }
                    [] => assert!(found.edge < 3e-4, "{x}, {y}: {found:?}"),
                    _ => panic!("rhombs overlap at {x}, {y}"),
                }
            }
        }
    }

    /// Their share of the area, too: thick rhombs are the golden ratio as many, and each is as much larger.
    #[test]
    fn thick_rhombs_are_golden() {
        let tiling = Tiling::new(NODE, r#""size": 0.05, "seed": 2"#);
        let mut thin = 0;
        for step in 0..5000 {
            let [x, y] = [0.754_877_7, 0.569_840_3].map(|part: f64| (part * f64::from(step)).fract() as f32 * 5.0);
            thin += tiling.number("shape", [x, y, 0.0]) as u32;
        }
        let part = f64::from(thin) / 5000.0;
        let golden = 1.618_034_f64;
        assert!((part - 1.0 / (1.0 + golden * golden)).abs() < 0.02, "{part}");
    }

    #[test]
    fn the_long_diagonal_has_the_direction() {
        let tiling = Tiling::new(NODE, r#""size": 1"#);
        for step in 0..300 {
            let [x, y] = [0.754_877_7, 0.569_840_3].map(|part: f64| (part * f64::from(step)).fract() as f32 * 9.0);
            let here = tiling.at([x, y, 0.0]);
            let half = if tiling.number("shape", [x, y, 0.0]) > 0.5 { 0.951 } else { 0.809 };
            let angle = tiling.number("direction", [x, y, 0.0]) * std::f32::consts::TAU;
            let step = [travertine_noise::math::cos(angle), travertine_noise::math::sin(angle)];
            let end = |part: f32| tiling.at([here.center[0] + step[0] * part, here.center[1] + step[1] * part, 0.0]);
            assert_eq!(end(half * 0.99).center, here.center);
            assert_ne!(end(half * 1.01).center, here.center);
            // Along it runs the rhomb's own x.
            assert!((end(half * 0.5).local[0].abs() - half * 0.5).abs() < 1e-3);
        }
    }
}
