//! Environments: the light around a solid.

/// The light around a solid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Environment {
    /// A broad lamp in a bright room.
    #[default]
    Studio,
    /// A gray sky, without hard shadows.
    Overcast,
    /// A low warm sun before a blue sky.
    Evening,
}

/// A main light: its angles to the right of and above the viewer, in degrees, and its color.
pub(crate) type Lamp = ([f32; 2], [f64; 3]);

impl Environment {
    /// All environments.
    pub const ALL: [Environment; 3] = [Environment::Studio, Environment::Overcast, Environment::Evening];

    /// The name on the screen and in files.
    pub fn name(self) -> &'static str {
        match self {
            Environment::Studio => "studio",
            Environment::Overcast => "overcast",
            Environment::Evening => "evening",
        }
    }

    /// The main lights, each with a share of the room's light. The user has chosen a direction for the brightest.
    pub(crate) fn lamps(self, [yaw, pitch]: [f32; 2]) -> Vec<Lamp> {
        match self {
            Environment::Studio => vec![([yaw, pitch], [1.0; 3])],
            Environment::Overcast => {
                [-120.0, 0.0, 120.0].map(|turn| ([yaw + turn, 68.0], [0.32, 0.335, 0.35])).to_vec()
            }
            Environment::Evening => {
                vec![([yaw, pitch.clamp(-10.0, 14.0)], [0.98, 0.6, 0.3]), ([yaw + 160.0, 55.0], [0.14, 0.24, 0.44])]
            }
        }
    }
}
