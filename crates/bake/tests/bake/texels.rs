//! Tests of texel values.

use std::fs;

use travertine::{Cancel, Context, Up};
use travertine_bake::{Bake, Placement};
use travertine_mesh::{Model, Projection};

use crate::support::{FACES, Folder, GRAPH, cube, on_face, options, texture, torus};

#[test]
fn texels_of_a_cube_equal_samples_on_its_faces() {
    let folder = Folder::new();
    let report = folder.bake(&cube(), options(64));
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    let bake = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", cube()), options(64)).unwrap();
    let positions = bake.positions(0);
    let [color, place, height] =
        ["color", "place", "height"].map(|name| folder.picture(&format!("out/cube_{name}.exr")));
    let [colors, heights] = ["color", "height"].map(|name| texture(GRAPH).field(name).unwrap());
    for face in 0..FACES.len() {
        for (column, row) in (0..32).flat_map(|row| (0..16).map(move |column| (column, row))) {
            let [x, y, z] = on_face(face, (column as f32 + 0.5) / 16.0, (row as f32 + 0.5) / 32.0);
            let (column, row) = (face % 3 * 16 + column, face / 3 * 32 + row);
            let position = [x, y, z, 0.0];
            assert_eq!(positions[row * 64 + column], [position]);
            assert_eq!(place.pixel(column, row), [x, y, z]);
            assert_eq!(height.pixel(column, row), heights.sample(&[position]).unwrap().get(0));
            assert_eq!(color.pixel(column, row), &colors.sample(&[position]).unwrap()[0][..3]);
        }
    }
    // The last quarter of the texture is on no face.
    assert!(positions[48..64].iter().all(Vec::is_empty));
    assert_eq!(height.pixel(60, 30), [0.0]);
}

#[test]
fn texels_are_means_of_their_samples() {
    for samples in [1, 2, 4] {
        let folder = Folder::new();
        let options = travertine_bake::Options { samples_per_side: samples, ..options(45) };
        folder.bake(&torus(9, 5), options.clone());
        let bake = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", torus(9, 5)), options).unwrap();
        let field = texture(GRAPH).field("height").unwrap();
        let picture = folder.picture("out/torus_height.exr");
        let mut counts = [0; 17];
        for (index, positions) in bake.positions(0).iter().enumerate() {
            counts[positions.len()] += 1;
            let values = field.sample(positions).unwrap().into_vec();
            let sum: f64 = values.iter().map(|value| f64::from(*value)).sum();
            let mean = if values.is_empty() { 0.0 } else { (sum / values.len() as f64) as f32 };
            assert_eq!(picture.data[index], mean, "{samples}, {index}");
        }
        let all = (samples * samples) as usize;
        assert!(counts[0] > 0 && counts[all] > 1000, "{counts:?}");
        assert!(samples == 1 || counts[1..all].iter().sum::<usize>() > 50, "{counts:?}");
    }
}

#[test]
fn touched_texels_are_covered_and_margins_hold_the_nearest_value() {
    let folder = Folder::new();
    let bake = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", torus(12, 6)), options(70)).unwrap();
    let covered: Vec<bool> = bake.positions(0).iter().map(|positions| !positions.is_empty()).collect();
    // The torus spans 3.5 to 66.5 texels.
    let expected: Vec<bool> =
        (0..70 * 70).map(|index| (3..67).contains(&(index % 70)) && (3..67).contains(&(index / 70))).collect();
    assert!(covered == expected);

    folder.bake(&torus(12, 6), travertine_bake::Options { margin: Some(2), ..options(70) });
    let picture = folder.picture("out/torus_height.exr");
    assert_eq!(picture.pixel(1, 30), picture.pixel(3, 30));
    assert_eq!(picture.pixel(30, 68), picture.pixel(30, 66));
    assert_eq!(picture.pixel(2, 2), picture.pixel(3, 3));
    assert_eq!((picture.pixel(0, 30), picture.pixel(1, 1)), (&[0.0][..], &[0.0][..]));
    assert!(picture.pixel(3, 30)[0] != 0.0);
}

#[test]
fn threads_change_no_byte() {
    let files = |threads| {
        let folder = Folder::new();
        let mut options = travertine_bake::Options { samples_per_side: 2, margin: Some(5), ..options(150) };
        options.relief = Some(travertine_bake::Relief { output: "height".to_owned(), strength: 0.1 });
        folder.bake_with(&torus(20, 10), options, &Context::default().threads(threads));
        folder.names("out").iter().map(|name| fs::read(folder.path("out").join(name)).unwrap()).collect::<Vec<_>>()
    };
    let expected = files(1);
    assert_eq!(expected.len(), 5);
    assert!(files(2) == expected && files(5) == expected);
}

