//! Edits: changes of a document, each with its inverse.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use travertine_graph::document::{Document, Frame, Input, MAX_NAME, Node, Parameter, name_problem};
use travertine_graph::json::{MAX_NESTING, Value};

/// Lists and objects around what an input or an output holds, at most: document, nodes, node, inputs.
const LEVELS_AROUND: usize = 4;

/// A change of a document: what some part of it shall be.
///
/// There is one for each part that changes alone, and it always says all of that part; so the inverse is the same edit
/// with what was there before. Edits know no node types: whether the document means anything afterwards is not for them.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// The node of that id, with all its inputs; or none.
    Node(String, Option<Node>),
    /// An input of a node; none is the default.
    Input {
        /// The id of the node, which must be there.
        node: String,
        /// The input's name.
        input: String,
        /// What it holds.
        value: Option<Input>,
    },
    /// Whether a node, which must be there, is muted.
    Muted(String, bool),
    /// Where a node is shown.
    Position(String, Option<[f64; 2]>),
    /// Whether a node shows its title only.
    Collapsed(String, bool),
    /// Whether a node shows no picture.
    Folded(String, bool),
    /// The frame or note of that id.
    Frame(String, Option<Frame>),
    /// Where the list of outputs is shown.
    OutputsPosition(Option<[f64; 2]>),
    /// All parameters, in order.
    Parameters(Vec<(String, Parameter)>),
    /// All outputs, in order.
    Outputs(Vec<(String, Input)>),
    /// The name of the graph.
    Name(Option<String>),
    /// What the graph shows.
    Description(Option<String>),
    /// All of it.
    Document(Box<Document>),
    /// All of these, one after the other, or none of them.
    All(Vec<Edit>),
}

/// What a user does: an edit, and what is said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Action {
    /// What it is called in menus, after "Undo": `Connect`, `Move 3 nodes`.
    pub label: String,
    /// What it changes.
    pub edit: Edit,
    /// The nodes that a user will want to go on with: those that are new, mostly. None leaves the selection as it is.
    pub selection: Option<BTreeSet<String>>,
}

/// Why something cannot be done, in a sentence for the user.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    /// A refusal for that reason.
    pub fn new(reason: impl Into<String>) -> Refusal {
        Refusal(reason.into())
    }
}

impl Action {
    /// An action that leaves the selection as it is.
    pub fn new(label: impl Into<String>, edit: impl Into<Edit>) -> Action {
        Action { label: label.into(), edit: edit.into(), selection: None }
    }

    /// This, and then another one, as one step that is called as this.
    pub fn and(self, other: Action) -> Action {
        Action {
            edit: Edit::All(vec![self.edit, other.edit]),
            selection: other.selection.or(self.selection),
            label: self.label,
        }
    }

    /// Says which nodes the user will want to go on with.
    pub fn selecting(self, nodes: impl IntoIterator<Item = String>) -> Action {
        Action { selection: Some(nodes.into_iter().collect()), ..self }
    }
}

impl From<Vec<Edit>> for Edit {
    fn from(edits: Vec<Edit>) -> Edit {
        Edit::All(edits)
    }
}

impl Edit {
    /// Sets an input of a node.
    pub fn input(node: impl Into<String>, input: impl Into<String>, value: Option<Input>) -> Edit {
        Edit::Input { node: node.into(), input: input.into(), value }
    }

    /// Applies it, and gives the edit that takes it back. What changes nothing gives an inverse that [is
    /// empty](Edit::is_empty).
    ///
    /// # Errors
    ///
    /// If a name cannot be one, a node is missing, or something could not be saved. Then the document is as it was.
    pub fn apply(self, document: &mut Document) -> Result<Edit, Refusal> {
        let mut inverses = Vec::new();
        // Nested lists are taken apart here, not by recursion.
        let mut waiting = vec![self];
        while let Some(edit) = waiting.pop() {
            match edit {
                Edit::All(edits) => waiting.extend(edits.into_iter().rev()),
                edit => match edit.apply_one(document) {
                    Ok(None) => {}
                    Ok(Some(inverse)) => inverses.push(inverse),
                    Err(refusal) => {
                        for inverse in inverses.into_iter().rev() {
                            // What was there before can be there again.
                            let _ = inverse.apply_one(document);
                        }
                        return Err(refusal);
                    }
                },
            }
        }
        inverses.reverse();
        Ok(match inverses.len() {
            1 => inverses.swap_remove(0),
            _ => Edit::All(inverses),
        })
    }

