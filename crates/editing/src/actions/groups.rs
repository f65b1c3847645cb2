//! Groups: graphs inside a document, made of nodes and taken apart again.

mod dissolve;
mod inline;
mod make;
mod names;
mod socket;

pub use dissolve::ungroup;
pub use make::group;
pub(super) use names::{GroupNames, group_of_type, groups_of};
