//! The kinds of jobs, one file each: fields, help, and how it runs.

pub mod animate;
pub mod bake;
pub mod render;
pub mod shape;
pub mod variations;
pub mod volume;

use crate::kind::Kind;

/// All kinds, in the order of the help.
pub static KINDS: [Kind; 6] = [
    Kind::of::<render::Arguments>(),
    Kind::of::<animate::Arguments>(),
    Kind::of::<variations::Arguments>(),
    Kind::of::<volume::Arguments>(),
    Kind::of::<shape::Arguments>(),
    Kind::of::<bake::Arguments>(),
];

impl Kind {
    /// The kind with a name.
    pub fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// The names of all kinds.
    pub fn names() -> [&'static str; KINDS.len()] {
        KINDS.each_ref().map(|kind| kind.name)
    }
}
