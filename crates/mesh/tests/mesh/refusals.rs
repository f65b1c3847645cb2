//! Tests of damaged and hostile files.

use std::fs::{self, File};

use travertine_mesh::{Error, MAX_FILE, Model, Unwrap};
use travertine_render::Context;
use travertine_tests::meshes::{ply, stl};
use travertine_tests::sample;

/// The error of opening a mesh.
fn refusal(name: &str, mesh: impl AsRef<[u8]>) -> Error {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, mesh).unwrap();
    Model::open(path, 0).and_then(|model| model.texture_sets(None)).map(drop).unwrap_err()
}

#[test]
fn invalid_meshes_are_refused() {
    for (name, mesh, said) in [
        ("mesh.obj", "", "no triangles"),
        ("mesh.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a position that is not finite, at vertex 0"),
        ("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt inf\nf 1/1 2/1 3/1\n", "a UV that is not finite"),
        ("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "line 4: there is no position 4"),
        ("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "mesh `mesh` has faces without UVs"),
        ("mesh.glb", "v 0 0 0", "is not a GLB"),
        ("mesh.glb", "glTF", "ends inside its header"),
        ("mesh.glb", "glTF\u{1}\0\0\0\0\0\0\0", "version 1"),
        ("mesh.glb", "glTF\u{2}\0\0\0\u{7f}\0\0\0", "is truncated"),
    ] {
        let error = refusal(name, mesh);
        assert!(matches!(error, Error::Mesh { .. }) && error.to_string().contains(said), "{error}");
    }
    assert!(matches!(refusal("mesh.fbx", ""), Error::Usage(_)));
}

#[test]
fn large_files_are_refused_before_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mesh.obj");
    // A sparse file, which takes no space on the disk.
    File::create(&path).unwrap().set_len(10 << 30).unwrap();
    let error = Model::open(&path, 0).map(drop).unwrap_err();
    assert!(matches!(&error, Error::Limit(message) if message.contains(&(MAX_FILE >> 20).to_string())), "{error}");
}

/// Ends of each file, and bits, each at night: no panic, and no more memory than the limit.
#[test]
fn cut_and_flipped_scans_never_panic() {
    for (name, file) in [
        ("mesh.stl", stl()),
        ("mesh.ply", ply("ascii")),
        ("mesh.ply", ply("binary_little_endian")),
        ("mesh.ply", ply("binary_big_endian")),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let open = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            Model::open_within(&path, 0, 1 << 20)
                .and_then(|model| model.unwrapped_sets(Unwrap::default(), [16, 16], &Context::default()).map(drop))
        };
        // The last feed of a text may be missing.
        sample(0..file.len() - 4, 9).for_each(|end| assert!(open(&file[..end]).is_err(), "{name} cut at {end}"));
        for bit in sample(0..8 * file.len(), 9) {
            let mut flipped = file.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            // Many stay valid.
            let _ = open(&flipped);
        }
    }
}
