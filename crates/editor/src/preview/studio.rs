//! Lights and grounds for solids, to see a surface in several.

/// A direction of the light.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Light {
    /// From the upper left, soft on every shape.
    Studio,
    /// Low from the side, which shows bumps.
    Low,
    /// From behind, which shows gloss.
    Behind,
    /// From straight above.
    Above,
    /// From the viewer, with little shadow: colors alone.
    Front,
}

impl Light {
    /// All of them.
    pub const ALL: [Light; 5] = [Light::Studio, Light::Low, Light::Behind, Light::Above, Light::Front];

    /// The name on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Light::Studio => "from the left",
            Light::Low => "low",
            Light::Behind => "from behind",
            Light::Above => "from above",
            Light::Front => "from the front",
        }
    }

    /// Degrees to the right of and above the viewer.
    pub fn direction(self) -> [f32; 2] {
        match self {
            Light::Studio => [-38.0, 46.0],
            Light::Low => [-80.0, 12.0],
            Light::Behind => [-150.0, 35.0],
            Light::Above => [0.0, 85.0],
            Light::Front => [0.0, 20.0],
        }
    }
}

/// What is behind and below a solid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    /// The color of the theme, with a shadow.
    #[default]
    Theme,
    /// White, with a shadow.
    White,
    /// Middle gray, with a shadow.
    Gray,
    /// Black, with a shadow.
    Black,
    /// The color of the theme, and no ground: the solid floats.
    None,
}

impl Ground {
    /// All of them.
    pub const ALL: [Ground; 5] = [Ground::Theme, Ground::White, Ground::Gray, Ground::Black, Ground::None];

    /// The name on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Ground::Theme => "match the theme",
            Ground::White => "white",
            Ground::Gray => "middle gray",
            Ground::Black => "black",
            Ground::None => "none, the solid floats",
        }
    }

    /// The ground with a name; that of the theme without one.
    pub fn named(name: &str) -> Ground {
        Ground::ALL.into_iter().find(|ground| ground.name() == name).unwrap_or_default()
    }

    /// Its sRGB gray; `None` for that of the theme.
    pub fn gray(self) -> Option<u8> {
        match self {
            Ground::Theme | Ground::None => None,
            Ground::White => Some(0xf5),
            Ground::Gray => Some(0x77),
            Ground::Black => Some(0x0c),
        }
    }
}

#[cfg(test)]
mod tests {
    use travertine_shape::{Scene, Shape};

    use super::*;

    #[test]
    fn the_studio_is_the_light_of_a_new_scene() {
        assert_eq!(Scene::new(Shape::Sphere).light, Light::Studio.direction());
    }
}
