//! Answers to dialogs.

use std::path::PathBuf;

use travertine_editing::files::Recovery;
use travertine_graph::document::{Document, Group};

/// The next thing to do once the open graph is closed.
#[derive(Debug)]
pub enum Goal {
    /// Close the window.
    Quit,
    /// Begin a new graph.
    New,
    /// Open this file.
    Open(PathBuf),
    /// Begin with a copy of a bundled graph.
    Bundled(Box<Document>),
    /// Open a graph that another editor had not saved.
    Recover(Box<Recovery>),
}

/// An answer to a question.
#[derive(Debug)]
pub enum Answer {
    /// Do nothing.
    Cancel,
    /// Save, and then continue.
    Save(Goal),
    /// Discard the changes, and continue.
    Discard(Goal),
    /// Give a node another id.
    Rename {
        /// Its id.
        from: String,
        /// Its new id.
        to: String,
    },
    /// Replace a group by the library's version.
    UpdateGroup {
        /// The name of the group.
        name: String,
        /// The library's version.
        group: Box<Group>,
    },
    /// Open this file.
    OpenPath(PathBuf),
    /// Save to this file.
    SavePath(PathBuf),
    /// Take the colors of this file.
    ColorsPath(PathBuf),
    /// Show the mesh of this file.
    MeshPath(PathBuf),
    /// Replace the file, though another program has changed it.
    SaveOver,
    /// Read the file again.
    Reload,
    /// Keep the graph of this window, though the file has changed.
    KeepMine,
    /// Cancel all exports, and quit.
    CancelExports,
    /// Open the graph that was not saved.
    Recover,
    /// Discard the graph that was not saved.
    ForgetLeft,
}
