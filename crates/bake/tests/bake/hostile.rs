//! Files that are damaged or never were meshes.

use std::fs::{self, File};

use proptest::prelude::*;
use travertine::Cancel;
use travertine_bake::{Bake, Error, MAX_FILE, Model, Options};

use crate::models::triangle;
use crate::support::{Folder, GRAPH, cube, options, refusal, texture};

#[test]
fn what_is_no_mesh_is_refused() {
    for (name, mesh, said) in [
        ("mesh.obj", "", "no triangles"),
        ("mesh.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a position that is not finite, of vertex 0"),
        ("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt inf\nf 1/1 2/1 3/1\n", "a UV that is not finite"),
        ("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "line 4: there is no position 4"),
        ("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "mesh `mesh` has no UVs"),
        ("mesh.glb", "v 0 0 0", "does not begin as a GLB"),
        ("mesh.glb", "glTF", "ends within its header"),
        ("mesh.glb", "glTF\u{1}\0\0\0\0\0\0\0", "version 1"),
        ("mesh.glb", "glTF\u{2}\0\0\0\u{7f}\0\0\0", "is cut off"),
    ] {
        let error = refusal(name, mesh);
        assert!(matches!(error, Error::Mesh { .. }) && error.to_string().contains(said), "{error}");
    }
    assert!(matches!(refusal("mesh.fbx", ""), Error::Usage(_)));
}

#[test]
fn what_is_too_large_is_refused_before_it_is_read() {
    let folder = Folder::new();
    let path = folder.path("mesh.obj");
    // Empty space, which takes none of the disk's.
    File::create(&path).unwrap().set_len(10 << 30).unwrap();
    let error = Model::open(&path, 0).map(drop).unwrap_err();
    assert!(
        matches!(&error, Error::Limit(message) if message.contains(&(MAX_FILE >> 20).to_string())),
        "{error}"
    );
}

/// A GLB as this library writes it.
fn glb() -> Vec<u8> {
    let folder = Folder::new();
    let bake = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", cube()), options(8)).unwrap();
    bake.write(folder.path("out.glb"), &Cancel::new(), &|_| {}).unwrap();
    fs::read(folder.path("out.glb")).unwrap()
}

/// Reads whatever it is, and bakes it if it is something.
fn survives(name: &str, bytes: &[u8]) {
    let folder = Folder::new();
    fs::write(folder.path(name), bytes).unwrap();
    if let Ok(sets) = Model::open(folder.path(name), 0).and_then(|model| model.texture_sets(None))
        && let Ok(bake) = Bake::new(&texture(GRAPH), sets, options(8))
    {
        (0..bake.sets().len()).for_each(|set| drop(bake.positions(set)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_files_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), cut in any::<prop::sample::Index>(), cuts in any::<bool>()) {
        thread_local! {
            static FILES: [(&'static str, Vec<u8>); 3] = [
                ("mesh.obj", cube().into_bytes()),
                ("mesh.gltf", triangle().to_string().into_bytes()),
                ("mesh.glb", glb()),
            ];
        }
        FILES.with(|files| {
            for (name, bytes) in files {
                let mut bytes = bytes.clone();
                // Most of a GLB is pictures, which nobody reads.
                let length = bytes.len().min(6000);
                for (place, byte) in &changes {
                    bytes[place.index(length)] = *byte;
                }
                if cuts {
                    bytes.truncate(cut.index(length));
                }
                survives(name, &bytes);
            }
        });
    }

    #[test]
    fn lines_of_any_kind_never_panic(lines in prop::collection::vec("(v|vt|vn|f|o|usemtl|g|#)( -?[0-9]{1,20}(/-?[0-9]{0,3}){0,3}| nan| 1e39){0,6}\\\\?", 0..30)) {
        survives("mesh.obj", lines.join("\n").as_bytes());
    }
}

/// A square of many small ones, however small its texture.
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
        let execution = travertine::Options { memory, ..travertine::Options::default() };
        let options = Options { occlusion, execution, ..options(8) };
        let bake = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", obj.clone()), options).unwrap();
        bake.write(folder.path("out"), &Cancel::new(), &|_| {}).map(drop)
    };
    for (occlusion, memory) in [(None, 2 << 20), (Some(1.0), 8 << 20)] {
        let problem = bake(occlusion, memory).unwrap_err().to_string();
        assert!(problem.contains("memory"), "{problem}");
        assert_eq!(folder.names("."), ["mesh.obj"]);
    }
    bake(None, 16 << 20).unwrap();
}
