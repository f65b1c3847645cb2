//! Tests of limits, invalid flags, and foreign files.

use std::fs::{self, File};

use crate::support::{Folder, GRAPH};

/// A target of each format.
const FILES: [&str; 7] = ["-o a.zarr", "-o a.nrrd", "-o a.dds", "-o a.df3", "-o a.raw", "--slices a", "--atlas a.png"];

#[test]
fn sizes_have_limits() {
    let folder = Folder::new();
    folder.fails("volume graph.json --size 0 -o a.nrrd", 2, &["256 or 256x256x64"]);
    folder.fails("volume graph.json --size 4x4 -o a.nrrd", 2, &["256 or 256x256x64"]);
    let sides = ["2147483648", "4294967295", "2147483648x1x2", "1048577x1x1"];
    for (size, file) in sides.iter().flat_map(|size| FILES.map(|file| (size, file))) {
        let said = ["too large; each side may have 1 to 1048576 samples"];
        folder.fails(&format!("volume graph.json --output raw --size {size} {file}"), 4, &said);
    }
    // 12 bytes per sample: beyond the file offsets of any system.
    let said = ["would have 13835058055282163712 bytes", "choose a smaller size, fewer bits, or .zarr"];
    folder.fails("volume graph.json --output place --size 1048576 --work 99999P -o a.raw", 4, &said);
    // The lists of bricks exceed the memory.
    folder.fails("volume graph.json --size 100000 --work 9000P --memory 1G -o a.nrrd", 4, &["MiB of memory"]);
    folder.fails("volume graph.json --size 2000000x1x1 -o a.zarr", 4, &["1048576"]);
    folder.fails("volume graph.json --output raw --size 70000x1x1 -o a.df3", 4, &["65,535"]);
    folder.fails("volume graph.json --size 600000x300000x4 --work 1P --atlas a.png", 4, &["1200000 x 600000"]);
    folder.fails("volume graph.json --memory 100k -o a.raw", 4, &["memory"]);
    folder.fails("volume graph.json --memory 100k --slices a", 4, &["memory"]);
    folder.fails("volume graph.json --size 8192x8192x16384 -o a.raw", 4, &["trillion operations"]);
    folder.fails("volume graph.json --work 1k --slices a", 4, &["operations"]);
    // Bricks are small, but there are 268 million.
    folder.fails("volume graph.json --size 1x1048576x1048576 --work 1P --memory 300M -o a.zarr", 4, &["memory"]);
    assert_eq!(folder.names(), ["graph.json"]);
    for file in FILES.iter().filter(|file| !file.ends_with(".df3")) {
        folder.done(&format!("volume graph.json --size 1x1x1 {file}"));
    }
}

#[test]
fn invalid_flags_are_refused() {
    let folder = Folder::new();
    folder.fails("volume graph.json -o a.vdb", 2, &["a.vdb", ".zarr, .nrrd, .dds, .df3 or .raw"]);
    folder.fails("volume graph.json -o a", 2, &[".zarr"]);
    folder.fails("volume graph.json --atlas a.nrrd", 2, &["a.nrrd", ".png"]);
    folder.fails("volume graph.json", 2, &["--slices <DIR>"]);
    folder.fails("volume graph.json -o a.raw --slices a", 2, &["--slices"]);
    folder.fails("volume graph.json -o a.df3", 2, &["cannot hold vectors or colors"]);
    folder.fails("volume graph.json --slices a --bits 32", 2, &["8 or 16 bits"]);
    folder.fails("volume graph.json -o a.raw --bits 12", 2, &["8, 16, 32"]);
    folder.fails("volume graph.json -o a.raw --region 0,0,1,1", 2, &["six numbers"]);
    for target in ["-o -", "--slices -", "--atlas -"] {
        folder.fails(&format!("volume graph.json {target}"), 2, &["standard output cannot take a volume"]);
    }
    folder.fails("volume graph.json -o a.zarr --part 1/4000000000", 2, &["at most 10000 parts"]);
    folder.fails("volume graph.json -o a.raw --region 0,0,1,1,1,1", 2, &["near < far"]);
    folder.fails("volume graph.json -o a.raw --region 0,0,-1e300,1,1,1", 2, &["32-bit floats"]);
    folder.fails("volume graph.json -o a.raw --output colour", 2, &["`color`"]);
    folder.fails("volume missing.json -o a.raw", 5, &["missing.json"]);
    folder.write("bad.json", GRAPH.replace("noise/perlin", "noise/perln"));
    folder.fails("volume bad.json -o a.raw", 3, &["unknown node type"]);
    assert_eq!(folder.names(), ["bad.json", "graph.json"]);
}

