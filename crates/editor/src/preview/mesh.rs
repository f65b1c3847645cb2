//! The mesh of a file in place of a shape. It is read on a thread of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use egui::Context;
use travertine::Cancel;
use travertine_editing::Refusal;
use travertine_editing::render::{context as within, share};
use travertine_shape::Model;

/// The endings of files with meshes.
pub const ENDINGS: [&str; 5] = ["glb", "gltf", "obj", "ply", "stl"];

/// Whether the ending of a file is that of a mesh.
pub fn is_mesh(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// The mesh of a file.
pub struct Mesh {
    path: PathBuf,
    state: State,
}

enum State {
    /// It is to be read.
    Wanted,
    Reading(Reading),
    Read(Arc<Model>),
    Refused,
}

/// A thread that reads a mesh. Dropping this stops it.
struct Reading {
    answer: Receiver<Result<Model, Refusal>>,
    cancel: Cancel,
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Mesh {
    /// The mesh of a file, which [`Mesh::follow`] reads.
    pub fn of(path: PathBuf) -> Mesh {
        Mesh { path, state: State::Wanted }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The model, once it is read.
    pub fn model(&self) -> Option<&Arc<Model>> {
        match &self.state {
            State::Read(model) => Some(model),
            _ => None,
        }
    }

    /// Whether it is not read yet.
    pub fn is_reading(&self) -> bool {
        matches!(self.state, State::Wanted | State::Reading(..))
    }

    /// The name of the file, and what has become of it.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy();
        match self.state {
            State::Wanted | State::Reading(..) => format!("reading {name} …"),
            State::Read(_) => name.into_owned(),
            State::Refused => format!("{name} (not read)"),
        }
    }

    /// Begins to read the file, or takes what was read; returns why it cannot be, once.
    pub fn follow(&mut self, context: &Context) -> Option<Refusal> {
        let read = match &self.state {
            State::Wanted => {
                let cancel = Cancel::new();
                let answer = read(self.path.clone(), cancel.clone(), context.clone());
                self.state = State::Reading(Reading { answer, cancel });
                return None;
            }
            State::Reading(reading) => match reading.answer.try_recv() {
                Ok(read) => read,
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => {
                    let text = "the mesh was not read, because the system starts no more threads";
                    Err(Refusal::new(text))
                }
            },
            State::Read(_) | State::Refused => return None,
        };
        let (state, refusal) = match read {
            Ok(model) => (State::Read(Arc::new(model)), None),
            Err(refusal) => (State::Refused, Some(refusal)),
        };
        self.state = state;
        refusal
    }
}

fn read(path: PathBuf, cancel: Cancel, context: Context) -> Receiver<Result<Model, Refusal>> {
    let (sender, receiver) = channel();
    let read = move || {
        let model = Model::open(&path, &within(share(), &cancel)).map_err(|error| Refusal::new(error.to_string()));
        let _ = sender.send(model);
        context.request_repaint();
    };
    // Without a thread, the sender is dropped, which is reported.
    let _ = thread::Builder::new().spawn(read);
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meshes_are_known_by_their_endings() {
        assert!(is_mesh(Path::new("a/vase.OBJ")) && is_mesh(Path::new("b.glb")));
        assert!(!is_mesh(Path::new("graph.json")) && !is_mesh(Path::new("obj")));
    }
}
