//! Plans: a program arranged for a domain.
//!
//! Each value gets the shape in which it varies over the domain's grid, and a buffer, which later values of the same
//! shape take over after its last use.

use std::collections::HashMap;
use std::ops::Range;

use travertine_graph::curve::Curve;
use travertine_graph::program::{Bound, Function, Operation, Program, Value};
use travertine_noise::{Interpolation, Noise};

use crate::chains::{Chains, Part};
use crate::domain::{Domain, Shape};
use crate::kept::{Plane, Reuse};
use crate::sums::{Octave, Sums};

/// The most results along rows that are kept from tile to tile; each needs a buffer of its own.
const MOST_KEPT: usize = 512;

/// The most curves that are worked out together: as many as a ramp has channels.
const CURVES_AT_ONCE: usize = 4;

/// The most points of curves that are worked out straight into a picture: with more, tables are made for each strip.
const FEW_POINTS: usize = 32;

/// A buffer of a workspace.
pub(crate) type Buffer = usize;

/// An operation with its buffers.
pub(crate) struct Step<'a> {
    pub(crate) operation: Operation,
    pub(crate) operands: Vec<Buffer>,
    pub(crate) result: Buffer,
    /// It varies along rows at most, and nobody overwrites its result: good for all tiles with the same columns.
    pub(crate) kept: bool,
    /// For noise along rows.
    pub(crate) sum: Option<SumStep>,
    /// For a [chain](crate::chains::Chain): what becomes of the first operand.
    pub(crate) parts: Vec<Part>,
    /// For the first of some [curves](Step::goes_with) that are worked out together: all of them, a step each.
    pub(crate) curves: Vec<&'a Curve>,
    /// Where the result is known from an earlier render.
    pub(crate) known: Option<Plane<'a>>,
    /// It is worked out straight into a picture: see [`Output::step`].
    pub(crate) deferred: bool,
}

/// A sum of noise along rows, with its buffers.
pub(crate) struct SumStep {
    pub(crate) onto: Option<Buffer>,
    pub(crate) octaves: Vec<OctaveStep>,
    pub(crate) divisor: Option<Buffer>,
    /// The first of the workspace's lattice columns that it uses; each octave has its own.
    pub(crate) columns: usize,
}

/// An octave with its buffers.
pub(crate) struct OctaveStep {
    pub(crate) noise: Noise,
    pub(crate) operands: Vec<Buffer>,
    pub(crate) factor: Option<Buffer>,
}

