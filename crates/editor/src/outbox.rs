//! What the parts of the window ask for while they are drawn; the application does it afterwards.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::path::PathBuf;

use travertine_editing::{Action, Refusal};

use crate::add_menu::AddMenu;
use crate::commands::Command;

/// Requests, in the order in which they were made.
#[derive(Default)]
pub struct Outbox {
    /// What to do to the document; requests with the same key become one step while a button is held.
    pub actions: Vec<(Result<Action, Refusal>, Option<u64>)>,
    /// What to do besides.
    pub commands: Vec<Command>,
    /// The menu of nodes to open.
    pub add: Option<AddMenu>,
    /// The node to show in the preview.
    pub preview: Option<String>,
    /// The file to open.
    pub open: Option<PathBuf>,
    /// The frame or note whose text the user wants to type.
    pub write: Option<String>,
    /// What to put into the clipboard.
    pub copy: Option<String>,
}

impl Outbox {
    /// Asks for a step of its own.
    pub fn act(&mut self, action: Result<Action, Refusal>) {
        self.actions.push((action, None));
    }

    /// Asks for a part of what the user drags, which the key names.
    pub fn drag(&mut self, key: impl Hash, action: Result<Action, Refusal>) {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        self.actions.push((action, Some(hasher.finish())));
    }

    /// Asks for a command.
    pub fn run(&mut self, command: Command) {
        self.commands.push(command);
    }
}
