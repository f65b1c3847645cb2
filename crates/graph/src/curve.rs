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
        let mut value = [self.start()];
        for segment in self.segments() {
            segment.apply(&[x], &mut value);
        }
        value[0]
    }

    /// The values at every `x`, bit-equal to [`Curve::at`].
    pub fn lanes(&self, level: Level, x: &[f32], out: &mut [f32]) {
        out.fill(self.start());
        for segment in self.segments() {
            level.run(SegmentOverLanes { segment, x, out: &mut *out });
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

    fn segments(&self) -> impl Iterator<Item = Segment> {
        self.points.iter().enumerate().map(|(index, &[x, y])| {
            let [next_x, next_y] = self.points.get(index + 1).copied().unwrap_or([x, y]);
            let next_y = if self.interpolation == CurveInterpolation::Step { y } else { next_y };
            let smooth = self.interpolation == CurveInterpolation::Smooth;
            Segment { x, y, next_y, per_width: math::div(1.0, math::sub(next_x, x)), smooth }
        })
    }
}

/// What holds from one point on, until the next segment overrides it.
#[derive(Clone, Copy)]
struct Segment {
    x: f32,
    y: f32,
    next_y: f32,
    per_width: f32,
    smooth: bool,
}

impl Segment {
    #[inline(always)]
    fn apply(self, x: &[f32], out: &mut [f32]) {
        // One loop for each case: a choice inside would keep the loop from being vectorised.
        if self.smooth {
            for (x, out) in x.iter().zip(out) {
                let t = self.fraction(*x);
                *out = self.select(*x, smoothstep(t), *out);
            }
        } else {
            for (x, out) in x.iter().zip(out) {
                *out = self.select(*x, self.fraction(*x), *out);
            }
        }
    }

    #[inline(always)]
    fn fraction(self, x: f32) -> f32 {
        let t = math::sub(x, self.x) * self.per_width;
        if t < 1.0 { t } else { 1.0 }
    }

    #[inline(always)]
    fn select(self, x: f32, t: f32, before: f32) -> f32 {
        let here = math::lerp(t, self.y, self.next_y);
        if x >= self.x { here } else { before }
    }
}

struct SegmentOverLanes<'a> {
    segment: Segment,
    x: &'a [f32],
    out: &'a mut [f32],
}

impl Kernel for SegmentOverLanes<'_> {
    #[inline(always)]
    fn run(self) {
        self.segment.apply(self.x, self.out);
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
