//! Random documents and edits.

use proptest::collection::vec;
use proptest::prelude::*;
use travertine_graph::document::{Document, Frame, Input, Node, Parameter, Preset};
use travertine_graph::json::{Number, Value};

use crate::support::{is_valid, planks};

/// Numbers that an edit or a document is made of.
pub type Dice = [u8; 4];

pub fn dice(most: usize) -> impl Strategy<Value = Vec<Dice>> {
    vec(any::<Dice>(), 0..most)
}

/// A valid document.
pub fn document() -> impl Strategy<Value = Document> {
    (dice(12), dice(3)).prop_map(|(nodes, outputs)| {
        let mut document = Document::named("Random")
            .parameter("p0", Parameter::new("float", 1).range(0.0, 8.0))
            .parameter("p1", Parameter::new("float", 2))
            .preset("Look", Preset::new().value("p0", 0.5))
            .node("n0", Node::new("noise/perlin"))
            .output("o0", Input::wire("n0"));
        document.groups.insert("planks".to_owned(), planks().into());
        for (index, [kind, one, two, three]) in nodes.into_iter().enumerate() {
            let source = |dice: u8| Input::wire(format!("n{}", usize::from(dice) % (index + 1)));
            let node = match kind % 4 {
                0 => Node::new("noise/perlin").input("scale", i32::from(one) + 1).input("seed", i32::from(two)),
                1 => Node::new("math/add").input("a", source(one)).input("b", source(two)),
                2 => Node::new("math/add").input("a", Input::parameter(format!("p{}", one % 2))),
                _ => Node::new("group/planks").input("width", Input::parameter("p0")),
            };
            let id = format!("n{}", index + 1);
            document.layout.insert(id.clone(), [f64::from(three), 0.0]);
            document.nodes.insert(id, node.into());
        }
        let count = document.nodes.len();
        for (index, [source, ..]) in outputs.into_iter().enumerate() {
            let source = Input::wire(format!("n{}", usize::from(source) % count));
            document.outputs.push((format!("o{}", index + 1), source));
        }
        document
    })
}

fn pick<T>(items: &[T], dice: u8) -> usize {
    usize::from(dice) % items.len().max(1)
}

fn id(document: &Document, dice: u8) -> String {
    let ids: Vec<&String> = document.nodes.keys().collect();
    ids[pick(&ids, dice)].clone()
}

/// An edit of a part that no other edit depends on, with the name of the part. It keeps the document valid.
pub fn independent(base: &Document, [kind, one, two, three]: Dice) -> (String, impl Fn(&mut Document)) {
    let (id, number) = (id(base, one), 0.0625 + f64::from(three) / 300.0);
    let input = match (base.nodes[&id].node_type.as_str(), two % 2) {
        ("noise/perlin", 0) => "min",
        ("noise/perlin", _) => "max",
        ("math/add", 0) => "a",
        ("math/add", _) => "b",
        _ => "width",
    };
    let node = id.clone();
    let part = match kind % 8 {
        0..=2 => format!("{id}.{input}"),
        3 => format!("{id} muted"),
        4 => format!("p{} description", two % 2),
        5 => "name".to_owned(),
        6 => format!("{id} layout"),
        _ => "planks".to_owned(),
    };
    let edit = move |document: &mut Document| match kind % 8 {
        0..=2 => {
            document.nodes.get_mut(&node).unwrap().inputs.insert(input.to_owned(), Input::from(number));
        }
        3 => document.nodes.get_mut(&node).unwrap().muted = three % 2 == 0,
        4 => document.parameters[usize::from(two % 2)].1.description = Some(number.to_string()),
        5 => document.name = Some(number.to_string()),
        6 => drop(document.layout.insert(node.clone(), [number, 1.0])),
        _ => {
            let inner = &mut document.groups.get_mut("planks").unwrap().document;
            inner.nodes.get_mut("grain").unwrap().inputs.insert("seed".to_owned(), Input::from(three as i32));
        }
    };
    (part, edit)
}

