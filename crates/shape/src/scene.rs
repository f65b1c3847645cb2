//! Scenes: a shape, where it is carved from, and how it is shown.

use crate::camera::View;
use crate::error::ShapeError;
use crate::shape::Shape;

/// What a picture of a solid shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The solid.
    pub shape: Shape,
    /// Where it is carved from.
    pub placement: Placement,
    /// From where it is seen.
    pub view: View,
    /// From where the main light comes: degrees to the right of the viewer and above, as the viewer sees it.
    pub light: [f32; 2],
    /// How high a height of 1 seems to stand above 0, in units of the texture, from -1 to 1.
    pub relief: f32,
    /// How far a sphere's surface lies lower where the height is 0 than where it is 1; 0 to 0.4, as part of the shape's
    /// size. Heights outside 0..1 count as its ends.
    pub displacement: f32,
    /// How it is shown.
    pub finish: Finish,
    /// What is behind it, as linear red, green and blue; nothing if none, and the picture is transparent there.
    pub background: Option<[f32; 3]>,
    /// Whether it stands on a ground that shows nothing but its shadow.
    pub shadow: bool,
}

/// Where a shape is carved from: its unit cube in the space of the texture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placement {
    /// Where the shape's middle is.
    pub center: [f32; 3],
    /// How many units of the texture the shape's unit cube is wide.
    pub scale: f32,
    /// When.
    pub time: f32,
}

impl Default for Placement {
    /// The unit cube from 0 to 1, at time 0: its front is what a slice shows.
    fn default() -> Placement {
        Placement { center: [0.5; 3], scale: 1.0, time: 0.0 }
    }
}

/// How a solid is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Finish {
    /// In the light of a studio, as a screen shows it: bright lights roll off, colours stay what they are.
    #[default]
    Studio,
    /// In the light of a studio, as bright as it is.
    Light,
    /// The colours alone, without any light.
    Unlit,
}

impl Scene {
    /// A shape as it looks best.
    pub fn new(shape: Shape) -> Scene {
        let [yaw, pitch] = shape.best_view();
        Scene {
            shape,
            placement: Placement::default(),
            view: View { yaw, pitch, zoom: 1.0 },
            light: [-38.0, 46.0],
            relief: 0.012,
            displacement: 0.0,
            finish: Finish::Studio,
            background: None,
            shadow: true,
        }
    }

    /// Where the ground lies, if there is one. What is displaced floats: nobody knows where it would touch.
    pub(crate) fn ground(&self) -> Option<f64> {
        self.shape
            .ground()
            .filter(|_| self.shadow && self.displacement == 0.0 && self.finish != Finish::Unlit)
    }

    pub(crate) fn check(&self) -> Result<(), ShapeError> {
        let Placement { center: [x, y, z], scale, time } = self.placement;
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
        let far = |value: &f32| !(value.abs() <= 1e6);
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
        if self.displacement > 0.0 && self.shape != Shape::Sphere {
            return Err(ShapeError::Displaced(self.shape));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_refused_by_name() {
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
