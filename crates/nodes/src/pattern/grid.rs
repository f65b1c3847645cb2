//! Lines in a lattice.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Grid", lower)
        .describe(
            "Lines at equal distances: graph paper, window panes, wire mesh, fences, tartan, studs. In three \
             dimensions they are walls, wires or points of a lattice. Two grids of different sizes and widths \
             make millimeter paper. Along z the origin is half-way between two lines, so that pictures at z = 0 \
             do not lie within a wall.",
        )
        .search(&[
            "lines",
            "lattice",
            "graph paper",
            "mesh",
            "wire",
            "net",
            "fence",
            "crosshatch",
            "plaid",
            "tartan",
            "polka dots",
            "studs",
            "blueprint",
        ])
        .input(
            InputDefinition::vector("size", [0.125; 3])
                .soft(0.01..=1.0)
                .step(0.005)
                .unit("units")
                .describe("The distance between lines along x, y and z. A size of 0 leaves these lines out."),
        )
        .input(InputDefinition::choice("kind", &["lines", "wires", "points"]).describe(
            "What the grid consists of: lines, which are walls in three dimensions; wires along the axes where \
             walls cross; or points where wires cross, which are dots and balls.",
        ))
        .input(
            InputDefinition::float("width", 0.01)
                .soft(0.0..=0.1)
                .step(0.001)
                .unit("units")
                .describe("The width of a line, or the diameter of a wire or a point."),
        )
        .input(InputDefinition::choice("profile", &["flat", "round", "ridge"]).describe(
            "The height across a line: flat up to its border, round like a wire, or straight up to its middle.",
        ))
        .input(
            InputDefinition::fraction("softness", 0.0).describe(
                "The part of a flat line over which its height fades: 0 has hard borders, 1 gives a soft hill.",
            ),
        )
        .input(
            InputDefinition::integer("dimensions", 2)
                .hard(2.0..=3.0)
                .soft(2.0..=3.0)
                .describe("2 has lines across x and y, which are walls along z; 3 has lines across z, too."),
        )
        .input(InputDefinition::position())
        .float_output("value", "The height: 1 in the middle of a line, 0 between the lines.")
        .float_output(
            "distance",
            "The distance to the middle of the nearest line, wire or point, in units; a million where there is \
             none.",
        )
        .example(EXAMPLE)
}

