//! Presets of a document, checked against its parameters.

use super::check::{Check, unknown_parameter};
use super::{Graph, Parameter, Preset};
use crate::diagnostic::{Diagnostic, one_of, quote};
use crate::document::{self, fields::PRESET};
use crate::json::pointer;
use crate::suggest::nearest;

impl Check<'_> {
    /// Checks the presets. A parameter with errors is `None`: its values are left unchecked, as its
    /// range is not known.
    pub(super) fn presets(&mut self, parameters: &[Option<Parameter>]) -> Vec<Preset> {
        let document = self.document;
        let mut presets = Vec::with_capacity(document.presets.len());
        for (name, preset) in &document.presets {
            self.unknown_preset_fields(name, preset);
            self.unknown_parameters(name, preset);
            let mut values = Vec::new();
            for (index, parameter) in parameters.iter().enumerate() {
                let Some(parameter) = parameter else { continue };
                let Some(value) = preset.values.get(&parameter.name) else { continue };
                let path = pointer::pointer(&["presets", name, "values", &parameter.name]);
                let value = parameter.constant(value, &path, &mut self.diagnostics);
                values.extend(value.map(|value| (index, value)));
            }
            let description = preset.description.clone().unwrap_or_default();
            presets.push(Preset { name: name.clone(), description, values });
        }
        presets
    }

    fn unknown_parameters(&mut self, name: &str, preset: &document::Preset) {
        let (document, scope) = (self.document, self.scope);
        for parameter in preset.values.keys().filter(|name| !self.parameters.contains_key(name.as_str())) {
            let path = || pointer::pointer(&["presets", name, "values", parameter]);
            self.diagnostics.error(|| unknown_parameter(document, scope, path(), parameter).at_key());
        }
    }

    fn unknown_preset_fields(&mut self, name: &str, preset: &document::Preset) {
        for (key, _) in &preset.extra {
            let is_parameter = self.parameters.contains_key(key.as_str());
            self.diagnostics.error(|| {
                let path = pointer::pointer(&["presets", name, key]);
                let error = Diagnostic::error(path, format!("unknown field {} of a preset", quote(key)));
                let error = if is_parameter {
                    error.help("put the values of parameters into `values`")
                } else {
                    error.did_you_mean(nearest(key, PRESET.iter().copied()))
                };
                error.expected(one_of(PRESET.iter().copied())).at_key()
            });
        }
    }
}

impl Graph {
    /// The preset with this name.
    ///
    /// # Errors
    ///
    /// If there is no such preset.
    pub fn preset(&self, name: &str) -> Result<&Preset, Diagnostic> {
        self.presets.iter().find(|preset| preset.name == name).ok_or_else(|| {
            let known = || self.presets.iter().map(|preset| preset.name.as_str());
            let expected =
                if self.presets.is_empty() { "none: the graph has no presets".to_owned() } else { one_of(known()) };
            Diagnostic::error(pointer::pointer(&["presets", name]), format!("unknown preset {}", quote(name)))
                .did_you_mean(nearest(name, known()))
                .expected(expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::constant::Constant;
    use crate::graph::testing::{errors, graph};

    const NODES: &str = r#""a": {"type": "noise/perlin", "inputs": {
        "scale": {"parameter": "scale"}, "octaves": {"parameter": "octaves"}, "metric": {"parameter": "metric"}}}"#;

    fn with(presets: &str) -> String {
        format!(
            r#", "parameters": {{"scale": {{"type": "float", "default": 2, "min": 1, "max": 8}},
                                 "octaves": {{"type": "integer", "default": 4}},
                                 "metric": {{"type": "choice", "default": "euclidean"}}}}, "presets": {presets}"#
        )
    }

    #[test]
    fn presets_hold_checked_values_in_the_order_of_the_parameters() {
        let presets = r#"{"Coarse": {"values": {"octaves": 1, "scale": 1.5}, "description": "Large."}, "Plain": {}}"#;
        let graph = graph(NODES, &with(presets));
        assert_eq!(graph.presets.len(), 2);
        let coarse = graph.preset("Coarse").unwrap();
        assert_eq!(coarse.description, "Large.");
        assert_eq!(coarse.values, [(0, Constant::Float(1.5)), (1, Constant::Integer(1))]);
        assert_eq!(graph.preset("Plain").unwrap().values, []);
        assert_eq!(
            graph.preset("coarse").unwrap_err().to_string(),
            "error: unknown preset `coarse`; did you mean `Coarse`?\n  /presets/coarse; expected `Coarse` or `Plain`"
        );
    }

    #[test]
    fn values_are_checked_as_defaults_are() {
        let presets = r#"{"A": {"values": {"scal": 1, "scale": 9, "octaves": 13, "metric": "manhatten"}},
                          "B": {"values": {"scale": "2", "octaves": null}, "scale": 3, "value": {}}}"#;
        assert_eq!(
            errors(NODES, &with(presets)),
            [
                "unknown parameter `scal`; did you mean `scale`?",
                "`9` is out of range",
                // The range is that of the input, which the parameter drives.
                "`13` is out of range",
                "unknown choice `manhatten`; did you mean `manhattan`?",
                "the string `2` does not fit here; write the number without quotes",
                "`null` does not fit here; leave the field out for its default",
                "unknown field `scale` of a preset; put the values of parameters into `values`",
                "unknown field `value` of a preset; did you mean `values`?",
            ]
        );
    }

    #[test]
    fn a_value_of_a_parameter_with_errors_is_not_reported_too() {
        assert_eq!(
            errors(
                r#""a": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "p"}}}"#,
                r#", "parameters": {"p": {"type": "flaot", "default": 1}}, "presets": {"A": {"values": {"p": "x"}}}"#
            ),
            ["unknown parameter type `flaot`; did you mean `float`?"]
        );
    }
}
