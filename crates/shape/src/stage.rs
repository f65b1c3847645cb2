//! What all rays of a picture share: the scene, the camera, the lattice and the texture.

use crate::camera::Camera;
use crate::displaced::Displaced;
use crate::error::ShapeError;
use crate::hit::Hit;
use crate::lattice::{Lattice, Point};
use crate::scene::{Finish, Scene, Size};
use crate::surface::Samplers;

/// Radius around a point in which hollows are detected, in the shape's space.
pub(crate) const HOLLOW: f64 = 0.014;
/// Distance of a known height from the place where it is needed for a hollow.
pub(crate) const NEAR: f64 = HOLLOW / 4.0;
/// The most pixels around a point in which heights are shared. In larger pictures hollows are as smooth as the height.
const MOST_PIXELS: f64 = 24.0;

/// What all rays of a picture share.
pub(crate) struct Stage<'p, 's> {
    pub(crate) scene: &'p Scene,
    pub(crate) camera: Camera,
    pub(crate) lattice: Lattice,
    pub(crate) samplers: &'p Samplers<'s>,
    pub(crate) displaced: Option<Displaced<'p, 's>>,
    /// Pixels around a point in which heights are shared.
    pub(crate) reach: i32,
}

impl<'p, 's> Stage<'p, 's> {
    pub(crate) fn new(scene: &'p Scene, size: Size, samplers: &'p Samplers<'s>) -> Result<Stage<'p, 's>, ShapeError> {
        let camera = Camera::new(scene, size.width, size.height);
        let displaced = Displaced::new(scene, samplers)?;
        let mut stage = Stage { scene, camera, lattice: Lattice::new(size.samples), samplers, displaced, reach: 0 };
        if stage.shares_heights() {
            stage.reach = Stage::most_reach(scene, size);
        }
        Ok(stage)
    }

    /// Whether normals depend on heights.
    pub(crate) fn has_bumps(&self) -> bool {
        let has_relief = self.scene.relief != 0.0 && self.samplers.have_height();
        self.scene.finish != Finish::Unlit && (has_relief || self.displaced.is_some())
    }

    /// Whether heights are computed once for all points that need them. The rays to a displaced sphere take longer than
    /// heights around it.
    pub(crate) fn shares_heights(&self) -> bool {
        self.has_bumps() && self.displaced.is_none() && self.lattice.half() > 0
    }

    /// The most pixels around a point in which heights are shared.
    pub(crate) fn most_reach(scene: &Scene, size: Size) -> i32 {
        let camera = Camera::new(scene, size.width, size.height);
        let nearest = camera.distance_of(scene.middle()) - scene.radius();
        if Lattice::new(size.samples).half() > 0 { reach(camera.footprint(nearest)) } else { 0 }
    }

    /// The points half a pixel beside a hit whose heights give its slopes: those towards which its tangents point.
    pub(crate) fn beside(&self, hit: &Hit, [column, row]: Point) -> [Point; 2] {
        let half = self.lattice.half();
        let towards = |along: f64| if along < 0.0 { -half } else { half };
        let [right, down] = hit.tangents;
        let ([across, along], [other_across, other_along]) = (self.camera.across(right), self.camera.across(down));
        if across.abs() >= along.abs() {
            [[column + towards(across), row], [column, row + towards(other_along)]]
        } else {
            [[column, row + towards(along)], [column + towards(other_across), row]]
        }
    }
}

/// Pixels around a point in which hollows look for heights, given the width of a pixel where the solid is nearest; 0
/// where they do not look.
fn reach(footprint: f64) -> i32 {
    let pixels = HOLLOW / footprint;
    // Half the diagonal between points half a pixel apart.
    let is_near = footprint * 0.36 < NEAR;
    if is_near && pixels < MOST_PIXELS { pixels.ceil() as i32 + 2 } else { 0 }
}
