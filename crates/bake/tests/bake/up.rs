//! Tests of the direction that points up.

use std::fs;

use travertine::{Context, Texture, Up};
use travertine_bake::{Bake, Options, Placement, Relief};
use travertine_golden::Picture;

use crate::support::{Folder, options, texture, torus};

/// A graph with an up, whose height rises along three axes by different amounts, and its outputs.
fn graph(up: Up, [x, y, z]: [f64; 3]) -> String {
    format!(
        r#"{{
          "format": "travertine", "version": 1,
          "nodes": {{
            "place": {{"type": "input/position"}},
            "facing": {{"type": "input/normal"}},
            "height": {{"type": "vector/dot", "inputs": {{
              "a": {{"node": "place", "output": "position"}}, "b": [{x}, {y}, {z}]
            }}}}
          }},
          "outputs": {{
            "place": {{"node": "place", "output": "position"}}, "facing": {{"node": "facing"}},
            "height": {{"node": "height"}}
          }},
          "up": "{}"
        }}"#,
        up.name()
    )
}

fn pictures(graph: &str, up: Up) -> [Picture; 4] {
    let folder = Folder::new();
    let placement = Placement { up, scale: 1.5, offset: [0.0; 3] };
    let relief = Some(Relief { output: "height".to_owned(), strength: 0.25 });
    folder.bake_graph(graph, &torus(9, 5), Options { placement, relief, ..options(24) });
    ["place", "facing", "height", "normal"].map(|name| folder.picture(&format!("out/torus_{name}.exr")))
}

/// Positions, normals and the slope of the height are turned together: the height and the normal map, which is in the
/// axes of the mesh, stay the same if the graph is turned by hand.
#[test]
fn the_up_of_the_mesh_becomes_that_of_the_texture() {
    let still = pictures(&graph(Up::Z, [1.0, 2.0, 3.0]), Up::Z);
    for (up, mesh_up, turned) in [
        // What is right, up and towards the back in one, is so in the other.
        (Up::MinusY, Up::Y, [|[x, _, _]: [f32; 3]| x, |[_, y, _]: [f32; 3]| -y, |[_, _, z]: [f32; 3]| -z]),
        (Up::MinusY, Up::Z, [|[x, _, _]| x, |[_, _, z]| -z, |[_, y, _]| y]),
        (Up::Z, Up::Y, [|[x, _, _]| x, |[_, _, z]| -z, |[_, y, _]| y]),
        (Up::Y, Up::MinusX, [|[_, y, _]| y, |[x, _, _]| -x, |[_, _, z]| z]),
    ] {
        let slopes = turned.map(|part| f64::from(part([1.0, 2.0, 3.0])));
        let found = pictures(&graph(up, slopes), mesh_up);
        for picture in 0..2 {
            for (before, after) in still[picture].data.chunks(3).zip(found[picture].data.chunks(3)) {
                let before = [before[0], before[1], before[2]];
                assert_eq!(turned.map(|part| part(before)), after, "{up:?}, {mesh_up:?}");
            }
        }
        for picture in 2..4 {
            let pairs = || still[picture].data.iter().zip(&found[picture].data);
            let most = pairs().map(|(before, after)| (before - after).abs()).fold(0.0, f32::max);
            assert!(most < 1e-3, "{up:?}, {mesh_up:?}: {most}");
        }
        assert!(still[3].data.iter().any(|part| (part - 0.5).abs() > 0.1));
    }
}

#[test]
fn an_offset_is_in_the_axes_of_the_texture() {
    let folder = Folder::new();
    let positions = |offset| {
        let placement = Placement { up: Up::Y, scale: 1.0, offset };
        let options = Options { placement, ..options(16) };
        let bake = Bake::new(&texture(&graph(Up::MinusY, [1.0; 3])), folder.sets("mesh.obj", torus(9, 5)), options);
        bake.unwrap().positions(0).concat()
    };
    for ([x, y, z, _], moved) in positions([0.0; 3]).into_iter().zip(positions([8.0, 16.0, -32.0])) {
        let [there_x, there_y, there_z, _] = moved;
        let off = [there_x - x - 8.0, there_y - y - 16.0, there_z - z + 32.0];
        assert!(off.iter().all(|part| part.abs() < 1e-5), "{off:?}");
    }
}

#[test]
fn another_up_is_another_bake() {
    let folder = Folder::new();
    let bake = |document: Up, mesh: Up| {
        let placement = Placement { up: mesh, ..Placement::default() };
        let sets = folder.sets("mesh.obj", torus(9, 5));
        let bake = Bake::new(&texture(&graph(document, [1.0; 3])), sets, Options { placement, ..options(16) });
        bake.unwrap().write(folder.path("out"), &Context::default()).unwrap();
        folder.picture("out/torus_place.exr").data
    };
    let upright = bake(Up::MinusY, Up::Y);
    assert_ne!(bake(Up::MinusY, Up::Z), upright);
    assert_ne!(bake(Up::Y, Up::Y), upright);
    assert_eq!(bake(Up::MinusY, Up::Y), upright);
}

/// Side of the bakes of floors.
const SIDE: usize = 64;

/// A floor of one unit, which glTF's axes lay flat.
const FLOOR: &str = "\
v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\n\
vt 0 1\nvt 1 1\nvt 1 0\nvt 0 0\n\
f 1/1 4/4 3/3 2/2\n";

/// A graph of a ground that does not state so would be streaks on a floor.
#[test]
fn bundled_grounds_lie_on_floors() {
    let mut grounds = 0;
    for file in fs::read_dir("../../graphs").unwrap() {
        let mut graph = Texture::open(file.unwrap().path()).unwrap();
        if graph.up() != Up::MinusZ {
            continue;
        }
        grounds += 1;
        // A land of few rounds takes less time.
        if graph.parameters().any(|parameter| parameter.name == "rounds") {
            graph.set("rounds", 2).unwrap();
        }
        let folder = Folder::new();
        let (placement, outputs) = (Placement::default(), vec!["color".to_owned()]);
        let floor = Options { placement, outputs, ..options(SIDE as u32) };
        let bake = Bake::new(&graph, folder.sets("floor.obj", FLOOR), floor).unwrap();
        bake.write(folder.path("out"), &Context::default().threads(2)).unwrap();
        let picture = folder.picture("out/floor_color.exr");
        let red = |x: usize, y: usize| f64::from(picture.data[(y * SIDE + x) * picture.channels.len()]);
        let rows = deviation(red);
        let columns = deviation(|x, y| red(y, x));
        assert!(rows > 0.01 && columns > 0.01, "{:?}: {rows}, {columns}", graph.document().name);
    }
    assert_eq!(grounds, 8);
}

/// The standard deviation along the first coordinate, in the mean over the second.
fn deviation(value: impl Fn(usize, usize) -> f64) -> f64 {
    let along = |second: usize| {
        let mean = (0..SIDE).map(|first| value(first, second)).sum::<f64>() / SIDE as f64;
        let square = |first| {
            let difference = value(first, second) - mean;
            difference * difference
        };
        ((0..SIDE).map(square).sum::<f64>() / SIDE as f64).sqrt()
    };
    (0..SIDE).map(along).sum::<f64>() / SIDE as f64
}
