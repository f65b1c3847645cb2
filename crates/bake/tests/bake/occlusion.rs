//! Ambient occlusion.

use std::fs;

use travertine::Context;
use travertine_bake::{Bake, Options};
use travertine_golden::Picture;

use crate::support::{Folder, GRAPH, cube, options, surface_pixels, texture};

/// A floor of 1 x 1 that faces z, and at its left edge a wall of another material, as high and very much longer.
const CORNER: &str = "\
o floor
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
f 1/1 2/2 3/3 4/4
o wall
v 0 -500 0
v 0 501 0
v 0 501 1
v 0 -500 1
f 5/1 6/2 7/3 8/4
";

fn with_occlusion(size: u32, reach: f64) -> Options {
    Options { occlusion: Some(reach), outputs: vec!["color".to_owned()], ..options(size) }
}

fn floor(options: Options) -> Picture {
    floor_with(options, &Context::default())
}

fn floor_with(options: Options, context: &Context) -> Picture {
    let folder = Folder::new();
    folder.bake_with(CORNER, options, context);
    assert_eq!(
        folder.names("out"),
        ["floor_color.exr", "floor_occlusion.exr", "wall_color.exr", "wall_occlusion.exr"]
    );
    folder.picture("out/floor_occlusion.exr")
}

#[test]
fn a_wall_takes_as_much_of_the_sky_as_geometry_says() {
    let picture = floor(with_occlusion(32, f64::INFINITY));
    for (index, found) in picture.data.iter().enumerate() {
        // An endless wall as high as 1 hides this much from a place so far away from it.
        let away = ((index % 32) as f64 + 0.5) / 32.0;
        let open = 0.5 * (1.0 + away / (1.0 + away * away).sqrt());
        assert!((f64::from(*found) - open).abs() < 0.03, "{away} away: {found} instead of {open}");
    }
}

#[test]
fn what_is_too_far_hides_nothing() {
    let picture = floor(with_occlusion(16, 0.5));
    for row in picture.data.chunks_exact(16) {
        assert!(row[0] < 0.6 && row[5] > row[0] && row[5] < 1.0, "{row:?}");
        assert!(row[8..].iter().all(|open| *open == 1.0), "{row:?}");
    }
    // What is placed twice as large is twice as far away.
    let mut large = with_occlusion(16, 1.0);
    large.placement.scale = 2.0;
    assert_eq!(floor(large).data, picture.data);
}

#[test]
fn what_bulges_sees_all_of_the_sky_and_threads_do_not_matter() {
    let folder = Folder::new();
    let mut options = with_occlusion(32, f64::INFINITY);
    options.margin = 4;
    folder.bake(&cube(), options);
    assert!(folder.picture("out/cube_occlusion.exr").data.iter().all(|open| *open == 1.0));

    let on = |threads: usize| {
        let mut options = with_occlusion(16, f64::INFINITY);
        options.samples_per_side = 2;
        floor_with(options, &Context::default().threads(threads)).data
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn materials_take_it_and_graphs_that_have_their_own_are_told() {
    let folder = Folder::new();
    let sets = || folder.sets("mesh.obj", CORNER);
    let bake = Bake::new(&texture(GRAPH), sets(), with_occlusion(16, f64::INFINITY)).unwrap();
    bake.write(folder.path("out.glb"), &Context::default()).unwrap();
    let pixels = surface_pixels(&fs::read(folder.path("out.glb")).unwrap());
    let row: Vec<u8> = pixels.chunks_exact(3).take(16).map(|pixel| pixel[0]).collect();
    assert!(row.is_sorted() && (120..145).contains(&row[0]) && (200..230).contains(&row[15]), "{row:?}");

    let own = GRAPH.replace("\"roughness\":", "\"occlusion\":");
    let mut options = with_occlusion(16, f64::INFINITY);
    options.outputs = Vec::new();
    let problem = Bake::new(&texture(&own), sets(), options).map(drop).unwrap_err().to_string();
    assert!(problem.contains("`occlusion` itself"), "{problem}");
    let problem = Bake::new(&texture(GRAPH), sets(), with_occlusion(16, 0.0)).map(drop).unwrap_err();
    assert!(problem.to_string().contains("above 0"), "{problem}");
}
