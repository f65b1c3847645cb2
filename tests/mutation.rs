//! Damaged documents: random mutations of valid documents, from a seed.

use serde_json::{Map, Value, json};
use travertine_graph::definition::Definition;
use travertine_graph::document::Document;
use travertine_graph::graph::registry_with_groups;
use travertine_graph::registry::Registry;

use crate::random_graph::Random;

/// Unusual numbers in JSON, some of them out of the range of floats.
const NUMBERS: [&str; 24] = [
    "0",
    "-0",
    "1",
    "-1",
    "0.5",
    "2",
    "64",
    "65",
    "2048",
    "2049",
    "1000000",
    "-1000000",
    "16777217",
    "1e-45",
    "-1e-30",
    "1e9",
    "1e18",
    "3.4028235e38",
    "-3.4028235e38",
    "1e39",
    "1e400",
    "4294967295",
    "9223372036854775808",
    "0.1234567890123456789012345678901234567890",
];

/// Unusual texts: empty, odd Unicode, special characters of other notations.
const TEXTS: [&str; 12] = [
    "",
    " ",
    "\u{0}",
    "\u{202e}abc",
    "é\u{301}\u{1f469}\u{200d}\u{1f680}",
    "\u{feff}",
    "\u{fffd}",
    "~0~1/a/b",
    "true",
    "__proto__",
    "#ff0000",
    "a.b=c",
];

/// A placeholder for a number of [`NUMBERS`], because a JSON value holds only doubles.
const MARK: &str = "\u{1}number:";

/// Pieces of JSON, inserted anywhere in a text.
const PIECES: [&str; 14] =
    ["{", "}", "[", "]", "\"", ",", ":", "1e999", "null", "\\ud800", "\u{7f}", "-", "{}", "\"node\":"];

/// The text of a document after one to three mutations. In one case out of eight, the text itself is damaged too.
pub fn mutated(document: &Value, seed: u64, registry: &Registry) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut document = document.clone();
    for _ in 0..1 + random.below(3) {
        mutate(&mut document, &mut random, registry);
    }
    let mut text = document.to_string();
    for (index, number) in NUMBERS.iter().enumerate() {
        text = text.replace(&json!(format!("{MARK}{index}")).to_string(), number);
    }
    let mut text = text.into_bytes();
    if random.percent(12) {
        damage(&mut text, &mut random);
    }
    text
}

