//! The platform's dialogs for files. They run beside the window, which goes on.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rfd::FileHandle;

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
    answer: Receiver<Fate>,
}

/// A dialog that ends sooner without a file was none: nobody is so quick to cancel. A machine under load takes a while to
/// find out that it has none.
const AT_ONCE: Duration = Duration::from_secs(1);

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
        // Dialogs begin where they are opened, as some platforms demand, and are waited for elsewhere.
        let answer = match purpose {
            Purpose::Open => wait(dialog.pick_file(), wake),
            Purpose::Save => {
                let name = suggested.as_deref().and_then(|path| path.file_name());
                let name = name.map_or("untitled.json".into(), |name| name.to_string_lossy());
                wait(dialog.set_file_name(name).save_file(), wake)
            }
        };
        FileDialog { purpose, answer }
    }

    /// What became of it; nothing while it is open.
    pub fn fate(&self) -> Option<Fate> {
        match self.answer.try_recv() {
            Ok(fate) => Some(fate),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Fate::Missing),
        }
    }
}

/// Waits for a dialog's answer on a thread of its own. The time counts there: a window that is behind does not matter.
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
    fn a_dialog_that_ends_at_once_was_none() {
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
