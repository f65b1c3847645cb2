//! Polygons: divides faces with any number of corners into triangles.
//!
//! A fan around the first corner, if it covers the face, and else ear clipping: David Eberly, "Triangulation by Ear
//! Clipping" (2002). Holes are joined to the border by bridges, whose corners the file repeats. Whether corners turn
//! left is computed without rounding: Jonathan Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
//! Geometric Predicates" (1997). So all triangles together cover each point of a face exactly once.

use robust::{Coord, orient2d};

use crate::vector::Vector;

/// Limit of the work on all faces of a file, reached in some seconds. A face costs its number of corners times its
/// number of notches, which are the corners that turn right.
const MAX_WORK: u64 = 1 << 29;

/// Number of corners that are tried as the center of a fan without triangles that have no area.
const CENTERS: usize = 16;

/// The corners of a face in a plane, counterclockwise.
#[derive(Clone, Copy)]
enum Plane<'p> {
    /// Positions, seen along the axis that the face faces most, so that no coordinate is rounded.
    Space(&'p [[f64; 3]], [usize; 2]),
    Texture(&'p [[f64; 2]], [usize; 2]),
}

impl<'p> Plane<'p> {
    /// The plane of a face in space; `None` if it has no area.
    fn of_positions(positions: &'p [[f64; 3]]) -> Option<Plane<'p>> {
        let first = Vector::from(*positions.first()?);
        let area = positions.windows(2).fold(Vector::default(), |area, pair| {
            let [from, to] = [pair[0], pair[1]].map(|corner| Vector::from(corner) - first);
            area + from.cross(to)
        });
        let axis = (1..3).fold(0, |most, axis| if area[axis].abs() > area[most].abs() { axis } else { most });
        let [right, up] = [(axis + 1) % 3, (axis + 2) % 3];
        let axes = if area[axis] > 0.0 { [right, up] } else { [up, right] };
        (area[axis] != 0.0).then_some(Plane::Space(positions, axes))
    }

    /// The plane of its UVs; `None` if they have no area.
    fn of_uvs(uvs: &'p [[f64; 2]]) -> Option<Plane<'p>> {
        let [x, y] = *uvs.first()?;
        let twice: f64 =
            uvs.windows(2).map(|pair| (pair[0][0] - x) * (pair[1][1] - y) - (pair[0][1] - y) * (pair[1][0] - x)).sum();
        let axes = if twice > 0.0 { [0, 1] } else { [1, 0] };
        (twice != 0.0).then_some(Plane::Texture(uvs, axes))
    }

    fn at(&self, corner: usize) -> Coord<f64> {
        let [x, y] = match self {
            Plane::Space(list, axes) => axes.map(|axis| list[corner][axis]),
            Plane::Texture(list, axes) => axes.map(|axis| list[corner][axis]),
        };
        Coord { x, y }
    }

    /// Positive if three corners turn left, negative if they turn right.
    fn turn(&self, [a, b, c]: [usize; 3]) -> f64 {
        orient2d(self.at(a), self.at(b), self.at(c))
    }

    /// Whether a corner is in a triangle that turns left or, if `strictly`, inside it. One at a corner of the triangle
    /// is not: there, a bridge touches the border.
    fn holds(&self, [a, b, c]: [usize; 3], corner: usize, strictly: bool) -> bool {
        let [point, a, b, c] = [corner, a, b, c].map(|corner| self.at(corner));
        let low = |pick: fn(&Coord<f64>) -> f64| pick(&a).min(pick(&b)).min(pick(&c));
        let high = |pick: fn(&Coord<f64>) -> f64| pick(&a).max(pick(&b)).max(pick(&c));
        if point.x < low(|at| at.x)
            || point.x > high(|at| at.x)
            || point.y < low(|at| at.y)
            || point.y > high(|at| at.y)
        {
            return false;
        }
        [a, b, c].iter().all(|corner| *corner != point)
            && [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| {
                let side = orient2d(from, to, point);
                side > 0.0 || side == 0.0 && !strictly
            })
    }
}

/// How strictly an ear is chosen. Each level is for faces on which the ones before find no ear.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    /// An ear that no other corner touches.
    Clear,
    /// An ear with no other corner inside.
    Touched,
    /// Corners on a line.
    Flat,
    /// Any corner: the border crosses itself.
    Any,
}

/// Divides the faces of a file.
#[derive(Default)]
pub(super) struct Polygons {
    /// The work so far.
    work: u64,
}

impl Polygons {
    /// Bytes needed to divide a face with a number of corners.
    pub(super) fn bytes(corners: u64) -> u64 {
        // For each corner: its place and UV; its neighbors, and its entries in lists; a triangle.
        const CORNER: u64 = (size_of::<[f64; 5]>() + size_of::<[usize; 8 + 3]>()) as u64;
        corners * CORNER
    }

    /// Gives the corners of each triangle to `each`, two fewer than a face has corners. Without UVs, `uvs` is empty.
    ///
    /// The triangles cover the face in space and in the texture; if no such triangles exist, in space alone.
    ///
    /// # Errors
    ///
    /// If the faces so far exceed [`MAX_WORK`].
    pub(super) fn cut(
        &mut self,
        positions: &[[f64; 3]],
        uvs: &[[f64; 2]],
        mut each: impl FnMut([usize; 3]),
    ) -> Result<(), String> {
        let count = positions.len();
        if count == 3 {
            each([0, 1, 2]);
            return Ok(());
        }
        let planes = [Plane::of_positions(positions), Plane::of_uvs(uvs)];
        let planes: Vec<Plane> = planes.into_iter().flatten().collect();
        if let Some(fan) = fan_over(&planes, count) {
            fan.for_each(each);
            return Ok(());
        }
        if planes.len() > 1 {
            let mut ears = self.ears(&planes, count)?;
            let triangles: Vec<_> = std::iter::from_fn(|| ears.cut(Level::Clear)).collect();
            if ears.left < 3 {
                triangles.into_iter().for_each(each);
                return Ok(());
            }
        }
        let first = &planes[..1];
        if let Some(fan) = fan_over(first, count) {
            fan.for_each(each);
        } else {
            let mut ears = self.ears(first, count)?;
            std::iter::from_fn(|| ears.cut(Level::Any)).for_each(each);
        }
        Ok(())
    }

    fn ears<'p>(&mut self, planes: &'p [Plane<'p>], count: usize) -> Result<Ears<'p>, String> {
        let most = planes.iter().map(|plane| reflex(plane, count).count()).max().unwrap_or(0);
        self.work = self.work.saturating_add(count as u64 * most as u64);
        if self.work > MAX_WORK {
            return Err(format!(
                "the face has {count} corners, of which {most} are notches: too many, together with the faces before it, to \
                 divide them into triangles; export the mesh with triangles"
            ));
        }
        Ok(Ears::new(planes, count))
    }
}

/// The triangles around a corner, if they cover a face. None of them is without an area if that can be avoided: where
/// faces meet, such a triangle would come between them.
fn fan_over(planes: &[Plane], count: usize) -> Option<impl Iterator<Item = [usize; 3]>> {
    let fan = move |center: usize| {
        let at = move |step: usize| (center + step) % count;
        (2..count).map(move |step| [center, at(step - 1), at(step)])
    };
    let covers = |center: usize, least: fn(f64) -> bool| {
        planes.iter().all(|plane| fan(center).all(|triangle| least(plane.turn(triangle))))
    };
    if !covers(0, |turn| turn >= 0.0) {
        return None;
    }
    let center = (0..count.min(CENTERS)).find(|center| covers(*center, |turn| turn > 0.0));
    Some(fan(center.unwrap_or(0)))
}

/// The corners of a face that do not turn left.
fn reflex<'p>(plane: &'p Plane, count: usize) -> impl Iterator<Item = usize> + use<'p> {
    (0..count).filter(move |corner| plane.turn([(corner + count - 1) % count, *corner, (corner + 1) % count]) <= 0.0)
}

/// A face of which ears are cut.
struct Ears<'p> {
    planes: &'p [Plane<'p>],
    before: Vec<usize>,
    after: Vec<usize>,
    is_cut: Vec<bool>,
    left: usize,
    /// For each plane, the corners that did not turn left at the beginning. Only these can be in an ear.
    reflex: Vec<Vec<usize>>,
    /// Corners that may be ears, as a stack; cutting one changes no others than its neighbors.
    waiting: Vec<usize>,
    level: Level,
}

