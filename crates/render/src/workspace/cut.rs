//! Pieces in which a step computes its result: rows, or all of a tile at once.

use travertine_program::{Lanes, Operation, Value};

use crate::domain::Shape;
use crate::schedule::Schedule;

/// Division of a result into pieces.
pub(super) struct Cut {
    pub(super) result: Shape,
    /// Samples of a row.
    pub(super) width: usize,
    /// Samples of a piece.
    pub(super) length: usize,
}

impl Cut {
    /// The operand of one piece.
    pub(super) fn operand<'m>(
        &self,
        schedule: &Schedule,
        buffers: &'m [Vec<f32>],
        value: Value,
        piece: usize,
    ) -> Lanes<'m> {
        let values = &buffers[schedule.buffer(value)];
        match (schedule.shape(value), self.result) {
            (Shape::Uniform, _) => Lanes::Same(values[0]),
            (Shape::Column, Shape::Full) => Lanes::Same(values[piece]),
            (Shape::Column, _) => Lanes::Each(&values[..self.length]),
            (Shape::Row, _) => Lanes::Each(&values[..self.width]),
            (Shape::Full, _) => Lanes::Each(&values[piece * self.length..][..self.length]),
        }
    }

    /// The operands of one piece. Unless the operation is `arithmetic`, a uniform operand is repeated for each sample,
    /// in its splat.
    pub(super) fn operands<'m>(
        &self,
        schedule: &Schedule,
        buffers: &'m [Vec<f32>],
        splats: &'m mut [Vec<f32>],
        operands: &[Value],
        piece: usize,
        arithmetic: bool,
    ) -> [Lanes<'m>; Operation::MOST_OPERANDS] {
        let mut lanes = [Lanes::Same(0.0); Operation::MOST_OPERANDS];
        for ((lanes, operand), splat) in lanes.iter_mut().zip(operands).zip(splats) {
            *lanes = match self.operand(schedule, buffers, *operand, piece) {
                Lanes::Same(value) if !arithmetic => {
                    if piece == 0 || schedule.shape(*operand) == Shape::Column {
                        splat[..self.length].fill(value);
                    }
                    Lanes::Each(&splat[..self.length])
                }
                lanes => lanes,
            };
        }
        lanes
    }
}
