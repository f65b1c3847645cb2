//! Tests of UVs in UDIM tiles.

use std::fmt::Write;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use travertine::{Cancel, Context, Texture};
use travertine_bake::{Bake, Options, Relief};
use travertine_mesh::Model;

use crate::support::{Folder, GRAPH, names, options, texture};

/// Two squares of a floor in the tiles 1001 and 1002, and a slope in 1011. UVs are multiplied by a factor.
fn bent(factor: f32) -> String {
    let mut obj = "o bent\n".to_owned();
    for [u, v] in [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2]] {
        let [across, up] = [u, v].map(|part| part as f32 * factor);
        writeln!(obj, "v {u} {v} {}\nvt {across} {up}", v / 2).unwrap();
    }
    obj + "f 1/1 2/2 5/5 4/4\nf 2/2 3/3 6/6 5/5\nf 4/4 5/5 8/8 7/7\n"
}

fn bake(folder: &Folder, texture: &Texture, options: Options) -> Bake {
    Bake::new(texture, folder.sets("mesh.obj", bent(1.0)), options).unwrap()
}

#[test]
fn pages_are_the_parts_of_one_texture_with_all_tiles() {
    let all = |size| Options {
        samples_per_side: 2,
        relief: Some(Relief { output: "height".to_owned(), strength: 0.1 }),
        occlusion: Some(f64::INFINITY),
        ..options(size)
    };
    let [whole, pages] = [Folder::new(), Folder::new()];
    whole.bake(&bent(0.5), all(32));
    let report = pages.bake(&bent(1.0), all(16));
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    assert_eq!(pages.names("out").len(), 3 * whole.names("out").len());
    for name in ["color", "height", "normal", "occlusion", "place", "roughness"] {
        let whole = whole.picture(&format!("out/bent_{name}.exr"));
        for (tile, left, top) in [(1001, 0, 16), (1002, 16, 16), (1011, 0, 0)] {
            let page = pages.picture(&format!("out/bent_{name}.{tile}.exr"));
            assert_eq!((page.width, page.height), (16, 16));
            for (column, row) in (0..16).flat_map(|row| (0..16).map(move |column| (column, row))) {
                let expected = whole.pixel(left + column, top + row);
                assert_eq!(page.pixel(column, row), expected, "{name}, {tile}: {column}, {row}");
            }
        }
    }
}

#[test]
fn texels_of_a_page_hold_the_values_at_their_positions() {
    let folder = Folder::new();
    let bake = bake(&folder, &texture(GRAPH), options(16));
    let tiles = bake.pages().map(|page| page.tile.unwrap().number());
    assert_eq!(tiles.collect::<Vec<_>>(), [1001, 1002, 1011]);
    assert_eq!((bake.sets().len(), bake.texels()), (1, 3 * 16 * 16));
    assert_eq!(bake.notes(), ["`bent` has textures for each of its UDIM tiles 1001, 1002 and 1011"]);
    bake.write(folder.path("out"), &Context::default()).unwrap();
    for (page, tile) in [1001, 1002, 1011].into_iter().enumerate() {
        let picture = folder.picture(&format!("out/bent_place.{tile}.exr"));
        let positions = bake.positions(page);
        assert_eq!(positions.len(), 16 * 16);
        for (index, samples) in positions.iter().enumerate() {
            let (column, row) = (index % 16, index / 16);
            let [x, y] = [(column as f32 + 0.5) / 16.0, 1.0 - (row as f32 + 0.5) / 16.0];
            let position = match tile {
                1001 => [x, y, 0.0],
                1002 => [1.0 + x, y, 0.0],
                _ => [x, 1.0 + y, y],
            };
            assert_eq!(picture.pixel(column, row), position, "{tile}: {column}, {row}");
            let [x, y, z] = position;
            assert_eq!(samples, &[[x, y, z, 0.0]]);
        }
    }
    assert!(bake.positions(3).is_empty(), "there is no such page");
}

