//! Parameters of a document, checked against the inputs that they drive.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::Parameter;
use super::check::{Check, Use};
use super::constants::constant;
use super::expected::{between, bound, expected, shown};
use super::numbers::number;
use crate::constant::Constant;
use crate::definition::ValueType;
use crate::diagnostic::{Diagnostic, Diagnostics, one_of, quote};
use crate::document;
use crate::json::{Number, Value, pointer};
use crate::suggest::nearest;

/// Maximum number of choices of a parameter: more than any menu can show.
pub const MAX_CHOICES: usize = 64;

impl ValueType {
    /// The types that a parameter may have. The names of a choice are in the parameter.
    pub const PARAMETERS: [ValueType; 10] = [
        ValueType::Float,
        ValueType::Vector,
        ValueType::Color,
        ValueType::Integer,
        ValueType::Seed,
        ValueType::Boolean,
        ValueType::Choice(Cow::Borrowed(&[])),
        ValueType::Ramp,
        ValueType::Curve,
        ValueType::Text,
    ];

    /// The parameter type with this name.
    pub fn of_parameter(type_name: &str) -> Option<ValueType> {
        ValueType::PARAMETERS.into_iter().find(|value_type| value_type.name() == type_name)
    }

    /// Whether a parameter of this type may have `min` and `max`.
    pub fn has_bounds(&self) -> bool {
        matches!(self, ValueType::Float | ValueType::Vector | ValueType::Color | ValueType::Integer | ValueType::Seed)
    }
}

/// The parameter type with this name. Reports an unknown name.
pub(super) fn value_type(parameter: &str, name: &str, diagnostics: &mut Diagnostics) -> Option<ValueType> {
    let found = ValueType::of_parameter(name);
    if found.is_none() {
        let names = || ValueType::PARAMETERS.into_iter().map(|value_type| value_type.name());
        let path = pointer::pointer(&["parameters", parameter, "type"]);
        let diagnostic = if name.is_empty() {
            let message = format!("the parameter {} has no `type`", quote(parameter));
            Diagnostic::error(path, message).at_key()
        } else {
            let near = match name.to_ascii_lowercase().as_str() {
                "int" => Some("integer"),
                "bool" => Some("boolean"),
                "number" | "double" | "real" => Some("float"),
                "string" => Some("text"),
                "enum" => Some("choice"),
                "gradient" => Some("ramp"),
                "colour" | "rgb" | "rgba" => Some("color"),
                _ => nearest(name, names()),
            };
            Diagnostic::error(path, format!("unknown parameter type {}", quote(name))).did_you_mean(near)
        };
        diagnostics.push(diagnostic.expected(one_of(names())));
    }
    found
}

/// Checks the parameters, once the inputs that they drive are known. A parameter with errors is `None`.
pub(super) fn finish(check: &mut Check) -> Vec<Option<Parameter>> {
    let document = check.document;
    let mut uses: Vec<Vec<&Use>> = vec![Vec::new(); document.parameters.len()];
    for each in &check.uses {
        uses[each.parameter].push(each);
    }
    let mut parameters = Vec::new();
    for (index, (name, parameter)) in document.parameters.iter().enumerate() {
        let path = pointer::pointer(&["parameters", name]);
        // A node without a definition has been reported, and may use the parameter.
        let may_be_used = || {
            document.nodes.values().zip(&check.definitions).any(|(node, definition)| {
                let uses = |input: &document::Input| *input == document::Input::Parameter(name.clone());
                definition.is_none() && node.inputs.values().any(uses)
            })
        };
        if uses[index].is_empty() && !may_be_used() {
            let message = format!("the parameter {} is not used by any input", quote(name));
            let diagnostic = Diagnostic::warning(&path, message);
            check.diagnostics.push(diagnostic.help("use it as {\"parameter\": ...}, or remove it").at_key());
        }
        let uses = &uses[index];
        let diagnostics = &mut check.diagnostics;
        parameters.push(
            check.value_types[index]
                .as_ref()
                .and_then(|value_type| Finish { name, parameter, value_type, path, uses, diagnostics }.finish()),
        );
    }
    parameters
}

struct Finish<'a> {
    name: &'a str,
    parameter: &'a document::Parameter,
    value_type: &'a ValueType,
    path: String,
    uses: &'a [&'a Use<'a>],
    diagnostics: &'a mut Diagnostics,
}

