//! The platform's file dialogs. They run in parallel with the window, which stays responsive.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rfd::FileHandle;

use crate::preview::ENDINGS;

/// The purpose of a file dialog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Open the file.
    Open,
    /// Save to the file.
    Save,
    /// Take the colors of a palette or a picture.
    Colors,
    /// Bake onto the mesh of the file.
    Mesh,
    /// Show the mesh of the file in the preview.
    Model,
    /// Export into the folder.
    Folder,
    /// Export to the file.
    Target,
}

/// The outcome of a dialog.
#[derive(Debug)]
pub enum Fate {
    /// The user has chosen a file.
    Chosen(PathBuf),
    /// The user has cancelled.
    Cancelled,
    /// The platform has no working file dialog.
    Missing,
}

/// An open dialog.
pub struct FileDialog {
    /// The purpose of the file.
    pub purpose: Purpose,
    answer: Receiver<Fate>,
}

/// A dialog that ends sooner without a file failed to open: users do not cancel so fast. A machine under load takes a
/// while to find out that it has none.
const AT_ONCE: Duration = Duration::from_secs(1);

impl FileDialog {
    /// Opens a dialog. `wake` is called on another thread when there is an answer.
    pub fn open(purpose: Purpose, suggested: Option<PathBuf>, wake: impl Fn() + Send + 'static) -> FileDialog {
        let mut dialog = rfd::AsyncFileDialog::new();
        dialog = match purpose {
            Purpose::Open | Purpose::Save => dialog.add_filter("Travertine graphs", &["json"]),
            Purpose::Colors => {
                let endings = ["gpl", "ase", "txt", "hex", "png", "jpg", "jpeg", "exr", "tif", "tiff", "webp", "hdr"];
                dialog.add_filter("Palettes and pictures", &endings)
            }
            Purpose::Mesh | Purpose::Model => dialog.add_filter("Meshes", &ENDINGS),
            Purpose::Folder | Purpose::Target => dialog,
        };
        if let Some(folder) = suggested.as_deref().and_then(|path| path.parent()) {
            dialog = dialog.set_directory(folder);
        }
        // Some platforms demand that a dialog is opened on the main thread; the answer is awaited elsewhere.
        let answer = match purpose {
            Purpose::Open | Purpose::Colors | Purpose::Mesh | Purpose::Model => wait(dialog.pick_file(), wake),
            Purpose::Folder => wait(dialog.pick_folder(), wake),
            Purpose::Target => wait(dialog.save_file(), wake),
            Purpose::Save => {
                let name = suggested.as_deref().and_then(|path| path.file_name());
                let name = name.map_or("untitled.json".into(), |name| name.to_string_lossy());
                wait(dialog.set_file_name(name).save_file(), wake)
            }
        };
        FileDialog { purpose, answer }
    }

    /// The outcome; `None` while the dialog is open.
    pub fn fate(&self) -> Option<Fate> {
        match self.answer.try_recv() {
            Ok(fate) => Some(fate),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Fate::Missing),
        }
    }
}

/// Awaits the answer on a thread of its own, which also measures the time: the frame rate of the window does not
/// matter.
fn wait(
    answer: impl Future<Output = Option<FileHandle>> + Send + 'static,
    wake: impl Fn() + Send + 'static,
) -> Receiver<Fate> {
    let (sender, receiver) = channel();
    let opened = Instant::now();
    let wait = move || {
        let fate = match pollster::block_on(answer) {
            Some(file) => Fate::Chosen(file.path().to_owned()),
            None if opened.elapsed() < AT_ONCE => Fate::Missing,
            None => Fate::Cancelled,
        };
        let _ = sender.send(fate);
        wake();
    };
    // Without a thread there is no answer, as if there were no dialog: see [`FileDialog::fate`].
    let _ = thread::Builder::new().spawn(wait);
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fate(answer: impl Future<Output = Option<FileHandle>> + Send + 'static) -> Fate {
        wait(answer, || {}).recv().unwrap()
    }

    #[test]
    fn a_dialog_that_ends_at_once_counts_as_missing() {
        assert!(matches!(fate(async { None }), Fate::Missing));
        let late = async {
            thread::sleep(AT_ONCE);
            None
        };
        assert!(matches!(fate(late), Fate::Cancelled));
        let file = fate(async { Some(FileHandle::from(PathBuf::from("marble.json"))) });
        assert!(matches!(file, Fate::Chosen(path) if path.ends_with("marble.json")));
    }
}
