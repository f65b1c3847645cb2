//! Exports: pictures written to files, while the editing goes on.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

use travertine::sink::BitDepth;
use travertine::{Cancel, Error, Options, PictureFile, PictureFormat, RenderError, Slice};

use super::command::command;
use super::snapshot::{Snapshot, Subject};
use crate::Refusal;

/// A picture to be written.
#[derive(Clone, PartialEq, Debug)]
pub struct Export {
    /// Of what.
    pub subject: Subject,
    /// Where, and with how many pixels.
    pub slice: Slice,
    /// For a PNG: 16 bits for each channel instead of 8.
    pub sixteen: bool,
    /// The file; its ending, `.png` or `.exr`, says the format.
    pub path: PathBuf,
}

/// A picture that is being written.
pub struct Exporting {
    done: Arc<AtomicU64>,
    pixels: u64,
    cancel: Cancel,
    thread: Option<JoinHandle<Result<u64, Refusal>>>,
}

impl Export {
    /// Starts to write it, on a thread of its own; `wake` is called when it is done.
    ///
    /// # Errors
    ///
    /// If the file's ending says no format. All else is found out on the way.
    pub fn start(
        self,
        snapshot: Arc<Snapshot>,
        wake: impl FnOnce() + Send + 'static,
    ) -> Result<Exporting, Refusal> {
        let mut file = PictureFile::new(&self.path).map_err(refused)?;
        if let PictureFormat::Png { depth, .. } = &mut file.format
            && self.sixteen
        {
            *depth = BitDepth::Sixteen;
        }
        let (done, cancel) = (Arc::new(AtomicU64::new(0)), Cancel::new());
        let pixels = u64::from(self.slice.width) * u64::from(self.slice.height);
        let (progress, stop) = (done.clone(), cancel.clone());
        let thread = thread::spawn(move || {
            let written = snapshot.field(&self.subject).and_then(|field| {
                let render = field.render(self.slice, None, Options::default()).map_err(refused)?;
                let advance = |more| {
                    progress.fetch_add(more, Ordering::Relaxed);
                };
                file.write(&render, &stop, &advance).map_err(refused)
            });
            wake();
            written
        });
        Ok(Exporting { done, pixels, cancel, thread: Some(thread) })
    }

    /// The command that writes the same picture of the graph in that file. None for a node that is no output of the
    /// graph: commands know outputs only.
    pub fn command(&self, graph: &std::path::Path) -> Option<String> {
        match &self.subject {
            Subject::Output(name) => Some(command(graph, Some(name), &self.slice, self.sixteen, &self.path)),
            Subject::Node(_) => None,
        }
    }
}

impl Exporting {
    /// The share that is done, from 0 to 1.
    pub fn progress(&self) -> f32 {
        (self.done.load(Ordering::Relaxed) as f64 / self.pixels.max(1) as f64) as f32
    }

    /// Stops it; then there is no file, or the one that was there before.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Once it is over, and once only: how many pixels had values outside of what the file holds, and were clipped; or
    /// what went wrong.
    pub fn finished(&mut self) -> Option<Result<u64, Refusal>> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        let broken = |_| Err(Refusal::new("a mistake inside Travertine; please report it"));
        Some(thread.join().unwrap_or_else(broken))
    }
}

impl Drop for Exporting {
    /// Nobody waits for it any more.
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

fn refused(error: Error) -> Refusal {
    Refusal::new(match error {
        Error::Render(RenderError::Cancelled) => "cancelled".to_owned(),
        other => other.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use travertine::{Texture, registry};

    use super::*;

    fn wait(mut exporting: Exporting) -> Result<u64, Refusal> {
        loop {
            match exporting.finished() {
                Some(result) => return result,
                None => thread::sleep(Duration::from_millis(2)),
            }
        }
    }

    fn snapshot(texture: &Texture) -> Arc<Snapshot> {
        Arc::new(Snapshot::new(texture.document().clone().into(), registry()))
    }

    #[test]
    fn a_picture_is_written_or_nothing() {
        let texture = Texture::open("../../graphs/marble.json").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let export = |name: &str, size| Export {
            subject: Subject::Output("color".to_owned()),
            slice: Slice::new(size, size),
            sixteen: true,
            path: folder.path().join(name),
        };
        let start = |export: Export| export.start(snapshot(&texture), || {});
        wait(start(export("a.png", 40)).unwrap()).unwrap();
        let picture = image::open(folder.path().join("a.png")).unwrap();
        let color = picture.color();
        assert_eq!(picture.width(), 40);
        assert_eq!(color.bytes_per_pixel(), 2 * color.channel_count());

        let large = start(export("b.png", 1 << 14)).unwrap();
        thread::sleep(Duration::from_millis(50));
        large.cancel();
        assert_eq!(wait(large).unwrap_err().to_string(), "cancelled");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);

        let failed = |export: Export| start(export).and_then(wait).unwrap_err().to_string();
        assert!(failed(export("c.jpeg", 8)).contains(".png or .exr"));
        assert!(failed(export("no/such/d.png", 8)).contains("no such file or folder"));
        let subject = Subject::Output("colour".to_owned());
        assert_eq!(failed(Export { subject, ..export("e.png", 8) }), "there is no such output");
    }
}
