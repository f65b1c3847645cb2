//! Derivatives against a chain rule in double precision, for every node example and every bundled graph.
//!
//! Each operation is differentiated alone, at the operands that it has at a place: arithmetic in `f64` by the rules of
//! `docs/derivatives.md`, a pattern by differences over several distances, of which the two that agree best count. So
//! results are comparable far from the origin and next to creases of arithmetic, too. Where differences of a pattern
//! disagree, there is a crease, and what depends on it is left out. Rasters have their own tests.
#![expect(clippy::disallowed_methods, reason = "a reference in double precision")]

use travertine_program::{
    Axis, BasisFunction, Binary, Bound, Function, Operation, Program, Ternary, Unary, Value, Variable,
};
use travertine_tests::bundled::{bundled_graphs, group_documents, node_examples};
use travertine_tests::random_graph::{Random, document};
use travertine_tests::{graph, is_night, program, sample};

/// A derivative: the number, an estimate of its error, and the sum of the magnitudes that it is made of.
#[derive(Clone, Copy, Default)]
struct Rate {
    number: f64,
    error: f64,
    size: f64,
}

impl Rate {
    /// Adds a part by the chain rule.
    fn add(&mut self, partial: Rate, inner: Rate) {
        if inner.size == 0.0 && inner.error == 0.0 {
            return;
        }
        self.number += partial.number * inner.number;
        self.error += partial.number.abs() * inner.error + partial.error * (inner.number.abs() + inner.error);
        self.size += partial.number.abs() * inner.size;
    }
}

/// The derivative of a function of a double, of which rounding alone limits the precision.
fn smooth(function: impl Fn(f64) -> f64, x: f64) -> Rate {
    let step = if x == 0.0 { 1e-7 } else { (x.abs() * 1e-6).min(1e-6) };
    let over = |step: f64| (function(x + step) - function(x - step)) / (2.0 * step);
    let (near, far) = (over(step), over(2.0 * step));
    Rate { number: near, error: (near - far).abs() * 2.0, size: 0.0 }
}

fn exact(number: f64) -> Rate {
    Rate { number, ..Rate::default() }
}

fn of_unary(unary: Unary, a: f64) -> Rate {
    match unary {
        Unary::Negate => exact(-1.0),
        Unary::Absolute => exact(if a == 0.0 { 0.0 } else { a.signum() }),
        Unary::Sign | Unary::Floor | Unary::Ceiling | Unary::Round => exact(0.0),
        Unary::Fract => exact(1.0),
        Unary::Clamp => exact(f64::from((0.0..=1.0).contains(&a))),
        Unary::Smoothstep if (0.0..=1.0).contains(&a) => exact(6.0 * a * (1.0 - a)),
        Unary::Smoothstep => exact(0.0),
        Unary::SquareRoot if a <= 0.0 => exact(0.0),
        Unary::Logarithm | Unary::Logarithm2 if a <= 0.0 => exact(0.0),
        Unary::Arcsine | Unary::Arccosine if a.abs() >= 1.0 => exact(0.0),
        Unary::SquareRoot => smooth(f64::sqrt, a),
        Unary::Sine => smooth(f64::sin, a),
        Unary::Cosine => smooth(f64::cos, a),
        Unary::Tangent => smooth(f64::tan, a),
        Unary::Arcsine => smooth(f64::asin, a),
        Unary::Arccosine => smooth(f64::acos, a),
        Unary::Arctangent => smooth(f64::atan, a),
        Unary::Exponential => smooth(f64::exp, a),
        Unary::Exponential2 => smooth(f64::exp2, a),
        Unary::Logarithm => smooth(f64::ln, a),
        Unary::Logarithm2 => smooth(f64::log2, a),
        Unary::SrgbToLinear => smooth(
            |a| a.signum() * if a.abs() <= 0.04045 { a.abs() / 12.92 } else { ((a.abs() + 0.055) / 1.055).powf(2.4) },
            a,
        ),
        Unary::LinearToSrgb => smooth(
            |a| {
                let size = a.abs();
                a.signum() * if size <= 0.003_130_8 { size * 12.92 } else { 1.055 * size.powf(1.0 / 2.4) - 0.055 }
            },
            a,
        ),
    }
}

/// The derivatives by both operands, given the result.
fn of_binary(binary: Binary, a: f64, b: f64, y: f64) -> [Rate; 2] {
    match binary {
        Binary::Add => [exact(1.0), exact(1.0)],
        Binary::Subtract => [exact(1.0), exact(-1.0)],
        Binary::Multiply => [exact(b), exact(a)],
        Binary::Divide if b == 0.0 => [exact(0.0); 2],
        Binary::Divide => [exact(1.0 / b), exact(-a / (b * b))],
        Binary::Minimum => [exact(f64::from(a <= b)), exact(f64::from(b < a))],
        Binary::Maximum => [exact(f64::from(a >= b)), exact(f64::from(b > a))],
        Binary::Power if a == 0.0 => [smooth(|a| a.abs().powf(b), a), exact(0.0)],
        Binary::Power => {
            let by_exponent = if a > 0.0 { smooth(|b| a.powf(b), b) } else { exact(0.0) };
            [smooth(|a| a.powf(b), a), by_exponent]
        }
        Binary::Modulo if b == 0.0 => [exact(0.0); 2],
        Binary::Modulo => [exact(1.0), exact(-((a - y) / b).round())],
        Binary::Arctangent2 if a == 0.0 && b == 0.0 => [exact(0.0); 2],
        Binary::Arctangent2 => [exact(b / (a * a + b * b)), exact(-a / (a * a + b * b))],
        Binary::Less => [exact(0.0); 2],
    }
}

