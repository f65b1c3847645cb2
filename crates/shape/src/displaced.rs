//! Displaced spheres: planets and rocks, whose surface lies as high as the texture's height says.
//!
//! The height is that of the sphere around it, straight above, so that the surface hangs over nowhere. Rays walk
//! together, as many as there are, because heights are evaluated by the thousand.

use travertine::Error;

use crate::camera::{Camera, Ray};
use crate::scene::{Placement, Scene};
use crate::surface::Samplers;
use crate::vector::Vector;

/// The radius of the sphere around it all, on which the texture is asked.
const RADIUS: f64 = 0.5;
/// The least step of a walk; mountains thinner than that are none.
const LEAST_STEP: f64 = 1.0 / 4096.0;
/// How many times a place is narrowed down in which the surface lies.
const REFINEMENTS: usize = 6;
/// Along how many places of the way to the light something may stand in it, and how much further each is.
const SHADOW_PLACES: i32 = 10;
const SHADOW_GROWTH: f64 = 1.5;

/// A sphere with mountains and valleys.
pub(crate) struct Displaced<'a> {
    samplers: &'a Samplers<'a>,
    placement: Placement,
    /// How far the lowest places lie below the highest, if the texture has all heights from 0 to 1.
    pub(crate) amount: f64,
    /// Between which radii the surface may lie. That the texture may be known to keep away from either is left aside:
    /// where rays begin shows at grazed edges, and pictures must not change as more becomes known.
    shell: [f64; 2],
    /// Which part of the height above the surface a ray may walk without meeting it.
    pace: f64,
}

/// A ray on its way.
struct Walk {
    ray: usize,
    way: f64,
    /// How far above the surface.
    gap: f64,
    end: f64,
    /// Whether it ends inside.
    inward: bool,
}

/// A part of a ray whose near end is above the surface, and whose far end is below.
struct Bracket {
    ray: usize,
    ways: [f64; 2],
    gaps: [f64; 2],
}

impl<'a> Displaced<'a> {
    /// The sphere of a scene, if its displacement is not 0.
    pub(crate) fn new(scene: &Scene, samplers: &'a Samplers<'a>) -> Result<Option<Displaced<'a>>, Error> {
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

    /// The point of the sphere straight above, where the texture is asked.
    pub(crate) fn above(point: Vector) -> Vector {
        point.unit() * RADIUS
    }

    /// How far each point is above the surface, straight down.
    fn gaps(&self, points: impl Iterator<Item = Vector> + Clone) -> Result<Vec<f64>, Error> {
        let places: Vec<[f32; 4]> =
            points.clone().map(|point| self.placement.texture(Displaced::above(point))).collect();
        let heights = self.samplers.heights(&places)?.unwrap_or_default();
        let gap = |(point, height): (Vector, f32)| {
            point.length() - (RADIUS - self.amount + self.amount * f64::from(height.clamp(0.0, 1.0)))
        };
        Ok(points.zip(heights).map(gap).collect())
    }

    /// How steep the surface is nearly everywhere: three times the root of the mean square of some thousand places.
    fn steepness(&self) -> Result<f64, Error> {
        const SIDE: i32 = 26;
        const STEP: f64 = 1.0 / 512.0;
        let mut points = Vec::new();
        for face in 0..6 {
            for place in 0..SIDE * SIDE {
                let at = |step: i32| f64::from(2 * step + 1) / f64::from(SIDE) - 1.0;
                let (a, b) = (at(place % SIDE), at(place / SIDE));
                let side = if face < 3 { 1.0 } else { -1.0 };
                let up = match face % 3 {
                    0 => Vector::new(side, a, b),
                    1 => Vector::new(a, side, b),
                    _ => Vector::new(a, b, side),
                };
                let up = up.unit();
                let [right, down] = up.tangents();
                points.extend([up, up + right * STEP, up + down * STEP]);
            }
        }
        let gaps = self.gaps(points.iter().map(|point| point.unit()))?;
        let square = |gaps: &[f64]| {
            let [x, y] = [gaps[1] - gaps[0], gaps[2] - gaps[0]];
            (x * x + y * y) / (STEP * STEP)
        };
        let sum: f64 = gaps.chunks_exact(3).map(square).sum();
        Ok(3.0 * (sum / f64::from(6 * SIDE * SIDE)).sqrt())
    }

