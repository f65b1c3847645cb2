//! What is wrong with the document, by node.

use std::collections::BTreeMap;

use travertine_graph::diagnostic::{Diagnostics, Severity};
use travertine_graph::document::Document;

/// What is wrong with a node, or with the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// In words, with what to do about it.
    pub text: String,
    /// Whether nothing can be rendered before it is mended.
    pub is_error: bool,
}

/// Everything that is wrong.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    by_node: BTreeMap<String, Problem>,
    general: Vec<Problem>,
    count: usize,
}

impl Problems {
    /// All that was found wrong with a document.
    pub fn of(document: &Document, diagnostics: &Diagnostics) -> Problems {
        // Who begins has done nothing wrong.
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

    /// What is wrong with a node.
    pub fn of_node(&self, id: &str) -> Option<&Problem> {
        self.by_node.get(id)
    }

    /// What is wrong with no node in particular.
    pub fn general(&self) -> &[Problem] {
        &self.general
    }

    /// The nodes with which something is wrong.
    pub fn nodes(&self) -> impl Iterator<Item = (&str, &Problem)> {
        self.by_node.iter().map(|(id, problem)| (id.as_str(), problem))
    }

    /// How much is wrong.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether nothing can be rendered.
    pub fn has_errors(&self) -> bool {
        self.by_node.values().chain(&self.general).any(|problem| problem.is_error)
    }
}
