//! Curves: functions of one number, drawn through points.

use travertine_noise::interpolant::smoothstep;
use travertine_noise::{Kernel, Level, math};

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
        let segment = Curve::segments([self]).take_while(|segment| x >= segment.x).last();
        segment.map_or(self.start(), |segment| segment.at(x, self.is_smooth())[0])
    }

    /// The values at every `x`, bit-equal to [`Curve::at`].
    pub fn lanes(&self, level: Level, x: &[f32], out: &mut [f32]) {
        Curve::lanes_together(level, [self], x, [out]);
    }

    /// Whether [`Curve::lanes_together`] may take both: they pass through points at the same x, in the same way.
    pub fn is_akin(&self, other: &Curve) -> bool {
        let xs = |curve: &Curve| curve.points.iter().map(|[x, _]| x.to_bits()).collect::<Vec<_>>();
        self.interpolation == other.interpolation && xs(self) == xs(other)
    }

    /// The values of curves that [are akin](Curve::is_akin), such as the channels of a ramp: what is searched for and
    /// weighed at each `x` is the same for all.
    pub fn lanes_together<const N: usize>(
        level: Level,
        curves: [&Curve; N],
        x: &[f32],
        mut outs: [&mut [f32]; N],
    ) {
        for (curve, out) in curves.iter().zip(&mut outs) {
            out.fill(curve.start());
        }
        let smooth = curves.iter().any(|curve| curve.is_smooth());
        let mut segments = Curve::segments(curves);
        loop {
            let mut group = [Segment::NONE; GROUP];
            let count = group.iter_mut().zip(&mut segments).map(|(slot, segment)| *slot = segment).count();
            if count == 0 {
                break;
            }
            let outs = outs.each_mut().map(|out| &mut **out);
            level.run(Group { segments: &group[..count], smooth, x, outs });
        }
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

    /// The segments of curves that are akin.
    fn segments<const N: usize>(curves: [&Curve; N]) -> impl Iterator<Item = Segment<N>> {
        let count = curves.iter().map(|curve| curve.points.len()).min().unwrap_or_default();
        (0..count).map(move |index| {
            let point = |curve: &Curve, index: usize| curve.points[index.min(count - 1)];
            let [x, next_x] = [index, index + 1].map(|index| point(curves[0], index)[0]);
            let mut segment = Segment { x, per_width: math::div(1.0, math::sub(next_x, x)), ..Segment::NONE };
            for (channel, curve) in curves.iter().enumerate() {
                let next = index + usize::from(curve.interpolation != CurveInterpolation::Step);
                [segment.ys[channel], segment.next_ys[channel]] =
                    [index, next].map(|index| point(curve, index)[1]);
            }
            segment
        })
    }
}

/// What holds from one point on, until the next segment overrides it, for some curves.
#[derive(Clone, Copy)]
struct Segment<const N: usize> {
    x: f32,
    per_width: f32,
    ys: [f32; N],
    next_ys: [f32; N],
}

impl<const N: usize> Segment<N> {
    const NONE: Segment<N> = Segment { x: 0.0, per_width: 0.0, ys: [0.0; N], next_ys: [0.0; N] };

    /// At an `x` that is not before the segment.
    #[inline(always)]
    fn at(self, x: f32, smooth: bool) -> [f32; N] {
        let t = math::sub(x, self.x) * self.per_width;
        let t = if t < 1.0 { t } else { 1.0 };
        let t = if smooth { smoothstep(t) } else { t };
        let mut values = [0.0; N];
        for (value, (y, next_y)) in values.iter_mut().zip(self.ys.into_iter().zip(self.next_ys)) {
            *value = math::lerp(t, y, next_y);
        }
        values
    }
}

/// How many segments are looked at together: those of nearly every curve.
const GROUP: usize = 32;

/// How many samples stay in registers meanwhile.
const BLOCK: usize = 16;

/// Segments next to each other, of which each sample takes the last that it is not before.
struct Group<'a, const N: usize> {
    segments: &'a [Segment<N>],
    smooth: bool,
    x: &'a [f32],
    outs: [&'a mut [f32]; N],
}

