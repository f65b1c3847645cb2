//! Axes: the coordinates along which a value varies.

use std::ops::BitOr;

/// A coordinate of a [`Site`](crate::Site): of its position, or of the surface that passes through it.
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
    /// The part of the surface's outward unit normal along x.
    NormalX,
    /// The part along y.
    NormalY,
    /// The part along z.
    NormalZ,
    /// Mean curvature of the surface, per graph unit: positive on ridges, negative in grooves.
    Curvature,
    /// First texture coordinate of the surface.
    U,
    /// Second texture coordinate of the surface.
    V,
}

/// The value of an axis of the surface where there is no surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Neutral {
    /// The coordinate of the position along another axis.
    Axis(Axis),
    /// The same number everywhere.
    Number(f32),
}

impl Axis {
    /// The axes of a position, in the order of its floats.
    pub const POSITION: [Axis; 4] = [Axis::X, Axis::Y, Axis::Z, Axis::Time];

    /// All axes, in the order of their numbers.
    pub const ALL: [Axis; 10] = [
        Axis::X,
        Axis::Y,
        Axis::Z,
        Axis::Time,
        Axis::NormalX,
        Axis::NormalY,
        Axis::NormalZ,
        Axis::Curvature,
        Axis::U,
        Axis::V,
    ];

    const SURFACE: [Axis; 6] = [Axis::NormalX, Axis::NormalY, Axis::NormalZ, Axis::Curvature, Axis::U, Axis::V];

    /// The value of the axis where there is no surface, as in slices, volumes and rasters: those of the plane z = 0
    /// seen from the front. An axis of the position has its own coordinate.
    pub fn neutral(self) -> Neutral {
        match self {
            Axis::X | Axis::Y | Axis::Z | Axis::Time => Neutral::Axis(self),
            Axis::NormalX | Axis::NormalY | Axis::Curvature => Neutral::Number(0.0),
            Axis::NormalZ => Neutral::Number(-1.0),
            Axis::U => Neutral::Axis(Axis::X),
            Axis::V => Neutral::Axis(Axis::Y),
        }
    }
}

/// A set of axes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Axes(u16);

impl Axes {
    /// The empty set: the value is the same everywhere.
    pub const NONE: Axes = Axes(0);

    /// The set of all axes.
    pub const ALL: Axes = Axes((1 << Axis::ALL.len()) - 1);

    /// Whether the set contains an axis.
    pub fn contains(self, axis: Axis) -> bool {
        self.0 & Axes::from(axis).0 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The axes of the position along which a value with these axes varies where there is no surface.
    pub fn without_surface(self) -> Axes {
        let mut axes = self;
        for axis in Axis::SURFACE {
            axes.0 &= !Axes::from(axis).0;
            if let (true, Neutral::Axis(other)) = (self.contains(axis), axis.neutral()) {
                axes = axes | other.into();
            }
        }
        axes
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_in_the_order_of_their_numbers() {
        assert!(Axis::ALL.iter().enumerate().all(|(index, axis)| *axis as usize == index));
        assert_eq!(Axis::ALL.len(), Axis::POSITION.len() + Axis::SURFACE.len());
        assert!(Axis::ALL.iter().all(|axis| Axes::ALL.contains(*axis)));
    }

    #[test]
    fn without_a_surface_only_texture_coordinates_vary() {
        let surface = Axis::SURFACE.map(Axes::from).into_iter().fold(Axes::NONE, BitOr::bitor);
        assert_eq!(surface.without_surface(), Axes::from(Axis::X) | Axis::Y.into());
        assert_eq!(Axes::from(Axis::Curvature).without_surface(), Axes::NONE);
        assert_eq!(Axes::from(Axis::Time).without_surface(), Axis::Time.into());
    }
}
