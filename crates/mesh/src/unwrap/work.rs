//! A limit of work, so that a mesh made to be slow is refused.

use crate::error::Error;

/// Comparisons of triangles, reached in half a minute. A million triangles of a scan take some 30 million.
const LIMIT: u64 = 1 << 32;

/// The work that is left for meshes with common textures.
pub(super) struct Work<'n> {
    name: &'n str,
    left: u64,
}

impl<'n> Work<'n> {
    pub(super) fn new(name: &'n str) -> Work<'n> {
        Work { name, left: LIMIT }
    }

    /// Less work than usual, for tests.
    #[cfg(test)]
    pub(super) fn of(left: u64) -> Work<'n> {
        Work { name: "it", left }
    }

    /// Counts work after it was done.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`] if none is left.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Error> {
        let Some(left) = self.left.checked_sub(steps) else {
            let name = self.name;
            return Err(Error::Limit(format!(
                "the mesh of `{name}` takes too long to unwrap, because too many of its triangles meet at one point or lie on \
                 each other; dissolve or remesh these faces, divide the mesh into several materials, or bake it with `project`"
            )));
        };
        self.left = left;
        Ok(())
    }
}