fn of_ternary(ternary: Ternary, [a, b, c]: [f64; 3]) -> [Rate; 3] {
    match ternary {
        Ternary::Mix => [exact(1.0 - c), exact(c), exact(b - a)],
        Ternary::Select if a > 0.0 => [exact(0.0), exact(1.0), exact(0.0)],
        Ternary::Select => [exact(0.0), exact(0.0), exact(1.0)],
    }
}

/// The derivative of a pattern by an operand, from central differences.
fn of_pattern(pattern: impl Fn(f32) -> f32, x: f32) -> Rate {
    let here = f64::from(pattern(x));
    let (mut best, mut before) = (Rate { error: f64::INFINITY, ..Rate::default() }, None);
    for halvings in 4..15 {
        let step = 0.5_f32.powi(halvings);
        if step < x.abs() * 4e-6 {
            break;
        }
        let (low, high) = (x - step, x + step);
        let [below, above] = [low, high].map(|x| f64::from(pattern(x)));
        let width = f64::from(high) - f64::from(low);
        let number = (above - below) / width;
        let rounding = (here.abs() + above.abs() + below.abs()) * 1e-7 / width;
        // Between the sides there is a bend, or a crease.
        let sides =
            (above - here) / (f64::from(high) - f64::from(x)) - (here - below) / (f64::from(x) - f64::from(low));
        let error = before.map_or(f64::INFINITY, |before: f64| (number - before).abs()) + sides.abs() * 0.5 + rounding;
        if error < best.error {
            best = Rate { number, error, size: 0.0 };
        }
        before = Some(number);
    }
    best
}

/// What a pattern gives for its operands; `None` for operations that are none.
fn pattern(operation: &Operation, functions: &[Function], operands: &[f32]) -> Option<f32> {
    match operation {
        Operation::Function(id, _) => {
            let mut all = [operands[0]; Function::MOST_OPERANDS];
            all[..operands.len()].copy_from_slice(operands);
            Some(functions[id.index()].at(all))
        }
        Operation::Noise(noise, _) => {
            let mut position = [0.0; 4];
            let (coordinates, frequency) = operands.split_at(noise.dimensions().into());
            position[..coordinates.len()].copy_from_slice(coordinates);
            Some(frequency.first().map_or(*noise, |frequency| noise.finer(*frequency)).at(position))
        }
        Operation::Basis(function, _) => Some(function.at(operands)),
        _ => None,
    }
}

/// The derivatives of an operation by its operands.
fn partials(operation: &Operation, functions: &[Function], operands: &[f32], result: f32) -> Vec<Rate> {
    let real = |index: usize| f64::from(operands[index]);
    match operation {
        Operation::Constant(_) | Operation::Parameter(_) | Operation::Coordinate(_) => Vec::new(),
        Operation::Unary(unary, _) => vec![of_unary(*unary, real(0))],
        Operation::Binary(binary, _) => of_binary(*binary, real(0), real(1), result.into()).to_vec(),
        Operation::Ternary(ternary, _) => of_ternary(*ternary, [0, 1, 2].map(real)).to_vec(),
        Operation::Raster(..) => vec![Rate { error: f64::INFINITY, ..Rate::default() }; 2],
        _ => (0..operands.len())
            .map(|index| {
                if is_setting(operation, index) {
                    return exact(0.0);
                }
                let with = |x: f32| {
                    let mut operands = operands.to_vec();
                    operands[index] = x;
                    pattern(operation, functions, &operands).unwrap_or_default()
                };
                of_pattern(with, operands[index])
            })
            .collect(),
    }
}

/// Whether an operand is a frequency, which decides which lattice points repeat.
fn is_setting(operation: &Operation, index: usize) -> bool {
    match operation {
        Operation::Noise(noise, _) => index >= noise.dimensions().into(),
        Operation::Basis(BasisFunction::Slope(slope), _) => index >= slope.noise().dimensions().into(),
        _ => false,
    }
}

