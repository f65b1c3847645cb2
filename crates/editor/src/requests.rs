//! Requests made while the window is drawn, and carried out after the frame.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::path::PathBuf;
use std::sync::Arc;

use egui::Pos2;
use travertine_editing::actions::Loose;
use travertine_editing::files::preferences::List;
use travertine_editing::{Action, Refusal, Target};
use travertine_graph::definition::Definition;
use travertine_library::Entry;

use crate::commands::Command;

/// Something that the application is to do.
pub enum Request {
    /// Apply an action to the document. Those with the same key become one step while a button is held.
    Act(Result<Action, Refusal>, Option<u64>),
    /// Apply an action that adds nodes, which go to free places.
    Add(Result<Action, Refusal>),
    /// Remove the wires to these targets, in one step.
    Cut(Vec<Target>),
    /// Add a group of a library.
    Embed(Embed),
    /// Add the nodes of a node type's example.
    InsertExample(Arc<Definition>),
    /// Run a command, if it is available.
    Run(Command),
    /// Let the user choose the type of a node to add.
    ChooseType(NewNode),
    /// Select a node, and bring it into view.
    Reveal(String),
    /// Show a node in the preview.
    Preview(String),
    /// Make rasters, such as eroded land, from now on, or no longer.
    MakeRasters(bool),
    /// Let the user choose a mesh for the preview.
    ChooseMesh,
    /// Let a device compute the pictures from now on; `None` is the CPU.
    ComputeOn(Option<String>),
    /// Open a file.
    Open(PathBuf),
    /// Move the focus to the text of a frame or note.
    Write(String),
    /// Update a group from the library, once the user has agreed.
    UpdateGroup(String),
    /// Save a group to the library.
    SaveGroup(String),
    /// Enter a group, or leave it.
    Go(Go),
    /// Put a text into the clipboard.
    Copy(String),
    /// Move a text to the front of a list of preferences.
    Remember(&'static List<String>, String),
    /// Add a text to a list of preferences, or remove it.
    Mark(&'static List<String>, String),
}

/// All requests of a frame.
#[derive(Default)]
pub struct Requests(Vec<Request>);

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
    /// Makes a request.
    pub fn push(&mut self, request: Request) {
        self.0.push(request);
    }

    /// Requests an action as a step of its own.
    pub fn act(&mut self, action: Result<Action, Refusal>) {
        self.push(Request::Act(action, None));
    }

    /// Requests an action as part of a drag; the key identifies the dragged value.
    pub fn drag(&mut self, key: impl Hash, action: Result<Action, Refusal>) {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        self.push(Request::Act(action, Some(hasher.finish())));
    }

    /// Requests a command.
    pub fn run(&mut self, command: Command) {
        self.push(Request::Run(command));
    }

    /// The requests in the order in which they were made, but changes of the graph that the frame shows come first, and
    /// what may replace that graph comes last.
    pub fn in_order(mut self) -> Vec<Request> {
        use Request::{Act, Add, Cut, Embed, Go, InsertExample, Open, Run};
        self.0.sort_by_key(|request| match request {
            Act(..) | Add(_) | Cut(_) | Embed(_) | InsertExample(_) => 0,
            Run(_) | Open(_) | Go(_) => 2,
            _ => 1,
        });
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_parts_of_the_shown_graph_precedes_what_replaces_it() {
        let mut requests = Requests::default();
        requests.push(Request::Go(Go::Out(0)));
        requests.push(Request::SaveGroup("planks".to_owned()));
        requests.run(Command::Undo);
        requests.push(Request::UpdateGroup("planks".to_owned()));
        requests.push(Request::Cut(Vec::new()));
        assert!(matches!(
            requests.in_order()[..],
            [
                Request::Cut(_),
                Request::SaveGroup(_),
                Request::UpdateGroup(_),
                Request::Go(_),
                Request::Run(Command::Undo),
            ]
        ));
    }
}
