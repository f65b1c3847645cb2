//! The part of the sky that points of a model and of the ground below it see.

use std::f32::consts::TAU;
use std::sync::atomic::{AtomicU32, Ordering};

use travertine_mesh::{Tree, Vector};
use travertine_noise::math::{cos, sin};

/// Distance of the origin of a ray from the surface.
pub(super) const OFF: f64 = 2e-3;
/// Distance up to which a model hides the sky.
const REACH: f64 = 0.6;
/// Rays for each point of the ground, and the most for each side of a vertex.
const RAYS: usize = 64;
/// The boxes that a ray to the light or the sky enters at most, many more than in a mesh that does not cross itself.
pub(super) const THICKET: u32 = 1024;
/// Rays for all vertices together: a second or two of a core.
const ALL_RAYS: usize = 4 << 20;
/// Points of the ground along each side, and half the length of a side.
const POINTS: usize = 56;
const HALF: f64 = 1.4;

/// Height (y) of the ground, on which a model stands: so far below it that rays from there meet it from outside.
pub(super) fn ground(tree: &Tree) -> f64 {
    tree.bounds()[1][1] + 2.0 * OFF
}

/// What a model hides from itself and from the ground. It is computed where it is seen first, and kept; it does not
/// depend on who computes it.
pub(super) struct Shade {
    /// The openness at each vertex, 0 to 1: on the side of its normal, and on the other.
    surface: Vec<[Kept; 2]>,
    /// The openness at points of the ground, row by row.
    ground: Vec<Kept>,
    /// Directions to the sky from vertices, and from the ground.
    skies: [Vec<Vector>; 2],
}

impl Shade {
    pub(super) fn new(vertices: usize) -> Shade {
        let count = (ALL_RAYS / (2 * vertices).max(1)).clamp(4, RAYS);
        Shade {
            surface: (0..vertices).map(|_| Default::default()).collect(),
            ground: (0..POINTS * POINTS).map(|_| Kept::default()).collect(),
            skies: [sky(count), sky(RAYS)],
        }
    }

    /// The most rays that are cast for a number of places on the surface.
    pub(super) fn rays(&self, places: u64) -> u64 {
        let sides = (2 * self.surface.len() as u64).min(places.saturating_mul(3));
        let ground = (self.ground.len() as u64).min(places.saturating_mul(4));
        let [surface, floor] = self.skies.each_ref().map(|sky| sky.len() as u64);
        sides * surface + ground * floor
    }

    /// The openness at a vertex, on the side of its normal or on the other.
    pub(super) fn surface(&self, tree: &Tree, vertex: usize, is_inward: bool, position: Vector, normal: Vector) -> f64 {
        let normal = if is_inward { -normal } else { normal };
        let openness = || openness(tree, position, normal, &self.skies[0]);
        self.surface[vertex][usize::from(is_inward)].get(openness)
    }

    /// The openness at a point of the ground; 1 far from the model.
    pub(super) fn ground(&self, tree: &Tree, Vector { x, z, .. }: Vector) -> f64 {
        let most = (POINTS - 1) as f64;
        let [column, row] = [x, z].map(|side| (side + HALF) / (2.0 * HALF) * most);
        if !(0.0..most).contains(&column) || !(0.0..most).contains(&row) {
            return 1.0;
        }
        let [left, upper] = [column, row].map(|side| side as usize);
        let [right, down] = [column.fract(), row.fract()];
        let up = Vector::new(0.0, -1.0, 0.0);
        let of = |row: usize, column: usize| {
            let point = || Vector::new(at(column), ground(tree), at(row));
            self.ground[row * POINTS + column].get(|| openness(tree, point(), up, &self.skies[1]))
        };
        let line = |row: usize| of(row, left) + (of(row, left + 1) - of(row, left)) * right;
        line(upper) + (line(upper + 1) - line(upper)) * down
    }
}

/// A number that is computed once. Two threads at once compute the same.
struct Kept(AtomicU32);

impl Default for Kept {
    fn default() -> Kept {
        Kept(AtomicU32::new(f32::NAN.to_bits()))
    }
}

impl Kept {
    fn get(&self, compute: impl FnOnce() -> f32) -> f64 {
        let mut value = f32::from_bits(self.0.load(Ordering::Relaxed));
        if value.is_nan() {
            value = compute();
            self.0.store(value.to_bits(), Ordering::Relaxed);
        }
        value.into()
    }
}

/// The position of a column or row of the ground.
fn at(index: usize) -> f64 {
    (index as f64 / (POINTS - 1) as f64 * 2.0 - 1.0) * HALF
}

/// Directions around (0, 0, 1), denser where more light arrives: a spiral.
fn sky(count: usize) -> Vec<Vector> {
    let direction = |index: usize| {
        let height = (index as f64 + 0.5) / count as f64;
        let (off, turn) = (height.sqrt(), (index as f32 * 0.618_034).fract() * TAU);
        Vector::new(off * f64::from(cos(turn)), off * f64::from(sin(turn)), (1.0 - height).sqrt())
    };
    (0..count).map(direction).collect()
}

fn openness(tree: &Tree, point: Vector, normal: Vector, sky: &[Vector]) -> f32 {
    let [right, down] = normal.basis_by_sign();
    let origin = point + normal * OFF;
    let is_open =
        |Vector { x, y, z }: &Vector| !tree.is_hidden(origin, right * *x + down * *y + normal * *z, REACH, THICKET);
    sky.iter().filter(|direction| is_open(direction)).count() as f32 / sky.len() as f32
}
