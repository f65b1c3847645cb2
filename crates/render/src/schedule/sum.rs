//! Sums: lattice noise along rows, its octaves multiplied, added and divided in one step.
//!
//! The arithmetic is that of the separate operations. Fusing them avoids writing and reading all samples in between.

use travertine_noise::Noise;
use travertine_program::{Binary, Operation, Program, Value};

use crate::domain::Shape;

/// Lattice noise along rows: one octave, or a sum.
#[derive(Clone)]
pub(crate) struct Sum {
    /// A value to which the octaves are added.
    pub(crate) onto: Option<Value>,
    /// At least one octave.
    pub(crate) octaves: Vec<Octave>,
    pub(crate) divisor: Option<Value>,
    /// Every value that the step reads.
    pub(crate) operands: Vec<Value>,
    /// Index of the first octave's lattice columns in the workspace. The other octaves follow.
    pub(crate) columns: usize,
}

/// An octave of a sum.
#[derive(Clone)]
pub(crate) struct Octave {
    pub(crate) noise: Noise,
    /// The coordinates, then the frequency if the noise has periods.
    pub(crate) operands: Vec<Value>,
    pub(crate) factor: Option<Value>,
}

/// The sums of a program, each at the index of the operation that completes it. `inner` marks the values that are read
/// once, by an operation.
pub(super) fn sums(program: &Program, shapes: &[Shape], inner: &[bool]) -> Vec<Option<Sum>> {
    let mut sums = Sums { shapes, inner, of: Vec::with_capacity(shapes.len()) };
    for operation in program.operations() {
        let sum = match *operation {
            Operation::Noise(noise, _) => sums.noise(noise, operation.operands()),
            Operation::Binary(binary @ (Binary::Add | Binary::Multiply), [a, b]) => {
                sums.binary(binary, [a, b]).or_else(|| sums.binary(binary, [b, a]))
            }
            Operation::Binary(Binary::Divide, operands) => sums.binary(Binary::Divide, operands),
            _ => None,
        };
        sums.of.push(sum);
    }
    sums.of
}

/// The sums found so far.
struct Sums<'a> {
    shapes: &'a [Shape],
    inner: &'a [bool],
    /// Sums by the index of the operation that completes them.
    of: Vec<Option<Sum>>,
}

impl Sums<'_> {
    /// Noise of which only x varies along a row: everything else is computed once for each row.
    fn noise(&self, noise: Noise, operands: &[Value]) -> Option<Sum> {
        let shape = |value: &Value| self.shapes[value.index()];
        let steady = |other: &Value| matches!(shape(other), Shape::Uniform | Shape::Column);
        let (x, rest) = operands.split_first()?;
        (shape(x) == Shape::Row && rest.iter().all(steady)).then(|| Sum {
            onto: None,
            octaves: vec![Octave { noise, operands: operands.to_vec(), factor: None }],
            divisor: None,
            operands: operands.to_vec(),
            columns: 0,
        })
    }

    fn binary(&mut self, binary: Binary, [a, b]: [Value; 2]) -> Option<Sum> {
        let shape = |value: Value| self.shapes[value.index()];
        let inner = |value: Value| self.inner[value.index()];
        let mut absorb =
            |value: Value, fits: fn(&Sum) -> bool| self.of[value.index()].take_if(|sum| inner(value) && fits(sum));
        match binary {
            Binary::Multiply if shape(b) == Shape::Uniform => {
                let mut sum = absorb(a, |sum| sum.is_octave() && sum.octaves[0].factor.is_none())?;
                sum.octaves[0].factor = Some(b);
                sum.operands.push(b);
                Some(sum)
            }
            Binary::Divide if shape(b) == Shape::Uniform => {
                let mut sum = absorb(a, |sum| sum.divisor.is_none())?;
                sum.divisor = Some(b);
                sum.operands.push(b);
                Some(sum)
            }
            Binary::Add if shape(a) == shape(b) => {
                let octave = absorb(b, Sum::is_octave)?;
                let sum = absorb(a, |sum| sum.divisor.is_none());
                let alone = || Sum { onto: Some(a), octaves: Vec::new(), divisor: None, operands: vec![a], columns: 0 };
                let mut sum = sum.unwrap_or_else(alone);
                sum.octaves.extend(octave.octaves);
                sum.operands.extend(octave.operands);
                Some(sum)
            }
            _ => None,
        }
    }
}

impl Sum {
    fn is_octave(&self) -> bool {
        self.onto.is_none() && self.divisor.is_none() && self.octaves.len() == 1
    }
}