fn mutate(document: &mut Value, random: &mut Random, registry: &Registry) {
    let groups = document.get("groups").and_then(Value::as_object);
    let groups: Vec<String> = groups.into_iter().flat_map(Map::keys).cloned().collect();
    if !groups.is_empty() {
        let name = random.pick(&groups).clone();
        match random.below(4) {
            0 | 1 => return mutate(&mut document["groups"][name], random, registry),
            2 => return mutate_groups(document, &name, random),
            _ => {}
        }
    }
    // The groups of the document are node types too.
    let own = match groups.is_empty() {
        false => Document::parse_leniently(document.to_string().as_bytes()).0,
        true => None,
    };
    let own = own.map(|document| registry_with_groups(&document, registry));
    let registry = own.as_ref().unwrap_or(registry);
    let Some(nodes) = document.get_mut("nodes").and_then(Value::as_object_mut) else { return };
    let ids: Vec<String> = nodes.keys().cloned().collect();
    if ids.is_empty() {
        return;
    }
    let id = random.pick(&ids).clone();
    let definitions: Vec<&Definition> = registry.iter().map(AsRef::as_ref).collect();
    match random.below(26) {
        0..=3 => {
            let definition = *random.pick(&definitions);
            nodes[&id]["type"] = json!(definition.type_name());
            // An unknown input is an error that hides all others.
            if let Some(inputs) = nodes[&id]["inputs"].as_object_mut().filter(|_| random.percent(80)) {
                inputs.retain(|name, _| definition.input_index(name).is_some());
            }
        }
        4 => nodes[&id]["type"] = json!(*random.pick(&TEXTS)),
        5..=8 => {
            let name = input(&nodes[&id], random, registry);
            let value = wire(&sources(nodes, &ids, &id, random), random);
            put(&mut nodes[&id], &name, value);
        }
        9..=13 => {
            let name = input(&nodes[&id], random, registry);
            let value = limit(&nodes[&id], &name, random, registry);
            put(&mut nodes[&id], &name, value);
        }
        14 => {
            let name = input(&nodes[&id], random, registry);
            let value = anything(random, 4);
            put(&mut nodes[&id], &name, value);
        }
        15..=17 => copies(nodes, &id, random, registry),
        18 => {
            let numbers = numbers(document);
            if !numbers.is_empty() {
                let pointer = random.pick(&numbers).clone();
                if let Some(number) = document.pointer_mut(&pointer) {
                    *number = odd_number(random);
                }
            }
        }
        19 => {
            let node = nodes.remove(&id);
            let name = format!("{}{}", random.pick(&TEXTS), "x".repeat(random.below(300)));
            nodes.extend(node.map(|node| (name, node)));
        }
        20..=22 => {
            nodes[&id]["muted"] = json!(random.percent(80));
            let name = format!("o{}", random.below(4));
            document["outputs"][name] = wire(&ids, random);
        }
        23 | 24 => mutate_presets(document, random),
        _ => {
            let name = input(&nodes[&id], random, registry);
            put(&mut nodes[&id], &name, json!({"parameter": "odd"}));
            let kinds = ["float", "vector", "color", "integer", "seed", "boolean", "choice", "ramp", "curve", "text"];
            document["parameters"]["odd"] = json!({"type": random.pick(&kinds), "default": anything(random, 2)});
        }
    }
}

/// Adds a preset with values that may fit the parameters, or damages the presets.
fn mutate_presets(document: &mut Value, random: &mut Random) {
    let parameters = document["parameters"].as_object().into_iter().flatten();
    let defaults: Vec<(String, Value)> =
        parameters.map(|(name, parameter)| (name.clone(), parameter["default"].clone())).collect();
    let mut values = Map::new();
    for (name, default) in defaults {
        match random.below(6) {
            0..=2 => drop(values.insert(name, default)),
            3 => drop(values.insert(name, odd_number(random))),
            4 => drop(values.insert(name, anything(random, 3))),
            _ => {}
        }
    }
    let preset = match random.below(8) {
        0 => return document["presets"] = anything(random, 3),
        1 => anything(random, 2),
        2 => json!({"values": anything(random, 2)}),
        3 => json!({"values": values, "description": anything(random, 1)}),
        4 => {
            let name = *random.pick(&TEXTS);
            json!({"values": {name: odd_number(random)}})
        }
        _ => json!({"values": values}),
    };
    if !document["presets"].is_object() {
        document["presets"] = json!({});
    }
    document["presets"][*random.pick(&TEXTS)] = preset;
}

