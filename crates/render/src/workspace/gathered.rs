//! Gathered blocks: samples of scattered blocks, side by side, so that an operation computes many together.

use travertine_program::{Lanes, Operation};

use super::places::Block;
use crate::domain::Shape;
use crate::schedule::{BLOCK, BLOCKS_AT_ONCE};

/// Memory for gathered blocks.
#[derive(Default)]
pub(super) struct Gathered {
    blocks: Vec<Block>,
    /// Samples of each operand.
    operands: Vec<Vec<f32>>,
    /// Samples of each result.
    results: Vec<Vec<f32>>,
}

/// Blocks that are gathered together.
pub(super) struct Batch<'g> {
    blocks: &'g [Block],
    /// Number of samples of all blocks.
    length: usize,
    operands: &'g mut [Vec<f32>],
    results: &'g mut [Vec<f32>],
}

impl Gathered {
    /// Makes room for steps of at most as many operands and results.
    pub(super) fn fit(&mut self, operands: usize, results: usize) {
        let samples = || vec![0.0; BLOCKS_AT_ONCE * BLOCK];
        self.operands.resize_with(operands.max(self.operands.len()), samples);
        self.results.resize_with(results.max(self.results.len()), samples);
        self.blocks.resize(BLOCKS_AT_ONCE, Block::default());
    }

    /// The next blocks of some; `None` if there are no more.
    pub(super) fn batch(&mut self, blocks: &mut impl Iterator<Item = Block>) -> Option<Batch<'_>> {
        let count = self.blocks.iter_mut().zip(blocks.by_ref()).map(|(next, block)| *next = block).count();
        let blocks = &self.blocks[..count];
        let length = blocks.iter().map(|block| block.length).sum();
        (count > 0).then_some(Batch { blocks, length, operands: &mut self.operands, results: &mut self.results })
    }
}

impl Batch<'_> {
    /// Gathers the samples of an operand of a shape, from its values over a tile.
    pub(super) fn gather(&mut self, slot: usize, shape: Shape, values: &[f32], width: usize) {
        let mut out = &mut self.operands[slot][..self.length];
        if shape == Shape::Uniform {
            return out.fill(values[0]);
        }
        for Block { row, start, length } in self.blocks {
            let (block, rest) = out.split_at_mut(*length);
            match shape {
                Shape::Column => block.fill(values[*row]),
                Shape::Row => block.copy_from_slice(&values[*start..][..*length]),
                _ => block.copy_from_slice(&values[row * width + start..][..*length]),
            }
            out = rest;
        }
    }

    /// The operands, and where the results go.
    pub(super) fn samples<'b>(&'b mut self, out: &mut [&'b mut [f32]]) -> [Lanes<'b>; Operation::MOST_OPERANDS] {
        out.iter_mut().zip(&mut *self.results).for_each(|(out, result)| *out = &mut result[..self.length]);
        let mut lanes = [Lanes::Same(0.0); Operation::MOST_OPERANDS];
        for (lanes, samples) in lanes.iter_mut().zip(&*self.operands) {
            *lanes = Lanes::Each(&samples[..self.length]);
        }
        lanes
    }

    /// Puts the samples of a result in their places in a tile.
    pub(super) fn scatter(&self, slot: usize, width: usize, out: &mut [f32]) {
        let mut result = &self.results[slot][..self.length];
        for Block { row, start, length } in self.blocks {
            let (block, rest) = result.split_at(*length);
            out[row * width + start..][..*length].copy_from_slice(block);
            result = rest;
        }
    }
}
