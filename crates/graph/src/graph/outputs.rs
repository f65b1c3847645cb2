//! Outputs of a document.

use super::Source;
use super::check::Check;
use super::inputs::{is_reference, malformed_reference, meant_as_wire};
use crate::diagnostic::{Diagnostic, quote};
use crate::document;
use crate::json::{Value, pointer};

impl Check<'_> {
    /// The name and source of each output; `None` if one of them is invalid.
    pub(super) fn outputs(&mut self) -> Option<Vec<(String, Source)>> {
        let document = self.document;
        if document.outputs.is_empty() {
            let diagnostic = Diagnostic::error("/outputs", format!("the {} has no outputs", self.scope.what()))
                .help("add one, as in \"outputs\": {\"color\": {\"node\": \"a\", \"output\": \"color\"}}");
            self.diagnostics.push(diagnostic);
            return None;
        }
        let mut sources = Vec::new();
        for (name, input) in &document.outputs {
            let path = pointer::pointer(&["outputs", name]);
            let source = match input {
                document::Input::Node { node, output } => self.source(node, output.as_deref(), &path),
                document::Input::Constant(value) if is_reference(value) => {
                    malformed_reference(value, &path, &mut self.diagnostics);
                    None
                }
                document::Input::Constant(Value::Text(text)) if self.indices.contains_key(text.as_str()) => {
                    self.diagnostics.push(meant_as_wire(text, &path).expected("a wire"));
                    None
                }
                _ => {
                    let diagnostic = Diagnostic::error(path, format!("the output {} has no wire", quote(name)))
                        .expected("{\"node\": ..., \"output\": ...}");
                    self.diagnostics.push(diagnostic);
                    None
                }
            };
            sources.extend(source.map(|source| (name.clone(), source)));
        }
        (sources.len() == document.outputs.len()).then_some(sources)
    }
}
