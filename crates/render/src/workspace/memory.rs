//! The memory of workspaces, reused from one render to the next.

use std::sync::Mutex;

use travertine_noise::Columns;
use travertine_program::Operation;

use super::gathered::Gathered;
use super::places::Places;
use crate::threads::Threads;

/// Buffers of a workspace, at least as large as it needs, with unspecified contents.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) buffers: Vec<Vec<f32>>,
    pub(super) columns: Vec<Columns>,
    /// Rows of one repeated value, for operands that vary less than the result.
    pub(super) splats: [Vec<f32>; Operation::MOST_OPERANDS],
    /// Where the needs of the schedule lie in the tile.
    pub(super) places: Places,
    /// Operands and results in the blocks that need them.
    pub(super) gathered: Gathered,
}

/// Memory of finished workspaces. Allocating it anew would take a tenth of the time of a small picture.
static SPARE: Mutex<Vec<Memory>> = Mutex::new(Vec::new());

/// Maximum number of stored memories.
const MOST_SPARE: usize = 16;

/// Maximum size of the stored buffers of one, in bytes.
const MOST_BYTES: usize = 4 << 20;

/// Maximum number of stored lattice columns of one, for tiles whose sides are at most `MOST_SIDE`; about as large as
/// the buffers.
const MOST_COLUMNS: usize = 16;
const MOST_SIDE: usize = 1024;

impl Memory {
    /// Stored memory of an earlier workspace, or empty memory.
    pub(super) fn new() -> Memory {
        let spare = SPARE.lock().ok().and_then(|mut spare| spare.pop());
        spare.unwrap_or_default()
    }

    /// Frees everything that is too large to be stored.
    fn trim(&mut self) {
        let floats: usize = self.buffers.iter().map(Vec::capacity).sum();
        if floats * size_of::<f32>() > MOST_BYTES {
            self.buffers.clear();
            self.places = Places::default();
        }
        self.columns.truncate(MOST_COLUMNS);
        if self.splats[0].len() > MOST_SIDE {
            self.columns.clear();
            self.splats = Default::default();
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.trim();
        if let Ok(mut spare) = SPARE.lock()
            && spare.len() < MOST_SPARE.min(Threads::available())
        {
            spare.push(std::mem::take(self));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trimmed(floats: usize, columns: usize, side: usize) -> [usize; 3] {
        let mut memory = Memory::default();
        memory.buffers.push(vec![0.0; floats]);
        memory.columns.resize_with(columns, Columns::default);
        memory.splats.iter_mut().for_each(|splat| splat.resize(side, 0.0));
        memory.trim();
        [memory.buffers.len(), memory.columns.len(), memory.splats[0].len()]
    }

    #[test]
    fn only_large_memory_is_freed() {
        let most = MOST_BYTES / size_of::<f32>();
        assert_eq!(trimmed(most, MOST_COLUMNS, MOST_SIDE), [1, MOST_COLUMNS, MOST_SIDE]);
        assert_eq!(trimmed(most + 1, 3, 64), [0, 3, 64]);
        assert_eq!(trimmed(100, MOST_COLUMNS + 1, 64), [1, MOST_COLUMNS, 64]);
        assert_eq!(trimmed(100, 3, MOST_SIDE + 1), [1, 0, 0]);
    }
}
