//! Carries out orders: as the jobs that their commands name.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use travertine::{Context, Texture, registry};
use travertine_editing::Refusal;
use travertine_editing::render::{Snapshot, share};
use travertine_jobs::{Failure, Host, Naming, spell};
use travertine_shape::Model;

use crate::error::Error;
use crate::kind::Kind;
use crate::order::{Order, Progress, Report};
use crate::settings::capitalized;

/// Carries out an order.
pub(crate) fn run(order: &Order, progress: &Progress) -> Result<Report, Error> {
    let snapshot = Snapshot::new(Arc::clone(&order.document), registry());
    let settings = &order.settings;
    // A set and a bake use every output.
    let is_needed = |name: &str| !settings.kind.has_output() || name == settings.text("output");
    let texture = snapshot.whole(is_needed).map_err(refused)?;
    if settings.kind == Kind::Outputs && texture.outputs().any(|name| name == "all") {
        let problem = "an output is named `all`, which means all outputs here; rename it, or export a picture of each";
        return Err(Error::Usage(problem.to_owned()));
    }
    let graph = order.graph.as_deref().unwrap_or(Path::new("graph.json"));
    let job = settings.read(graph, &order.scene)?.job;
    let window = Window { order, progress, texture, report: Mutex::default() };
    job.run(&window).map_err(in_words)?;
    Ok(window.report.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The editor as the place of a job.
struct Window<'a> {
    order: &'a Order,
    progress: &'a Progress,
    texture: Texture,
    report: Mutex<Report>,
}

impl Window<'_> {
    fn report(&self, add: impl FnOnce(&mut Report)) {
        add(&mut self.report.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Host for Window<'_> {
    fn texture(&self) -> Option<&Texture> {
        Some(&self.texture)
    }

    fn model(&self, mesh: &Path) -> Option<Arc<Model>> {
        self.order.scene.model.clone().filter(|model| model.path() == mesh)
    }

    fn inputs(&self) -> Vec<PathBuf> {
        self.order.inputs()
    }

    fn context<'c>(&'c self, context: Context<'c>) -> Context<'c> {
        context.memory(share()).cancel(&self.progress.cancel).rasters(&self.order.rasters)
    }

    fn note(&self, line: &dyn Display) {
        let line = spell(&line.to_string(), Naming::Keywords);
        let line = ["note: ", "warning: "].iter().find_map(|word| line.strip_prefix(word)).unwrap_or(&line);
        self.report(|report| report.notes.push(capitalized(line)));
    }

    fn begin(&self, units: u64) {
        self.progress.of(units);
    }

    fn advance(&self, units: u64) {
        self.progress.advance(units);
    }

    fn wrote(&self, files: &[&Path], _facts: &dyn Display) {
        self.report(|report| report.files.extend(files.iter().map(|file| file.to_path_buf())));
    }
}

fn refused(refusal: Refusal) -> Error {
    Error::Usage(refusal.to_string())
}

/// A refusal of a file speaks of a command.
fn in_words(failure: Failure) -> Error {
    Error::Job(failure.map_text(|text| text.replace("this command", "this export")))
}
