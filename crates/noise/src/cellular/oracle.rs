//! Tests of cellular noise against a plain search over far more cells than can matter.

use super::search::after;
use super::*;
use crate::far;
use crate::hash::{self, hash};
use crate::math;
use crate::random::unit;

const METRICS: [Metric; 5] =
    [Metric::Euclidean, Metric::EuclideanSquared, Metric::Manhattan, Metric::Chebyshev, Metric::Minkowski];

const FEATURES: [Feature; 17] = [
    Feature::F1,
    Feature::F2,
    Feature::F3,
    Feature::F4,
    Feature::F2MinusF1,
    Feature::Edge,
    Feature::Value,
    Feature::Coordinate(0),
    Feature::Coordinate(1),
    Feature::Coordinate(3),
    Feature::Way { nth: 1, axis: 0 },
    Feature::Way { nth: 2, axis: 1 },
    Feature::Way { nth: 3, axis: 1 },
    Feature::Way { nth: 4, axis: 0 },
    Feature::Way { nth: 1, axis: 3 },
    Feature::EdgeSlope(0),
    Feature::EdgeSlope(1),
];

/// A feature point: its cost, its hash, the steps to its cell, and the vector to it.
struct Point<const D: usize> {
    cost: f32,
    hash: u32,
    step: [i32; D],
    offset: [f32; D],
}

/// The points of all cells up to `radius` steps away along each axis, in the order in which a search finds them.
fn points<const D: usize>(
    noise: Cellular,
    metric: Metric,
    position: [f32; D],
    jitter: f32,
    exponent: f32,
    radius: i32,
) -> Vec<Point<D>> {
    let side = 2 * radius as usize + 1;
    let order: Vec<i32> = std::iter::successors(Some(0), |step| Some(after(*step))).take(side).collect();
    let cell_positions = position.map(far::cell);
    (0..side.pow(D as u32))
        .map(|index| {
            let step: [i32; D] = std::array::from_fn(|axis| order[index / side.pow(axis as u32) % side]);
            let cell: [i32; D] = std::array::from_fn(|axis| {
                let cell = cell_positions[axis].0.wrapping_add(step[axis]);
                noise.periods.map_or(cell, |periods| cell.rem_euclid(periods[axis] as i32))
            });
            let hash = hash(noise.seed, cell);
            let offset = std::array::from_fn(|axis| {
                let product = (0..axis).fold(hash, |product, _| product.wrapping_mul(0x93D7_65DD));
                let shift = (product as i32 >> 8) as f32 / 16_777_216.0;
                (step[axis] as f32 + 0.5 + shift * jitter) - cell_positions[axis].1
            });
            let cost = offset.iter().rev().fold(0.0f32, |cost, d: &f32| match metric {
                Metric::Euclidean | Metric::EuclideanSquared => cost + d * d,
                Metric::Manhattan => cost + d.abs(),
                Metric::Chebyshev => cost.max(d.abs()),
                Metric::Minkowski => cost + math::pow(d.abs(), exponent),
            });
            Point { cost, hash, step, offset }
        })
        .collect()
}

/// The distance from the origin to the plane half-way between two points.
fn edge<const D: usize>(near: [f32; D], far: [f32; D]) -> f32 {
    let apart: [f32; D] = std::array::from_fn(|axis| far[axis] - near[axis]);
    let along = (0..D).fold(0.0, |sum, axis| sum + (near[axis] + far[axis]) * apart[axis]);
    let square = apart.iter().fold(0.0, |sum, d| sum + d * d);
    if square == 0.0 { f32::INFINITY } else { along / (math::sqrt(square) * 2.0) }
}

