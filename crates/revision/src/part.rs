//! Parts: a document as a tree, the one form that comparing and merging use.

use std::collections::BTreeMap;

use travertine_graph::json::Value;

use crate::shape::Shape;

/// A part of a document.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Part {
    /// A value that changes as a whole.
    Value(Value),
    /// Other parts by name.
    Branch(Branch),
}

/// Parts by name.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Branch {
    pub(crate) parts: BTreeMap<String, Part>,
    /// The names in their order, where it is the user's; empty where it is that of the names.
    pub(crate) order: Vec<String>,
}

impl Part {
    /// The tree of a JSON value of that shape.
    // Recurses as deep as groups are nested.
    pub(crate) fn new(shape: Shape, value: Value) -> Part {
        let mut branch = Branch::default();
        match value {
            Value::List(names) if shape == Shape::Marks => {
                let names = names.into_iter().filter_map(|name| name.as_text().map(str::to_owned));
                branch.parts = names.map(|name| (name, Part::Value(Value::Null))).collect();
            }
            Value::Object(members) if shape.is_branch() => {
                let is_free = |key: &str| shape.has_order() || shape.inside(key) == Shape::Unknown;
                let free = || members.iter().map(|(key, _)| key.as_str()).filter(|key| is_free(key));
                if shape.has_order() || !free().is_sorted() {
                    branch.order = free().map(str::to_owned).collect();
                }
                let parts = members.into_iter().map(|(key, value)| {
                    let part = Part::new(shape.inside(&key), value);
                    (key, part)
                });
                branch.parts = parts.collect();
            }
            value => return Part::Value(value),
        }
        Part::Branch(branch)
    }

    /// The part as JSON.
    pub(crate) fn to_value(&self, shape: Shape) -> Value {
        let branch = match self {
            Part::Value(value) => return value.clone(),
            Part::Branch(branch) => branch,
        };
        match shape {
            Shape::Marks => Value::List(branch.parts.keys().map(|name| Value::from(name.as_str())).collect()),
            _ => {
                let member = |(key, part): (&String, &Part)| (key.clone(), part.to_value(shape.inside(key)));
                let mut parts = branch.in_order();
                parts.sort_by_key(|(key, _)| shape.rank(key));
                Value::Object(parts.into_iter().map(member).collect())
            }
        }
    }

    /// The parts inside; `None` for a value.
    pub(crate) fn branch(&self) -> Option<&Branch> {
        match self {
            Part::Branch(branch) => Some(branch),
            Part::Value(_) => None,
        }
    }

    /// The member of that name.
    pub(crate) fn get(&self, key: &str) -> Option<&Part> {
        self.branch()?.parts.get(key)
    }

    /// The part at a path.
    pub(crate) fn at<S: AsRef<str>>(&self, path: &[S]) -> Option<&Part> {
        path.iter().try_fold(self, |part, key| part.get(key.as_ref()))
    }

    /// The text, if the part is one.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Part::Value(value) => value.as_text(),
            Part::Branch(_) => None,
        }
    }

    /// The members of the member of that name.
    pub(crate) fn entries(&self, key: &str) -> impl Iterator<Item = (&str, &Part)> {
        let branch = self.get(key).and_then(Part::branch);
        branch.into_iter().flat_map(|branch| &branch.parts).map(|(name, part)| (name.as_str(), part))
    }

    /// Replaces the part at a path; `None` removes it. Missing parts around it are made.
    pub(crate) fn set<S: AsRef<str>>(&mut self, path: &[S], part: Option<Part>) {
        let Some((last, around)) = path.split_last() else {
            if let Some(part) = part {
                *self = part;
            }
            return;
        };
        let mut target = self;
        for key in around {
            // Only branches hold other parts.
            let Part::Branch(branch) = target else { return };
            target = branch.parts.entry(key.as_ref().to_owned()).or_insert_with(|| Part::Branch(Branch::default()));
        }
        if let Part::Branch(branch) = target {
            match part {
                Some(part) => branch.parts.insert(last.as_ref().to_owned(), part),
                None => branch.parts.remove(last.as_ref()),
            };
        }
    }
}

impl Branch {
    /// The members of a part; those of this branch, if the part is missing and may be empty. `None` for a value.
    pub(crate) fn or<'a>(&'a self, shape: Shape, part: Option<&'a Part>) -> Option<&'a Branch> {
        match part {
            None => shape.may_be_empty().then_some(self),
            Some(part) => part.branch(),
        }
    }

    /// The parts: first those with a place in the user's order, then the others by name.
    pub(crate) fn in_order(&self) -> Vec<(&String, &Part)> {
        let mut left: BTreeMap<&str, (&String, &Part)> =
            self.parts.iter().map(|entry| (entry.0.as_str(), entry)).collect();
        let mut parts: Vec<_> = self.order.iter().filter_map(|name| left.remove(name.as_str())).collect();
        parts.extend(left.into_values());
        parts
    }

    /// The names, in the order of the parts.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.in_order().into_iter().map(|(name, _)| name.as_str()).collect()
    }
}
