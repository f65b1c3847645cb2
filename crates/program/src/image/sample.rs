//! Interpolation between texels, at one place and at many.

use travertine_noise::{Kernel, Level};

use super::edge::ImageEdge;
use super::pyramid::{Pyramid, Texels};
use crate::raster::{cubic, rounded};

/// The texels of a function, and how they continue.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) pyramid: &'a Pyramid,
    pub(super) edge: ImageEdge,
    pub(super) has_footprint: bool,
}

/// The channel at a place; `TAPS` texels along each axis count: 1 for the nearest, 2 for linear, 4 for cubic.
#[inline(always)]
pub(super) fn at<const TAPS: usize>(source: Source, place: [f32; 2], footprint: f32) -> f32 {
    let (edge, image) = (source.edge, source.pyramid.image());
    if !source.has_footprint || footprint <= 1.0 {
        return rounded(level::<TAPS>(image, edge, place));
    }
    // A footprint of 2^k (1 + t), with t from 0 to 1: the exponent and the fraction of the float.
    let bits = footprint.to_bits();
    let (k, t) = ((bits >> 23) as usize - 127, f64::from(bits & 0x7f_ffff) / f64::from(1 << 23));
    let smaller = source.pyramid.smaller();
    let texels = |k: usize| if k == 0 { Some(image) } else { smaller.get(k - 1) };
    let last = smaller.last().unwrap_or(image);
    let fine = level::<TAPS>(texels(k).unwrap_or(last), edge, place);
    match texels(k + 1) {
        Some(coarse) if t > 0.0 => {
            let coarse = level::<TAPS>(coarse, edge, place);
            rounded((1.0 - t) * fine + t * coarse)
        }
        _ => rounded(fine),
    }
}

/// The channel at many places.
pub(super) fn lanes<const TAPS: usize>(source: Source, level: Level, operands: &[&[f32]], out: &mut [f32]) {
    level.run(Places::<TAPS> { source, operands, out });
}

struct Places<'a, const TAPS: usize> {
    source: Source<'a>,
    operands: &'a [&'a [f32]],
    out: &'a mut [f32],
}

impl<const TAPS: usize> Kernel for Places<'_, TAPS> {
    #[inline(always)]
    fn run(self) {
        let Places { source, operands, out } = self;
        let (us, vs) = (operands[0], operands[1]);
        // Without footprints, any operand will do: it is not read.
        let footprints = operands.get(2).copied().unwrap_or(us);
        for (((out, u), v), footprint) in out.iter_mut().zip(us).zip(vs).zip(footprints) {
            *out = at::<TAPS>(source, [*u, *v], *footprint);
        }
    }
}

/// A level at a place.
#[inline(always)]
fn level<const TAPS: usize>(texels: &Texels, edge: ImageEdge, [u, v]: [f32; 2]) -> f64 {
    let (columns, across) = around::<TAPS>(u, texels.width, edge);
    let (rows, down) = around::<TAPS>(v, texels.height, edge);
    if TAPS == 1 {
        return f64::from(texels.values[rows[0] * texels.width + columns[0]]);
    }
    let mut sum = 0.0;
    for row in 0..TAPS {
        let line = &texels.values[rows[row] * texels.width..][..texels.width];
        let mut along = 0.0;
        for column in 0..TAPS {
            along += across[column] * f64::from(line[columns[column]]);
        }
        sum += down[row] * along;
    }
    sum
}

/// The texels of a line of `count` around a coordinate, and their weights.
#[inline(always)]
fn around<const TAPS: usize>(coordinate: f32, count: usize, edge: ImageEdge) -> ([usize; TAPS], [f64; TAPS]) {
    let position = f64::from(coordinate);
    let inside = match edge {
        ImageEdge::Repeat => position - position.floor(),
        ImageEdge::Mirror => {
            let twice = position - (position * 0.5).floor() * 2.0;
            if twice > 1.0 { 2.0 - twice } else { twice }
        }
        ImageEdge::Clamp => position.clamp(0.0, 1.0),
    };
    let scale = count as f64;
    let along = inside * scale - 0.5;
    let nearest = (along + 0.5).floor();
    if TAPS == 1 {
        return ([texel(nearest as i64, count, edge); TAPS], [1.0; TAPS]);
    }
    // The coordinate of a texel's centre is rounded to f32. A coordinate within that error means the centre itself.
    let rounding = (position.abs() * scale).max(1.0) * 1e-7;
    let along = if (along - nearest).abs() <= rounding.min(1e-3) { nearest } else { along };
    let below = along.floor();
    let t = along - below;
    let (mut weights, mut texels) = ([0.0; TAPS], [0; TAPS]);
    if TAPS == 4 {
        weights.copy_from_slice(&cubic(t));
    } else {
        weights.copy_from_slice(&[1.0 - t, t]);
    }
    let first = below as i64 - (TAPS as i64 / 2 - 1);
    for (offset, place) in texels.iter_mut().enumerate() {
        *place = texel(first + offset as i64, count, edge);
    }
    (texels, weights)
}

/// The texel at an index, which may lie a few texels beyond the edge.
#[inline(always)]
fn texel(index: i64, count: usize, edge: ImageEdge) -> usize {
    let end = count as i64;
    if 0 <= index && index < end {
        return index as usize;
    }
    let inside = match edge {
        ImageEdge::Repeat => index.rem_euclid(end),
        ImageEdge::Mirror => {
            let twice = index.rem_euclid(2 * end);
            if twice < end { twice } else { 2 * end - 1 - twice }
        }
        ImageEdge::Clamp => index.clamp(0, end - 1),
    };
    inside as usize
}