/// Changes the groups of a document, or what its nodes have to do with them. `name` is one of the groups.
fn mutate_groups(document: &mut Value, name: &str, random: &mut Random) {
    let ids: Vec<String> = document["nodes"].as_object().into_iter().flat_map(Map::keys).cloned().collect();
    if ids.is_empty() || !document["groups"][name].is_object() {
        return;
    }
    let id = random.pick(&ids).clone();
    let category = *random.pick(&["group", "iterate"]);
    match random.below(12) {
        0 => {
            let new = if random.percent(50) { format!("{name}@2") } else { (*random.pick(&TEXTS)).to_owned() };
            document["groups"][&new] = document["groups"][name].clone();
            document["nodes"][&id]["type"] = json!(format!("{category}/{new}"));
        }
        1 => document["nodes"][&id] = json!({"type": format!("{category}/{name}")}),
        2 => document["nodes"][&id]["type"] = json!(format!("{category}/{name}")),
        3 | 4 => {
            let counts =
                [json!(0), json!(1), json!(2), json!(3), json!(40), json!(1025), json!({"parameter": "count"})];
            put(&mut document["nodes"][&id], "iterations", random.pick(&counts).clone());
        }
        // The document in itself.
        5 => document["groups"][name] = document.clone(),
        6 => {
            let group = document["groups"][name].clone();
            document["groups"][name]["groups"] = json!({name: group});
        }
        7 => {
            let part = *random.pick(&["parameters", "outputs", "nodes"]);
            let part = document["groups"][name].get_mut(part).and_then(Value::as_object_mut);
            if let Some(part) = part.filter(|part| !part.is_empty()) {
                let key = random.pick(&part.keys().cloned().collect::<Vec<_>>()).clone();
                let value = part.remove(&key);
                if random.percent(50) {
                    let new = *random.pick(&["index", "iterations", "sum", "value", "color"]);
                    part.extend(value.map(|value| (new.to_owned(), value)));
                }
            }
        }
        8 => {
            let source = json!({"path": random.pick(&TEXTS), "sha256": random.pick(&TEXTS)});
            document["groups"][name]["source"] = if random.percent(50) { source } else { anything(random, 2) };
        }
        9 => document["groups"][name] = anything(random, 3),
        10 => {
            let parameters = document["groups"][name].get_mut("parameters").and_then(Value::as_object_mut);
            for parameter in parameters.into_iter().flat_map(Map::values_mut) {
                let types = ["float", "vector", "color", "integer", "seed"];
                parameter["type"] = json!(random.pick(&types));
            }
        }
        _ => document["groups"] = anything(random, 2),
    }
}

/// The nodes that can be wired to a node without a cycle. In 5 % of the cases all nodes, so that there is a cycle.
fn sources(nodes: &Map<String, Value>, ids: &[String], id: &str, random: &mut Random) -> Vec<String> {
    if random.percent(5) {
        return ids.to_vec();
    }
    let dependencies = |node: &Value| -> Vec<String> {
        let inputs = node["inputs"].as_object().into_iter().flat_map(Map::values);
        inputs.filter_map(|input| input["node"].as_str().map(str::to_owned)).collect()
    };
    let mut sources: Vec<String> = ids.to_vec();
    // Removes the nodes that depend on it, directly or indirectly.
    let mut users = vec![id.to_owned()];
    while let Some(user) = users.pop() {
        sources.retain(|source| *source != user);
        let more = sources.iter().filter(|source| dependencies(&nodes[*source]).contains(&user));
        users.extend(more.cloned().collect::<Vec<String>>());
    }
    if sources.is_empty() { ids.to_vec() } else { sources }
}

fn definition<'a>(node: &Value, registry: &'a Registry) -> Option<&'a Definition> {
    registry.find(node["type"].as_str()?).map(AsRef::as_ref)
}

fn put(node: &mut Value, input: &str, value: Value) {
    if !node["inputs"].is_object() {
        node["inputs"] = Value::Object(Map::new());
    }
    node["inputs"][input] = value;
}

/// The name of an input of the node; in 5 % of the cases an arbitrary text.
fn input(node: &Value, random: &mut Random, registry: &Registry) -> String {
    match definition(node, registry) {
        Some(definition) if !definition.inputs.is_empty() && !random.percent(5) => {
            random.pick(&definition.inputs).name.to_string()
        }
        _ => (*random.pick(&TEXTS)).to_owned(),
    }
}

fn wire(ids: &[String], random: &mut Random) -> Value {
    let node = random.pick(ids);
    match random.below(4) {
        0 if random.percent(30) => {
            json!({"node": node, "output": random.pick(&["value", "color", "height", ""])})
        }
        _ => json!({"node": node}),
    }
}

/// A number at or beyond an end of an input's range, or one of its choices.
fn limit(node: &Value, input: &str, random: &mut Random, registry: &Registry) -> Value {
    let inputs = definition(node, registry).map_or(&[][..], |definition| &definition.inputs);
    let Some(input) = inputs.iter().find(|other| other.name == input) else { return odd_number(random) };
    if let travertine_graph::definition::ValueType::Choice(choices) = &input.value_type {
        return json!(random.pick(choices));
    }
    match &input.hard {
        Some(range) => {
            let end = *random.pick(&[*range.start(), *range.end()]);
            let beyond = if random.percent(80) { 0.0 } else { *random.pick(&[1.0, -1.0]) };
            let number = f64::from(end) + beyond;
            if number.fract() == 0.0 && number.abs() < 1e15 { json!(number as i64) } else { json!(number) }
        }
        None => odd_number(random),
    }
}

