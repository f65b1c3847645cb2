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
    variable: Option<Variable>,
}

/// An input whose constant becomes slots: while a user drags it, its value changes and the program does not.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// The index of the node in [`Graph::nodes`].
    pub node: usize,
    /// The index of the input in the node's definition.
    pub input: usize,
    /// The present value, of the type of the constant that it replaces: a float, a vector or a color.
    pub value: Constant,
}

impl Arguments {
    /// The parameters' defaults, seed 0, and all detail.
    pub fn new(graph: &Graph) -> Arguments {
        let values = graph.parameters.iter().map(|parameter| parameter.default.clone()).collect();
        Arguments { values, seed: 0, detail: Detail::default(), variable: None }
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

    /// Puts a variable in the place of an input's constant, or none.
    ///
    /// A program that is lowered with a variable gives the bits of one that is lowered with its present value as a
    /// constant, as long as the [conditions](travertine_program::Conditions) hold under which it was lowered.
    ///
    /// Lowering panics if the value is a setting.
    pub fn set_variable(&mut self, variable: Option<Variable>) {
        self.variable = variable;
    }

    /// The variable, if there is one.
    pub fn variable(&self) -> Option<&Variable> {
        self.variable.as_ref()
    }

    /// The index by which slots refer to the variable: one past the parameters.
    pub(crate) fn variable_index(&self) -> usize {
        self.values.len()
    }

    /// What a seed of the graph becomes.
    pub(crate) fn seed(&self, seed: u32) -> u32 {
        // The second coordinate separates it from seeds of octaves, which are hashes of the seed too.
        const WHOLE_GRAPH: i32 = 0x7768_6F6C;
        if self.seed == 0 { seed } else { hash(seed, [self.seed as i32, WHOLE_GRAPH]) }
    }

    /// The floats for a program's slots. The program stays the same while only parameters of floats, vectors and colors
    /// change, and the variable.
    pub fn bind(&self, program: &Program) -> Bound {
        let value = |slot: &Slot| {
            let variable = self.variable.as_ref().map(|variable| &variable.value);
            self.values.get(slot.parameter).or(variable)
        };
        let component = |slot: &Slot| match value(slot) {
            Some(Constant::Integer(value)) => *value as f32,
            value => {
                let floats = value.and_then(Constant::floats);
                floats.and_then(|floats| floats.get(slot.component)).copied().unwrap_or_default()
            }
        };
        program.slots().iter().map(component).collect::<Vec<f32>>().into()
    }
}
