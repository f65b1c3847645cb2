//! Interpolation between texels, at one place and at many.

use std::array;

use travertine_noise::{Kernel, Level};
use travertine_raster::{cubic, cubic_slope, power, rounded};

use super::edge::ImageEdge;
use super::pyramid::{Pyramid, Texels};

/// The texels of a function, and how they continue.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) pyramid: &'a Pyramid,
    pub(super) edge: ImageEdge,
    pub(super) has_footprint: bool,
    /// How often the texels are differentiated along each axis.
    pub(super) orders: [u8; 3],
    /// Whether they are differentiated by the footprint.
    pub(super) is_rate: bool,
}

/// The channel at a place; `TAPS` texels along each axis count: 1 for the nearest, 2 for linear, 4 for cubic. `AXES` is
/// 2 for a picture, 3 for a volume. `SLOPED` is whether it is differentiated.
#[inline(always)]
pub(super) fn at<const TAPS: usize, const AXES: usize, const SLOPED: bool>(
    source: Source,
    place: [f32; AXES],
    footprint: f32,
) -> f32 {
    let image = source.pyramid.image();
    if !source.has_footprint || footprint <= 1.0 {
        if SLOPED && source.is_rate {
            return 0.0;
        }
        return rounded(level::<TAPS, AXES, SLOPED>(source, image, place));
    }
    // A footprint of 2^k (1 + t), with t from 0 to 1: the exponent and the fraction of the float.
    let bits = footprint.to_bits();
    let (k, t) = ((bits >> 23) as usize - 127, f64::from(bits & 0x7f_ffff) / f64::from(1 << 23));
    let smaller = source.pyramid.smaller();
    let texels = |k: usize| if k == 0 { Some(image) } else { smaller.get(k - 1) };
    let last = smaller.last().unwrap_or(image);
    let fine = level::<TAPS, AXES, SLOPED>(source, texels(k).unwrap_or(last), place);
    match texels(k + 1) {
        Some(coarse) if SLOPED && source.is_rate => {
            // From 2^k to 2^(k + 1).
            let width = f64::from(f32::from_bits(bits & 0x7f80_0000));
            rounded((level::<TAPS, AXES, SLOPED>(source, coarse, place) - fine) / width)
        }
        None if SLOPED && source.is_rate => 0.0,
        Some(coarse) if t > 0.0 => {
            let coarse = level::<TAPS, AXES, SLOPED>(source, coarse, place);
            rounded((1.0 - t) * fine + t * coarse)
        }
        _ => rounded(fine),
    }
}

/// The channel at many places.
pub(super) fn lanes<const TAPS: usize, const AXES: usize, const SLOPED: bool>(
    source: Source,
    level: Level,
    operands: &[&[f32]],
    out: &mut [f32],
) {
    level.run(Places::<TAPS, AXES, SLOPED> { source, operands, out });
}

struct Places<'a, const TAPS: usize, const AXES: usize, const SLOPED: bool> {
    source: Source<'a>,
    operands: &'a [&'a [f32]],
    out: &'a mut [f32],
}

impl<const TAPS: usize, const AXES: usize, const SLOPED: bool> Kernel for Places<'_, TAPS, AXES, SLOPED> {
    #[inline(always)]
    fn run(self) {
        let Places { source, operands, out } = self;
        let count = out.len();
        let coordinates: [&[f32]; AXES] = array::from_fn(|axis| &operands[axis][..count]);
        // Without footprints, any operand will do: it is not read.
        let footprints = operands.get(AXES).copied().unwrap_or(coordinates[0]);
        for (index, (out, footprint)) in out.iter_mut().zip(footprints).enumerate() {
            *out = at::<TAPS, AXES, SLOPED>(source, coordinates.map(|along| along[index]), *footprint);
        }
    }
}

/// A level at a place.
#[inline(always)]
fn level<const TAPS: usize, const AXES: usize, const SLOPED: bool>(
    source: Source,
    texels: &Texels,
    place: [f32; AXES],
) -> f64 {
    let (edge, orders) = (source.edge, if SLOPED { source.orders } else { [0; 3] });
    let across = around::<TAPS, AXES>(place[0], texels.width, edge, orders[0]);
    let down = around::<TAPS, AXES>(place[1], texels.height, edge, orders[1]);
    if AXES == 2 {
        return slice::<TAPS>(&texels.values, texels.width, &across, &down);
    }
    let away = around::<TAPS, AXES>(place[2], texels.depth, edge, orders[2]);
    let area = texels.width * texels.height;
    let slices = |index: usize| &texels.values[away.texels[index] * area..][..area];
    if across.is_texel && down.is_texel && away.is_texel {
        // The sum below would lose the sign of 0.
        let middle = (TAPS - 1) / 2;
        return f64::from(slices(middle)[down.texels[middle] * texels.width + across.texels[middle]]);
    }
    let slice = |index: usize| slice::<TAPS>(slices(index), texels.width, &across, &down);
    let common = if away.is_sloped { slice((TAPS - 1) / 2) } else { 0.0 };
    let mut sum = 0.0;
    for index in 0..TAPS {
        sum += away.weights[index] * (slice(index) - common);
    }
    sum
}

