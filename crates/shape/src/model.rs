//! Models: meshes of files as solids that a texture is carved onto.
//!
//! A model fills the unit cube around 0, as shapes do. The part of the sky that its points and the ground see is
//! computed where a picture shows them.

mod shade;

use std::fmt;
use std::path::{Path, PathBuf};

use travertine::Context;
use travertine::stages::render::RenderError;
use travertine_mesh::{Error, Hit, Mesh, Model as File, Tree, Vector};

use crate::ray::Ray;
use shade::{OFF, Shade, THICKET};

/// Maximum number of triangles: twice as many as a scanned statue has.
const MAX_TRIANGLES: usize = 2_000_000;
/// Approximate bytes for each triangle and each vertex, in addition to those of the tree, while a file is read.
const TRIANGLE_BYTES: u64 = 64;
const VERTEX_BYTES: u64 = 256;
/// The breadth of a main light, as the tangent of its angular radius.
const BREADTH: f64 = 0.2;
/// The points along each side of a light.
const POINTS: u32 = 4;
/// The points of a light that are tested first. Where they agree, the others are not tested.
const CORNERS: [[u32; 2]; 4] = [[0, 0], [3, 0], [0, 3], [3, 3]];
/// The work of a box or a triangle that a ray meets, in operations.
const BOX_WORK: f64 = 20.0;
/// What is sharper than a hundredth of the model looks like that.
const MAX_CURVATURE: f64 = 100.0;

/// A mesh as a solid.
pub struct Model {
    path: PathBuf,
    tree: Tree,
    positions: Vec<Vector>,
    normals: Vec<Vector>,
    /// The mean curvature at each vertex.
    curvatures: Vec<f32>,
    triangles: Vec<[u32; 3]>,
    /// Radius of a ball around 0 that contains it.
    radius: f64,
    shade: Shade,
    is_smoothed: bool,
}

/// A point of a surface that a ray meets.
pub(crate) struct Spot {
    pub(crate) distance: f64,
    pub(crate) point: Vector,
    /// The point from which it sees the lights.
    pub(crate) origin: Vector,
    /// The outward normal without bumps.
    pub(crate) normal: Vector,
    pub(crate) curvature: f64,
    /// The part of the sky that it sees past a model, 0 to 1; 1 for shapes, whose openness is computed later.
    pub(crate) openness: f64,
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the model {} of {} triangles", self.path.display(), self.triangles.len())
    }
}