#[test]
fn interrupted_bakes_continue_with_the_page_that_they_lack() {
    let folder = Folder::new();
    let bake = || bake(&folder, &texture(GRAPH), options(64));
    bake().write(folder.path("whole"), &Context::default()).unwrap();
    let (cancel, done) = (Cancel::new(), AtomicU64::new(0));
    let count = |texels| done.fetch_add(texels, Ordering::SeqCst) + texels;
    let progress = |texels| {
        if count(texels) > 64 * 80 {
            cancel.cancel();
        }
    };
    let context = Context::default().cancel(&cancel).progress(&progress);
    assert!(bake().write(folder.path("out"), &context).is_err());
    let finished = ["color", "height", "place", "roughness"].map(|name| format!("bent_{name}.1001.exr"));
    assert_eq!(folder.names("out.part/textures"), finished);

    done.store(0, Ordering::SeqCst);
    let progress = |texels| {
        count(texels);
    };
    let report = bake().write(folder.path("out"), &Context::default().progress(&progress)).unwrap();
    assert_eq!((report.reused, done.into_inner()), (4, 3 * 64 * 64));
    assert_eq!(folder.names("out"), folder.names("whole"));
    for name in names(&folder.path("out")) {
        let [out, whole] = ["out", "whole"].map(|one| fs::read(folder.path(one).join(&name)).unwrap());
        assert!(out == whole, "{name}");
    }
}

#[test]
fn warnings_name_the_tile() {
    let folder = Folder::new();
    // The second square twice.
    let report = folder.bake(&format!("{}f 2/2 3/3 6/6\n", bent(1.0)), options(16));
    let [warning] = report.warnings.as_slice() else { panic!("{:?}", report.warnings) };
    let said = "UVs of the texture set `bent`, tile 1002 overlap at 120 samples: triangle 6 of mesh `bent`";
    assert!(warning.starts_with(said), "{warning}");
}

#[test]
fn an_mtl_names_all_tiles_at_once() {
    let folder = Folder::new();
    let bake = bake(&folder, &texture(GRAPH), options(16));
    let target = folder.path("bent.obj");
    bake.write(&target, &Context::default()).unwrap();
    let names = folder.names(".");
    for tile in [1001, 1002, 1011] {
        assert!(names.contains(&format!("bent_color.{tile}.exr")), "{names:?}");
    }
    let mtl = fs::read_to_string(folder.path("bent.mtl")).unwrap();
    assert!(mtl.contains("map_Kd bent_color.<UDIM>.exr\n"), "{mtl}");
    // The OBJ keeps its tiles.
    let sets = Model::open(&target, 0).unwrap().texture_sets(None).unwrap();
    let tiles: Vec<u32> = sets[0].tiles.iter().map(|tile| tile.number()).collect();
    assert_eq!(tiles, [1001, 1002, 1011]);
}

#[test]
fn a_glb_takes_no_tiles_but_vertex_colors() {
    let folder = Folder::new();
    let bake = bake(&folder, &texture(GRAPH), options(16));
    let target = folder.path("bent.glb");
    let problem = bake.write(&target, &Context::default()).map(drop).unwrap_err().to_string();
    assert_eq!(problem, bake.files(&target).unwrap_err().to_string());
    for said in ["`bent`", "1001, 1002 and 1011", "a GLB has no UDIM tiles", "folder"] {
        assert!(problem.contains(said), "{problem}");
    }
    assert_eq!(folder.names("."), ["mesh.obj"]);

    let sets = Model::open(folder.path("mesh.obj"), 0).unwrap().sets_without_uvs();
    let colored = Bake::new(&texture(GRAPH), sets, options(16)).unwrap();
    colored.write_vertex_colors(&target, &Context::default()).unwrap();
    // The file keeps its tiles, with v down.
    let sets = Model::open(&target, 0).unwrap().texture_sets(None).unwrap();
    let tiles: Vec<u32> = sets[0].tiles.iter().map(|tile| tile.number()).collect();
    assert_eq!(tiles, [1001, 1002, 1011]);
}
