//! Tests of file names, foreign files, and interrupted bakes.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Cancel, Context, PictureFormat};
use travertine_bake::{Bake, Options, Relief};
use travertine_golden::Picture;

use crate::support::{Folder, GRAPH, cube, names, options, texture, torus};

const PNG: PictureFormat = PictureFormat::Png { depth: BitDepth::Eight, encoding: Encoding::Auto };

/// Two objects with different materials.
fn two() -> String {
    // The second object uses negative indices, because the first one comes before it.
    format!(
        "usemtl gold\n{}usemtl red lead\n{}",
        cube(),
        torus(10, 6).replace("o torus", "o ring").lines().fold(String::new(), |all, line| {
            match line.strip_prefix("f ") {
                Some(corners) => {
                    let corners: String = corners
                        .split(' ')
                        .map(|corner| {
                            let at: i64 = corner.split('/').next().unwrap().parse().unwrap();
                            // Counted backwards from the end of the lists.
                            let back = at - 1 - 11 * 7;
                            format!(" {back}/{back}/{back}")
                        })
                        .collect();
                    format!("{all}f{corners}\n")
                }
                None => format!("{all}{line}\n"),
            }
        },)
    )
}

#[test]
fn each_set_has_a_file_for_each_output_and_normals() {
    let folder = Folder::new();
    let relief = Some(Relief { output: "height".to_owned(), strength: 0.05 });
    let outputs = vec!["color".to_owned(), "height".to_owned()];
    folder.bake(&two(), Options { format: PNG, relief, outputs, ..options(32) });
    assert_eq!(
        folder.names("out"),
        [
            "gold_color.png",
            "gold_height.png",
            "gold_normal.png",
            "red_lead_color.png",
            "red_lead_height.png",
            "red_lead_normal.png"
        ]
    );
    assert_eq!(folder.names("."), ["mesh.obj", "out"]);
}

#[test]
fn interrupted_bakes_continue_to_the_same_bytes() {
    let folder = Folder::new();
    let options = Options { outputs: vec!["color".to_owned(), "height".to_owned()], ..options(200) };
    let bake = || Bake::new(&texture(GRAPH), folder.sets("mesh.obj", two()), options.clone()).unwrap();
    bake().write(folder.path("whole"), &Context::default()).unwrap();

    // Interrupted in the second set.
    let (cancel, done) = (Cancel::new(), AtomicU64::new(0));
    let progress = |texels| {
        if done.fetch_add(texels, Ordering::SeqCst) + texels > 200 * 260 {
            cancel.cancel();
        }
    };
    assert!(bake().write(folder.path("out"), &Context::default().cancel(&cancel).progress(&progress)).is_err());
    assert_eq!(folder.names("out.part/textures"), ["gold_color.exr", "gold_height.exr"]);
    // A changed texture shows whether it is baked again.
    let first = fs::read(folder.path("out.part/textures/gold_color.exr")).unwrap();
    let marked = [first.as_slice(), b"changed"].concat();
    fs::write(folder.path("out.part/textures/gold_color.exr"), &marked).unwrap();

    let report = bake().write(folder.path("out"), &Context::default()).unwrap();
    assert_eq!(report.reused, 2);
    assert!(fs::read(folder.path("out/gold_color.exr")).unwrap() == marked);
    fs::write(folder.path("out/gold_color.exr"), first).unwrap();
    assert_eq!(folder.names("."), ["mesh.obj", "out", "whole"]);
    assert_eq!(folder.names("out"), folder.names("whole"));
    for name in folder.names("out") {
        assert!(
            fs::read(folder.path("out").join(&name)).unwrap() == fs::read(folder.path("whole").join(&name)).unwrap()
        );
    }
}

#[test]
fn other_bakes_reuse_nothing() {
    let folder = Folder::new();
    let bake = |seed| {
        let mut texture = texture(GRAPH);
        texture.set_seed(seed);
        Bake::new(&texture, folder.sets("mesh.obj", two()), options(100)).unwrap()
    };
    let (cancel, done) = (Cancel::new(), AtomicU64::new(0));
    let progress = |texels| {
        if done.fetch_add(texels, Ordering::SeqCst) + texels > 100 * 130 {
            cancel.cancel();
        }
    };
    assert!(bake(1).write(folder.path("out"), &Context::default().cancel(&cancel).progress(&progress)).is_err());
    assert_eq!(names(&folder.path("out.part/textures")).len(), 4);
    let report = bake(2).write(folder.path("out"), &Context::default()).unwrap();
    assert_eq!(report.reused, 0);
}

#[test]
fn textures_that_would_share_a_file_are_refused() {
    let folder = Folder::new();
    let texture = texture(&GRAPH.replace(r#""roughness":"#, r#""Place":"#));
    let options = Options { relief: None, ..options(8) };
    let bake = Bake::new(&texture, folder.sets("mesh.obj", cube()), options).unwrap();
    let problem = bake.write(folder.path("out"), &Context::default()).map(drop).unwrap_err().to_string();
    assert!(problem.contains("several textures would be named") && problem.contains("_Place.exr"), "{problem}");
    assert_eq!(folder.names("."), ["mesh.obj"]);
}

#[test]
fn unsuitable_targets_are_refused() {
    let folder = Folder::new();
    fs::write(folder.path("out"), "mine").unwrap();
    fs::create_dir(folder.path("out.glb")).unwrap();
    let bake = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", cube()), options(8)).unwrap();
    for (target, said) in
        [("out", "it is a file; name a folder"), ("out.glb", "it is a folder"), ("no/out", "create the folder")]
    {
        let problem = bake.write(folder.path(target), &Context::default()).map(drop).unwrap_err().to_string();
        assert!(problem.contains(said), "{problem}");
    }
    assert_eq!(fs::read(folder.path("out")).unwrap(), b"mine");
    assert_eq!(folder.names("."), ["mesh.obj", "out", "out.glb"]);
}

/// Compares a torus with its golden textures. To bless: `BLESS=1 cargo test -p travertine-bake --test bake golden`.
#[test]
fn textures_match_the_golden_ones() {
    let folder = Folder::new();
    let relief = Some(Relief { output: "height".to_owned(), strength: 0.2 });
    let outputs = vec!["color".to_owned()];
    let options = Options { format: PNG, relief, outputs, samples_per_side: 2, margin: Some(4), ..options(96) };
    folder.bake(&torus(24, 12), options);
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    for name in ["torus_color.png", "torus_normal.png"] {
        let (path, baked) = (format!("{golden}/{name}"), folder.path("out").join(name));
        if std::env::var_os("BLESS").is_some() {
            fs::create_dir_all(golden).unwrap();
            fs::copy(&baked, &path).unwrap();
        }
        let (expected, found) = (Picture::open(path.as_ref()).unwrap(), Picture::open(&baked).unwrap());
        assert!(expected == found, "{name} differs from {path}");
    }
}
