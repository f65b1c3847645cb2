//! Two shapes made one.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::smooth;
use crate::parts::distances::{shape_pictures, signed_distance};

pub fn definition() -> Definition {
    let shape = |name| InputDefinition::float(name, 1.0).unit("units");
    let definition = Definition::new(module_path!(), "Combine shapes", lower)
        .describe(
            "Joins two shapes, keeps what lies in both, or cuts one out of the other. With smoothness they melt \
             together. The sign of the distance is exact; its amount is that outside a union and inside an \
             intersection, and a bound elsewhere. After Inigo Quilez, \"Smooth minimum\".",
        )
        .search(&[
            "boolean",
            "union",
            "intersection",
            "difference",
            "subtract",
            "cut",
            "carve",
            "melt",
            "metaballs",
            "csg",
            "smooth union",
            "sdf",
        ])
        .input(shape("a").describe("The distance to the first shape. Without a wire there is no shape near."))
        .input(shape("b").describe("The distance to the second shape, which the difference cuts out."))
        .input(
            InputDefinition::choice("operation", &["union", "intersection", "difference"])
                .describe("What is kept: what lies in either shape, in both, or in the first but not in the second."),
        )
        .input(smooth::input(0.0).soft(0.0..=0.5).unit("units").describe(
            "The difference of the distances below which the shapes melt together: 0 leaves a sharp crease, higher \
             values a wider fillet. A union grows there by up to a sixth of it, the others shrink.",
        ));
    signed_distance::output(definition)
        .float_output(
            "factor",
            "The part of the second shape in the surface near by, 0 to 1: use it to mix two materials.",
        )
        .example(shape_pictures::flat("A key", EXAMPLE, ["#5a2a16", "#e3a857", "#31525b", "#0e1f24"]))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (a, b, smoothness) = (context.float("a")?, context.float("b")?, context.float("smoothness")?);
    let (distance, factor) = match context.choice("operation") {
        "intersection" => (smooth::maximum(a, b, smoothness), smooth::mix_factor(-a, -b, smoothness)),
        "difference" => (smooth::maximum(a, -b, smoothness), smooth::mix_factor(-a, b, smoothness)),
        _ => (smooth::minimum(a, b, smoothness), smooth::mix_factor(a, b, smoothness)),
    };
    Ok(vec![Field::Float(distance), Field::Float(factor)])
}

const EXAMPLE: &str = r#""bow": {"type": "shape/sphere", "inputs": {"radius": 0.2, "center": [0.31, 0.31, 0]}},
    "stem": {
      "type": "shape/capsule",
      "inputs": {"start": [0.4, 0.4, 0], "end": [0.83, 0.83, 0], "radius": 0.05}
    },
    "bits": {
      "type": "shape/capsule",
      "inputs": {"start": [0.79, 0.79, 0], "end": [0.89, 0.69, 0], "radius": 0.035}
    },
    "bit": {
      "type": "shape/capsule",
      "inputs": {"start": [0.68, 0.68, 0], "end": [0.75, 0.61, 0], "radius": 0.035}
    },
    "hole": {"type": "shape/sphere", "inputs": {"radius": 0.09, "center": [0.29, 0.29, 0]}},
    "key": {
      "type": "shape/combine",
      "inputs": {"a": {"node": "bow"}, "b": {"node": "stem"}, "smoothness": 0.2}
    },
    "first": {"type": "shape/combine", "inputs": {"a": {"node": "key"}, "b": {"node": "bits"}, "smoothness": 0.04}},
    "second": {"type": "shape/combine", "inputs": {"a": {"node": "first"}, "b": {"node": "bit"}, "smoothness": 0.04}},
    "shape": {
      "type": "shape/combine",
      "inputs": {"a": {"node": "second"}, "b": {"node": "hole"}, "operation": "difference", "smoothness": 0.02}
    }"#;

#[cfg(test)]
mod tests {
    use crate::checks::shape_oracle as check;

