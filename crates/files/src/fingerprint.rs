//! Fingerprints: equal for work whose output would be equal.

use std::fmt::{self, Display, Write};

use crate::fnv::Fnv1a;

/// A hash of everything that the bytes of an output depend on, displayed as sixteen hexadecimal digits.
///
/// It begins with Travertine's version, since a release may correct an operation. The rest is text and bytes that the
/// caller specifies: a fixed encoding, never the output of `Debug`, which a compiler or a derive may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint(Fnv1a);

impl Fingerprint {
    /// The fingerprint of work that depends on the version alone.
    #[must_use]
    pub fn new() -> Fingerprint {
        Fingerprint(Fnv1a::new()).with(format_args!("{}\n", env!("CARGO_PKG_VERSION")))
    }

    /// The fingerprint with a text added.
    #[must_use]
    pub fn with(self, text: fmt::Arguments) -> Fingerprint {
        self.with_text(|out| out.write_fmt(text))
    }

    /// The fingerprint with everything added that a function writes to it, such as a value's canonical text.
    #[must_use]
    pub fn with_text(mut self, write: impl FnOnce(&mut Fingerprint) -> fmt::Result) -> Fingerprint {
        // Writing to a hash does not fail.
        let _ = write(&mut self);
        self
    }

    /// The fingerprint with numbers added, as little-endian bytes.
    #[must_use]
    pub fn with_numbers(mut self, numbers: impl IntoIterator<Item = u32>) -> Fingerprint {
        numbers.into_iter().for_each(|number| self.0.add(&number.to_le_bytes()));
        self
    }
}

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint::new()
    }
}

impl Display for Fingerprint {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_str(text)
    }
}
