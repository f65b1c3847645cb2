//! Devices: GPUs that evaluate textures in place of the CPU.
//!
//! The CPU is the reference and the fallback: a graph that a device cannot compute, or a device that fails, costs the
//! device's speed and no picture. Kernels are made on a thread of their own; until one is ready, the CPU computes.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use travertine::stages::program::{Bound, Program};
use travertine::{Cancel, Evaluator, SiteGrid, Texture};

use super::scheduler::PictureKey;

/// Number of kernels that are kept.
const KEPT: usize = 32;

/// A device other than the CPU that evaluates textures, such as a GPU.
pub trait Device: Send + Sync {
    /// Its name.
    fn name(&self) -> &str;

    /// Makes kernels for outputs of a texture, which may take a while. Those of a group are evaluated together.
    ///
    /// # Errors
    ///
    /// If it cannot compute an output, or fails.
    fn prepare(&self, texture: &Texture, groups: &Groups) -> Result<Arc<dyn Evaluator>, DeviceError>;
}

/// Names of outputs, in groups that are evaluated together.
pub type Groups = Vec<Vec<String>>;

/// Why a device does not compute a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceError {
    /// It cannot compute this graph, for a reason.
    Graph(String),
    /// It fails, for a reason, and cannot be used further.
    Failed(String),
}

/// An evaluator that several pictures share.
pub(super) struct Kernel(pub Arc<dyn Evaluator>);

impl Evaluator for Kernel {
    fn evaluate(
        &self,
        program: &Program,
        bound: &Bound,
        sites: &SiteGrid,
        values: &mut [f32],
        cancel: &Cancel,
    ) -> Result<(), String> {
        self.0.evaluate(program, bound, sites, values, cancel)
    }
}

/// Outputs to compile: the key of their pictures, the texture and the groups.
type Wanted = (PictureKey, Texture, Groups);

/// The chosen device and its kernels.
#[derive(Default)]
pub(super) struct Kernels {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    device: Option<Arc<dyn Device>>,
    /// Kernels by the keys of their pictures; `None` for pictures that the device cannot compute.
    known: HashMap<PictureKey, Option<Arc<dyn Evaluator>>>,
    wanted: Option<Wanted>,
    is_compiling: bool,
    /// What was said of graphs that the device cannot compute.
    said: HashSet<String>,
    quits: bool,
}

/// What is known of the kernel of a picture.
pub(super) enum Known {
    /// It is ready.
    Ready(Kernel),
    /// It is not compiled yet.
    Missing,
    /// There is no device, or it cannot compute the picture.
    Never,
}

impl Kernels {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Chooses a device; `None` is the CPU.
    pub fn choose(&self, device: Option<Arc<dyn Device>>) {
        let mut state = self.lock();
        let quits = state.quits;
        let old = mem::replace(&mut *state, State { device, quits, ..State::default() });
        drop(state);
        end_elsewhere(old);
    }

    /// Ends the thread that compiles.
    pub fn quit(&self) {
        let mut state = self.lock();
        (state.quits, state.wanted) = (true, None);
        self.changed.notify_all();
    }

    /// What is known of the kernel of a picture.
    pub fn get(&self, key: &PictureKey) -> Known {
        let state = self.lock();
        match (&state.device, state.known.get(key)) {
            (None, _) | (_, Some(None)) => Known::Never,
            (_, Some(Some(kernel))) => Known::Ready(Kernel(Arc::clone(kernel))),
            (_, None) => Known::Missing,
        }
    }

    /// Compiles outputs next. Only the newest wish counts.
    pub fn want(&self, key: &PictureKey, texture: Texture, groups: Groups) {
        let mut state = self.lock();
        if state.wanted.as_ref().is_none_or(|(wanted, ..)| wanted != key) {
            state.wanted = Some((key.clone(), texture, groups));
            self.changed.notify_all();
        }
    }

    /// Whether nothing is to be compiled.
    pub fn is_idle(&self) -> bool {
        let state = self.lock();
        state.wanted.is_none() && !state.is_compiling
    }

    /// Gives up the device, unless that has happened before; returns what to tell the user.
    pub fn fail(&self, reason: &str) -> Option<String> {
        let state = mem::take(&mut *self.lock());
        let name = state.device.as_ref().map(|device| device.name().to_owned())?;
        end_elsewhere(state);
        Some(format!("{name}: {reason}. The CPU computes from now on; nothing is lost."))
    }

    /// Compiles what is wanted, again and again; `tell` is given what the user is to know, and whether the device
    /// failed.
    pub fn compile(&self, tell: impl Fn(Option<(String, bool)>)) {
        loop {
            let (device, (key, texture, groups)) = {
                let mut state = self.lock();
                loop {
                    if state.quits {
                        return;
                    }
                    if let (Some(device), Some(wanted)) = (state.device.clone(), state.wanted.take()) {
                        state.is_compiling = true;
                        break (device, wanted);
                    }
                    state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            };
            // A panic in a driver must not end the thread.
            let prepared = catch_unwind(AssertUnwindSafe(|| device.prepare(&texture, &groups)));
            let prepared = prepared.unwrap_or_else(|_| Err(DeviceError::Failed("its driver has crashed".to_owned())));
            let mut state = self.lock();
            state.is_compiling = false;
            // Another device may have been chosen meanwhile.
            if !state.device.as_ref().is_some_and(|now| Arc::ptr_eq(now, &device)) {
                continue;
            }
            if state.known.len() >= KEPT {
                state.known.clear();
            }
            let said = match prepared {
                Ok(kernel) => {
                    state.known.insert(key, Some(kernel));
                    None
                }
                Err(DeviceError::Graph(reason)) => {
                    state.known.insert(key, None);
                    let is_new = state.said.insert(reason.clone());
                    is_new.then(|| (format!("The CPU computes this: {reason}"), false))
                }
                Err(DeviceError::Failed(reason)) => {
                    drop(state);
                    self.fail(&reason).map(|said| (said, true))
                }
            };
            tell(said);
        }
    }
}

/// Drops a device and its kernels on a thread of its own: a device may wait for its driver then.
fn end_elsewhere(state: State) {
    // A thread that does not start drops it here.
    drop(thread::Builder::new().spawn(move || drop(state)));
}
