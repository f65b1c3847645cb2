//! Definitions as text for a terminal.

use std::fmt::Write;
use std::sync::Arc;

use travertine::stages::graph::definition::{DefaultValue, Definition, InputDefinition, OutputType, ValueType};
use travertine_jobs::describe;

/// All definitions by category, one line each.
pub fn list(definitions: &[&Arc<Definition>]) -> String {
    let width = definitions.iter().map(|definition| definition.type_name().len()).max().unwrap_or_default();
    let mut text = String::new();
    let mut category = "";
    for definition in definitions {
        if definition.category() != category {
            let gap = if category.is_empty() { "" } else { "\n" };
            category = definition.category();
            text += &format!("{gap}{category}\n");
        }
        let _ = writeln!(text, "  {:width$}  {}", definition.type_name(), summary(&definition.description));
    }
    text
}

/// Definitions in their order, one line each.
pub fn ranked(definitions: &[&Arc<Definition>]) -> String {
    let width = definitions.iter().map(|definition| definition.type_name().len()).max().unwrap_or_default();
    let line = |definition: &&Arc<Definition>| {
        format!("{:width$}  {}\n", definition.type_name(), summary(&definition.description))
    };
    let text: String = definitions.iter().map(line).collect();
    if text.is_empty() { "no node types\n".to_owned() } else { text }
}

/// Full descriptions of the given definitions.
pub fn describe(definitions: &[&Arc<Definition>]) -> String {
    definitions.iter().map(|definition| one(definition)).collect::<Vec<_>>().join("\n")
}

fn one(definition: &Definition) -> String {
    let mut text = format!("{}: {}\n\n", definition.type_name(), definition.label);
    for line in wrap(&definition.description, 100) {
        text += &format!("{line}\n");
    }
    if !definition.inputs.is_empty() {
        text += "\nInputs\n";
    }
    for input in &definition.inputs {
        let _ = writeln!(text, "  {}: {}", input.name, facts(input));
        for line in wrap(&input.description, 94) {
            let _ = writeln!(text, "      {line}");
        }
    }
    text += "\nOutputs\n";
    for output in &definition.outputs {
        let _ = writeln!(text, "  {}: {}", output.name, output_type(&output.value_type));
        for line in wrap(&output.description, 94) {
            let _ = writeln!(text, "      {line}");
        }
    }
    text
}

/// Type, default, range and unit in one line.
fn facts(input: &InputDefinition) -> String {
    let mut facts = vec![value_type(&input.value_type)];
    facts.push(match default(input) {
        Some(value) => format!("default {value}"),
        None => "required".to_owned(),
    });
    facts.extend(range(input));
    if !input.unit.is_empty() {
        facts.push(format!("in {}", input.unit));
    }
    facts.join(", ")
}

/// The type of an input, with the names of a choice.
pub(super) fn value_type(value_type: &ValueType) -> String {
    match value_type {
        ValueType::Choice(_) => format!("choice of {}", value_type.choices().join(", ")),
        ValueType::Any => "float, vector or color".to_owned(),
        other => other.name().to_owned(),
    }
}

/// The type of an output.
pub(super) fn output_type(value_type: &OutputType) -> String {
    match value_type {
        OutputType::Fixed(value_type) => value_type.name().to_owned(),
        OutputType::Like(names) => {
            if let [name] = &**names {
                return format!("as `{name}`");
            }
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("the widest of {}", names.join(", "))
        }
    }
}

/// The default value of an input; `None` if the input is required.
pub(super) fn default(input: &InputDefinition) -> Option<String> {
    match &input.default {
        DefaultValue::Required => None,
        DefaultValue::Position => Some("the position".to_owned()),
        DefaultValue::Noise => Some("a noise of its own".to_owned()),
        DefaultValue::Constant(constant) => Some(describe::constant(constant)),
    }
}

/// The valid range of an input, and the range of its slider if it differs.
pub(super) fn range(input: &InputDefinition) -> Option<String> {
    let hard = input.hard.as_ref().map(describe::range);
    let soft = input.soft.as_ref().filter(|soft| Some(*soft) != input.hard.as_ref()).map(describe::range);
    match (hard, soft) {
        (Some(hard), Some(soft)) => Some(format!("{hard}, usually {soft}")),
        (Some(hard), None) => Some(hard),
        (None, soft) => soft.map(|soft| format!("usually {soft}")),
    }
}

/// Wraps text into lines of at most `width` characters. Longer words stay whole.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines
}

/// The first sentence of a description.
pub fn summary(description: &str) -> &str {
    let line = description.lines().next().unwrap_or_default();
    line.find(". ").map_or(line, |end| &line[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrap("one two three\n\nfour", 8), ["one two", "three", "", "four"]);
        assert_eq!(wrap("", 8), [""; 0]);
    }
}
