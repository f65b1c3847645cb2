//! Groups: graphs inside a document, made of nodes and taken apart again.

mod dissolve;
mod inline;
mod make;
mod manage;
mod socket;

pub use dissolve::ungroup;
pub use make::group;
pub use manage::{insert_group, keep_group, remove_unused_groups, rename_group, set_group, unused_groups};
