//! Groups of a document as node types.
//!
//! The group `planks` gives two node types. `group/planks` is the graph as a node: its parameters are inputs, its
//! outputs are outputs. `iterate/planks` applies the graph several times. In each iteration the parameter `index` is
//! the number of the iteration, from 0, and a parameter with the name of an output receives that output of the
//! iteration before.

use super::group_names::{GROUP, INDEX, ITERATE, ITERATIONS, MAX_ITERATIONS};
use super::scope::Scope;
use super::{Output, Parameter};
use crate::definition::{Definition, InputDefinition, OutputType, ValueType};
use crate::diagnostic::{Diagnostic, Diagnostics, one_of, quote};
use crate::document::{Document, GroupSource, fields};
use crate::json::pointer;
use crate::suggest::nearest;

/// The node type of a group.
///
/// `drives_setting` is whether the parameter at an index drives a setting inside.
pub(super) fn definition(
    name: &str,
    document: &Document,
    parameters: &[Parameter],
    outputs: &[Output],
    drives_setting: impl Fn(usize) -> bool,
) -> Definition {
    let label = document.name.clone().unwrap_or_else(|| name.to_owned());
    let mut definition = Definition::with_id(format!("{GROUP}/{name}"), label, |context| context.exits(0))
        .describe(document.description.clone().unwrap_or_default())
        .search(&document.search);
    for (index, parameter) in parameters.iter().enumerate() {
        definition = definition.input(input(parameter, drives_setting(index)));
    }
    for output in outputs {
        definition = definition.output(output.name.clone(), OutputType::Fixed(output.value_type), "");
    }
    definition
}

/// The input of an instance that sets a parameter of the group.
fn input(parameter: &Parameter, drives_setting: bool) -> InputDefinition {
    let value_type = match &parameter.value_type {
        ValueType::Choice(_) => ValueType::choice(&parameter.choices),
        // A wire cannot lead to a setting inside.
        ValueType::Float if drives_setting => ValueType::Number,
        other => other.clone(),
    };
    let range = match (parameter.min, parameter.max) {
        (None, None) => None,
        (min, max) => Some(min.unwrap_or(f32::MIN)..=max.unwrap_or(f32::MAX)),
    };
    InputDefinition {
        hard: range.clone(),
        soft: range,
        step: parameter.step,
        ..InputDefinition::new(parameter.name.clone(), value_type, parameter.default.clone())
    }
    .unit(parameter.unit.clone())
    .describe(parameter.description.clone())
    .moved()
}

/// The node type that applies a group several times.
pub(super) fn iteration(name: &str, group: &Definition) -> Definition {
    // The last iteration has an index that is one less.
    let last = group.inputs.iter().find(|input| input.name == INDEX).and_then(|index| index.hard.clone());
    let most = last.map_or(MAX_ITERATIONS, |range| (range.end().floor() + 1.0).min(MAX_ITERATIONS));
    let count = InputDefinition::integer(ITERATIONS, 4.min(most as i64))
        .hard(1.0..=most)
        .soft(1.0..=most.min(16.0))
        .describe("Number of times that the group is applied.");
    let others = group.inputs.iter().filter(|input| input.name != INDEX).cloned();
    let outputs = group.outputs.len();
    Definition {
        version: group.version,
        description: group.description.clone(),
        search: group.search.clone(),
        inputs: [count].into_iter().chain(others).collect(),
        outputs: group.outputs.clone(),
        ..Definition::with_id(format!("{ITERATE}/{name}"), format!("{}, iterated", group.label), move |context| {
            // The range of the input starts at 1, and its end is the number of iterations at most.
            let last = context.integer(ITERATIONS).max(1) as usize - 1;
            context.exits(last * outputs)
        })
    }
}

