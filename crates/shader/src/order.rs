//! The order of the steps of a tape.
//!
//! Each change of the kind is a dispatch of its own, so steps of one kind that do not need each other are together: a
//! noise of eight octaves is one run of eight steps. Arithmetic is done as late as possible, which keeps few results
//! in registers.

use std::collections::BTreeMap;

use travertine_program::Program;

use crate::steps::{ARITHMETIC, Steps};

/// Operations whose steps have one kind and read one texture, in an order in which operands come before their users.
pub(crate) struct Ordered {
    pub kind: usize,
    pub texture: Option<usize>,
    pub operations: Vec<usize>,
}

/// The steps of a program in their order.
pub(crate) fn order(program: &Program, steps: &Steps) -> Vec<Ordered> {
    let operations = program.operations();
    // The number of runs of other kinds than arithmetic that an operation must wait for.
    let mut depths: Vec<u32> = Vec::with_capacity(operations.len());
    let mut patterns: BTreeMap<(u32, usize, Option<usize>), Vec<usize>> = BTreeMap::new();
    let kind = |operation: usize| steps.steps[operation].as_ref().map(|step| step.kind);
    for (index, operation) in operations.iter().enumerate() {
        let after = |operand: usize| depths[operand] + u32::from(kind(operand).is_some_and(|kind| kind != ARITHMETIC));
        let depth = operation.operands().iter().map(|operand| after(operand.index())).max().unwrap_or_default();
        depths.push(depth);
        if let Some(step) = steps.steps[index].as_ref().filter(|step| step.kind != ARITHMETIC) {
            patterns.entry((depth, step.kind, step.texture)).or_default().push(index);
        }
    }
    let mut ordered = Vec::new();
    let mut is_done = vec![false; operations.len()];
    let mut arithmetic = |wanted: Vec<usize>| {
        let (mut pending, mut needed) = (wanted, Vec::new());
        while let Some(index) = pending.pop() {
            if kind(index) == Some(ARITHMETIC) && !is_done[index] {
                is_done[index] = true;
                needed.push(index);
                pending.extend(operations[index].operands().iter().map(|operand| operand.index()));
            }
        }
        // Operands come before their users in a program.
        needed.sort_unstable();
        Ordered { kind: ARITHMETIC, texture: None, operations: needed }
    };
    for ((_, kind, texture), pattern) in patterns {
        let operands = pattern.iter().flat_map(|index| operations[*index].operands());
        ordered.push(arithmetic(operands.map(|operand| operand.index()).collect()));
        ordered.push(Ordered { kind, texture, operations: pattern });
    }
    let outputs = program.outputs().iter().flat_map(|output| &output.values);
    ordered.push(arithmetic(outputs.map(|value| value.index()).collect()));
    ordered
}