#[test]
fn foreign_files_stay() {
    let folder = Folder::new();
    for name in ["a.nrrd", "b.zarr", "c"] {
        folder.write(&format!("{name}/mine"), "mine");
    }
    folder.write("d.zarr", "mine");
    folder.write("e.raw.json", "{\"mine\": true}");
    folder.write("f.raw.part", "mine");
    folder.write("g.raw.part/mine", "mine");
    let names = folder.names();
    folder.fails("volume graph.json --size 8 -o a.nrrd", 5, &["a.nrrd", "it is a folder"]);
    folder.fails("volume graph.json --size 8 -o b.zarr", 5, &["b.zarr", "contains other files"]);
    folder.fails("volume graph.json --size 8 --slices c", 5, &["contains other files"]);
    folder.fails("volume graph.json --size 8 -o d.zarr", 5, &["d.zarr", "is a file"]);
    folder.fails("volume graph.json --size 8 -o e.raw", 5, &["e.raw.json", "not a description"]);
    folder.fails("volume graph.json --size 8 -o f.raw", 5, &["f.raw.part", "not the folder of a partial output"]);
    folder.fails("volume graph.json --size 8 -o g.raw", 5, &["g.raw.part", "not the folder of a partial output"]);
    assert_eq!(folder.names(), names);
    for file in ["a.nrrd/mine", "b.zarr/mine", "c/mine", "d.zarr", "f.raw.part", "g.raw.part/mine"] {
        assert_eq!(folder.read(file), b"mine");
    }
    folder.done("volume graph.json --size 8 -o h.zarr");
    folder.write("h.zarr/notes.txt", "mine");
    folder.fails("volume graph.json --size 8 -o h.zarr", 5, &["contains other files"]);
    assert_eq!(folder.read("h.zarr/notes.txt"), b"mine");
}

#[test]
fn a_volume_of_another_running_process_is_refused() {
    let folder = Folder::new();
    folder.write("a.raw.part/.travertine-part", "");
    let note = File::open(folder.path("a.raw.part/.travertine-part")).unwrap();
    note.lock().unwrap();
    folder.fails("volume graph.json --size 8 -o a.raw", 5, &["a.raw is being written by another process"]);
    note.unlock().unwrap();
    folder.done("volume graph.json --size 8 -o a.raw");
    assert_eq!(folder.names(), ["a.raw", "a.raw.json", "graph.json"]);
}

#[test]
#[cfg(target_os = "linux")]
fn unwritable_targets_are_refused() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.fails("volume graph.json --size 8 -o missing/a.raw", 5, &["create the folder"]);
    folder.fails("volume graph.json --size 8 -o missing/a.zarr", 5, &["create the folder"]);
    folder.fails("volume graph.json --size 8 -o /proc/a.raw", 5, &["/proc/a.raw cannot be written"]);
    symlink("/dev/full", folder.path("full.raw")).unwrap();
    folder.fails("volume graph.json --size 8 -o full.raw", 5, &["not a regular file"]);
    symlink("nowhere", folder.path("dangling.raw")).unwrap();
    folder.fails("volume graph.json --size 8 -o dangling.raw", 5, &["leads nowhere"]);
    fs::write(folder.path("there.raw"), "old").unwrap();
    symlink("there.raw", folder.path("link.raw")).unwrap();
    folder.done("volume graph.json --size 8 --output raw -o link.raw");
    assert!(folder.path("link.raw").is_symlink() && folder.read("there.raw").len() == 8 * 8 * 8 * 4);
}