    /// How far along each ray the surface is first met.
    pub(crate) fn meet(&self, rays: &[Ray], camera: &Camera) -> Result<Vec<Option<f64>>, Error> {
        let mut walks: Vec<Walk> = Vec::new();
        for (index, ray) in rays.iter().enumerate() {
            let Some([near, far]) = ray.through_ball(Vector::default(), self.shell[1]) else { continue };
            let inner = ray.through_ball(Vector::default(), self.shell[0]);
            let (end, inward) = inner.map_or((far, false), |[near, _]| (near, true));
            walks.push(Walk { ray: index, way: near, gap: 0.0, end, inward });
        }
        let mut found = Vec::new();
        let place = |walk: &Walk| rays[walk.ray].at(walk.way);
        let gaps = self.gaps(walks.iter().map(place))?;
        walks.iter_mut().zip(gaps).for_each(|(walk, gap)| walk.gap = gap);
        while !walks.is_empty() {
            let mut before = Vec::with_capacity(walks.len());
            for walk in &mut walks {
                before.push([walk.way, walk.gap]);
                let least = camera.footprint(walk.way).max(LEAST_STEP);
                walk.way = (walk.way + (walk.gap * self.pace).max(least)).min(walk.end);
            }
            let gaps = self.gaps(walks.iter().map(place))?;
            let mut on = Vec::with_capacity(walks.len());
            for ((mut walk, [way, above]), gap) in walks.into_iter().zip(before).zip(gaps) {
                walk.gap = gap;
                let ended = walk.way >= walk.end;
                if gap <= 0.0 || ended && walk.inward {
                    let gaps = [above.max(0.0), gap.min(0.0)];
                    found.push(Bracket { ray: walk.ray, ways: [way, walk.way], gaps });
                } else if !ended {
                    on.push(walk);
                }
            }
            walks = on;
        }
        self.refine(rays, found)
    }

    /// Narrows down where the surface is met: as a straight line between both ends says, but never by too little.
    fn refine(&self, rays: &[Ray], mut found: Vec<Bracket>) -> Result<Vec<Option<f64>>, Error> {
        let guess = |bracket: &Bracket| {
            let ([near, far], [above, below]) = (bracket.ways, bracket.gaps);
            let part = if above > below { above / (above - below) } else { 0.5 };
            near + (far - near) * part.clamp(0.05, 0.95)
        };
        for _ in 0..REFINEMENTS {
            let gaps = self.gaps(found.iter().map(|bracket| rays[bracket.ray].at(guess(bracket))))?;
            for (bracket, gap) in found.iter_mut().zip(gaps) {
                let end = usize::from(gap <= 0.0);
                (bracket.ways[end], bracket.gaps[end]) = (guess(bracket), gap);
            }
        }
        let mut ways = vec![None; rays.len()];
        for bracket in &found {
            ways[bracket.ray] = Some(guess(bracket));
        }
        Ok(ways)
    }

    /// How much of a broad light each point of the surface sees past the mountains.
    pub(crate) fn light_past(
        &self,
        points: &[Vector],
        towards: Vector,
        breadth: f64,
    ) -> Result<Vec<f64>, Error> {
        let mut way = 0.008;
        let mut ways = Vec::new();
        for _ in 0..SHADOW_PLACES {
            ways.push(way);
            way *= SHADOW_GROWTH;
        }
        let places = points.iter().flat_map(|point| ways.iter().map(move |way| *point + towards * *way));
        let gaps = self.gaps(places)?;
        let narrowest = |gaps: &[f64]| {
            let angles = gaps.iter().zip(&ways).map(|(gap, way)| gap * self.pace / (breadth * way));
            let narrowest = angles.fold(1.0, f64::min).max(-1.0);
            0.25 * (1.0 + narrowest) * (1.0 + narrowest) * (2.0 - narrowest)
        };
        Ok(gaps.chunks_exact(ways.len()).map(narrowest).collect())
    }
}