    /// Whether it changes nothing, whatever the document.
    pub fn is_empty(&self) -> bool {
        matches!(self, Edit::All(edits) if edits.iter().all(Edit::is_empty))
    }

    /// The edits that it consists of, none of them a list.
    pub fn parts(&self) -> Vec<&Edit> {
        let (mut parts, mut waiting) = (Vec::new(), vec![self]);
        while let Some(edit) = waiting.pop() {
            match edit {
                Edit::All(edits) => waiting.extend(edits.iter().rev()),
                part => parts.push(part),
            }
        }
        parts
    }

    fn into_parts(self) -> Vec<Edit> {
        let (mut parts, mut waiting) = (Vec::new(), vec![self]);
        while let Some(edit) = waiting.pop() {
            match edit {
                Edit::All(edits) => waiting.extend(edits.into_iter().rev()),
                part => parts.push(part),
            }
        }
        parts
    }

    /// What this inverse and that of an earlier edit undo together, where what the earlier one puts back makes this one
    /// needless: so a drag keeps what was there before it, and nothing of what was between.
    pub(crate) fn after(self, earlier: Edit) -> Edit {
        let needless = {
            let earlier = earlier.parts();
            self.parts().iter().all(|part| earlier.iter().any(|other| part.is_overwritten_by(other)))
        };
        if needless {
            return earlier;
        }
        // A flat list, however long the drag.
        let mut parts = self.into_parts();
        parts.append(&mut earlier.into_parts());
        Edit::All(parts)
    }

    /// Whether the other puts the same part, and no more of it: a whole node or document carries others with it.
    fn is_overwritten_by(&self, other: &Edit) -> bool {
        match (self, other) {
            (Edit::Input { node, input, .. }, Edit::Input { node: same, input: too, .. }) => {
                node == same && input == too
            }
            (Edit::Muted(id, _), Edit::Muted(same, _))
            | (Edit::Position(id, _), Edit::Position(same, _))
            | (Edit::Collapsed(id, _), Edit::Collapsed(same, _))
            | (Edit::Folded(id, _), Edit::Folded(same, _))
            | (Edit::Frame(id, _), Edit::Frame(same, _)) => id == same,
            (Edit::OutputsPosition(_), Edit::OutputsPosition(_))
            | (Edit::Parameters(_), Edit::Parameters(_))
            | (Edit::Outputs(_), Edit::Outputs(_))
            | (Edit::Name(_), Edit::Name(_))
            | (Edit::Description(_), Edit::Description(_)) => true,
            _ => false,
        }
    }

    /// Applies an edit that is no list; gives none if it changes nothing.
    fn apply_one(self, document: &mut Document) -> Result<Option<Edit>, Refusal> {
        self.check()?;
        let inverse = match self {
            Edit::Node(id, node) => {
                let before = put(&mut document.nodes, &id, node);
                before.map(|before| Edit::Node(id, before))
            }
            Edit::Input { node, input, value } => {
                let target = node_mut(document, &node)?;
                let before = put(&mut target.inputs, &input, value);
                before.map(|value| Edit::Input { node, input, value })
            }
            Edit::Muted(id, muted) => {
                let before = replace(&mut node_mut(document, &id)?.muted, muted);
                before.map(|before| Edit::Muted(id, before))
            }
            Edit::Position(id, position) => {
                put(&mut document.layout, &id, position).map(|before| Edit::Position(id, before))
            }
            Edit::Collapsed(id, collapsed) => {
                let before = mark(&mut document.annotations.collapsed, &id, collapsed);
                before.map(|before| Edit::Collapsed(id, before))
            }
            Edit::Folded(id, folded) => {
                let before = mark(&mut document.annotations.folded, &id, folded);
                before.map(|before| Edit::Folded(id, before))
            }
            Edit::Frame(id, frame) => {
                put(&mut document.annotations.frames, &id, frame).map(|before| Edit::Frame(id, before))
            }
            Edit::OutputsPosition(position) => {
                replace(&mut document.annotations.outputs, position).map(Edit::OutputsPosition)
            }
            Edit::Parameters(parameters) => {
                replace(&mut document.parameters, parameters).map(Edit::Parameters)
            }
            Edit::Outputs(outputs) => replace(&mut document.outputs, outputs).map(Edit::Outputs),
            Edit::Name(name) => replace(&mut document.name, name).map(Edit::Name),
            Edit::Description(text) => replace(&mut document.description, text).map(Edit::Description),
            Edit::Document(whole) => replace(document, *whole).map(|before| Edit::Document(Box::new(before))),
            Edit::All(_) => return Err(Refusal::new("a list of edits is not applied as one")),
        };
        Ok(inverse)
    }

