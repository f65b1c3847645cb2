//! The builder of programs: it merges equal operations, folds constants and drops whatever no output needs.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use travertine_raster::Grid;
use travertine_raster::pass::Pass;

use crate::axes::Axes;
use crate::conditions::{Condition, Conditions};
use crate::function::{Function, FunctionId, FunctionKey};
use crate::operation::{Key, Operation, Value};
use crate::operations::{Binary, Ternary};
use crate::program::{Program, ProgramOutput, RasterSource, Slot};
use crate::types::Type;

/// The graph needs more than [`Builder::LIMIT`] operations or [`Builder::MOST_RASTERS`] rasters, or its nodes request
/// operations more than [`Builder::MOST_REQUESTS`] times.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the graph unfolds into more than {} operations or {} rasters; \
    use fewer nodes that evaluate their input at several positions or on a grid",
    Builder::LIMIT,
    Builder::MOST_RASTERS
)]
pub struct TooLarge;

/// A program under construction.
///
/// It returns [`Expr`](crate::Expr)s, so that formulas can be written with operators. Expressions refer to the builder,
/// hence its interior mutability.
#[derive(Debug, Default)]
pub struct Builder {
    inner: RefCell<Inner>,
    origin: Cell<Option<u32>>,
}

#[derive(Debug, Default)]
struct Inner {
    operations: Vec<Operation>,
    /// The origin of each operation.
    origins: Vec<Option<u32>>,
    known: FxHashMap<Key, Value>,
    functions: Vec<Function>,
    /// A document may contain any curves, so their hash must not be predictable.
    known_functions: HashMap<FunctionKey, FunctionId>,
    slots: Vec<Slot>,
    known_slots: FxHashMap<Slot, u32>,
    rasters: Vec<Source>,
    known_rasters: FxHashMap<Source, u32>,
    /// Number of requested operations, including known ones.
    requests: usize,
    /// Other values with the same bits, which define values that searches find faster.
    definitions: FxHashMap<Value, Value>,
    /// Derivatives of values by others; `None` is 0.
    rates: FxHashMap<(Value, Value), Option<Value>>,
    /// Derivatives that are differences.
    differences: FxHashSet<Value>,
    /// Values that count as constant in derivatives.
    held: FxHashSet<Value>,
    /// The present number of each value that consists of constants and of variables, at least one of them.
    present: FxHashMap<Value, f32>,
    /// Decisions that depend on present numbers.
    conditions: FxHashSet<(Value, Condition)>,
}

/// The origin of a raster in a program under construction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Source {
    grid: Grid,
    pass: Pass,
    planes: Vec<Value>,
}

impl Builder {
    /// Maximum number of operations of a program. Real graphs stay below some ten thousand.
    pub const LIMIT: usize = 1 << 21;

    /// Maximum number of rasters of a program. Real graphs have a handful.
    pub const MOST_RASTERS: usize = 256;

    /// Maximum number of requested operations, including known ones, to limit the time. Nodes that are suspended
    /// request operations again; real graphs request each a few times.
    pub const MOST_REQUESTS: usize = 1 << 25;

    /// A builder of an empty program.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Whether a limit is exceeded. The program is then useless.
    pub fn is_too_large(&self) -> bool {
        let inner = self.inner.borrow();
        inner.operations.len() > Builder::LIMIT
            || inner.rasters.len() > Builder::MOST_RASTERS
            || inner.requests > Builder::MOST_REQUESTS
    }

    /// The value of an operation: a new value, that of an equal operation, or the folded result.
    pub(crate) fn push(&self, operation: Operation) -> Value {
        let inner = &mut *self.inner.borrow_mut();
        let value = inner.push(operation);
        inner.origins.resize(inner.operations.len(), self.origin.get());
        value
    }

    /// Notes the origin of the operations that are added from now on, such as the index of a node. An operation that
    /// several places share keeps the first.
    pub fn set_origin(&self, origin: u32) {
        self.set_origin_of(Some(origin));
    }

    /// As [`Builder::set_origin`], or none.
    pub(crate) fn set_origin_of(&self, origin: Option<u32>) {
        self.origin.set(origin);
    }

    /// The operation of a value.
    pub(crate) fn operation(&self, value: Value) -> Operation {
        self.inner.borrow().operations[value.index()]
    }

