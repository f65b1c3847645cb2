//! One operation, and lists of them.

use travertine_graph::diagnostic::quote;
use travertine_graph::document::Document;
use travertine_graph::json::{self, Number, Value};
use travertine_graph::suggest::nearest;

use super::argument::{Argument, Given, Takes};
use super::table::{Kind, OPERATIONS};
use super::words::{Word, value, words};
use super::work::{Surroundings, Work};
use crate::edit::Refusal;

/// The greatest number of operations at once.
pub const MAX_OPERATIONS: usize = 10_000;

/// An operation with its arguments.
#[derive(Clone)]
pub struct Operation {
    kind: &'static Kind,
    /// A value for each argument that is given. They fit the arguments.
    values: Vec<Option<Value>>,
    /// The operation as it was given, for messages.
    line: String,
}

impl Kind {
    /// The operation in words: `set INPUT VALUE`.
    pub fn notation(&self) -> String {
        let arguments = self.arguments.iter().map(Argument::notation);
        [self.name.to_owned()].into_iter().chain(arguments).collect::<Vec<_>>().join(" ")
    }

    fn named(name: &str) -> Result<&'static Kind, Refusal> {
        OPERATIONS.iter().find(|kind| kind.name == name).ok_or_else(|| {
            let names = || OPERATIONS.iter().map(|kind| kind.name);
            let near = nearest(name, names());
            let advice = match near {
                Some(near) => format!("did you mean {}?", quote(near)),
                None => format!("expected one of {}", names().collect::<Vec<_>>().join(", ")),
            };
            Refusal::new(format!("there is no operation {}; {advice}", quote(name)))
        })
    }
}

impl Operation {
    /// Reads an operation: words, as in `set noise.scale 4`, or an object of JSON, as in
    /// `{"do": "set", "input": "noise.scale", "value": 4}`.
    ///
    /// # Errors
    ///
    /// If there is no such operation, or its arguments are wrong.
    pub fn parse(line: &str) -> Result<Operation, Refusal> {
        let line = line.trim();
        if !line.starts_with('{') {
            return Operation::from_words(line);
        }
        let parsed = json::parse(line.as_bytes()).map_err(|problem| Refusal::new(problem.to_string()))?;
        if let Some(problem) = parsed.duplicates.iter().next() {
            return Err(Refusal::new(&problem.message));
        }
        Operation::from_json(&Value::from(parsed.root))
    }

    fn from_words(line: &str) -> Result<Operation, Refusal> {
        let words = words(line)?;
        let Some((first, rest)) = words.split_first() else {
            return Err(Refusal::new("there is no operation; expected words, as in `set noise.scale 4`"));
        };
        let kind = Kind::named(&first.text)?;
        let mut left = rest;
        let mut values = Vec::new();
        for argument in kind.arguments {
            values.push(taken(argument, line, &mut left).map_err(|refusal| kind.explain(&refusal))?);
        }
        if let Some(word) = left.first() {
            return Err(kind.explain(&Refusal::new(format!("{} is too much", quote(&word.text)))));
        }
        Ok(Operation { kind, values, line: line.to_owned() })
    }

    /// Reads an object of JSON.
    ///
    /// # Errors
    ///
    /// As [`Operation::parse`].
    pub fn from_json(object: &Value) -> Result<Operation, Refusal> {
        let Value::Object(members) = object else {
            return Err(Refusal::new(format!("an operation is {}; expected a string or an object", object.describe())));
        };
        let Some(name) = object.get("do").and_then(Value::as_text) else {
            return Err(Refusal::new("the operation has no `do`; expected the name of an operation, as in \"set\""));
        };
        let kind = Kind::named(name)?;
        let is_known = |name: &str| name == "do" || kind.arguments.iter().any(|argument| argument.name == name);
        if let Some((unknown, _)) = members.iter().find(|(name, _)| !is_known(name)) {
            return Err(kind.explain(&Refusal::new(format!("it has no {}", quote(unknown)))));
        }
        let mut values = Vec::new();
        for argument in kind.arguments {
            let value = object.get(argument.name);
            match value {
                Some(value) if !argument.accepts(value) => {
                    let (name, found) = (quote(argument.name), value.describe());
                    let refusal = format!("{name} is {found}; expected {}", argument.expected());
                    return Err(kind.explain(&Refusal::new(refusal)));
                }
                None if !argument.is_optional => return Err(kind.explain(&lacks(argument))),
                _ => values.push(value.cloned()),
            }
        }
        Ok(Operation { kind, values, line: object.one_line() })
    }
}

