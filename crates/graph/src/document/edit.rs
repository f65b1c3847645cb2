//! Changes of a document from a command line.

use super::{Document, Input};
use crate::diagnostic::{Diagnostic, quote};
use crate::json::{self, MAX_NESTING, Number, Value, pointer};
use crate::suggest::nearest;

/// Levels of lists and objects around an input's value: document, nodes, node, inputs.
const LEVELS_AROUND_INPUT: usize = 4;

impl Document {
    /// Sets an input of a node. `text` is JSON, as in a file, or a string without its quotes.
    ///
    /// Validation checks later whether the node has this input, and whether the value fits.
    ///
    /// # Errors
    ///
    /// If there is no such node, or if `text` starts like JSON but is invalid.
    pub fn set_input(&mut self, node: &str, input: &str, text: &str) -> Result<(), Diagnostic> {
        let path = pointer::pointer(&["nodes", node, "inputs", input]);
        let Some(target) = self.nodes.get_mut(node) else {
            let unknown = Diagnostic::error(path, format!("unknown node {}", quote(node)));
            let instance = node.match_indices('/').map(|(end, _)| &node[..end]).find(|id| self.nodes.contains_key(*id));
            return Err(match instance {
                Some(instance) => unknown.help(format!(
                    "if it is inside the group of {}, set an input of {0} instead: the nodes inside belong to all \
                     instances",
                    quote(instance)
                )),
                None => unknown.did_you_mean(nearest(node, self.nodes.keys().map(String::as_str))),
            });
        };
        let value = value_from_argument(text, MAX_NESTING - LEVELS_AROUND_INPUT).map_err(|error| error.about(path))?;
        target.inputs.insert(input.to_owned(), Input::from_value(value));
        Ok(())
    }
}

/// Parses a typed value: JSON, a number or a color in a shorter form, or a string without its quotes.
///
/// # Errors
///
/// If it starts like a list, an object or a quoted string but is invalid, or if it is nested deeper than `levels`.
pub(crate) fn value_from_argument(text: &str, levels: usize) -> Result<Value, Diagnostic> {
    let parsed = match json::parse(text.as_bytes()) {
        Ok(parsed) => parsed,
        Err(error) if text.trim_start().starts_with(['[', '{', '"']) => {
            let message = format!("{} is not valid JSON: {}", quote(text), error.message);
            return Err(Diagnostic { message, location: None, ..error });
        }
        Err(_) => return Ok(shorthand(text).unwrap_or_else(|| Value::from(text))),
    };
    if let Some(duplicate) = parsed.duplicates.iter().next() {
        return Err(Diagnostic { location: None, ..duplicate.clone() });
    }
    let value = Value::from(parsed.root);
    if value.depth() > levels {
        return Err(Diagnostic::error("", "lists and objects are nested too deeply")
            .expected(format!("at most {levels} inside each other")));
    }
    Ok(value)
}

/// A number that JSON does not allow, such as `.5`, `+3` or `2.`, or a color with one digit for each channel: `#f0a` is
/// `#ff00aa`, as in CSS.
fn shorthand(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Some(digits) = text.strip_prefix('#') {
        let short = matches!(digits.len(), 3 | 4) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let twice = digits.chars().flat_map(|digit| [digit; 2]).collect::<String>();
        return short.then(|| Value::from(format!("#{twice}").as_str()));
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, exponent) = digits.split_at(digits.find(['e', 'E']).unwrap_or(digits.len()));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() && fraction.is_empty() || !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let or_zero = |digits: &str| if digits.is_empty() { "0".to_owned() } else { digits.to_owned() };
    Number::new(&format!("{sign}{}.{}{exponent}", or_zero(whole), or_zero(fraction))).map(Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Node;

    fn document() -> Document {
        let mut document = Document::default();
        document.nodes.insert("veins".to_owned(), Node::default().into());
        document
    }

    #[test]
    fn numbers_and_colors_may_be_short() {
        for (short, full) in [
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("+.25", "0.25"),
            ("2.", "2"),
            ("+3", "3"),
            (".5e2", "50"),
            ("+1e3", "1000"),
            ("#f0A", "\"#ff00AA\""),
            ("#f0a8", "\"#ff00aa88\""),
        ] {
            assert_eq!(value_from_argument(short, 64), value_from_argument(full, 64), "{short}");
        }
        for text in [".", "-", "+", "", "#", "#ff", "#ggg", "1.2.3", "+-3", "--5", "a.5", "0x10", "#é1", "e5", "+ 5"] {
            assert_eq!(value_from_argument(text, 64), Ok(Value::from(text)), "{text}");
        }
    }

    fn set(text: &str) -> Input {
        let mut document = document();
        document.set_input("veins", "x", text).unwrap();
        document.nodes["veins"].inputs["x"].clone()
    }

    #[test]
    fn text_that_is_not_json_is_a_string() {
        assert_eq!(set("1.50"), Input::from_value(Value::Number(Number::new("1.5").unwrap())));
        assert_eq!(set("#ff0000"), Input::Constant(Value::from("#ff0000")));
        assert_eq!(set("two words"), Input::Constant(Value::from("two words")));
        assert_eq!(set("true"), Input::Constant(Value::Bool(true)));
        assert_eq!(set("{\"parameter\": \"p\"}"), Input::Parameter("p".to_owned()));
    }

    #[test]
    fn text_that_starts_like_json_must_be_json() {
        let error = |node: &str, text: &str| document().set_input(node, "x", text).unwrap_err().to_string();
        assert_eq!(
            error("veins", "[1, 2"),
            "error: `[1, 2` is not valid JSON: the file ends inside the list that line 1 opens; was it cut off, or is a \
             bracket missing?\n  node `veins`, input `x`, /nodes/veins/inputs/x; expected `]`"
        );
        assert!(
            error("veins/x", "1").contains("if it is inside the group of `veins`, set an input of `veins` instead")
        );
        assert!(error("vein", "1").starts_with("error: unknown node `vein`; did you mean `veins`?"));
    }

    #[test]
    fn set_values_can_be_loaded_again() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        let mut document = document();
        document.set_input("veins", "x", &nested(MAX_NESTING - LEVELS_AROUND_INPUT)).unwrap();
        assert_eq!(Document::parse(document.to_json().as_bytes()), Ok(document.clone()));
        assert!(document.set_input("veins", "x", &nested(MAX_NESTING - LEVELS_AROUND_INPUT + 1)).is_err());
    }
}
