//! Keys of rasters: hashes of all that their samples depend on.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::bound::Bound;
use crate::canonical::{write_function, write_grid_and_pass, write_operator};
use crate::operation::Operation;
use crate::program::{Program, RasterSource};

/// A hash of all that a raster's samples depend on: its grid, its pass, and the operations and floats that its planes
/// are computed from. Rasters of different programs with equal keys have equal samples.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RasterKey([u8; 32]);

impl Program {
    /// The key of each of the [rasters](Program::rasters), for these floats.
    pub fn raster_keys(&self, bound: &Bound) -> Vec<RasterKey> {
        let mut keys = Vec::with_capacity(self.rasters.len());
        for source in &self.rasters {
            keys.push(source.key(bound.values(), &keys));
        }
        keys
    }
}

impl RasterSource {
    /// The key, from the slots' floats and the keys of the earlier rasters.
    ///
    /// Operations are hashed with the hashes of their operands, not with their places in the program: what the planes
    /// do not need has no influence.
    fn key(&self, values: &[f32], earlier: &[RasterKey]) -> RasterKey {
        let mut hashes: Vec<RasterKey> = Vec::with_capacity(self.planes.operations.len());
        for operation in &self.planes.operations {
            let mut hasher = Hasher::default();
            match operation {
                Operation::Parameter(slot) => {
                    hasher.write(&Operation::Constant(values[*slot as usize]), write_operator);
                }
                Operation::Function(id, _) => {
                    hasher.write(&self.planes.functions[id.index()], write_function);
                }
                Operation::Raster(id, _) => {
                    hasher.key(earlier[id.index()]);
                    hasher.0.update(id.channel().to_le_bytes());
                    if id.orders() != [0; 2] {
                        hasher.0.update(id.orders());
                    }
                }
                other => hasher.write(other, write_operator),
            }
            operation.operands().iter().for_each(|operand| hasher.key(hashes[operand.index()]));
            hashes.push(hasher.finish());
        }
        let mut hasher = Hasher::default();
        hasher.write(self, write_grid_and_pass);
        self.planes.outputs[0].values.iter().for_each(|value| hasher.key(hashes[value.index()]));
        hasher.finish()
    }
}

#[derive(Default)]
struct Hasher(Sha256);

impl Hasher {
    /// Adds a canonical text, and its end.
    fn write<T>(&mut self, value: &T, write: impl FnOnce(&mut Hasher, &T) -> fmt::Result) {
        // A hasher takes every text.
        let _ = write(self, value);
        self.0.update([0]);
    }

    fn key(&mut self, key: RasterKey) {
        self.0.update(key.0);
    }

    fn finish(self) -> RasterKey {
        RasterKey(self.0.finalize().into())
    }
}

impl fmt::Write for Hasher {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axes::Axis;
    use crate::builder::Builder;
    use crate::program::Slot;
    use crate::types::Type;
    use travertine_raster::pass::{Blur, Smooth};
    use travertine_raster::{Edge, Grid, Sampling};

    /// Keys of a program with two rasters, the second over the first, and with an operation after them.
    fn keys(before: f32, slot: f32, between: f32, after: f32) -> Vec<RasterKey> {
        let builder = Builder::new();
        let height = builder.coordinate(Axis::X) * before + builder.parameter(Slot { parameter: 0, component: 0 });
        let at = [builder.coordinate(Axis::X), builder.coordinate(Axis::Y)];
        let grid = Grid { resolution: 8, across: 1, down: 1, edge: Edge::Repeat, sampling: Sampling::Linear };
        let first = builder.raster(grid, Smooth { iterations: 1 }, &[height], at)[0];
        let second = builder.raster(grid, Blur { deviation: 2000 }, &[first * between], at)[0];
        let outputs = [("out".to_owned(), Type::Float, vec![(second * after).value()])];
        let program = builder.finish(&outputs).unwrap();
        program.raster_keys(&vec![slot; program.slots().len()].into())
    }

    #[test]
    fn keys_depend_on_what_rasters_are_made_from() {
        let known = keys(2.0, 0.5, 3.0, 4.0);
        assert_ne!(known[0], known[1]);
        assert_eq!(keys(2.0, 0.5, 3.0, 7.0), known, "what comes after has no influence");
        let between = keys(2.0, 0.5, 5.0, 4.0);
        assert_eq!((between[0] == known[0], between[1] == known[1]), (true, false));
        for other in [keys(2.5, 0.5, 3.0, 4.0), keys(2.0, 0.25, 3.0, 4.0)] {
            assert!(other[0] != known[0] && other[1] != known[1]);
        }
    }
}
