//! Woven threads.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::lattices::random;
use crate::parts::tilings::pieces::{self, Periods};

pub fn definition() -> Definition {
    let count = |name, default| InputDefinition::integer(name, default).hard(0.0..=32.0).soft(0.0..=8.0);
    let definition = Definition::new(module_path!(), "Weave", lower)
        .describe(
            "Threads that cross over and under each other: linen, denim, silk, carbon fiber, baskets, chair \
             seats, chain-link. The threads of the warp run along y, those of the weft along x. `value` is the \
             height of the upper thread; each thread has a random number and a position of its own.",
        )
        .search(&[
            "cloth", "fabric", "textile", "threads", "linen", "denim", "twill", "satin", "basket", "wicker",
            "rattan", "carbon fiber", "carbon fibre", "canvas", "burlap", "warp", "weft", "knit",
        ])
        .input(pieces::size([0.05, 0.05, 0.0]).describe(
            "The distance between the threads of the warp along x, and of the weft along y. z is ignored.",
        ))
        .input(InputDefinition::choice("kind", &["plain", "twill", "satin", "basket", "custom"]).describe(
            "The weave. Plain: over one, under one. Twill: over two, under two, with a diagonal. Satin: over \
             four, under one, scattered. Basket: plain with pairs of threads. Custom: by the next three inputs.",
        ))
        .input(count("over", 3).unit("threads").describe(
            "In a custom weave, the number of threads of the weft that a thread of the warp passes over in a row.",
        ))
        .input(count("under", 1).unit("threads").describe(
            "In a custom weave, the number of threads of the weft that a thread of the warp passes under in a row.",
        ))
        .input(count("shift", 1).unit("threads").describe(
            "In a custom weave, how far to the left each thread of the weft shifts the pattern, against the thread above: 1 \
             makes the diagonals of twill.",
        ))
        .input(InputDefinition::fraction("width", 0.9).describe(
            "The width of a thread as a part of the distance between threads: at 1 there are no holes.",
        ))
        .input(InputDefinition::fraction("crown", 0.8).describe(
            "The roundness of the threads: 0 gives flat ribbons, 1 round yarn.",
        ));
    pieces::place(
        definition,
        "threads of the warp along x and of the weft along y, multiples of those after which the weave repeats.",
    )
    .float_output("value", "The height of the upper thread, from 0 to 1; 0 in holes.")
    .float_output("edge", "The distance to the side of the upper thread, in units; 0 in holes.")
    .float_output("id", "A random number from 0 to 1 for each thread.")
    .vector_output("center", "The middle line of the upper thread: its x in the warp, its y in the weft.")
    .vector_output("local", "The position along the upper thread, across it from its middle, and along z, in units.")
    .float_output("warp", "1 where a thread of the warp is on top, 0 where one of the weft is.")
    .float_output("column", "The number of the nearest thread of the warp along x, on top or not.")
    .float_output("row", "The number of the nearest thread of the weft along y, on top or not.")
    .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, periods) = (context.input_position()?, Periods::of(context)?);
    let [across, down, _] = context.vector("size")?;
    let (width, crown) = (context.float("width")?.clamp01(), context.float("crown")?.clamp01());
    let none = context.constant(0.0);
    let is_up = Weave::of(context);

    let thread = |at: Expr<'a>, size: Expr<'a>| {
        let from_middle = (at / size).fract() - 0.5;
        let inside = width * 0.5 - from_middle.abs();
        let part = from_middle.abs() * 2.0 / width;
        let round = 1.0 - crown * (1.0 - (1.0 - part * part).sqrt());
        ((at / size).floor(), from_middle * size, inside * size.abs(), round)
    };
    let (column, from_warp, in_warp, warp_round) = thread(position.x, across);
    let (row, from_weft, in_weft, weft_round) = thread(position.y, down);
    // A thread rises and falls between the middles of two crossings.
    let between = |at: Expr<'a>, size: Expr<'a>| {
        let crossings = at / size - 0.5;
        (crossings.floor(), crossings.fract().smoothstep())
    };
    let ((before, part), (left, right_part)) = (between(position.y, down), between(position.x, across));
    let warp_rise = is_up.at(column, before).mix(is_up.at(column, before + 1.0), part);
    let weft_rise = is_up.at(left, row).mix(is_up.at(left + 1.0, row), right_part);

    let warp = (warp_rise + warp_round) * 0.5;
    let weft = (1.0 - weft_rise + weft_round) * 0.5;
    let cover = |inside| pieces::slope(inside, none, position.footprint);
    let (warp_cover, weft_cover) = (cover(in_warp), cover(in_weft));
    let is_hole = |inside: Expr<'a>| inside.less(0.0);
    let is_warp = (is_hole(in_warp).select(context.constant(-1.0), warp)
        - is_hole(in_weft).select(context.constant(-1.0), weft))
    .less(0.0);
    let is_warp = 1.0 - is_warp;
    let pick = |warp: Expr<'a>, weft: Expr<'a>| is_warp.select(warp, weft);
    let thread = [pick(periods.wrap(0, column), none), pick(none, periods.wrap(1, row)), is_warp];
    let id = random::of_piece(context, thread, 0);
    Ok(vec![
        Field::Float((warp * warp_cover).max(weft * weft_cover).clamp01()),
        Field::Float(pick(in_warp, in_weft).max(0.0)),
        Field::Float(id),
        Field::Vector([pick((column + 0.5) * across, none), pick(none, (row + 0.5) * down), none]),
        Field::Vector([pick(position.y, position.x), pick(-from_warp, from_weft), position.z]),
        Field::Float(is_warp),
        Field::Float(column),
        Field::Float(row),
    ])
}

