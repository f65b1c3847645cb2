//! Errors and warnings of the document, by node.

use std::collections::BTreeMap;

use egui::Color32;
use travertine_graph::diagnostic::{Diagnostics, Severity};
use travertine_graph::document::{Document, Node};
use travertine_graph::graph::{GROUP, ITERATE};

use crate::theme::Palette;

/// The errors and warnings of a node or of the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The messages, with hints.
    pub text: String,
    /// Whether an error is among them, so that the node cannot be rendered.
    pub is_error: bool,
}

impl Problem {
    /// The color in which it is shown.
    pub fn color(&self, palette: &Palette) -> Color32 {
        if self.is_error { palette.error } else { palette.warning }
    }
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
        let mut problems = Problems::default();
        // A document without outputs is a beginning, not an error.
        let is_begun = !document.outputs.is_empty();
        for diagnostic in diagnostics.iter().filter(|diagnostic| is_begun || diagnostic.pointer != "/outputs") {
            problems.count += 1;
            let mut text = diagnostic.message.clone();
            for more in [&diagnostic.expected.as_ref().map(|expected| format!("expected {expected}")), &diagnostic.help]
                .into_iter()
                .flatten()
            {
                text += "; ";
                text += more;
            }
            let is_error = diagnostic.severity == Severity::Error;
            if let Some(input) = diagnostic.input() {
                text = format!("{input}: {text}");
            } else if let Some(rest) = diagnostic.pointer.strip_prefix("/parameters/") {
                let name = rest.split('/').next().unwrap_or(rest);
                text = format!("parameter {name}: {text}");
            }
            let groups = diagnostic.groups();
            match (diagnostic.node(), groups.first()) {
                (None, None) => problems.general.push(Problem { text, is_error }),
                (Some(node), None) => problems.add(node, &text, is_error),
                (node, Some(group)) => {
                    let place = groups.iter().map(String::as_str).chain(node.as_deref());
                    let text = format!("in {}: {text}", place.collect::<Vec<_>>().join(" › "));
                    // A group is wrong wherever it is used.
                    let is_instance = |node: &Node| {
                        let name = node.node_type.split_once('/').filter(|(of, _)| matches!(*of, GROUP | ITERATE));
                        name.is_some_and(|(_, name)| name == group)
                    };
                    let instances = document.nodes.iter().filter(|(_, node)| is_instance(node));
                    let instances: Vec<&String> = instances.map(|(id, _)| id).collect();
                    if instances.is_empty() {
                        problems.general.push(Problem { text: text.clone(), is_error });
                    }
                    instances.into_iter().for_each(|id| problems.add(id.clone(), &text, is_error));
                }
            }
        }
        problems
    }

    /// Adds a message to those of a node.
    fn add(&mut self, node: String, text: &str, is_error: bool) {
        let problem = self.by_node.entry(node);
        let problem = problem.or_insert(Problem { text: String::new(), is_error: false });
        if !problem.text.is_empty() {
            problem.text.push('\n');
        }
        problem.text += text;
        problem.is_error |= is_error;
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
