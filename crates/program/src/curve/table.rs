//! Tables of a curve's segments, from which lanes pick.

use travertine_noise::Vectors;
use travertine_noise::interpolant::smoothstep;

use super::{Curve, between, fraction};

/// Consecutive segments of curves, at most one for each lane, as vectors of each property.
pub(super) struct Table<const N: usize, const B: usize> {
    smooth: bool,
    pub(super) way: Way,
    count: usize,
    /// Whether every point, including the end of the last segment, is so near that [`math::sub`] does not saturate
    /// relevant distances.
    near: bool,
    /// NaN where there is no segment, so that no x reaches it.
    x: [f32; B],
    per_width: [f32; B],
    heights: [Heights<B>; N],
}

/// How a table's values are computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Way {
    /// Straight lines alone, because the table [reaches its points](Table::reaches_points).
    Straight,
    /// Without saturation, because the table [is plain](Table::is_plain).
    Plain,
    Limited,
    /// As `Limited`, for segments after the first table: samples before them keep their values.
    After,
}

/// The properties in which curves with shared segments differ.
#[derive(Clone, Copy)]
struct Heights<const B: usize> {
    start: f32,
    y: [f32; B],
    next_y: [f32; B],
    rise: [f32; B],
}

impl<const N: usize, const B: usize> Table<N, B> {
    /// The table of segments from index `first` on.
    #[inline(always)]
    pub(super) fn new(curves: [&Curve; N], first: usize) -> Self {
        let none = [0.0; B];
        let heights = [Heights { start: 0.0, y: none, next_y: none, rise: none }; N];
        let mut ends = curves[0].points.iter().skip(first).take(B + 1);
        let near = ends.all(|[x, _]| x.abs() < QUARTER_OF_MAX);
        let (smooth, x) = (curves[0].is_smooth(), [f32::NAN; B]);
        let mut table = Table { smooth, way: Way::After, count: 0, near, x, per_width: none, heights };
        for (curve, heights) in curves.iter().zip(&mut table.heights) {
            heights.start = curve.start();
            for (i, segment) in curve.segments().skip(first).take(B).enumerate() {
                table.count = i + 1;
                (table.x[i], table.per_width[i]) = (segment.x, segment.per_width);
                (heights.y[i], heights.next_y[i], heights.rise[i]) = (segment.y, segment.next_y, segment.rise);
            }
        }
        table.way = match first {
            0 if table.is_plain() && table.reaches_points() => Way::Straight,
            0 if table.is_plain() => Way::Plain,
            0 => Way::Limited,
            _ => Way::After,
        };
        table
    }

    /// Whether interpolated values stay between the ends of their segment without help from [`math::sub`] and
    /// [`math::min`]: nothing saturates, and there are no negative zeros.
    fn is_plain(&self) -> bool {
        const NEARLY_ALL: f32 = 1.0 - f32::EPSILON / 2.0;
        let stays_between = |heights: &Heights<B>, i: usize| {
            let (y, next_y) = (heights.y[i], heights.next_y[i]);
            let last = y + NEARLY_ALL * heights.rise[i];
            let positive = |zero: f32| zero.to_bits() != (-0.0_f32).to_bits();
            positive(y) && positive(next_y) && last >= y.min(next_y) && last <= y.max(next_y)
        };
        let all = |heights: &Heights<B>| (0..self.count).all(|i| stays_between(heights, i));
        self.near && self.heights.iter().all(all)
    }

    /// Whether the lines of a [plain](Table::is_plain) table reach the next point's value exactly where the fraction
    /// becomes 1.
    fn reaches_points(&self) -> bool {
        let reaches = |heights: &Heights<B>, i: usize, t: f32| heights.y[i] + t * heights.rise[i] == heights.next_y[i];
        let all_reach = |i: usize, t: f32| self.heights.iter().all(|heights| reaches(heights, i, t));
        (0..self.count).all(|i| match self.x[i + 1..self.count].first() {
            Some(_) if self.smooth => all_reach(i, 1.0),
            Some(next) => {
                let greatest = (next.next_down() - self.x[i]) * self.per_width[i];
                greatest < 1.0 || all_reach(i, 1.0) && all_reach(i, greatest)
            }
            // The last segment of the curve has no width, and no fraction but 0.
            None => self.per_width[i] == 0.0,
        })
    }

    /// The values at every `x`. Before the first segment, values are the curve's start, or are unchanged in a later
    /// table.
    ///
    /// The way and the interpolation are decided for each block: a kernel for each would take long to compile.
    #[inline(always)]
    pub(super) fn values<V: Vectors<B>>(&self, x: &[f32], out: &mut [&mut [f32]; N]) {
        for start in (0..x.len()).step_by(B) {
            let x = part(x, start);
            if matches!(self.way, Way::Straight | Way::Plain) {
                let (segment, t) = self.locate_plainly::<V>(&x);
                let reaches = self.way == Way::Straight;
                for (out, heights) in out.iter_mut().zip(&self.heights) {
                    put(out, start, heights.plainly_at::<V>(&segment, &t, reaches));
                }
            } else {
                let located = self.locate::<V>(&x);
                for (out, heights) in out.iter_mut().zip(&self.heights) {
                    let first = self.way == Way::Limited;
                    let before = if first { [heights.start; B] } else { part(out, start) };
                    put(out, start, heights.at::<V>(&located, before));
                }
            }
        }
    }

