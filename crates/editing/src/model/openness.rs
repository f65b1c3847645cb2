//! The part of the sky that points of a model and of the ground below it see.

use std::f32::consts::TAU;

use travertine::stages::program::parallel;
use travertine_noise::math::{cos, sin};

use super::tree::{Ray, Tree};
use super::vector::{Vector, along, tangents};

/// Distance up to which a model hides the sky.
const REACH: f32 = 0.6;
/// Distance of a ray's origin from the surface.
const OFF: f32 = 2e-3;
/// Rays for each point of the ground, and the most for each vertex.
const RAYS: usize = 64;
/// Rays for all vertices together: a second or two of a core.
const ALL_RAYS: usize = 4 << 20;
/// Points of the ground along each side, and half the length of a side.
const POINTS: usize = 56;
const HALF: f32 = 1.4;

/// Height (y) of the ground, on which a model stands: so far below it that rays from there meet it from outside.
pub(super) fn ground(tree: &Tree) -> f32 {
    tree.bounds()[1][1] + 2.0 * OFF
}

/// What a model hides from itself and from the ground.
pub(super) struct Shade {
    /// The openness at each vertex, 0 to 1.
    pub surface: Vec<f32>,
    /// The openness at points of the ground, row by row.
    ground: Vec<f32>,
}

impl Shade {
    pub fn new(tree: &Tree, positions: &[Vector], normals: &[Vector]) -> Shade {
        let sky = sky((ALL_RAYS / positions.len().max(1)).clamp(8, RAYS));
        let vertices: Vec<_> = positions.chunks(512).zip(normals.chunks(512)).collect();
        let surface = parallel::map(vertices, |(positions, normals)| {
            let pairs = positions.iter().zip(normals);
            pairs.map(|(position, normal)| openness(tree, *position, *normal, &sky)).collect::<Vec<f32>>()
        });
        let (floor, sky) = (ground(tree), self::sky(RAYS));
        let ground = parallel::map(0..POINTS, |row| {
            let point = |column: usize| [at(column), floor, at(row)];
            (0..POINTS)
                .map(|column| openness(tree, point(column), [0.0, -1.0, 0.0], &sky))
                .collect::<Vec<f32>>()
        });
        Shade { surface: surface.concat(), ground: ground.concat() }
    }

    /// The openness at a point of the ground; 1 far from the model.
    pub fn ground(&self, [x, _, z]: Vector) -> f32 {
        let [column, row] = [x, z].map(|side| (side + HALF) / (2.0 * HALF) * (POINTS - 1) as f32);
        let most = (POINTS - 1) as f32;
        if !(0.0..most).contains(&column) || !(0.0..most).contains(&row) {
            return 1.0;
        }
        let [left, upper] = [column, row].map(|side| side as usize);
        let [right, down] = [column.fract(), row.fract()];
        let of = |row: usize, column: usize| self.ground[row * POINTS + column];
        let line = |row: usize| of(row, left) + (of(row, left + 1) - of(row, left)) * right;
        line(upper) + (line(upper + 1) - line(upper)) * down
    }
}

/// The position of a column or row of the ground.
fn at(index: usize) -> f32 {
    (index as f32 / (POINTS - 1) as f32 * 2.0 - 1.0) * HALF
}

/// Directions around (0, 0, 1), denser where more light arrives: a spiral.
fn sky(count: usize) -> Vec<Vector> {
    let direction = |index: usize| {
        let height = (index as f32 + 0.5) / count as f32;
        let (off, turn) = (height.sqrt(), (index as f32 * 0.618_034).fract() * TAU);
        [off * cos(turn), off * sin(turn), (1.0 - height).sqrt()]
    };
    (0..count).map(direction).collect()
}

fn openness(tree: &Tree, point: Vector, normal: Vector, sky: &[Vector]) -> f32 {
    let [right, down] = tangents(normal);
    let origin = along(point, normal, OFF);
    let is_open = |[x, y, z]: &Vector| {
        let direction = along(along(right.map(|side| side * x), down, *y), normal, *z);
        !tree.is_met(&Ray { origin, direction }, REACH)
    };
    sky.iter().filter(|direction| is_open(direction)).count() as f32 / sky.len() as f32
}

#[cfg(test)]
mod tests {
    use super::super::mesh::Model;
    use super::super::open::tests::{CUBE, file};

    #[test]
    fn the_ground_is_dark_below_a_model_and_bright_far_from_it() {
        let folder = tempfile::tempdir().unwrap();
        let cube = Model::open(&file(folder.path(), "cube.obj", CUBE), 64 << 20).unwrap();
        let ground = |x: f32| cube.shade.ground([x, 0.5, 0.0]);
        assert!(ground(0.0) < 0.05, "{}", ground(0.0));
        assert!(ground(0.56) < ground(0.8) && ground(0.8) < ground(1.2), "it fades");
        assert_eq!((ground(1.39), ground(5.0)), (1.0, 1.0));
        assert!(cube.shade.surface.iter().all(|open| *open > 0.9), "a convex model hides nothing of itself");
    }
}
