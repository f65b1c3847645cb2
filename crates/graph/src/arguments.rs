//! Arguments: the values of a graph's parameters for one use of the graph.

use travertine_noise::hash::hash;
use travertine_program::{Bound, Program, Slot};

use crate::constant::Constant;
use crate::graph::Graph;

pub use crate::detail::Detail;

/// A value for every parameter of a graph, a seed for the whole graph, and the required detail.
#[derive(Clone, PartialEq, Debug)]
pub struct Arguments {
    values: Vec<Constant>,
    seed: u32,
    detail: Detail,
}

impl Arguments {
    /// The parameters' defaults, seed 0, and all detail.
    pub fn new(graph: &Graph) -> Arguments {
        let values = graph.parameters.iter().map(|parameter| parameter.default.clone()).collect();
        Arguments { values, seed: 0, detail: Detail::default() }
    }

    /// Sets the value of the parameter at `index`. [`Graph::argument`] returns a value of the right type and range.
    ///
    /// # Panics
    ///
    /// If the graph has no such parameter. A value of another type makes lowering panic.
    pub fn set(&mut self, index: usize, value: Constant) {
        self.values[index] = value;
    }

    /// Sets the seed of the whole graph. With any seed but 0, every seed in the graph is replaced by a different one.
    pub fn set_seed(&mut self, seed: u32) {
        self.seed = seed;
    }

    /// Sets the required detail.
    pub fn set_detail(&mut self, detail: Detail) {
        self.detail = detail;
    }

    /// The required detail.
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

    /// The seed that replaces a seed of the graph.
    pub(crate) fn seed(&self, seed: u32) -> u32 {
        // The second coordinate separates it from seeds of octaves, which are hashes of the seed too.
        const WHOLE_GRAPH: i32 = 0x7768_6F6C;
        if self.seed == 0 { seed } else { hash(seed, [self.seed as i32, WHOLE_GRAPH]) }
    }

    /// Binds the slots of a program. The program itself stays valid while only parameters of floats, vectors and
    /// colours change.
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
