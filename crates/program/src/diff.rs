//! The difference of two programs: the values that are equal in both, so that results of one can be reused for the
//! other.

use std::collections::HashMap;

use rustc_hash::FxHashMap;

use crate::bound::Bound;
use crate::function::FunctionKey;
use crate::operation::{Key, Operation, Value};
use crate::program::{Program, RasterSource};

impl Program {
    /// For each value, a value of another program that equals it at every position, each program run with its own
    /// floats; `None` where the operations do not prove equality.
    ///
    /// Rasters count as equal only if all floats are.
    pub fn matching_values(&self, bound: &Bound, other: &Program, bound_other: &Bound) -> Vec<Option<Value>> {
        let mine = Side { program: self, values: bound.values() };
        let theirs = Side { program: other, values: bound_other.values() };
        let bits = |bound: &[f32]| bound.iter().map(|value| value.to_bits()).collect::<Vec<u32>>();
        let mut rasters = Vec::new();
        if self.slots == other.slots && bits(mine.values) == bits(theirs.values) {
            for (source, before) in self.rasters.iter().zip(&other.rasters) {
                rasters.push(same_raster(&mine, &theirs, source, before, &rasters));
            }
        }
        matching_values(&mine, &theirs, &rasters)
    }
}

impl Program {
    /// The values that stay the same at every position when other floats are bound to the slots. Like
    /// [`Program::matching_values`] of a program with itself, but faster: it does not search for equal values.
    pub fn unchanged_values(&self, bound: &Bound, before: &Bound) -> Vec<Option<Value>> {
        let bits = |values: &[f32], slot: usize| values[slot].to_bits();
        let same: Vec<bool> =
            (0..self.slots.len()).map(|slot| bits(bound.values(), slot) == bits(before.values(), slot)).collect();
        let mut rasters: Vec<bool> = Vec::with_capacity(self.rasters.len());
        for source in &self.rasters {
            let planes = source.planes.unchanged(&same, &rasters);
            let mut values = source.planes.outputs.iter().flat_map(|output| &output.values);
            rasters.push(values.all(|value| planes[value.index()].is_some()));
        }
        self.unchanged(&same, &rasters)
    }

    /// The values that stay the same, given which slots and which rasters do.
    fn unchanged(&self, slots: &[bool], rasters: &[bool]) -> Vec<Option<Value>> {
        let mut unchanged: Vec<Option<Value>> = Vec::with_capacity(self.operations.len());
        for (value, operation) in self.values().zip(&self.operations) {
            let own = match operation {
                Operation::Parameter(slot) => slots[*slot as usize],
                Operation::Raster(id, _) => rasters[id.index()],
                _ => true,
            };
            let operands = operation.operands().iter().all(|operand| unchanged[operand.index()].is_some());
            unchanged.push((own && operands).then_some(value));
        }
        unchanged
    }
}

/// A program and its floats.
struct Side<'a> {
    program: &'a Program,
    values: &'a [f32],
}

impl Side<'_> {
    /// The key of an operation with mapped operands, its parameter replaced by the bound float.
    fn key(&self, operation: Operation, map: impl Fn(Value) -> Value) -> Key {
        match operation {
            Operation::Parameter(slot) => Operation::Constant(self.values[slot as usize].to_bits()),
            other => other.map_operands(map).key(),
        }
    }
}

/// Whether two rasters are equal. `rasters` lists which earlier ones are.
fn same_raster(mine: &Side, theirs: &Side, source: &RasterSource, other: &RasterSource, rasters: &[bool]) -> bool {
    let planes = |source: &RasterSource| source.planes.outputs[0].values.clone();
    let mine = Side { program: &source.planes, ..*mine };
    let theirs = Side { program: &other.planes, ..*theirs };
    let matches = matching_values(&mine, &theirs, rasters);
    let same = |(mine, theirs): (Value, Value)| matches[mine.index()] == Some(theirs);
    source.grid == other.grid
        && source.pass == other.pass
        && planes(source).len() == planes(other).len()
        && planes(source).into_iter().zip(planes(other)).all(same)
}

fn matching_values(mine: &Side, theirs: &Side, rasters: &[bool]) -> Vec<Option<Value>> {
    // Two slots may hold the same number: the first of equal values represents all.
    let mut known: FxHashMap<Key, Value> = FxHashMap::default();
    let mut first: Vec<Value> = Vec::with_capacity(theirs.program.operations.len());
    for (index, operation) in theirs.program.operations.iter().enumerate() {
        let key = theirs.key(*operation, |operand| first[operand.index()]);
        first.push(*known.entry(key).or_insert(Value(index as u32)));
    }
    let functions: HashMap<FunctionKey, usize> =
        theirs.program.functions.iter().enumerate().map(|(index, function)| (function.key(), index)).collect();
    let function = |operation: Operation| match operation {
        Operation::Function(id, operands) => {
            let function = &mine.program.functions[id.index()];
            let index = functions.get(&function.key())?;
            Some(Operation::Function(function.id(*index), operands))
        }
        Operation::Raster(id, _) if !rasters.get(id.index()).is_some_and(|same| *same) => None,
        other => Some(other),
    };
    let mut matches: Vec<Option<Value>> = Vec::with_capacity(mine.program.operations.len());
    for operation in &mine.program.operations {
        let known_operands = operation.operands().iter().all(|operand| matches[operand.index()].is_some());
        let matching = function(*operation).filter(|_| known_operands).and_then(|operation| {
            // Unread operands repeat the first one.
            let map = |operand: Value| matches[operand.index()].unwrap_or(operand);
            known.get(&mine.key(operation, map)).copied()
        });
        matches.push(matching);
    }
    matches
}
