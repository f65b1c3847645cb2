//! Functions at the same operand that are computed together, such as the channels of a ramp.

use std::collections::HashMap;

use travertine_graph::program::{FunctionId, Operation, Program};

/// The most that are computed together: the channels of a colour.
const MOST: usize = 4;

/// Which functions of a program are computed together with which.
pub(crate) struct Akin {
    /// The others, by the place of the first.
    others: HashMap<usize, Vec<usize>>,
    /// Whether an operation is one of the others.
    follows: Vec<bool>,
}

impl Akin {
    /// Those of a program, among the operations that are `computed`.
    pub(crate) fn new(program: &Program, computed: impl Fn(usize) -> bool) -> Akin {
        let operations = program.operations();
        let mut akin = Akin { others: HashMap::new(), follows: vec![false; operations.len()] };
        let mut last = HashMap::new();
        for (index, operation) in operations.iter().enumerate().filter(|(index, _)| computed(*index)) {
            let Operation::Function(function, [operand, ..]) = operation else { continue };
            let of = |id: &FunctionId| &program.functions()[id.index()];
            let (first, lead) = *last.entry(*operand).or_insert((index, function));
            let others = akin.others.get(&first).map_or(0, Vec::len);
            if first != index && others + 1 < MOST && of(lead).is_akin(of(function)) {
                akin.others.entry(first).or_default().push(index);
                akin.follows[index] = true;
            } else {
                last.insert(*operand, (index, function));
            }
        }
        akin
    }

    /// The places of those that are computed with it.
    pub(crate) fn others(&self, index: usize) -> &[usize] {
        self.others.get(&index).map_or(&[], Vec::as_slice)
    }

    /// Whether it is computed with one before it.
    pub(crate) fn follows(&self, index: usize) -> bool {
        self.follows[index]
    }
}
