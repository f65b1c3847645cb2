//! Lowered programs, kept as long as they hold.

use std::sync::{Arc, Mutex};

use travertine_program::Program;

/// The most programs that are kept.
const MOST: usize = 8;

/// The programs of a texture's outputs, by the indices of the outputs; the last used last.
///
/// A program holds as long as nothing but floats, vectors and colours of parameters change: these are bound to it.
#[derive(Debug, Default)]
pub(crate) struct Programs(Mutex<Vec<(Vec<usize>, Arc<Program>)>>);

impl Programs {
    /// The program of some outputs, lowered unless it is kept.
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

/// A copy may be given other settings, so it starts with what holds for both.
impl Clone for Programs {
    fn clone(&self) -> Programs {
        let programs = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        Programs(Mutex::new(programs.clone()))
    }
}
