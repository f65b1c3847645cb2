//! Requests made while the window is drawn, and carried out after the frame.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::path::PathBuf;
use std::sync::Arc;

use egui::Pos2;
use travertine_editing::actions::Loose;
use travertine_editing::{Action, Refusal, Target};
use travertine_graph::definition::Definition;
use travertine_library::Entry;

use crate::commands::Command;

/// All requests of a frame.
#[derive(Default)]
pub struct Requests {
    /// Actions on the document, in order. Those with the same key become one step while a button is held.
    pub actions: Vec<(Result<Action, Refusal>, Option<u64>)>,
    /// Actions that add nodes, which go to free places.
    pub added: Vec<Result<Action, Refusal>>,
    /// Commands to run, in order.
    pub commands: Vec<Command>,
    /// The targets of wires to remove in one step.
    pub cut: Vec<Target>,
    /// A node to add; the user chooses its type from a menu.
    pub add: Option<NewNode>,
    /// The node to select and to bring into view.
    pub reveal: Option<String>,
    /// The node to preview.
    pub preview: Option<String>,
    /// Whether rasters, such as eroded land, are made from now on.
    pub makes_rasters: Option<bool>,
    /// Whether the user is to choose a mesh for the preview.
    pub choose_mesh: bool,
    /// The device that is to compute pictures from now on; an inner `None` is the CPU.
    pub compute_on: Option<Option<String>>,
    /// The file to open.
    pub open: Option<PathBuf>,
    /// The frame or note whose text gets the focus.
    pub write: Option<String>,
    /// The group of a library to add.
    pub embed: Option<Embed>,
    /// The group to update from the library, once the user has agreed.
    pub update: Option<String>,
    /// The group to save to the library.
    pub save_group: Option<String>,
    /// The group to enter, or the one to leave for.
    pub go: Option<Go>,
    /// The node type whose example to insert.
    pub example: Option<Arc<Definition>>,
    /// The text to put into the clipboard.
    pub copy: Option<String>,
}

/// A group of a library to add to what is shown.
#[derive(Clone, Debug)]
pub struct Embed {
    /// The group.
    pub entry: Entry,
    /// The point of the screen on which it was dropped; the middle of the canvas without one.
    pub at: Option<Pos2>,
}

/// A way into a group or out of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Go {
    /// Into the group that this node is an instance of.
    Into(String),
    /// Out to this number of groups around what is shown; 0 is the whole graph.
    Out(usize),
}

/// A node to add.
#[derive(Clone, Debug)]
pub struct NewNode {
    /// The position of the menu on the screen.
    pub menu: Pos2,
    /// The position of the node in the document.
    pub position: Pos2,
    /// The loose wire to connect to the node.
    pub wire: Option<Loose>,
}

impl Requests {
    /// Requests an action as a step of its own.
    pub fn act(&mut self, action: Result<Action, Refusal>) {
        self.actions.push((action, None));
    }

    /// Requests an action as part of a drag; the key identifies the dragged value.
    pub fn drag(&mut self, key: impl Hash, action: Result<Action, Refusal>) {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        self.actions.push((action, Some(hasher.finish())));
    }

    /// Requests a command.
    pub fn run(&mut self, command: Command) {
        self.commands.push(command);
    }
}
