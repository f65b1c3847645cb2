//! Displaced spheres: planets and rocks, whose surface follows the texture's height.
//!
//! The height of a point is evaluated straight above it, on the surrounding sphere, so there are no overhangs. All rays
//! of a batch advance together, because heights are cheaper when evaluated by the thousand.

use travertine::{Error, Site};
use travertine_mesh::Vector;

use crate::camera::Camera;
use crate::ray::Ray;
use crate::scene::{Placement, Scene};
use crate::surface::Samplers;

/// Radius of the surrounding sphere, on which the texture is evaluated.
const RADIUS: f64 = 0.5;
/// Minimum step along a ray. Thinner features may be missed.
const LEAST_STEP: f64 = 1.0 / 4096.0;
/// Number of steps that refine an intersection.
const REFINEMENTS: usize = 6;
/// Number of points on the way to the light that are tested for shadows, and the ratio of their distances.
const SHADOW_POINTS: u64 = 10;
const SHADOW_GROWTH: f64 = 1.5;

/// Mean number of steps of a ray towards the surface, to estimate work.
const MEAN_STEPS: u64 = 24;
/// Edge of the grid of points on each side of a cube at which steepness is measured.
const GRID: i32 = 26;

/// A sphere displaced by the texture's height.
pub(crate) struct Displaced<'p, 's> {
    samplers: &'p Samplers<'s>,
    placement: Placement,
    /// Depth of height 0 below height 1.
    pub(crate) amount: f64,
    /// The least and the greatest radius of the surface, for heights from 0 to 1. A narrower range of the texture is
    /// ignored: the start of a ray shows at grazed edges, and pictures must not change when ranges become tighter.
    shell: [f64; 2],
    /// The part of the height above the surface that a ray may advance without meeting it.
    pace: f64,
}

/// A ray that advances towards the surface.
struct March {
    /// Index of the ray.
    ray: usize,
    /// Distance from the viewer.
    distance: f64,
    /// Height above the surface.
    gap: f64,
    /// Distance at which it leaves the shell.
    end: f64,
    /// Whether it ends at the inner sphere, below the surface.
    inward: bool,
}

/// A part of a ray that starts above the surface and ends below.
struct Bracket {
    /// Index of the ray.
    ray: usize,
    /// Distances of both ends from the viewer.
    distances: [f64; 2],
    /// Heights of both ends above the surface; the second is 0 or less.
    gaps: [f64; 2],
}

impl<'p, 's> Displaced<'p, 's> {
    /// Heights evaluated for each picture, to measure steepness.
    pub(crate) const HEIGHTS: u64 = 3 * 6 * (GRID * GRID) as u64;
    /// The displaced sphere of a scene, or `None` if its displacement is 0.
    pub(crate) fn new(scene: &Scene, samplers: &'p Samplers<'s>) -> Result<Option<Displaced<'p, 's>>, Error> {
        if scene.displacement == 0.0 {
            return Ok(None);
        }
        let amount = f64::from(scene.displacement);
        let shell = [RADIUS - amount, RADIUS];
        let mut displaced = Displaced { samplers, placement: scene.placement, amount, shell, pace: 1.0 };
        let steepness = displaced.steepness()?;
        displaced.pace = 1.0 / (1.0 + steepness * steepness).sqrt();
        Ok(Some(displaced))
    }

    /// Heights evaluated for each ray, on average: to find the surface, and its shadow from each main light.
    pub(crate) fn heights_per_ray(lamps: u64) -> u64 {
        MEAN_STEPS + REFINEMENTS as u64 + SHADOW_POINTS * lamps
    }

    /// Mean curvature of the surrounding sphere, which is the surface that the texture knows.
    pub(crate) const CURVATURE: f64 = 1.0 / RADIUS;

    /// The point on the surrounding sphere straight above a point, where the texture is evaluated.
    pub(crate) fn above(point: Vector) -> Vector {
        point.normalized() * RADIUS
    }

    /// Height of each point above the surface.
    fn gaps(&self, points: impl Iterator<Item = Vector> + Clone) -> Result<Vec<f64>, Error> {
        let site = |point| self.placement.site(Displaced::above(point), point.normalized(), Displaced::CURVATURE);
        let sites: Vec<Site> = points.clone().map(site).collect();
        let heights = self.samplers.heights(&sites)?.unwrap_or_default();
        let gap = |(point, height): (Vector, f32)| {
            point.length() - (RADIUS - self.amount + self.amount * f64::from(height.clamp(0.0, 1.0)))
        };
        Ok(points.zip(heights).map(gap).collect())
    }