/// The reason why a group cannot be iterated, if there is one. `group` is its node type.
pub(super) fn iteration_problem(group: &Definition) -> Option<String> {
    for input in &group.inputs {
        let (name, kind) = (&*input.name, input.value_type.name());
        if name == ITERATIONS {
            return Some(format!("its parameter {} has the name of an input of every iteration", quote(name)));
        }
        if name == INDEX && !matches!(input.value_type, ValueType::Float | ValueType::Number | ValueType::Integer) {
            return Some(format!("its parameter {} is of type `{kind}`, not `integer`", quote(name)));
        }
        if name == INDEX
            && let Some(range) = input.hard.as_ref().filter(|range| !range.contains(&0.0))
        {
            let (low, high) = (range.start(), range.end());
            return Some(format!("its parameter {} lies between {low} and {high}, and starts at 0", quote(name)));
        }
        let output = group.outputs.iter().find(|output| output.name == input.name);
        if let Some(OutputType::Fixed(value_type)) = output.map(|output| &output.value_type)
            && input.value_type.field_type() != Some(*value_type)
        {
            return Some(format!(
                "its output {} is of type `{}`, and its parameter of that name of type `{kind}`",
                quote(name),
                value_type.name(),
            ));
        }
    }
    None
}

/// The name of the group that a document lacks, if that is the error.
pub fn missing_group(diagnostic: &Diagnostic) -> Option<&str> {
    diagnostic.message.strip_prefix(UNKNOWN)?.strip_prefix('`')?.strip_suffix('`')
}

/// How messages about unknown groups begin.
const UNKNOWN: &str = "unknown group ";

/// The error that a document has no such group.
pub(super) fn unknown(document: &Document, scope: Scope, category: &str, name: &str, path: String) -> Diagnostic {
    let node_type = |name: &str| format!("{category}/{name}");
    if let Some(chain) = scope.circle(name) {
        let message = format!("the group {} would contain itself: {chain}", quote(name));
        return Diagnostic::error(path, message).help("a group cannot be a node of its own graph");
    }
    let known: Vec<String> = document.groups.keys().map(|name| node_type(name)).collect();
    let known = || known.iter().map(String::as_str);
    let expected = match document.groups.is_empty() {
        true => format!("a group under `groups`; the {} has none", scope.what()),
        false => one_of(known()),
    };
    let message = match name {
        "" => format!("the type {} names no group", quote(&node_type(""))),
        _ => format!("{UNKNOWN}{}", quote(name)),
    };
    let error = Diagnostic::error(path, message).expected(expected);
    if scope.is_outside(name) {
        return error.help("a group reaches only groups of its own: copy this one into its `groups`");
    }
    // Version 1 has no number.
    let first = name.strip_suffix("@1").map(node_type);
    let near = known().find(|known| first.as_deref() == Some(known));
    error.did_you_mean(near.or_else(|| nearest(&node_type(name), known())))
}

/// Checks the source of a group. Pointers start at the group.
pub(super) fn check_source(source: &GroupSource) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    let missing = |key: &str| {
        let path = pointer::pointer(&["source", key]);
        let error = Diagnostic::error(path, format!("`source` has no `{key}`"));
        error.help("add it, or remove `source`").at_key()
    };
    let names = || source.path.split('/');
    let is_name = |name: &str| !matches!(name, "" | "." | "..") && !name.contains(['\\', ':', '\0']);
    if source.path.is_empty() {
        diagnostics.push(missing("path"));
    } else if !names().all(is_name) {
        let message = format!("{} is not a path within a library", quote(&source.path));
        let expected = "names joined by `/`, as in \"planks.json\"";
        diagnostics.push(Diagnostic::error("/source/path", message).expected(expected));
    }
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if source.sha256.is_empty() {
        diagnostics.push(missing("sha256"));
    } else if source.sha256.len() != 64 || !source.sha256.bytes().all(is_digit) {
        let message = format!("{} is not a SHA-256", quote(&source.sha256));
        let expected = "64 digits, 0 to 9 and a to f";
        diagnostics.push(Diagnostic::error("/source/sha256", message).expected(expected));
    }
    for (key, _) in &source.extra {
        let path = pointer::pointer(&["source", key]);
        let error = Diagnostic::error(path, format!("unknown field {} of `source`", quote(key)));
        let near = nearest(key, fields::SOURCE.iter().copied());
        diagnostics.push(error.did_you_mean(near).expected("`path` or `sha256`").at_key());
    }
    diagnostics
}
