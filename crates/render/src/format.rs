//! The format of a picture: its size, and what its pixels hold.

use travertine_program::{Operation, Program, ProgramOutput, Type};

/// What a picture's pixels hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Pixels to the right.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// What a pixel is.
    pub value_type: Type,
    /// For colours: alpha is 1 everywhere, and not stored.
    pub opaque: bool,
}

impl Format {
    /// The picture of a program's output.
    pub(crate) fn of(program: &Program, output: &ProgramOutput, width: u32, height: u32) -> Format {
        let alpha = output.values.get(3).map(|alpha| program.operations()[alpha.index()]);
        Format {
            width,
            height,
            value_type: output.value_type,
            opaque: alpha == Some(Operation::Constant(1.0)),
        }
    }

    /// Floats for each pixel: 1 for a float, 3 for a vector or an opaque colour, 4 for a colour with alpha.
    pub fn channels(&self) -> usize {
        if self.value_type == Type::Color && self.opaque { 3 } else { self.value_type.width() }
    }

    /// Floats for each row.
    pub fn row_len(&self) -> usize {
        self.width as usize * self.channels()
    }
}
