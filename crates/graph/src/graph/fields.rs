//! Unknown fields, and positions or annotations of unknown nodes.

use super::check::Check;
use crate::diagnostic::{Diagnostic, Diagnostics, one_of, quote};
use crate::document::{Document, Up, fields};
use crate::json::{Value, pointer};
use crate::suggest::nearest;

impl Check<'_> {
    /// Reports unknown fields.
    pub(super) fn unknown_fields(&mut self) {
        let document = self.document;
        let mut known = [fields::DOCUMENT, fields::LATER].concat();
        known.retain(|field| *field != "source" || self.scope.depth() > 0);
        let what = format!("the {}", self.scope.what());
        let mut unknown = Vec::new();
        for (key, value) in &document.extra {
            let (message, expected) = match key.as_str() {
                fields::RELIEF if Document::relief_of(value).is_some() => continue,
                fields::RELIEF => ("the relief does not fit", "a number from 0 to 1, in units of the graph".to_owned()),
                fields::UP if Document::up_of(value).is_some() => continue,
                fields::UP => ("`up` is not a direction", one_of(Up::ALL.map(Up::name))),
                _ => {
                    unknown.push((key.clone(), value.clone()));
                    continue;
                }
            };
            let diagnostic = Diagnostic::error(pointer::pointer(&[key]), message);
            self.diagnostics.push(diagnostic.expected(expected));
        }
        unknown_fields("", &what, &unknown, &known, &mut self.diagnostics);
        for (name, parameter) in &document.parameters {
            let path = || pointer::pointer(&["parameters", name]);
            unknown_fields_of(path, "a parameter", &parameter.extra, fields::PARAMETER, &mut self.diagnostics);
        }
        for (id, node) in &document.nodes {
            let path = || pointer::pointer(&["nodes", id]);
            unknown_fields_of(path, "a node", &node.extra, fields::NODE, &mut self.diagnostics);
        }
        let annotations = &document.annotations;
        let path = || pointer::pointer(&["annotations"]);
        unknown_fields_of(path, "the annotations", &annotations.extra, fields::ANNOTATIONS, &mut self.diagnostics);
        for (id, frame) in &annotations.frames {
            let path = || pointer::pointer(&["annotations", "frames", id]);
            unknown_fields_of(path, "a frame", &frame.extra, fields::FRAME, &mut self.diagnostics);
        }
    }

    /// Warns if the layout or the annotations name an unknown node.
    pub(super) fn layout(&mut self) {
        for id in self.document.layout.keys().filter(|id| !self.document.nodes.contains_key(*id)) {
            let path = pointer::pointer(&["layout", id]);
            let message = format!("the layout has a position for {}, which is not a node", quote(id));
            self.diagnostics.push(Diagnostic::warning(path, message).help("remove it").at_key());
        }
        let annotations = &self.document.annotations;
        for (key, ids) in [("collapsed", &annotations.collapsed), ("folded", &annotations.folded)] {
            for (index, id) in ids.iter().enumerate().filter(|(_, id)| !self.document.nodes.contains_key(*id)) {
                let path = pointer::pointer(&["annotations", key, &index.to_string()]);
                let message = format!("`{key}` names {}, which is not a node", quote(id));
                self.diagnostics.push(Diagnostic::warning(path, message).help("remove it"));
            }
        }
    }
}

fn unknown_fields(path: &str, what: &str, unknown: &[(String, Value)], known: &[&str], diagnostics: &mut Diagnostics) {
    for (key, _) in unknown {
        diagnostics.error(|| {
            Diagnostic::error(pointer::child(path, key), format!("unknown field {} of {what}", quote(key)))
                .did_you_mean(nearest(key, known.iter().copied()))
                .expected(one_of(known.iter().copied()))
                .at_key()
        });
    }
}

/// As [`unknown_fields`], with a path that is only built if there is something to report.
fn unknown_fields_of(
    path: impl Fn() -> String,
    what: &str,
    unknown: &[(String, Value)],
    known: &[&str],
    diagnostics: &mut Diagnostics,
) {
    if !unknown.is_empty() {
        unknown_fields(&path(), what, unknown, known, diagnostics);
    }
}