#[test]
fn placement_and_time_reach_the_texture() {
    let folder = Folder::new();
    let placement = Placement { up: Up::Y, scale: 2.0, offset: [1.0, 0.0, -3.0] };
    let bake = |time| {
        let options = travertine_bake::Options { placement, time, ..options(8) };
        Bake::new(&texture(GRAPH), folder.sets("mesh.obj", cube()), options).unwrap().positions(0)
    };
    // The first texel of the face that faces x. The mesh has y up, the texture y down.
    assert_eq!(bake(0.5)[0], [[2.0, -0.75, -3.5, 0.5]]);
    let far = travertine_bake::Options { placement: Placement { scale: 1e39, ..placement }, ..options(8) };
    let problem = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", cube()), far).map(drop).unwrap_err();
    assert!(problem.to_string().contains("`scale`"), "{problem}");
}

#[test]
fn overlaps_are_reported_and_the_first_triangle_wins() {
    let quad = |z: f32| format!("v 0 0 {z}\nv 1 0 {z}\nv 1 1 {z}\nv 0 1 {z}\n");
    let obj = format!(
        "{}{}vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl stone\no low\nf 1/1 2/2 3/3 4/4\no high\nf 5/1 6/2 7/3 8/4\n",
        quad(0.0),
        quad(1.0)
    );
    let folder = Folder::new();
    let report = folder.bake(&obj, options(16));
    let [warning] = report.warnings.as_slice() else { panic!("{:?}", report.warnings) };
    assert!(warning.contains("`stone`") && warning.contains("256 samples"), "{warning}");
    assert!(warning.contains("triangle 0 of mesh `high` covers triangle 0 of `low`"), "{warning}");
    let place = folder.picture("out/stone_place.exr");
    assert!((0..256).all(|texel| place.data[3 * texel + 2] == 0.0));
}

#[test]
fn triangles_without_area_are_counted() {
    let folder = Folder::new();
    let report = folder.bake(&format!("{}f 1/1 1/1 2/2\nf 1/1 2/1 3/1\n", cube()), options(16));
    assert!(report.warnings[0].contains("2 triangles have no area"), "{:?}", report.warnings);
    let report = Folder::new().bake(&format!("{}f 1/1 1/1 2/2\n", cube()), options(16));
    assert!(report.warnings[0].contains("1 triangle has no area"), "{:?}", report.warnings);
}

#[test]
fn projections_generate_uvs() {
    let folder = Folder::new();
    // Faces without UVs and normals.
    let bare = |line: &str| match line.strip_prefix("f ") {
        Some(corners) => {
            let positions: Vec<&str> = corners.split(' ').filter_map(|corner| corner.split('/').next()).collect();
            format!("f {}\n", positions.join(" "))
        }
        None => format!("{line}\n"),
    };
    let bare: String = torus(24, 12).lines().map(bare).collect();
    fs::write(folder.path("bare.obj"), bare).unwrap();
    for (projection, least) in [(Projection::Box, 800), (Projection::Planar, 500)] {
        let sets = Model::open(folder.path("bare.obj"), 0).unwrap().texture_sets(Some(projection)).unwrap();
        let bake = Bake::new(&texture(GRAPH), sets, options(64)).unwrap();
        let positions = bake.positions(0);
        let covered = positions.iter().filter(|positions| !positions.is_empty()).count();
        assert!(covered > least, "{covered}");
        for [x, y, z, _] in positions.into_iter().flatten() {
            // Flat facets deviate slightly from the torus.
            let ring = (x * x + z * z).sqrt() - 1.0;
            let thickness = (ring * ring + y * y).sqrt();
            assert!((0.33..0.42).contains(&thickness), "{thickness}");
        }
    }
    bake_and_cancel(&folder);
}

/// A cancelled bake leaves nothing if no texture was finished.
fn bake_and_cancel(folder: &Folder) {
    let bake = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", cube()), options(64)).unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    assert!(bake.write(folder.path("cancelled"), &Context::default().cancel(&cancel)).is_err());
    assert_eq!(folder.names("."), ["bare.obj", "mesh.obj"]);
}

#[test]
fn without_a_margin_all_is_filled_from_the_nearest_texel() {
    let folder = Folder::new();
    // A small island in a corner.
    let island = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 1\nvt 0.125 1\nvt 0 0.875\nf 1/1 2/2 3/3\n";
    folder.bake(island, travertine_bake::Options { margin: None, ..options(64) });
    let picture = folder.picture("out/mesh_place.exr");
    for (column, row) in (0..64).flat_map(|row| (0..64).map(move |column| (column, row))) {
        assert!(picture.pixel(column, row).iter().any(|part| *part != 0.0), "{column}, {row}");
    }
    assert_eq!(picture.pixel(63, 0), picture.pixel(7, 0));
}
