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
        let segment = self.segments().take_while(|segment| x >= segment.x).last();
        segment.map_or(self.start(), |segment| segment.at(x, self.is_smooth()))
    }

    /// The values at every `x`, bit-equal to [`Curve::at`].
    pub fn lanes(&self, level: Level, x: &[f32], out: &mut [f32]) {
        out.fill(self.start());
        let mut segments = self.segments();
        loop {
            let mut group = [Segment::default(); GROUP];
            let count = group.iter_mut().zip(&mut segments).map(|(slot, segment)| *slot = segment).count();
            if count == 0 {
                break;
            }
            level.run(Group { segments: &group[..count], smooth: self.is_smooth(), x, out: &mut *out });
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

    fn segments(&self) -> impl Iterator<Item = Segment> {
        self.points.iter().enumerate().map(|(index, &[x, y])| {
            let [next_x, next_y] = self.points.get(index + 1).copied().unwrap_or([x, y]);
            let next_y = if self.interpolation == CurveInterpolation::Step { y } else { next_y };
            Segment { x, y, next_y, per_width: math::div(1.0, math::sub(next_x, x)) }
        })
    }
}

/// What holds from one point on, until the next segment overrides it.
#[derive(Clone, Copy, Default)]
struct Segment {
    x: f32,
    y: f32,
    next_y: f32,
    per_width: f32,
}

impl Segment {
    /// At an `x` that is not before the segment.
    #[inline(always)]
    fn at(self, x: f32, smooth: bool) -> f32 {
        let t = math::sub(x, self.x) * self.per_width;
        let t = if t < 1.0 { t } else { 1.0 };
        math::lerp(if smooth { smoothstep(t) } else { t }, self.y, self.next_y)
    }
}

/// How many segments are looked at together: those of nearly every curve.
const GROUP: usize = 32;

/// How many samples stay in registers meanwhile.
const BLOCK: usize = 16;

/// Segments next to each other, of which each sample takes the last that it is not before.
struct Group<'a> {
    segments: &'a [Segment],
    smooth: bool,
    x: &'a [f32],
    out: &'a mut [f32],
}

impl Kernel for Group<'_> {
    #[inline(always)]
    fn run(self) {
        let Group { segments, smooth, x, out } = self;
        let (blocks, rest) = x.as_chunks::<BLOCK>();
        let (out_blocks, out_rest) = out.as_chunks_mut::<BLOCK>();
        for (x, out) in blocks.iter().zip(out_blocks) {
            block(segments, smooth, x, out);
        }
        let (mut x, mut out) = ([0.0; BLOCK], [0.0; BLOCK]);
        x[..rest.len()].copy_from_slice(rest);
        out[..rest.len()].copy_from_slice(out_rest);
        block(segments, smooth, &x, &mut out);
        out_rest.copy_from_slice(&out[..rest.len()]);
    }
}

/// Chooses first and computes then: choosing costs less.
#[inline(always)]
fn block(segments: &[Segment], smooth: bool, x: &[f32; BLOCK], out: &mut [f32; BLOCK]) {
    let first = segments[0];
    let (mut xs, mut ys) = ([first.x; BLOCK], [first.y; BLOCK]);
    let (mut next_ys, mut per_widths) = ([first.next_y; BLOCK], [first.per_width; BLOCK]);
    for segment in &segments[1..] {
        choose(x, segment.x, segment.x, &mut xs);
        choose(x, segment.x, segment.y, &mut ys);
        choose(x, segment.x, segment.next_y, &mut next_ys);
        choose(x, segment.x, segment.per_width, &mut per_widths);
    }
    let segment = |i: usize| Segment { x: xs[i], y: ys[i], next_y: next_ys[i], per_width: per_widths[i] };
    // One loop for each case: a choice inside would keep the loop from being vectorised.
    if smooth {
        for i in 0..BLOCK {
            let here = segment(i).at(x[i], true);
            out[i] = if x[i] >= first.x { here } else { out[i] };
        }
    } else {
        for i in 0..BLOCK {
            let here = segment(i).at(x[i], false);
            out[i] = if x[i] >= first.x { here } else { out[i] };
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
