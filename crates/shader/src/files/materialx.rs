//! A document of MaterialX: a node for the texture with code for its generators, and a material.

mod element;
mod interface;
mod source;

use travertine_graph::document::Up;
use travertine_program::Type;

use super::call::number;
use super::role::Role;
use crate::argument::{Argument, OutputFunction};
use crate::code::Code;
use crate::error::Error;
use crate::shader::Shader;
use crate::target::Target;
use crate::tier::Tier;

use element::Element;
use interface::{Interface, category, float, kind_of, type_of};
use source::{Language, function_name, source};

/// The code, and the document, whose material carves an object from the texture, as that of Godot does. The code lies
/// in files of its own: generators take functions from nowhere else.
pub(super) fn files(shader: &Shader, stem: &str) -> Result<Vec<(String, String)>, Error> {
    if shader.tier == Tier::Exact {
        let reason = "its nodes have no uniform variable that compilers leave alone";
        return Err(Error::NotExact { target: Target::MaterialX, reason });
    }
    let interface = Interface::new(shader, stem);
    let mut document = Element::new("materialx")
        .with("version", "1.38")
        .with("colorspace", "lin_rec709")
        .child(definition(shader, &interface));
    let mut files = Vec::new();
    for language in Language::ALL {
        let file = format!("{stem}.mtlx.{}", language.ending());
        document = document.child(
            Element::new("implementation")
                .with("name", format!("IM_{}_{}", category(shader), language.target()))
                .with("nodedef", definition_name(shader))
                .with("target", language.target())
                .with("function", function_name(shader))
                .with("file", &file),
        );
        files.push((file, source(shader, &interface, language)?));
    }
    let material = Material { shader, interface: &interface };
    let mut code = Code::default();
    code.line("<?xml version=\"1.0\"?>");
    document.children(material.elements()).write(&mut code);
    files.push((format!("{stem}.mtlx"), code.finish()));
    Ok(files)
}

fn definition_name(shader: &Shader) -> String {
    format!("ND_{}", category(shader))
}

/// The definition of the node.
fn definition(shader: &Shader, interface: &Interface) -> Element {
    let outputs = interface.outputs.iter().zip(&shader.functions);
    let outputs = outputs
        .map(|(name, function)| Element::new("output").with("name", name).with("type", type_of(function.value_type)));
    Element::new("nodedef")
        .with("name", definition_name(shader))
        .with("node", category(shader))
        .with("nodegroup", "procedural3d")
        .with("doc", format!("{}, written by `travertine export`.", shader.title))
        .children(interface.arguments.iter().map(|argument| interface.input(argument)))
        .children(outputs)
}

/// A material around the node.
struct Material<'a> {
    shader: &'a Shader,
    interface: &'a Interface<'a>,
}

/// An input that takes the result of a node.
fn wired(name: &str, kind: &'static str, node: &str) -> Element {
    Element::new("input").with("name", name).with("type", kind).with("nodename", node)
}

/// An input that takes the value of an input of the graph.
fn given(name: &str, kind: &'static str, input: &str) -> Element {
    Element::new("input").with("name", name).with("type", kind).with("interfacename", input)
}

/// An input with a constant value.
fn constant(name: &str, kind: &'static str, value: &str) -> Element {
    Element::new("input").with("name", name).with("type", kind).with("value", value)
}

/// A node.
fn node(category: impl Into<String>, name: &str, kind: &'static str) -> Element {
    Element::new(category).with("name", name).with("type", kind)
}

