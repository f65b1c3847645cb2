//! The value of a formula.

use std::f32::consts::E;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::formula::{Function, Variable};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::soft_step;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Formula", lower)
        .describe(
            "The value of a formula, such as `fract(x*8) + 0.3*sin(a)`. It may name the position `x`, `y` and \
             `z`, the `time` or `t`, the inputs `a` to `d`, the constants `pi`, `tau` and `e`, the operators \
             `+ - * / % ^`, the comparisons `< > <= >=`, which give 0 or 1, and the functions `sin`, `cos`, \
             `tan`, `asin`, `acos`, `atan`, `atan2`, `abs`, `sign`, `min`, `max`, `clamp`, `mix`, `step`, \
             `smoothstep`, `fract`, `floor`, `ceil`, `round`, `mod`, `sqrt`, `pow`, `exp`, `exp2`, `log`, `ln` \
             and `log2`, with arguments as in GLSL. Angles are in radians. As in other nodes, division by 0 \
             gives 0, and results that are too large become the largest number.",
        )
        .search(&[
            "expression",
            "equation",
            "calculate",
            "script",
            "code",
            "function",
            "wrangle",
            "multiply add",
            "pixel processor",
            "iterate",
            "math node",
        ])
        .input(
            InputDefinition::formula("formula", "fract(x*8) + 0.3*sin(a)")
                .describe("The formula, in a line of at most 1000 characters."),
        )
        .input(InputDefinition::float("a", 0.0).soft(-1.0..=1.0).step(0.01).describe("The value of `a`."))
        .input(InputDefinition::float("b", 0.0).soft(-1.0..=1.0).step(0.01).describe("The value of `b`."))
        .input(InputDefinition::float("c", 0.0).soft(-1.0..=1.0).step(0.01).describe("The value of `c`."))
        .input(InputDefinition::float("d", 0.0).soft(-1.0..=1.0).step(0.01).describe("The value of `d`."))
        .input(InputDefinition::position())
        .float_output("value", "The value of the formula.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let formula = context.formula("formula");
    let [x, y, z] = context.vector("position")?;
    let time = context.position().time;
    let (a, b, c, d) = (context.float("a")?, context.float("b")?, context.float("c")?, context.float("d")?);
    let variable = |variable| match variable {
        Variable::X => x,
        Variable::Y => y,
        Variable::Z => z,
        Variable::Time => time,
        Variable::A => a,
        Variable::B => b,
        Variable::C => c,
        Variable::D => d,
    };
    Ok(vec![Field::Float(formula.fold(|number| context.constant(number), variable, apply))])
}

