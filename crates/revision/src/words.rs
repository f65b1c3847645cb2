//! Paths and values in words.

use travertine_graph::diagnostic::quote;
use travertine_graph::document::Input;
use travertine_graph::json::Value;

use crate::shape::Shape;

/// Maximum length of a value in a line, in characters.
const MAX_VALUE: usize = 80;

/// Number of characters that a line shows before the first one that differs.
const CONTEXT: usize = 16;

/// The part at a path: group `planks`, node `grain`, input `scale`.
pub(crate) fn path(path: &[String]) -> String {
    let (mut words, mut shape) = (Vec::new(), Shape::Document);
    for (index, key) in path.iter().enumerate() {
        let around = shape;
        shape = shape.inside(key);
        let is_last = index + 1 == path.len();
        match around {
            Shape::Parameters => words.push(format!("parameter {}", quote(key))),
            Shape::Presets => words.push(format!("preset {}", quote(key))),
            Shape::Values => words.push(format!("value of {}", quote(key))),
            Shape::Nodes => words.push(format!("node {}", quote(key))),
            Shape::Inputs => words.push(format!("input {}", quote(key))),
            Shape::Outputs => words.push(format!("output {}", quote(key))),
            Shape::Images => words.push(format!("image {}", quote(key))),
            Shape::Groups => words.push(format!("group {}", quote(key))),
            Shape::Frames => words.push(format!("frame {}", quote(key))),
            _ if shape == Shape::Unknown => words.push(format!("field {}", quote(key))),
            // The names of entries say what these are.
            _ if shape.may_be_empty() && !is_last => {}
            _ => words.push(key.clone()),
        }
    }
    words.join(", ")
}

/// A value of a shape, on one line.
pub(crate) fn value(shape: Shape, around: Shape, value: Option<&Value>) -> String {
    shorten(&whole(shape, around, value), 0)
}

/// Two values of a shape, each on one line. Long ones are cut so that a difference shows.
pub(crate) fn values<const N: usize>(shape: Shape, around: Shape, values: [Option<&Value>; N]) -> [String; N] {
    let texts = values.map(|value| whole(shape, around, value));
    let is_cut = texts.iter().any(|text| text.chars().nth(MAX_VALUE).is_some());
    let from = if is_cut { common_start(&texts).saturating_sub(CONTEXT) } else { 0 };
    texts.map(|text| shorten(&text, from))
}

fn whole(shape: Shape, around: Shape, value: Option<&Value>) -> String {
    let Some(value) = value else {
        return if around.has_defaults() { "its default" } else { "nothing" }.to_owned();
    };
    match shape {
        Shape::Value if matches!(around, Shape::Inputs | Shape::Outputs) => input(value),
        Shape::Value | Shape::Unknown | Shape::Marks => value.one_line(),
        Shape::Node => node(value),
        Shape::Parameter | Shape::Image => members(value),
        Shape::Preset => preset(value),
        Shape::Document => document(value),
        _ => value.one_line(),
    }
}

fn input(value: &Value) -> String {
    match Input::from_value(value.clone()) {
        Input::Node { node, output: None } => format!("a wire from {}", quote(&node)),
        Input::Node { node, output: Some(output) } => {
            format!("a wire from {} of {}", quote(&output), quote(&node))
        }
        Input::Parameter(name) => format!("the parameter {}", quote(&name)),
        Input::Constant(value) => value.one_line(),
    }
}

fn node(value: &Value) -> String {
    let mut words = vec![value.get("type").and_then(Value::as_text).map_or("no type".to_owned(), quote)];
    if let Some(Value::Object(inputs)) = value.get("inputs") {
        words.extend(inputs.iter().map(|(name, value)| format!("{} {}", quote(name), input(value))));
    }
    words.join(", ")
}

fn members(value: &Value) -> String {
    let Value::Object(members) = value else { return value.one_line() };
    let words = members.iter().map(|(key, value)| match key.as_str() {
        "type" => value.as_text().map_or_else(|| value.one_line(), str::to_owned),
        _ => format!("{key} {}", value.one_line()),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn preset(value: &Value) -> String {
    let Some(Value::Object(values)) = value.get("values") else { return "the defaults".to_owned() };
    let words = values.iter().map(|(name, value)| format!("{} {}", quote(name), value.one_line()));
    words.collect::<Vec<_>>().join(", ")
}

fn document(value: &Value) -> String {
    let count = |key: &str| match value.get(key) {
        Some(Value::Object(members)) => members.len(),
        _ => 0,
    };
    let counted = [("nodes", "node"), ("parameters", "parameter"), ("outputs", "output"), ("groups", "group")]
        .map(|(key, noun)| (count(key), noun));
    let words = counted.into_iter().filter(|(count, _)| *count > 0);
    let words = words.map(|(count, noun)| format!("{count} {noun}{}", if count == 1 { "" } else { "s" }));
    let words: Vec<String> = words.collect();
    if words.is_empty() { "empty".to_owned() } else { words.join(", ") }
}

/// At most [`MAX_VALUE`] characters of a text, the first of them at `from`.
fn shorten(text: &str, from: usize) -> String {
    let length = text.chars().count();
    if length <= MAX_VALUE {
        return text.to_owned();
    }
    let from = from.min(length - MAX_VALUE);
    let shown: String = text.chars().skip(from).take(MAX_VALUE).collect();
    let (before, after) = (if from > 0 { "..." } else { "" }, if from + MAX_VALUE < length { "..." } else { "" });
    format!("{before}{shown}{after}")
}

/// Number of characters at the start of all texts that are the same.
fn common_start<const N: usize>(texts: &[String; N]) -> usize {
    let Some(first) = texts.first() else { return 0 };
    let same = |other: &String| first.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    // Texts that equal the first do not differ from it anywhere.
    let differing = texts.iter().filter(|other| *other != first);
    differing.map(same).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(keys: &[&str]) -> String {
        path(&keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn paths_are_named() {
        for (keys, expected) in [
            (&["name"][..], "name"),
            (&["outputs"], "outputs"),
            (&["nodes", "a", "inputs", "x"], "node `a`, input `x`"),
            (&["nodes", "a", "type"], "node `a`, type"),
            (&["nodes", "a", "hint"], "node `a`, field `hint`"),
            (&["groups", "planks", "parameters", "width", "min"], "group `planks`, parameter `width`, min"),
            (&["groups", "planks", "source", "path"], "group `planks`, source, path"),
            (&["presets", "Verde"], "preset `Verde`"),
            (&["presets", "Verde", "values", "seed"], "preset `Verde`, value of `seed`"),
            (&["presets", "Verde", "description"], "preset `Verde`, description"),
            (&["groups", "planks", "outputs"], "group `planks`, outputs"),
        ] {
            assert_eq!(words(keys), expected);
        }
    }

    #[test]
    fn long_values_show_where_they_differ() {
        let text = |end: &str| Value::from("x".repeat(300) + end);
        let (one, other) = (text("left"), text("right"));
        let [one, other] = values(Shape::Value, Shape::Node, [Some(&one), Some(&other)]);
        assert!(one.ends_with("left\"") && other.ends_with("right\""), "{one} {other}");
        assert!(one.len() <= MAX_VALUE + 6 && one.starts_with("...x"), "{one}");
        let [one, other] = values(Shape::Value, Shape::Inputs, [Some(&Value::from(1)), None]);
        assert_eq!((one.as_str(), other.as_str()), ("1", "its default"));
    }
}