    /// Counts requests of operations that are not added.
    pub(crate) fn count_requests(&self, count: usize) {
        let requests = &mut self.inner.borrow_mut().requests;
        *requests = requests.saturating_add(count);
    }

    /// Calls a function that adds operations, which get the origin of another one.
    pub(crate) fn from<T>(&self, value: Value, add: impl FnOnce() -> T) -> T {
        let origin = self.inner.borrow().origins.get(value.index()).copied().flatten();
        let present = self.origin.replace(origin);
        let added = add();
        self.origin.set(present);
        added
    }

    /// The stored derivative of a value by another one: `None` if it is not known, `Some(None)` if it is 0.
    pub(crate) fn rate_of(&self, value: Value, by: Value) -> Option<Option<Value>> {
        self.inner.borrow().rates.get(&(value, by)).copied()
    }

    /// Notes that a value is a derivative by a difference.
    pub(crate) fn note_difference(&self, value: Value) {
        self.inner.borrow_mut().differences.insert(value);
    }

    /// Whether a value is a derivative by a difference.
    pub(crate) fn is_difference(&self, value: Value) -> bool {
        self.inner.borrow().differences.contains(&value)
    }

    /// As [`Builder::hold`].
    pub(crate) fn hold_value(&self, value: Value) {
        self.inner.borrow_mut().held.insert(value);
    }

    /// Whether a value counts as constant in derivatives.
    pub(crate) fn is_held(&self, value: Value) -> bool {
        self.inner.borrow().held.contains(&value)
    }

    /// Another value with the same bits that defines this one.
    pub(crate) fn definition(&self, value: Value) -> Option<Value> {
        self.inner.borrow().definitions.get(&value).copied()
    }

    /// Defines a value by another one with the same bits, unless it is the same.
    pub(crate) fn define(&self, value: Value, definition: Value) {
        let inner = &mut *self.inner.borrow_mut();
        // A constant needs no definition, and definitions come before what they define.
        if definition < value && inner.constant(value).is_none() {
            inner.definitions.entry(value).or_insert(definition);
        }
    }

    /// Stores a derivative; `None` is 0.
    pub(crate) fn keep_rate(&self, value: Value, by: Value, rate: Option<Value>) {
        self.inner.borrow_mut().rates.insert((value, by), rate);
    }

    /// The grid of a raster.
    pub(crate) fn raster_grid(&self, raster: usize) -> Grid {
        self.inner.borrow().rasters[raster].grid
    }

    /// A copy of a function.
    pub(crate) fn function_of(&self, id: FunctionId) -> Function {
        self.inner.borrow().functions[id.index()].clone()
    }

    /// The index of a slot, which is added if it is new.
    pub(crate) fn slot(&self, slot: Slot) -> u32 {
        let inner = &mut *self.inner.borrow_mut();
        *inner.known_slots.entry(slot).or_insert_with(|| {
            inner.slots.push(slot);
            inner.slots.len() as u32 - 1
        })
    }

    /// The id of a function, which is added if it is new.
    pub(crate) fn function_id(&self, function: Function) -> FunctionId {
        let inner = &mut *self.inner.borrow_mut();
        let next = function.id(inner.functions.len());
        let id = *inner.known_functions.entry(function.key()).or_insert(next);
        if id == next {
            inner.functions.push(function);
        }
        id
    }

    /// The index of a raster, which is added if it is new.
    pub(crate) fn raster_index(&self, grid: Grid, pass: Pass, planes: Vec<Value>) -> u32 {
        self.inner.borrow_mut().raster(Source { grid, pass, planes })
    }

    /// Notes the present number of a slot that stands for a constant.
    pub(crate) fn note_present(&self, slot: Value, number: f32) {
        self.inner.borrow_mut().present.insert(slot, number);
    }

    /// The number that a value is everywhere, if that is known already.
    pub(crate) fn constant_value(&self, value: Value) -> Option<f32> {
        let inner = &mut *self.inner.borrow_mut();
        let present = inner.present.get(&value).copied();
        if let Some(number) = present {
            inner.conditions.insert((value, Condition::has_bits(number, true)));
        }
        present.or_else(|| inner.constant(value))
    }