/// Which threads of the warp are on top.
struct Weave {
    over: f32,
    all: f32,
    shift: f32,
    /// The threads side by side that do the same.
    group: f32,
}

impl Weave {
    fn of(context: &LoweringContext) -> Weave {
        let [over, under, shift, group] = match context.choice("kind") {
            "twill" => [2, 2, 1, 1],
            "satin" => [4, 1, 2, 1],
            "basket" => [1, 1, 1, 2],
            "custom" => {
                let [over, under, shift] = ["over", "under", "shift"].map(|name| context.integer(name));
                [over, under, shift, 1]
            }
            _ => [1, 1, 1, 1],
        };
        let [over, under, shift, group] = [over, under, shift, group].map(|count| count as f32);
        Weave { over, all: over + under, shift, group }
    }

    /// 1 where the thread of the warp is on top at a crossing, else 0.
    fn at<'a>(&self, column: Expr<'a>, row: Expr<'a>) -> Expr<'a> {
        let [column, row] =
            [column, row].map(|thread| if self.group > 1.0 { (thread / self.group).floor() } else { thread });
        (column + row * self.shift).modulo(self.all).less(self.over)
    }
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Rattan",
  "nodes": {
    "position": {"type": "input/position"},
    "wobble": {"type": "noise/perlin", "inputs": {"scale": 5, "octaves": 2, "seed": 8}},
    "shift": {"type": "math/multiply", "inputs": {"a": {"node": "wobble", "output": "gradient"}, "b": 0.0007}},
    "uneven": {
      "type": "math/add",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": {"node": "shift"}}
    },
    "weave": {
      "type": "pattern/weave",
      "inputs": {
        "size": [0.0833, 0.0833, 0], "kind": "basket", "width": 0.9, "crown": 0.9, "seed": 3,
        "position": {"node": "uneven"}
      }
    },
    "far": {"type": "math/multiply", "inputs": {"a": {"node": "weave", "output": "id"}, "b": 40}},
    "own": {
      "type": "math/add",
      "inputs": {"a": {"node": "weave", "output": "local"}, "b": {"node": "far"}}
    },
    "long": {"type": "vector/combine", "inputs": {"x": 0.15, "y": 1, "z": 1}},
    "stretched": {
      "type": "math/multiply",
      "inputs": {"a": {"node": "own"}, "b": {"node": "long"}}
    },
    "fibers": {
      "type": "noise/perlin",
      "inputs": {"scale": 40, "octaves": 3, "seed": 3, "position": {"node": "stretched"}}
    },
    "shade": {"type": "math/formula", "inputs": {
      "formula": "0.15 + 0.7*b + 0.5*a",
      "a": {"node": "fibers"}, "b": {"node": "weave", "output": "id"}
    }},
    "cane": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shade"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#7a4a1e"},
            {"position": 0.35, "color": "#b57f3c"},
            {"position": 0.7, "color": "#d9aa63"},
            {"position": 1, "color": "#efd49b"}
          ],
          "space": "srgb"
        }
      }
    },
    "relief": {"type": "math/formula", "inputs": {
      "formula": "0.05*a + 0.0012*b", "a": {"node": "weave"}, "b": {"node": "fibers"}
    }},
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "relief"}, "distance": 0.003}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.5, 0.6, 0.8]}
    },
    "shaded": {"type": "math/formula", "inputs": {
      "formula": "1.3*(0.25 + max(a, 0))*smoothstep(-0.1, 0.9, b)", "a": {"node": "light"}, "b": {"node": "weave"}
    }},
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "cane"}, "b": {"node": "shaded"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::named_at;

    const NODE: &str = "pattern/weave";

    fn at(output: &str, inputs: &str, x: f32, y: f32) -> f32 {
        named_at(NODE, output, &format!(r#"{{"size": [1, 1, 0], {inputs}}}"#), [x, y, 0.0, 0.0])[0]
    }

    /// The warp on top at the crossings of eight threads by eight, as rows of text.
    fn crossings(inputs: &str) -> Vec<String> {
        let is_warp = |x: u8, y: u8| at("warp", inputs, f32::from(x) + 0.5, f32::from(y) + 0.5) > 0.0;
        (0..4).map(|y| (0..8).map(|x| if is_warp(x, y) { '|' } else { '-' }).collect()).collect()
    }

    #[test]
    fn weaves_match_their_description() {
        assert_eq!(crossings(r#""kind": "plain""#), ["|-|-|-|-", "-|-|-|-|", "|-|-|-|-", "-|-|-|-|"]);
        assert_eq!(crossings(r#""kind": "twill""#), ["||--||--", "|--||--|", "--||--||", "-||--||-"]);
        assert_eq!(crossings(r#""kind": "satin""#), ["||||-|||", "||-||||-", "-||||-||", "|||-||||"]);
        assert_eq!(crossings(r#""kind": "basket""#), ["||--||--", "||--||--", "--||--||", "--||--||"]);
        let custom = r#""kind": "custom", "over": 3, "under": 1, "shift": 2"#;
        assert_eq!(crossings(custom), ["|||-|||-", "|-|||-||", "|||-|||-", "|-|||-||"]);
        // Any thread of the warp passes over as many threads as one of the weft passes under.
        assert_eq!(crossings(r#""kind": "custom", "over": 1, "under": 0"#), ["||||||||"; 4]);
        assert_eq!(crossings(r#""kind": "custom", "over": 0, "under": 0"#), ["--------"; 4]);
    }

    #[test]
    fn threads_cross_over_and_under() {
        for step in 0..400 {
            let [x, y] = [0.754_877_7, 0.569_840_3].map(|part: f64| (part * f64::from(step)).fract() as f32 * 8.0);
            let inputs = r#""width": 0.8, "crown": 0.6, "kind": "twill""#;
            let [right, down] = [x.fract() - 0.5, y.fract() - 0.5];
            let is_hole = right.abs() > 0.4 && down.abs() > 0.4;
            let height = at("value", inputs, x, y);
            assert_eq!(height == 0.0, is_hole, "{x}, {y}: {height}");
            if is_hole {
                continue;
            }
            let is_warp = at("warp", inputs, x, y) > 0.0;
            let side = 0.4 - if is_warp { right } else { down }.abs();
            assert!((at("edge", inputs, x, y) - side).abs() < 1e-6, "{x}, {y}");
            assert!(side > 0.0 && height > 0.0 && height <= 1.0);
        }
        // On top in the middle of a crossing, and at the bottom of a lonely thread under it.
        assert_eq!(at("value", r#""crown": 1"#, 0.5, 0.5), 1.0);
        assert_eq!(at("value", r#""width": 0.5, "crown": 0"#, 0.5, 1.01), 0.5 + 0.5 * (1.0 - smoothstep(0.51)));
    }

    fn smoothstep(t: f32) -> f32 {
        t * t * (3.0 - 2.0 * t)
    }

    #[test]
    fn threads_have_their_numbers_and_positions() {
        let plain = r#""kind": "plain", "seed": 4"#;
        // One thread of the warp, on both sides of a crossing where it is hidden.
        assert_eq!(at("id", plain, 0.6, 0.5), at("id", plain, 0.4, 2.5));
        assert_ne!(at("id", plain, 0.5, 0.5), at("id", plain, 1.5, 0.5));
        let local = |x: f32, y: f32| named_at(NODE, "local", r#"{"size": [1, 1, 0]}"#, [x, y, 7.0, 0.0]);
        let near = |found: Vec<f32>, expected: [f32; 3]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
        };
        near(local(0.6, 0.5), [0.5, -0.1, 7.0]);
        near(local(1.6, 0.4), [1.6, -0.1, 7.0]);
        assert_eq!([at("column", plain, 3.6, -1.5), at("row", plain, 3.6, -1.5)], [3.0, -2.0]);
        let repeated = r#""kind": "plain", "seed": 4, "period": [2, 4, 0]"#;
        assert_eq!(at("id", repeated, 0.5, 0.5), at("id", repeated, 6.5, 0.5));
        assert_eq!(at("id", repeated, 1.5, 0.5), at("id", repeated, 1.5, 4.5));
        assert_ne!(at("id", plain, 1.5, 0.5), at("id", plain, 1.5, 4.5));
    }
}
