//! Tests of damaged and hostile files.

use std::fs;

use proptest::prelude::*;
use serde_json::{Value, json};
use travertine::Context;
use travertine_bake::{Bake, Options, Relief};
use travertine_mesh::{Model, Projection};
use travertine_tests::is_night;
use travertine_tests::meshes::{ply, stl};

use crate::models::triangle;
use crate::support::{self, Folder, GRAPH, cube, options, texture};

/// A GLB written by this library.
fn glb() -> Vec<u8> {
    let folder = Folder::new();
    let bake = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", cube()), options(8)).unwrap();
    bake.write(folder.path("out.glb"), &Context::default()).unwrap();
    fs::read(folder.path("out.glb")).unwrap()
}

/// Reads a file, and bakes it if it is valid. Must not panic.
fn survives(name: &str, bytes: &[u8]) {
    let folder = Folder::new();
    fs::write(folder.path(name), bytes).unwrap();
    for projection in [None, Some(Projection::Box)] {
        let relief = Some(Relief { output: "height".to_owned(), strength: 0.05 });
        let context = Context::default().threads(2).memory(64 << 20);
        let options = Options { relief, outputs: vec!["height".to_owned()], ..options(8) };
        let model = Model::open_within(folder.path(name), 0, 64 << 20);
        if let Ok(sets) = model.and_then(|model| model.texture_sets(projection))
            && let Ok(bake) = Bake::new(&texture(GRAPH), sets, options)
        {
            (0..bake.sets().len()).for_each(|set| drop(bake.positions(set)));
            if bake.sets().len() < 4 {
                // Damaged meshes may be refused.
                let _ = bake.write(folder.path("out"), &context);
            }
        }
    }
}

/// The JSON pointers of all values in a value.
fn pointers(value: &Value, pointer: &str, all: &mut Vec<String>) {
    all.push(pointer.to_owned());
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, entry)| pointers(entry, &format!("{pointer}/{index}"), all));
        }
        Value::Object(map) => map.iter().for_each(|(key, entry)| pointers(entry, &format!("{pointer}/{key}"), all)),
        _ => {}
    }
}

/// Replaces a value of a glTF by another one, by a copy of another value in it, or by a list of copies.
fn change(gltf: &mut Value, target: prop::sample::Index, other: prop::sample::Index, kind: usize) {
    let mut all = Vec::new();
    pointers(gltf, "", &mut all);
    let elsewhere = gltf.pointer(&all[other.index(all.len())]).cloned().unwrap_or_default();
    let Some(value) = gltf.pointer_mut(&all[target.index(all.len())]) else { return };
    let numbers = [0.0, -1.0, 0.5, 3.0, 1e9, 4294967296.0, 1.8e19, 1e300, -1e300];
    *value = match kind {
        0..9 => match numbers[kind] {
            // Whole numbers are written without a fraction.
            whole if (0.0..2e19).contains(&whole) && f64::fract(whole) == 0.0 => json!(whole as u64),
            number => json!(number),
        },
        9 => Value::Null,
        10 => json!([]),
        11 => json!({}),
        12 => json!("\u{0}/..\u{10ffff}"),
        13 => json!(vec![value.clone(); 300]),
        14 => json!(5120 + other.index(8)),
        _ => elsewhere,
    };
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if is_night() { 200 } else { 20 }))]

    #[test]
    fn damaged_files_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), cut in any::<prop::sample::Index>(), cuts in any::<bool>()) {
        thread_local! {
            static FILES: [(&'static str, Vec<u8>); 6] = [
                ("mesh.obj", cube().into_bytes()),
                ("mesh.stl", stl()),
                ("mesh.ply", ply("ascii")),
                ("mesh.ply", ply("binary_little_endian")),
                ("mesh.gltf", triangle().to_string().into_bytes()),
                ("mesh.glb", glb()),
            ];
        }
        FILES.with(|files| {
            for (name, bytes) in files {
                let mut bytes = bytes.clone();
                // Most of a GLB is pictures, which are not read.
                let length = bytes.len().min(6000);
                for (index, byte) in &changes {
                    bytes[index.index(length)] = *byte;
                }
                if cuts {
                    bytes.truncate(cut.index(length));
                }
                survives(name, &bytes);
            }
        });
    }

    #[test]
    fn changed_scenes_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_usize..20), 1..5),
        binary in any::<bool>(),
    ) {
        let mut gltf = triangle();
        gltf["nodes"][0]["skin"] = json!(0);
        gltf["meshes"][0]["primitives"][0]["mode"] = json!(5);
        if binary {
            gltf["buffers"][0].as_object_mut().unwrap().remove("uri");
        }
        changes.into_iter().for_each(|(target, other, kind)| change(&mut gltf, target, other, kind));
        match binary {
            true => survives("mesh.glb", &support::glb(&gltf, &[7; 68])),
            false => survives("mesh.gltf", gltf.to_string().as_bytes()),
        }
    }

    #[test]
    fn lines_of_any_kind_never_panic(lines in prop::collection::vec("(v|vt|vn|f|o|usemtl|g|#)( -?[0-9]{1,20}(/-?[0-9]{0,3}){0,3}| nan| 1e39){0,6}\\\\?", 0..30)) {
        survives("mesh.obj", lines.join("\n").as_bytes());
    }
}

/// A large mesh counts even if its texture is small.
#[test]
fn meshes_count_as_memory() {
    const SIDE: usize = 200;
    let mut obj = String::new();
    for (row, column) in (0..=SIDE).flat_map(|row| (0..=SIDE).map(move |column| (row, column))) {
        let [u, v] = [column, row].map(|step| step as f32 / SIDE as f32);
        obj += &format!("v {u} {v} 0\nvt {u} {v}\n");
    }
    for (row, column) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
        let first = row * (SIDE + 1) + column + 1;
        let corners = [first, first + 1, first + SIDE + 2, first + SIDE + 1];
        obj += &format!("f{}\n", corners.map(|corner| format!(" {corner}/{corner}")).concat());
    }
    let folder = Folder::new();
    let bake = |occlusion, memory| {
        let options = Options { occlusion, ..options(8) };
        let bake = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", obj.clone()), options).unwrap();
        bake.write(folder.path("out"), &Context::default().memory(memory)).map(drop)
    };
    for (occlusion, memory) in [(None, 2 << 20), (Some(1.0), 8 << 20)] {
        let problem = bake(occlusion, memory).unwrap_err().to_string();
        assert!(problem.contains("memory"), "{problem}");
        assert_eq!(folder.names("."), ["mesh.obj"]);
    }
    bake(None, 16 << 20).unwrap();
}