impl Finish<'_> {
    fn finish(mut self) -> Option<Parameter> {
        let range = self.range();
        let step = self.step();
        let choices = self.choices();
        let Some(value) = &self.parameter.default else {
            let message = format!("the parameter {} has no `default`", quote(self.name));
            let names: Vec<&str> = choices.iter().map(String::as_str).collect();
            let expected = expected(self.value_type, &names, range.as_ref());
            let path = pointer::child(&self.path, "default");
            self.diagnostics.push(Diagnostic::error(path, message).expected(expected).at_key());
            return None;
        };
        let names: Vec<&str> = choices.iter().map(String::as_str).collect();
        let path = pointer::child(&self.path, "default");
        // The document's own range first. Inputs report values that they do not take themselves.
        let value_type = self.driven_type();
        let default = constant(&value_type, &names, range.as_ref(), value, &path, self.diagnostics)?;
        let range = self.narrowed(range, &default);
        Some(Parameter {
            name: self.name.to_owned(),
            value_type,
            default,
            min: range.as_ref().and_then(|range| bound(*range.start())),
            max: range.as_ref().and_then(|range| bound(*range.end())),
            step,
            unit: self.parameter.unit.clone().unwrap_or_default(),
            description: self.parameter.description.clone().unwrap_or_default(),
            choices,
        })
    }

    /// The type in the document; that of text which is drawn, if an input draws it.
    fn driven_type(&self) -> ValueType {
        let is_drawn = |each: &&Use| each.definition.inputs[each.input].value_type == ValueType::Lettering;
        if *self.value_type == ValueType::Text && self.uses.iter().any(is_drawn) {
            return ValueType::Lettering;
        }
        self.value_type.clone()
    }

    /// The range in the document.
    fn range(&mut self) -> Option<RangeInclusive<f32>> {
        let min = self.bound("min", &self.parameter.min);
        let max = self.bound("max", &self.parameter.max);
        match (min, max) {
            (Some(min), Some(max)) if min > max => {
                let message = format!("`min` is {} and `max` is {}", shown(min), shown(max));
                let path = pointer::child(&self.path, "min");
                self.diagnostics.push(Diagnostic::error(path, message).expected("a `min` that is not above `max`"));
                None
            }
            (None, None) => None,
            (min, max) => Some(min.unwrap_or(f32::NEG_INFINITY)..=max.unwrap_or(f32::INFINITY)),
        }
    }

    /// The step in the document.
    fn step(&mut self) -> Option<f32> {
        let step = self.bound("step", &self.parameter.step)?;
        if step <= 0.0 {
            let path = pointer::child(&self.path, "step");
            let message = format!("`step` is {}", shown(step));
            self.diagnostics.push(Diagnostic::error(path, message).expected("a number above 0"));
        }
        Some(step)
    }

    fn bound(&mut self, key: &str, bound: &Option<Number>) -> Option<f32> {
        let bound = bound.as_ref()?;
        let path = pointer::child(&self.path, key);
        if !self.value_type.has_bounds() {
            let message = format!("a {} has no `{key}`", self.value_type.name());
            self.diagnostics.push(Diagnostic::error(path, message).help("remove it").at_key());
            return None;
        }
        number(bound, &path).map_err(|diagnostic| self.diagnostics.push(diagnostic)).ok()
    }

    /// The choices in the document, or else those of the first input that the parameter drives.
    fn choices(&mut self) -> Vec<String> {
        let given = &self.parameter.choices;
        let path = pointer::child(&self.path, "choices");
        if !matches!(self.value_type, ValueType::Choice(_)) {
            if !given.is_empty() {
                let message = format!("a {} has no `choices`", self.value_type.name());
                let diagnostic = Diagnostic::error(path, message).help("remove them, or make it a choice");
                self.diagnostics.push(diagnostic.at_key());
            }
            return Vec::new();
        }
        if given.len() > MAX_CHOICES {
            let message = format!("the parameter {} has {} choices", quote(self.name), given.len());
            let expected = format!("1 to {MAX_CHOICES}");
            self.diagnostics.push(Diagnostic::error(path, message).expected(expected));
            return given[..MAX_CHOICES].to_vec();
        }
        for (index, choice) in given.iter().enumerate().filter(|(index, choice)| given[..*index].contains(choice)) {
            let message = format!("the parameter {} has the choice {} twice", quote(self.name), quote(choice));
            let path = pointer::child(&path, &index.to_string());
            self.diagnostics.push(Diagnostic::error(path, message).help("remove one of them"));
        }
        let driven = self.uses.iter().filter_map(|each| match &each.definition.inputs[each.input].value_type {
            ValueType::Choice(choices) => Some((*each, choices)),
            _ => None,
        });
        let mut choices = given.clone();
        for (each, known) in driven {
            if choices.is_empty() {
                choices = known.iter().map(|choice| choice.clone().into_owned()).collect();
            }
            if let Some(choice) = choices.iter().find(|choice| !known.iter().any(|known| known == choice.as_str())) {
                let input = &each.definition.inputs[each.input].name;
                let message = format!(
                    "the parameter {} offers {}, which {} does not take",
                    quote(self.name),
                    quote(choice),
                    quote(input)
                );
                let path = pointer::pointer(&["nodes", each.node, "inputs", input]);
                self.diagnostics
                    .push(Diagnostic::error(path, message).expected(one_of(known.iter().map(|name| &**name))));
            }
        }
        if choices.is_empty() {
            let message = format!("the parameter {} has no `choices`", quote(self.name));
            let diagnostic = Diagnostic::error(path, message).expected("a list of names, as in [\"low\", \"high\"]");
            self.diagnostics.push(diagnostic.at_key());
        }
        choices
    }

    /// The part of the range that every driven input takes.
    fn narrowed(&mut self, given: Option<RangeInclusive<f32>>, default: &Constant) -> Option<RangeInclusive<f32>> {
        if !matches!(self.value_type, ValueType::Float | ValueType::Integer | ValueType::Seed) {
            return given;
        }
        let value = match default {
            Constant::Float(value) => *value,
            Constant::Integer(value) => *value as f32,
            Constant::Seed(value) => *value as f32,
            _ => return given,
        };
        let mut range = given;
        for each in self.uses {
            let input = &each.definition.inputs[each.input];
            let Some(hard) = &input.hard else {
                continue;
            };
            if !hard.contains(&value) {
                let message = format!(
                    "the parameter {} is {} by default, which {} does not take",
                    quote(self.name),
                    Value::from(default),
                    quote(&input.name)
                );
                let path = pointer::pointer(&["nodes", each.node, "inputs", &input.name]);
                let expected = format!("a default{}", between(hard));
                self.diagnostics.push(Diagnostic::error(path, message).expected(expected));
            }
            range = Some(match range {
                Some(range) => range.start().max(*hard.start())..=range.end().min(*hard.end()),
                None => hard.clone(),
            });
        }
        range
    }
}

