//! Lowered programs, kept while they are valid.

use std::sync::{Arc, Mutex, MutexGuard};

use travertine_graph::graph::Source;
use travertine_program::{Bound, Conditions, Program, Variable};

/// Maximum number of programs kept: more than an editor shows thumbnails.
const MOST: usize = 128;

/// The programs of outputs of nodes, the last used last.
///
/// A program is valid while only floats, vectors and colors of parameters change, or the variable within the program's
/// conditions: these are bound to it.
#[derive(Debug, Default)]
pub(crate) struct Programs(Mutex<Vec<Entry>>);

#[derive(Debug)]
struct Entry {
    outputs: Vec<(String, Source)>,
    /// What the outputs are also differentiated by.
    by: Vec<(String, Variable)>,
    program: Arc<Program>,
    conditions: Conditions,
}

impl Entry {
    fn is_of(&self, outputs: &[(String, Source)], by: &[(String, Variable)]) -> bool {
        self.outputs == outputs && self.by == by
    }
}

impl Programs {
    /// The program of some outputs, each followed by its derivatives, and its floats; lowered unless it is kept and
    /// valid for them.
    pub(crate) fn get<E>(
        &self,
        outputs: &[(String, Source)],
        by: &[(String, Variable)],
        bind: impl Fn(&Program) -> Bound,
        lower: impl FnOnce() -> Result<(Program, Conditions), E>,
    ) -> Result<(Arc<Program>, Bound), E> {
        if let Some(known) = self.find(outputs, by, &bind) {
            return Ok(known);
        }
        // Without the lock: lowering may take long, and other threads may need other programs.
        let (program, conditions) = lower()?;
        let bound = bind(&program);
        let program = Arc::new(program);
        let mut kept = self.lock();
        kept.retain(|kept| !kept.is_of(outputs, by));
        if kept.len() == MOST {
            kept.remove(0);
        }
        kept.push(Entry { outputs: outputs.to_vec(), by: by.to_vec(), program: Arc::clone(&program), conditions });
        Ok((program, bound))
    }

    fn find(
        &self,
        outputs: &[(String, Source)],
        by: &[(String, Variable)],
        bind: impl Fn(&Program) -> Bound,
    ) -> Option<(Arc<Program>, Bound)> {
        let mut kept = self.lock();
        let index = kept.iter().position(|kept| kept.is_of(outputs, by))?;
        let found = kept.remove(index);
        let (program, bound) = (Arc::clone(&found.program), bind(&found.program));
        let is_valid = found.conditions.hold(&bound);
        if is_valid {
            kept.push(found);
        }
        is_valid.then_some((program, bound))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
