//! Requests that the parts of the window make while they are drawn; the application carries them out afterwards.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::path::PathBuf;

use egui::Pos2;
use travertine_editing::actions::Loose;
use travertine_editing::{Action, Refusal};

use crate::commands::Command;

/// All requests of a frame.
#[derive(Default)]
pub struct Requests {
    /// Actions upon the document, in order. Those with the same key become one step while a button is held.
    pub actions: Vec<(Result<Action, Refusal>, Option<u64>)>,
    /// Commands to run, in order.
    pub commands: Vec<Command>,
    /// A node to add; the user chooses its type from a menu.
    pub add: Option<NewNode>,
    /// The node to show in the preview.
    pub preview: Option<String>,
    /// The file to open.
    pub open: Option<PathBuf>,
    /// The frame or note whose text the user wants to type.
    pub write: Option<String>,
    /// The text to put into the clipboard.
    pub copy: Option<String>,
}

/// A node to add.
#[derive(Clone, Debug)]
pub struct NewNode {
    /// Where on the screen the menu of types opens.
    pub menu: Pos2,
    /// Where in the document the node will be.
    pub position: Pos2,
    /// The loose wire to which it will be connected, if there is one.
    pub wire: Option<Loose>,
}

impl Requests {
    /// Asks for an action that is a step of its own.
    pub fn act(&mut self, action: Result<Action, Refusal>) {
        self.actions.push((action, None));
    }

    /// Asks for an action that is part of a drag; the key names the thing that is dragged.
    pub fn drag(&mut self, key: impl Hash, action: Result<Action, Refusal>) {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        self.actions.push((action, Some(hasher.finish())));
    }

    /// Asks to run a command.
    pub fn run(&mut self, command: Command) {
        self.commands.push(command);
    }
}