/// Makes any edit, unless the document would no longer be valid.
pub fn edit(document: &mut Document, [kind, one, two, three]: Dice) {
    let before = document.clone();
    let (id, source) = (id(document, one), id(document, two));
    let input = ["a", "b", "scale", "seed", "width"][usize::from(three) % 5].to_owned();
    match kind % 14 {
        0 | 1 => drop(document.nodes.get_mut(&id).unwrap().inputs.insert(input, Input::wire(source))),
        2 => drop(document.nodes.get_mut(&id).unwrap().inputs.insert(input, Input::from(i32::from(two)))),
        3 => drop(document.nodes.get_mut(&id).unwrap().inputs.remove(&input)),
        4 => {
            // A node and everything that depends on it directly.
            document.nodes.remove(&id);
            document.layout.remove(&id);
            let leads = |input: &Input| matches!(input, Input::Node { node, .. } if *node == id);
            document.nodes.values_mut().for_each(|node| node.inputs.retain(|_, input| !leads(input)));
            document.outputs.retain(|(_, input)| !leads(input));
        }
        5 => {
            let node = Node::new("math/add").input("a", Input::wire(source)).input("b", i32::from(three));
            document.nodes.insert(format!("n{}", 20 + one % 4), node.into());
        }
        6 => document.outputs.push((format!("o{}", 10 + one % 4), Input::wire(source))),
        7 => {
            let at = pick(&document.outputs, two);
            document.outputs.rotate_left(at);
        }
        8 => {
            let parameter = Parameter::new("float", i32::from(two));
            document.parameters.push((format!("p{}", 2 + one % 3), parameter));
        }
        9 => {
            let at = pick(&document.parameters, one);
            if at >= document.parameters.len() {
                return;
            }
            let (name, _) = document.parameters.remove(at);
            document.presets.iter_mut().for_each(|(_, preset)| drop(preset.values.remove(&name)));
            let uses = |input: &Input| *input == Input::parameter(name.as_str());
            document.nodes.values_mut().for_each(|node| node.inputs.retain(|_, input| !uses(input)));
        }
        10 if one % 2 == 0 => {
            document.groups.clear();
            let is_instance = |node: &Node| node.node_type.starts_with("group/");
            let gone: Vec<String> =
                document.nodes.iter().filter(|(_, node)| is_instance(node)).map(|(id, _)| id.clone()).collect();
            document.nodes.retain(|_, node| !is_instance(node));
            document.layout.retain(|id, _| !gone.contains(id));
            let leads = |input: &Input| matches!(input, Input::Node { node, .. } if gone.contains(node));
            document.nodes.values_mut().for_each(|node| node.inputs.retain(|_, input| !leads(input)));
            document.outputs.retain(|(_, input)| !leads(input));
        }
        10 => {
            if let Some(group) = document.groups.get_mut("planks") {
                group.document.parameters[0].1.max = Number::from_f64(f64::from(two) + 1.0);
            }
        }
        12 => {
            let at = pick(&document.presets, two).min(document.presets.len());
            document.presets.rotate_left(at);
            if one % 3 == 0 {
                document.presets.pop();
            }
        }
        13 => {
            let (name, parameter) = (format!("Look {}", one % 2), format!("p{}", two % 3));
            match document.presets.iter_mut().find(|(known, _)| *known == name) {
                Some((_, preset)) => drop(preset.values.insert(parameter, Value::from(i32::from(three % 12)))),
                None => {
                    let preset = Preset::new().value(parameter, i32::from(three % 12));
                    document.presets.push((name, preset));
                }
            }
        }
        _ => {
            let frame = Frame { title: Some(three.to_string()), ..Frame::default() };
            document.annotations.frames.insert(format!("f{}", one % 2), frame);
            if let Some((_, parameter)) = document.parameters.first_mut() {
                parameter.default = Some(Value::from(i32::from(two % 8)));
            }
        }
    }
    let unique = |names: Vec<&String>| {
        let mut sorted = names.clone();
        sorted.sort();
        sorted.dedup();
        sorted.len() == names.len()
    };
    let is_sound = unique(document.outputs.iter().map(|(name, _)| name).collect())
        && unique(document.parameters.iter().map(|(name, _)| name).collect());
    if !is_sound || !is_valid(document) {
        *document = before;
    }
}

/// Makes an edit that may leave references to what is not there, or nodes without a type.
pub fn careless(document: &mut Document, [kind, one, two, three]: Dice) {
    if document.nodes.is_empty() {
        return;
    }
    let (id, name) = (id(document, one), format!("p{}", two % 3));
    let node = document.nodes.get_mut(&id).unwrap();
    match kind % 8 {
        0 | 1 => drop(document.nodes.remove(&id)),
        2 => document.parameters.retain(|(known, _)| *known != name),
        3 => document.groups.clear(),
        4 => node.node_type = ["", "group/planks", "group/none", "math/add"][usize::from(two) % 4].to_owned(),
        5 => {
            let source =
                [Input::wire(format!("n{}", two % 16)), Input::parameter(name)][usize::from(three) % 2].clone();
            node.inputs.insert(["a", "b"][usize::from(two) % 2].to_owned(), source);
        }
        6 => document.outputs.push((format!("o{}", 20 + u16::from(two)), Input::wire(format!("n{}", three % 16)))),
        _ => edit(document, [one, two, three, kind]),
    }
}
