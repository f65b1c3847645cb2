//! Writing: evaluates bricks while others are written.

use std::io;
use std::sync::mpsc::{channel, sync_channel};

use travertine::stages::render::{Brick, RenderError, VolumeRender, side_by_side};

use crate::journal::Journal;

/// Copies of a brick's floats in memory: one brick is evaluated, one is written, and encoding takes several copies.
pub(crate) const BRICK_COPIES: u64 = 6;

/// Bytes per brick in the lists of finished and unfinished bricks.
pub(crate) const LIST_BYTES: u64 = 9;

/// A volume that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// Number of samples outside 0..1 that were clipped.
    pub clipped: u64,
    /// Whether the volume is at its path. A part of a store is not complete before the other parts are.
    pub complete: bool,
}

/// Evaluates bricks, each while the previous one is written. `write` writes a brick to the disk, and gives its number
/// of clipped samples.
pub(crate) fn write_bricks(
    render: &VolumeRender,
    missing: &[usize],
    brick: impl Fn(usize) -> Brick,
    mut write: impl FnMut(usize, &[f32]) -> io::Result<u64> + Send,
    journal: &mut Journal,
) -> Result<io::Result<()>, RenderError> {
    let evaluate = |index, samples: &mut Vec<f32>| {
        let brick = brick(index);
        render.resize(samples, brick)?;
        render.brick(brick, samples)
    };
    let mut write = |index, samples: &[f32]| {
        let clipped = write(index, samples)?;
        journal.record(index, clipped)
    };
    let (evaluated, to_write) = sync_channel::<(usize, Vec<f32>)>(0);
    let (written, to_reuse) = channel();
    let write_all = || {
        for (index, samples) in to_write {
            write(index, &samples)?;
            // Fails after the last brick, when the receiver is gone.
            let _ = written.send(samples);
        }
        Ok(())
    };
    let evaluate_all = || {
        for index in missing {
            let mut samples = to_reuse.try_recv().unwrap_or_default();
            evaluate(*index, &mut samples)?;
            if evaluated.send((*index, samples)).is_err() {
                // The writer has failed, and returns its error.
                break;
            }
        }
        // The writer ends when the channel does.
        drop(evaluated);
        Ok(())
    };
    if let Some((written, complete)) = side_by_side(write_all, evaluate_all) {
        return if written.is_err() { Ok(written) } else { complete.map(|()| written) };
    }
    // Without a thread for the writer, one step after the other.
    let mut samples = Vec::new();
    for index in missing {
        evaluate(*index, &mut samples)?;
        if let Err(error) = write(*index, &samples) {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}
