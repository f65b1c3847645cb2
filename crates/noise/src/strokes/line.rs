//! The arithmetic of a stroke: the same as that of the nodes, operation by operation.

use super::pen::Pen;
use crate::far;
use crate::hash;
use crate::math;
use crate::random::unit;

/// The stroke of a cell, with the pen that draws it.
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    /// The place of its middle in the cell, 0 to 1.
    pub place: [f32; 2],
    /// Random numbers: the stroke with a greater strength is longer.
    pub strength: f32,
    pub id: f32,
    /// Half its length.
    pub half_length: f32,
    /// The rise at its end, and the parts of its curve.
    pub tilt: f32,
    pub bow: f32,
    pub wave: f32,
    pub half_width: f32,
    /// A factor of its height; 0 if there is no stroke.
    pub presence: f32,
    /// The slope of the lattice.
    pub slope: f32,
}

/// What a sample gets from a stroke.
pub(super) struct Touch {
    pub height: f32,
    pub id: f32,
}

/// How much shorter cells are across.
pub(super) const fn narrow<const K: usize>() -> f32 {
    if K == 8 { 1.0 / 3.0 } else { 1.0 / 8.0 }
}

/// The steps from a sample's cell to a cell around it, by its index: along, then across.
#[inline(always)]
pub(super) fn steps<const K: usize>(k: usize) -> [f32; 2] {
    let first = (K as i32 / 2 - 1) / 2;
    [(k % 2) as f32, ((k / 2) as i32 - first) as f32]
}

/// A column of cells, by its distance along the strokes.
#[derive(Clone, Copy, Default)]
pub(super) struct Column {
    /// Its index for random numbers.
    pub cell: i32,
    /// The number of cells across by which it has moved.
    pub shift: f32,
}

impl Column {
    /// The column some steps from that of a corner.
    #[inline(always)]
    pub fn new(corner: f32, step: f32, pen: &Pen<f32>) -> Column {
        let (along, period) = (math::add(corner, step), pen.periods[0].abs());
        let turns = math::floor(math::div(along, period));
        Column { cell: far::cell(within(along, period)).0, shift: math::mul(turns, pen.shift) }
    }

    /// The index across of its cell some steps from a corner, for random numbers.
    #[inline(always)]
    pub fn across(&self, corner: f32, step: f32, pen: &Pen<f32>) -> i32 {
        let across = math::add(math::add(corner, step), self.shift);
        far::cell(within(across, pen.periods[1].abs())).0
    }
}

/// A random number of a cell, by the hash state before it.
#[inline(always)]
pub(super) fn number([along, across]: [i32; 2], start: u32) -> f32 {
    unit(hash::of::<2>(start, [along, across, 0, 0]))
}

impl Line {
    /// The stroke with the random numbers of its cell.
    #[inline(always)]
    pub fn new<const K: usize>([first, second, third]: [f32; 3], pen: &Pen<f32>) -> Line {
        // A number, and numbers from its lower bits.
        let (strength, tilt, bow) = (second, math::fract(second * 256.0), math::fract(second * 65_536.0));
        let (bow, wave) = if K == 8 {
            let curl = math::mul(pen.curl, 27.0 / 32.0);
            (math::mul(signed(bow), curl), math::mul(signed(math::fract(third * 4096.0)), curl))
        } else {
            (math::mul(signed(bow), pen.curl), 0.0)
        };
        let is_drawn = math::sub(math::add(pen.density, strength), 1.0) > 0.0;
        Line {
            place: [first, math::fract(first * 4096.0)],
            strength,
            id: third,
            half_length: math::mul(pen.half_length, strength * 0.6 + 0.4),
            tilt: math::mul(signed(tilt), pen.tilt),
            bow,
            wave,
            half_width: pen.half_width,
            presence: if is_drawn { pen.presence } else { 0.0 },
            slope: pen.slope,
        }
    }

    /// What a sample gets from the stroke. Without `SATURATED` no result may overflow at a place on the stroke.
    #[inline(always)]
    pub fn touch<const K: usize, const SATURATED: bool>(&self, part: [f32; 2], step: [f32; 2]) -> Touch {
        let offset = part[0] - step[0] + 0.5 - self.place[0];
        let other_offset = part[1] - step[1] + 0.5 - self.place[1];
        let along = div::<SATURATED>(offset, self.half_length);
        let arch = sub::<SATURATED>(1.0, mul::<SATURATED>(along, along));
        let (height, rise) = if K == 8 {
            let swing = add::<SATURATED>(mul::<SATURATED>(along, self.wave), self.bow);
            (
                add::<SATURATED>(mul::<SATURATED>(along, self.tilt), mul::<SATURATED>(arch, swing)),
                sub::<SATURATED>(
                    add::<SATURATED>(self.tilt, mul::<SATURATED>(arch, self.wave)),
                    mul::<SATURATED>(mul::<SATURATED>(along, swing), 2.0),
                ),
            )
        } else {
            (add::<SATURATED>(mul::<SATURATED>(along, self.tilt), mul::<SATURATED>(arch, self.bow)), 0.0)
        };
        let across = sub::<SATURATED>(mul::<SATURATED>(other_offset, narrow::<K>()), height);
        let slope =
            if K == 8 { add::<SATURATED>(self.slope, div::<SATURATED>(rise, self.half_length)) } else { self.slope };
        let secant = root::<SATURATED>(add::<SATURATED>(mul::<SATURATED>(slope, slope), 1.0));
        let distance = div::<SATURATED>(div::<SATURATED>(across.abs(), secant), self.half_width);
        let height = if K == 8 {
            let squared = mul::<SATURATED>(along, along);
            let rest = sub::<SATURATED>(
                sub::<SATURATED>(1.0, mul::<SATURATED>(squared, squared)),
                mul::<SATURATED>(distance, distance),
            );
            let is_inside = rest > 0.0;
            let height = add::<SATURATED>(math::sqrt(if is_inside { rest } else { 0.0 }) * 0.4, self.id * (1.0 - 0.4));
            if is_inside { mul::<SATURATED>(height, self.presence) } else { 0.0 }
        } else {
            let groove = math::clamp01(sub::<SATURATED>(1.0, distance));
            let faded = math::clamp01(arch) * (self.strength * self.strength * 0.9 + 0.1);
            mul::<SATURATED>(groove * faded, self.presence)
        };
        Touch { height, id: self.id }
    }
}

/// A number from 0 to 1 as one from -1 to 1.
#[inline(always)]
fn signed(number: f32) -> f32 {
    number * 2.0 - 1.0
}

/// The index of a cell within a period, if there is one.
#[inline(always)]
fn within(index: f32, period: f32) -> f32 {
    if period > 0.0 { math::modulo(index, period) } else { index }
}

/// A sum, saturated if it may overflow.
#[inline(always)]
fn add<const SATURATED: bool>(a: f32, b: f32) -> f32 {
    if SATURATED { math::add(a, b) } else { a + b }
}

#[inline(always)]
fn sub<const SATURATED: bool>(a: f32, b: f32) -> f32 {
    if SATURATED { math::sub(a, b) } else { a - b }
}

#[inline(always)]
fn mul<const SATURATED: bool>(a: f32, b: f32) -> f32 {
    if SATURATED { math::mul(a, b) } else { a * b }
}

#[inline(always)]
fn div<const SATURATED: bool>(a: f32, b: f32) -> f32 {
    if SATURATED { math::div(a, b) } else { a / b }
}

/// The square root of a number that is not negative.
#[inline(always)]
fn root<const SATURATED: bool>(a: f32) -> f32 {
    if SATURATED { math::sqrt(a) } else { a.sqrt() }
}
