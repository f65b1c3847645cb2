//! Bumps: normals and hollows of a surface from its heights.
//!
//! Heights that are known at other points of the picture are shared, where these lie on the same part of the surface.
//! Elsewhere the height is evaluated.

use travertine::{Error, Site};
use travertine_mesh::Vector;

use crate::hit::Hit;
use crate::lattice::{Point, Window};
use crate::stage::{HOLLOW, NEAR, Stage};
use crate::surface::Look;

/// Distance of a known height that is used for a slope, in steps.
const FAR: f64 = 2.5;
/// Heights that a hit needs: its own, two for its slopes, and four for its hollow.
pub(crate) const HEIGHTS: usize = 7;
/// What a hit knows of the heights around it: the offsets along its tangents, and the heights, NaN where unknown.
struct Around {
    slopes: [[f64; 2]; 2],
    heights: [f32; HEIGHTS],
}

/// The normal with bumps at each hit, and the part of the room that its hollows see, 0 to 1.
pub(crate) fn bumps(
    stage: &Stage,
    hits: &[Hit],
    points: &[(Point, Look)],
    window: &Window,
) -> Result<(Vec<Vector>, Vec<f64>), Error> {
    let flat = || (hits.iter().map(|hit| hit.facing).collect(), vec![1.0; hits.len()]);
    if !stage.has_bumps() {
        return Ok(flat());
    }
    let mut arounds: Vec<Around> = hits.iter().map(|hit| around(stage, hit, &points[hit.ray], window)).collect();
    evaluate(stage, hits, &mut arounds)?;
    let scene = stage.scene;
    let relief = f64::from(scene.relief) / f64::from(scene.placement.scale);
    let bump = |(hit, Around { slopes: [right, down], heights }): (&Hit, &Around)| {
        let mut relief = relief;
        let mut within = [f64::NEG_INFINITY, f64::INFINITY];
        if let Some(displaced) = &stage.displaced {
            // The true height, scaled to the actual radius, at which the surface is nearer than the sphere.
            within = [0.0, 1.0];
            relief = displaced.amount * 0.5 / hit.point.length();
        }
        let height = |index: usize| f64::from(heights[index]).clamp(within[0], within[1]);
        let here = height(0);
        let [rise, fall] = [height(1) - here, height(2) - here];
        let area = right[0] * down[1] - right[1] * down[0];
        let slope = [rise * down[1] - fall * right[1], fall * right[0] - rise * down[0]];
        let slope = slope.map(|slope| relief * slope / area);
        // Slopes of hard edges can be arbitrarily steep: limited smoothly.
        let steep = (slope[0] * slope[0] + slope[1] * slope[1]).sqrt();
        let tamed = 1.0 / (1.0 + steep * steep / 6.25).sqrt();
        let turned = hit.tangents[0] * (slope[0] * tamed) + hit.tangents[1] * (slope[1] * tamed);
        let depth = (3..HEIGHTS).map(height).sum::<f64>() / 4.0 - here;
        let hollow = (relief * depth / HOLLOW).max(0.0);
        ((hit.facing - turned).normalized(), 1.0 - 0.8 * hollow / (hollow + 0.5))
    };
    Ok(hits.iter().zip(&arounds).map(bump).unzip())
}

/// Offsets of the heights of a hit, from its texel.
fn offsets(hit: &Hit) -> [Vector; HEIGHTS] {
    let ([right, down], step) = (hit.tangents, hit.step());
    let [across, along] = [right * HOLLOW, down * HOLLOW];
    [Vector::default(), right * step, down * step, across, -across, along, -along]
}

/// What the window knows of the heights around a hit.
fn around(stage: &Stage, hit: &Hit, (point, look): &(Point, Look), window: &Window) -> Around {
    let step = hit.step();
    let mut around = Around { slopes: [[step, 0.0], [0.0, step]], heights: [f32::NAN; HEIGHTS] };
    around.heights[0] = look.height;
    if !stage.shares_heights() {
        return around;
    }
    let [right, down] = stage.beside(hit, *point);
    if let (Some((right, rise)), Some((down, fall))) = (window.height(right), window.height(down)) {
        let [right, down] = [right - hit.texel, down - hit.texel];
        let most = FAR * step;
        let slopes = [hit.along(right), hit.along(down)];
        let area = slopes[0][0] * slopes[1][1] - slopes[0][1] * slopes[1][0];
        let [across, along] = [right.length(), down.length()];
        if across.max(along) < most && area.abs() > 0.25 * across * along {
            around.slopes = slopes;
            (around.heights[1], around.heights[2]) = (rise, fall);
        }
    }
    if stage.reach > 0 {
        let position = stage.lattice.position(*point);
        let pixels = 1.0 / hit.footprint;
        for (height, offset) in around.heights.iter_mut().zip(offsets(hit)).skip(3) {
            let [across, down] = stage.camera.across(offset);
            let nearest = stage.lattice.nearest([position[0] + across * pixels, position[1] + down * pixels]);
            if let Some((texel, near)) = window.height(nearest)
                && (texel - hit.texel - offset).length() < NEAR
            {
                *height = near;
            }
        }
    }
    around
}

/// Evaluates the heights that are not known. Those at the same side of each hit follow each other, because neighbors
/// are evaluated together.
fn evaluate(stage: &Stage, hits: &[Hit], arounds: &mut [Around]) -> Result<(), Error> {
    let mut sites: Vec<Site> = Vec::new();
    for index in 0..HEIGHTS {
        for (hit, around) in hits.iter().zip(&*arounds) {
            if around.heights[index].is_nan() {
                sites.push(hit.site(stage.scene, offsets(hit)[index]));
            }
        }
    }
    let mut evaluated = stage.samplers.heights(&sites)?.unwrap_or_default().into_iter();
    for index in 0..HEIGHTS {
        for around in arounds.iter_mut().filter(|around| around.heights[index].is_nan()) {
            around.heights[index] = evaluated.next().unwrap_or(0.0);
        }
    }
    Ok(())
}
