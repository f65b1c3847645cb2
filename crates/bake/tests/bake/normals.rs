//! Tests of normal maps.

use travertine::Green;
use travertine_bake::{Options, Relief};
use travertine_golden::Picture;

use crate::support::{Folder, options};

/// A height that rises along x and along y.
const SLOPE: &str = r#"{
  "format": "travertine", "version": 1,
  "nodes": {
    "place": {"type": "input/position"},
    "x": {"type": "math/multiply", "inputs": {"a": {"node": "place", "output": "x"}, "b": 0.75}},
    "y": {"type": "math/multiply", "inputs": {"a": {"node": "place", "output": "y"}, "b": 0.5}},
    "sum": {"type": "math/add", "inputs": {"a": {"node": "x"}, "b": {"node": "y"}}}
  },
  "outputs": {"height": {"node": "sum"}}
}"#;

/// A square that faces z, with UVs for its corners, counterclockwise from the lower left.
fn square(uvs: [[f32; 2]; 4], normal: &str) -> String {
    let uvs: String = uvs.iter().map(|[u, v]| format!("vt {u} {v}\n")).collect();
    format!("o square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n{uvs}{normal}\nf 1/1/1 2/2/1 3/3/1 4/4/1\n")
}

fn normal_map(obj: &str, change: impl FnOnce(&mut Options)) -> Picture {
    let folder = Folder::new();
    let mut options = options(16);
    options.relief = Some(Relief { output: "height".to_owned(), strength: 1.0 });
    change(&mut options);
    folder.bake_graph(SLOPE, obj, options);
    assert_eq!(folder.names("out"), ["square_height.exr", "square_normal.exr"]);
    folder.picture("out/square_normal.exr")
}

#[track_caller]
fn assert_normal(picture: &Picture, expected: [f64; 3]) {
    let length = expected.iter().map(|part| part * part).sum::<f64>().sqrt();
    for pixel in picture.data.chunks_exact(3) {
        for (found, expected) in pixel.iter().zip(expected) {
            let expected = expected / length * 0.5 + 0.5;
            assert!((f64::from(*found) - expected).abs() < 1e-4, "{pixel:?}, {expected}");
        }
    }
}

const UPRIGHT: [[f32; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];

#[test]
fn normals_tilt_away_from_rising_heights() {
    let picture = normal_map(&square(UPRIGHT, "vn 0 0 1"), |_| {});
    assert_normal(&picture, [-0.75, -0.5, 1.0]);
    let strong = |options: &mut Options| options.relief.as_mut().unwrap().strength = 2.0;
    assert_normal(&normal_map(&square(UPRIGHT, "vn 0 0 1"), strong), [-1.5, -1.0, 1.0]);
    let down = |options: &mut Options| options.green = Green::Down;
    assert_normal(&normal_map(&square(UPRIGHT, "vn 0 0 1"), down), [-0.75, 0.5, 1.0]);
    let fine = |options: &mut Options| options.samples_per_side = 4;
    assert_normal(&normal_map(&square(UPRIGHT, "vn 0 0 1"), fine), [-0.75, -0.5, 1.0]);
}

#[test]
fn normals_follow_the_uvs() {
    // Rotated by 90 degrees: u points up, v to the left.
    let turned = [[0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    assert_normal(&normal_map(&square(turned, "vn 0 0 1"), |_| {}), [-0.5, 0.75, 1.0]);
    // Mirrored: u points to the left.
    let mirrored = [[1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    assert_normal(&normal_map(&square(mirrored, "vn 0 0 1"), |_| {}), [0.75, -0.5, 1.0]);
}

#[test]
fn scale_does_not_change_slopes() {
    let scaled = |options: &mut Options| options.placement.scale = 10.0;
    assert_normal(&normal_map(&square(UPRIGHT, "vn 0 0 1"), scaled), [-0.75, -0.5, 1.0]);
}
