//! Profiles: where the time of renders goes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use travertine_program::{Program, Value};

use crate::schedule::{Schedule, Source, Step, Task};

/// The time that renders have spent, by operation and by the origin of operations.
///
/// Time is that of threads: two threads that work for a second take two seconds. A pass over a raster counts for all
/// threads, which it occupies. Encoding and files do not count.
#[derive(Debug, Default)]
pub struct Profile(Mutex<HashMap<Part, Duration>>);

/// A part of the work of a render.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    /// The [origin](Program::origins) of the operations; for a program of a graph, the index of a node. `None` for work
    /// that belongs to no node, such as coordinates.
    pub origin: Option<u32>,
    /// What was computed, such as `Gradient noise`.
    pub operation: &'static str,
}

impl Profile {
    /// A profile without any time.
    pub fn new() -> Profile {
        Profile::default()
    }

    /// The time of each part, the longest first.
    pub fn parts(&self) -> Vec<(Part, Duration)> {
        let times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut parts: Vec<(Part, Duration)> = times.iter().map(|(part, time)| (*part, *time)).collect();
        parts.sort_unstable_by(|(a, longer), (b, shorter)| shorter.cmp(longer).then(a.cmp(b)));
        parts
    }

    /// Adds the time of some parts.
    pub(crate) fn add(&self, parts: impl IntoIterator<Item = (Part, Duration)>) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (part, time) in parts.into_iter().filter(|(_, time)| !time.is_zero()) {
            *times.entry(part).or_default() += time;
        }
    }
}

/// Measures the steps of a workspace, and adds their time to a profile when it is dropped.
pub(crate) struct Stopwatch {
    profile: Arc<Profile>,
    /// Steps of the schedule, then its outputs.
    parts: Vec<(Part, Duration)>,
    /// The end of what was measured last.
    last: Instant,
}

impl Stopwatch {
    pub(crate) fn new(profile: &Arc<Profile>, schedule: &Schedule) -> Stopwatch {
        let program = schedule.program;
        let steps = schedule.steps.iter().map(|step| Part::of_step(program, step));
        let outputs = schedule.outputs.iter().map(|output| match output.source {
            Source::Buffers => Part { origin: None, operation: "Output" },
            Source::Sum(ref sum) => {
                let operation = sum.octaves.first().map_or("", |octave| octave.noise.basis().name());
                Part { operation, ..Part::of(program, output.values.last()) }
            }
            Source::Three(..) | Source::Four(..) => Part::of(program, output.values.last()),
        });
        let parts = steps.chain(outputs).map(|part| (part, Duration::ZERO)).collect();
        Stopwatch { profile: Arc::clone(profile), parts, last: Instant::now() }
    }

    /// Begins a measurement.
    pub(crate) fn start(&mut self) {
        self.last = Instant::now();
    }

    /// Counts the time since the end of the last measurement for a step, or for an output after all steps.
    pub(crate) fn stop(&mut self, index: usize) {
        let now = Instant::now();
        self.parts[index].1 += now - self.last;
        self.last = now;
    }
}

impl Drop for Stopwatch {
    fn drop(&mut self) {
        self.profile.add(self.parts.drain(..));
    }
}

impl Part {
    /// The part of a single operation, by its result.
    fn of(program: &Program, value: Option<&Value>) -> Part {
        let index = value.map(|value| value.index()).unwrap_or_default();
        let operation = program.operations().get(index).map_or("", |operation| operation.name(program.functions()));
        Part { origin: program.origins().get(index).copied().flatten(), operation }
    }

    fn of_step(program: &Program, step: &Step) -> Part {
        let part = Part::of(program, step.results.last());
        let operation = match &step.task {
            Task::Sum(sum) => sum.octaves.first().map_or(part.operation, |octave| octave.noise.basis().name()),
            Task::Chain(_) => "Arithmetic",
            Task::Known(_) => "Kept values",
            Task::Decide(_) => return Part { origin: None, operation: "Needs" },
            _ => part.operation,
        };
        Part { operation, ..part }
    }
}