fn odd_number(random: &mut Random) -> Value {
    json!(format!("{MARK}{}", random.below(NUMBERS.len())))
}

/// An arbitrary value, nested at most `depth` deep.
fn anything(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 4 } else { 6 }) {
        0 => Value::Null,
        1 => json!(random.percent(50)),
        2 => odd_number(random),
        3 => json!(random.pick(&TEXTS)),
        4 => (0..random.below(6)).map(|_| anything(random, depth - 1)).collect(),
        _ => {
            let keys = ["node", "parameter", "output", "stops", "points", "position", "color", "interpolation"];
            (0..random.below(4)).map(|_| ((*random.pick(&keys)).to_owned(), anything(random, depth - 1))).collect()
        }
    }
}

/// Copies a node up to 40 times, either independent or as a chain in which most inputs are wired to the previous copy.
fn copies(nodes: &mut Map<String, Value>, id: &str, random: &mut Random, registry: &Registry) {
    let original = nodes[id].clone();
    let names: Vec<String> = definition(&original, registry)
        .map(|definition| definition.inputs.iter().filter(|input| !input.value_type.is_setting()))
        .into_iter()
        .flatten()
        .map(|input| input.name.to_string())
        .collect();
    let (count, chained) = (1 + random.below(40), random.percent(70));
    let mut last = id.to_owned();
    for index in 0..count {
        let mut copy = original.clone();
        let copied = format!("{id}+{index}");
        for name in names.iter().filter(|_| chained) {
            if random.percent(60) {
                put(&mut copy, name, json!({"node": last}));
            }
        }
        nodes.insert(copied.clone(), copy);
        last = copied;
    }
    // Rewires about half of the uses of the original to the last copy.
    for node in nodes.values_mut() {
        let Some(inputs) = node.get_mut("inputs").and_then(Value::as_object_mut) else { continue };
        for input in inputs.values_mut() {
            if input["node"] == id && random.percent(50) {
                input["node"] = json!(last);
            }
        }
    }
}

/// The JSON pointers of all numbers.
fn numbers(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut stack = vec![(String::new(), document)];
    while let Some((path, value)) = stack.pop() {
        let child = |name: &str| format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
        match value {
            Value::Number(_) => found.push(path),
            Value::Array(items) => {
                stack.extend(items.iter().enumerate().map(|(index, item)| (child(&index.to_string()), item)));
            }
            Value::Object(members) => stack.extend(members.iter().map(|(key, value)| (child(key), value))),
            _ => {}
        }
    }
    found
}

/// Truncates a text or inserts bytes into it.
fn damage(text: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        let at = random.below(text.len().max(1)).min(text.len());
        match random.below(6) {
            0 => text.truncate(at),
            1 => drop(text.splice(at..at, random.pick(&PIECES).bytes())),
            2 if at < text.len() => text[at] = random.bits() as u8,
            3 if at < text.len() => drop(text.splice(at..=at, random.pick(&PIECES).bytes())),
            4 => {
                let depth = *random.pick(&[60, 64, 65, 5000]);
                let (open, close) = *random.pick(&[("[", "]"), ("{\"a\":", "}")]);
                let nested = format!("{}1{}", open.repeat(depth), close.repeat(depth));
                // Before the next value, if there is one.
                let place = text[at..].iter().position(|byte| *byte == b':').map_or(at, |colon| at + colon + 1);
                text.splice(place..place, (nested + ",").bytes());
            }
            _ => {
                let end = (at + random.below(200)).min(text.len());
                let piece = text[at..end].to_vec();
                text.splice(at..at, piece);
            }
        }
    }
}
