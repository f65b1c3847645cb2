//! Parts: documents that have been checked, with their groups.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::check::Check;
use super::group_names::{ITERATIONS, MAX_ITERATIONS, NAME_EXPECTED};
use super::scope::Scope;
use super::{Input, Node, Output, Parameter, Preset, Source, groups, model, order, parameters, types};
use crate::constant::Constant;
use crate::definition::{Definition, OutputType};
use crate::diagnostic::{Diagnostic, Diagnostics, quote};
use crate::document::{Document, Group, MAX_ENTRIES, MAX_GROUP_DEPTH, group_name};
use crate::json::pointer;
use crate::registry::Registry;
use travertine_program::Type;

/// Maximum number of nodes of a graph after its groups are expanded.
pub(super) const MAX_NODES: u64 = MAX_ENTRIES as u64;

/// A checked document. Instances of groups are nodes here; [`Part::expand`](super::expand) gives them contents.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) parameters: Vec<Parameter>,
    pub(super) presets: Vec<Preset>,
    /// Nodes, each after its sources. Sources are indices in this list.
    pub(super) nodes: Vec<Node>,
    pub(super) outputs: Vec<Output>,
    /// Groups of the document by the types of their instances.
    pub(super) groups: HashMap<String, Body>,
    /// Number of nodes after expansion.
    pub(super) size: u64,
}

/// The content of an instance of a group.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) part: Arc<Part>,
    /// Whether the instance applies the group several times.
    pub(super) is_iterated: bool,
}

/// The groups of a document.
pub(super) struct Groups {
    /// The node types of the document: those of the registry, and its groups. Groups with errors are absent.
    pub(super) registry: Registry,
    /// The groups by the types of their instances.
    bodies: HashMap<String, Body>,
    diagnostics: Diagnostics,
}

impl Groups {
    /// Checks the groups of a document.
    pub(super) fn new(document: &Document, registry: &Registry, scope: Scope) -> Groups {
        let mut groups = Groups { registry: registry.clone(), bodies: HashMap::new(), diagnostics: Diagnostics::new() };
        if scope.depth() >= MAX_GROUP_DEPTH && !document.groups.is_empty() {
            let expected = format!("at most {MAX_GROUP_DEPTH} inside each other");
            let error = Diagnostic::error("/groups", "groups are nested too deeply").expected(expected);
            groups.diagnostics.push(error.at_key());
            return groups;
        }
        for (name, group) in &document.groups {
            let path = pointer::pointer(&["groups", name]);
            if let Some(source) = &group.source {
                groups.diagnostics.append(groups::check_source(source).inside(&path));
            }
            let named = group_name(name);
            if named.is_none() {
                let message = format!("{} cannot be the name of a group", quote(name));
                let error = Diagnostic::error(&path, message).expected(NAME_EXPECTED);
                groups.diagnostics.push(error.at_key());
            }
            match Part::new(&group.document, registry, scope.inside(name, document)) {
                Ok((part, warnings)) => {
                    groups.diagnostics.append(warnings.inside(&path));
                    if let Some((name, version)) = named {
                        groups.add(name, version, group, part.into());
                    }
                }
                Err(diagnostics) => groups.diagnostics.append(diagnostics.inside(&path)),
            }
        }
        groups
    }

    /// Adds the node types of a group.
    fn add(&mut self, name: &str, version: u32, group: &Group, part: Arc<Part>) {
        let mut add = |definition: Definition, is_iterated| {
            self.bodies.insert(definition.type_name(), Body { part: part.clone(), is_iterated });
            self.registry.insert(definition);
        };
        let drives_setting = |index| model::drives_setting(&part.nodes, index);
        let group = groups::definition(name, &group.document, &part.parameters, &part.outputs, drives_setting);
        let group = Definition { version, ..group };
        if groups::iteration_problem(&group).is_none() {
            add(groups::iteration(name, &group), true);
        }
        add(group, false);
    }
}

impl Part {
    /// Checks a document and its groups. Also returns the warnings.
    ///
    /// # Errors
    ///
    /// Every error and every warning, each with the JSON pointer of its subject.
    pub(super) fn new(
        document: &Document,
        registry: &Registry,
        scope: Scope,
    ) -> Result<(Part, Diagnostics), Diagnostics> {
        let groups = Groups::new(document, registry, scope);
        let mut check = Check::new(document, &groups.registry, scope, groups.diagnostics);
        check.unknown_fields();
        check.layout();
        let nodes = check.nodes();
        let outputs = check.outputs();
        let parameters = parameters::finish(&mut check);
        let presets = check.presets(&parameters);
        let parameters: Option<Vec<Parameter>> = parameters.into_iter().collect();
        let order = match order::order(&nodes) {
            Ok(order) => order,
            Err(cycles) => {
                check.diagnostics.append(cycles);
                return Err(check.diagnostics);
            }
        };
        let (Some(outputs), Some(parameters), false) = (outputs, parameters, check.diagnostics.has_errors()) else {
            return Err(check.diagnostics);
        };
        let mut part = Part {
            parameters,
            presets,
            nodes: order::arrange(nodes, &order),
            outputs: Vec::new(),
            groups: groups.bodies,
            size: 0,
        };
        part.resolve_types();
        for (name, source) in outputs {
            let source = Source { node: order.indices[source.node], output: source.output };
            let value_type = part.nodes[source.node].outputs[source.output];
            part.outputs.push(Output { name, source, value_type });
        }
        let mut diagnostics = check.diagnostics;
        part.check_ids(&mut diagnostics);
        part.check_size(&mut diagnostics);
        if diagnostics.has_errors() { Err(diagnostics) } else { Ok((part, diagnostics)) }
    }

