//! What a graph can begin with, and what can be added to it.
//!
//! The `gallery` shows the bundled graphs at the start. The `shelf` is the panel with the groups of libraries. The
//! `add_menu` lists node types, and groups among them; the `reference` shows one of them, whose `example` can be added.

pub mod add_menu;
pub mod example;
pub mod gallery;
pub mod reference;
pub mod shelf;
