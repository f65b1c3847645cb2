//! Tables of a curve's segments, which lanes pick from.

use travertine_noise::Vectors;
use travertine_noise::interpolant::smoothstep;

use super::{Curve, between, fraction};

/// Segments next to each other, as many as there are lanes at most: each property a vector to pick from.
pub(super) struct Table<const N: usize, const B: usize> {
    smooth: bool,
    pub(super) way: Way,
    count: usize,
    /// Whether no point, the end of the last segment among them, is so far away that [`math::sub`] might saturate distances
    /// that count.
    near: bool,
    /// Where there is no segment, what no x reaches.
    x: [f32; B],
    per_width: [f32; B],
    heights: [Heights<B>; N],
}

/// How the values of a table are worked out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Way {
    /// Nothing but lines: it [reaches its points](Table::reaches_points).
    Straight,
    /// Without limits: it is [plain](Table::is_plain).
    Plain,
    Limited,
    /// Limited, and not from the first segment on: before, values stay as they are.
    After,
}

/// What differs between curves that share their segments.
#[derive(Clone, Copy)]
struct Heights<const B: usize> {
    start: f32,
    y: [f32; B],
    next_y: [f32; B],
    rise: [f32; B],
}

impl<const N: usize, const B: usize> Table<N, B> {
    /// The segments of curves from one on.
    #[inline(always)]
    pub(super) fn new(curves: [&Curve; N], first: usize) -> Self {
        let none = [0.0; B];
        let heights = [Heights { start: 0.0, y: none, next_y: none, rise: none }; N];
        let mut ends = curves[0].points.iter().skip(first).take(B + 1);
        let near = ends.all(|[x, _]| x.abs() < FAR);
        let (smooth, x) = (curves[0].is_smooth(), [f32::NAN; B]);
        let mut table = Table { smooth, way: Way::After, count: 0, near, x, per_width: none, heights };
        for (curve, heights) in curves.iter().zip(&mut table.heights) {
            heights.start = curve.start();
            for (i, segment) in curve.segments().skip(first).take(B).enumerate() {
                table.count = i + 1;
                (table.x[i], table.per_width[i]) = (segment.x, segment.per_width);
                (heights.y[i], heights.next_y[i], heights.rise[i]) =
                    (segment.y, segment.next_y, segment.rise);
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

    /// Whether no sum on the way from one point to the next lies beyond them, and there are none so far away, or of such
    /// zeros, that it matters what [`math::sub`] and [`math::min`] do with them.
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

    /// Whether a [plain](Table::is_plain) table's lines give the next point's value where fractions become 1, if they do.
    fn reaches_points(&self) -> bool {
        let reaches =
            |heights: &Heights<B>, i: usize, t: f32| heights.y[i] + t * heights.rise[i] == heights.next_y[i];
        let all_reach = |i: usize, t: f32| self.heights.iter().all(|heights| reaches(heights, i, t));
        (0..self.count).all(|i| match self.x[i + 1..self.count].first() {
            Some(_) if self.smooth => all_reach(i, 1.0),
            Some(next) => {
                let greatest = (next.next_down() - self.x[i]) * self.per_width[i];
                greatest < 1.0 || all_reach(i, 1.0) && all_reach(i, greatest)
            }
            // The last segment of all has no width, and no fraction but 0.
            None => self.per_width[i] == 0.0,
        })
    }

    /// The values at every `x`; before the first segment the start, or what is there.
    #[inline(always)]
    pub(super) fn values<V: Vectors<B>>(&self, x: &[f32], out: &mut [&mut [f32]; N]) {
        match (self.way, self.smooth) {
            (Way::Straight, false) => self.plainly_over::<V, false, true>(x, out),
            (Way::Straight, true) => self.plainly_over::<V, true, true>(x, out),
            (Way::Plain, false) => self.plainly_over::<V, false, false>(x, out),
            (Way::Plain, true) => self.plainly_over::<V, true, false>(x, out),
            (Way::Limited, false) => self.over::<V, false, true>(x, out),
            (Way::Limited, true) => self.over::<V, true, true>(x, out),
            (Way::After, false) => self.over::<V, false, false>(x, out),
            (Way::After, true) => self.over::<V, true, false>(x, out),
        }
    }

    /// The values at every `x` of curves that are [plain](Table::is_plain), from their first segment on.
    #[inline(always)]
    fn plainly_over<V: Vectors<B>, const SMOOTH: bool, const REACHES: bool>(
        &self,
        x: &[f32],
        out: &mut [&mut [f32]; N],
    ) {
        let (blocks, rest) = x.as_chunks::<B>();
        for (i, x) in blocks.iter().enumerate() {
            let (segment, t) = self.plain_place::<V, SMOOTH>(x);
            for (out, heights) in out.iter_mut().zip(&self.heights) {
                out.as_chunks_mut::<B>().0[i] = heights.plainly_at::<V, REACHES>(&segment, &t);
            }
        }
        if rest.is_empty() {
            return;
        }
        let mut last = [0.0; B];
        last[..rest.len()].copy_from_slice(rest);
        let (segment, t) = self.plain_place::<V, SMOOTH>(&last);
        for (out, heights) in out.iter_mut().zip(&self.heights) {
            let values = heights.plainly_at::<V, REACHES>(&segment, &t);
            out[x.len() - rest.len()..].copy_from_slice(&values[..rest.len()]);
        }
    }

    /// On which segment each sample is, and at what fraction of it; before the first one, at its start.
    #[inline(always)]
    fn plain_place<V: Vectors<B>, const SMOOTH: bool>(&self, x: &[f32; B]) -> ([i32; B], [f32; B]) {
        let segment = self.segment(x);
        let (xs, per_widths) = (V::pick(&self.x, &segment), V::pick(&self.per_width, &segment));
        let mut t = [0.0; B];
        for i in 0..B {
            let along = (x[i] - xs[i]) * per_widths[i];
            // No number, as nothing times an overflow is none: the start of a segment without a width.
            t[i] = if along > 0.0 { along } else { 0.0 };
            if SMOOTH {
                t[i] = smoothstep(if t[i] < 1.0 { t[i] } else { 1.0 });
            }
        }
        (segment, t)
    }

    /// The values at every `x`; before the first segment the start, or what is there.
    #[inline(always)]
    fn over<V: Vectors<B>, const SMOOTH: bool, const FIRST: bool>(
        &self,
        x: &[f32],
        out: &mut [&mut [f32]; N],
    ) {
        let (blocks, rest) = x.as_chunks::<B>();
        for (i, x) in blocks.iter().enumerate() {
            let place = self.place::<V, SMOOTH>(x);
            for n in 0..N {
                let out = &mut out[n].as_chunks_mut::<B>().0[i];
                let before = if FIRST { [self.heights[n].start; B] } else { *out };
                *out = self.heights[n].at::<V>(&place, before);
            }
        }
        if rest.is_empty() {
            return;
        }
        let mut last = [0.0; B];
        last[..rest.len()].copy_from_slice(rest);
        let place = self.place::<V, SMOOTH>(&last);
        for n in 0..N {
            let out = &mut out[n][x.len() - rest.len()..];
            let mut before = [self.heights[n].start; B];
            if !FIRST {
                before[..out.len()].copy_from_slice(out);
            }
            out.copy_from_slice(&self.heights[n].at::<V>(&place, before)[..out.len()]);
        }
    }

    /// Each sample takes the last segment that it is not before.
    #[inline(always)]
    fn segment(&self, x: &[f32; B]) -> [i32; B] {
        let mut segment = [0; B];
        // Most curves have so few that a loop over those that there are would cost more.
        for i in 1..FEW {
            choose(x, self.x[i], i as i32, &mut segment);
        }
        for i in FEW..self.count {
            choose(x, self.x[i], i as i32, &mut segment);
        }
        segment
    }

    #[inline(always)]
    fn place<V: Vectors<B>, const SMOOTH: bool>(&self, x: &[f32; B]) -> Place<B> {
        let segment = self.segment(x);
        let (xs, per_widths) = (V::pick(&self.x, &segment), V::pick(&self.per_width, &segment));
        let mut t = [0.0; B];
        for i in 0..B {
            t[i] = fraction(x[i], xs[i], per_widths[i], SMOOTH);
        }
        let mut on = [false; B];
        for i in 0..B {
            on[i] = x[i] >= self.x[0];
        }
        Place { segment, t, on }
    }
}

/// The least number of lanes.
const FEW: usize = 4;

/// A quarter of the greatest float.
const FAR: f32 = 8.5e37;

/// Where samples are: on which segment, at what fraction of it, and whether on one at all.
struct Place<const B: usize> {
    segment: [i32; B],
    t: [f32; B],
    on: [bool; B],
}

impl<const B: usize> Heights<B> {
    #[inline(always)]
    fn plainly_at<V: Vectors<B>, const REACHES: bool>(&self, segment: &[i32; B], t: &[f32; B]) -> [f32; B] {
        let (ys, rises) = (V::pick(&self.y, segment), V::pick(&self.rise, segment));
        let mut values = [0.0; B];
        for i in 0..B {
            values[i] = ys[i] + t[i] * rises[i];
        }
        if !REACHES {
            let next_ys = V::pick(&self.next_y, segment);
            for i in 0..B {
                values[i] = if t[i] < 1.0 { values[i] } else { next_ys[i] };
            }
        }
        values
    }

    #[inline(always)]
    fn at<V: Vectors<B>>(&self, place: &Place<B>, mut values: [f32; B]) -> [f32; B] {
        let (ys, next_ys) = (V::pick(&self.y, &place.segment), V::pick(&self.next_y, &place.segment));
        let rises = V::pick(&self.rise, &place.segment);
        for i in 0..B {
            let here = between(place.t[i], ys[i], next_ys[i], rises[i]);
            values[i] = if place.on[i] { here } else { values[i] };
        }
        values
    }
}

/// The number from `start` on; before, what was chosen before. A loop of its own, which becomes one instruction.
#[inline(always)]
fn choose<const B: usize>(x: &[f32; B], start: f32, number: i32, chosen: &mut [i32; B]) {
    for i in 0..B {
        chosen[i] = if x[i] >= start { number } else { chosen[i] };
    }
}