impl Kind {
    /// A refusal with the notation.
    fn explain(&self, refusal: &Refusal) -> Refusal {
        Refusal::new(format!("{refusal}; expected `{}`", self.notation()))
    }
}

/// The value of an argument from the words that are left.
fn taken(argument: &Argument, line: &str, left: &mut &[Word]) -> Result<Option<Value>, Refusal> {
    let Some((first, others)) = left.split_first() else {
        return if argument.is_optional { Ok(None) } else { Err(lacks(argument)) };
    };
    let rest = &line[first.start..];
    let text = || Value::from(first.text.as_str());
    let (value, after): (Value, &[Word]) = match argument.takes {
        Takes::Name => (text(), others),
        Takes::Names => (Value::List(left.iter().map(|word| Value::from(word.text.as_str())).collect()), &[]),
        Takes::Value => (value(rest), &[]),
        Takes::Text => (if others.is_empty() { text() } else { Value::from(rest) }, &[]),
        Takes::Bound if first.text == "none" => (Value::Null, others),
        Takes::Bound => {
            let number = Number::new(&first.text).filter(|number| number.as_f32().is_some());
            let wrong = || Refusal::new(format!("{} is no number", quote(&first.text)));
            (Value::Number(number.ok_or_else(wrong)?), others)
        }
    };
    *left = after;
    Ok(Some(value))
}

fn lacks(argument: &Argument) -> Refusal {
    Refusal::new(format!("{} is missing, {}", argument.name.to_uppercase(), argument.help))
}

