//! The part of the sky that points of a model and of the ground below it see.

use std::f32::consts::TAU;

use travertine::Context;
use travertine::stages::program::parallel;
use travertine_bake::{Error, Tree};
use travertine_noise::math::{cos, sin};

use crate::vector::Vector;

/// Distance of the origin of a ray from the surface.
pub(super) const OFF: f64 = 2e-3;
/// Distance up to which a model hides the sky.
const REACH: f64 = 0.6;
/// Rays for each point of the ground, and the most for each side of a vertex.
const RAYS: usize = 64;
/// Rays for all vertices together: a second or two of a core.
const ALL_RAYS: usize = 4 << 20;
/// Points of the ground along each side, and half the length of a side.
const POINTS: usize = 56;
const HALF: f64 = 1.4;

/// Height (y) of the ground, on which a model stands: so far below it that rays from there meet it from outside.
pub(super) fn ground(tree: &Tree) -> f64 {
    tree.bounds()[1][1] + 2.0 * OFF
}

/// Number of vertices that a thread takes at a time.
pub(super) const CHUNK: usize = 512;

/// What a model hides from itself and from the ground.
pub(super) struct Shade {
    /// The openness at each vertex, 0 to 1: on the side of its normal, and on the other.
    pub(super) surface: Vec<[f32; 2]>,
    /// The openness at points of the ground, row by row.
    ground: Vec<f32>,
}

impl Shade {
    pub(super) fn new(
        tree: &Tree,
        positions: &[Vector],
        normals: &[Vector],
        context: &Context,
    ) -> Result<Shade, Error> {
        let sky = sky((ALL_RAYS / (2 * positions.len()).max(1)).clamp(4, RAYS));
        let vertices: Vec<_> = positions.chunks(CHUNK).zip(normals.chunks(CHUNK)).collect();
        let surface = parallel::try_map(vertices, |(positions, normals)| {
            if context.is_cancelled() {
                return Err(Error::Texture(travertine::Error::Cancelled));
            }
            let sides = |(position, normal): (&Vector, &Vector)| {
                [*normal, -*normal].map(|normal| openness(tree, *position, normal, &sky))
            };
            Ok(positions.iter().zip(normals).map(sides).collect::<Vec<[f32; 2]>>())
        })?;
        let (floor, sky) = (ground(tree), self::sky(RAYS));
        let ground = parallel::map(0..POINTS, |row| {
            let open = |column: usize| {
                openness(tree, Vector::new(at(column), floor, at(row)), Vector::new(0.0, -1.0, 0.0), &sky)
            };
            (0..POINTS).map(open).collect::<Vec<f32>>()
        });
        Ok(Shade { surface: surface.concat(), ground: ground.concat() })
    }

    /// The openness at a point of the ground; 1 far from the model.
    pub(super) fn ground(&self, Vector { x, z, .. }: Vector) -> f64 {
        let most = (POINTS - 1) as f64;
        let [column, row] = [x, z].map(|side| (side + HALF) / (2.0 * HALF) * most);
        if !(0.0..most).contains(&column) || !(0.0..most).contains(&row) {
            return 1.0;
        }
        let [left, upper] = [column, row].map(|side| side as usize);
        let [right, down] = [column.fract(), row.fract()];
        let of = |row: usize, column: usize| f64::from(self.ground[row * POINTS + column]);
        let line = |row: usize| of(row, left) + (of(row, left + 1) - of(row, left)) * right;
        line(upper) + (line(upper + 1) - line(upper)) * down
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
    let [right, down] = normal.tangents();
    let origin = point + normal * OFF;
    let is_open = |Vector { x, y, z }: &Vector| {
        !tree.is_hit(origin.into(), (right * *x + down * *y + normal * *z).into(), REACH)
    };
    sky.iter().filter(|direction| is_open(direction)).count() as f32 / sky.len() as f32
}
