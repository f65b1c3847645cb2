//! Makes the targets that are out of date, side by side.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use travertine::Texture;
use travertine::stages::graph::diagnostic::quote;
use travertine_files::{Error, open_regular};
use travertine_jobs::flags::execution::Execution;
use travertine_jobs::json::{self, Files};
use travertine_jobs::{Job, Naming, spell};

use super::inputs::Inputs;
use super::project::Project;
use super::report::{Done, Outcome};
use super::stage::{Places, difference, has_files, remove_links};
use super::state::{Ingredients, Record, State};
use super::target::Target;
use crate::failure::Failure;
use crate::host::CommandLine;
use crate::interrupt::Interrupt;
use crate::source::open_within;
use crate::tally::{Part, Tally};
use crate::terminal;

/// A build of a project.
pub struct Builder<'a> {
    /// The build file.
    pub file: &'a Path,
    /// Its contents.
    pub project: &'a Project,
    /// The files that it reads.
    pub read: &'a [PathBuf],
    /// What has been made.
    pub state: &'a State,
    /// Threads, memory and work of the whole build.
    pub execution: &'a Execution,
    /// Whether every target is made again.
    pub force: bool,
    /// Whether files may be replaced that no build made.
    pub overwrite: bool,
}

/// A target, and what is known of it.
pub struct Known<'a> {
    target: &'a Target,
    before: Record,
    ingredients: Option<Ingredients>,
    /// Why it must be made.
    pub reason: Option<String>,
}

impl Known<'_> {
    /// What becomes of the target if it is not made.
    pub fn unmade(&self) -> Done {
        match &self.reason {
            Some(reason) => Done::stale(self.target, reason.clone()),
            None => Done::kept(self.target, &self.before.outputs),
        }
    }
}

/// What is left to do, and the threads that are free for it.
struct Queue {
    next: usize,
    free: usize,
}