    /// Whether a value is known to be this number everywhere.
    pub(crate) fn is_constant(&self, value: Value, number: f32) -> bool {
        let inner = &mut *self.inner.borrow_mut();
        let Some(present) = inner.present.get(&value) else {
            return inner.constant(value) == Some(number);
        };
        let holds = *present == number;
        inner.conditions.insert((value, Condition::equals(number, holds)));
        holds
    }

    /// The conditions under which the program is the one that constants in place of its variables give.
    pub fn conditions(&self) -> Conditions {
        let inner = self.inner.borrow();
        if inner.conditions.is_empty() {
            return Conditions::default();
        }
        let (values, conditions) = inner.conditions.iter().copied().unzip();
        Conditions::new(inner.extract(&[(String::new(), Type::Float, values)], false), conditions)
    }

    /// The program that computes these outputs and nothing else.
    pub fn finish(&self, outputs: &[(String, Type, Vec<Value>)]) -> Result<Program, TooLarge> {
        if self.is_too_large() {
            return Err(TooLarge);
        }
        let inner = self.inner.borrow();
        let mut program = inner.finished(outputs, false);
        if !inner.definitions.is_empty() {
            let full = inner.finished(outputs, true);
            program.full = (full != program).then(|| Arc::new(full));
        }
        Ok(program)
    }
}

impl Program {
    fn mark_rasters(&self, sampled: &mut [bool]) {
        for operation in &self.operations {
            if let Operation::Raster(id, _) = operation {
                sampled[id.index()] = true;
            }
        }
    }

    fn renumber_rasters(&mut self, indices: &[u32]) {
        for operation in &mut self.operations {
            if let Operation::Raster(id, _) = operation {
                id.index = indices[id.index()];
            }
        }
    }
}

impl Inner {
    /// The program that computes these outputs; in full, definitions take the places of what they define.
    fn finished(&self, outputs: &[(String, Type, Vec<Value>)], in_full: bool) -> Program {
        let mut program = self.extract(outputs, in_full);
        // A raster reads only earlier ones, so the needed ones are found from the last to the first.
        let mut sources: Vec<Option<RasterSource>> = vec![None; self.rasters.len()];
        let mut sampled = vec![false; self.rasters.len()];
        program.mark_rasters(&mut sampled);
        for (index, source) in self.rasters.iter().enumerate().rev() {
            if sampled[index] {
                let planes = self.extract(&[("planes".into(), Type::Float, source.planes.clone())], in_full);
                planes.mark_rasters(&mut sampled);
                sources[index] = Some(RasterSource { grid: source.grid, pass: source.pass, planes });
            }
        }
        let indices = sampled.iter().scan(0, |next, sampled| {
            let index = *next;
            *next += u32::from(*sampled);
            Some(index)
        });
        let indices: Vec<u32> = indices.collect();
        program.rasters = sources.into_iter().flatten().collect();
        for source in &mut program.rasters {
            source.planes.renumber_rasters(&indices);
        }
        program.renumber_rasters(&indices);
        program
    }

    /// The definition of a value in full, or else the value itself.
    fn defined(&self, value: Value, in_full: bool) -> Value {
        if in_full { self.definitions.get(&value).copied().unwrap_or(value) } else { value }
    }

    /// Whether these outputs need each operation.
    fn needed(&self, outputs: &[(String, Type, Vec<Value>)], in_full: bool) -> Vec<bool> {
        let mut needed = vec![false; self.operations.len()];
        for (_, _, values) in outputs {
            values.iter().for_each(|value| needed[self.defined(*value, in_full).index()] = true);
        }
        for (index, operation) in self.operations.iter().enumerate().rev() {
            if needed[index] {
                operation.operands().iter().for_each(|operand| needed[self.defined(*operand, in_full).index()] = true);
            }
        }
        needed
    }