    /// Segment of each sample, and its position in it from 0 to 1; 0 before the first segment. For a
    /// [plain](Table::is_plain) first table.
    #[inline(always)]
    fn locate_plainly<V: Vectors<B>>(&self, x: &[f32; B]) -> ([i32; B], [f32; B]) {
        let segment = self.segment(x);
        let (xs, per_widths) = (V::pick(&self.x, &segment), V::pick(&self.per_width, &segment));
        let mut t = [0.0; B];
        for i in 0..B {
            let along = (x[i] - xs[i]) * per_widths[i];
            // NaN, which is 0 times infinity, marks the start of a segment without a width.
            t[i] = if along > 0.0 { along } else { 0.0 };
        }
        if self.smooth {
            for t in &mut t {
                *t = smoothstep(if *t < 1.0 { *t } else { 1.0 });
            }
        }
        (segment, t)
    }

    /// Segment of each sample: the last one that starts at or before it.
    #[inline(always)]
    fn segment(&self, x: &[f32; B]) -> [i32; B] {
        let mut segment = [0; B];
        // Most curves have so few segments that a loop of constant length is faster.
        for i in 1..MIN_LANES {
            choose(x, self.x[i], i as i32, &mut segment);
        }
        for i in MIN_LANES..self.count {
            choose(x, self.x[i], i as i32, &mut segment);
        }
        segment
    }

    #[inline(always)]
    fn locate<V: Vectors<B>>(&self, x: &[f32; B]) -> Located<B> {
        let segment = self.segment(x);
        let (xs, per_widths) = (V::pick(&self.x, &segment), V::pick(&self.per_width, &segment));
        let mut t = [0.0; B];
        for i in 0..B {
            t[i] = fraction(x[i], xs[i], per_widths[i]);
        }
        if self.smooth {
            for t in &mut t {
                *t = smoothstep(*t);
            }
        }
        let mut on = [false; B];
        for i in 0..B {
            on[i] = x[i] >= self.x[0];
        }
        Located { segment, t, on }
    }
}

/// Minimum number of lanes.
const MIN_LANES: usize = 4;

/// A quarter of the greatest float.
const QUARTER_OF_MAX: f32 = 8.5e37;

/// Segment of each sample, position in it from 0 to 1, and whether the sample is in or after the first segment.
struct Located<const B: usize> {
    segment: [i32; B],
    t: [f32; B],
    on: [bool; B],
}

impl<const B: usize> Heights<B> {
    #[inline(always)]
    fn plainly_at<V: Vectors<B>>(&self, segment: &[i32; B], t: &[f32; B], reaches: bool) -> [f32; B] {
        let (ys, rises) = (V::pick(&self.y, segment), V::pick(&self.rise, segment));
        let mut values = [0.0; B];
        for i in 0..B {
            values[i] = ys[i] + t[i] * rises[i];
        }
        if !reaches {
            let next_ys = V::pick(&self.next_y, segment);
            for i in 0..B {
                values[i] = if t[i] < 1.0 { values[i] } else { next_ys[i] };
            }
        }
        values
    }

    #[inline(always)]
    fn at<V: Vectors<B>>(&self, located: &Located<B>, mut values: [f32; B]) -> [f32; B] {
        let (ys, next_ys) = (V::pick(&self.y, &located.segment), V::pick(&self.next_y, &located.segment));
        let rises = V::pick(&self.rise, &located.segment);
        for i in 0..B {
            let here = between(located.t[i], ys[i], next_ys[i], rises[i]);
            values[i] = if located.on[i] { here } else { values[i] };
        }
        values
    }
}

/// Chooses `number` where x is at least `start`. The loop compiles to one instruction.
#[inline(always)]
fn choose<const B: usize>(x: &[f32; B], start: f32, number: i32, chosen: &mut [i32; B]) {
    for i in 0..B {
        chosen[i] = if x[i] >= start { number } else { chosen[i] };
    }
}

/// The `B` values from index `start` on, and zeros after the end.
#[inline(always)]
fn part<const B: usize>(values: &[f32], start: usize) -> [f32; B] {
    let values = &values[start..];
    values.first_chunk().copied().unwrap_or_else(|| {
        let mut part = [0.0; B];
        part[..values.len()].copy_from_slice(values);
        part
    })
}

/// Writes values from index `start` on, up to the end.
#[inline(always)]
fn put<const B: usize>(out: &mut [f32], start: usize, values: [f32; B]) {
    let out = &mut out[start..];
    match out.first_chunk_mut() {
        Some(out) => *out = values,
        None => out.copy_from_slice(&values[..out.len()]),
    }
}
