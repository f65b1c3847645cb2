//! Curves: functions of one number, defined by points.

mod lanes;
mod table;

use travertine_noise::interpolant::smoothstep;
use travertine_noise::math;

/// The shape of a curve between two points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CurveInterpolation {
    /// A straight line between the points.
    Linear,
    /// The first point's value up to the next point.
    Step,
    /// A smoothstep, which is level at both points.
    Smooth,
}

impl CurveInterpolation {
    /// Every interpolation of curves.
    pub const ALL: [CurveInterpolation; 3] =
        [CurveInterpolation::Linear, CurveInterpolation::Step, CurveInterpolation::Smooth];

    /// The interpolation with this name in documents.
    pub fn from_name(name: &str) -> Option<CurveInterpolation> {
        CurveInterpolation::ALL.into_iter().find(|interpolation| interpolation.name() == name)
    }

    /// Name of the interpolation in documents.
    pub fn name(self) -> &'static str {
        match self {
            CurveInterpolation::Linear => "linear",
            CurveInterpolation::Step => "step",
            CurveInterpolation::Smooth => "smooth",
        }
    }
}

/// A function through points. It is constant before the first point and after the last.
///
/// Where two points share an x, the curve jumps to the later one.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The points as (x, y): at least one, finite, in order of x.
    pub points: Vec<[f32; 2]>,
    /// Interpolation between the points.
    pub interpolation: CurveInterpolation,
}

impl Curve {
    /// The value at `x`. This is the definition that [`Curve::lanes`] follows.
    pub fn at(&self, x: f32) -> f32 {
        let segment = self.segments().take_while(|segment| x >= segment.x).last();
        segment.map_or(self.start(), |segment| segment.at(x, self.is_smooth()))
    }

    /// Whether two curves differ only in the y of their points.
    pub fn shares_segments(&self, other: &Curve) -> bool {
        let mut points = self.points.iter().zip(&other.points);
        self.is_smooth() == other.is_smooth()
            && self.points.len() == other.points.len()
            && points.all(|(a, b)| a[0].to_bits() == b[0].to_bits())
    }

    /// The minimum and maximum over `[low, high]`.
    pub fn range(&self, low: f32, high: f32) -> (f32, f32) {
        let hull = |values: &mut dyn Iterator<Item = f32>| {
            values.fold((f32::MAX, f32::MIN), |(min, max), value| (min.min(value), max.max(value)))
        };
        // A segment is monotonic, so extremes lie at the ends and at points.
        let inner = self.points.iter().filter(|point| point[0] >= low && point[0] <= high);
        let (min, max) = hull(&mut inner.map(|point| point[1]).chain([self.at(low), self.at(high)]));
        if self.interpolation != CurveInterpolation::Smooth {
            return (min, max);
        }
        // A smooth segment is monotonic except for rounding, which never exceeds its points.
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

/// A piece of the curve, valid up to the next segment.
#[derive(Clone, Copy)]
struct Segment {
    x: f32,
    per_width: f32,
    y: f32,
    next_y: f32,
    rise: f32,
}

impl Segment {
    /// The value at an `x` in or after the segment.
    #[inline(always)]
    fn at(self, x: f32, smooth: bool) -> f32 {
        let t = fraction(x, self.x, self.per_width);
        between(if smooth { smoothstep(t) } else { t }, self.y, self.next_y, self.rise)
    }
}

/// Position of an `x` in or after a segment, from 0 at its start to 1 at its end.
#[inline(always)]
fn fraction(x: f32, start: f32, per_width: f32) -> f32 {
    let t = math::sub(x, start) * per_width;
    if t < 1.0 { t } else { 1.0 }
}

/// A [`math::lerp`] between the ends, with fewer operations that must saturate.
#[inline(always)]
fn between(t: f32, y: f32, next_y: f32, rise: f32) -> f32 {
    let between = math::min(math::max(y, next_y), math::max(math::min(y, next_y), y + t * rise));
    if t == 1.0 { next_y } else { between }
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
            for [x, y, next_x, next_y] in ends
                .iter()
                .flat_map(|y| ends.iter().flat_map(move |next_y| [[0.0, *y, 1.0, *next_y], [-0.3, *y, 0.4, *next_y]]))
            {
                let interpolation = if smooth { CurveInterpolation::Smooth } else { CurveInterpolation::Linear };
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
    fn curves_of_one_interpolation_with_the_same_x_share_segments() {
        let points = |y| vec![[0.0, y], [1.0, 2.0 * y]];
        let curve = |y, interpolation| Curve { points: points(y), interpolation };
        let linear = curve(1.0, CurveInterpolation::Linear);
        assert!(linear.shares_segments(&curve(7.0, CurveInterpolation::Step)));
        assert!(!linear.shares_segments(&curve(1.0, CurveInterpolation::Smooth)));
        assert!(!linear.shares_segments(&Curve { points: vec![[0.0, 1.0]], ..linear.clone() }));
        assert!(!linear.shares_segments(&Curve { points: vec![[0.0, 1.0], [2.0, 2.0]], ..linear.clone() }));
    }
}
