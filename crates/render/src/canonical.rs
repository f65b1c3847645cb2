//! The canonical texts of what is rendered, for hashes that are stored.
//!
//! Equal values have equal texts, and different ones have different texts. The texts depend on this page alone, not on
//! the compiler or on derived `Debug` output. Each is a line of words, ended by a line feed; floats are the hexadecimal
//! digits of their bits, other numbers are decimal.

use std::fmt::{Result, Write};

use crate::domain::{Plane, Rectangle, Slice};
use crate::format::Format;
use crate::volume::Volume;

impl Slice {
    /// Writes `slice`, the plane, depth, time, region, width, height and samples per side.
    ///
    /// # Errors
    ///
    /// If `out` fails.
    pub fn write_canonical(&self, out: &mut impl Write) -> Result {
        let Slice { plane, depth, time, region, width, height, samples_per_side: samples } = self;
        let plane = match plane {
            Plane::Xy => "xy",
            Plane::Xz => "xz",
            Plane::Yz => "yz",
        };
        write!(out, "slice {plane} {:08x} {:08x}", depth.to_bits(), time.to_bits())?;
        region.iter().try_for_each(|edge| write!(out, " {:016x}", edge.to_bits()))?;
        writeln!(out, " {width} {height} {samples}")
    }
}

impl Rectangle {
    /// Writes `rectangle`, its left and upper edges, width and height.
    ///
    /// # Errors
    ///
    /// If `out` fails.
    pub fn write_canonical(&self, out: &mut impl Write) -> Result {
        let Rectangle { x, y, width, height } = self;
        writeln!(out, "rectangle {x} {y} {width} {height}")
    }
}

impl Volume {
    /// Writes `volume`, its region, time, width, height and depth.
    ///
    /// # Errors
    ///
    /// If `out` fails.
    pub fn write_canonical(&self, out: &mut impl Write) -> Result {
        let Volume { region, time, width, height, depth } = self;
        write!(out, "volume")?;
        region.iter().try_for_each(|edge| write!(out, " {:016x}", edge.to_bits()))?;
        writeln!(out, " {:08x} {width} {height} {depth}", time.to_bits())
    }
}

impl Format {
    /// Writes `format`, its width, height and type, and `opaque` or `alpha`.
    ///
    /// # Errors
    ///
    /// If `out` fails.
    pub fn write_canonical(&self, out: &mut impl Write) -> Result {
        let Format { width, height, value_type, opaque } = self;
        let alpha = if *opaque { "opaque" } else { "alpha" };
        writeln!(out, "format {width} {height} {} {alpha}", value_type.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_slice() {
        let mut text = String::new();
        Slice { time: 1.0, ..Slice::new(4, 2) }.write_canonical(&mut text).unwrap();
        let expected = "slice xy 00000000 3f800000 0000000000000000 0000000000000000 4000000000000000 \
                        3ff0000000000000 4 2 1\n";
        assert_eq!(text, expected);
    }
}
