//! Pictures of solids: golden pictures of three graphs on every shape, and exactness.
//!
//! `BLESS=1 cargo test -p travertine-tests shapes` accepts the current pictures. Look at them first.

use std::fs;
use std::path::PathBuf;

use travertine::{Cancel, Context, Image, Level, PictureFile, Texture, Tile};
use travertine_golden::{Difference, Picture};
use travertine_shape::{Channel, Channels, Finish, Scene, Shape, ShapeError, Size, Surface, render, site};
use travertine_tests::bundled::root;

const SIZE: Size = Size { width: 56, height: 56, samples: 4 };

fn texture(name: &str) -> Texture {
    Texture::open(root().join(format!("graphs/{name}.json"))).unwrap()
}

fn surface(name: &str) -> Surface {
    Surface::new(&texture(name), &Channels::default()).unwrap()
}

fn picture(surface: &Surface, scene: &Scene, size: Size, context: &Context) -> Image {
    render(surface, scene, size, context).unwrap()
}

fn same(one: &Image, other: &Image) -> bool {
    let bits = |image: &Image| image.data.iter().map(|float| float.to_bits()).collect::<Vec<u32>>();
    one.format == other.format && bits(one) == bits(other)
}

#[test]
fn golden_pictures() {
    let context = Context::default();
    let folder = root().join("tests/golden/shapes");
    let made = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("shapes");
    fs::create_dir_all(&made).unwrap();
    let mut differing = Vec::new();
    let mut check = |name: &str, surface: &Surface, scene: &Scene| {
        let file = format!("{name}.png");
        let image = picture(surface, scene, SIZE, &context);
        let write = |path| PictureFile::new(path).unwrap().write_image(&image, &context);
        if std::env::var_os("BLESS").is_some() {
            write(folder.join(&file)).unwrap();
            return;
        }
        write(made.join(&file)).unwrap();
        let [golden, new] = [folder.join(&file), made.join(&file)].map(|path| Picture::open(&path));
        let same = golden.is_ok_and(|golden| Difference::new(&golden, &new.unwrap()).is_ok_and(|none| none.is_none()));
        if !same {
            differing.push(name.to_owned());
        }
    };
    for name in ["marble", "wood", "rusty-paint"] {
        let surface = surface(name);
        for shape in Shape::ALL {
            check(&format!("{name}-{}", shape.name()), &surface, &Scene::new(shape));
        }
    }
    let moon = Scene { displacement: 0.06, ..Scene::new(Shape::Sphere) };
    check("moon-displaced", &surface("moon"), &moon);
    assert!(
        differing.is_empty(),
        "{differing:?} do not match the golden pictures in {}; the new ones are in {}; if the changes are intended: \
         BLESS=1 cargo test -p travertine-tests shapes",
        folder.display(),
        made.display()
    );
}

/// A graph that shows the surface itself.
const SURFACE: &str = r#"{
  "format": "travertine", "version": 1,
  "nodes": {
    "normal": {"type": "input/normal"},
    "bend": {"type": "input/curvature"},
    "color": {"type": "math/add", "inputs": {
      "a": {"node": "normal", "output": "normal"}, "b": {"node": "bend"}
    }},
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "min": 0, "max": 1}}
  },
  "outputs": {"color": {"node": "color"}, "height": {"node": "noise"}}
}"#;

#[test]
fn without_light_a_pixel_is_the_sample_at_its_position() {
    let context = Context::default();
    let size = Size { width: 40, height: 36, samples: 1 };
    let touched = Texture::parse(SURFACE).unwrap();
    for (name, texture) in
        [("marble", texture("marble")), ("travertine", texture("travertine")), ("its own surface", touched)]
    {
        let surface = Surface::new(&texture, &Channels::default()).unwrap();
        let color = texture.field("color").unwrap();
        let mut scenes = Shape::ALL.map(|shape| Scene { finish: Finish::Unlit, ..Scene::new(shape) }).to_vec();
        scenes.push(Scene { displacement: 0.1, ..scenes[0].clone() });
        for scene in &mut scenes {
            scene.placement.scale = 1.5;
            scene.placement.time = 0.25;
            let image = picture(&surface, scene, size, &context);
            let mut solid = 0;
            for (column, row) in
                (0..size.height).flat_map(|row| (0..size.width).map(move |column| (column, row))).step_by(13)
            {
                let point = [column as f32 + 0.5, row as f32 + 0.5];
                let Some(place) = site(&surface, scene, size, point, &context).unwrap() else {
                    assert_eq!(image.pixel(column, row), [0.0; 4]);
                    continue;
                };
                solid += 1;
                let expected = color.sample(&[place]).unwrap();
                assert_eq!(image.pixel(column, row)[..3], expected[0][..3], "{name}, {:?}, {place:?}", scene.shape);
            }
            assert!(solid > 30, "{:?} is hardly visible", scene.shape);
        }
    }
}

#[test]
fn the_plane_shows_what_a_slice_shows() {
    let surface = surface("marble");
    let scene = Scene::new(Shape::Plane);
    let at = |point| site(&surface, &scene, SIZE, point, &Context::default()).unwrap().unwrap();
    let [x, y, z, time] = at([28.0, 28.0]).position;
    assert!((x - 0.5).abs() < 1e-6 && (y - 0.5).abs() < 1e-6 && z.abs() < 1e-6 && time == 0.0);
    let [x, y, z, _] = at([40.0, 20.0]).position;
    assert!(x > 0.7 && x < 1.0 && y < 0.4 && y > 0.0 && z.abs() < 1e-6, "{x} {y} {z}");
}

