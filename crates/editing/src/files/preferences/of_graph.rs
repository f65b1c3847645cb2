//! Preferences of a graph, by the path of its file.

use std::path::Path;

use travertine_graph::json::{Value, object};

use super::store::{Entry, List, Preferences};

/// What is kept of a graph.
#[derive(Clone, Debug)]
pub struct OfGraph {
    /// The absolute path of the graph's file; empty if it has none, or one that is not Unicode.
    graph: String,
    /// An object. Its member `graph` is the path.
    value: Value,
}

impl PartialEq for OfGraph {
    /// A graph has one entry.
    fn eq(&self, other: &OfGraph) -> bool {
        self.graph == other.graph
    }
}

impl Entry for OfGraph {
    fn read(value: &Value) -> Option<OfGraph> {
        Some(OfGraph { graph: value.get("graph")?.as_text()?.to_owned(), value: value.clone() })
    }

    fn write(&self) -> Value {
        let mut members = vec![("graph".to_owned(), Value::from(self.graph.as_str()))];
        if let Value::Object(others) = &self.value {
            members.extend(others.iter().filter(|(name, _)| name != "graph").cloned());
        }
        Value::Object(members)
    }
}

impl Preferences {
    /// What was kept last of a graph with a file.
    pub fn of_graph(&self, list: &List<OfGraph>, graph: Option<&Path>) -> Option<Value> {
        let graph = key(graph);
        let mut entries = self.get(list).into_iter();
        entries.find(|entry| !graph.is_empty() && entry.graph == graph).map(|entry| entry.value)
    }

    /// What was kept last of any graph.
    pub(super) fn of_last_graph(&self, list: &List<OfGraph>) -> Option<Value> {
        self.get(list).into_iter().next().map(|entry| entry.value)
    }

    /// Keeps members of an object for a graph.
    pub fn keep_of_graph<const N: usize>(
        &mut self,
        list: &List<OfGraph>,
        graph: Option<&Path>,
        members: [(&'static str, Value); N],
    ) {
        self.add(list, &OfGraph { graph: key(graph), value: object(members) });
    }
}

fn key(graph: Option<&Path>) -> String {
    let path = graph.and_then(|graph| std::path::absolute(graph).ok());
    path.and_then(|path| path.to_str().map(str::to_owned)).unwrap_or_default()
}