    /// The group that a node is an instance of, and the number of times that it is applied; `None` for other nodes and
    /// for muted ones.
    pub(super) fn body(&self, node: &Node) -> Option<(&Body, u64)> {
        if self.groups.is_empty() || node.muted {
            return None;
        }
        let body = self.groups.get(&node.definition.type_name())?;
        Some((body, if body.is_iterated { self.iterations(node) } else { 1 }))
    }

    /// The greatest number of iterations that an instance may be set to.
    fn iterations(&self, node: &Node) -> u64 {
        let most = MAX_ITERATIONS;
        let count = match node.definition.input_index(ITERATIONS).map(|index| &node.inputs[index]) {
            Some(Input::Constant(Constant::Integer(count))) => *count as f32,
            Some(Input::Parameter(index)) => self.parameters[*index].max.unwrap_or(most),
            _ => most,
        };
        count.clamp(1.0, most) as u64
    }

    /// Number of nodes of a node's content after expansion.
    pub(super) fn content_size(&self, node: &Node) -> u64 {
        self.body(node).map_or(0, |(body, times)| body.part.size.saturating_mul(times))
    }

    /// Resolves the type of every output. Sources come before their users.
    fn resolve_types(&mut self) {
        for index in 0..self.nodes.len() {
            let node = &self.nodes[index];
            let outputs = node.definition.outputs.iter().map(|output| match &output.value_type {
                OutputType::Fixed(value_type) => *value_type,
                OutputType::Like(names) => {
                    names.iter().map(|name| self.input_type(node, name)).max().unwrap_or(Type::Float)
                }
            });
            self.nodes[index].outputs = outputs.collect();
        }
    }

    fn input_type(&self, node: &Node, name: &str) -> Type {
        let Some(index) = node.definition.input_index(name) else {
            return Type::Float;
        };
        if let Some(value_type) = node.definition.inputs[index].value_type.field_type() {
            return value_type;
        }
        match &node.inputs[index] {
            Input::Position | Input::Constant(Constant::Vector(_)) => Type::Vector,
            Input::Constant(Constant::Color(_)) => Type::Color,
            Input::Wire(source) => self.nodes[source.node].outputs[source.output],
            Input::Parameter(parameter) => self.parameters[*parameter].value_type.field_type().unwrap_or(Type::Float),
            // An input of an instance only exists after expansion.
            Input::Noise | Input::Constant(_) | Input::Instance { .. } => Type::Float,
        }
    }

    /// Reports nodes whose ids are those of nodes inside an instance.
    fn check_ids(&self, diagnostics: &mut Diagnostics) {
        let instances: HashSet<&str> =
            self.nodes.iter().filter(|node| self.body(node).is_some()).map(|node| node.id.as_str()).collect();
        if instances.is_empty() {
            return;
        }
        for node in &self.nodes {
            let mut ends = node.id.match_indices('/').map(|(end, _)| &node.id[..end]);
            if let Some(instance) = ends.find(|start| instances.contains(start)) {
                let message =
                    format!("{} begins like the ids of the nodes inside {}", quote(&node.id), quote(instance));
                let path = pointer::pointer(&["nodes", &node.id]);
                diagnostics.push(Diagnostic::error(path, message).help("rename one of them").at_key());
            }
        }
    }

    /// Counts the nodes, and reports instances that expand to too many.
    fn check_size(&mut self, diagnostics: &mut Diagnostics) {
        let sizes = self.nodes.iter().map(|node| self.content_size(node).saturating_add(1));
        self.size = sizes.fold(0, u64::saturating_add);
        if self.size <= MAX_NODES {
            return;
        }
        let Some(largest) = self.largest() else { return };
        let mut chain = vec![largest.id.as_str()];
        let mut part = self.body(largest).map(|(body, _)| &body.part);
        while let Some(node) = part.and_then(|part| part.largest()) {
            chain.push(&node.id);
            part = part.and_then(|part| part.body(node)).map(|(body, _)| &body.part);
        }
        let chain: Vec<String> = chain.into_iter().map(quote).collect();
        let message = format!("with its groups, the graph has {} nodes: {}", count(self.size), chain.join(" -> "));
        let path = pointer::pointer(&["nodes", &largest.id]);
        let expected = format!("at most {} nodes", count(MAX_NODES));
        diagnostics.push(Diagnostic::error(path, message).expected(expected).help("use fewer or smaller groups"));
    }

    /// The instance with the largest content.
    fn largest(&self) -> Option<&Node> {
        let instances = self.nodes.iter().filter(|node| self.body(node).is_some());
        instances.max_by_key(|node| self.content_size(node))
    }
}

impl<'a> Check<'a> {
    /// The state before any check but that of the groups, which reported `diagnostics`.
    fn new(document: &'a Document, registry: &Registry, scope: Scope<'a>, mut diagnostics: Diagnostics) -> Check<'a> {
        let definitions = document
            .nodes
            .keys()
            .map(|id| types::definition(document, registry, scope, id, &mut diagnostics))
            .collect();
        let value_types = document
            .parameters
            .iter()
            .map(|(name, parameter)| parameters::value_type(name, &parameter.parameter_type, &mut diagnostics))
            .collect();
        Check {
            document,
            scope,
            definitions,
            indices: document.nodes.keys().enumerate().map(|(index, id)| (id.as_str(), index)).collect(),
            parameters: document
                .parameters
                .iter()
                .enumerate()
                .map(|(index, (name, _))| (name.as_str(), index))
                .collect(),
            value_types,
            uses: Vec::new(),
            diagnostics,
        }
    }
}

/// A number with commas.
fn count(number: u64) -> String {
    if number == u64::MAX {
        return "more than 10^19".to_owned();
    }
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
