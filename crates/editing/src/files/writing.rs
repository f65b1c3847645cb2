//! Writing a document to a file on a thread of its own.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use travertine_files::AtomicFile;
use travertine_graph::document::Document;

use super::problem::FileProblem;

/// A document that is being written. Dropping this waits for the end.
pub struct Writing {
    path: PathBuf,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Writing {
    /// Starts to write a document, and its folders if they are missing; `wake` is called at the end. An existing file
    /// is replaced as a whole.
    ///
    /// # Errors
    ///
    /// If the system does not start a thread. Other failures are reported at the end.
    pub fn start(
        document: Document,
        path: PathBuf,
        wake: impl FnOnce() + Send + 'static,
    ) -> Result<Writing, FileProblem> {
        let target = path.clone();
        let work = move || {
            let written = write(&document, &target);
            wake();
            written
        };
        let thread = thread::Builder::new().spawn(work).map_err(FileProblem::write(&path))?;
        Ok(Writing { path, thread: Some(thread) })
    }

    /// The result, once, after the end. If it is a failure, the file is unchanged.
    pub fn finished(&mut self) -> Option<Result<(), FileProblem>> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        let broken = |_| Err(io::Error::other("internal error in Travertine; please report it"));
        Some(thread.join().unwrap_or_else(broken).map_err(FileProblem::write(&self.path)))
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            // Nobody is left to hear of a failure.
            let _ = thread.join();
        }
    }
}

fn write(document: &Document, path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = AtomicFile::create(path)?;
    file.write_all(document.to_json().as_bytes())?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    /// Writes a document, and waits for the result.
    fn written(document: Document, path: PathBuf) -> Result<(), FileProblem> {
        let (send, receive) = channel();
        let mut writing = Writing::start(document, path, move || send.send(()).unwrap()).unwrap();
        receive.recv_timeout(Duration::from_secs(60)).unwrap();
        loop {
            match writing.finished() {
                Some(result) => return result,
                // The thread has called `wake`, and is about to end.
                None => thread::yield_now(),
            }
        }
    }

    #[test]
    fn folders_are_made_and_failures_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library/wood/planks.json");
        let document = Document::named("Planks");
        written(document.clone(), path.clone()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), document.to_json());
        let below = written(document, path.join("oak.json")).unwrap_err().to_string();
        assert!(below.contains("oak.json cannot be written"), "{below}");
    }

    #[test]
    fn a_file_is_complete_once_nobody_waits() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("planks.json");
        drop(Writing::start(Document::named("Planks"), path.clone(), || {}).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), Document::named("Planks").to_json());
    }
}