    const BALL: &str = r#""a": {"type": "shape/sphere", "inputs": {"radius": 0.4, "center": [-0.2, 0, 0]}}"#;
    const BLOCK: &str = r#""b": {"type": "shape/box", "inputs": {"size": [0.8, 0.5, 0.6], "center": [0.3, 0.1, 0]}}"#;

    fn combined(inputs: &str, output: &str) -> impl Fn([f64; 3]) -> f64 + use<> {
        check::field(&format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                {BALL}, {BLOCK},
                "c": {{"type": "shape/combine", "inputs": {{"a": {{"node": "a"}}, "b": {{"node": "b"}}{inputs}}}}}
              }},
              "outputs": {{"output": {{"node": "c", "output": "{output}"}}}}
            }}"#
        ))
    }

    fn in_ball([x, y, z]: [f64; 3]) -> bool {
        check::between([x, y, z], [-0.2, 0.0, 0.0]) < 0.4
    }

    fn in_block([x, y, z]: [f64; 3]) -> bool {
        (x - 0.3).abs() < 0.4 && (y - 0.1).abs() < 0.25 && z.abs() < 0.3
    }

    #[test]
    fn operations_are_those_of_sets() {
        let inputs = |operation: &str| format!(r#", "operation": "{operation}""#);
        check::is_bound(3, &combined(&inputs("union"), "distance"), &|at| in_ball(at) || in_block(at));
        check::is_bound(3, &combined(&inputs("intersection"), "distance"), &|at| in_ball(at) && in_block(at));
        check::is_bound(3, &combined(&inputs("difference"), "distance"), &|at| in_ball(at) && !in_block(at));
    }

    #[test]
    fn a_smooth_union_is_larger_and_no_steeper() {
        let plain = combined("", "distance");
        let soft = combined(r#", "smoothness": 0.3"#, "distance");
        let mut changed = 0;
        let positions: Vec<[f64; 3]> = check::Positions::new(3).take(400).collect();
        for pair in positions.windows(2) {
            let less = plain(pair[0]) - soft(pair[0]);
            assert!((-1e-6..0.3 / 6.0 + 1e-6).contains(&less));
            changed += usize::from(less > 0.001);
            for next in [pair[1], pair[0].map(|part| part + 0.002)] {
                assert!((soft(pair[0]) - soft(next)).abs() <= check::between(pair[0], next) + 1e-6);
            }
        }
        assert!(changed > 50);
    }

    #[test]
    fn the_factor_goes_from_the_first_to_the_second_shape() {
        for operation in ["union", "intersection", "difference"] {
            let inputs = format!(r#", "operation": "{operation}", "smoothness": 0.2"#);
            let (factor, distance) = (combined(&inputs, "factor"), combined(&inputs, "distance"));
            let inputs = format!(r#", "operation": "{operation}""#);
            let hard = combined(&inputs, "factor");
            for position in check::Positions::new(3).take(200) {
                let (soft, hard) = (factor(position), hard(position));
                assert!(hard == 0.0 || hard == 1.0);
                assert!((soft - hard).abs() <= 0.5 && (0.0..=1.0).contains(&soft));
                assert!(distance(position).is_finite());
            }
        }
        let factor = combined(r#", "smoothness": 0.2"#, "factor");
        assert_eq!([factor([-0.6, 0.0, 0.0]), factor([0.8, 0.1, 0.0])], [0.0, 1.0]);
    }

    #[test]
    fn without_a_wire_there_is_no_second_shape() {
        for operation in ["union", "difference"] {
            let ball = check::shape("shape/combine", &format!(r#""a": 0.25, "operation": "{operation}""#));
            assert_eq!(ball([0.0; 3]), 0.25);
        }
        assert_eq!(check::shape("shape/combine", r#""a": -1, "operation": "intersection""#)([0.0; 3]), 1.0);
    }
}
