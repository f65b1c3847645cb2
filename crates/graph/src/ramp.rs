//! Ramps: colors along a line.

use travertine_program::CurveInterpolation;

/// The color space in which a ramp interpolates between stops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RampSpace {
    /// Linear light: colors mix as light does.
    Linear,
    /// sRGB: colors mix as in drawing programs, in steps that look even.
    Srgb,
}

impl RampSpace {
    /// Every color space of ramps.
    pub const ALL: [RampSpace; 2] = [RampSpace::Linear, RampSpace::Srgb];

    /// The color space with this name in documents.
    pub fn from_name(name: &str) -> Option<RampSpace> {
        RampSpace::ALL.into_iter().find(|space| space.name() == name)
    }

    /// Name of the color space in documents.
    pub fn name(self) -> &'static str {
        match self {
            RampSpace::Linear => "linear",
            RampSpace::Srgb => "srgb",
        }
    }
}

/// A color at a position of a ramp.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stop {
    /// Position of the color, from 0 to 1.
    pub position: f32,
    /// Linear red, green, blue and alpha.
    pub color: [f32; 4],
}

/// Colors along a line from 0 to 1. The first and the last color extend beyond it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ramp {
    /// At least one stop, in order of position.
    pub stops: Vec<Stop>,
    /// Interpolation between the stops.
    pub interpolation: CurveInterpolation,
    /// Color space of the interpolation.
    pub space: RampSpace,
}
