//! Edits: changes to a document, each with its inverse.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::sync::Arc;

use travertine_graph::document::{
    Document, Frame, Group, Image, Input, MAX_NAME, Node, Parameter, Preset, Shared, group_name, name_problem,
};
use travertine_graph::json::{MAX_NESTING, Value};

/// Levels of lists and objects around the value of an input, an output or a preset: document, nodes, node, inputs.
const LEVELS_AROUND: usize = 4;

/// What the name of a group consists of.
pub(crate) const GROUP_NAME: &str = "it has 1 to 64 letters, digits, `-` or `_`";

/// A change to a document: the new state of one part of it.
///
/// Each part that can change alone has an edit, which specifies the part in full. So the inverse is the same edit with
/// the old state. Edits ignore node types: a document need not be a valid graph afterwards.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// The node with this id, including its inputs; `None` removes it.
    Node(String, Option<Node>),
    /// An input of a node; `None` restores its default.
    Input {
        /// The id of the node, which must exist.
        node: String,
        /// The name of the input.
        input: String,
        /// A constant, a wire or a parameter.
        value: Option<Input>,
    },
    /// Whether a node is muted. The node must exist.
    Muted(String, bool),
    /// The position of a node on the canvas, in points.
    Position(String, Option<[f64; 2]>),
    /// Whether a node is collapsed to its title.
    Collapsed(String, bool),
    /// Whether the picture of a node is hidden.
    Folded(String, bool),
    /// The frame or note with this id; `None` removes it.
    Frame(String, Option<Frame>),
    /// The position of the list of outputs on the canvas, in points.
    OutputsPosition(Option<[f64; 2]>),
    /// All parameters, in the user's order.
    Parameters(Vec<(String, Parameter)>),
    /// All presets, in the user's order.
    Presets(Vec<(String, Preset)>),
    /// The images.
    Images(BTreeMap<String, Image>),
    /// The default of the parameter with this name, which must exist.
    Default(String, Option<Value>),
    /// All outputs, in the user's order.
    Outputs(Vec<(String, Input)>),
    /// The group with this name; `None` removes it.
    Group(String, Option<Box<Group>>),
    /// The name of the graph.
    Name(Option<String>),
    /// The description of the graph.
    Description(Option<String>),
    /// The category of the graph as a node.
    Category(Option<String>),
    /// The search words of the graph as a node.
    Search(Vec<String>),
    /// A part of the document of a group, which the names lead to from outside in. The groups must exist.
    Inside(Vec<String>, Box<Edit>),
    /// The whole document.
    Document(Box<Document>),
    /// Several edits, applied in order. If one is refused, none is applied.
    All(Vec<Edit>),
}

/// A user action: an edit with a label.
#[derive(Clone, PartialEq, Debug)]
pub struct Action {
    /// The label in menus, after "Undo": `Connect`, `Move 3 nodes`.
    pub label: String,
    /// The change to the document.
    pub edit: Edit,
    /// The nodes to select afterwards, usually the new ones. `None` leaves the selection unchanged.
    pub selection: Option<BTreeSet<String>>,
}

/// The reason why something cannot be done, as a sentence for the user.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    /// A refusal with this reason.
    pub fn new(reason: impl Into<String>) -> Refusal {
        Refusal(reason.into())
    }
}

impl Action {
    /// An action that leaves the selection unchanged.
    pub fn new(label: impl Into<String>, edit: impl Into<Edit>) -> Action {
        Action { label: label.into(), edit: edit.into(), selection: None }
    }

    /// This action followed by another, as one step with this label.
    pub fn and(self, other: Action) -> Action {
        Action {
            edit: Edit::All(vec![self.edit, other.edit]),
            selection: other.selection.or(self.selection),
            label: self.label,
        }
    }

    /// The same action with nodes to select afterwards.
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
    /// An edit of an input of a node.
    pub fn input(node: impl Into<String>, input: impl Into<String>, value: Option<Input>) -> Edit {
        Edit::Input { node: node.into(), input: input.into(), value }
    }