impl Material<'_> {
    /// The node in a graph, and a surface that reads the outputs of the graph.
    fn elements(&self) -> Vec<Element> {
        let name = &self.shader.name;
        let [graph_name, surface_name, lift_name] = ["NG", "SR", "DS"].map(|start| format!("{start}_{name}"));
        let of_graph = |input: &str, kind, output: &'static str| {
            let input = Element::new("input").with("name", input).with("type", kind);
            input.with("nodegraph", &graph_name).with("output", output)
        };
        let mut graph = self.graph(&graph_name);
        let mut surface = node("standard_surface", &surface_name, "surfaceshader");
        // Names of nodes and outputs in the graph begin with capitals, unlike those of parameters.
        let roles = [
            (self.shader.color(), "base_color", "BaseColor", "color3"),
            (self.shader.with_role(Role::Roughness), "specular_roughness", "SpecularRoughness", "float"),
            (self.shader.with_role(Role::Metallic), "metalness", "Metalness", "float"),
            (self.shader.with_role(Role::Emission), "emission_color", "EmissionColor", "color3"),
        ];
        for (function, input, output, kind) in roles {
            let Some(function) = function else { continue };
            graph = graph.child(self.converted(function, output, kind)).child(result(output, kind));
            surface = surface.child(of_graph(input, kind, output));
            if input == "emission_color" {
                surface = surface.child(constant("emission", "float", "1.0"));
            }
        }
        let mut material = node("surfacematerial", &format!("M_{name}"), "material").child(wired(
            "surfaceshader",
            "surfaceshader",
            &surface_name,
        ));
        let Some(height) = self.shader.with_role(Role::Height) else {
            return vec![graph, surface, material];
        };
        graph = graph
            .child(self.converted(height, "Height", "float"))
            .child(
                node("multiply", "ReliefNode", "float")
                    .child(wired("in1", "float", "HeightNode"))
                    .child(given("in2", "float", "Relief")),
            )
            .child(node("divide", "DisplacementNode", "float").child(wired("in1", "float", "ReliefNode")).child(given(
                "in2",
                "float",
                "ObjectUnits",
            )))
            .child(result("Displacement", "float"));
        let lift = node("displacement", &lift_name, "displacementshader").child(of_graph(
            "displacement",
            "float",
            "Displacement",
        ));
        material = material.child(wired("displacementshader", "displacementshader", &lift_name));
        vec![graph, surface, lift, material]
    }

    /// The graph with the node, at places of the object.
    fn graph(&self, name: &str) -> Element {
        let arguments = &self.interface.arguments;
        let is_given = |argument: &&Argument| {
            matches!(argument, Argument::Time | Argument::Curvature | Argument::Parameter(_) | Argument::Texture(_))
        };
        let mut graph = Element::new("nodegraph")
            .with("name", name)
            .child(float("ObjectUnits", 1.0, "Units of the texture per unit of the object."))
            .children(arguments.iter().filter(is_given).map(|argument| self.interface.input(argument)));
        if self.shader.with_role(Role::Height).is_some() {
            let doc = "How far a height of 1 lifts the surface, in units of the texture.";
            graph = graph.child(float("Relief", self.shader.relief, doc));
        }
        graph = graph.children(turned(self.shader, "position", "Position")).child(
            node("multiply", "Site", "vector3").child(wired("in1", "vector3", "TurnedPosition")).child(given(
                "in2",
                "float",
                "ObjectUnits",
            )),
        );
        if arguments.contains(&Argument::Normal) {
            graph = graph.children(turned(self.shader, "normal", "Normal"));
        }
        if arguments.contains(&Argument::Uv) {
            // In MaterialX, v runs up.
            graph = graph
                .child(node("texcoord", "Uv", "vector2"))
                .child(node("multiply", "NegatedUv", "vector2").child(wired("in1", "vector2", "Uv")).child(constant(
                    "in2",
                    "vector2",
                    "1.0, -1.0",
                )))
                .child(
                    node("add", "TurnedUv", "vector2")
                        .child(wired("in1", "vector2", "NegatedUv"))
                        .child(constant("in2", "vector2", "0.0, 1.0")),
                );
        }
        let inputs = arguments.iter().map(|argument| {
            let name = argument.identifier();
            match argument {
                Argument::Position => wired(name, "vector3", "Site"),
                Argument::Normal => wired(name, "vector3", "TurnedNormal"),
                Argument::Uv => wired(name, "vector2", "TurnedUv"),
                Argument::Time | Argument::Curvature | Argument::Parameter(_) | Argument::Texture(_) => {
                    given(name, kind_of(argument), name)
                }
            }
        });
        let kind = match &self.shader.functions[..] {
            [function] => type_of(function.value_type),
            _ => "multioutput",
        };
        graph.child(node(category(self.shader), "Texture", kind).children(inputs))
    }

    /// The node that gives the result of a function as a type, for the output with a name.
    fn converted(&self, function: &OutputFunction, output: &str, kind: &'static str) -> Element {
        let from = type_of(function.value_type);
        let category = match (function.value_type, kind) {
            (Type::Float, "float") => "dot",
            (_, "float") => "extract",
            _ => "convert",
        };
        let mut read = wired("in", from, "Texture");
        if self.shader.functions.len() > 1 {
            read = read.with("output", self.interface.output(self.shader, function));
        }
        let node = node(category, &format!("{output}Node"), kind).child(read);
        if category == "extract" { node.child(constant("index", "integer", "0")) } else { node }
    }
}

/// An output of the graph: the result of its node.
fn result(name: &str, kind: &'static str) -> Element {
    Element::new("output").with("name", name).with("type", kind).with("nodename", format!("{name}Node"))
}

/// Nodes for a geometric vector in object space, turned into the axes of the texture: in MaterialX, y runs up and z to
/// the viewer.
fn turned(shader: &Shader, category: &str, name: &str) -> Vec<Element> {
    let turn = shader.turn(Up::Y);
    let signs = turn.map(|(_, sign)| number(sign)).join(", ");
    let mut nodes = vec![node(category, name, "vector3").child(constant("space", "string", "object"))];
    let mut ordered = name.to_owned();
    if turn.iter().enumerate().any(|(coordinate, (source, _))| coordinate != *source) {
        ordered = format!("Ordered{name}");
        let mut combined = node("combine3", &ordered, "vector3");
        for (coordinate, (source, _)) in turn.iter().enumerate() {
            let part = format!("{name}Part{}", coordinate + 1);
            nodes.push(node("extract", &part, "float").child(wired("in", "vector3", name)).child(constant(
                "index",
                "integer",
                &source.to_string(),
            )));
            combined = combined.child(wired(&format!("in{}", coordinate + 1), "float", &part));
        }
        nodes.push(combined);
    }
    nodes.push(
        node("multiply", &format!("Turned{name}"), "vector3")
            .child(wired("in1", "vector3", &ordered))
            .child(constant("in2", "vector3", &signs)),
    );
    nodes
}
