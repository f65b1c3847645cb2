//! What lies beyond the edges of samples.

/// How samples continue beyond their edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Beyond {
    /// With the sample at the edge.
    Clamped,
    /// With all samples again.
    Repeated,
    /// With all samples again, every second time mirrored.
    Mirrored,
}

impl Beyond {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Beyond::Clamped => "clamped",
            Beyond::Repeated => "repeated",
            Beyond::Mirrored => "mirrored",
        }
    }

    /// The function of the library for a place.
    pub fn place(self) -> &'static str {
        match self {
            Beyond::Clamped => "clamped_place",
            Beyond::Repeated => "wrapped_place",
            Beyond::Mirrored => "mirrored_place",
        }
    }

    /// The function of the library for the index of a sample.
    pub fn index(self) -> &'static str {
        match self {
            Beyond::Clamped => "clamped_index",
            Beyond::Repeated => "wrap_point",
            Beyond::Mirrored => "mirrored_index",
        }
    }
}