/// Computes a feature by brute force.
fn brute<const D: usize>(noise: Cellular, position: [f32; D], jitter: f32, exponent: f32, radius: i32) -> f32 {
    let metric =
        if matches!(noise.feature, Feature::Edge | Feature::EdgeSlope(_)) { Metric::Euclidean } else { noise.metric };
    let points = points(noise, metric, position, jitter, exponent, radius);
    let nearest = points.iter().fold(&points[0], |best, next| if next.cost < best.cost { next } else { best });
    let rank = |k: usize| {
        let mut costs: Vec<f32> = points.iter().map(|point| point.cost).collect();
        costs.sort_unstable_by(f32::total_cmp);
        metric.distance(costs[k], exponent)
    };
    match noise.feature {
        Feature::F1 => rank(0),
        Feature::F2 => rank(1),
        Feature::F3 => rank(2),
        Feature::F4 => rank(3),
        Feature::F2MinusF1 => math::max(rank(1) - rank(0), 0.0),
        Feature::Edge => {
            let edges = points.iter().map(|point| edge(nearest.offset, point.offset));
            math::max(edges.fold(f32::INFINITY, f32::min), 0.0)
        }
        Feature::Value => unit(hash::finish(nearest.hash, 0x7661_6C75)),
        Feature::Coordinate(axis) if usize::from(axis) >= D => 0.0,
        Feature::Coordinate(axis) => {
            let axis = usize::from(axis);
            let product = (0..axis).fold(nearest.hash, |product, _| product.wrapping_mul(0x93D7_65DD));
            let shift = (product as i32 >> 8) as f32 / 16_777_216.0;
            let cell = position[axis].floor() + nearest.step[axis] as f32;
            let cell = noise.periods.map_or(cell, |periods| cell.rem_euclid(periods[axis] as f32));
            cell + 0.5 + shift * jitter
        }
        Feature::Way { axis, .. } | Feature::EdgeSlope(axis) if usize::from(axis) >= D => 0.0,
        Feature::Way { nth, axis } => {
            let mut sorted: Vec<&Point<D>> = points.iter().collect();
            // Stable: of equally near points the first one found comes first.
            sorted.sort_by(|a, b| a.cost.total_cmp(&b.cost));
            0.0 - sorted[usize::from(nth) - 1].offset[usize::from(axis)]
        }
        Feature::EdgeSlope(axis) => {
            let edges = points.iter().map(|point| {
                let back: [f32; D] = std::array::from_fn(|axis| nearest.offset[axis] - point.offset[axis]);
                (edge(nearest.offset, point.offset), back)
            });
            // Of equally near ones the greatest way back.
            let (_, back) = edges
                .min_by(|(edge, back), (other, other_back)| {
                    edge.total_cmp(other).then_with(|| other_back.partial_cmp(back).unwrap())
                })
                .unwrap();
            back[usize::from(axis)] / math::sqrt(back.iter().fold(0.0, |sum, part| sum + part * part))
        }
    }
}

/// Checks random points, jitters and exponents for every metric and feature; `count` samples of each.
///
/// Prints the ratio of the greatest distance found to the documented bound.
fn check<const D: usize>(count: i32, radius: i32, exponents: &[f32]) {
    for metric in METRICS {
        for feature in FEATURES {
            let exponents = if metric == Metric::Minkowski { exponents } else { &[2.0] };
            let mut closest = 0.0f32;
            for i in 0..count {
                let random = |what: i32| hash(7, [i, what]);
                let mut noise = Cellular::new(D as u8, metric, feature, random(0)).unwrap();
                if i % 2 == 1 {
                    // Mostly periods so short that a search passes around more than once.
                    let periods = [0, 1, 2, 3].map(|axis| 1 + random(32 + axis) % [1, 2, 3, 4, 900][i as usize % 5]);
                    noise = noise.with_periods(periods).unwrap();
                }
                let jitter = [1.0, 1.0, 0.0, 0.25, random(1) as f32 / 4_294_967_296.0][i as usize / 2 % 5];
                let exponent = exponents[i as usize % exponents.len()];
                // On corners and faces of cells, near them, and anywhere.
                let position: [f32; D] = std::array::from_fn(|axis| {
                    let whole = (random(2 + axis as i32) >> 20) as f32 - 2048.0;
                    let fraction = random(12 + axis as i32) as f32 / 4_294_967_296.0;
                    match random(22 + axis as i32) % 8 {
                        0 => whole,
                        1 => whole.next_down(),
                        2 => whole + 0.5,
                        _ => whole + fraction,
                    }
                });
                let mut padded = [0.0; 4];
                padded[..D].copy_from_slice(&position);
                let found = noise.at(padded, jitter, exponent);
                let expected = brute(noise, position, jitter, exponent, radius);
                assert_eq!(
                    found.to_bits(),
                    expected.to_bits(),
                    "{noise:?} at {position:?}, jitter {jitter}, exponent {exponent}: {found}, not {expected}"
                );
                if !matches!(feature, Feature::Coordinate(_)) {
                    let greatest = noise.greatest(exponent);
                    let is_signed = matches!(feature, Feature::Way { .. } | Feature::EdgeSlope(_));
                    let least = if is_signed { -greatest } else { 0.0 };
                    assert!((least..=greatest).contains(&found), "{noise:?}: {found} is above {greatest}");
                    closest = closest.max(found / greatest);
                }
            }
            println!("{D}D {metric:?} {feature:?}: up to {closest:.3} of the greatest");
        }
    }
}

