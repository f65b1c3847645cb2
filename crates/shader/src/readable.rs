//! Names and comments in translated code.
//!
//! Translators drop comments, and call values `_e1`, `_e2` and so on.

use std::collections::{HashMap, HashSet};

use naga::{Expression, Function, Handle, Module};

use crate::name::Names;

use crate::shader::Shader;

impl Shader {
    /// A text that was translated from a module of the shader, with names for its values, and a comment before the
    /// lines of each node.
    pub(crate) fn readable(&self, module: &Module, text: &str) -> String {
        let functions: HashMap<&str, &Function> = module
            .functions
            .iter()
            .filter_map(|(_, function)| Some((function.name.as_deref()?.trim_end_matches('_'), function)))
            .collect();
        let comments = comments_of(&self.text);
        let mut readable = String::with_capacity(text.len() + text.len() / 8);
        for part in parts_of(text) {
            let name = part.lines().next().and_then(declared);
            let is_output = name.is_some_and(|name| self.is_output(name));
            if let Some(comment) = name.and_then(|name| comments.get(name)) {
                readable.push_str(comment);
            }
            let function = name.and_then(|name| functions.get(name));
            let names = function.map(|function| names_of_values(module, function, part)).unwrap_or_default();
            let names = names.iter().map(|(value, name)| (*value, name.as_str())).collect();
            self.write(part, &names, is_output, &mut readable);
        }
        readable
    }

    /// Writes a function with the names of results, and with comments.
    fn write(&self, part: &str, names: &HashMap<&str, &str>, is_output: bool, readable: &mut String) {
        let mut last = None;
        for line in part.lines() {
            let indent = &line[..line.len() - line.trim_start().len()];
            let line = with_names(line, names);
            let variable = line.split_once(" = ").and_then(|(before, _)| before.trim_end().rsplit(' ').next());
            // Only the variables of outputs' functions stand for nodes.
            let comment = variable.filter(|_| is_output).and_then(|name| self.comment(name));
            if comment.is_some() && comment != last {
                last = comment;
                readable.push_str(&format!("{indent}// {}\n", comment.unwrap_or_default()));
            }
            readable.push_str(&line);
            readable.push('\n');
        }
    }

    /// Whether a function is that of an output.
    fn is_output(&self, name: &str) -> bool {
        self.functions.iter().any(|function| function.name.trim_end_matches('_') == name)
    }

    /// The comment before a variable. Translators add numbers to names that occur in several functions.
    fn comment(&self, name: &str) -> Option<&str> {
        let mut name = name;
        loop {
            if let Some(comment) = self.comments.get(name) {
                return Some(comment);
            }
            let shorter = name.strip_suffix('_').unwrap_or_else(|| name.trim_end_matches(|c: char| c.is_ascii_digit()));
            if shorter.len() == name.len() || shorter.is_empty() {
                return None;
            }
            name = shorter;
        }
    }
}

/// Names for the values of a function that translators call `_e1`, `_e2` and so on in its text: that in WGSL, or else
/// one after the function that is called or the variable that is read.
fn names_of_values<'t>(module: &Module, function: &Function, text: &'t str) -> HashMap<&'t str, String> {
    let values: Vec<(Handle<Expression>, &Expression)> = function.expressions.iter().collect();
    let taken: HashSet<&str> = words(text).collect();
    let mut free = Names::default();
    taken.into_iter().for_each(|word| drop(free.take(word)));
    let mut names = HashMap::new();
    for word in words(text) {
        let index = word.strip_prefix("_e").and_then(|index| index.parse::<usize>().ok());
        let Some((handle, expression)) = index.and_then(|index| values.get(index)) else { continue };
        if names.contains_key(word) {
            continue;
        }
        let name = match (function.named_expressions.get(handle), expression) {
            (Some(name), _) => name,
            (None, Expression::CallResult(called)) => match &module.functions[*called].name {
                Some(name) => name.trim_end_matches('_'),
                None => "value",
            },
            (None, Expression::Load { pointer }) => match &function.expressions[*pointer] {
                Expression::LocalVariable(variable) => match &function.local_variables[*variable].name {
                    Some(name) => name,
                    // A condition of several parts.
                    None => "condition",
                },
                _ => "part",
            },
            _ => "value",
        };
        names.insert(word, free.take(name));
    }
    names
}

/// The comments before functions in WGSL, by the names of the functions.
fn comments_of(text: &str) -> HashMap<&str, String> {
    let mut comments = HashMap::new();
    let mut comment = String::new();
    for line in text.lines() {
        if line.starts_with("//") {
            comment.push_str(line);
            comment.push('\n');
        } else if let Some(name) = line.strip_prefix("fn ").and_then(declared) {
            comments.insert(name, std::mem::take(&mut comment));
        } else {
            comment.clear();
        }
    }
    comments
}

/// The parts of a text that begin with a function, or before the first one.
pub(crate) fn parts_of(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if at > start && !line.starts_with([' ', '{', '}', '/', '#', ')']) && declared(line).is_some() {
            parts.push(&text[start..at]);
            start = at;
        }
        at += line.len();
    }
    parts.push(&text[start..]);
    parts
}

/// The name of the function that a line declares, if it does.
fn declared(line: &str) -> Option<&str> {
    let (before, _) = line.split_once('(')?;
    before.rsplit(' ').next().map(|name| name.trim_end_matches('_'))
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The words of a text, in their order.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_part(c)).filter(|word| !word.is_empty())
}

/// A text with other names for some words.
pub(crate) fn with_names(text: &str, names: &HashMap<&str, &str>) -> String {
    let mut named = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        named.push_str(&rest[..start]);
        named.push_str(names.get(word).unwrap_or(&word));
        rest = &rest[end..];
    }
    named + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_named_by_whole_words() {
        let names = HashMap::from([("_e1", "veins")]);
        assert_eq!(with_names("  float _e12 = _e1 + f(_e1);", &names), "  float _e12 = veins + f(veins);");
    }

    #[test]
    fn comments_belong_to_the_next_function() {
        let text = "// Head.\n\n// One.\n// Two.\nfn f(x: f32) -> f32 {\n    // In.\n    return x;\n}\n\nfn g() {\n}\n";
        let comments = comments_of(text);
        assert_eq!(comments["f"], "// One.\n// Two.\n");
        assert_eq!(comments["g"], "");
    }

    #[test]
    fn a_text_is_divided_into_functions() {
        let text =
            "#include <a>\n\nfloat f(\n    float x\n) {\n    return g(x);\n}\n\nvec4 marble_color_(vec3 p) {\n}\n";
        let parts = parts_of(text);
        assert_eq!(parts.concat(), text);
        let names: Vec<Option<&str>> = parts.iter().map(|part| part.lines().next().and_then(declared)).collect();
        assert_eq!(names, [None, Some("f"), Some("marble_color")]);
    }
}
