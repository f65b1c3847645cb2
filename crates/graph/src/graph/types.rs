//! Node types: the definition of `noise/perlin@2`.

use std::sync::Arc;

use super::group_names::{GROUP, ITERATE};
use super::groups;
use super::scope::Scope;
use crate::definition::Definition;
use crate::diagnostic::{Diagnostic, Diagnostics, one_of, quote};
use crate::document::Document;
use crate::json::pointer;
use crate::registry::Registry;
use crate::suggest::nearest;

/// The definition of a node's type. Reports an unknown type.
pub(super) fn definition(
    document: &Document,
    registry: &Registry,
    scope: Scope,
    node: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<Definition>> {
    let node_type = document.nodes.get(node)?.node_type.as_str();
    let group = node_type.split_once('/').filter(|(category, _)| matches!(*category, GROUP | ITERATE));
    // A group has one name everywhere: version 1 of `planks` is never `planks@1`.
    let is_alias = group.is_some_and(|(_, name)| name.ends_with("@1"));
    let found = registry.find(node_type).filter(|_| !is_alias).cloned();
    if found.is_some() {
        return found;
    }
    let path = pointer::pointer(&["nodes", node, "type"]);
    match group {
        Some((category, name)) => match document.groups.get(name) {
            Some(_) if category == GROUP => {} // The errors of the group have been reported.
            Some(_) => {
                let group = registry.find(&format!("{GROUP}/{name}"));
                if let Some(problem) = group.and_then(|group| groups::iteration_problem(group)) {
                    let message = format!("the group {} cannot be iterated: {problem}", quote(name));
                    diagnostics.push(Diagnostic::error(path, message).help("change or rename the parameter"));
                }
            }
            None => diagnostics.error(|| groups::unknown(document, scope, category, name, path)),
        },
        None => diagnostics.error(|| describe(registry, node_type, path)),
    }
    None
}

fn describe(registry: &Registry, node_type: &str, path: String) -> Diagnostic {
    if node_type.is_empty() {
        let diagnostic = Diagnostic::error(path, "the node has no `type`");
        return diagnostic.help("add one, as in \"type\": \"noise/perlin\"").at_key();
    }
    let (id, version) = node_type.split_once('@').unwrap_or((node_type, "1"));
    let versions = registry.versions(id);
    if versions.is_empty() {
        let near = nearest(id, registry.ids());
        let category = id.split('/').next().unwrap_or_default();
        let mut siblings = registry.ids().filter(|each| each.split('/').next() == Some(category)).peekable();
        let expected = match (near, siblings.peek()) {
            (None, Some(_)) => one_of(siblings),
            _ => "a type that `travertine nodes` lists".to_owned(),
        };
        return Diagnostic::error(path, format!("unknown node type {}", quote(id)))
            .did_you_mean(near)
            .expected(expected);
    }
    let all: Vec<String> = versions.iter().map(u32::to_string).collect();
    let diagnostic = Diagnostic::error(path, format!("{} has no version {}", quote(id), quote(version)))
        .expected(format!("one of its versions: {}", all.join(", ")));
    match version.parse::<u32>() {
        Ok(number) if versions.last().is_some_and(|&newest| number > newest) => {
            diagnostic.help("a newer Travertine may have it")
        }
        _ => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::testing::{errors, graph};

    #[test]
    fn a_type_may_carry_a_version() {
        assert_eq!(graph(r#""a": {"type": "noise/perlin"}"#, "").nodes[0].definition.version, 1);
        assert_eq!(graph(r#""a": {"type": "noise/perlin@1"}"#, "").nodes[0].definition.version, 1);
        assert_eq!(graph(r#""a": {"type": "noise/perlin@2"}"#, "").nodes[0].definition.version, 2);
    }

    #[test]
    fn unknown_types_are_reported() {
        let error = |name: &str| errors(&format!(r#""a": {{"type": "{name}"}}"#), "").remove(0);
        assert_eq!(error("noise/perlin@3"), "`noise/perlin` has no version `3`; a newer Travertine may have it");
        for version in ["0", "", "02", "+1", "1.0", "x", "1@1", "99999999999"] {
            let found = error(&format!("noise/perlin@{version}"));
            assert_eq!(found, format!("`noise/perlin` has no version `{version}`"));
        }
        assert_eq!(error("perlin"), "unknown node type `perlin`; did you mean `noise/perlin`?");
        assert_eq!(error(""), "`type` is empty");
    }
}