/// The distance to lines that are left out.
const NO_LINE: f32 = 1e6;

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.input_position()?;
    let size = context.vector("size")?.map(|size| size.abs());
    let distance = |axis: usize| {
        let place = position.vector()[axis] / size[axis];
        let place = if axis == 2 { place + 0.5 } else { place };
        // The distance to the nearest whole number, at most a half.
        let away = 0.5 - (place.fract() - 0.5).abs();
        size[axis].select(away * size[axis], NO_LINE)
    };
    let (x, y, z) = (distance(0), distance(1), distance(2));
    let is_solid = context.integer("dimensions") == 3;
    let distance = match (context.choice("kind"), is_solid) {
        ("points", false) | ("wires", false) => (x * x + y * y).sqrt(),
        ("points", true) => (x * x + y * y + z * z).sqrt(),
        ("wires", true) => {
            // Without the greatest of the three.
            let [x, y, z] = [x, y, z].map(|distance| distance * distance);
            (x + y).min((y + z).min(z + x)).sqrt()
        }
        (_, false) => x.min(y),
        (_, true) => x.min(y).min(z),
    }
    .min(NO_LINE);
    let half = context.float("width")?.max(0.0) * 0.5;
    // How deep within the line, as a part of half its width.
    let depth = ((half - distance) / half).clamp01();
    let value = match context.choice("profile") {
        "round" => (depth * (2.0 - depth)).sqrt(),
        "ridge" => depth,
        _ => {
            let fade = half * context.float("softness")?.clamp01();
            // Hard borders soften by the samples to either side, and lines thinner than samples are fainter.
            let (wide, strength) = match position.footprint {
                Some(footprint) => (fade.max(footprint), (half * 2.0 / footprint).min(1.0)),
                None => (fade, context.constant(1.0)),
            };
            let inside = half + (wide - fade) * 0.5 - distance;
            wide.select((inside / wide).smoothstep() * strength, distance.less(half))
        }
    };
    Ok(vec![value.into(), distance.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Blueprint",
  "nodes": {
    "fine": {"type": "pattern/grid", "inputs": {"size": [0.0625, 0.0625, 0], "width": 0.007, "softness": 1}},
    "coarse": {"type": "pattern/grid", "inputs": {"size": [0.25, 0.25, 0], "width": 0.014, "softness": 0.7}},
    "crosses": {
      "type": "pattern/grid",
      "inputs": {"size": [0.25, 0.25, 0], "kind": "points", "width": 0.06, "profile": "flat", "softness": 0.2}
    },
    "paper": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 5, "seed": 3}},
    "ink": {
      "type": "math/formula",
      "inputs": {
        "formula": "max(max(0.3*a, 0.65*b), c) + 0.06*d + 0.07",
        "a": {"node": "fine"}, "b": {"node": "coarse"}, "c": {"node": "crosses"}, "d": {"node": "paper"}
      }
    },
    "blueprint": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "ink"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#0c2f66"},
            {"position": 0.15, "color": "#17509c"},
            {"position": 0.6, "color": "#8fbbe8"},
            {"position": 1, "color": "#f6fbff"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "blueprint", "output": "color"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::evaluate::{named_at, value_at};

    fn distance(inputs: &str, [x, y, z]: [f32; 3]) -> f32 {
        named_at("pattern/grid", "distance", &format!("{{{inputs}}}"), [x, y, z, 0.0])[0]
    }

    /// The distances to the lines across each axis, those across z moved by half a cell.
    fn away(size: [f64; 3], at: [f32; 3]) -> [f64; 3] {
        [0, 1, 2].map(|axis| {
            let place = f64::from(at[axis]) / size[axis] + if axis == 2 { 0.5 } else { 0.0 };
            (place - place.round()).abs() * size[axis]
        })
    }

    #[test]
    fn distances_are_those_to_lines_wires_and_points() {
        let size = r#""size": [0.5, 0.25, 0.75]"#;
        for step in 0..100 {
            let at = [0.37, -0.21, 0.53].map(|part: f32| part * step as f32);
            let mut sorted = away([0.5, 0.25, 0.75], at);
            sorted.sort_by(f64::total_cmp);
            let [a, b, c] = sorted;
            let [x, y, _] = away([0.5, 0.25, 0.75], at);
            for (rest, expected) in [
                (r#""dimensions": 2, "kind": "lines""#, x.min(y)),
                (r#""dimensions": 3, "kind": "lines""#, a),
                (r#""dimensions": 2, "kind": "wires""#, x.hypot(y)),
                (r#""dimensions": 3, "kind": "wires""#, a.hypot(b)),
                (r#""dimensions": 2, "kind": "points""#, x.hypot(y)),
                (r#""dimensions": 3, "kind": "points""#, a.hypot(b).hypot(c)),
            ] {
                let found = f64::from(distance(&format!("{size}, {rest}"), at));
                assert!((found - expected).abs() < 1e-5, "{rest} at {at:?}: {found}, not {expected}");
            }
        }
    }

    #[test]
    fn profiles_cover_the_width_of_a_line() {
        let at = |rest: &str, x: f32| {
            let inputs = format!(r#"{{"size": [1, 0, 0], "width": 0.5, {rest}}}"#);
            value_at("pattern/grid", &inputs, [3.0 + x, 0.3, 0.0, 0.0])[0]
        };
        assert_eq!([0.0, 0.24, 0.25, 0.4].map(|x| at(r#""profile": "flat""#, x)), [1.0, 1.0, 0.0, 0.0]);
        assert_eq!([0.0, 0.125, 0.25, -0.4].map(|x| at(r#""profile": "ridge""#, x)), [1.0, 0.5, 0.0, 0.0]);
        assert_eq!(
            [0.0, 0.15, 0.25, 0.4].map(|x| (at(r#""profile": "round""#, x) * 1e6).round()),
            [1e6, 8e5, 0.0, 0.0]
        );
        assert_eq!([0.0, 0.125, 0.1875, 0.3].map(|x| at(r#""softness": 0.5"#, x)), [1.0, 1.0, 0.5, 0.0]);
        for profile in ["flat", "round", "ridge"] {
            let none = format!(r#"{{"width": 0, "profile": "{profile}"}}"#);
            assert_eq!(value_at("pattern/grid", &none, [0.0; 4]), [0.0], "a line of width 0 is invisible");
        }
    }

    #[test]
    fn a_size_of_0_leaves_lines_out() {
        assert_eq!(distance(r#""size": [0, 0, 0]"#, [0.0; 3]), 1e6);
        assert_eq!(distance(r#""size": [0, 1, 0], "dimensions": 3"#, [0.0, 0.25, 0.5]), 0.25);
    }
}
