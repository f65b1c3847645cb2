//! The groups around a document.

use crate::diagnostic::quote;

/// The groups around a document: innermost first.
#[derive(Clone, Copy, Default)]
pub(super) struct Scope<'a> {
    group: Option<(&'a str, &'a Scope<'a>)>,
}

impl<'a> Scope<'a> {
    /// The scope inside a group.
    pub(super) fn inside(&'a self, group: &'a str) -> Scope<'a> {
        Scope { group: Some((group, self)) }
    }

    /// The names of the groups.
    fn groups(self) -> impl Iterator<Item = &'a str> {
        std::iter::successors(self.group, |(_, around)| around.group).map(|(name, _)| name)
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
