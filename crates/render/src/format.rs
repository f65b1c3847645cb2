//! The format of a picture: its size and the type of its pixels.

use travertine_program::{Operation, Program, ProgramOutput, Type};

/// Size of a picture and type of its pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Width in pixels, at least 1.
    pub width: u32,
    /// Height in pixels, at least 1.
    pub height: u32,
    /// Type of a pixel.
    pub value_type: Type,
    /// Whether a colour's alpha is 1 everywhere and is not stored. Meaningless for other types.
    pub opaque: bool,
}

impl Format {
    /// The format of an output's picture in a file: without the alpha of a colour that is proven to be opaque
    /// everywhere. A later release may prove more.
    pub fn of(program: &Program, output: &ProgramOutput, width: u32, height: u32) -> Format {
        let alpha = output.values.get(3).map(|alpha| program.operations()[alpha.index()]);
        Format {
            width,
            height,
            value_type: output.value_type,
            opaque: alpha == Some(Operation::Constant(1.0)),
        }
    }

    /// The same format, where every colour has an alpha.
    #[must_use]
    pub fn with_alpha(self) -> Format {
        Format { opaque: false, ..self }
    }

    /// Floats per pixel: 1 for a float, 3 for a vector or an opaque colour, 4 for a colour with alpha.
    pub fn channels(&self) -> usize {
        if self.value_type == Type::Color && self.opaque { 3 } else { self.value_type.width() }
    }

    /// Floats of the whole picture.
    pub fn floats(&self) -> u64 {
        self.row_len() as u64 * u64::from(self.height)
    }

    /// Floats per row of pixels.
    pub fn row_len(&self) -> usize {
        self.width as usize * self.channels()
    }
}
