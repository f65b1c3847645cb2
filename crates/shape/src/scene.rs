//! Scenes: a shape or a model, its placement in the texture, camera and light.

use std::sync::Arc;

use travertine::{Site, SurfacePoint, Texture, Turn, Up};
use travertine_mesh::Vector;

use crate::environment::Environment;
use crate::error::ShapeError;
use crate::model::Model;
use crate::shape::Shape;

/// The description of a picture of a solid.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Shape of the solid.
    pub shape: Shape,
    /// The model that takes the place of the shape.
    pub model: Option<Arc<Model>>,
    /// Position and size of the solid in the texture.
    pub placement: Placement,
    /// Position of the camera.
    pub view: View,
    /// The light around the solid.
    pub environment: Environment,
    /// Direction of the main light relative to the viewer: degrees right and up.
    pub light: [f32; 2],
    /// Depth of bumps where the height is 1, in units of the texture, -1 to 1. Bumps change normals only.
    pub relief: f32,
    /// Displacement of a sphere: depth of height 0 below height 1, as a fraction of the diameter, 0 to 0.4. Heights are
    /// clamped to 0..1.
    pub displacement: f32,
    /// Lighting of the picture.
    pub finish: Finish,
    /// Background as linear red, green and blue, or `None` for a transparent background.
    pub background: Option<[f32; 3]>,
    /// Whether the solid casts a shadow on an invisible ground.
    pub shadow: bool,
}

/// The size of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Width, in pixels.
    pub width: u32,
    /// Height, in pixels.
    pub height: u32,
    /// The most rays per pixel: a power of two from 1 to 64. A pixel has one where nothing differs around it. Of 2, 8
    /// and 32, half are used.
    pub samples: u32,
}

/// The position of the camera relative to the solid.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// Angle around the solid, to the right, in degrees.
    pub yaw: f32,
    /// Angle above the horizon, in degrees; 90 looks straight down.
    pub pitch: f32,
    /// Magnification, 0.01 to 1000. At 1 the solid fills the picture except for a margin.
    pub zoom: f32,
}

/// Direction, position and size of a solid's unit cube in the texture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placement {
    /// The direction in the texture that points up on the shape. A texture whose up is -z is a ground seen from above:
    /// it is not turned, so that the front of the shape shows it.
    pub up: Up,
    /// Position of the solid's middle, in units of the texture.
    pub center: [f32; 3],
    /// Edge of the solid's unit cube, in units of the texture, 0.0001 to 1,000,000.
    pub scale: f32,
    /// Time at which the texture is evaluated, in seconds.
    pub time: f32,
}

impl Default for Placement {
    /// The unit cube from 0 to 1, at time 0. Its front shows the default slice, whose y runs down.
    fn default() -> Placement {
        Placement { up: Up::MinusY, center: [0.5; 3], scale: 1.0, time: 0.0 }
    }
}

/// Lighting of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Finish {
    /// The light of the environment, tone mapped for a screen.
    #[default]
    Studio,
    /// The light of the environment, linear and unclipped.
    Light,
    /// Colors without light.
    Unlit,
}

impl Placement {
    /// The position in the texture of a point of the shape.
    #[inline]
    pub(crate) fn texture(&self, point: Vector) -> [f32; 4] {
        let [x, y, z] = self.center;
        let scale = f64::from(self.scale);
        let at = |center: f32, offset: f64| (f64::from(center) + scale * offset) as f32;
        let [across, down, away] = self.turned(point);
        [at(x, across), at(y, down), at(z, away), self.time]
    }

    /// A direction of the shape, whose up is -y, as one of the texture. A ground faces the viewer: see
    /// [`Placement::up`].
    #[inline]
    pub(crate) fn turned(&self, Vector { x, y, z }: Vector) -> [f64; 3] {
        match self.up {
            Up::MinusY | Up::MinusZ => [x, y, z],
            up => Turn::new(Up::MinusY, up).apply([x, y, z]),
        }
    }

    /// The site in the texture of a point of the shape, with the outward unit normal and the mean curvature there.
    #[inline]
    pub(crate) fn site(&self, point: Vector, normal: Vector, curvature: f64) -> Site {
        let curvature = (curvature / f64::from(self.scale)) as f32;
        let [x, y, z] = self.turned(normal);
        let normal = [x as f32, y as f32, z as f32];
        Site { position: self.texture(point), surface: Some(SurfacePoint { normal, curvature, uv: None }) }
    }
}

