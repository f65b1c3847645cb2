//! How a group relates to the file of a library that it is a copy of.

use travertine_graph::document::Group;

/// Whether a group differs from the file of a library that it is a copy of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Copied {
    /// It is no copy.
    #[default]
    Own,
    /// It does not differ.
    Same,
    /// It was changed here.
    Changed,
}

impl Copied {
    /// How a group relates to its file. Takes time in proportion to the size of the group.
    pub fn of(group: &Group) -> Copied {
        match &group.source {
            None => Copied::Own,
            Some(_) if group.is_changed() => Copied::Changed,
            Some(_) => Copied::Same,
        }
    }
}
