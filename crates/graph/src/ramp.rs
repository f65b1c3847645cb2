//! Ramps: colours along a line.

use travertine_program::CurveInterpolation;

/// The space in which the colours between two stops are mixed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RampSpace {
    /// Light mixes as light does.
    Linear,
    /// As drawing programs mix: even to the eye.
    Srgb,
}

impl RampSpace {
    /// Every one that there is.
    pub const ALL: [RampSpace; 2] = [RampSpace::Linear, RampSpace::Srgb];

    /// The space of that name.
    pub fn from_name(name: &str) -> Option<RampSpace> {
        RampSpace::ALL.into_iter().find(|space| space.name() == name)
    }

    /// The name that documents use.
    pub fn name(self) -> &'static str {
        match self {
            RampSpace::Linear => "linear",
            RampSpace::Srgb => "srgb",
        }
    }
}

/// A colour at a place on the line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stop {
    /// Where, from 0 to 1.
    pub position: f32,
    /// Linear red, green, blue and alpha.
    pub color: [f32; 4],
}

/// Colours along a line from 0 to 1; the first and the last go on outside.
#[derive(Clone, PartialEq, Debug)]
pub struct Ramp {
    /// At least one stop, positions not decreasing.
    pub stops: Vec<Stop>,
    /// How a colour becomes the next.
    pub interpolation: CurveInterpolation,
    /// Where they mix.
    pub space: RampSpace,
}