impl<const N: usize> Kernel for Group<'_, N> {
    #[inline(always)]
    fn run(self) {
        let Group { segments, smooth, x, outs } = self;
        let (blocks, rest) = x.as_chunks::<BLOCK>();
        for (index, x) in blocks.iter().enumerate() {
            let mut values = [[0.0; BLOCK]; N];
            for channel in 0..N {
                values[channel] = *at(&mut *outs[channel], index);
            }
            block(segments, smooth, x, &mut values);
            for channel in 0..N {
                *at(&mut *outs[channel], index) = values[channel];
            }
        }
        let done = blocks.len() * BLOCK;
        let (mut x, mut values) = ([0.0; BLOCK], [[0.0; BLOCK]; N]);
        x[..rest.len()].copy_from_slice(rest);
        for channel in 0..N {
            values[channel][..rest.len()].copy_from_slice(&outs[channel][done..]);
        }
        block(segments, smooth, &x, &mut values);
        for channel in 0..N {
            outs[channel][done..].copy_from_slice(&values[channel][..rest.len()]);
        }
    }
}

/// A whole block of a slice.
#[inline(always)]
fn at(slice: &mut [f32], block: usize) -> &mut [f32; BLOCK] {
    &mut slice.as_chunks_mut().0[block]
}

/// Chooses first and computes then: choosing costs less.
#[inline(always)]
fn block<const N: usize>(
    segments: &[Segment<N>],
    smooth: bool,
    x: &[f32; BLOCK],
    values: &mut [[f32; BLOCK]; N],
) {
    let first = segments[0];
    let (mut xs, mut per_widths) = ([first.x; BLOCK], [first.per_width; BLOCK]);
    let (mut ys, mut next_ys) = ([[0.0; BLOCK]; N], [[0.0; BLOCK]; N]);
    for channel in 0..N {
        ys[channel] = [first.ys[channel]; BLOCK];
        next_ys[channel] = [first.next_ys[channel]; BLOCK];
    }
    for segment in &segments[1..] {
        choose(x, segment.x, segment.x, &mut xs);
        choose(x, segment.x, segment.per_width, &mut per_widths);
        for channel in 0..N {
            choose(x, segment.x, segment.ys[channel], &mut ys[channel]);
            choose(x, segment.x, segment.next_ys[channel], &mut next_ys[channel]);
        }
    }
    // One loop for each case: a choice inside would keep the loops from being vectorised.
    for channel in 0..N {
        let (ys, next_ys, values) = (&ys[channel], &next_ys[channel], &mut values[channel]);
        if smooth {
            for i in 0..BLOCK {
                let segment =
                    Segment { x: xs[i], per_width: per_widths[i], ys: [ys[i]], next_ys: [next_ys[i]] };
                let [here] = segment.at(x[i], true);
                values[i] = if x[i] >= first.x { here } else { values[i] };
            }
        } else {
            for i in 0..BLOCK {
                let segment =
                    Segment { x: xs[i], per_width: per_widths[i], ys: [ys[i]], next_ys: [next_ys[i]] };
                let [here] = segment.at(x[i], false);
                values[i] = if x[i] >= first.x { here } else { values[i] };
            }
        }
    }
}

/// The value from `start` on; before, what was chosen before. A loop of its own, which becomes one instruction.
#[inline(always)]
fn choose(x: &[f32; BLOCK], start: f32, value: f32, chosen: &mut [f32; BLOCK]) {
    for i in 0..BLOCK {
        chosen[i] = if x[i] >= start { value } else { chosen[i] };
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
    fn curves_that_are_akin_keep_their_bits_together() {
        for interpolation in CurveInterpolation::ALL {
            for points in [1, 4, 40] {
                let curves = [1, 3, 5].map(|step| Curve {
                    points: (0..points)
                        .map(|i| [(i / 2) as f32 * 0.3, (i * step % 7) as f32 - 3.0])
                        .collect(),
                    interpolation,
                });
                let x: Vec<f32> = (-20..133).map(|i| i as f32 * 0.05).collect();
                for level in Level::available() {
                    let mut outs = [(); 3].map(|()| vec![9.0; x.len()]);
                    let slices = outs.each_mut().map(|out| &mut out[..]);
                    Curve::lanes_together(level, curves.each_ref(), &x, slices);
                    for (curve, out) in curves.iter().zip(&outs) {
                        assert!(curve.is_akin(&curves[0]));
                        let expected = x.iter().map(|x| curve.at(*x).to_bits());
                        assert!(
                            out.iter().map(|value| value.to_bits()).eq(expected),
                            "{interpolation:?}, {level}"
                        );
                    }
                }
            }
        }
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