#[cfg(test)]
mod tests {
    use crate::constant::Constant;
    use crate::graph::testing::{errors, graph};

    fn parameter(parameter: &str, input: &str) -> Vec<String> {
        errors(
            &format!(r#""a": {{"type": "noise/perlin", "inputs": {{"{input}": {{"parameter": "p"}}}}}}"#),
            &format!(r#", "parameters": {{"p": {parameter}}}"#),
        )
    }

    #[test]
    fn a_parameter_says_what_it_is() {
        assert_eq!(
            parameter(r#"{"type": "flaot", "default": 1}"#, "scale"),
            ["unknown parameter type `flaot`; did you mean `float`?"]
        );
        assert_eq!(parameter(r#"{"default": 1}"#, "scale"), ["the parameter `p` has no `type`"]);
        assert_eq!(parameter(r#"{"type": "float"}"#, "scale"), ["the parameter `p` has no `default`"]);
        assert_eq!(parameter(r#"{"type": "float", "default": 5, "max": 4}"#, "scale"), ["`5` is out of range"]);
        assert_eq!(
            parameter(r#"{"type": "float", "default": 5, "min": 6, "max": 4}"#, "scale"),
            ["`min` is 6 and `max` is 4"]
        );
        assert_eq!(parameter(r#"{"type": "float", "default": 5, "step": 0}"#, "scale"), ["`step` is 0"]);
        assert_eq!(
            parameter(r#"{"type": "boolean", "default": true, "min": 0, "choices": ["a"]}"#, "tile"),
            ["a boolean has no `min`; remove it", "a boolean has no `choices`; remove them, or make it a choice"]
        );
    }

    #[test]
    fn a_parameter_fits_what_it_drives() {
        assert!(parameter(r##"{"type": "color", "default": "#ffffff"}"##, "scale").is_empty());
        assert!(parameter(r#"{"type": "integer", "default": 3}"#, "scale").is_empty());
        assert!(parameter(r#"{"type": "integer", "default": 3}"#, "sharpness").is_empty());
        assert!(parameter(r#"{"type": "float", "default": 3.5}"#, "sharpness").is_empty());
        assert_eq!(
            parameter(r#"{"type": "float", "default": 0.5}"#, "sharpness"),
            ["the parameter `p` is 0.5 by default, which `sharpness` does not take"]
        );
        assert_eq!(
            parameter(r#"{"type": "vector", "default": 3}"#, "sharpness"),
            ["the parameter `p` is of type `vector`, which `sharpness` does not take"]
        );
        assert_eq!(
            parameter(r#"{"type": "float", "default": 3}"#, "octaves"),
            ["the parameter `p` is of type `float`, which `octaves` does not take"]
        );
        assert_eq!(
            parameter(r#"{"type": "integer", "default": 30}"#, "octaves"),
            ["the parameter `p` is 30 by default, which `octaves` does not take"]
        );
        assert_eq!(
            parameter(r#"{"type": "choice", "default": "round", "choices": ["round"]}"#, "metric"),
            ["the parameter `p` offers `round`, which `metric` does not take"]
        );
    }

    #[test]
    fn ranges_and_choices_come_from_the_driven_inputs() {
        let graph = graph(
            r#""a": {"type": "noise/perlin", "inputs": {"octaves": {"parameter": "n"}, "metric": {"parameter": "m"}}}"#,
            r#", "parameters": {"n": {"type": "integer", "default": 4, "min": 2},
                                "m": {"type": "choice", "default": "manhattan"}, "u": {"type": "text", "default": ""}}"#,
        );
        assert_eq!((graph.parameters[0].min, graph.parameters[0].max), (Some(2.0), Some(12.0)));
        assert_eq!(graph.parameters[1].choices, ["euclidean", "manhattan"]);
        assert_eq!(graph.parameters[1].default, Constant::Choice("manhattan".to_owned()));
        assert_eq!(
            graph.warnings().iter().map(|each| each.message.as_str()).collect::<Vec<_>>(),
            ["the parameter `u` is not used by any input"]
        );
    }
}
