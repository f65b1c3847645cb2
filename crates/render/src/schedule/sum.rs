//! Noise along rows, and sums of it: octaves times their factors, added up and divided in one step.
//!
//! The arithmetic is that of the single operations; what is saved is to write and to read all samples in between.

use travertine_noise::Noise;
use travertine_program::{Binary, Operation, Program, Value};

use crate::domain::Shape;

/// Noise along rows, alone or in a sum.
#[derive(Clone)]
pub(crate) struct Sum {
    /// A value that the octaves are added to.
    pub(crate) onto: Option<Value>,
    /// At least one.
    pub(crate) octaves: Vec<Octave>,
    pub(crate) divisor: Option<Value>,
    /// Every value that the step reads.
    pub(crate) operands: Vec<Value>,
    /// The first of the workspace's lattice columns that it uses, one for each octave.
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

/// The sums of a program, each at the index of the operation that completes it; `inner` are the values that nothing needs
/// but the one operation that reads them.
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
    /// At the index of the operation that completes it.
    of: Vec<Option<Sum>>,
}

impl Sums<'_> {
    /// Noise whose x alone varies along a row: what depends on the other coordinates is worked out once for all of the
    /// row.
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
        let mut absorb = |value: Value, fits: fn(&Sum) -> bool| {
            self.of[value.index()].take_if(|sum| inner(value) && fits(sum))
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
                let alone = || Sum {
                    onto: Some(a),
                    octaves: Vec::new(),
                    divisor: None,
                    operands: vec![a],
                    columns: 0,
                };
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