/// A function with the operations, and so the bits, of the node that computes it.
fn apply<'a>(function: Function, [a, b, c]: [Expr<'a>; 3]) -> Expr<'a> {
    match function {
        Function::Negate => -a,
        Function::Add => a + b,
        Function::Subtract => a - b,
        Function::Multiply => a * b,
        Function::Divide => a / b,
        Function::Less => a.less(b),
        Function::Greater => b.less(a),
        Function::AtMost => 1.0 - b.less(a),
        Function::AtLeast => 1.0 - a.less(b),
        Function::Sine => a.sin(),
        Function::Cosine => a.cos(),
        Function::Tangent => a.tan(),
        Function::Absolute => a.abs(),
        Function::Minimum => a.min(b),
        Function::Maximum => a.max(b),
        Function::Clamp => a.max(b).min(c),
        Function::Mix => a.mix(b, c),
        Function::Step => 1.0 - b.less(a),
        Function::Smoothstep => soft_step::between(c, a, b),
        Function::Fract => a.fract(),
        Function::Floor => a.floor(),
        Function::Ceiling => a.ceil(),
        Function::Round => a.round(),
        Function::Sign => a.sign(),
        Function::SquareRoot => a.sqrt(),
        Function::Modulo => a.modulo(b),
        Function::Power => a.pow(b),
        Function::Exponential => a.exp(),
        Function::Exponential2 => a.exp2(),
        // As `math/logarithm` does for any base.
        Function::Logarithm => a.log2() / a.builder().constant(E).log2(),
        Function::Logarithm2 => a.log2(),
        Function::Arcsine => a.asin(),
        Function::Arccosine => a.acos(),
        Function::Arctangent => a.atan(),
        Function::Arctangent2 => a.atan2(b),
    }
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Chevrons, bent by noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2, "octaves": 3, "seed": 31}},
    "chevrons": {
      "type": "math/formula",
      "inputs": {
        "formula": "smoothstep(0.2, 0.26, abs(fract(5*y + abs(2*fract(3*x) - 1) + 0.7*a) - 0.5))",
        "a": {"node": "noise"}
      }
    }
  },
  "outputs": {"value": {"node": "chevrons"}}
}"#;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use travertine_graph::formula::{Formula, Step};

    use super::*;
    use crate::checks::evaluate::{output_at, value_at};

    /// Ordinary positions, and some at which functions often fail.
    const POSITIONS: [[f32; 4]; 9] = [
        [0.0, 0.0, 0.0, 0.0],
        [0.3, -0.7, 1.9, 0.1],
        [-0.3, 0.25, 0.75, -2.0],
        [1.0, -1.0, 0.5, 1.0],
        [-2.5, 2.0, -3.0, 0.0],
        [1e-30, 17.3, 0.1, 0.0],
        [1e9, 1e-9, -1e9, 1e9],
        [f32::MAX, f32::MIN, 2.0, 0.0],
        [-0.0, 0.0, -0.0, 0.0],
    ];

    fn formula(text: &str, position: [f32; 4]) -> f32 {
        let [value] = value_at("math/formula", &format!(r#"{{"formula": "{text}"}}"#), position)[..] else {
            panic!("{text} has no single value")
        };
        value
    }

    /// The value of a node with the position's x, y and z as its inputs of these names, and others in JSON.
    fn node(node_type: &str, wired: &[&str], others: &str, position: [f32; 4]) -> f32 {
        let wire = |(name, axis): (&&str, &str)| format!(r#""{name}": {{"node": "position", "output": "{axis}"}}"#);
        let inputs: Vec<String> = wired.iter().zip(["x", "y", "z"]).map(wire).collect();
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "node": {{"type": "{node_type}", "inputs": {{{}{others}}}}}
              }},
              "outputs": {{"value": {{"node": "node"}}}}
            }}"#,
            inputs.join(",")
        );
        output_at(&document, position)[0]
    }

    #[test]
    fn every_function_has_the_bits_of_its_node() {
        let cases: &[(&str, &str, &[&str], &str)] = &[
            ("-x", "math/negate", &["value"], ""),
            ("x + y", "math/add", &["a", "b"], ""),
            ("x - y", "math/subtract", &["a", "b"], ""),
            ("x*y", "math/multiply", &["a", "b"], ""),
            ("x/y", "math/divide", &["a", "b"], ""),
            ("x % y", "math/modulo", &["a", "b"], ""),
            ("mod(x, y)", "math/modulo", &["a", "b"], ""),
            ("x^y", "math/power", &["a", "b"], ""),
            ("pow(x, y)", "math/power", &["a", "b"], ""),
            ("x >= y", "math/threshold", &["value", "threshold"], ""),
            ("y <= x", "math/threshold", &["value", "threshold"], ""),
            ("1 - (x < y)", "math/threshold", &["value", "threshold"], ""),
            ("1 - (y > x)", "math/threshold", &["value", "threshold"], ""),
            ("step(y, x)", "math/threshold", &["value", "threshold"], ""),
            ("smoothstep(y, z, x)", "math/smoothstep", &["value", "low", "high"], ""),
            ("clamp(x, y, z)", "math/clamp", &["value", "minimum", "maximum"], ""),
            ("mix(x, y, z)", "blend/mix", &["a", "b", "factor"], r#", "clamp": false"#),
            // The nodes take their angles in turns.
            ("sin((x + 0)*tau)", "math/sine", &["value"], ""),
            ("cos((x + 0)*tau)", "math/cosine", &["value"], ""),
            ("tan((x + 0)*tau)", "math/tangent", &["value"], ""),
            ("asin(x)*(1/tau)", "math/arcsine", &["value"], ""),
            ("acos(x)*(1/tau)", "math/arccosine", &["value"], ""),
            ("atan2(x, y)*(1/tau)", "math/arctangent2", &["y", "x"], ""),
            ("atan(x)*(1/tau)", "math/arctangent2", &["y"], r#", "x": 1"#),
            ("abs(x)", "math/absolute", &["value"], ""),
            ("sign(x)", "math/sign", &["value"], ""),
            ("min(x, y)", "math/minimum", &["a", "b"], ""),
            ("max(x, y)", "math/maximum", &["a", "b"], ""),
            ("fract(x)", "math/fract", &["value"], ""),
            ("floor(x)", "math/floor", &["value"], ""),
            ("ceil(x)", "math/ceiling", &["value"], ""),
            ("round(x)", "math/round", &["value"], ""),
            ("sqrt(x)", "math/square-root", &["value"], ""),
            ("exp(x)", "math/exponential", &["value"], ""),
            ("exp2(x)", "math/power", &["b"], r#", "a": 2"#),
            ("log(x)", "math/logarithm", &["value"], ""),
            ("ln(x)", "math/logarithm", &["value"], ""),
            ("log2(x)", "math/logarithm", &["value"], r#", "base": 2"#),
        ];
        let mut compared = BTreeSet::new();
        for (text, node_type, wired, others) in cases {
            for position in POSITIONS {
                let (here, there) = (formula(text, position), node(node_type, wired, others, position));
                assert_eq!(here.to_bits(), there.to_bits(), "{text} at {position:?}: {here:e}, {there:e}");
            }
            for step in Formula::parse(text).unwrap().steps() {
                if let Step::Apply(function) = step {
                    compared.insert(format!("{function:?}"));
                }
            }
        }
        for (name, function) in Function::NAMED {
            assert!(compared.contains(&format!("{function:?}")), "{name} is compared with no node");
        }
    }

    #[test]
    fn a_formula_has_the_bits_of_its_operations() {
        for [x, y, z, t] in POSITIONS {
            use travertine_noise::math::{add, clamp01, div, fract, mul, sin, sub};
            for (text, expected) in [
                ("fract(x*8) + 0.3*sin(y)", add(fract(mul(x, 8.0)), mul(0.3, sin(y)))),
                ("x - y - z*t", sub(sub(x, y), mul(z, t))),
                ("x - (y - z)/time", sub(x, div(sub(y, z), t))),
                ("-x*-y/0", 0.0),
                ("clamp(x/y, 0, 1)*2e38*2", mul(mul(clamp01(div(x, y)), 2e38), 2.0)),
                ("3e38*10", f32::MAX),
            ] {
                let value = formula(text, [x, y, z, t]);
                assert_eq!(value.to_bits(), expected.to_bits(), "{text}: {value:e}, {expected:e}");
            }
        }
    }

    #[test]
    fn inputs_and_position_are_those_of_the_node() {
        let inputs = r#"{"formula": "a + 10*b + 100*c + 1000*d", "a": 1, "b": 2, "c": 3, "d": 4}"#;
        assert_eq!(value_at("math/formula", inputs, [0.0; 4]), [4321.0]);
        let moved = r#"{"formula": "x + 10*y + 100*z + 1000*t", "position": [1, 2, 3]}"#;
        assert_eq!(value_at("math/formula", moved, [9.0, 9.0, 9.0, 4.0]), [4321.0]);
    }

    #[test]
    fn the_description_names_everything() {
        let description = definition().description;
        let names = Function::NAMED.iter().map(|(name, _)| *name).chain(Step::NAMED.map(|(name, _)| name));
        for name in names.filter(|name| !["b", "c"].contains(name)) {
            assert!(description.contains(&format!("`{name}`")), "{name} is not described");
        }
    }
}
