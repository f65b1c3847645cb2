//! Exports: pictures written to files in the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

use travertine::stages::render::sink::BitDepth;
use travertine::{Cancel, Context, Error, PictureFile, PictureFormat};
use travertine_shape::{Finish, ShapeError, render};

use super::command::{command, shape_command};
use super::share::{context, share};
use super::snapshot::Snapshot;
use super::view::Subject;
use super::viewport::Viewport;
use crate::edit::Refusal;

/// A picture to be written.
#[derive(Clone, PartialEq, Debug)]
pub struct Export {
    /// The output to render.
    pub subject: Subject,
    /// The part of a plane or the solid, and the number of pixels. An OpenEXR file of a solid holds linear light
    /// without a tone curve.
    pub viewport: Viewport,
    /// For a PNG: 16 bits per channel instead of 8.
    pub sixteen: bool,
    /// The path of the file. Its extension, `.png` or `.exr`, selects the format.
    pub path: PathBuf,
}

/// An export in progress.
pub struct Exporting {
    done: Arc<AtomicU64>,
    pixels: u64,
    cancel: Cancel,
    thread: Option<JoinHandle<Result<u64, Refusal>>>,
}

impl Export {
    /// Starts the export on a thread of its own; `wake` is called at its end.
    ///
    /// # Errors
    ///
    /// If the extension is unknown, or the system does not start a thread. Other failures are reported at the end.
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
        let [width, height] = self.viewport.size().map(u64::from);
        let pixels = width * height;
        let (progress, stop) = (done.clone(), cancel.clone());
        let write = move || {
            let progress = |more| {
                progress.fetch_add(more, Ordering::Relaxed);
            };
            let context = context(share(), &stop);
            let written = self.write(&snapshot, &file, &context.progress(&progress));
            wake();
            written
        };
        let no_thread =
            |error: std::io::Error| Refusal::new(format!("the system starts no more threads: {error}"));
        let thread = thread::Builder::new().spawn(write).map_err(no_thread)?;
        Ok(Exporting { done, pixels, cancel, thread: Some(thread) })
    }

    fn write(self, snapshot: &Snapshot, file: &PictureFile, context: &Context) -> Result<u64, Refusal> {
        match self.viewport {
            Viewport::Plane(slice) => {
                let field = snapshot.field(&self.subject)?;
                let render = field.prepare_file(slice, None, context).map_err(refused)?;
                file.write(&render).map_err(refused)
            }
            Viewport::Solid { mut scene, size } => {
                if file.format == PictureFormat::Exr && scene.finish == Finish::Studio {
                    scene.finish = Finish::Light;
                }
                let surface = snapshot.surface(&self.subject)?;
                let image = render(&surface, &scene, size, context);
                let image = image.map_err(|error| match error {
                    ShapeError::Texture(error) => refused(error),
                    other => Refusal::new(other.to_string()),
                })?;
                file.write_image(&image, context).map_err(refused)
            }
        }
    }

    /// The command that writes the same picture to this file. `None` if there is no such command: for an output of a
    /// node, and for a solid in 16 bits.
    pub fn command(&self, graph: &Path) -> Option<String> {
        let Subject::Output(output) = &self.subject else { return None };
        match &self.viewport {
            Viewport::Plane(slice) => Some(command(graph, Some(output), slice, self.sixteen, &self.path)),
            Viewport::Solid { .. } if self.sixteen => None,
            Viewport::Solid { scene, size } => {
                Some(shape_command(graph, Some(output), scene, *size, &self.path))
            }
        }
    }
}

impl Exporting {
    /// The progress, from 0 to 1.
    pub fn progress(&self) -> f32 {
        (self.done.load(Ordering::Relaxed) as f64 / self.pixels.max(1) as f64) as f32
    }

    /// Cancels the export without waiting for its end. The file is then unchanged, or does not exist.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// The result, once, after the end: the number of pixels that were clipped to the range of the format, or the
    /// failure.
    pub fn finished(&mut self) -> Option<Result<u64, Refusal>> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        let broken = |_| Err(Refusal::new("internal error in Travertine; please report it"));
        Some(thread.join().unwrap_or_else(broken))
    }
}

impl Drop for Exporting {
    /// The result is no longer needed.
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

fn refused(error: Error) -> Refusal {
    Refusal::new(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use travertine::{Slice, Texture, registry};
    use travertine_shape::{Channels, Scene, Shape, Size, Surface};

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
    fn an_export_is_complete_or_absent() {
        let texture = Texture::open("../../graphs/marble.json").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let export = |name: &str, size| Export {
            subject: Subject::Output("color".to_owned()),
            viewport: Viewport::Plane(Slice::new(size, size)),
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

    #[test]
    fn an_exported_solid_equals_the_command() {
        let texture = Texture::open("../../graphs/marble.json").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let size = Size { width: 40, height: 30, samples: 4 };
        let mut scene = Scene { background: Some([0.5, 0.25, 0.125]), ..Scene::new(Shape::Torus) };
        let output = texture.outputs().next().unwrap().to_owned();
        let export = |name: &str| Export {
            subject: Subject::Output(output.clone()),
            viewport: Viewport::Solid { scene: scene.clone(), size },
            sixteen: false,
            path: folder.path().join(name),
        };
        for name in ["a.png", "a.exr"] {
            assert_eq!(wait(export(name).start(snapshot(&texture), || {}).unwrap()).map(|_| ()), Ok(()));
        }
        assert!(export("a.png").command(Path::new("marble.json")).is_some());
        let channels = Channels { color: Some(output.clone()), ..Channels::default() };
        let surface = Surface::new(&texture, &channels).unwrap();
        let context = Context::default();
        for (name, finish) in [("a.png", Finish::Studio), ("a.exr", Finish::Light)] {
            scene.finish = finish;
            let image = render(&surface, &scene, size, &context).unwrap();
            let expected = folder.path().join(format!("expected-{name}"));
            PictureFile::new(&expected).unwrap().write_image(&image, &context).unwrap();
            assert_eq!(
                std::fs::read(folder.path().join(name)).unwrap(),
                std::fs::read(expected).unwrap(),
                "{name}"
            );
        }
    }
}
