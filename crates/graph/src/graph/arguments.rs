//! Arguments: values for a graph's parameters, as someone typed them.

use super::Graph;
use super::constants::constant;
use crate::constant::Constant;
use crate::definition::Kind;
use crate::diagnostic::{Diagnostic, Diagnostics, one_of, quote};
use crate::document::value_from_argument;
use crate::json::{MAX_NESTING, Value, pointer};
use crate::suggest::nearest;

impl Graph {
    /// The parameter of that name and the value that `text` denotes for it, both checked.
    ///
    /// `text` is JSON as in a document, or a text without its quotes.
    ///
    /// # Errors
    /// If there is no such parameter, or it does not take the value.
    pub fn argument(&self, name: &str, text: &str) -> Result<(usize, Constant), Diagnostic> {
        let path = pointer::pointer(&["parameters", name]);
        let Some(index) = self.parameter(name) else {
            let known = || self.parameters.iter().map(|parameter| parameter.name.as_str());
            let expected = if self.parameters.is_empty() {
                "none: the graph has no parameters".to_owned()
            } else {
                one_of(known())
            };
            return Err(Diagnostic::error(path, format!("unknown parameter {}", quote(name)))
                .did_you_mean(nearest(name, known()))
                .expected(expected));
        };
        let parameter = &self.parameters[index];
        let value = match parameter.kind {
            // Names and texts may look like numbers.
            Kind::Choice(_) | Kind::Text if !text.starts_with('"') => Value::from(text),
            _ => value_from_argument(text, MAX_NESTING)
                .map_err(|error| Diagnostic { pointer: path.clone(), ..error })?,
        };
        let choices: Vec<&str> = parameter.choices.iter().map(String::as_str).collect();
        let range = match (parameter.min, parameter.max) {
            (None, None) => None,
            (min, max) => Some(min.unwrap_or(f32::NEG_INFINITY)..=max.unwrap_or(f32::INFINITY)),
        };
        let mut diagnostics = Diagnostics::new();
        match constant(&parameter.kind, &choices, range.as_ref(), &value, &path, &mut diagnostics) {
            Some(constant) => Ok((index, constant)),
            None => Err(diagnostics
                .iter()
                .next()
                .cloned()
                .unwrap_or_else(|| Diagnostic::error(path, format!("{} does not fit", quote(text))))),
        }
    }
}