    /// Applies the edit and returns its inverse. If nothing changes, the inverse [is empty](Edit::is_empty).
    ///
    /// # Errors
    ///
    /// If a name is invalid, a node or parameter does not exist, or the document could not be saved. The document is
    /// then unchanged.
    pub fn apply(self, document: &mut Document) -> Result<Edit, Refusal> {
        let mut inverses = Vec::new();
        // An explicit stack instead of recursion.
        let mut waiting = vec![self];
        while let Some(edit) = waiting.pop() {
            match edit {
                Edit::All(edits) => waiting.extend(edits.into_iter().rev()),
                edit => match edit.apply_one(document) {
                    Ok(None) => {}
                    Ok(Some(inverse)) => inverses.push(inverse),
                    Err(refusal) => {
                        for inverse in inverses.into_iter().rev() {
                            // The old state was valid, so nothing refuses it.
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

    /// Whether the edit changes no document.
    pub fn is_empty(&self) -> bool {
        matches!(self, Edit::All(edits) if edits.iter().all(Edit::is_empty))
    }

    /// The edits it consists of, without lists.
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

    /// The inverse of an earlier edit followed by the edit that `self` inverts. If the earlier inverse overwrites
    /// everything that `self` restores, it alone is enough: a drag keeps only the state before it.
    pub(crate) fn after(self, earlier: Edit) -> Edit {
        let needless = {
            let earlier = earlier.parts();
            self.parts().iter().all(|part| earlier.iter().any(|other| part.is_overwritten_by(other)))
        };
        if needless {
            return earlier;
        }
        // A flat list, however long the drag is.
        let mut parts = self.into_parts();
        parts.append(&mut earlier.into_parts());
        Edit::All(parts)
    }

    /// Whether the other edit sets the same part and nothing else. A whole node or document contains other parts.
    pub(crate) fn is_overwritten_by(&self, other: &Edit) -> bool {
        match (self, other) {
            (Edit::Input { node, input, .. }, Edit::Input { node: same, input: too, .. }) => {
                node == same && input == too
            }
            (Edit::Muted(id, _), Edit::Muted(same, _))
            | (Edit::Position(id, _), Edit::Position(same, _))
            | (Edit::Collapsed(id, _), Edit::Collapsed(same, _))
            | (Edit::Folded(id, _), Edit::Folded(same, _))
            | (Edit::Default(id, _), Edit::Default(same, _))
            | (Edit::Frame(id, _), Edit::Frame(same, _))
            | (Edit::Group(id, _), Edit::Group(same, _)) => id == same,
            (Edit::Inside(path, edit), Edit::Inside(same, other)) => path == same && edit.is_overwritten_by(other),
            (Edit::OutputsPosition(_), Edit::OutputsPosition(_))
            | (Edit::Parameters(_), Edit::Parameters(_))
            | (Edit::Presets(_), Edit::Presets(_))
            | (Edit::Images(_), Edit::Images(_))
            | (Edit::Outputs(_), Edit::Outputs(_))
            | (Edit::Name(_), Edit::Name(_))
            | (Edit::Description(_), Edit::Description(_))
            | (Edit::Category(_), Edit::Category(_))
            | (Edit::Search(_), Edit::Search(_)) => true,
            _ => false,
        }
    }

    /// Applies an edit other than a list; returns `None` if nothing changes.
    fn apply_one(self, document: &mut Document) -> Result<Option<Edit>, Refusal> {
        self.check()?;
        let inverse = match self {
            Edit::Node(id, node) => {
                let before = put(&mut document.nodes, &id, node.map(Shared::from));
                before.map(|before| Edit::Node(id, before.map(Shared::into_inner)))
            }
            Edit::Input { node, input, value } => {
                let known = document.nodes.get(&node).map(|node| node.inputs.get(&input));
                if known.is_some_and(|known| known == value.as_ref()) {
                    return Ok(None);
                }
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
            Edit::Parameters(parameters) => replace(&mut document.parameters, parameters).map(Edit::Parameters),
            Edit::Presets(presets) => replace(&mut document.presets, presets).map(Edit::Presets),
            Edit::Images(images) => replace(&mut *document.images, images).map(Edit::Images),
            Edit::Default(name, value) => {
                let found = document.parameters.iter_mut().find(|(other, _)| *other == name);
                let missing = || Refusal::new(format!("there is no parameter `{name}`"));
                let (_, parameter) = found.ok_or_else(missing)?;
                replace(&mut parameter.default, value).map(|before| Edit::Default(name, before))
            }
            Edit::Outputs(outputs) => replace(&mut document.outputs, outputs).map(Edit::Outputs),
            Edit::Group(name, group) => {
                let before = put(&mut document.groups, &name, group.map(|group| *group));
                before.map(|before| Edit::Group(name, before.map(Box::new)))
            }
            Edit::Name(name) => replace(&mut document.name, name).map(Edit::Name),
            Edit::Category(name) => replace(&mut document.category, name).map(Edit::Category),
            Edit::Search(words) => replace(&mut document.search, words).map(Edit::Search),
            Edit::Description(text) => replace(&mut document.description, text).map(Edit::Description),
            Edit::Inside(path, edit) => {
                let inverse = edit.apply(inside_mut(document, &path)?)?;
                (!inverse.is_empty()).then(|| Edit::Inside(path, Box::new(inverse)))
            }
            Edit::Document(whole) => replace(document, *whole).map(|before| Edit::Document(Box::new(before))),
            Edit::All(_) => return Err(Refusal::new("a list of edits cannot be applied as a single edit")),
        };
        Ok(inverse)
    }

    /// Checks that the document can still be saved and read.
    fn check(&self) -> Result<(), Refusal> {
        match self {
            Edit::Node(id, Some(node)) => {
                check_name("the id of a node", id)?;
                node.inputs.values().try_for_each(check_input)
            }
            Edit::Input { value: Some(value), .. } => check_input(value),
            Edit::Default(_, Some(value)) => check_depth(value),
            Edit::Position(_, Some(position)) | Edit::OutputsPosition(Some(position)) => check_numbers(position),
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
            Edit::Presets(presets) => {
                check_names("preset", presets.iter().map(|(name, _)| name.as_str()))?;
                presets.iter().flat_map(|(_, preset)| preset.values.values()).try_for_each(check_depth)
            }
            Edit::Group(name, Some(_)) if group_name(name).is_none() => {
                Err(Refusal::new(format!("`{name}` cannot be the name of a group; {GROUP_NAME}")))
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
    let node = document.nodes.get_mut(id).map(|node| &mut **node);
    node.ok_or_else(|| Refusal::new(format!("there is no node `{id}`")))
}

/// The document of a group, which the names lead to from outside in; without names, the document itself.
pub(crate) fn inside<'a>(document: &'a Arc<Document>, path: &[String]) -> Option<&'a Arc<Document>> {
    path.iter().try_fold(document, |document, name| Some(document.groups.get(name)?.document.as_arc()))
}

/// The document of the group that the names lead to, from outside in, to be changed.
///
/// # Errors
///
/// If there is no such group.
pub fn inside_mut<'a>(document: &'a mut Document, path: &[String]) -> Result<&'a mut Document, Refusal> {
    path.iter().try_fold(document, |document, name| match document.groups.get_mut(name) {
        Some(group) => Ok(&mut *group.document),
        None => Err(Refusal::new(format!("there is no group `{name}`"))),
    })
}

/// Sets or removes the value of a key; returns the old value, or `None` if nothing changes.
fn put<T: PartialEq>(map: &mut BTreeMap<String, T>, key: &str, value: Option<T>) -> Option<Option<T>> {
    if map.get(key) == value.as_ref() {
        return None;
    }
    Some(match value {
        Some(value) => map.insert(key.to_owned(), value),
        None => map.remove(key),
    })
}

/// Adds an id to a set or removes it; returns the old state, or `None` if nothing changes.
fn mark(set: &mut BTreeSet<String>, id: &str, marked: bool) -> Option<bool> {
    let changed = if marked { set.insert(id.to_owned()) } else { set.remove(id) };
    changed.then_some(!marked)
}

/// Replaces a value; returns the old one, or `None` if nothing changes.
fn replace<T: PartialEq>(target: &mut T, value: T) -> Option<T> {
    (*target != value).then(|| mem::replace(target, value))
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
    Err(Refusal::new("a position is not a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(node_type: &str) -> Node {
        Node { node_type: node_type.to_owned(), ..Node::default() }
    }

    fn document() -> Document {
        let mut document = Document::default();
        document.nodes.insert("a".to_owned(), node("input/float").into());
        document.parameters.push(("q".to_owned(), Parameter::default()));
        document.groups.insert("in".to_owned(), Group::default());
        document.outputs.push(("value".to_owned(), Input::Node { node: "a".to_owned(), output: None }));
        document
    }

    #[test]
    fn edits_have_inverses() {
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
            Edit::Default("q".to_owned(), Some(Value::from(2))),
            Edit::Outputs(Vec::new()),
            Edit::Group("g".to_owned(), Some(Box::default())),
            Edit::Category(Some("C".to_owned())),
            Edit::Inside(vec!["in".to_owned()], Box::new(Edit::Name(Some("I".to_owned())))),
            Edit::Search(vec!["s".to_owned()]),
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
    fn edits_that_could_not_be_saved_are_refused() {
        let parameters =
            |names: [&str; 2]| Edit::Parameters(names.map(|name| (name.to_owned(), Parameter::default())).into());
        let deep = (0..MAX_NESTING).fold(Value::Null, |value, _| Value::List(vec![value]));
        for (edit, problem) in [
            (Edit::Node(String::new(), Some(node("t"))), "is empty"),
            (Edit::Node("a\n".to_owned(), Some(node("t"))), "control character"),
            (parameters(["p", "p"]), "another parameter called `p`"),
            (parameters(["p", ""]), "is empty"),
            (Edit::Group("a/b".to_owned(), Some(Box::default())), "cannot be the name of a group"),
            (Edit::Position("a".to_owned(), Some([f64::NAN, 0.0])), "not a number"),
            (Edit::Default("r".to_owned(), None), "no parameter `r`"),
            (Edit::Default("q".to_owned(), Some(deep.clone())), "too deeply"),
            (Edit::input("a", "value", Some(Input::Constant(deep))), "too deeply"),
        ] {
            let refusal = edit.apply(&mut document()).unwrap_err().to_string();
            assert!(refusal.contains(problem), "{refusal}");
        }
    }
}
