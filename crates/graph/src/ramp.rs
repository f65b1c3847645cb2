//! Ramps: colours along a line.

use travertine_program::CurveInterpolation;

/// The colour space in which a ramp interpolates between stops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RampSpace {
    /// Linear light: colours mix as light does.
    Linear,
    /// sRGB: colours mix as in drawing programs, in steps that look even.
    Srgb,
}

impl RampSpace {
    /// Every colour space of ramps.
    pub const ALL: [RampSpace; 2] = [RampSpace::Linear, RampSpace::Srgb];

    /// The colour space with this name in documents.
    pub fn from_name(name: &str) -> Option<RampSpace> {
        RampSpace::ALL.into_iter().find(|space| space.name() == name)
    }

    /// Name of the colour space in documents.
    pub fn name(self) -> &'static str {
        match self {
            RampSpace::Linear => "linear",
            RampSpace::Srgb => "srgb",
        }
    }
}

/// A colour at a position of a ramp.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stop {
    /// Position of the colour, from 0 to 1.
    pub position: f32,
    /// Linear red, green, blue and alpha.
    pub color: [f32; 4],
}

/// Colours along a line from 0 to 1. The first and the last colour extend beyond it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ramp {
    /// At least one stop, in order of position.
    pub stops: Vec<Stop>,
    /// Interpolation between the stops.
    pub interpolation: CurveInterpolation,
    /// Colour space of the interpolation.
    pub space: RampSpace,
}
