//! Curves: functions of one number, drawn through points.

use travertine_noise::interpolant::smoothstep;
use travertine_noise::{Level, VectorKernel, Vectors, math};

/// How a curve runs from one point to the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CurveInterpolation {
    /// Straight lines.
    Linear,
    /// Holds each point's value until the next point.
    Step,
    /// Smoothstep between neighbours: level at every point.
    Smooth,
}

impl CurveInterpolation {
    /// Every one that there is.
    pub const ALL: [CurveInterpolation; 3] =
        [CurveInterpolation::Linear, CurveInterpolation::Step, CurveInterpolation::Smooth];

    /// The interpolation of that name.
    pub fn from_name(name: &str) -> Option<CurveInterpolation> {
        CurveInterpolation::ALL.into_iter().find(|interpolation| interpolation.name() == name)
    }

    /// The name that documents use.
    pub fn name(self) -> &'static str {
        match self {
            CurveInterpolation::Linear => "linear",
            CurveInterpolation::Step => "step",
            CurveInterpolation::Smooth => "smooth",
        }
    }
}

/// A function through points; level before the first and after the last.
///
/// Where two points share an x, the curve jumps there to the later one.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The points as (x, y): at least one, finite, x not decreasing.
    pub points: Vec<[f32; 2]>,
    /// How it runs between them.
    pub interpolation: CurveInterpolation,
}

impl Curve {
    /// The value at `x`; the definition that [`Curve::lanes`] repeats over slices.
    pub fn at(&self, x: f32) -> f32 {
        let segment = self.segments().take_while(|segment| x >= segment.x).last();
        segment.map_or(self.start(), |segment| segment.at(x, self.is_smooth()))
    }

    /// The values at every `x`, bit-equal to [`Curve::at`].
    ///
    /// # Panics
    ///
    /// If `out` has another length than `x`.
    pub fn lanes(&self, level: Level, x: &[f32], out: &mut [f32]) {
        Curve::lanes_together([self], level, x, [out]);
    }

    /// The values of several curves at every `x`, bit-equal to [`Curve::at`], for less than each by itself: which segment a
    /// sample is on, and where there, is the same for all.
    ///
    /// # Panics
    ///
    /// If not all curves [share their segments](Curve::shares_segments), or some output has another length than `x`.
    pub fn lanes_together<const N: usize>(
        curves: [&Curve; N],
        level: Level,
        x: &[f32],
        out: [&mut [f32]; N],
    ) {
        for (curve, out) in curves.iter().zip(&out) {
            assert!(curve.shares_segments(curves[0]), "curves with different segments");
            assert_eq!(x.len(), out.len(), "a value for each x");
        }
        level.run_in_vectors(Values { curves, x, out });
    }

    /// The values of several curves at every `x`, as [`Curve::lanes_together`] works them out, but handed over in strips: some
    /// hundred of each curve at a time, in their order, while they are in the smallest cache.
    ///
    /// # Panics
    ///
    /// If not all curves [share their segments](Curve::shares_segments).
    pub fn strips_together<const N: usize>(
        curves: [&Curve; N],
        level: Level,
        x: &[f32],
        take: impl FnMut([&[f32]; N]),
    ) {
        for curve in curves {
            assert!(curve.shares_segments(curves[0]), "curves with different segments");
        }
        level.run_in_vectors(Strips { curves, x, take });
    }

    /// Whether two curves differ only in the heights of their points.
    pub fn shares_segments(&self, other: &Curve) -> bool {
        let mut points = self.points.iter().zip(&other.points);
        self.is_smooth() == other.is_smooth()
            && self.points.len() == other.points.len()
            && points.all(|(a, b)| a[0].to_bits() == b[0].to_bits())
    }

    /// The least and greatest value over `[low, high]`.
    pub fn range(&self, low: f32, high: f32) -> (f32, f32) {
        let hull = |values: &mut dyn Iterator<Item = f32>| {
            values.fold((f32::MAX, f32::MIN), |(min, max), value| (min.min(value), max.max(value)))
        };
        // Every piece is monotonic between its points, so extremes lie at the ends and at the points.
        let inner = self.points.iter().filter(|point| point[0] >= low && point[0] <= high);
        let (min, max) = hull(&mut inner.map(|point| point[1]).chain([self.at(low), self.at(high)]));
        if self.interpolation != CurveInterpolation::Smooth {
            return (min, max);
        }
        // Monotonic but for the rounding of the polynomial, which never carries it beyond its points.
        let (least, greatest) = hull(&mut self.points.iter().map(|point| point[1]));
        let margin = math::mul(math::sub(greatest, least), 1e-6);
        (math::sub(min, margin).max(least), math::add(max, margin).min(greatest))
    }