    /// The operations that these outputs need, without rasters.
    fn extract(&self, outputs: &[(String, Type, Vec<Value>)], in_full: bool) -> Program {
        let needed = self.needed(outputs, in_full);
        let mut program = Program {
            operations: Vec::new(),
            origins: Vec::new(),
            axes: Vec::new(),
            functions: self.functions.clone(),
            slots: self.slots.clone(),
            outputs: Vec::new(),
            rasters: Vec::new(),
            full: None,
        };
        let mut renamed = vec![Value(0); self.operations.len()];
        for (index, operation) in self.operations.iter().enumerate().filter(|(index, _)| needed[*index]) {
            renamed[index] = Value(program.operations.len() as u32);
            let operation = operation.map_operands(|value| renamed[self.defined(value, in_full).index()]);
            let axes = match operation {
                Operation::Coordinate(axis) => Axes::from(axis),
                _ => operation.operands().iter().fold(Axes::NONE, |axes, operand| axes | program.axes[operand.index()]),
            };
            program.operations.push(operation);
            program.origins.push(self.origins.get(index).copied().flatten());
            program.axes.push(axes);
        }
        program.outputs = outputs
            .iter()
            .map(|(name, value_type, values)| ProgramOutput {
                name: name.clone(),
                value_type: *value_type,
                values: values.iter().map(|value| renamed[self.defined(*value, in_full).index()]).collect(),
            })
            .collect();
        program
    }

    fn raster(&mut self, source: Source) -> u32 {
        let next = self.rasters.len() as u32;
        let index = *self.known_rasters.entry(source.clone()).or_insert(next);
        if index == next {
            self.rasters.push(source);
        }
        index
    }

    fn push(&mut self, operation: Operation) -> Value {
        self.requests += 1;
        self.simplified(operation).unwrap_or_else(|operation| self.add(operation))
    }

    /// The value of an operation that is known, folds to a constant, or equals one of its operands; else the operation.
    fn simplified(&mut self, operation: Operation) -> Result<Value, Operation> {
        if let Operation::Ternary(Ternary::Mix, [a, b, _]) = operation
            && self.is_presently_same(a, b)
        {
            return Ok(a);
        }
        if let Operation::Ternary(Ternary::Select, [condition, yes, no]) = operation
            && let Some(is_positive) = self.is_presently_positive(condition)
        {
            return Ok(if is_positive { yes } else { no });
        }
        let constant = |value| self.constant(value);
        let operation = match operation {
            // A mix from 0 to 1 is its weight, except for the weight -0, to which 0 is added.
            Operation::Ternary(Ternary::Mix, [a, b, t])
                if constant(a).map(f32::to_bits) == Some(0.0_f32.to_bits()) && constant(b) == Some(1.0) =>
            {
                Operation::Binary(Binary::Add, [a, t])
            }
            operation => operation,
        };
        // These identities change nothing except, for a mix, the sign of a zero.
        match operation {
            Operation::Binary(Binary::Multiply, [a, b]) if constant(b) == Some(1.0) => return Ok(a),
            Operation::Binary(Binary::Multiply, [a, b]) if constant(a) == Some(1.0) => return Ok(b),
            Operation::Binary(Binary::Divide, [a, b]) if constant(b) == Some(1.0) => return Ok(a),
            Operation::Binary(Binary::Subtract, [a, b]) if constant(b).map(f32::to_bits) == Some(0.0_f32.to_bits()) => {
                return Ok(a);
            }
            Operation::Ternary(Ternary::Mix, [a, b, _]) if a == b => return Ok(a),
            Operation::Ternary(Ternary::Select, [condition, yes, no]) => match constant(condition) {
                Some(condition) => return Ok(if condition > 0.0 { yes } else { no }),
                None if yes == no => return Ok(yes),
                None => {}
            },
            _ => {}
        }
        let operands = operation.operands();
        if !operands.is_empty() && operands.iter().all(|operand| constant(*operand).is_some()) {
            let folded = operation.at(&self.functions, |value| constant(value).unwrap_or_default());
            return folded.map(|value| self.add(Operation::Constant(value))).ok_or(operation);
        }
        Err(operation)
    }

    /// Whether the ends of a mix would be one constant, were variables constants. Either way it becomes a condition:
    /// equal ends make the mix a constant, and the mix of -0 with itself is 0.
    fn is_presently_same(&mut self, a: Value, b: Value) -> bool {
        let present = |value| self.present.get(&value).copied();
        let ends = [a, b].map(|value| present(value).or_else(|| self.constant(value)));
        let [Some(first), Some(second)] = ends else { return false };
        let is_same = first.to_bits() == second.to_bits();
        match [a, b].map(|value| self.present.contains_key(&value)) {
            [true, false] => drop(self.conditions.insert((a, Condition::has_bits(second, is_same)))),
            [false, true] => drop(self.conditions.insert((b, Condition::has_bits(first, is_same)))),
            [true, true] => {
                self.conditions.insert((a, Condition::has_bits(first, true)));
                self.conditions.insert((b, Condition::has_bits(second, true)));
            }
            [false, false] => {}
        }
        is_same
    }