impl<'a> Step<'a> {
    fn curve(&self, program: &'a Program) -> Option<&'a Curve> {
        match self.operation {
            Operation::Function(id, _) if self.known.is_none() => match &program.functions()[id.index()] {
                Function::Curve(curve) => Some(curve),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether both are curves of one number that share their segments, as the channels of a ramp do.
    fn goes_with(&self, next: &Step<'a>, program: &'a Program) -> bool {
        let curves = [self, next].map(|step| step.curve(program));
        matches!(curves, [Some(a), Some(b)] if self.operands == next.operands && a.shares_segments(b))
    }

    pub(crate) fn samples_raster(&self) -> bool {
        matches!(self.operation, Operation::Raster(..))
    }

    /// The buffers that it reads.
    fn reads(&self) -> impl Iterator<Item = Buffer> {
        self.operands.iter().copied().chain(self.sum.iter().flat_map(SumStep::reads))
    }
}

impl SumStep {
    fn reads(&self) -> impl Iterator<Item = Buffer> {
        let octaves = self.octaves.iter().flat_map(|octave| octave.operands.iter().chain(&octave.factor));
        octaves.chain(&self.onto).chain(&self.divisor).copied()
    }
}

/// How the floats of an output, or of a value that is to be kept, come into their picture.
pub(crate) struct Output {
    /// From these buffers.
    pub(crate) buffers: Vec<Buffer>,
    /// By the step of that place, and those that follow if it is one of some curves: they need no buffers.
    pub(crate) step: Option<usize>,
}

/// A program arranged for a domain.
pub(crate) struct Plan<'a> {
    pub(crate) program: &'a Program,
    pub(crate) bound: &'a Bound,
    pub(crate) steps: Vec<Step<'a>>,
    /// The shape of each buffer.
    pub(crate) buffers: Vec<Shape>,
    /// How many sets of lattice columns a workspace needs, and with which interpolation.
    pub(crate) columns: Vec<Interpolation>,
    /// Those of the program, then those of each value that is to be kept.
    pub(crate) outputs: Vec<Output>,
}

/// What becomes of each buffer of a plan.
struct Uses {
    /// The last step that fills it.
    filled: Vec<Option<usize>>,
    /// The last step that reads it.
    read: Vec<Option<usize>>,
    /// How many times outputs show it.
    shown: Vec<usize>,
}

impl Uses {
    fn of(plan: &Plan) -> Uses {
        let count = plan.buffers.len();
        let mut uses = Uses { filled: vec![None; count], read: vec![None; count], shown: vec![0; count] };
        for (index, step) in plan.steps.iter().enumerate() {
            uses.filled[step.result] = Some(index);
            step.reads().for_each(|buffer| uses.read[buffer] = Some(index));
        }
        plan.outputs.iter().flat_map(|output| &output.buffers).for_each(|buffer| uses.shown[*buffer] += 1);
        uses
    }
}

impl<'a> Plan<'a> {
    pub(crate) fn new(
        program: &'a Program,
        bound: &'a Bound,
        domain: &impl Domain,
        reuse: &Reuse<'a>,
    ) -> Plan<'a> {
        let operations = program.operations();
        let shapes: Vec<Shape> = program.axes().iter().map(|axes| domain.shape(*axes)).collect();
        let outputs = program.outputs().iter().flat_map(|output| &output.values);
        let roots: Vec<Value> = outputs.chain(&reuse.keep).copied().collect();
        let known = |index: usize| reuse.known.get(&index).copied();
        let mut uses = vec![0_usize; operations.len()];
        let read = operations.iter().flat_map(Operation::operands);
        read.chain(&roots).for_each(|value| uses[value.index()] += 1);
        let inner = |(index, uses): (usize, &usize)| *uses == 1 && known(index).is_none();
        let inner: Vec<bool> = uses.iter().enumerate().map(inner).collect();
        let sums = Sums::new(program, &shapes, &inner);
        let chains = Chains::new(program, &shapes, &inner, &sums);
        let reads = |index: usize| match (known(index), sums.of(index), chains.of(index)) {
            (Some(_), ..) => &[],
            (None, Some(sum), _) => sum.operands.as_slice(),
            (None, None, Some(chain)) => &chain.operands,
            (None, None, None) => operations[index].operands(),
        };

        let mut needed = vec![false; operations.len()];
        roots.iter().for_each(|root| needed[root.index()] = true);
        for index in (0..operations.len()).rev() {
            if !needed[index] {
                continue;
            }
            reads(index).iter().for_each(|operand| needed[operand.index()] = true);
        }
        let mut last_use: Vec<usize> = (0..operations.len()).collect();
        for index in (0..operations.len()).filter(|index| needed[*index]) {
            reads(index).iter().for_each(|operand| last_use[operand.index()] = index);
        }
        roots.iter().for_each(|root| last_use[root.index()] = usize::MAX);

        let mut plan = Plan {
            program,
            bound,
            steps: Vec::with_capacity(operations.len()),
            buffers: Vec::new(),
            columns: Vec::new(),
            outputs: Vec::new(),
        };
        let along_rows = |shape: &Shape| matches!(shape, Shape::Uniform | Shape::Row);
        let keep = shapes.iter().filter(|shape| along_rows(shape)).count() <= MOST_KEPT;
        // By their shapes.
        let mut free: [Vec<Buffer>; Shape::COUNT] = Default::default();
        let mut buffer_of: Vec<Buffer> = vec![0; operations.len()];
        let mut known_columns = HashMap::new();
        for (index, operation) in operations.iter().enumerate() {
            if !needed[index] {
                continue;
            }
            let shape = shapes[index];
            let result = free[shape as usize].pop().unwrap_or_else(|| {
                plan.buffers.push(shape);
                plan.buffers.len() - 1
            });
            buffer_of[index] = result;

            let known = known(index);
            let sum = sums.of(index).filter(|_| known.is_none());
            let buffers =
                |values: &[Value]| values.iter().map(|value| buffer_of[value.index()]).collect::<Vec<_>>();
            let kept = keep && along_rows(&shape);
            let operands = if sum.is_none() { buffers(reads(index)) } else { Vec::new() };
            let sum = sum.map(|sum| {
                let octave = |octave: &Octave| {
                    let Operation::Noise(noise, _) = operations[octave.noise] else { return None };
                    let operands = buffers(operations[octave.noise].operands());
                    let factor = octave.factor.map(|factor| buffer_of[factor.index()]);
                    Some(OctaveStep { noise, operands, factor })
                };
                let octaves: Vec<OctaveStep> = sum.octaves.iter().filter_map(octave).collect();
                let [onto, divisor] =
                    [sum.onto, sum.divisor].map(|value| value.map(|value| buffer_of[value.index()]));
                let own = plan.columns.len();
                let interpolations = octaves.iter().map(|octave| octave.noise.interpolation());
                let columns = match &octaves[..] {
                    // Noises at the same places share what is prepared for them, unless others take the places' buffer over.
                    [only] if keep => {
                        *known_columns.entry((only.operands[0], only.noise.interpolation())).or_insert(own)
                    }
                    _ => own,
                };
                if columns == own {
                    plan.columns.extend(interpolations);
                }
                SumStep { onto, octaves, divisor, columns }
            });
            plan.steps.push(Step {
                operation: *operation,
                operands,
                result,
                kept,
                sum,
                parts: chains.of(index).map_or(Vec::new(), |chain| chain.parts.clone()),
                curves: Vec::new(),
                known,
                deferred: false,
            });

            for value in reads(index).iter().map(|operand| operand.index()) {
                if last_use[value] == index && !(keep && along_rows(&shapes[value])) {
                    // Once, however often it is read.
                    last_use[value] = usize::MAX;
                    free[shapes[value] as usize].push(buffer_of[value]);
                }
            }
        }
        for steps in plan.steps.chunk_by_mut(|step, next| step.goes_with(next, program)) {
            for steps in steps.chunks_mut(CURVES_AT_ONCE).filter(|steps| steps.len() > 1) {
                steps[0].curves = steps.iter().filter_map(|step| step.curve(program)).collect();
            }
        }
        let buffers = |values: &[Value]| values.iter().map(|value| buffer_of[value.index()]).collect();
        let outputs = program.outputs().iter().map(|output| output.values.as_slice());
        let kept = reuse.keep.iter().map(std::slice::from_ref);
        let output = |values| Output { buffers: buffers(values), step: None };
        plan.outputs = outputs.chain(kept).map(output).collect();
        plan
    }

    /// Leaves so many floats of each output, and works out straight into the picture what nobody else needs.
    pub(crate) fn finish(&mut self, channels: impl Iterator<Item = usize>) {
        for (output, channels) in self.outputs.iter_mut().zip(channels) {
            output.buffers.truncate(channels);
        }
        let uses = Uses::of(self);
        for output in 0..self.outputs.len() {
            let buffers = &self.outputs[output].buffers;
            let first = buffers.first().and_then(|buffer| uses.filled[*buffer]);
            let Some(steps) = first.map(|first| first..first + buffers.len()) else { continue };
            let own = |buffer: &Buffer| buffers.iter().filter(|other| *other == buffer).count();
            let shown_elsewhere = buffers.iter().any(|buffer| uses.shown[*buffer] > own(buffer));
            if !shown_elsewhere && self.can_wait(steps.clone(), buffers, &uses) {
                self.outputs[output].step = first;
                self.steps[steps].iter_mut().for_each(|step| step.deferred = true);
            }
        }
        // What is never stored takes no room.
        let mut stored = vec![false; self.buffers.len()];
        self.steps.iter().filter(|step| !step.deferred).for_each(|step| stored[step.result] = true);
        let free = self.buffers.iter_mut().zip(stored).filter(|(_, stored)| !stored);
        free.for_each(|(shape, _)| *shape = Shape::Uniform);
    }

    /// How many buffers hold what varies over both columns and rows, so that their size is that of tiles.
    pub(crate) fn full_buffers(&self) -> usize {
        self.buffers.iter().filter(|shape| **shape == Shape::Full).count()
    }

    /// Whether steps that fill these buffers are a sum or curves over the whole tile, of which later ones read nothing and
    /// whose operands they leave as they are.
    fn can_wait(&self, steps: Range<usize>, buffers: &[Buffer], uses: &Uses) -> bool {
        let Some(now) = self.steps.get(steps.clone()) else { return false };
        let before_end = |step: &Option<usize>| step.is_none_or(|step| step < steps.end);
        let unread = || buffers.iter().all(|buffer| before_end(&uses.read[*buffer]));
        let intact = || now.iter().flat_map(Step::reads).all(|buffer| before_end(&uses.filled[buffer]));
        let is_one = match now {
            [step] => step.sum.is_some(),
            [first, _, _] | [first, _, _, _] => {
                first.curves.len() == now.len() && first.curves[0].points.len() <= FEW_POINTS
            }
            _ => false,
        };
        is_one
            && now.iter().map(|step| &step.result).eq(buffers)
            && self.buffers[buffers[0]] == Shape::Full
            && unread()
            && intact()
    }

    /// The bytes of one workspace for tiles of that size.
    pub(crate) fn workspace_bytes(&self, width: usize, height: usize) -> u64 {
        let buffers: u64 = self.buffers.iter().map(|shape| shape.len(width, height) as u64).sum();
        // Lattice columns hold some four dozen floats for each sample of a row, most of them for the rows taken together.
        let rows = (self.columns.len() * 56 + Operation::MOST_OPERANDS) as u64 * width.max(height) as u64;
        (buffers + rows) * size_of::<f32>() as u64
    }

    /// How many results are computed over so many columns and rows.
    pub(crate) fn work(&self, width: u64, height: u64) -> u64 {
        let shape = |step: &Step| if step.deferred { Shape::Full } else { self.buffers[step.result] };
        let results = self.steps.iter().map(|step| match shape(step) {
            Shape::Uniform => 1,
            Shape::Row => width,
            Shape::Column => height,
            Shape::Full => width.saturating_mul(height),
        });
        results.fold(0, u64::saturating_add)
    }
}
