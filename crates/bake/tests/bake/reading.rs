//! Meshes as programs write them: what is read is what they show.

use travertine::{Context, Up};
use travertine_bake::{Bake, Placement};
use travertine_mesh::Model;

use crate::support::{Folder, GRAPH, options, texture};

fn near(found: &[[f64; 3]], expected: &[[f64; 3]]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((0..3).all(|axis| (found[axis] - expected[axis]).abs() < 1e-6), "{found:?}, not {expected:?}");
    }
}

#[test]
fn a_concave_face_fills_itself_and_nothing_else() {
    let places = [[1, 1], [9, 1], [9, 9], [6, 9], [6, 4], [4, 4], [4, 9], [1, 9]];
    let mut obj: String = places.iter().map(|[x, y]| format!("v 0.{x} 0.{y} 0\nvt 0.{x} 0.{y}\n")).collect();
    obj += "f 1/1 2/2 3/3 4/4 5/5 6/6 7/7 8/8\n";
    let folder = Folder::new();
    let bake = Bake::new(&texture(GRAPH), folder.sets("u.obj", &obj), options(100)).unwrap();
    let filled = bake.positions(0).iter().filter(|samples| !samples.is_empty()).count();
    assert_eq!(filled, 5400);
    assert_eq!(bake.write(folder.path("out"), &Context::default()).unwrap().warnings, [""; 0]);
}

/// A square of a meter in coordinates of a survey. Floats have steps of half a meter there.
const SURVEY: &str = "v 500000.0 4649776.0 0\nv 500001.0 4649776.0 0\nv 500001.0 4649777.0 0\nv 500000.0 4649777.0 0\n\
    v 500000.25 4649776.25 0\nv 500000.75 4649776.25 0\nv 500000.75 4649776.75 0\nv 500000.25 4649776.75 0\n\
    vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0.25 0.25\nvt 0.75 0.25\nvt 0.75 0.75\nvt 0.25 0.75\n\
    f 5/5 6/6 7/7 8/8\nf 1/1 2/2 6/6 5/5\nf 2/2 3/3 7/7 6/6\nf 3/3 4/4 8/8 7/7\nf 4/4 1/1 5/5 8/8\n";

#[test]
fn coordinates_are_exact_until_they_are_moved() {
    let folder = Folder::new();
    let placement = Placement { up: Up::MinusY, offset: [-500000.0, -4649776.0, 0.0], ..Placement::default() };
    let options = travertine_bake::Options { placement, ..options(32) };
    let bake = Bake::new(&texture(GRAPH), folder.sets("survey.obj", SURVEY), options).unwrap();
    for (index, samples) in bake.positions(0).iter().enumerate() {
        let [u, v] = [index % 32, index / 32].map(|part| (part as f32 + 0.5) / 32.0);
        assert_eq!(samples.len(), 1);
        let [x, y, ..] = samples[0];
        assert!((x - u).abs() < 1e-6 && (y - (1.0 - v)).abs() < 1e-6, "{x}, {y} at {u}, {v}");
    }
    let report = bake.write(folder.path("it.glb"), &Context::default()).unwrap();
    assert_eq!(report.warnings, [""; 0], "no triangle is lost");
    let again = Model::open(folder.path("it.glb"), 0).unwrap();
    near(&again.meshes[0].positions[..1], &[[500000.25, 4649776.25, 0.0]]);
}