    /// Whether a variable condition of a selection is above 0 at present; `None` for any other condition.
    fn is_presently_positive(&mut self, condition: Value) -> Option<bool> {
        let is_positive = *self.present.get(&condition)? > 0.0;
        self.conditions.insert((condition, Condition::is_positive(is_positive)));
        Some(is_positive)
    }

    fn constant(&self, value: Value) -> Option<f32> {
        match self.operations[value.index()] {
            Operation::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    fn add(&mut self, operation: Operation) -> Value {
        let next = Value(self.operations.len() as u32);
        // Past the limit nothing is stored: the builder only has to survive until the caller checks.
        if self.operations.len() > Builder::LIMIT {
            return Value(0);
        }
        let value = *self.known.entry(operation.key()).or_insert(next);
        if value == next {
            self.operations.push(operation);
            if let Some(number) = self.present_number(&operation) {
                self.present.insert(value, number);
            }
        }
        value
    }

    /// The present number of an operation on variables and constants.
    fn present_number(&self, operation: &Operation) -> Option<f32> {
        let is_variable = |operand| self.present.contains_key(operand);
        if self.present.is_empty() || !operation.operands().iter().any(is_variable) {
            return None;
        }
        let number = |operand: Value| self.present.get(&operand).copied().or_else(|| self.constant(operand));
        if operation.operands().iter().any(|operand| number(*operand).is_none()) {
            return None;
        }
        operation.at(&self.functions, |operand| number(operand).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use travertine_noise::reference::{Perlin1985, Reference};
    use travertine_noise::{Grain, Random};

    use super::*;
    use crate::axes::Axis;
    use crate::basis::BasisFunction;
    use crate::bound::Bound;
    use crate::curve::{Curve, CurveInterpolation};
    use crate::derived::Variable;
    use crate::expression::Expr;

    fn finish(builder: &Builder, value: Expr) -> Program {
        builder.finish(&[("value".into(), Type::Float, vec![value.value()])]).unwrap()
    }

    #[test]
    fn equal_operations_become_one_and_unused_ones_vanish() {
        let builder = Builder::new();
        let (x, y) = (builder.coordinate(Axis::X), builder.coordinate(Axis::Y));
        let _unused = (x * y).sin();
        let program = finish(&builder, (x + y) * (x + y));
        assert_eq!(program.operations().len(), 4);
        assert_eq!(program.sample(&Bound::default(), [1.0, 2.0, 0.0, 0.0]), [9.0]);
    }

    #[test]
    fn folded_constants_have_the_bits_of_a_run() {
        let builder = Builder::new();
        let folded = builder.constant(0.3).sin() * 7.0;
        let program = finish(&builder, folded);
        assert_eq!(program.operations(), [Operation::Constant(travertine_noise::math::sin(0.3) * 7.0)]);
    }

    #[test]
    fn a_mix_from_zero_to_one_has_the_bits_of_its_definition() {
        let builder = Builder::new();
        let mix = builder.constant(0.0).mix(1.0, builder.coordinate(Axis::X));
        let program = finish(&builder, mix);
        assert!(program.operations().iter().all(|operation| !matches!(operation, Operation::Ternary(..))));
        let sizes = [0.0, 1e-45, 1e-30, 0.3, 0.999_999_94, 1.0, 1.000_000_1, 7.5, 1e30, f32::MAX];
        for t in sizes.into_iter().flat_map(|size| [size, -size]) {
            let [mixed] = program.sample(&Bound::default(), [t, 0.0, 0.0, 0.0])[..] else { panic!() };
            assert_eq!(mixed.to_bits(), Ternary::Mix.at([0.0, 1.0, t]).to_bits(), "{t:e}");
        }
    }

    #[test]
    fn definitions_stand_for_what_a_search_finds() {
        let builder = Builder::new();
        let [x, y] = [Axis::X, Axis::Y].map(|axis| builder.coordinate(axis));
        let random = Random::new(Grain::Cell, 2, 1).unwrap();
        // Not the same bits, so that the test can tell which is computed.
        let found = builder.found_by(x * x, BasisFunction::Random(random), [x, y, x, x], &[]);
        let sample = |value: Expr| {
            let program = finish(&builder, value);
            assert_eq!(program.in_full().in_full(), program.in_full());
            [&program, program.in_full()].map(|program| program.sample(&Bound::default(), [3.0, 5.0, 0.0, 0.0])[0])
        };
        assert_eq!(sample(found + 1.0), [random.at([3.0, 5.0, 0.0, 0.0]) + 1.0, 10.0]);
        assert_eq!(sample(builder.derivative(found, x).unwrap()), [6.0; 2]);
        let moved = builder.replace(found, &[(x, y)]);
        assert_eq!(sample(moved), [random.at([5.0, 5.0, 0.0, 0.0]), 25.0]);
        assert_eq!(sample(builder.derivative(moved, y).unwrap()), [10.0; 2]);
        let slopes =
            finish(&builder, found).with_derivatives(&[("x".to_owned(), Variable::Coordinate(Axis::X))]).unwrap();
        assert_eq!(slopes.sample(&Bound::default(), [3.0, 5.0, 0.0, 0.0]), [9.0, 6.0]);
    }

    #[test]
    fn equal_functions_become_one() {
        let builder = Builder::new();
        let axes = [Axis::X, Axis::Y, Axis::Z].map(|axis| builder.coordinate(axis));
        let flat = |z| {
            let noise = Perlin1985::new(2, 1).unwrap();
            builder.reference(noise.into(), [axes[0], axes[1], z])
        };
        let (here, elsewhere) = (flat(axes[2]), flat(axes[0]));
        assert_eq!(here.value(), elsewhere.value());
        let curve = Curve { points: vec![[0.0, 1.0]], interpolation: CurveInterpolation::Linear };
        let curved = builder.curve(&curve, here) + builder.curve(&curve, elsewhere);
        let program = finish(&builder, curved);
        assert_eq!(program.functions().len(), 2);
        assert_eq!(program.operations().len(), 5);
        let axes = program.axes().last().copied().unwrap();
        assert!(axes.contains(Axis::Y) && !axes.contains(Axis::Z));
    }

    #[test]
    fn functions_of_constants_fold() {
        let builder = Builder::new();
        let position = [0.3, 0.4, 0.5];
        let program = finish(&builder, builder.reference(Reference::Perlin2002, position.map(|x| builder.constant(x))));
        assert_eq!(program.operations(), [Operation::Constant(Reference::Perlin2002.at(position))]);
    }

    #[test]
    fn operations_keep_the_origin_that_made_them_first() {
        let builder = Builder::new();
        let x = builder.coordinate(Axis::X);
        builder.set_origin(3);
        let (sine, _unused) = (x.sin(), x.cos());
        builder.set_origin(8);
        let sum = x.sin() + 2.0 * sine;
        let outputs = [("value".into(), Type::Float, vec![sum.value()])];
        let program = builder.finish(&outputs).unwrap();
        assert_eq!(program.origins().len(), program.operations().len());
        for (operation, origin) in program.operations().iter().zip(program.origins()) {
            let expected = match operation {
                Operation::Coordinate(_) => None,
                Operation::Unary(..) => Some(3),
                _ => Some(8),
            };
            assert_eq!(*origin, expected, "{operation:?}");
        }
    }

    #[test]
    fn parameters_stay_symbolic() {
        let builder = Builder::new();
        let slot = Slot { parameter: 3, component: 0 };
        let (a, b) = (builder.parameter(slot), builder.parameter(slot));
        let program = finish(&builder, a + b);
        assert_eq!(program.slots(), [slot]);
        assert_eq!(program.sample(&vec![2.5].into(), [0.0; 4]), [5.0]);
    }

    #[test]
    fn values_carry_the_axes_they_vary_along() {
        let builder = Builder::new();
        let x = builder.coordinate(Axis::X);
        let t = builder.coordinate(Axis::Time);
        let program = finish(&builder, x.cos() * 2.0 + t);
        let axes = program.axes().last().copied().unwrap();
        assert!(axes.contains(Axis::X) && axes.contains(Axis::Time) && !axes.contains(Axis::Y));
        assert!(program.axes().iter().any(|axes| axes.is_empty()));
    }
}