impl PartialEq for Model {
    /// A model equals itself alone.
    fn eq(&self, other: &Model) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Model {
    /// Reads all meshes of an `.obj`, `.stl`, `.ply`, `.gltf` or `.glb` file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, has no triangles or too many, needs more memory than the context allows, or it is
    /// cancelled.
    pub fn open(path: &Path, context: &Context) -> Result<Model, Error> {
        Model::open_smooth(path, None, context)
    }

    /// As [`Model::open`], with the normals of meshes that have none: smooth between triangles whose angle is at most
    /// `smooth` degrees, 0 for flat triangles. Without it, OBJ, PLY and STL are smooth up to 60 degrees, and glTF is
    /// flat.
    ///
    /// # Errors
    ///
    /// As [`Model::open`].
    pub fn open_smooth(path: &Path, smooth: Option<f32>, context: &Context) -> Result<Model, Error> {
        let file = File::open_smooth(path, 0, smooth, context.memory_limit())?;
        let is_smoothed = file.is_smoothed();
        Ok(Model { is_smoothed, ..Model::of(path, file.meshes, context)? })
    }

    fn of(path: &Path, meshes: Vec<Mesh>, context: &Context) -> Result<Model, Error> {
        if context.is_cancelled() {
            return Err(Error::Render(RenderError::Cancelled));
        }
        let memory = context.memory_limit();
        let count: usize = meshes.iter().map(|mesh| mesh.triangles.len()).sum();
        if count > MAX_TRIANGLES {
            return Err(Error::Limit(format!(
                "{}: it has {count} triangles, and at most {MAX_TRIANGLES} are shown; simplify it",
                path.display()
            )));
        }
        let vertices: usize = meshes.iter().map(|mesh| mesh.positions.len()).sum();
        let needed = Tree::bytes(count as u64) + count as u64 * TRIANGLE_BYTES + vertices as u64 * VERTEX_BYTES;
        if needed > memory {
            let [needed, memory] = [needed, memory].map(|bytes| bytes.div_ceil(1 << 20));
            return Err(Error::Limit(format!(
                "{}: {count} triangles and {vertices} vertices need {needed} MiB of memory, and {memory} are allowed; \
                 simplify it, or raise the limit",
                path.display()
            )));
        }
        let (mut positions, mut normals) = (Vec::with_capacity(vertices), Vec::with_capacity(vertices));
        let (mut triangles, mut curvatures) = (Vec::with_capacity(count), Vec::with_capacity(vertices));
        for mesh in meshes {
            let first = positions.len() as u32;
            positions.extend(mesh.positions.iter().map(|position| upright(*position)));
            normals.extend(mesh.normals.iter().map(|normal| upright(normal.map(f64::from))));
            triangles.extend(mesh.triangles.iter().map(|corners| corners.map(|corner| first + corner)));
            curvatures.extend(mesh.curvatures());
        }
        let Some(extent) = fit(&mut positions, &triangles) else {
            let problem = "all its points lie in one place; export it again".to_owned();
            return Err(Error::Mesh { path: path.to_owned(), problem });
        };
        for curvature in &mut curvatures {
            *curvature = (f64::from(*curvature) * extent).clamp(-MAX_CURVATURE, MAX_CURVATURE) as f32;
        }
        let corner = |corner: u32| positions[corner as usize];
        let radius = triangles.iter().flatten().map(|each| corner(*each).length()).fold(0.0, f64::max);
        let tree = Tree::new(triangles.iter().map(|corners| corners.map(corner)));
        let shade = Shade::new(positions.len());
        Ok(Model {
            path: path.to_owned(),
            tree,
            positions,
            normals,
            curvatures,
            triangles,
            radius,
            shade,
            is_smoothed: false,
        })
    }

    /// Whether a mesh without normals got smooth ones, where triangles are not in one plane.
    pub fn is_smoothed(&self) -> bool {
        self.is_smoothed
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of triangles.
    pub fn triangles(&self) -> usize {
        self.triangles.len()
    }

    /// Its memory, in bytes.
    pub fn bytes(&self) -> u64 {
        let vertex = 2 * size_of::<Vector>() + 3 * size_of::<f32>();
        let triangles = self.triangles.len() as u64;
        let own = self.positions.len() as u64 * vertex as u64 + triangles * size_of::<[u32; 3]>() as u64;
        Tree::bytes(triangles).saturating_add(own)
    }

    /// Radius of a ball around 0 that contains it.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// Height (y) of the ground on which it stands.
    pub(crate) fn ground(&self) -> f64 {
        shade::ground(&self.tree)
    }

    /// The openness of a point of the ground, 0 to 1.
    pub(crate) fn ground_openness(&self, point: Vector) -> f64 {
        self.shade.ground(&self.tree, point)
    }

    /// The work of a number of rays that meet it, of which each is followed by one to each of so many lights, in
    /// operations.
    pub(crate) fn work(&self, rays: u64, lights: u64) -> u64 {
        let towards =
            rays.saturating_mul(lights).saturating_mul(u64::from(POINTS)).saturating_add(self.shade.rays(rays));
        let cost = self.tree.cost() * BOX_WORK;
        let hidden = cost.min(f64::from(THICKET) * BOX_WORK);
        (rays as f64 * cost + towards as f64 * hidden) as u64
    }

    /// The distance at which a ray first meets it, or `None` if it misses.
    pub(crate) fn meet(&self, ray: &Ray) -> Option<f64> {
        self.tree.first(ray.origin, ray.direction).map(|hit| hit.distance)
    }

    /// The point at which a ray first meets it, or `None` if it misses.
    pub(crate) fn spot(&self, ray: &Ray) -> Option<Spot> {
        let Hit { triangle, distance, weights: [second, third] } = self.tree.first(ray.origin, ray.direction)?;
        let corners = self.triangles[triangle as usize].map(|corner| corner as usize);
        let weights = [1.0 - second - third, second, third];
        let mix = |of: [Vector; 3]| of[0] * weights[0] + of[1] * weights[1] + of[2] * weights[2];
        let mean = |of: [f32; 3]| (0..3).map(|corner| f64::from(of[corner]) * weights[corner]).sum::<f64>();
        let [a, b, c] = corners.map(|corner| self.positions[corner]);
        let facing = (b - a).cross(c - a).normalized();
        // From behind, the surface is seen from its other side.
        let side = if facing.dot(ray.direction) > 0.0 { -1.0 } else { 1.0 };
        let facing = facing * side;
        // Normals of a file may point inwards.
        let is_inward = |normal: Vector| normal.dot(facing) < 0.0;
        let outward = |normal: Vector| if is_inward(normal) { -normal } else { normal };
        let normals = corners.map(|corner| outward(self.normals[corner]));
        let openness = |corner: usize| {
            let normal = self.normals[corner];
            self.shade.surface(&self.tree, corner, is_inward(normal), self.positions[corner], normal)
        };
        let point = ray.at(distance);
        // The point of the curved surface that the normals of the corners describe. The triangles around would
        // otherwise cast shadows with their edges (Johannes Hanika, *Hacking the Shadow Terminator*, 2021).
        let lift = |corner: usize| {
            let below = (self.positions[corners[corner]] - point).dot(normals[corner]).max(0.0);
            point + normals[corner] * below
        };
        Some(Spot {
            distance,
            point,
            origin: mix([0, 1, 2].map(lift)) + facing * (OFF / 2.0),
            normal: outward(mix(normals).normalized()),
            curvature: side * mean(corners.map(|corner| self.curvatures[corner])),
            openness: corners.map(openness).iter().zip(weights).map(|(openness, weight)| openness * weight).sum(),
        })
    }

    /// The part of a main light that a point sees, 0 to 1. A `single` sample of a pixel sees the middle of the light.
    pub(crate) fn light_past(&self, origin: Vector, towards: Vector, single: bool) -> f64 {
        let [right, down] = towards.basis_by_sign();
        let is_seen = |[x, y]: [f64; 2]| {
            let direction = (towards + right * (BREADTH * x) + down * (BREADTH * y)).normalized();
            !self.tree.is_hidden(origin, direction, f64::INFINITY, THICKET)
        };
        if single {
            return if is_seen([0.0; 2]) { 1.0 } else { 0.0 };
        }
        let at = |index: u32| f64::from(2 * index + 1) / f64::from(POINTS) - 1.0;
        let seen = |points: &[[u32; 2]]| points.iter().filter(|point| is_seen(point.map(at))).count() as u32;
        let first = seen(&CORNERS);
        if first == 0 || first == CORNERS.len() as u32 {
            return f64::from(first) / CORNERS.len() as f64;
        }
        let all = (0..POINTS).flat_map(|row| (0..POINTS).map(move |column| [column, row]));
        let rest: Vec<[u32; 2]> = all.filter(|point| !CORNERS.contains(point)).collect();
        f64::from(first + seen(&rest)) / f64::from(POINTS * POINTS)
    }
}

/// From the space of files, whose y is up and z towards the viewer.
fn upright([x, y, z]: [f64; 3]) -> Vector {
    Vector::new(x, -y, -z)
}

/// Moves and scales triangles into the unit cube around 0; returns how large they were. `None` if they lie in one
/// place.
fn fit(positions: &mut [Vector], triangles: &[[u32; 3]]) -> Option<f64> {
    // Points off all triangles are ignored.
    let mut corners = triangles.iter().flatten().map(|corner| positions[*corner as usize]);
    let first = corners.next()?;
    let (least, most) = corners
        .fold((first, first), |(least, most), position| (least.zip(position, f64::min), most.zip(position, f64::max)));
    let extent = (most - least).max_component();
    if extent <= 0.0 || !extent.is_finite() {
        return None;
    }
    let middle = (least + most) * 0.5;
    positions.iter_mut().for_each(|position| *position = (*position - middle) * (1.0 / extent));
    Some(extent)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use travertine::{Image, Texture};

    use travertine_noise::math::{cos, sin};

    use super::*;
    use crate::{Channels, Environment, Scene, Shape, Size, Surface, render};

    /// A cube of quadrilaterals, away from 0.
    const CUBE: &str = "v 10 0 0\nv 14 0 0\nv 14 4 0\nv 10 4 0\nv 10 0 4\nv 14 0 4\nv 14 4 4\nv 10 4 4\n\
        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 1 5 8 4\n";

    fn open(name: &str, text: &str, memory: u64) -> Result<Model, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        Model::open(&path, &Context::default().memory(memory))
    }

    fn cube() -> Model {
        open("cube.obj", CUBE, 64 << 20).unwrap()
    }

    fn scene(model: Model) -> Scene {
        let mut scene = Scene { model: Some(Arc::new(model)), ..Scene::new(Shape::Cube) };
        (scene.view.yaw, scene.view.pitch) = (20.0, 15.0);
        scene
    }

    fn picture(scene: &Scene) -> Image {
        carved(scene, r#"{"min": 0.7, "max": 0.7}"#)
    }

    /// A picture of noise with these inputs.
    fn carved(scene: &Scene, inputs: &str) -> Image {
        let texture = format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{"noise": {{"type": "noise/perlin", "inputs": {inputs}}}}},
                "outputs": {{"color": {{"node": "noise"}}}}}}"#
        );
        let surface = Surface::new(&Texture::parse(&texture).unwrap(), &Channels::default()).unwrap();
        render(&surface, scene, Size { width: 48, height: 48, samples: 4 }, &Context::default()).unwrap()
    }

    #[test]
    fn a_model_fills_the_unit_cube() {
        let cube = cube();
        assert_eq!(cube.triangles(), 12);
        assert_eq!(cube.tree.bounds(), [[-0.5; 3], [0.5; 3]]);
        assert!((cube.radius - 0.75f64.sqrt()).abs() < 1e-6);
        let vase = Model::open(Path::new("../../docs/meshes/vase.obj"), &Context::default()).unwrap();
        assert!(vase.tree.bounds()[1][1] <= 0.5 && vase.radius < 0.9);
        assert!(vase.curvatures.iter().any(|bend| *bend > 0.5), "it is convex in places");
    }

    #[test]
    fn files_that_are_no_models_are_refused_with_their_names() {
        for (name, text, memory, says) in [
            ("empty.obj", "# nothing\n", 1 << 20, "triangles"),
            ("point.obj", "v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n", 1 << 20, "one place"),
            ("cube.blend", "BLENDER", 1 << 20, ".glb"),
            ("cube.obj", CUBE, 1000, "memory"),
        ] {
            let reason = open(name, text, memory).unwrap_err().to_string();
            assert!(reason.contains(name) && reason.contains(says), "{reason}");
        }
        let missing = Model::open(Path::new("no.glb"), &Context::default()).unwrap_err().to_string();
        assert!(missing.contains("no.glb"), "{missing}");
    }

    /// The faces of a cube of a file have the light of the shape.
    #[test]
    fn a_cube_of_a_file_looks_like_the_cube() {
        let mut model = scene(cube());
        (model.view, model.shadow) = (Scene::new(Shape::Cube).view, false);
        let shape = Scene { model: None, ..model.clone() };
        // The camera is closer to the shape, whose edges are round.
        let pictures = [&model, &shape].map(|scene| (scene, picture(scene)));
        for face in [[0.0, 0.0, -0.5], [0.5, 0.0, 0.0], [0.0, -0.5, 0.0]] {
            let [model, shape] = pictures.each_ref().map(|(scene, image)| {
                let [x, y] = scene.seen([48, 48], face).unwrap();
                image.pixel(x as u32, y as u32).to_vec()
            });
            let apart = model.iter().zip(&shape).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(apart < 0.05, "{face:?}: {model:?}, {shape:?}");
        }
    }

    /// A bowl, whose triangles and normals point outwards, or else inwards.
    fn bowl(is_outward: bool) -> Model {
        let (mut text, side) = (String::new(), if is_outward { 1.0 } else { -1.0 });
        for row in 0..=6 {
            for column in 0..12 {
                let (down, turn) = (f64::from(row) / 6.0, f64::from(column) / 6.0 * std::f64::consts::PI);
                let wide = (1.0 - (1.0 - down) * (1.0 - down)).sqrt();
                let [x, y, z] = [wide * cos(turn as f32) as f64, down * 0.4, wide * sin(turn as f32) as f64];
                text += &format!("v {x} {y} {z}\nvn {} {} {}\n", side * x, side * (down - 1.0), side * z);
            }
        }
        for row in 0..6 {
            for column in 0..12 {
                let at = |row: usize, column: usize| row * 12 + column % 12 + 1;
                let [a, b] = [at(row, column), at(row, column + 1)];
                let [c, d] = [at(row + 1, column + 1), at(row + 1, column)];
                text += &format!("f {a}//{a} {b}//{b} {c}//{c}\nf {a}//{a} {c}//{c} {d}//{d}\n");
            }
        }
        open("bowl.obj", &text, 64 << 20).unwrap()
    }

    #[test]
    fn the_direction_of_normals_does_not_matter() {
        let [outward, inward] = [true, false].map(|is_outward| picture(&scene(bowl(is_outward))));
        let apart = outward.data.iter().zip(&inward.data).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(apart < 0.02, "{apart}");
    }

    #[test]
    fn points_beside_the_triangles_are_ignored_and_sizes_do_not_matter() {
        let plain = picture(&scene(cube()));
        let more = CUBE.replace("f 4 3 2 1", "v 1000 0 0\nf 4 3 2 1");
        assert_eq!(picture(&scene(open("more.obj", &more, 64 << 20).unwrap())).data, plain.data);
        for far in ["3e38", "1e-36"] {
            let text = format!("v {far} 0 0\nv -{far} 0 0\nv 0 {far} 0\nf 1 2 3\n");
            let image = picture(&scene(open("far.obj", &text, 64 << 20).unwrap()));
            assert!(image.data.iter().all(|value| value.is_finite()) && image.data.iter().any(|value| *value > 0.5));
        }
    }

    #[test]
    fn reading_can_be_cancelled() {
        let cancel = travertine::Cancel::new();
        cancel.cancel();
        let context = Context::default().cancel(&cancel);
        let error = Model::open(Path::new("../../docs/meshes/vase.obj"), &context).unwrap_err();
        assert!(matches!(error, Error::Render(RenderError::Cancelled)), "{error}");
    }

    #[test]
    fn the_texture_is_carved_at_picked_points() {
        let (mut scene, size) = (scene(cube()), [48, 48]);
        for at in [[20.0, 20.0], [30.0, 28.0]] {
            let point = scene.pick(size, at).unwrap();
            let own = scene.placement.position(point);
            assert!(own[..3].iter().any(|side| side.abs() < 1e-5 || (side - 1.0).abs() < 1e-5), "on a face: {own:?}");
            let seen = scene.seen(size, point).unwrap();
            assert!((0..2).all(|axis| (seen[axis] - at[axis]).abs() < 0.1));
        }
        assert_eq!(scene.pick(size, [1.0, 1.0]), None);
        assert_eq!(scene.seen(size, [0.0, 0.0, 0.5]), None, "it is behind");
        let noise = r#"{"scale": 3, "min": 0, "max": 1}"#;
        let one = carved(&scene, noise);
        scene.placement.center = [0.9; 3];
        assert_ne!(carved(&scene, noise).data, one.data);
    }

    #[test]
    fn the_ground_has_a_soft_shadow_unless_the_model_floats() {
        let alphas = |shadow: bool| -> Vec<f32> {
            let image = picture(&Scene { shadow, ..scene(cube()) });
            image.data.chunks(4).map(|pixel| pixel[3]).collect()
        };
        let (stands, floats) = (alphas(true), alphas(false));
        let soft = |alphas: &[f32]| alphas.iter().filter(|alpha| **alpha > 0.02 && **alpha < 0.6).count();
        assert!(soft(&stands) > soft(&floats) + 100, "{} and {}", soft(&stands), soft(&floats));
        assert_eq!(stands[0], 0.0, "there is nothing in the corner");
    }

    #[test]
    fn the_ground_is_dark_below_a_model_and_bright_far_from_it() {
        let cube = cube();
        let ground = |x: f64| cube.ground_openness(Vector::new(x, 0.5, 0.0));
        assert!(ground(0.0) < 0.05, "{}", ground(0.0));
        assert!(ground(0.56) < ground(0.8) && ground(0.8) < ground(1.2), "it fades");
        assert_eq!((ground(1.39), ground(5.0)), (1.0, 1.0));
        let openness =
            |corner: usize| cube.shade.surface(&cube.tree, corner, false, cube.positions[corner], cube.normals[corner]);
        let corners = 0..cube.positions.len();
        assert!(corners.into_iter().all(|corner| openness(corner) > 0.9), "a convex model hides nothing of itself");
    }

    #[test]
    fn environments_differ_and_the_sides_away_from_the_light_are_darker() {
        let picture = |environment| picture(&Scene { environment, light: [-70.0, 40.0], ..scene(cube()) });
        let [studio, overcast, evening] = Environment::ALL.map(picture);
        assert!(studio.data != overcast.data && overcast.data != evening.data);
        // Left and right of the edge in the middle.
        let at = |image: &Image, x: u32| image.pixel(x, 30)[..3].to_vec();
        assert!(at(&studio, 14)[1] > at(&studio, 34)[1] * 1.5, "{:?} {:?}", at(&studio, 14), at(&studio, 34));
        let contrast = |image: &Image| at(image, 14)[1] / at(image, 34)[1];
        assert!(contrast(&overcast) < contrast(&studio), "a gray sky is even");
        assert!(at(&evening, 14)[0] > at(&evening, 14)[2] * 1.5, "the sun is warm");
    }
}