    /// An estimate of the greatest slope: three times the root mean square of the slopes at some thousand points.
    fn steepness(&self) -> Result<f64, Error> {
        const STEP: f64 = 1.0 / 512.0;
        let mut points = Vec::new();
        for face in 0..6 {
            for cell in 0..GRID * GRID {
                let at = |step: i32| f64::from(2 * step + 1) / f64::from(GRID) - 1.0;
                let (a, b) = (at(cell % GRID), at(cell / GRID));
                let side = if face < 3 { 1.0 } else { -1.0 };
                let up = match face % 3 {
                    0 => Vector::new(side, a, b),
                    1 => Vector::new(a, side, b),
                    _ => Vector::new(a, b, side),
                };
                let up = up.normalized();
                let [right, down] = up.basis_by_sign();
                points.extend([up, up + right * STEP, up + down * STEP]);
            }
        }
        let gaps = self.gaps(points.iter().map(|point| point.normalized()))?;
        let square = |gaps: &[f64]| {
            let [x, y] = [gaps[1] - gaps[0], gaps[2] - gaps[0]];
            (x * x + y * y) / (STEP * STEP)
        };
        let sum: f64 = gaps.chunks_exact(3).map(square).sum();
        Ok(3.0 * (sum / f64::from(6 * GRID * GRID)).sqrt())
    }

    /// The distance at which each ray first meets the surface, or `None` if it misses.
    pub(crate) fn meet(&self, rays: &[Ray], camera: &Camera) -> Result<Vec<Option<f64>>, Error> {
        let mut marches: Vec<March> = Vec::new();
        for (index, ray) in rays.iter().enumerate() {
            let Some([near, far]) = ray.through_ball(Vector::default(), self.shell[1]) else { continue };
            let inner = ray.through_ball(Vector::default(), self.shell[0]);
            let (end, inward) = inner.map_or((far, false), |[near, _]| (near, true));
            marches.push(March { ray: index, distance: near, gap: 0.0, end, inward });
        }
        let mut found = Vec::new();
        let point = |march: &March| rays[march.ray].at(march.distance);
        let gaps = self.gaps(marches.iter().map(point))?;
        marches.iter_mut().zip(gaps).for_each(|(march, gap)| march.gap = gap);
        while !marches.is_empty() {
            let mut before = Vec::with_capacity(marches.len());
            for march in &mut marches {
                before.push([march.distance, march.gap]);
                let least = camera.footprint(march.distance).max(LEAST_STEP);
                march.distance = (march.distance + (march.gap * self.pace).max(least)).min(march.end);
            }
            let gaps = self.gaps(marches.iter().map(point))?;
            let mut unfinished = Vec::with_capacity(marches.len());
            for ((mut march, [distance, above]), gap) in marches.into_iter().zip(before).zip(gaps) {
                march.gap = gap;
                let ended = march.distance >= march.end;
                if gap <= 0.0 || ended && march.inward {
                    let gaps = [above.max(0.0), gap.min(0.0)];
                    found.push(Bracket { ray: march.ray, distances: [distance, march.distance], gaps });
                } else if !ended {
                    unfinished.push(march);
                }
            }
            marches = unfinished;
        }
        self.refine(rays, found)
    }

    /// Refines intersections by the false position method, with each step shortening the bracket by at least 5 %.
    fn refine(&self, rays: &[Ray], mut found: Vec<Bracket>) -> Result<Vec<Option<f64>>, Error> {
        let guess = |bracket: &Bracket| {
            let ([near, far], [above, below]) = (bracket.distances, bracket.gaps);
            let part = if above > below { above / (above - below) } else { 0.5 };
            near + (far - near) * part.clamp(0.05, 0.95)
        };
        for _ in 0..REFINEMENTS {
            let gaps = self.gaps(found.iter().map(|bracket| rays[bracket.ray].at(guess(bracket))))?;
            for (bracket, gap) in found.iter_mut().zip(gaps) {
                let end = usize::from(gap <= 0.0);
                (bracket.distances[end], bracket.gaps[end]) = (guess(bracket), gap);
            }
        }
        let mut distances = vec![None; rays.len()];
        for bracket in &found {
            distances[bracket.ray] = Some(guess(bracket));
        }
        Ok(distances)
    }

    /// The part of a broad light that each point of the surface sees, 0 to 1.
    pub(crate) fn light_past(&self, points: &[Vector], towards: Vector, breadth: f64) -> Result<Vec<f64>, Error> {
        let mut distance = 0.008;
        let mut distances = Vec::new();
        for _ in 0..SHADOW_POINTS {
            distances.push(distance);
            distance *= SHADOW_GROWTH;
        }
        let on_the_way =
            points.iter().flat_map(|point| distances.iter().map(move |distance| *point + towards * *distance));
        let gaps = self.gaps(on_the_way)?;
        let narrowest = |gaps: &[f64]| {
            let angles = gaps.iter().zip(&distances).map(|(gap, distance)| gap * self.pace / (breadth * distance));
            let narrowest = angles.fold(1.0, f64::min).max(-1.0);
            0.25 * (1.0 + narrowest) * (1.0 + narrowest) * (2.0 - narrowest)
        };
        Ok(gaps.chunks_exact(distances.len()).map(narrowest).collect())
    }
}