impl<'p> Ears<'p> {
    fn new(planes: &'p [Plane<'p>], count: usize) -> Ears<'p> {
        Ears {
            planes,
            before: (0..count).map(|corner| (corner + count - 1) % count).collect(),
            after: (0..count).map(|corner| (corner + 1) % count).collect(),
            is_cut: vec![false; count],
            left: count,
            reflex: planes.iter().map(|plane| reflex(plane, count).collect()).collect(),
            waiting: (0..count).rev().collect(),
            level: Level::Clear,
        }
    }

    /// Cuts an ear, at this level at most.
    fn cut(&mut self, last: Level) -> Option<[usize; 3]> {
        while self.left >= 3 {
            let Some(corner) = self.waiting.pop() else {
                if self.level >= last {
                    return None;
                }
                self.level = match self.level {
                    Level::Clear => Level::Touched,
                    Level::Touched => Level::Flat,
                    Level::Flat | Level::Any => Level::Any,
                };
                self.waiting.extend((0..self.is_cut.len()).rev().filter(|corner| !self.is_cut[*corner]));
                continue;
            };
            let ear = [self.before[corner], corner, self.after[corner]];
            if !self.is_cut[corner] && self.is_ear(ear) {
                let [before, _, after] = ear;
                self.is_cut[corner] = true;
                self.left -= 1;
                (self.after[before], self.before[after]) = (after, before);
                self.waiting.extend([after, before]);
                return Some(ear);
            }
        }
        None
    }

    fn is_ear(&self, ear: [usize; 3]) -> bool {
        self.planes.iter().zip(&self.reflex).all(|(plane, reflex)| {
            let turn = plane.turn(ear);
            match self.level {
                Level::Any => true,
                Level::Flat if turn == 0.0 => true,
                _ if turn <= 0.0 => false,
                level => !reflex.iter().any(|corner| {
                    !self.is_cut[*corner] && !ear.contains(corner) && plane.holds(ear, *corner, level >= Level::Touched)
                }),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn triangles(positions: &[[f64; 3]], uvs: &[[f64; 2]]) -> Vec<[usize; 3]> {
        let mut all = Vec::new();
        Polygons::default().cut(positions, uvs, |triangle| all.push(triangle)).unwrap();
        assert_eq!(all.len(), positions.len() - 2);
        all
    }

    fn flat(points: &[[f64; 2]]) -> Vec<[f64; 3]> {
        points.iter().map(|[x, y]| [*x, *y, 0.0]).collect()
    }

    fn turn(points: &[[f64; 2]], [a, b, c]: [usize; 3]) -> f64 {
        let [a, b, c] = [a, b, c].map(|corner| Coord { x: points[corner][0], y: points[corner][1] });
        orient2d(a, b, c)
    }

    /// The triangles of a counterclockwise face. As none turns right, they cover what the border winds around, once.
    fn check(points: &[[f64; 2]]) -> f64 {
        let all = triangles(&flat(points), &[]);
        assert!(all.iter().all(|triangle| turn(points, *triangle) >= 0.0), "{all:?}");
        all.iter().map(|triangle| turn(points, *triangle)).sum::<f64>() / 2.0
    }

    const U: [[f64; 2]; 8] =
        [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.6, 0.9], [0.6, 0.4], [0.4, 0.4], [0.4, 0.9], [0.1, 0.9]];

    #[test]
    fn concave_faces_are_covered_once() {
        assert!((check(&U) - 0.54).abs() < 1e-12);
        for first in 0..8 {
            let mut turned = U;
            turned.rotate_left(first);
            assert!((check(&turned) - 0.54).abs() < 1e-12, "{first}");
        }
        // The hole of a frame, joined by a bridge from one corner to another.
        let frame = [
            [0.0, 0.0],
            [4.0, 0.0],
            [4.0, 4.0],
            [0.0, 4.0],
            [0.0, 0.0],
            [1.0, 1.0],
            [1.0, 3.0],
            [3.0, 3.0],
            [3.0, 1.0],
            [1.0, 1.0],
        ];
        assert_eq!(check(&frame), 12.0);
        // Two holes, with bridges to the same corner.
        let two = [
            [0.0, 0.0],
            [9.0, 0.0],
            [9.0, 4.0],
            [0.0, 4.0],
            [0.0, 0.0],
            [1.0, 1.0],
            [1.0, 3.0],
            [3.0, 3.0],
            [3.0, 1.0],
            [5.0, 1.0],
            [5.0, 3.0],
            [7.0, 3.0],
            [7.0, 1.0],
            [5.0, 1.0],
            [3.0, 1.0],
            [1.0, 1.0],
        ];
        assert_eq!(check(&two), 36.0 - 8.0);
        // Corners on a line, and a comb.
        let line = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0], [0.0, 2.0]];
        assert_eq!(check(&line), 10.0);
        let mut comb = vec![[40.0, 0.0]];
        (0..20)
            .rev()
            .for_each(|tooth| comb.extend([[2.0 * f64::from(tooth) + 1.0, 9.0], [2.0 * f64::from(tooth), 1.0]]));
        comb.push([0.0, 0.0]);
        // Trapezoids between heights of 1 and 9, and the last between 9 and 0.
        assert_eq!(check(&comb), 39.0 * 5.0 + 4.5);
    }

    #[test]
    fn convex_faces_are_fans() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        assert_eq!(triangles(&flat(&square), &square), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(triangles(&[[0.0; 3]; 4], &[]), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(triangles(&[[0.0; 3]; 3], &[]), [[0, 1, 2]]);
    }

    /// A face that is concave in the texture alone.
    #[test]
    fn uvs_are_covered_once_too() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let arrow = [[0.0, 0.0], [1.0, 0.0], [0.2, 0.2], [0.0, 1.0]];
        for first in 0..4 {
            let (mut square, mut arrow) = (square, arrow);
            square.rotate_left(first);
            arrow.rotate_left(first);
            let all = triangles(&flat(&square), &arrow);
            assert!(all.iter().all(|triangle| turn(&square, *triangle) > 0.0 && turn(&arrow, *triangle) > 0.0));
            // Without an area in space, the texture decides.
            let all = triangles(&[[0.0; 3]; 4], &arrow);
            assert!(all.iter().all(|triangle| turn(&arrow, *triangle) > 0.0));
        }
    }

    #[test]
    fn borders_that_cross_themselves_and_huge_faces_end() {
        assert_eq!(triangles(&flat(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 2.0], [3.0, 1.0]]), &[]).len(), 3);
        let wave = |corner: u32| [f64::from(corner), f64::from(corner % 2), 0.0];
        let mut wide: Vec<[f64; 3]> = (0..100_000).map(wave).collect();
        wide.push([5e4, 9e4, 0.0]);
        assert!(Polygons::default().cut(&wide, &[], |_| {}).unwrap_err().contains("100001 corners"));
    }

    #[test]
    fn a_fan_has_no_triangle_without_an_area_if_that_can_be_avoided() {
        let points = [[0.0, 0.0], [0.5, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        for first in 0..points.len() {
            let mut turned = points;
            turned.rotate_left(first);
            for triangle in triangles(&flat(&turned), &[]) {
                assert!(turn(&turned, triangle) > 0.0, "{first}: {triangle:?}");
            }
        }
    }

    #[test]
    fn the_faces_of_a_file_share_a_limit() {
        // Teeth: every other corner turns right.
        let teeth = (0..1000).map(|index| [f64::from(index), f64::from(index % 2), 0.0]);
        let face: Vec<[f64; 3]> = teeth.chain([[500.0, 1e5, 0.0]]).collect();
        // About half of the corners are notches.
        let mut polygons = Polygons { work: MAX_WORK - 1001 * 700 };
        polygons.cut(&face, &[], |_| {}).unwrap();
        assert!(polygons.cut(&face, &[], |_| {}).unwrap_err().contains("the faces before it"));
    }

    proptest! {
        /// Stars around a middle: simple borders with any number of notches.
        #[test]
        fn stars_are_covered_once(radii in prop::collection::vec(0.05..1.0f64, 4..60), first in 0usize..60) {
            let count = radii.len();
            let mut points: Vec<[f64; 2]> = radii.iter().enumerate().map(|(corner, radius)| {
                let angle = corner as f32 / count as f32 * std::f32::consts::TAU;
                [radius * f64::from(travertine_noise::math::cos(angle)), radius * f64::from(travertine_noise::math::sin(angle))]
            }).collect();
            points.rotate_left(first % count);
            check(&points);
        }
    }
}
