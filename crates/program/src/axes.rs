//! Axes: the coordinates along which a value varies.

use std::ops::BitOr;

/// A coordinate of the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// To the right, in graph units.
    X,
    /// Down, in graph units.
    Y,
    /// Away from the viewer, in graph units.
    Z,
    /// Time, in units of the graph.
    Time,
}

impl Axis {
    /// All axes, in the order of a position's floats.
    pub const ALL: [Axis; 4] = [Axis::X, Axis::Y, Axis::Z, Axis::Time];
}

/// A set of axes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Axes(u8);

impl Axes {
    /// The empty set: the value is the same everywhere.
    pub const NONE: Axes = Axes(0);

    /// Whether the set contains an axis.
    pub fn contains(self, axis: Axis) -> bool {
        self.0 & Axes::from(axis).0 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl From<Axis> for Axes {
    fn from(axis: Axis) -> Axes {
        Axes(1 << axis as u8)
    }
}

impl BitOr for Axes {
    type Output = Axes;

    fn bitor(self, other: Axes) -> Axes {
        Axes(self.0 | other.0)
    }
}
