//! The ways from the nearest points to a sample, and the slopes of the distance to the edge: what derivatives of
//! cellular noise consist of.

use std::hint::select_unpredictable;

use super::collectors::Edge;
use super::evaluation::{Evaluation, Found};
use super::neighborhood::Neighborhood;
use super::query::{Collector, Point, Query};
use super::search::{collect, search};
use crate::math;

/// The `K` nearest points themselves, with their costs, and perhaps the slope of the distance to the edge.
pub(super) struct Ways<const K: usize> {
    pub edge: bool,
}

impl<const D: usize, const K: usize> Evaluation<D> for Ways<K> {
    const RANKS: usize = K;
    const FINDS_POINTS: bool = true;
    const FINDS_WAYS: bool = true;

    #[inline(always)]
    fn evaluate<const B: usize>(&self, query: &Query<D, B>, mut near: Option<&mut Neighborhood<D>>) -> Found<D, B> {
        let mut found = Found::NOTHING;
        let mut is_found = false;
        if let Some(near) = near.as_deref_mut() {
            let mut ordered = Ordered::<i32, K, B>::new(0);
            is_found = !near.offer(query, &mut ordered);
            found.costs[..K].copy_from_slice(&ordered.costs);
            for rank in (0..K).rev() {
                (found.hashes, found.steps) = near.marked(&ordered.labels[rank]);
                found.ways[rank] = ways(query, &found.steps, &found.hashes);
            }
        }
        // Starts again, as the search for the nearest point does.
        if !is_found {
            let mut ordered = Ordered::<Place<D>, K, B>::new(Place { hash: 0, step: [0.0; D] });
            search(query, -1, &mut ordered);
            found.costs[..K].copy_from_slice(&ordered.costs);
            for rank in (0..K).rev() {
                for i in 0..B {
                    found.hashes[i] = ordered.labels[rank][i].hash;
                    for axis in 0..D {
                        found.steps[axis][i] = ordered.labels[rank][i].step[axis];
                    }
                }
                found.ways[rank] = ways(query, &found.steps, &found.hashes);
            }
        }
        if self.edge {
            let edge = Edge::around(query, &found.steps, &found.hashes);
            let mut steepest = Steepest { edge, back: [[0.0; B]; D] };
            collect(query, near, &mut steepest);
            (found.edges, found.edge_slopes) = (steepest.edge.distance, steepest.slopes());
        }
        found
    }
}

/// The vectors to each sample from the points in the cells `steps` away.
#[inline(always)]
fn ways<const D: usize, const B: usize>(
    query: &Query<D, B>,
    steps: &[[f32; B]; D],
    hashes: &[u32; B],
) -> [[f32; B]; D] {
    let mut ways = [[0.0; B]; D];
    for axis in 0..D {
        let points = query.points(axis, steps[axis], hashes);
        for i in 0..B {
            ways[axis][i] = query.within[axis][i] - points[i];
        }
    }
    ways
}

/// The `K` nearest points, nearest first; of equally near ones, those found first.
struct Ordered<T, const K: usize, const B: usize> {
    costs: [[f32; B]; K],
    labels: [[T; B]; K],
}

impl<T: Copy, const K: usize, const B: usize> Ordered<T, K, B> {
    #[inline(always)]
    fn new(none: T) -> Self {
        Ordered { costs: [[f32::INFINITY; B]; K], labels: [[none; B]; K] }
    }
}

/// By what an ordered point is found again.
trait Label<const D: usize>: Copy {
    fn of(point: &Point<D>) -> Self;
    /// Whether the point is found earlier than another one, for points that are not offered in order.
    fn is_before(self, other: Self) -> bool;
}

/// The mark of a known point.
impl<const D: usize> Label<D> for i32 {
    #[inline(always)]
    fn of(point: &Point<D>) -> i32 {
        point.mark
    }

    #[inline(always)]
    fn is_before(self, other: i32) -> bool {
        self < other
    }
}

/// The hash of a point, and the steps to its cell.
#[derive(Clone, Copy)]
struct Place<const D: usize> {
    hash: u32,
    step: [f32; D],
}

impl<const D: usize> Label<D> for Place<D> {
    #[inline(always)]
    fn of(point: &Point<D>) -> Place<D> {
        Place { hash: point.hash, step: point.step.map(|step| step as f32) }
    }

    #[inline(always)]
    fn is_before(self, _: Place<D>) -> bool {
        false
    }
}

impl<T: Label<D>, const D: usize, const B: usize, const K: usize> Collector<D, B> for Ordered<T, K, B> {
    #[inline(always)]
    fn worst(&self) -> &[f32; B] {
        &self.costs[K - 1]
    }

    #[inline(always)]
    fn offer<const IN_ORDER: bool>(&mut self, i: usize, point: &Point<D>) {
        let (new, mut cost, mut label) = (T::of(point), point.cost, T::of(point));
        for rank in 0..K {
            let (known, known_label) = (self.costs[rank][i], self.labels[rank][i]);
            // From the rank of the point on, all others move down by one.
            let before = (point.cost < known) | (!IN_ORDER & (point.cost == known) & new.is_before(known_label));
            self.costs[rank][i] = select_unpredictable(before, cost, known);
            self.labels[rank][i] = select_unpredictable(before, label, known_label);
            cost = select_unpredictable(before, known, cost);
            label = select_unpredictable(before, known_label, label);
        }
    }
}

/// The nearest edge, and the way back across it: from the point behind it to the nearest point. Of equally near edges
/// the one whose way back has the greater x counts, or else the greater y, and so on.
struct Steepest<const D: usize, const B: usize> {
    edge: Edge<D, B>,
    back: [[f32; B]; D],
}

impl<const D: usize, const B: usize> Steepest<D, B> {
    /// The derivatives of the distance along each axis.
    #[inline(always)]
    fn slopes(&self) -> [[f32; B]; D] {
        let (mut slopes, mut squares) = (self.back, [0.0; B]);
        for axis in 0..D {
            for i in 0..B {
                squares[i] += slopes[axis][i] * slopes[axis][i];
            }
        }
        for axis in 0..D {
            for i in 0..B {
                slopes[axis][i] = math::div(slopes[axis][i], math::sqrt(squares[i]));
            }
        }
        slopes
    }
}

impl<const D: usize, const B: usize> Collector<D, B> for Steepest<D, B> {
    const IS_COSTLY_TO_ACCEPT: bool = true;

    #[inline(always)]
    fn worst(&self) -> &[f32; B] {
        self.edge.worst()
    }

    #[inline(always)]
    fn offer<const IN_ORDER: bool>(&mut self, i: usize, point: &Point<D>) {
        let (edge, known) = (self.edge.to(i, &point.offset), self.edge.distance[i]);
        let (mut back, mut is_greater) = ([0.0; D], false);
        for axis in (0..D).rev() {
            back[axis] = self.edge.nearest[axis][i] - point.offset[axis];
            let best = self.back[axis][i];
            is_greater = (back[axis] > best) | ((back[axis] == best) & is_greater);
        }
        let nearer = (edge < known) | ((edge == known) & is_greater);
        for axis in 0..D {
            self.back[axis][i] = select_unpredictable(nearer, back[axis], self.back[axis][i]);
        }
        self.edge.offer::<IN_ORDER>(i, point);
    }
}