/// The derivatives of some values along x, y and z.
fn rates(program: &Program, results: &[f32], values: &[Value]) -> Vec<[Rate; 3]> {
    let mut rates: Vec<[Rate; 3]> = Vec::with_capacity(results.len());
    for (operation, result) in program.operations().iter().zip(results) {
        let mut own = [Rate::default(); 3];
        if let Operation::Coordinate(axis) = operation
            && let Some(rate) = own.get_mut(*axis as usize)
        {
            *rate = Rate { number: 1.0, error: 0.0, size: 1.0 };
        }
        let inner: Vec<[Rate; 3]> = operation.operands().iter().map(|operand| rates[operand.index()]).collect();
        if inner.iter().flatten().any(|rate| rate.size != 0.0 || rate.error != 0.0) {
            let operands: Vec<f32> = operation.operands().iter().map(|operand| results[operand.index()]).collect();
            for (partial, inner) in partials(operation, program.functions(), &operands, *result).iter().zip(&inner) {
                own.iter_mut().zip(inner).for_each(|(own, inner)| own.add(*partial, *inner));
            }
        }
        rates.push(own);
    }
    values.iter().map(|value| rates[value.index()]).collect()
}

/// How many derivatives were compared, and how many there are.
#[derive(Default, Debug)]
struct Count {
    compared: usize,
    all: usize,
}

/// Compares the derivatives of a program's outputs with the reference at random places, near and far.
fn check(program: &Program, bound: &Bound, seed: u64, places: usize, name: &str, count: &mut Count) {
    let by = [("dx", Axis::X), ("dy", Axis::Y), ("dz", Axis::Z)];
    let by = by.map(|(name, axis)| (name.to_owned(), Variable::Coordinate(axis)));
    let derived = program.with_derivatives(&by).unwrap();
    // Rasters take long, and have no reference here.
    if !program.rasters().is_empty() {
        return;
    }
    let full = program.in_full();
    let values: Vec<Value> = full.outputs().iter().flat_map(|output| output.values.clone()).collect();
    let (mut random, mut results) = (Random::new(seed), Vec::new());
    for place in 0..places {
        let size = [1.0, 40.0, 3000.0][place % 3];
        let position = [0; 4].map(|_| (random.unit() - 0.5) as f32 * size + 0.3);
        full.evaluate(bound, position, &mut results);
        let expected = rates(full, &results, &values);
        let found = derived.sample(bound, position);
        let mut slopes = Vec::new();
        let mut start = 0;
        for output in full.outputs() {
            let width = output.values.len();
            slopes.extend((0..width).map(|part| [1, 2, 3].map(|axis| f64::from(found[start + axis * width + part]))));
            start += 4 * width;
        }
        for (expected, found) in expected.iter().flatten().zip(slopes.iter().flatten()) {
            count.all += 1;
            let Rate { number, error, size } = *expected;
            // Where it cannot be told, or is beyond a float.
            if 4.0 * error > 0.05 * size || size.is_nan() || size > 1e30 {
                continue;
            }
            count.compared += 1;
            let tolerance = 4.0 * error + 2e-4 * size + 1e-6;
            assert!((number - found).abs() <= tolerance, "{name} at {position:?}: {found}, not {expected:?}");
        }
    }
}

impl std::fmt::Debug for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} with an error of {} and parts of {}", self.number, self.error, self.size)
    }
}

/// The programs of all outputs of some documents.
fn programs(documents: impl Iterator<Item = (String, String)>) -> impl Iterator<Item = (String, Program, Bound)> {
    documents
        .flat_map(|(name, text)| {
            let graph = graph(&text);
            let outputs = 0..graph.outputs.len();
            outputs.map(|output| (name.clone(), program(&graph, output))).collect::<Vec<_>>()
        })
        .map(|(name, (program, bound))| (name, program, bound))
}

/// Places of a program: by day few, at night so many that all together are more than 100,000.
fn places() -> usize {
    if is_night() { 300 } else { 6 }
}

#[test]
fn derivatives_are_those_of_a_chain_rule_in_double_precision() {
    let documents = node_examples().into_iter().chain(bundled_graphs()).chain(group_documents());
    let mut count = Count::default();
    for (seed, (name, program, bound)) in (0..).zip(programs(sample(documents, 12))) {
        check(&program, &bound, seed, places(), &name, &mut count);
    }
    println!("{count:?}");
    assert!(count.compared * 10 > count.all * 7, "{count:?}");
}

#[test]
fn derivatives_of_derivatives_are_those_of_derivatives() {
    let registry = travertine_nodes::registry();
    let random =
        (0..if is_night() { 2000 } else { 60 }).map(|seed| (format!("seed {seed}"), document(seed, &registry)));
    let documents = sample(node_examples(), 12).chain(random);
    let by = [("dx".to_owned(), Variable::Coordinate(Axis::X))];
    let mut count = Count::default();
    for (seed, (name, program, bound)) in (0..).zip(programs(documents)) {
        // Each derivative is some times as large as the program.
        if program.operations().len() <= 120 && program.rasters().is_empty() {
            let slopes = program.with_derivatives(&by).unwrap();
            check(&slopes, &bound, seed, places(), &name, &mut count);
        }
    }
    println!("{count:?}");
    assert!(count.compared * 10 > count.all * 6, "{count:?}");
}
