//! Tests of ambient occlusion.

use std::fs;

use travertine::Context;
use travertine_bake::{Bake, Options};
use travertine_golden::Picture;

use crate::support::{Folder, GRAPH, cube, options, surface_pixels, texture};

/// A floor of 1 x 1 that faces z, and at its left edge a wall with another material, of height 1 and almost infinite
/// length.
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
    assert_eq!(folder.names("out"), ["floor_color.exr", "floor_occlusion.exr", "wall_color.exr", "wall_occlusion.exr"]);
    folder.picture("out/floor_occlusion.exr")
}

#[test]
fn the_occlusion_by_a_wall_matches_the_exact_solution() {
    for (rays, most) in [(128, 0.03), (2048, 0.004)] {
        let picture = floor(Options { occlusion_rays: rays, ..with_occlusion(36, f64::INFINITY) });
        for (index, found) in picture.data.iter().enumerate() {
            // The exact occlusion by an infinite wall of height 1 at a distance.
            let away = ((index % 36) as f64 + 0.5) / 36.0;
            let open = 0.5 * (1.0 + away / (1.0 + away * away).sqrt());
            assert!((f64::from(*found) - open).abs() < most, "{rays}, {away} away: {found} instead of {open}");
        }
    }
}

#[test]
fn surfaces_out_of_reach_do_not_occlude() {
    let picture = floor(with_occlusion(16, 0.5));
    for row in picture.data.chunks_exact(16) {
        assert!(row[0] < 0.6 && row[5] > row[0] && row[5] < 1.0, "{row:?}");
        assert!(row[8..].iter().all(|open| *open == 1.0), "{row:?}");
    }
    // Twice the scale doubles distances.
    let mut large = with_occlusion(16, 1.0);
    large.placement.scale = 2.0;
    assert_eq!(floor(large).data, picture.data);
}

#[test]
fn convex_meshes_are_not_occluded_and_threads_do_not_matter() {
    let folder = Folder::new();
    let mut options = with_occlusion(32, f64::INFINITY);
    options.margin = Some(4);
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
fn occlusion_goes_into_materials_and_conflicts_are_refused() {
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
    assert!(problem.contains("an output `occlusion` already"), "{problem}");
    let problem = Bake::new(&texture(GRAPH), sets(), with_occlusion(16, 0.0)).map(drop).unwrap_err();
    assert!(problem.to_string().contains("above 0"), "{problem}");
    for rays in [0, 4097] {
        let options = Options { occlusion_rays: rays, ..with_occlusion(16, 1.0) };
        let problem = Bake::new(&texture(GRAPH), sets(), options).map(drop).unwrap_err();
        assert!(problem.to_string().contains("1 and 4096"), "{problem}");
    }
}