    /// Whether the document can be saved and read again with it.
    fn check(&self) -> Result<(), Refusal> {
        match self {
            Edit::Node(id, Some(node)) => {
                check_name("the id of a node", id)?;
                node.inputs.values().try_for_each(check_input)
            }
            Edit::Input { value: Some(value), .. } => check_input(value),
            Edit::Position(_, Some(position)) | Edit::OutputsPosition(Some(position)) => {
                check_numbers(position)
            }
            Edit::Frame(id, Some(frame)) => {
                check_name("the id of a frame", id)?;
                check_numbers(&frame.position)?;
                check_numbers(&frame.size)
            }
            Edit::Parameters(parameters) => {
                check_names("parameter", parameters.iter().map(|(name, _)| name.as_str()))?;
                let mut defaults = parameters.iter().filter_map(|(_, parameter)| parameter.default.as_ref());
                defaults.try_for_each(check_depth)
            }
            Edit::Outputs(outputs) => {
                check_names("output", outputs.iter().map(|(name, _)| name.as_str()))?;
                outputs.iter().map(|(_, source)| source).try_for_each(check_input)
            }
            _ => Ok(()),
        }
    }
}

fn node_mut<'a>(document: &'a mut Document, id: &str) -> Result<&'a mut Node, Refusal> {
    document.nodes.get_mut(id).ok_or_else(|| Refusal::new(format!("there is no node `{id}`")))
}

/// Puts a value under a key, or takes it away; what was there before, unless it was the same.
fn put<T: PartialEq>(map: &mut BTreeMap<String, T>, key: &str, value: Option<T>) -> Option<Option<T>> {
    if map.get(key) == value.as_ref() {
        return None;
    }
    Some(match value {
        Some(value) => map.insert(key.to_owned(), value),
        None => map.remove(key),
    })
}

/// Puts an id into a set, or takes it away; whether it was there before, unless that is the same.
fn mark(set: &mut BTreeSet<String>, id: &str, marked: bool) -> Option<bool> {
    let changed = if marked { set.insert(id.to_owned()) } else { set.remove(id) };
    changed.then_some(!marked)
}

/// Replaces a value; what it was before, unless that is the same.
fn replace<T: PartialEq>(place: &mut T, value: T) -> Option<T> {
    (*place != value).then(|| mem::replace(place, value))
}

fn check_name(what: &str, name: &str) -> Result<(), Refusal> {
    match name_problem(name) {
        Some(problem) => Err(Refusal::new(format!(
            "{what} {problem}; it has 1 to {MAX_NAME} characters, none of them a control character"
        ))),
        None => Ok(()),
    }
}

fn check_names<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), Refusal> {
    let mut seen = BTreeSet::new();
    for name in names {
        check_name(&format!("the name of {} {what}", if what == "output" { "an" } else { "a" }), name)?;
        if !seen.insert(name) {
            return Err(Refusal::new(format!("there is another {what} called `{name}`")));
        }
    }
    Ok(())
}

fn check_input(input: &Input) -> Result<(), Refusal> {
    match input {
        Input::Constant(value) => check_depth(value),
        Input::Node { .. } | Input::Parameter(_) => Ok(()),
    }
}