impl Scene {
    /// A shape with default placement, light and lighting, from its best side.
    pub fn new(shape: Shape) -> Scene {
        let [yaw, pitch] = shape.best_view();
        Scene {
            shape,
            model: None,
            placement: Placement::default(),
            view: View { yaw, pitch, zoom: 1.0 },
            environment: Environment::default(),
            light: [-38.0, 46.0],
            relief: Texture::RELIEF,
            displacement: 0.0,
            finish: Finish::Studio,
            background: None,
            shadow: true,
        }
    }

    /// A model seen obliquely; everything else is as for a shape.
    pub fn of_model(model: Arc<Model>) -> Scene {
        let view = View { yaw: 30.0, pitch: 18.0, zoom: 1.0 };
        Scene { model: Some(model), view, ..Scene::new(Shape::default()) }
    }

    /// Height (y) of the ground, if there is one. Displaced spheres have none, since the lowest point is unknown.
    pub(crate) fn ground(&self) -> Option<f64> {
        self.floor().filter(|_| self.shadow && self.displacement == 0.0 && self.finish != Finish::Unlit)
    }

    /// Height (y) of a ground below the solid, or `None` if it cannot stand.
    pub(crate) fn floor(&self) -> Option<f64> {
        match &self.model {
            Some(model) => Some(model.ground()),
            None => self.shape.ground(),
        }
    }

    /// The point at which the camera looks.
    pub(crate) fn middle(&self) -> Vector {
        match &self.model {
            Some(_) => Vector::default(),
            None => self.shape.middle(),
        }
    }

    /// Radius of a ball around the middle that contains the solid.
    pub(crate) fn radius(&self) -> f64 {
        match &self.model {
            Some(model) => model.radius(),
            None => self.shape.radius(),
        }
    }

    /// Radius of the ball that fits the picture.
    pub(crate) fn visible_radius(&self) -> f64 {
        match &self.model {
            Some(model) => model.radius(),
            None => self.shape.visible_radius(),
        }
    }

    /// Whether a picture evaluates the height of its surface.
    pub fn needs_height(&self) -> bool {
        self.displacement > 0.0 || self.relief != 0.0 && self.finish != Finish::Unlit
    }

    /// Whether the solid hides neither light nor sky from itself.
    pub(crate) fn is_convex(&self) -> bool {
        self.model.is_none() && self.shape.is_convex()
    }

    /// Checks that its values are in their ranges.
    ///
    /// # Errors
    ///
    /// If one is not.
    pub fn check(&self) -> Result<(), ShapeError> {
        let Placement { center: [x, y, z], scale, time, .. } = self.placement;
        let numbers = [
            ("yaw", self.view.yaw),
            ("pitch", self.view.pitch),
            ("light's yaw", self.light[0]),
            ("light's pitch", self.light[1]),
            ("center's x", x),
            ("center's y", y),
            ("center's z", z),
            ("time", time),
        ];
        let far = |value: &f32| !(-1e6..=1e6).contains(value);
        if let Some((name, value)) = numbers.into_iter().find(|(_, value)| far(value)) {
            return Err(ShapeError::Value { name, value, expected: "a number from -1000000 to 1000000" });
        }
        for (name, value, range, expected) in [
            ("zoom", self.view.zoom, 0.01..=1000.0, "a number from 0.01 to 1000"),
            ("scale", scale, 1e-4..=1e6, "a number from 0.0001 to 1000000"),
            ("relief", self.relief, -1.0..=1.0, "a number from -1 to 1"),
            ("displacement", self.displacement, 0.0..=0.4, "a number from 0 to 0.4"),
        ] {
            if !range.contains(&value) {
                return Err(ShapeError::Value { name, value, expected });
            }
        }
        match &self.model {
            _ if self.displacement == 0.0 => Ok(()),
            Some(_) => Err(ShapeError::Displaced("mesh")),
            None if self.shape != Shape::Sphere => Err(ShapeError::Displaced(self.shape.name())),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_refused_by_name() {
        let refused = |change: fn(&mut Scene)| {
            let mut scene = Scene::new(Shape::Cube);
            change(&mut scene);
            scene.check().unwrap_err().to_string()
        };
        assert!(Shape::ALL.iter().all(|shape| Scene::new(*shape).check().is_ok()));
        assert!(refused(|scene| scene.view.zoom = 0.0).contains("zoom is 0"));
        assert!(refused(|scene| scene.view.yaw = f32::NAN).contains("yaw is NaN"));
        assert!(refused(|scene| scene.placement.scale = -1.0).contains("scale"));
        assert!(refused(|scene| scene.displacement = 0.1).contains("a cube cannot be displaced"));
    }
}
