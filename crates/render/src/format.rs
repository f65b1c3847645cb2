//! The format of a picture: its size and the type of its pixels.

use travertine_noise::Interval;
use travertine_program::{Bound, Operation, Program, ProgramOutput, Type};

/// Size of a picture and type of its pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Width in pixels, at least 1.
    pub width: u32,
    /// Height in pixels, at least 1.
    pub height: u32,
    /// Type of a pixel.
    pub value_type: Type,
    /// Whether a color's alpha is 1 everywhere and is not stored. Meaningless for other types.
    pub opaque: bool,
}

impl Format {
    /// The format of an output's picture without the alpha of a color for which the program has it as the constant
    /// 1. It depends on the program alone.
    pub fn of(program: &Program, output: &ProgramOutput, width: u32, height: u32) -> Format {
        let alpha = output.values.get(3).map(|alpha| program.operations()[alpha.index()]);
        Format { width, height, value_type: output.value_type, opaque: alpha == Some(Operation::Constant(1.0)) }
    }

    /// The formats of the outputs' pictures in files: without the alpha of a color whose interval, for these arguments,
    /// proves it to be opaque everywhere. A later release may prove more.
    pub fn of_files(program: &Program, bound: &Bound, width: u32, height: u32) -> Vec<Format> {
        let outputs = program.outputs();
        let mut formats: Vec<Format> =
            outputs.iter().map(|output| Format::of(program, output, width, height)).collect();
        if formats.iter().all(|format| format.opaque || format.value_type != Type::Color) {
            return formats;
        }
        let slots: Vec<Interval> = bound.values().iter().map(|value| Interval::point(*value)).collect();
        let intervals = program.intervals(&slots, [Interval::EVERYTHING; 4]);
        for (format, output) in formats.iter_mut().zip(outputs) {
            let alpha = output.values.get(3).map(|alpha| intervals[alpha.index()]);
            format.opaque = alpha == Some(Interval::point(1.0));
        }
        formats
    }

    /// The formats of the outputs' pictures, where every color has an alpha.
    pub(crate) fn of_pixels(program: &Program, _: &Bound, width: u32, height: u32) -> Vec<Format> {
        let format = |output: &ProgramOutput| Format { width, height, value_type: output.value_type, opaque: false };
        program.outputs().iter().map(format).collect()
    }

    /// Floats per pixel: 1 for a float, 3 for a vector or an opaque color, 4 for a color with alpha.
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
