//! Sums of octaves: noise times a factor, added to what there is, in one step instead of three.
//!
//! The arithmetic is that of the three; what is saved is writing and reading all samples twice.

use std::collections::HashMap;

use travertine_graph::program::{Binary, Operation, Program, Value};

use crate::domain::Shape;
use crate::kept::Reuse;

/// Whether it is noise whose x alone varies along a row: what depends on the other coordinates is worked out once for
/// all of the row.
pub(crate) fn runs_along_rows(operation: &Operation, shapes: &[Shape]) -> bool {
    let Operation::Noise(_, [x, ..]) = operation else { return false };
    let steady = |other: &Value| matches!(shapes[other.index()], Shape::Uniform | Shape::Column);
    shapes[x.index()] == Shape::Row && operation.operands()[1..].iter().all(steady)
}

/// The octaves of a program: additions of noise times a factor, which take one step instead of three.
pub(crate) struct Sums {
    /// By the place of the addition.
    pub(crate) of: HashMap<usize, Octave>,
    /// The noise and the products that are part of an addition.
    pub(crate) absorbed: Vec<bool>,
}

pub(crate) struct Octave {
    pub(crate) before: Value,
    pub(crate) factor: Value,
    pub(crate) noise: Value,
    /// All that the step reads.
    operands: Vec<Value>,
}

impl Sums {
    /// Those of a program; `roots` are the values that are wanted in the end.
    pub(crate) fn new(program: &Program, shapes: &[Shape], roots: &[Value], reuse: &Reuse) -> Sums {
        let operations = program.operations();
        let mut uses = vec![0_usize; operations.len()];
        operations
            .iter()
            .flat_map(Operation::operands)
            .chain(roots)
            .for_each(|value| uses[value.index()] += 1);
        let mut sums = Sums { of: HashMap::new(), absorbed: vec![false; operations.len()] };
        for (index, operation) in operations.iter().enumerate() {
            let Operation::Binary(Binary::Add, [before, product]) = *operation else { continue };
            let Operation::Binary(Binary::Multiply, [noise, factor]) = operations[product.index()] else {
                continue;
            };
            let once = uses[product.index()] == 1 && uses[noise.index()] == 1 && before != product;
            let shaped = shapes[before.index()] == Shape::Full && shapes[factor.index()] == Shape::Uniform;
            let layer = &operations[noise.index()];
            let once = once && ![product, noise].iter().any(|value| reuse.known.contains_key(&value.index()));
            if once && shaped && shapes[noise.index()] == Shape::Full && runs_along_rows(layer, shapes) {
                sums.absorbed[product.index()] = true;
                sums.absorbed[noise.index()] = true;
                let operands = [&[before, factor], layer.operands()].concat();
                sums.of.insert(index, Octave { before, factor, noise, operands });
            }
        }
        sums
    }

    /// What the step of an operation reads; nothing if it has none.
    pub(crate) fn operands<'p>(&'p self, program: &'p Program, index: usize) -> &'p [Value] {
        match self.of.get(&index) {
            Some(octave) => &octave.operands,
            None if self.absorbed[index] => &[],
            None => program.operations()[index].operands(),
        }
    }
}
