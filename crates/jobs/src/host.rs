//! What differs between the places in which jobs run.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use travertine::{Context, Error, Image, Texture};
use travertine_files::open_regular;
use travertine_shape::Model;

use crate::failure::Failure;

/// The place in which a job runs: a command line, a build, an editor, or a program that calls a library.
///
/// Work reports its progress from many threads. All other calls come from the thread of the job.
pub trait Host: Sync {
    /// The texture that takes the place of the job's graph. `None`: the job opens the file that it names.
    fn texture(&self) -> Option<&Texture> {
        None
    }

    /// Opens the graph of a job within a limit of memory, in bytes.
    fn open(&self, graph: &Path, memory: u64) -> Result<Texture, Error> {
        if let Some(texture) = self.texture() {
            return Ok(texture.clone());
        }
        // A pipe could make a program wait for ever.
        open_regular(graph).map_err(travertine_files::Error::read(graph))?;
        Texture::open_within(graph, memory)
    }

    /// The model of a mesh that the place has read already, with the default of its normals.
    fn model(&self, _mesh: &Path) -> Option<Arc<Model>> {
        None
    }

    /// Files that the job must not write over, besides those that it reads.
    fn inputs(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// The context of the job's work, given that of its fields: with the limits and caches of the place, and a flag
    /// that cancels the job.
    fn context<'c>(&'c self, context: Context<'c>) -> Context<'c>;

    /// Reports what a user should know, a line that begins with `note:` or `warning:`.
    fn note(&self, line: &dyn Display);

    /// Reports what a large piece of work will cost, before it begins.
    fn announce(&self, line: &dyn Display) {
        self.note(line);
    }

    /// Agrees to work that takes hours, or fills a disk. Where nobody can be asked, it is done.
    fn agree(&self, _work: &dyn Display) -> Result<(), Failure> {
        Ok(())
    }

    /// Begins a piece of work of this many units: pixels, samples or texels.
    fn begin(&self, _units: u64) {}

    /// Skips units that an earlier run has finished.
    fn skip(&self, units: u64) {
        self.advance(units);
    }

    /// Reports finished units.
    fn advance(&self, _units: u64) {}

    /// Ends the piece of work.
    fn end(&self) {}

    /// Reports that files were written, with facts about them.
    fn wrote(&self, _files: &[&Path], _facts: &dyn Display) {}

    /// Receives the folder of a partial output, from which a run that ends early can be continued. `None`: there is
    /// none any more.
    fn partial_output(&self, _folder: Option<&Path>) {}

    /// The failure of work on a partial output, with what the user can do to continue.
    fn with_advice(&self, failure: Failure, _folder: &Path) -> Failure {
        failure
    }

    /// Standard output for the bytes of a file.
    fn standard_output(&self) -> Result<Box<dyn Write + Send>, Failure> {
        Err(Failure::usage("there is no standard output here; name a file"))
    }

    /// Whether [`Host::show`] can show a picture.
    fn check_show(&self) -> Result<(), Failure> {
        Err(Failure::usage("there is no terminal here that shows a picture; name a file"))
    }

    /// Shows a picture to the user.
    fn show(&self, _picture: &Image) -> Result<(), Failure> {
        self.check_show()
    }
}

/// Runs work that writes to a partial output.
pub fn with_partial_output<T, E: Into<Failure>>(
    host: &dyn Host,
    folder: &Path,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, Failure> {
    host.partial_output(Some(folder));
    let done = work().map_err(|error| host.with_advice(error.into(), folder));
    host.partial_output(None);
    done
}
