//! Arguments: the values that a user of a graph gives to its parameters.

use travertine_noise::hash::hash;
use travertine_program::{Bound, Program, Slot};

use crate::constant::Constant;
use crate::graph::Graph;

pub use crate::detail::Detail;

/// A value for every parameter of a graph, a seed for all of it, and what is known of the samples.
#[derive(Clone, PartialEq, Debug)]
pub struct Arguments {
    values: Vec<Constant>,
    seed: u32,
    detail: Detail,
}

impl Arguments {
    /// The parameters' defaults, and seed 0.
    pub fn new(graph: &Graph) -> Arguments {
        let values = graph.parameters.iter().map(|parameter| parameter.default.clone()).collect();
        Arguments { values, seed: 0, detail: Detail::default() }
    }

    /// Gives a value to the parameter at `index`: one of the parameter's value_type and in its range, as
    /// [`Graph::argument`] gives it.
    ///
    /// # Panics
    ///
    /// If the graph has no such parameter. With a value of another kind, lowering panics.
    pub fn set(&mut self, index: usize, value: Constant) {
        self.values[index] = value;
    }

    /// Gives the whole graph another seed: with any other than 0, every seed in it becomes a different one.
    pub fn set_seed(&mut self, seed: u32) {
        self.seed = seed;
    }

    /// Says how much detail is worth computing.
    pub fn set_detail(&mut self, detail: Detail) {
        self.detail = detail;
    }

    /// How much detail is worth computing.
    pub fn detail(&self) -> Detail {
        self.detail
    }

    /// The value of the parameter at `index`.
    ///
    /// # Panics
    ///
    /// If the graph has no such parameter.
    pub fn get(&self, index: usize) -> &Constant {
        &self.values[index]
    }

    /// What a seed of the graph becomes.
    pub(crate) fn seed(&self, seed: u32) -> u32 {
        // The second coordinate keeps it apart from the seeds of octaves, which are hashes of the seed too.
        const WHOLE_GRAPH: i32 = 0x7768_6F6C;
        if self.seed == 0 { seed } else { hash(seed, [self.seed as i32, WHOLE_GRAPH]) }
    }

    /// The floats that a program's slots hold: whatever changes here, the program stays the same, as long as only
    /// parameters of floats, vectors and colours change.
    pub fn bind(&self, program: &Program) -> Bound {
        let component = |slot: &Slot| match &self.values[slot.parameter] {
            Constant::Integer(value) => *value as f32,
            value => {
                value.floats().and_then(|floats| floats.get(slot.component)).copied().unwrap_or_default()
            }
        };
        program.slots().iter().map(component).collect::<Vec<f32>>().into()
    }
}
