//! Targets that cannot be written: every command refuses them before it starts to work.

use std::fs;

use crate::support::Folder;

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n";

/// Commands that write to TARGET, a name without an extension. Each would take hours.
const COMMANDS: [&str; 14] = [
    "render graph.json --size 50000 -o TARGET.png",
    "render graph.json --size 50000 --outputs color -o TARGET.exr",
    "shape graph.json --size 10000 -o TARGET.png",
    "animate graph.json --frames 0..1 --size 50000 -o TARGET.apng",
    "animate graph.json --frames 7..8 --size 50000 -o TARGET-%d.png",
    "volume graph.json --size 4000 -o TARGET.raw",
    "volume graph.json --size 4000 -o TARGET.zarr",
    "volume graph.json --size 4000 --slices TARGET",
    "volume graph.json --size 10000x10000x100 --atlas TARGET.png",
    "bake graph.json square.obj --size 32768 --samples 16 --output color -o TARGET",
    "bake graph.json square.obj --size 32768 --samples 16 --output color -o TARGET.glb",
    "bake graph.json square.obj --vertex-colors --output color -o TARGET.glb",
    "bake graph.json square.obj --size 32768 --samples 16 --output color -o TARGET.obj",
    "bake graph.json square.obj --vertex-colors --output color -o TARGET.obj",
];

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("square.obj", SQUARE);
    folder
}

#[test]
fn missing_folders_and_files_as_folders_are_refused() {
    let folder = folder();
    let names = folder.names();
    for command in COMMANDS {
        folder.fails(&command.replace("TARGET", "missing/new"), 5, &["missing/new", "create the folder"]);
        folder.fails(&command.replace("TARGET", "square.obj/new"), 5, &["square.obj/new", "is a file"]);
    }
    let variations = "variations graph.json --seeds 0..99 --size 1000 -o square.obj/new";
    folder.fails(variations, 5, &["square.obj/new cannot be written", "is a file"]);
    assert_eq!(folder.names(), names);
}

#[test]
#[cfg(unix)]
fn dangling_links_are_refused() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let endings = ["", ".png", ".exr", ".apng", "-7.png", ".raw", ".zarr", ".glb", ".obj"];
    for ending in endings {
        symlink("nowhere", folder.path(&format!("link{ending}"))).unwrap();
    }
    for name in ["textures/square_color.png", "sheets/sheet.png", "sheets/cells/0001.png"] {
        let path = folder.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink("nowhere", path).unwrap();
    }
    let names = folder.names();
    let said = ["link", "leads nowhere"];
    for command in COMMANDS {
        folder.fails(&command.replace("TARGET", "link"), 5, &said);
    }
    folder.fails("variations graph.json --seeds 0..99 --size 1000 -o link", 5, &said);
    folder.fails("compare gone.png gone.png -o link.png", 5, &said);
    let bake = "bake graph.json square.obj --size 32768 --samples 16 --output color --overwrite -o textures";
    folder.fails(bake, 5, &["square_color.png", "leads nowhere"]);
    let variations = "variations graph.json --seeds 0..1 --size 8 --overwrite -o sheets";
    folder.fails(variations, 5, &["sheets/sheet.png", "leads nowhere"]);
    fs::remove_file(folder.path("sheets/sheet.png")).unwrap();
    folder.fails(variations, 5, &["sheets/cells/0001.png", "leads nowhere"]);
    assert!(!folder.path("sheets/cells/0000.png").exists(), "it is refused before anything is rendered");
    assert_eq!(folder.names(), names);
    assert!(endings.iter().all(|ending| folder.path(&format!("link{ending}")).is_symlink()));
}
