//! Noise along rows, and sums of it: octaves times their factors, added up and divided in one step.
//!
//! The arithmetic is that of the single operations; what is saved is to write and to read all samples in between.

use travertine_program::{Binary, Operation, Program, Value};

use crate::domain::Shape;

/// The sums of a program.
pub(crate) struct Sums<'a> {
    program: &'a Program,
    shapes: &'a [Shape],
    /// By the place of the operation whose result they are.
    of: Vec<Option<Sum>>,
}

/// Noise along rows, alone or in a sum.
pub(crate) struct Sum {
    /// What it is added to.
    pub(crate) onto: Option<Value>,
    /// At least one.
    pub(crate) octaves: Vec<Octave>,
    pub(crate) divisor: Option<Value>,
    /// All that the step reads.
    pub(crate) operands: Vec<Value>,
}

/// Noise, and what it is multiplied by.
pub(crate) struct Octave {
    /// The place of the noise.
    pub(crate) noise: usize,
    pub(crate) factor: Option<Value>,
}

impl<'a> Sums<'a> {
    /// Those of a program; `inner` are the values that nobody needs but the one operation that reads them.
    pub(crate) fn new(program: &'a Program, shapes: &'a [Shape], inner: &[bool]) -> Sums<'a> {
        let mut sums = Sums { program, shapes, of: Vec::with_capacity(shapes.len()) };
        for (index, operation) in program.operations().iter().enumerate() {
            let sum = match *operation {
                Operation::Noise(..) => sums.noise(index),
                Operation::Binary(binary @ (Binary::Add | Binary::Multiply), [a, b]) => {
                    sums.binary(binary, [a, b], inner).or_else(|| sums.binary(binary, [b, a], inner))
                }
                Operation::Binary(Binary::Divide, operands) => sums.binary(Binary::Divide, operands, inner),
                _ => None,
            };
            sums.of.push(sum);
        }
        sums
    }

    /// Noise whose x alone varies along a row: what depends on the other coordinates is worked out once for all of the
    /// row.
    fn noise(&self, index: usize) -> Option<Sum> {
        let operands = self.program.operations()[index].operands();
        let shape = |value: &Value| self.shapes[value.index()];
        let steady = |other: &Value| matches!(shape(other), Shape::Uniform | Shape::Column);
        let (x, rest) = operands.split_first()?;
        (shape(x) == Shape::Row && rest.iter().all(steady)).then(|| Sum {
            onto: None,
            octaves: vec![Octave { noise: index, factor: None }],
            divisor: None,
            operands: operands.to_vec(),
        })
    }

    fn binary(&mut self, binary: Binary, [a, b]: [Value; 2], inner: &[bool]) -> Option<Sum> {
        let shape = |value: Value| self.shapes[value.index()];
        let mut absorb = |value: Value, fits: fn(&Sum) -> bool| {
            self.of[value.index()].take_if(|sum| inner[value.index()] && fits(sum))
        };
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
                let alone = || Sum { onto: Some(a), octaves: Vec::new(), divisor: None, operands: vec![a] };
                let mut sum = sum.unwrap_or_else(alone);
                sum.octaves.extend(octave.octaves);
                sum.operands.extend(octave.operands);
                Some(sum)
            }
            _ => None,
        }
    }

    /// The sum that an operation's result is.
    pub(crate) fn of(&self, index: usize) -> Option<&Sum> {
        self.of[index].as_ref()
    }
}

impl Sum {
    fn is_octave(&self) -> bool {
        self.onto.is_none() && self.divisor.is_none() && self.octaves.len() == 1
    }
}
