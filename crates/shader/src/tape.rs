//! Tapes: outputs of a texture as data for an interpreter, which needs no compiler for a new graph.
//!
//! A tape is a list of runs. The steps of a run have one [kind](StepKind), for which a device has one kernel: at each
//! site the kernel does the steps of the run, one after the other. Results are in registers, which lie in the memory of
//! the device, so a run can read the results of those before.

use std::collections::HashMap;

use travertine::{Context, Image, Texture};
use travertine_program::{Axis, Bound, Operation, Program, Value};

use crate::error::Error;
use crate::order::{Ordered, order};
use crate::pictures::pictures;
use crate::registers::registers;
use crate::step::{StepKind, StepParameter};
use crate::steps::{ARITHMETIC, COPY, Step, Steps};
use crate::textures::SampleTexture;

/// Outputs of a texture in the exact tier, as data for an interpreter.
///
/// The first word of a step is the place of its result: a register, or with [`Tape::OUTPUT`] the index of a float among
/// those of the outputs. A word of a [value](StepParameter::Value) is a register, with [`Tape::CONSTANT`] the index of
/// a word of the tape, or with [`Tape::COORDINATE`] the number of an axis.
#[derive(Debug)]
pub struct Tape {
    words: Vec<u32>,
    kinds: Vec<StepKind>,
    runs: Vec<Run>,
    registers: usize,
    axes: Vec<Axis>,
    width: usize,
    textures: Vec<SampleTexture>,
    program: Program,
    bound: Bound,
}

/// Consecutive steps of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Index of the kind in [`Tape::kinds`].
    pub kind: usize,
    /// Index of the texture that the steps read.
    pub texture: Option<usize>,
    /// The words of the first step, and those behind the last one.
    pub words: [u32; 2],
}

impl Tape {
    /// The mark of a float of the outputs.
    pub const OUTPUT: u32 = 1 << 30;
    /// The mark of a word of the tape.
    pub const CONSTANT: u32 = 1 << 30;
    /// The mark of a coordinate.
    pub const COORDINATE: u32 = 2 << 30;
    /// The most steps of arithmetic in a run. Software drivers end loops after 65,535 rounds, whatever is left to do.
    /// Noises and the like contain loops themselves, which count, so a run has one step of them.
    const MOST_STEPS: u32 = 1 << 14;

    /// The tape of outputs of a texture, with the values of its parameters.
    ///
    /// # Errors
    ///
    /// If there is no such output, or a node cannot be expressed.
    pub fn new(texture: &Texture, outputs: &[&str]) -> Result<Tape, Error> {
        let (program, bound) = texture.program_of(outputs)?;
        let steps = Steps::new(texture, &outputs.join(", "), &program, &bound)?;
        let ordered = order(&program, &steps);
        let (registers, count) = registers(&program, &ordered);
        let mut tape = Tape {
            words: steps.table,
            kinds: steps.kinds,
            runs: Vec::new(),
            registers: count,
            axes: Vec::new(),
            width: program.width(),
            textures: steps.textures,
            program,
            bound,
        };
        let places = tape.places(&registers);
        for Ordered { kind, texture, operations } in &ordered {
            let start = tape.words.len() as u32;
            for operation in operations {
                if let Some(step) = &steps.steps[*operation] {
                    tape.step(step, places[*operation], *operation, &places);
                }
            }
            tape.run(*kind, *texture, start);
        }
        let start = tape.words.len() as u32;
        let values: Vec<Value> = tape.program.outputs().iter().flat_map(|output| output.values.clone()).collect();
        for (index, value) in (0..).zip(values) {
            let place = places[value.index()];
            tape.words.extend([Tape::OUTPUT | index, COPY, place, place, place]);
        }
        tape.run(ARITHMETIC, None, start);
        Ok(tape)
    }

    /// The data of all runs.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The kinds of steps of the runs.
    pub fn kinds(&self) -> &[StepKind] {
        &self.kinds
    }

    /// The runs, in their order.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Number of registers of a site.
    pub fn registers(&self) -> usize {
        self.registers
    }

    /// Axes whose coordinates are read.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Floats of a site, of all outputs together.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The samples of each texture as a picture of three floats: see [`Shader::pictures`](crate::Shader::pictures).
    ///
    /// # Errors
    ///
    /// If a limit is exceeded, or it is cancelled.
    pub fn pictures(&self, context: &Context) -> Result<Vec<Image>, Error> {
        pictures(&self.textures, &self.program, &self.bound, context)
    }

    /// The word for the value of each operation, given the registers of those that are steps. Constants are added to
    /// the tape.
    fn places(&mut self, registers: &[u32]) -> Vec<u32> {
        let mut known = HashMap::new();
        let (words, axes) = (&mut self.words, &mut self.axes);
        let mut constant = |number: f32| {
            *known.entry(number.to_bits()).or_insert_with(|| {
                words.push(number.to_bits());
                Tape::CONSTANT | (words.len() as u32 - 1)
            })
        };
        let operations = self.program.operations().iter().zip(registers);
        operations
            .map(|(operation, register)| match *operation {
                Operation::Constant(number) => constant(number),
                Operation::Parameter(slot) => constant(self.bound.values()[slot as usize]),
                Operation::Coordinate(axis) => {
                    if !axes.contains(&axis) {
                        axes.push(axis);
                    }
                    Tape::COORDINATE | axis as u32
                }
                _ => *register,
            })
            .collect()
    }

    /// Writes the step of an operation.
    fn step(&mut self, step: &Step, target: u32, operation: usize, places: &[u32]) {
        let operands = self.program.operations()[operation].operands();
        let mut values = operands.iter().map(|operand| places[operand.index()]);
        // Arithmetic has three parameters for up to three operands; the others are read, but without effect.
        let first = operands.first().map_or(target, |operand| places[operand.index()]);
        let mut data = step.data.iter().copied();
        self.words.push(target);
        for parameter in self.kinds[step.kind].parameters() {
            match parameter {
                StepParameter::Value => self.words.push(values.next().unwrap_or(first)),
                StepParameter::Float | StepParameter::Uint | StepParameter::Int => {
                    self.words.push(data.next().unwrap_or_default());
                }
                StepParameter::Texture => {}
            }
        }
    }

    /// Adds the runs of the words from `start` on; the first of them to the run before, if that is of the same kind and
    /// has room.
    fn run(&mut self, kind: usize, texture: Option<usize>, start: u32) {
        let (mut at, end) = (start, self.words.len() as u32);
        let steps = if kind == ARITHMETIC { Tape::MOST_STEPS } else { 1 };
        let most = steps * self.kinds[kind].words() as u32;
        if let Some(last) = self.runs.last_mut()
            && (last.kind, last.texture, last.words[1]) == (kind, texture, start)
        {
            at = end.min(last.words[0] + most).max(at);
            last.words[1] = at;
        }
        while at < end {
            let next = end.min(at + most);
            self.runs.push(Run { kind, texture, words: [at, next] });
            at = next;
        }
    }
}