    fn start(&self) -> f32 {
        self.points.first().map_or(0.0, |point| point[1])
    }

    fn is_smooth(&self) -> bool {
        self.interpolation == CurveInterpolation::Smooth
    }

    #[inline(always)]
    fn segments(&self) -> impl Iterator<Item = Segment> {
        self.points.iter().enumerate().map(|(index, &[x, y])| {
            let [next_x, next_y] = self.points.get(index + 1).copied().unwrap_or([x, y]);
            let next_y = if self.interpolation == CurveInterpolation::Step { y } else { next_y };
            let per_width = math::div(1.0, math::sub(next_x, x));
            Segment { x, per_width, y, next_y, rise: math::sub(next_y, y) }
        })
    }
}

/// What holds from one point on, until the next segment overrides it.
#[derive(Clone, Copy)]
struct Segment {
    x: f32,
    per_width: f32,
    y: f32,
    next_y: f32,
    rise: f32,
}

impl Segment {
    /// At an `x` that is not before the segment.
    #[inline(always)]
    fn at(self, x: f32, smooth: bool) -> f32 {
        between(fraction(x, self.x, self.per_width, smooth), self.y, self.next_y, self.rise)
    }
}

/// How far along a segment, from 0 to 1, an `x` is that is not before it.
#[inline(always)]
fn fraction(x: f32, start: f32, per_width: f32, smooth: bool) -> f32 {
    let t = math::sub(x, start) * per_width;
    let t = if t < 1.0 { t } else { 1.0 };
    if smooth { smoothstep(t) } else { t }
}

/// A [`math::lerp`] from end to end, of which there is less to saturate.
#[inline(always)]
fn between(t: f32, y: f32, next_y: f32, rise: f32) -> f32 {
    let between = math::min(math::max(y, next_y), math::max(math::min(y, next_y), y + t * rise));
    if t == 1.0 { next_y } else { between }
}

/// Values of curves over slices.
struct Values<'a, const N: usize> {
    curves: [&'a Curve; N],
    x: &'a [f32],
    out: [&'a mut [f32]; N],
}

impl<const N: usize> VectorKernel for Values<'_, N> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(self) {
        let Values { curves, x, mut out } = self;
        Table::<N, B>::new(curves, 0).values::<V>(x, &mut out);
        later_values::<V, N, B>(curves, x, &mut out);
    }
}

/// Values of curves over a slice, strip by strip.
struct Strips<'a, const N: usize, F> {
    curves: [&'a Curve; N],
    x: &'a [f32],
    take: F,
}

/// Samples of a strip.
const STRIP: usize = 512;

impl<const N: usize, F: FnMut([&[f32]; N])> VectorKernel for Strips<'_, N, F> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(self) {
        let Strips { curves, x, mut take } = self;
        let table = Table::<N, B>::new(curves, 0);
        let mut values = [[0.0; STRIP]; N];
        for x in x.chunks(STRIP) {
            let mut out = values.each_mut().map(|values| &mut values[..x.len()]);
            table.values::<V>(x, &mut out);
            later_values::<V, N, B>(curves, x, &mut out);
            take(out.map(|values| &*values));
        }
    }
}

/// Values on the segments that the first table has no room for: curves of more segments than there are lanes take several
/// turns.
#[inline(always)]
fn later_values<V: Vectors<B>, const N: usize, const B: usize>(
    curves: [&Curve; N],
    x: &[f32],
    out: &mut [&mut [f32]; N],
) {
    for first in (B..curves[0].points.len()).step_by(B) {
        Table::<N, B>::new(curves, first).values::<V>(x, out);
    }
}

