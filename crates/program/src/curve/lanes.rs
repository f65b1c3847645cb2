//! Curves over slices: the values of [`Curve::at`] in lanes, also of several curves together.

use travertine_noise::{Level, VectorKernel, Vectors};

use super::Curve;
use super::table::Table;

impl Curve {
    /// The values at every `x`, bit-equal to [`Curve::at`].
    ///
    /// # Panics
    ///
    /// If `out` and `x` differ in length.
    pub fn lanes(&self, level: Level, x: &[f32], out: &mut [f32]) {
        Curve::lanes_together([self], level, x, [out]);
    }

    /// The values of several curves at every `x`, bit-equal to [`Curve::at`]. Faster than separate calls, because the
    /// segment of each sample is found once.
    ///
    /// # Panics
    ///
    /// If the curves do not [share their segments](Curve::shares_segments), or an output and `x` differ in length.
    pub fn lanes_together<const N: usize>(curves: [&Curve; N], level: Level, x: &[f32], out: [&mut [f32]; N]) {
        for (curve, out) in curves.iter().zip(&out) {
            assert!(curve.shares_segments(curves[0]), "curves with different segments");
            assert_eq!(x.len(), out.len(), "a value for each x");
        }
        level.run_in_vectors(Values { curves, x, out });
    }

    /// The values of [`Curve::lanes_together`], passed to `take` in strips of some hundred samples of each curve, in
    /// order, while they are in the first-level cache.
    ///
    /// # Panics
    ///
    /// If the curves do not [share their segments](Curve::shares_segments).
    pub fn strips_together<const N: usize>(
        curves: [&Curve; N],
        level: Level,
        x: &[f32],
        take: &mut dyn FnMut([&[f32]; N]),
    ) {
        for curve in curves {
            assert!(curve.shares_segments(curves[0]), "curves with different segments");
        }
        level.run_in_vectors(Strips { curves, x, take });
    }
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
struct Strips<'a, const N: usize> {
    curves: [&'a Curve; N],
    x: &'a [f32],
    take: &'a mut dyn FnMut([&[f32]; N]),
}

/// Samples of a strip.
const STRIP: usize = 512;

impl<const N: usize> VectorKernel for Strips<'_, N> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(self) {
        let Strips { curves, x, take } = self;
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

/// Values on the segments that do not fit into the first table: a curve with more segments than lanes needs several
/// tables.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::CurveInterpolation;

    #[test]
    fn curves_of_many_points_are_the_same_in_lanes() {
        let points: Vec<[f32; 2]> = (0..100).map(|i| [(i / 2) as f32 * 0.1, (i * 37 % 11) as f32 - 5.0]).collect();
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
    fn curves_together_equal_separate_curves() {
        for (count, smooth) in [1, 2, 4, 5, 8, 17, 40].into_iter().flat_map(|n| [(n, false), (n, true)]) {
            let curve = |seed: usize| Curve {
                points: (0..count).map(|i| [(i - i % 3 / 2) as f32 * 0.3, (i * seed % 11) as f32 - 5.0]).collect(),
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
                Curve::strips_together(curves.each_ref(), level, &x, &mut |strip| {
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
            let mut positions: Vec<f32> = (0..count).map(|_| number()).collect();
            positions.sort_by(f32::total_cmp);
            let curves = [0; 3].map(|_| Curve {
                points: positions.iter().map(|position| [*position, number()]).collect(),
                interpolation: CurveInterpolation::ALL[turn % 3],
            });
            kinds[Table::<3, 16>::new(curves.each_ref(), 0).way as usize] += 1;
            let near = |position: &f32| [position.next_down(), *position, position.next_up(), position * 0.5];
            let between = positions.windows(2).map(|ends| ends[0] * 0.3 + ends[1] * 0.7);
            let far = [f32::MAX, f32::MIN, 0.1, 0.2];
            let x: Vec<f32> = positions.iter().flat_map(near).chain(between).chain(far).collect();
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
            let position = |i: usize| [-8e37 - (lanes - 1 - i) as f32 * 1e35, 0.0];
            let points = (0..lanes).map(position).chain([[f32::MAX, 1.0]]).collect();
            let curve = Curve { points, interpolation: CurveInterpolation::Linear };
            for level in Level::available() {
                let mut out = [9.0];
                curve.lanes(level, &[3.3e38], &mut out);
                assert_eq!(out[0].to_bits(), curve.at(3.3e38).to_bits(), "{lanes} points, {level}");
            }
        }
    }

    #[test]
    fn lanes_and_range_agree_with_the_definition() {
        let x: Vec<f32> = (-50..150).map(|i| i as f32 / 97.0).collect();
        for interpolation in [CurveInterpolation::Linear, CurveInterpolation::Smooth, CurveInterpolation::Step] {
            let curve = Curve { points: vec![[0.0, 1.0], [0.5, 3.0], [0.5, -1.0], [1.0, 0.1]], interpolation };
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
