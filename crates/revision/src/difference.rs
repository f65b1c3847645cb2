//! Differences: what changed from one document to another.

use std::fmt;

use travertine_graph::diagnostic::{Diagnostics, quote};
use travertine_graph::document::Document;
use travertine_graph::json::{Value, object, pointer, texts};

use crate::convert::part_of;
use crate::part::{Branch, Part};
use crate::shape::Shape;
use crate::words;

/// What changed from one document to another.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Difference {
    /// Changes, in an order that depends on the documents alone. Those of layout and annotations are not among them.
    pub changes: Vec<Change>,
    /// Paths of the layouts and annotations that changed: `layout`, or `groups`, `planks`, `annotations`.
    pub for_editors: Vec<Vec<String>>,
}

/// A change of one part of a document.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// Keys from the document to the part: `nodes`, `grain`, `inputs`, `scale`.
    pub path: Vec<String>,
    /// Whether only the order of the entries changed. The values are then lists of names.
    pub is_order: bool,
    /// Value before, as in the file; `None` if the part was added.
    pub before: Option<Value>,
    /// Value after, as in the file; `None` if the part was removed.
    pub after: Option<Value>,
}

impl Difference {
    /// Compares two documents.
    ///
    /// ```
    /// use travertine_graph::document::{Document, Input, Node};
    /// use travertine_revision::Difference;
    ///
    /// let before = Document::named("Veins")
    ///     .node("noise", Node::new("noise/perlin").input("scale", 4))
    ///     .output("height", Input::wire("noise"));
    /// let after = before.clone().node("noise", Node::new("noise/perlin").input("scale", 8));
    /// assert_eq!(Difference::new(&before, &after)?.to_string(), "node `noise`, input `scale`: 4 -> 8\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a document could not be read again once written: a name is invalid, or it is too large.
    pub fn new(before: &Document, after: &Document) -> Result<Difference, Diagnostics> {
        let mut difference = Difference::default();
        if before != after {
            let (before, after) = (part_of(before)?, part_of(after)?);
            difference.compare(&mut Vec::new(), Shape::Document, Some(&before), Some(&after));
        }
        Ok(difference)
    }

    /// Whether nothing changed, in layout and annotations neither.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.for_editors.is_empty()
    }

    /// The difference as JSON: whether the documents are equal, the changes, and what changed for editors.
    pub fn to_value(&self) -> Value {
        let pointers = self.for_editors.iter().map(|path| Value::from(pointer_to(path)));
        object([
            ("equal", Value::from(self.is_empty())),
            ("changes", Value::List(self.changes.iter().map(Change::to_value).collect())),
            ("for_editors", Value::List(pointers.collect())),
        ])
    }

    // Recurses as deep as groups are nested.
    fn compare(&mut self, path: &mut Vec<String>, shape: Shape, before: Option<&Part>, after: Option<&Part>) {
        if before == after {
            return;
        }
        if shape.is_for_editors() {
            return self.for_editors.push(path.clone());
        }
        let none = Branch::default();
        let (Some(one), Some(other)) = (none.or(shape, before), none.or(shape, after)) else {
            let value = |part: Option<&Part>| part.map(|part| part.to_value(shape));
            let (before, after) = (value(before), value(after));
            return self.changes.push(Change { path: path.clone(), is_order: false, before, after });
        };
        let mut keys: Vec<&String> = one.parts.keys().collect();
        keys.extend(other.parts.keys().filter(|key| !one.parts.contains_key(*key)));
        keys.sort_by_key(|key| (shape.rank(key), *key));
        for key in keys {
            path.push(key.clone());
            self.compare(path, shape.inside(key), one.parts.get(key), other.parts.get(key));
            path.pop();
        }
        if shape.has_order() {
            self.order(path, shape, one, other);
        }
    }

    fn order(&mut self, path: &[String], shape: Shape, before: &Branch, after: &Branch) {
        let (one, other) = (before.names(), after.names());
        let kept = one.iter().filter(|name| after.parts.contains_key(**name));
        let is_moved = !kept.eq(other.iter().filter(|name| before.parts.contains_key(**name)));
        // The first output is the one that pictures show by default.
        let is_first_new =
            shape == Shape::Outputs && !one.is_empty() && !other.is_empty() && one.first() != other.first();
        if is_moved || is_first_new {
            let (before, after) = (Some(texts(one)), Some(texts(other)));
            self.changes.push(Change { path: path.to_owned(), is_order: true, before, after });
        }
    }
}

/// The JSON pointer of a path.
pub(crate) fn pointer_to(path: &[String]) -> String {
    pointer::pointer(&path.iter().map(String::as_str).collect::<Vec<_>>())
}

impl Change {
    /// The change as JSON: pointer, kind, the values that exist, and the words.
    pub fn to_value(&self) -> Value {
        let kind = match (&self.before, &self.after) {
            _ if self.is_order => "reordered",
            (None, _) => "added",
            (_, None) => "removed",
            _ => "changed",
        };
        let text = |key: &str, text: &str| Some((key.to_owned(), Value::from(text)));
        let value = |key: &str, value: &Option<Value>| Some((key.to_owned(), value.clone()?));
        let members = [
            text("pointer", &pointer_to(&self.path)),
            text("change", kind),
            value("before", &self.before),
            value("after", &self.after),
            text("text", &self.to_string()),
        ];
        Value::Object(members.into_iter().flatten().collect())
    }
}

/// One line, without a line break: node `grain`, input `scale`: 4 -> 8.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = words::path(&self.path);
        let (before, after) = (self.before.as_ref(), self.after.as_ref());
        if self.is_order {
            let names = |value: Option<&Value>| match value {
                Some(Value::List(names)) => {
                    let names = names.iter().filter_map(Value::as_text).take(12).map(quote);
                    names.collect::<Vec<_>>().join(", ")
                }
                _ => String::new(),
            };
            return write!(f, "{place} in another order: {} -> {}", names(before), names(after));
        }
        let shape = Shape::at(&self.path);
        let around = Shape::at(&self.path[..self.path.len().saturating_sub(1)]);
        if shape == Shape::Value && self.path.last().is_some_and(|key| key == "muted") {
            let node = words::path(&self.path[..self.path.len() - 1]);
            return write!(f, "{node} {}", if after.is_some() { "muted" } else { "no longer muted" });
        }
        let word = |value| words::value(shape, around, value);
        let has_default = around.has_defaults();
        match (before, after) {
            (None, _) if !has_default => write!(f, "{place} added: {}", word(after)),
            (_, None) if !has_default => write!(f, "{place} removed: {}", word(before)),
            _ => {
                let [before, after] = words::values(shape, around, [before, after]);
                write!(f, "{place}: {before} -> {after}")
            }
        }
    }
}

/// A line for each change, and for what changed for editors.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for change in &self.changes {
            writeln!(f, "{change}")?;
        }
        for path in &self.for_editors {
            let (group, what) = path.split_at(path.len().saturating_sub(1));
            let group = words::path(group);
            let separator = if group.is_empty() { "" } else { ": " };
            writeln!(f, "{group}{separator}the {} changed", what.concat())?;
        }
        Ok(())
    }
}
