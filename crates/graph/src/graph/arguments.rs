//! Arguments: values of a graph's parameters, as typed by a user.

use super::constants::constant;
use super::{Graph, Parameter};
use crate::constant::Constant;
use crate::diagnostic::{Diagnostic, Diagnostics, one_of, quote};
use crate::document::value_from_argument;
use crate::json::{MAX_NESTING, Value, pointer};
use crate::suggest::nearest;

impl Graph {
    /// The index of the parameter with this name.
    ///
    /// # Errors
    ///
    /// If there is no such parameter.
    pub fn find_parameter(&self, name: &str) -> Result<usize, Diagnostic> {
        self.parameter(name).ok_or_else(|| {
            let known = || self.parameters.iter().map(|parameter| parameter.name.as_str());
            let expected = if self.parameters.is_empty() {
                "none: the graph has no parameters".to_owned()
            } else {
                one_of(known())
            };
            let path = pointer::pointer(&["parameters", name]);
            Diagnostic::error(path, format!("unknown parameter {}", quote(name)))
                .did_you_mean(nearest(name, known()))
                .expected(expected)
        })
    }

    /// The index of the parameter with this name, and the checked value of `text` for it.
    ///
    /// `text` is JSON as in a document, or a string without its quotes.
    ///
    /// # Errors
    ///
    /// If there is no such parameter, or the value does not fit it.
    pub fn argument(&self, name: &str, text: &str) -> Result<(usize, Constant), Diagnostic> {
        let index = self.find_parameter(name)?;
        let path = pointer::pointer(&["parameters", name]);
        let parameter = &self.parameters[index];
        let value = if parameter.value_type.is_text() && !text.starts_with('"') {
            Value::from(text)
        } else {
            value_from_argument(text, MAX_NESTING).map_err(|error| error.about(path.clone()))?
        };
        let mut diagnostics = Diagnostics::new();
        match parameter.constant(&value, &path, &mut diagnostics) {
            Some(constant) => Ok((index, constant)),
            None => Err(diagnostics
                .iter()
                .next()
                .cloned()
                .unwrap_or_else(|| Diagnostic::error(path, format!("{} does not fit", quote(text))))),
        }
    }
}

impl Parameter {
    /// The constant that a JSON value represents for the parameter. Reports a problem if there is none.
    pub(super) fn constant(&self, value: &Value, path: &str, diagnostics: &mut Diagnostics) -> Option<Constant> {
        let choices: Vec<&str> = self.choices.iter().map(String::as_str).collect();
        let range = match (self.min, self.max) {
            (None, None) => None,
            (min, max) => Some(min.unwrap_or(f32::NEG_INFINITY)..=max.unwrap_or(f32::INFINITY)),
        };
        constant(&self.value_type, &choices, range.as_ref(), value, path, diagnostics)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::testing::graph;

    #[test]
    fn arguments_are_checked_as_the_document_is() {
        let graph = graph(
            r#""a": {"type": "noise/perlin", "inputs": {"octaves": {"parameter": "n"}, "metric": {"parameter": "m"}}}"#,
            r##", "parameters": {"n": {"type": "integer", "default": 4},
                                 "m": {"type": "choice", "default": "manhattan"},
                                 "c": {"type": "color", "default": 0}}"##,
        );
        assert_eq!(graph.argument("n", "12"), Ok((0, Constant::Integer(12))));
        assert_eq!(graph.argument("m", "euclidean"), Ok((1, Constant::Choice("euclidean".to_owned()))));
        assert_eq!(graph.argument("m", "\"euclidean\"").unwrap().0, 1);
        assert_eq!(graph.argument("c", "#ff0000"), Ok((2, Constant::Color([1.0, 0.0, 0.0, 1.0]))));
        let error = |name, text| graph.argument(name, text).unwrap_err().to_string();
        assert_eq!(
            error("n", "13"),
            "error: `13` is out of range\n  /parameters/n; expected a whole number from 1 to 12"
        );
        assert!(error("m", "round").starts_with("error: unknown choice `round`"));
        assert!(error("c", "[1, 0").starts_with("error: `[1, 0` is not valid JSON: the file ends"));
        assert_eq!(error("q", "1"), "error: unknown parameter `q`\n  /parameters/q; expected `n`, `m` or `c`");
    }
}