/// Segments next to each other, as many as there are lanes at most: each property a vector to pick from.
struct Table<const N: usize, const B: usize> {
    smooth: bool,
    way: Way,
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
enum Way {
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
    fn new(curves: [&Curve; N], first: usize) -> Self {
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
    fn values<V: Vectors<B>>(&self, x: &[f32], out: &mut [&mut [f32]; N]) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(interpolation: CurveInterpolation) -> Curve {
        Curve { points: vec![[0.0, 1.0], [0.5, 3.0], [0.5, -1.0], [1.0, 0.1]], interpolation }
    }

    #[test]
    fn passes_through_its_points_and_is_level_outside() {
        for interpolation in [CurveInterpolation::Linear, CurveInterpolation::Smooth] {
            let curve = curve(interpolation);
            assert_eq!([-9.0, 0.0, 0.5, 1.0, 9.0].map(|x| curve.at(x)), [1.0, 1.0, -1.0, 0.1, 0.1]);
            assert_eq!(curve.at(0.25), 2.0);
        }
        assert_eq!(curve(CurveInterpolation::Step).at(0.4999), 1.0);
        assert_eq!(curve(CurveInterpolation::Step).at(0.5), -1.0);
    }

    #[test]
    fn pieces_are_linear_interpolations() {
        let ends = [0.0, -0.0, 0.3, 1.0, -1.0, 7.5e-39, -3e38, f32::MAX, f32::MIN];
        for smooth in [false, true] {
            for [x, y, next_x, next_y] in ends.iter().flat_map(|y| {
                ends.iter().flat_map(move |next_y| [[0.0, *y, 1.0, *next_y], [-0.3, *y, 0.4, *next_y]])
            }) {
                let interpolation =
                    if smooth { CurveInterpolation::Smooth } else { CurveInterpolation::Linear };
                let curve = Curve { points: vec![[x, y], [next_x, next_y]], interpolation };
                for i in 0..=2000 {
                    let at = x + i as f32 * 0.0006;
                    if at >= next_x {
                        break;
                    }
                    let t = (at - x) * math::div(1.0, math::sub(next_x, x));
                    let t = if t < 1.0 { t } else { 1.0 };
                    let expected = math::lerp(if smooth { smoothstep(t) } else { t }, y, next_y);
                    assert_eq!(curve.at(at).to_bits(), expected.to_bits(), "{curve:?} at {at}");
                }
            }
        }
    }

    #[test]
    fn curves_of_many_points_are_the_same_in_lanes() {
        let points: Vec<[f32; 2]> =
            (0..100).map(|i| [(i / 2) as f32 * 0.1, (i * 37 % 11) as f32 - 5.0]).collect();
        for interpolation in CurveInterpolation::ALL {
            let curve = Curve { points: points.clone(), interpolation };
            let x: Vec<f32> = (-20..523).map(|i| i as f32 * 0.01).collect();
            for level in Level::available() {
                let mut out = vec![0.0; x.len()];
                curve.lanes(level, &x, &mut out);
                for (x, out) in x.iter().zip(&out) {
                    assert_eq!(out.to_bits(), curve.at(*x).to_bits(), "{interpolation:?} at {x}, {level}");
                }
            }
        }
    }

    #[test]
    fn curves_together_are_those_alone() {
        for (count, smooth) in [1, 2, 4, 5, 8, 17, 40].into_iter().flat_map(|n| [(n, false), (n, true)]) {
            let curve = |seed: usize| Curve {
                points: (0..count)
                    .map(|i| [(i - i % 3 / 2) as f32 * 0.3, (i * seed % 11) as f32 - 5.0])
                    .collect(),
                interpolation: match (smooth, seed % 2) {
                    (true, _) => CurveInterpolation::Smooth,
                    (false, 0) => CurveInterpolation::Step,
                    (false, _) => CurveInterpolation::Linear,
                },
            };
            let curves = [3, 5, 8, 37].map(curve);
            assert!(curves.iter().all(|curve| curve.shares_segments(&curves[0])));
            let mut x: Vec<f32> = (-20..1300).map(|i| i as f32 * 0.01).collect();
            x.extend([f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0]);
            for level in Level::available() {
                let mut out = [0, 1, 2, 3].map(|_| vec![9.0; x.len()]);
                let together = out.each_mut().map(Vec::as_mut_slice);
                Curve::lanes_together(curves.each_ref(), level, &x, together);
                let mut strips = [const { Vec::new() }; 4];
                Curve::strips_together(curves.each_ref(), level, &x, |strip| {
                    strips.iter_mut().zip(strip).for_each(|(all, strip)| all.extend_from_slice(strip));
                });
                for (curve, out) in curves.iter().zip(&out).chain(curves.iter().zip(&strips)) {
                    assert_eq!(out.len(), x.len());
                    for (x, out) in x.iter().zip(out) {
                        assert_eq!(out.to_bits(), curve.at(*x).to_bits(), "{curve:?} at {x}, {level}");
                    }
                }
            }
        }
    }

    #[test]
    fn curves_through_any_points_are_the_same_in_lanes() {
        let mut state = 7_u32;
        let mut random = move |below: u32| {
            state = state.wrapping_mul(0x915F_77F5).wrapping_add(1);
            (state >> 8) % below
        };
        const ODD: [f32; 10] = [0.0, -0.0, 1.0, -1.0, 0.999_999_94, 1e-45, 1e-38, 8e37, -3e38, f32::MAX];
        let mut float = move || match random(4) {
            0 => ODD[random(ODD.len() as u32) as usize],
            1 => f32::from_bits(random(1 << 24) << 8),
            _ => random(1 << 24) as f32 / 16_777_216.0,
        };
        let mut number = move || Some(float()).filter(|float| float.is_finite()).unwrap_or(0.5);
        let mut kinds = [0; 3];
        for turn in 0..4000 {
            let count = 1 + turn % 6;
            let mut places: Vec<f32> = (0..count).map(|_| number()).collect();
            places.sort_by(f32::total_cmp);
            let curves = [0; 3].map(|_| Curve {
                points: places.iter().map(|place| [*place, number()]).collect(),
                interpolation: CurveInterpolation::ALL[turn % 3],
            });
            kinds[Table::<3, 16>::new(curves.each_ref(), 0).way as usize] += 1;
            let near = |place: &f32| [place.next_down(), *place, place.next_up(), place * 0.5];
            let between = places.windows(2).map(|ends| ends[0] * 0.3 + ends[1] * 0.7);
            let far = [f32::MAX, f32::MIN, 0.1, 0.2];
            let x: Vec<f32> = places.iter().flat_map(near).chain(between).chain(far).collect();
            for level in Level::available() {
                let mut out = [0; 3].map(|_| vec![9.0; x.len()]);
                let together = out.each_mut().map(Vec::as_mut_slice);
                Curve::lanes_together(curves.each_ref(), level, &x, together);
                for (curve, out) in curves.iter().zip(&out) {
                    for (x, out) in x.iter().zip(out) {
                        assert_eq!(out.to_bits(), curve.at(*x).to_bits(), "{curve:?} at {x:e}, {level}");
                    }
                }
            }
        }
        assert!(kinds.into_iter().all(|count| count > 200), "{kinds:?}");
    }

    #[test]
    fn fractions_that_become_more_than_1_are_at_the_next_point() {
        let points = vec![[-7.266_112_4e37, 1.0], [-5.864_719_6e37, 2.0], [4.751_525_6e37, 0.0]];
        let curve = Curve { points, interpolation: CurveInterpolation::Linear };
        let x = [4.751_525e37, 4.751_525_6e37_f32.next_down(), 4.751_525_6e37];
        for level in Level::available() {
            let mut out = [9.0; 3];
            curve.lanes(level, &x, &mut out);
            assert_eq!(out.map(f32::to_bits), x.map(|x| curve.at(x).to_bits()), "{level}");
        }
    }

    #[test]
    fn far_points_beyond_a_table_count() {
        for lanes in [4, 8, 16] {
            let place = |i: usize| [-8e37 - (lanes - 1 - i) as f32 * 1e35, 0.0];
            let points = (0..lanes).map(place).chain([[f32::MAX, 1.0]]).collect();
            let curve = Curve { points, interpolation: CurveInterpolation::Linear };
            for level in Level::available() {
                let mut out = [9.0];
                curve.lanes(level, &[3.3e38], &mut out);
                assert_eq!(out[0].to_bits(), curve.at(3.3e38).to_bits(), "{lanes} points, {level}");
            }
        }
    }

    #[test]
    fn segments_are_shared_by_curves_of_one_kind_with_points_at_the_same_places() {
        let points = |y| vec![[0.0, y], [1.0, 2.0 * y]];
        let curve = |y, interpolation| Curve { points: points(y), interpolation };
        let linear = curve(1.0, CurveInterpolation::Linear);
        assert!(linear.shares_segments(&curve(7.0, CurveInterpolation::Step)));
        assert!(!linear.shares_segments(&curve(1.0, CurveInterpolation::Smooth)));
        assert!(!linear.shares_segments(&Curve { points: vec![[0.0, 1.0]], ..linear.clone() }));
        assert!(!linear.shares_segments(&Curve { points: vec![[0.0, 1.0], [2.0, 2.0]], ..linear.clone() }));
    }

    #[test]
    fn lanes_and_range_agree_with_the_definition() {
        let x: Vec<f32> = (-50..150).map(|i| i as f32 / 97.0).collect();
        for interpolation in
            [CurveInterpolation::Linear, CurveInterpolation::Smooth, CurveInterpolation::Step]
        {
            let curve = curve(interpolation);
            for level in Level::available() {
                let mut out = vec![0.0; x.len()];
                curve.lanes(level, &x, &mut out);
                let expected: Vec<f32> = x.iter().map(|x| curve.at(*x)).collect();
                assert_eq!(out, expected, "{level:?}");
            }
            for (low, high) in [(0, 199), (40, 60), (90, 110), (7, 7)] {
                let (min, max) = curve.range(x[low], x[high]);
                for x in &x[low..=high] {
                    let value = curve.at(*x);
                    assert!(min <= value && value <= max, "{value} not in {min}..{max}");
                }
            }
        }
    }
}
