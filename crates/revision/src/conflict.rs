//! Conflicts: changes of two sides that contradict each other.

use std::fmt;

use travertine_graph::diagnostic::quote;
use travertine_graph::json::{Value, object};

use crate::difference::pointer_to;
use crate::shape::Shape;
use crate::words;

/// A part of a document that both sides changed, or whose changes do not fit together. A merge keeps ours.
#[derive(Clone, PartialEq, Debug)]
pub struct Conflict {
    /// Keys from the document to the part: `nodes`, `grain`, `inputs`, `scale`.
    pub path: Vec<String>,
    /// Why it is a conflict.
    pub reason: Reason,
    /// Value before both changes, as in the file; `None` if the part was missing.
    pub base: Option<Value>,
    /// Value on our side.
    pub ours: Option<Value>,
    /// Value on their side.
    pub theirs: Option<Value>,
}

/// A side of a merge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The document that the other is merged into.
    Ours,
    /// The document that is merged.
    Theirs,
}

/// Why the changes of two sides are a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Both sides changed the part, to different values.
    Values,
    /// Both sides changed the order of the entries. The values are lists of names.
    Order,
    /// One side refers to something that the other removed.
    Removed {
        /// The side that refers to it.
        by: Side,
        /// What it is: `node`, `parameter` or `group`.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A wire of theirs that makes a circle with wires of ours.
    Circle,
    /// The merge has an error that neither side has, with this message.
    Error(String),
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Ours => Side::Theirs,
            Side::Theirs => Side::Ours,
        }
    }
}

/// `ours` or `theirs`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Ours => "ours",
            Side::Theirs => "theirs",
        })
    }
}

impl Conflict {
    /// The conflict as JSON: pointer, reason, the values that exist, and the words.
    pub fn to_value(&self) -> Value {
        let reason = match &self.reason {
            Reason::Values => "values",
            Reason::Order => "order",
            Reason::Removed { .. } => "removed",
            Reason::Circle => "circle",
            Reason::Error(_) => "error",
        };
        let head = object([
            ("pointer", Value::from(pointer_to(&self.path))),
            ("reason", Value::from(reason)),
            ("text", Value::from(self.to_string())),
        ]);
        let Value::Object(mut members) = head else { return head };
        for (key, value) in [("base", &self.base), ("ours", &self.ours), ("theirs", &self.theirs)] {
            members.extend(value.clone().map(|value| (key.to_owned(), value)));
        }
        Value::Object(members)
    }

    /// The three values in words.
    fn values(&self) -> String {
        let shape = Shape::at(&self.path);
        let around = Shape::at(&self.path[..self.path.len().saturating_sub(1)]);
        let values = [self.base.as_ref(), self.ours.as_ref(), self.theirs.as_ref()];
        let [base, ours, theirs] = words::values(shape, around, values);
        format!("base {base}; ours {ours}; theirs {theirs}")
    }
}

/// One line, without a line break: node `grain`, input `scale`: base 4; ours 8; theirs 2.
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = words::path(&self.path);
        write!(f, "{place}{}", if place.is_empty() { "" } else { ": " })?;
        let is_entry = Shape::at(&self.path).is_branch();
        match (&self.reason, &self.base, &self.ours, &self.theirs) {
            (Reason::Values, Some(_), None, Some(_)) if is_entry => {
                write!(f, "ours removed it, theirs changed it")
            }
            (Reason::Values, Some(_), Some(_), None) if is_entry => {
                write!(f, "ours changed it, theirs removed it")
            }
            (Reason::Values, None, ..) if is_entry => {
                write!(f, "both sides added it, with different contents; {}", self.values())
            }
            (Reason::Values, ..) => f.write_str(&self.values()),
            (Reason::Order, ..) => write!(f, "both sides changed the order; {}", self.values()),
            (Reason::Removed { by, what, name }, ..) => {
                write!(f, "{by} needs the {what} {}, which {} removed", quote(name), by.other())
            }
            (Reason::Circle, ..) => {
                write!(f, "{} of theirs and wires of ours make a circle", self.new_wire())
            }
            (Reason::Error(message), ..) => write!(f, "the changes do not fit together: {message}"),
        }
    }
}

impl Conflict {
    fn new_wire(&self) -> String {
        words::value(Shape::Value, Shape::Inputs, self.theirs.as_ref())
    }
}