/// A slice at a place.
#[inline(always)]
fn slice<const TAPS: usize>(texels: &[f32], width: usize, across: &Around<TAPS>, down: &Around<TAPS>) -> f64 {
    if TAPS == 1 && across.is_texel && down.is_texel {
        return f64::from(texels[down.texels[0] * width + across.texels[0]]);
    }
    let middle = (TAPS - 1) / 2;
    let line = |row: usize| {
        let line = &texels[down.texels[row] * width..][..width];
        let common = if across.is_sloped { f64::from(line[across.texels[middle]]) } else { 0.0 };
        let mut along = 0.0;
        for column in 0..TAPS {
            along += across.weights[column] * (f64::from(line[across.texels[column]]) - common);
        }
        along
    };
    let common = if down.is_sloped { line(middle) } else { 0.0 };
    let mut sum = 0.0;
    for row in 0..TAPS {
        sum += down.weights[row] * (line(row) - common);
    }
    sum
}

/// The texels of a line around a coordinate, and their weights.
struct Around<const TAPS: usize> {
    texels: [usize; TAPS],
    weights: [f64; TAPS],
    /// Whether the weights are differentiated. They add up to 0 then, so a common number is left out of the texels:
    /// where all are equal, the sum is exactly 0.
    is_sloped: bool,
    /// Whether the coordinate is that of a texel of the line, and the others have no weight.
    is_texel: bool,
}

/// The texels of a line of `count` around a coordinate, with weights that are differentiated as often as `order`
/// specifies.
#[inline(always)]
fn around<const TAPS: usize, const AXES: usize>(
    coordinate: f32,
    count: usize,
    edge: ImageEdge,
    order: u8,
) -> Around<TAPS> {
    let position = f64::from(coordinate);
    let scale = count as f64;
    // How fast the place in the picture changes.
    let mut rise = scale;
    let inside = match edge {
        ImageEdge::Repeat => position - position.floor(),
        ImageEdge::Mirror => {
            let twice = position - (position * 0.5).floor() * 2.0;
            if twice > 1.0 {
                rise = -scale;
                2.0 - twice
            } else {
                twice
            }
        }
        ImageEdge::Clamp => {
            let inside = position.clamp(0.0, 1.0);
            if inside != position {
                rise = 0.0;
            }
            inside
        }
        ImageEdge::Zero => position,
    };
    let along = inside * scale - 0.5;
    // So far from the edge, all is 0.
    let along = if edge == ImageEdge::Zero { along.clamp(-4.0, scale + 4.0) } else { along };
    let nearest = (along + 0.5).floor();
    // The coordinate of a texel's center is rounded to f32: once along a picture, and four times along a volume, whose
    // node divides it by the length of a side. A coordinate within that error means the center itself.
    let error = if AXES == 2 { 1e-7 } else { 2.5e-7 };
    let rounding = (position.abs() * scale).max(1.0) * error;
    let along = if TAPS == 1 || (along - nearest).abs() <= rounding.min(1e-3) { nearest } else { along };
    let below = along.floor();
    let t = along - below;
    let (mut weights, mut texels) = ([1.0; TAPS], [0; TAPS]);
    match (TAPS, order) {
        (4, 0) => weights.copy_from_slice(&cubic(t)),
        (4, order) => weights.copy_from_slice(&cubic_slope(order, t)),
        (2, 0) => weights.copy_from_slice(&[1.0 - t, t]),
        (2, _) => weights.copy_from_slice(&[-1.0, 1.0]),
        _ => {}
    }
    if order > 0 {
        let factor = power(rise, order);
        for weight in &mut weights {
            *weight *= factor;
        }
    }
    let before = (TAPS as i64 - 1) / 2;
    let first = below as i64 - before;
    for (offset, place) in texels.iter_mut().enumerate() {
        *place = texel(first + offset as i64, count, edge);
    }
    let mut is_texel = t == 0.0 && order == 0;
    if edge == ImageEdge::Zero {
        let inside = 0..count as i64;
        is_texel &= inside.contains(&(below as i64));
        for (index, weight) in (first..).zip(&mut weights) {
            if !inside.contains(&index) {
                *weight = 0.0;
            }
        }
    }
    Around { texels, weights, is_sloped: order > 0, is_texel }
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
        ImageEdge::Clamp | ImageEdge::Zero => index.clamp(0, end - 1),
    };
    inside as usize
}