impl<'a> Builder<'a> {
    /// Finds out which targets are out of date.
    pub fn examine(&self, targets: &[&'a Target], inputs: &Inputs) -> Vec<Known<'a>> {
        let next = Mutex::new(0);
        let known: Mutex<Vec<(usize, Known)>> = Mutex::default();
        let work = || {
            loop {
                let index = {
                    let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
                    *next += 1;
                    *next - 1
                };
                let Some(target) = targets.get(index) else { return };
                let of_target = self.examine_one(target, inputs);
                known.lock().unwrap_or_else(PoisonError::into_inner).push((index, of_target));
            }
        };
        side_by_side(self.threads().min(targets.len()), &work);
        let mut known = known.into_inner().unwrap_or_else(PoisonError::into_inner);
        known.sort_by_key(|(index, _)| *index);
        known.into_iter().map(|(_, known)| known).collect()
    }

    fn examine_one(&self, target: &'a Target, inputs: &Inputs) -> Known<'a> {
        let before = self.state.read(target);
        let ingredients = Ingredients::of(target, inputs);
        let reason = match (&ingredients, &before.ingredients) {
            _ if self.force => Some("forced".to_owned()),
            (None, _) => Some("its graph, an image or its mesh is missing or invalid".to_owned()),
            (_, None) if before.outputs.is_empty() => Some("new".to_owned()),
            (_, None) => Some("not finished".to_owned()),
            (Some(now), Some(then)) => now.changed(then).or_else(|| difference(&self.project.folder, &before)),
        };
        Known { target, before, ingredients, reason }
    }

    /// A failure for each target that names a parameter, preset or output that its graph lacks. It skips targets that
    /// are up to date, and those whose graph cannot be read.
    pub fn misnamed(&self, known: &[Known]) -> Vec<Option<Done>> {
        // One graph is open at a time, and most targets share theirs with others.
        let mut graphs: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
        for (index, known) in known.iter().enumerate() {
            let is_readable = || known.ingredients.is_some() || unreadable(known.target).is_none();
            if known.reason.is_some() && is_readable() {
                graphs.entry(&known.target.graph).or_default().push(index);
            }
        }
        let memory = self.execution.memory();
        let mut misnamed: Vec<Option<Done>> = known.iter().map(|_| None).collect();
        for (graph, indices) in graphs {
            let Ok(texture) = Texture::open_within(graph, memory) else { continue };
            for index in indices {
                let known = &known[index];
                let job = self.job(known.target, &self.project.folder, self.threads(), memory);
                // The run repeats its notes.
                let check = || job?.check(texture.clone());
                let (checked, _) = terminal::collected(&known.target.name, check);
                misnamed[index] = checked.err().map(|failure| self.failed(known, failure));
            }
        }
        misnamed
    }

    /// What a build would do about a target: an input that is missing or invalid is a failure.
    pub fn check(&self, known: &Known) -> Done {
        let target = known.target;
        let problem = match known.ingredients {
            Some(_) => None,
            None => unreadable(target).or_else(|| open_within(&target.graph, self.execution.memory()).err()),
        };
        problem.map_or_else(|| known.unmade(), |failure| self.failed(known, failure))
    }

    fn failed(&self, known: &Known, failure: Failure) -> Done {
        let failed = Err(self.named(failure, known.target));
        Done::made(known.target, known.reason.clone(), failed, Duration::ZERO)
    }

    /// Builds the targets that are out of date. `report_done` receives each one when it is finished. Targets that an
    /// interruption leaves unbuilt remain out of date.
    pub fn build(
        &self,
        known: &[Known],
        interrupt: &Interrupt,
        report_done: &(dyn Fn(&Done) + Sync),
    ) -> Result<Vec<Done>, Failure> {
        let places = self.places(known);
        let stages = self.state.stages();
        fs::create_dir_all(&stages).map_err(Error::write(&stages))?;
        let done: Mutex<Vec<(usize, Done)>> = Mutex::default();
        let tally = Tally::new(known.len());
        let finish = |index: usize, of_target: Done| {
            tally.finish(|| report_done(&of_target));
            done.lock().unwrap_or_else(PoisonError::into_inner).push((index, of_target));
        };
        let mut waiting = Vec::new();
        for (index, of_target) in known.iter().enumerate() {
            if of_target.reason.is_some() {
                waiting.push(index);
            } else {
                finish(index, of_target.unmade());
            }
        }
        let (threads, memory) = (self.threads(), self.execution.context().memory_limit());
        let queue = Mutex::new(Queue { next: 0, free: threads });
        // Those for which their part of the memory was too little.
        let large: Mutex<Vec<usize>> = Mutex::default();
        let cancel = interrupt.cancel();
        let work = || {
            loop {
                let (index, share) = {
                    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                    let Some(&index) = waiting.get(queue.next) else { return };
                    // As many threads as the rest leaves: one each as long as there are many targets.
                    let share = (queue.free / (waiting.len() - queue.next)).max(1);
                    queue.free = queue.free.saturating_sub(share);
                    queue.next += 1;
                    (index, share)
                };
                if cancel.is_cancelled() {
                    return;
                }
                let limit = memory / threads as u64 * share as u64;
                let make = |part: Part<'_>| self.make(&known[index], &places, interrupt, part, share, limit);
                let of_target = tally.during(&known[index].target.name, make);
                match of_target.outcome {
                    Outcome::Failed(Failure::Limit(_)) if share < threads => {
                        large.lock().unwrap_or_else(PoisonError::into_inner).push(index);
                    }
                    Outcome::Failed(Failure::Interrupted) => return,
                    _ => finish(index, of_target),
                }
                queue.lock().unwrap_or_else(PoisonError::into_inner).free += share;
            }
        };
        side_by_side(threads.min(waiting.len()), &work);
        let mut large = large.into_inner().unwrap_or_else(PoisonError::into_inner);
        large.sort_unstable();
        for index in large {
            if cancel.is_cancelled() {
                break;
            }
            let make = |part: Part<'_>| self.make(&known[index], &places, interrupt, part, threads, memory);
            let of_target = tally.during(&known[index].target.name, make);
            if !matches!(of_target.outcome, Outcome::Failed(Failure::Interrupted)) {
                finish(index, of_target);
            }
        }
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        let finished: HashSet<usize> = done.iter().map(|(index, _)| *index).collect();
        let left = (0..known.len()).filter(|index| !finished.contains(index));
        done.extend(left.map(|index| (index, known[index].unmade())));
        let is_whole = finished.len() == self.project.targets.len();
        let _ = if is_whole && done.iter().all(|(_, done)| !matches!(done.outcome, Outcome::Failed(_))) {
            // What is left belongs to options or targets of former builds.
            fs::remove_dir_all(&stages)
        } else {
            // Empty, unless a target can continue from what is there.
            fs::remove_dir(&stages)
        };
        done.sort_by_key(|(index, _)| *index);
        Ok(done.into_iter().map(|(_, done)| done).collect())
    }

    fn threads(&self) -> usize {
        self.execution.context().thread_count().max(1)
    }

    /// The paths of all targets of the file. A target that is not made keeps its paths.
    fn places(&self, known: &[Known]) -> Places {
        let chosen: HashSet<&str> = known.iter().map(|of_target| of_target.target.name.as_str()).collect();
        let others = self.project.targets.iter().filter(|target| !chosen.contains(target.name.as_str()));
        let others: Vec<(&Target, Record)> = others.map(|target| (target, self.state.read(target))).collect();
        // Files of targets that were renamed or removed may be replaced, too.
        let removed = self.state.removed(&self.project.targets);
        let records = known.iter().map(|of_target| &of_target.before);
        let records = records.chain(others.iter().map(|(_, record)| record)).chain(&removed);
        let paths = records.flat_map(|record| record.outputs.keys().cloned()).collect();
        let places = Places::new(&self.project.folder, paths, self.read, self.overwrite);
        others.iter().for_each(|(target, record)| places.keep(target, record));
        for of_target in known.iter().filter(|of_target| of_target.reason.is_none()) {
            places.keep(of_target.target, &of_target.before);
        }
        places
    }

    /// Makes a target.
    fn make(
        &self,
        known: &Known,
        places: &Places,
        interrupt: &Interrupt,
        part: Part<'_>,
        threads: usize,
        memory: u64,
    ) -> Done {
        let started = Instant::now();
        let target = known.target;
        let stage = self.state.stage(target, known.ingredients.as_ref());
        if known.before.ingredients.is_none() && !known.before.outputs.is_empty() {
            // An interruption came while files were moved: what is left of them is no partial output.
            let _ = fs::remove_dir_all(&stage);
        }
        let is_continued = has_files(&stage);
        let (made, notes) = terminal::collected(&target.name, || {
            if known.ingredients.is_none() {
                unreadable(target).map_or(Ok(()), Err)?;
            }
            remove_links(&stage).map_err(Error::write(&stage))?;
            // In its own folder.
            let folder = stage.join(target.to.1.rsplit_once('/').map_or("", |(folder, _)| folder));
            fs::create_dir_all(&folder).map_err(Error::write(&folder))?;
            let job = self.job(target, &stage, threads, memory)?;
            job.run(&CommandLine::of_target(&interrupt.of_part(), part))
        });
        let plain = |text: String| self.without_stage(&text, &stage);
        let notes: Vec<String> = notes.into_iter().map(plain).collect();
        // What is said of work that is continued would be new each time.
        let kept = if is_continued { &known.before.notes } else { &notes };
        let made =
            made.and_then(|()| places.fill(target, &stage, self.state, &known.before, known.ingredients.clone(), kept));
        let made = made.map_err(|failure| self.named(failure.map_text(plain), target));
        let can_continue = matches!(made, Err(Failure::Interrupted | Failure::InputOutput(_))) && has_files(&stage);
        let made = if can_continue {
            made.map_err(|failure| {
                failure.map_text(|text| format!("{text}\nits finished work is kept; build again to continue"))
            })
        } else {
            // What stays does no harm: the next build of this target replaces it.
            let _ = fs::remove_dir_all(&stage);
            made
        };
        Done::made(target, known.reason.clone(), made, started.elapsed()).with_notes(notes, &known.before.notes)
    }

    /// The command of a target, which writes into a folder.
    fn job(&self, target: &Target, folder: &Path, threads: usize, memory: u64) -> Result<Box<dyn Job>, Failure> {
        let mut flags = self.execution.arguments(threads, memory);
        let fields = target.kind.fields();
        // Not every kind has tiles.
        flags.retain(|flag| fields.iter().any(|field| flag.starts_with(&format!("--{}=", field.name))));
        flags.extend(target.flags.iter().cloned());
        let to = folder.join(&target.to.1);
        let files = Files { graph: &target.graph, mesh: target.mesh.as_deref(), to: (target.to.0, &to) };
        json::job(target.kind, &flags, files).map_err(|error| {
            // The flags were read before; only the paths are new.
            Failure::usage(error.render().to_string().trim_start_matches("error: ").trim_end())
        })
    }

    /// The text with the places of files instead of the folder in which they are made.
    fn without_stage(&self, text: &str, stage: &Path) -> String {
        let folder = self.project.folder.join("");
        text.replace(&*stage.join("").to_string_lossy(), &folder.to_string_lossy())
    }

    /// The failure with the place of its target in the build file.
    fn named(&self, failure: Failure, target: &Target) -> Failure {
        let (file, location, name) = (self.file.display(), target.location, quote(&target.name));
        failure.map_text(|text| {
            let text = spell(text.strip_prefix("error: ").unwrap_or(&text), Naming::Target);
            format!("{file}:{location}: error: target {name}: {text}")
        })
    }
}

/// Why the graph or the mesh cannot be read. A command would wait for a pipe for ever.
fn unreadable(target: &Target) -> Option<Failure> {
    let problem = |file: &Path| open_regular(file).map_err(Error::read(file)).err();
    let of_mesh =
        |mesh: &Path| problem(mesh).or_else(|| travertine_mesh::files(mesh).iter().find_map(|file| problem(file)));
    problem(&target.graph).or_else(|| target.mesh.as_deref().and_then(of_mesh)).map(Failure::from)
}

/// Runs the same work on several threads, or on this one alone if the system starts no other.
fn side_by_side(threads: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}
