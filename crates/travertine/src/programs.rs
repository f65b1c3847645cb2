//! Lowered programs, stored while they are valid.

use std::sync::{Arc, Mutex};

use travertine_program::Program;

/// Maximum number of stored programs.
const MOST: usize = 8;

/// The programs of a texture, by the indices of their outputs; the most recently used last.
///
/// A program stays valid while only floats, vectors and colours of parameters change, because these are bound to it.
#[derive(Debug, Default)]
pub(crate) struct Programs(Mutex<Vec<(Vec<usize>, Arc<Program>)>>);

impl Programs {
    /// The program of these outputs, lowered unless it is stored.
    pub(crate) fn get<E>(
        &self,
        outputs: &[usize],
        lower: impl FnOnce() -> Result<Program, E>,
    ) -> Result<Arc<Program>, E> {
        let mut programs = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (key, program) = match programs.iter().position(|(known, _)| known == outputs) {
            Some(index) => programs.remove(index),
            None => (outputs.to_vec(), Arc::new(lower()?)),
        };
        if programs.len() == MOST {
            programs.remove(0);
        }
        programs.push((key, Arc::clone(&program)));
        Ok(program)
    }
}

/// A copy may receive other settings, so it starts with the programs that are valid for both.
impl Clone for Programs {
    fn clone(&self) -> Programs {
        let programs = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        Programs(Mutex::new(programs.clone()))
    }
}