#[test]
fn searches_find_what_brute_force_finds() {
    check::<2>(1000, 5, &[0.8, 1.0, 1.7, 3.0, 16.0]);
    check::<2>(100, 10, &[0.5]);
    check::<3>(100, 4, &[1.0, 2.5, 16.0]);
    check::<3>(10, 9, &[0.5]);
    check::<4>(20, 3, &[1.5, 4.0]);
}

#[test]
#[ignore = "minutes; the same over millions of points"]
fn searches_find_what_brute_force_finds_at_many_points() {
    check::<2>(100_000, 5, &[0.8, 1.0, 1.7, 3.0, 16.0]);
    check::<2>(10_000, 12, &[0.5]);
    check::<3>(20_000, 4, &[1.0, 2.5, 16.0]);
    check::<3>(200, 12, &[0.5]);
    check::<4>(2000, 3, &[1.5, 4.0]);
}

/// Counts the positions at which the cells next to a sample's own are not enough.
fn wrong<const D: usize>(metric: Metric, feature: Feature, count: i32, spread: fn(f32) -> f32) -> usize {
    let noise = Cellular::new(D as u8, metric, feature, 1).unwrap();
    let differs = |i: &i32| {
        let position: [f32; D] = std::array::from_fn(|axis| spread(hash(2, [*i, axis as i32]) as f32 / 1_048_576.0));
        let mut padded = [0.0; 4];
        padded[..D].copy_from_slice(&position);
        brute(noise, position, 1.0, 0.5, 1) != noise.at(padded, 1.0, 0.5)
    };
    let wrong = (0..count).filter(differs).count();
    println!("{D}D {metric:?} {feature:?}: {wrong} of {count} wrong with the neighboring cells alone");
    wrong
}

#[test]
fn neighboring_cells_alone_are_not_enough() {
    let anywhere = |x: f32| x;
    assert!(wrong::<2>(Metric::Euclidean, Feature::F4, 10_000, anywhere) > 0);
    assert!(wrong::<2>(Metric::Euclidean, Feature::Edge, 10_000, anywhere) > 0);
    assert!(wrong::<3>(Metric::Manhattan, Feature::F1, 10_000, anywhere) > 0);
    assert!(wrong::<3>(Metric::Minkowski, Feature::F1, 2000, anywhere) > 0);
    // The nearest point is rarely so far away; mostly it is seen from a corner.
    assert!(wrong::<2>(Metric::Euclidean, Feature::F1, 1_000_000, f32::floor) > 0);
}

#[test]
fn searches_reach_as_far_as_documented() {
    let reach = |metric, feature| {
        [2, 3, 4].map(|dimensions| {
            let greatest = Cellular::new(dimensions, metric, feature, 0).unwrap().greatest(0.5);
            greatest.floor() as i32 + 1
        })
    };
    let features = [Feature::F1, Feature::F2, Feature::F3, Feature::F4];
    assert_eq!(features.map(|f| reach(Metric::Euclidean, f)), [[2, 2, 3], [2, 3, 3], [2, 3, 3], [3, 3, 3]]);
    assert_eq!(features.map(|f| reach(Metric::Manhattan, f)), [[3, 4, 5], [3, 4, 5], [3, 4, 5], [4, 4, 5]]);
    assert_eq!(features.map(|f| reach(Metric::Chebyshev, f)), [[2, 2, 2]; 4]);
    assert_eq!(reach(Metric::Minkowski, Feature::F1), [5, 10, 17]);
}
