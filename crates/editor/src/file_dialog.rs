//! The platform's dialogs for files. They run beside the window, which goes on.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What a file is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To open it.
    Open,
    /// To save to it.
    Save,
}

/// What became of a dialog.
#[derive(Debug)]
pub enum Fate {
    /// The user has chosen.
    Chosen(PathBuf),
    /// The user wants none.
    Cancelled,
    /// The platform has no dialogs, or none that works.
    Missing,
}

/// An open dialog.
pub struct FileDialog {
    /// What the file is wanted for.
    pub purpose: Purpose,
    answer: Receiver<Option<PathBuf>>,
    since: Instant,
}

impl FileDialog {
    /// Opens a dialog. `wake` is called, from another thread, when there is an answer.
    pub fn open(
        purpose: Purpose,
        suggested: Option<PathBuf>,
        wake: impl Fn() + Send + 'static,
    ) -> FileDialog {
        let mut dialog = rfd::AsyncFileDialog::new().add_filter("Travertine graphs", &["json"]);
        if let Some(folder) = suggested.as_deref().and_then(|path| path.parent()) {
            dialog = dialog.set_directory(folder);
        }
        let (sender, answer) = channel();
        // Dialogs begin where they are opened, as some platforms demand, and are waited for elsewhere.
        match purpose {
            Purpose::Open => {
                let future = dialog.pick_file();
                thread::spawn(move || {
                    let file = pollster::block_on(future);
                    let _ = sender.send(file.map(|file| file.path().to_owned()));
                    wake();
                });
            }
            Purpose::Save => {
                let name = suggested.as_deref().and_then(|path| path.file_name());
                let name = name.map_or("untitled.json".into(), |name| name.to_string_lossy());
                let future = dialog.set_file_name(name).save_file();
                thread::spawn(move || {
                    let file = pollster::block_on(future);
                    let _ = sender.send(file.map(|file| file.path().to_owned()));
                    wake();
                });
            }
        }
        FileDialog { purpose, answer, since: Instant::now() }
    }

    /// What became of it; nothing while it is open.
    pub fn fate(&self) -> Option<Fate> {
        // Nobody is so quick to cancel.
        const AT_ONCE: Duration = Duration::from_millis(400);
        match self.answer.try_recv() {
            Ok(Some(path)) => Some(Fate::Chosen(path)),
            Ok(None) if self.since.elapsed() < AT_ONCE => Some(Fate::Missing),
            Ok(None) => Some(Fate::Cancelled),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Fate::Missing),
        }
    }
}