/// Carries out operations one after the other, all or none, and returns the new document.
///
/// # Errors
///
/// The first operation that cannot be carried out, and why; or that there are more than [`MAX_OPERATIONS`].
pub fn edit(document: Document, operations: &[Operation], around: &Surroundings) -> Result<Document, Refusal> {
    if operations.len() > MAX_OPERATIONS {
        let number = operations.len();
        return Err(Refusal::new(format!("{number} operations are more than {MAX_OPERATIONS}, the limit of one edit")));
    }
    let mut work = Work::new(document, around);
    for (index, operation) in operations.iter().enumerate() {
        if (around.is_cancelled)() {
            return Err(Refusal::new("the edit was cancelled"));
        }
        (operation.kind.run)(&mut work, &Given(&operation.values)).map_err(|refusal| {
            let number = if operations.len() > 1 { format!("operation {}, ", index + 1) } else { String::new() };
            Refusal::new(format!("{number}{}: {refusal}", quote(&operation.line)))
        })?;
    }
    Ok(Document::clone(work.document()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use travertine::registry;
    use travertine_graph::document::Group;
    use travertine_graph::graph::Graph;

    use super::*;
    use crate::testing::documents::{bundled, document};

    fn parse(lines: &[&str]) -> Vec<Operation> {
        lines.iter().map(|line| Operation::parse(line).unwrap_or_else(|refusal| panic!("{line}: {refusal}"))).collect()
    }

    fn changed(document: Document, lines: &[&str]) -> Result<Document, String> {
        edit(document, &parse(lines), &Surroundings::new(registry())).map_err(|refusal| refusal.to_string())
    }

    fn stone() -> Document {
        let start = [
            "add noise/perlin grain",
            "add color/ramp",
            "connect grain ramp.value",
            "output color ramp",
            "describe A stone.",
        ];
        changed(Document::default(), &start).unwrap()
    }

    #[test]
    fn the_table_is_sound() {
        let names: BTreeSet<&str> = OPERATIONS.iter().map(|kind| kind.name).collect();
        assert_eq!(names.len(), OPERATIONS.len());
        for kind in &OPERATIONS {
            let open = kind.arguments.iter().position(|argument| {
                argument.is_optional || matches!(argument.takes, Takes::Names | Takes::Value | Takes::Text)
            });
            assert!(open.is_none_or(|open| open + 1 == kind.arguments.len()), "{}", kind.name);
            assert!(kind.help.starts_with(char::is_lowercase) && !kind.help.ends_with('.'), "{}", kind.name);
        }
    }

    #[test]
    fn every_operation_has_its_effect() {
        let before = stone();
        let mut tried = BTreeSet::new();
        for (lines, part) in [
            (&["add math/add"][..], r#""add": {"type": "math/add"}"#),
            (&["insert math/absolute ramp.value bend"], r#""value": {"node": "bend"}"#),
            (&["add math/add", "remove add grain"], r#""nodes": {"ramp": {"type": "color/ramp"}}"#),
            (&[r#"rename grain "old oak""#], r#""value": {"node": "old oak"}"#),
            (&["replace grain noise/cellular"], r#""grain": {"type": "noise/cellular"}"#),
            (&["set grain.scale 8"], r#""inputs": {"scale": 8}"#),
            (&["set grain.scale 8", "reset grain.scale", "set grain.seed 2"], r#""inputs": {"seed": 2}"#),
            (&["add noise/curl flow", "connect flow.vector grain.position"], r#"{"node": "flow"}"#),
            (&["add noise/curl flow", "connect flow grain"], r#""position": {"node": "flow"}"#),
            (&["disconnect ramp.value"], r#""ramp": {"type": "color/ramp"}"#),
            (&["mute grain ramp", "unmute ramp"], r#""grain": {"type": "noise/perlin", "muted": true}"#),
            (&["output height grain", "rename-output height relief"], r#""relief": {"node": "grain"}"#),
            (&["output height grain", "first-output height"], r#""outputs": {"height": {"node": "grain"}, "color""#),
            (&["output height grain", "remove-output color"], r#""outputs": {"height": {"node": "grain"}}"#),
            (&["expose grain.scale size", "range size 1 none", "default size 2"], r#""default": 2, "min": 1"#),
            (&["expose grain.scale", "rename-parameter scale s"], r#""scale": {"parameter": "s"}"#),
            (&["expose grain.scale", "default scale 5", "remove-parameter scale"], r#""inputs": {"scale": 5}"#),
            (&["expose grain.scale s", "add noise/cellular c", "drive c.scale s"], r#"{"scale": {"parameter": "s"}}}"#),
            (
                &["expose grain.scale s", "save-preset Fine", "default s 9", "apply-preset Fine"],
                r#""presets": {"Fine""#,
            ),
            (&["group veins grain"], r#""veins": {"type": "group/veins"}"#),
            (&["group veins grain", "ungroup veins"], r#""value": {"node": "grain"}"#),
            (&["group veins grain", "enter veins", "set grain.scale 9", "leave", "set ramp.value 1"], r#""scale": 9"#),
            (&["arrange"], r#""layout": {"#),
            (&["describe Two words."], r#""description": "Two words.""#),
        ] {
            let after = changed(before.clone(), lines).unwrap();
            let text = after.to_json().split_whitespace().collect::<Vec<_>>().join(" ");
            let text = text.replace("{ ", "{").replace(" }", "}");
            assert!(text.contains(part), "{lines:?}: {part} is not in {text}");
            Graph::new(&after, registry()).unwrap_or_else(|problems| panic!("{lines:?}: {problems}"));
            tried.extend(parse(lines).iter().map(|operation| operation.kind.name));
        }
        assert_eq!(tried.len(), OPERATIONS.len(), "{tried:?}");
    }

    #[test]
    fn words_and_json_are_the_same() {
        for (words, json) in [
            ("add noise/perlin", r#"{"do": "add", "type": "noise/perlin"}"#),
            ("set grain.scale 2", r#"{"do": "set", "input": "grain.scale", "value": 2}"#),
            ("range size none 2.5", r#"{"do": "range", "parameter": "size", "min": null, "max": 2.5}"#),
            (r#"mute "old oak" b"#, r#"{"do": "mute", "nodes": ["old oak", "b"]}"#),
            ("describe  Two  words. ", r#"{"do": "describe", "text": "Two  words."}"#),
            ("arrange", r#"{"do": "arrange"}"#),
        ] {
            let [one, other] = [words, json].map(|line| Operation::parse(line).unwrap());
            assert_eq!((one.kind.name, &one.values), (other.kind.name, &other.values));
        }
    }

    #[test]
    fn what_is_wrong_is_explained() {
        for (line, said) in [
            ("", "there is no operation; expected words"),
            ("ad noise/perlin", "there is no operation `ad`; did you mean `add`?"),
            ("frobnicate", "expected one of add, insert,"),
            (
                "add",
                "TYPE is missing, a node type, as in noise/perlin, or group/NAME for a group; expected `add TYPE [ID]`",
            ),
            ("add a b c", "`c` is too much; expected `add TYPE [ID]`"),
            ("range size low 2", "`low` is no number; expected `range PARAMETER MIN MAX`"),
            ("{", "expected"),
            ("{}", "the operation has no `do`"),
            (r#"{"do": "set", "do": "add"}"#, "`do`"),
            (r#"{"do": "reset", "input": 4}"#, "`input` is a number; expected a string; expected `reset INPUT`"),
            (r#"{"do": "mute", "nodes": []}"#, "`nodes` is a list; expected a list of strings"),
            (r#"{"do": "arrange", "by": 1}"#, "it has no `by`; expected `arrange`"),
        ] {
            let refusal = Operation::parse(line).err().unwrap().to_string();
            assert!(refusal.contains(said), "{line}: {refusal}");
        }
    }

    #[test]
    fn all_or_nothing_with_the_reason() {
        for (line, said) in [
            ("set grian.scale 4", "there is no node `grian`; did you mean `grain`?"),
            ("set grain.scal 4", "there is no input of `grain` `scal`; did you mean `scale`?"),
            ("set grain 4", "`grain` is no input; expected NODE.INPUT"),
            ("set grain.seed 2.5", "`seed` takes a whole number"),
            ("connect grain.valu ramp.value", "there is no output of `grain` `valu`; did you mean `value`?"),
            ("connect ramp grain.scale", "close a circle"),
            ("add noise/perlim", "there is no node type `noise/perlim`; did you mean `noise/perlin`?"),
            ("add noise/perlin grain", "there is another node called `grain`"),
            ("disconnect grain.scale", "there is no wire in `grain.scale`"),
            ("enter veins", "there is no group `veins`"),
            ("default size 4", "there is no parameter `size`"),
            ("first-output colour", "there is no output `colour`; did you mean `color`?"),
            ("apply-preset Fine", "there is no preset `Fine`"),
        ] {
            let refusal = changed(stone(), &["set grain.scale 9", line]).unwrap_err();
            assert!(refusal.starts_with("operation 2, `") && refusal.contains(said), "{line}: {refusal}");
        }
        for line in ["first-output value", "remove-output value"] {
            let refusal = changed(stone(), &["group core grain", "enter core", line]).unwrap_err();
            assert!(refusal.contains("name no output"), "{line}: {refusal}");
        }
        let many = vec![Operation::parse("arrange").unwrap(); MAX_OPERATIONS + 1];
        let refusal = edit(stone(), &many, &Surroundings::new(registry())).unwrap_err().to_string();
        assert!(refusal.contains("more than 10000"), "{refusal}");
    }

    #[test]
    fn groups_come_from_the_library() {
        let group = || Group::from(stone());
        let around = Surroundings { group: &|name| (name == "stone").then(group), ..Surroundings::new(registry()) };
        let operations = parse(&["add group/stone wall", "connect grain.value wall"]);
        assert!(edit(stone(), &operations, &around).is_err(), "it takes no wire");
        let after = edit(stone(), &operations[..1], &around).unwrap();
        assert!(after.groups.contains_key("stone") && after.nodes["wall"].node_type == "group/stone");
        assert!(edit(stone(), &parse(&["add group/sand"]), &around).is_err());
    }

    #[test]
    fn a_cancelled_edit_stops() {
        let around = Surroundings { is_cancelled: &|| true, ..Surroundings::new(registry()) };
        assert!(edit(stone(), &parse(&["arrange"]), &around).is_err());
    }

    #[test]
    fn bundled_graphs_can_be_edited_in_any_place() {
        for document in bundled().into_iter().step_by(7) {
            let ids: Vec<String> = document.nodes.keys().cloned().collect();
            let lines = ids.iter().map(|id| format!(r#"{{"do": "rename", "node": "{id}", "name": "{id}_"}}"#));
            let operations: Vec<Operation> = lines.map(|line| Operation::parse(&line).unwrap()).collect();
            let after = edit(document, &operations, &Surroundings::new(registry())).unwrap();
            assert!(Graph::new(&after, registry()).is_ok());
        }
        assert!(
            changed(document(r#""a": {"type": "no/such"}"#), &["replace a noise/perlin"]).is_ok(),
            "it can be fixed"
        );
    }
}