fn check_depth(value: &Value) -> Result<(), Refusal> {
    if value.depth() > MAX_NESTING - LEVELS_AROUND {
        return Err(Refusal::new("the lists and objects of a value are nested too deeply"));
    }
    Ok(())
}

fn check_numbers(numbers: &[f64; 2]) -> Result<(), Refusal> {
    if numbers.iter().all(|number| number.is_finite()) {
        return Ok(());
    }
    Err(Refusal::new("a position is no number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(node_type: &str) -> Node {
        Node { node_type: node_type.to_owned(), ..Node::default() }
    }

    fn document() -> Document {
        let mut document = Document::default();
        document.nodes.insert("a".to_owned(), node("input/float"));
        document.outputs.push(("value".to_owned(), Input::Node { node: "a".to_owned(), output: None }));
        document
    }

    #[test]
    fn an_edit_gives_what_takes_it_back() {
        let constant = |text: &str| Some(Input::Constant(Value::from(text)));
        let frame = Frame { title: Some("T".to_owned()), ..Frame::default() };
        let mut renamed = document();
        renamed.name = Some("N".to_owned());
        for edit in [
            Edit::Node("b".to_owned(), Some(node("math/add"))),
            Edit::Node("a".to_owned(), None),
            Edit::input("a", "value", constant("x")),
            Edit::Muted("a".to_owned(), true),
            Edit::Position("a".to_owned(), Some([1.0, 2.0])),
            Edit::Collapsed("a".to_owned(), true),
            Edit::Folded("a".to_owned(), true),
            Edit::Frame("f".to_owned(), Some(frame)),
            Edit::OutputsPosition(Some([3.0, 4.0])),
            Edit::Parameters(vec![("p".to_owned(), Parameter::default())]),
            Edit::Outputs(Vec::new()),
            Edit::Name(Some("N".to_owned())),
            Edit::Description(Some("D".to_owned())),
            Edit::Document(Box::new(renamed)),
            Edit::All(vec![
                Edit::Node("b".to_owned(), Some(node("math/add"))),
                Edit::All(vec![Edit::Muted("b".to_owned(), true), Edit::input("b", "a", constant("y"))]),
            ]),
        ] {
            let mut changed = document();
            let inverse = edit.clone().apply(&mut changed).unwrap();
            assert_ne!(changed, document(), "{edit:?}");
            let again = inverse.apply(&mut changed).unwrap();
            assert_eq!(changed, document(), "{edit:?}");
            let mut once_more = document();
            again.apply(&mut once_more).unwrap();
            edit.clone().apply(&mut changed).unwrap();
            assert_eq!(once_more, changed);
            if !matches!(edit, Edit::All(_)) {
                assert!(edit.apply(&mut changed).unwrap().is_empty(), "it is so already");
            }
        }
    }

    #[test]
    fn all_or_nothing() {
        let mut changed = document();
        let edit = Edit::All(vec![
            Edit::Node("a".to_owned(), None),
            Edit::Name(Some("N".to_owned())),
            Edit::Muted("a".to_owned(), true),
        ]);
        assert_eq!(edit.apply(&mut changed).unwrap_err().to_string(), "there is no node `a`");
        assert_eq!(changed, document());
    }

    #[test]
    fn what_could_not_be_saved_is_refused() {
        let parameters = |names: [&str; 2]| {
            Edit::Parameters(names.map(|name| (name.to_owned(), Parameter::default())).into())
        };
        let deep = (0..MAX_NESTING).fold(Value::Null, |value, _| Value::List(vec![value]));
        for (edit, problem) in [
            (Edit::Node(String::new(), Some(node("t"))), "is empty"),
            (Edit::Node("a\n".to_owned(), Some(node("t"))), "control character"),
            (parameters(["p", "p"]), "another parameter called `p`"),
            (parameters(["p", ""]), "is empty"),
            (Edit::Position("a".to_owned(), Some([f64::NAN, 0.0])), "no number"),
            (Edit::input("a", "value", Some(Input::Constant(deep))), "too deeply"),
        ] {
            let refusal = edit.apply(&mut document()).unwrap_err().to_string();
            assert!(refusal.contains(problem), "{refusal}");
        }
    }
}