#[test]
fn levels_threads_and_tiles_change_no_bit() {
    let size = Size { width: 33, height: 21, samples: 16 };
    for (name, displacement) in [("rusty-paint", 0.0), ("terrain", 0.08)] {
        let surface = surface(name);
        for shape in Shape::ALL.into_iter().filter(|shape| displacement == 0.0 || *shape == Shape::Sphere) {
            let scene = Scene { displacement, ..Scene::new(shape) };
            let scalar = Context::default().level(Level::Scalar).threads(1).tile(Tile::Whole);
            let expected = picture(&surface, &scene, size, &scalar);
            for level in Level::available() {
                let context = Context::default().level(level).threads(3).tile(Tile::Square(2));
                assert!(same(&picture(&surface, &scene, size, &context), &expected), "{name}, {shape:?}, {level}");
            }
        }
    }
}

#[test]
fn a_background_shows_through_transparency() {
    let surface = surface("marble");
    let clear = Scene::new(Shape::Cylinder);
    let behind = Scene { background: Some([0.2, 0.4, 0.6]), ..clear.clone() };
    let context = Context::default();
    let (clear, behind) = (picture(&surface, &clear, SIZE, &context), picture(&surface, &behind, SIZE, &context));
    assert_eq!((clear.format.channels(), behind.format.channels()), (4, 3));
    for (clear, behind) in clear.data.chunks_exact(4).zip(behind.data.chunks_exact(3)) {
        for (channel, background) in [0.2, 0.4, 0.6].into_iter().enumerate() {
            let expected = clear[channel] * clear[3] + background * (1.0 - clear[3]);
            assert!((behind[channel] - expected).abs() < 1e-5, "{clear:?} {behind:?}");
        }
    }
}

#[test]
fn displaced_spheres_have_no_holes() {
    let surface = surface("moon");
    let scene = Scene { displacement: 0.3, ..Scene::new(Shape::Sphere) };
    let size = Size { width: 90, height: 90, samples: 1 };
    let image = picture(&surface, &scene, size, &Context::default());
    for (index, pixel) in image.data.chunks_exact(4).enumerate() {
        let [x, y] = [index % 90, index / 90].map(|place| (place as f64 + 0.5) / 45.0 - 1.0);
        // The lowest valleys are at two fifths of the radius.
        if x * x + y * y < 0.3 * 0.3 {
            assert_eq!(pixel[3], 1.0, "a hole at {x}, {y}");
        }
    }
    // Each row crosses the solid once, except at overhanging peaks along the outline.
    for row in image.data.chunks_exact(4 * 90) {
        let edges = row.chunks_exact(4).zip(row.chunks_exact(4).skip(1)).filter(|(a, b)| a[3] != b[3]).count();
        assert!(edges <= 6, "{edges} edges in a row");
    }
}

#[test]
fn ranges_of_heights_change_no_bit() {
    let picture = |name: &str, limits: &str| {
        let graph = format!(
            r#"{{"format": "travertine", "version": 1,
                "nodes": {{"land": {{"type": "noise/perlin", "inputs": {{"octaves": 4, "min": 0, "max": 1}}}},
                    "limited": {{"type": "math/clamp", "inputs": {{"value": {{"node": "land"}}{limits}}}}}}},
                "outputs": {{"height": {{"node": "{name}"}}}}}}"#
        );
        let surface = Surface::new(&Texture::parse(graph).unwrap(), &Channels::default()).unwrap();
        let scene = Scene { displacement: 0.2, ..Scene::new(Shape::Sphere) };
        picture(&surface, &scene, SIZE, &Context::default())
    };
    // The noise does not reach its limits anywhere on the sphere.
    let narrow = picture("limited", r#", "minimum": 0.1, "maximum": 0.9"#);
    assert!(same(&narrow, &picture("land", "")), "a narrower range");
    let narrower = picture("limited", r#", "minimum": 0.15, "maximum": 0.85"#);
    assert!(same(&narrower, &narrow), "a still narrower range");
}

#[test]
fn invalid_scenes_are_refused() {
    let (surface, context) = (surface("marble"), Context::default());
    let refused = |scene: &Scene, size: Size, context: &Context| render(&surface, scene, size, context).unwrap_err();
    let scene = Scene::new(Shape::Cube);
    let large = Size { width: 2_000_000, ..SIZE };
    assert!(refused(&scene, large, &context).to_string().contains("2000000 x 56"));
    let small = Context::default().memory(1 << 16);
    assert!(refused(&scene, SIZE, &small).to_string().contains("memory"));
    assert!(refused(&scene, Size { samples: 3, ..SIZE }, &context).to_string().contains("power of two"));
    let displaced = Scene { displacement: 0.1, ..scene.clone() };
    assert!(matches!(refused(&displaced, SIZE, &context), ShapeError::Displaced("cube")));
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = refused(&scene, SIZE, &context.clone().cancel(&cancel));
    assert!(matches!(cancelled, ShapeError::Texture(travertine::Error::Cancelled)));

    let unknown = Channels { roughness: Channel::Output("roughnes".to_owned()), ..Channels::default() };
    let unknown = Surface::new(&texture("marble"), &unknown).unwrap_err().to_string();
    assert!(unknown.contains("`roughness`"), "{unknown}");
    let flat = Channels { height: Channel::Value(0.0), ..Channels::default() };
    let flat = Surface::new(&texture("marble"), &flat).unwrap();
    let displaced = Scene { displacement: 0.1, ..Scene::new(Shape::Sphere) };
    let refused = render(&flat, &displaced, SIZE, &context).unwrap_err();
    assert!(matches!(refused, ShapeError::NoHeight));
}
