//! The groups around a document.

use crate::diagnostic::quote;
use crate::document::Document;

/// The groups around a document: innermost first.
#[derive(Clone, Copy, Default)]
pub(super) struct Scope<'a> {
    /// The name of the group, and the document that it is a group of, with its scope.
    group: Option<(&'a str, &'a Document, &'a Scope<'a>)>,
}

impl<'a> Scope<'a> {
    /// The scope inside a group of a document that has this scope.
    pub(super) fn inside(&'a self, group: &'a str, document: &'a Document) -> Scope<'a> {
        Scope { group: Some((group, document, self)) }
    }

    /// What the document is to its user.
    pub(super) fn what(self) -> &'static str {
        if self.group.is_some() { "group" } else { "document" }
    }

    /// The names of the groups.
    fn groups(self) -> impl Iterator<Item = &'a str> {
        self.around().map(|(name, _)| name)
    }

    /// The names of the groups, each with the document around it.
    fn around(self) -> impl Iterator<Item = (&'a str, &'a Document)> {
        std::iter::successors(self.group, |(_, _, around)| around.group).map(|(name, document, _)| (name, document))
    }

    /// Whether a document around has a group of this name, which is out of reach here.
    pub(super) fn is_outside(self, name: &str) -> bool {
        self.around().any(|(_, document)| document.groups.contains_key(name))
    }

    /// Number of groups.
    pub(super) fn depth(self) -> usize {
        self.groups().count()
    }

    /// The chain of groups from the one of this name to itself, if it is around the document.
    pub(super) fn circle(self, name: &str) -> Option<String> {
        let inside: Vec<&str> = self.groups().collect();
        let around = inside.iter().position(|group| *group == name)?;
        let chain = inside[..=around].iter().rev().copied().chain([name]);
        Some(chain.map(quote).collect::<Vec<_>>().join(" -> "))
    }
}
