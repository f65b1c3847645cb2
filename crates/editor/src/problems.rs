//! Errors and warnings of the document, by node.

use std::collections::BTreeMap;

use travertine_graph::diagnostic::{Diagnostics, Severity};
use travertine_graph::document::Document;

/// The errors and warnings of a node or of the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The messages, with hints.
    pub text: String,
    /// Whether an error is among them, so that the node cannot be rendered.
    pub is_error: bool,
}

/// All errors and warnings of the document.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    by_node: BTreeMap<String, Problem>,
    general: Vec<Problem>,
    count: usize,
}

impl Problems {
    /// The errors and warnings from the diagnostics of a document.
    pub fn of(document: &Document, diagnostics: &Diagnostics) -> Problems {
        // An empty document is a beginning, not an error.
        if document.nodes.is_empty() && document.outputs.is_empty() {
            return Problems::default();
        }
        let mut problems = Problems::default();
        for diagnostic in diagnostics.iter() {
            problems.count += 1;
            let mut text = diagnostic.message.clone();
            for more in [
                &diagnostic.expected.as_ref().map(|expected| format!("expected {expected}")),
                &diagnostic.help,
            ]
            .into_iter()
            .flatten()
            {
                text += "; ";
                text += more;
            }
            let is_error = diagnostic.severity == Severity::Error;
            match diagnostic.node() {
                None => problems.general.push(Problem { text, is_error }),
                Some(node) => {
                    let text = diagnostic.input().map_or(text.clone(), |input| format!("{input}: {text}"));
                    let problem = problems.by_node.entry(node);
                    let problem = problem.or_insert(Problem { text: String::new(), is_error: false });
                    if !problem.text.is_empty() {
                        problem.text.push('\n');
                    }
                    problem.text += &text;
                    problem.is_error |= is_error;
                }
            }
        }
        problems
    }

    /// The errors and warnings of a node.
    pub fn of_node(&self, id: &str) -> Option<&Problem> {
        self.by_node.get(id)
    }

    /// The errors and warnings that concern no particular node.
    pub fn general(&self) -> &[Problem] {
        &self.general
    }

    /// The nodes with errors or warnings.
    pub fn nodes(&self) -> impl Iterator<Item = (&str, &Problem)> {
        self.by_node.iter().map(|(id, problem)| (id.as_str(), problem))
    }

    /// The number of errors and warnings.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.by_node.values().chain(&self.general).any(|problem| problem.is_error)
    }
}
