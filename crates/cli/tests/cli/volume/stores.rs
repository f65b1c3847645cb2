//! Tests of Zarr stores: several outputs, times, levels, shards and processes.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::Folder;

/// All files of a folder, with their bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name().into_string().unwrap())).unwrap();
        if path.is_dir() {
            all.extend(files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            all.push((name, fs::read(path).unwrap()));
        }
    }
    all.sort();
    all
}

fn metadata(folder: &Folder, name: &str) -> Value {
    serde_json::from_slice(&folder.read(&format!("{name}/zarr.json"))).unwrap()
}

#[test]
fn all_outputs_are_arrays_of_one_group() {
    let folder = Folder::new();
    folder.done("volume graph.json --output all --size 70x8x3 --region=-1,0,0,1,1,1 -o a.zarr");
    let group = metadata(&folder, "a.zarr");
    assert_eq!(group["node_type"], "group");
    for (output, dimensions) in [
        ("color", "[\"z\",\"y\",\"x\",\"rgb\"]"),
        ("raw", "[\"z\",\"y\",\"x\"]"),
        ("place", "[\"z\",\"y\",\"x\",\"component\"]"),
    ] {
        let array = metadata(&folder, &format!("a.zarr/{output}"));
        assert_eq!(array["dimension_names"].to_string(), dimensions);
        assert_eq!(group["consolidated_metadata"]["metadata"][output], array);
    }
    let x = folder.read("a.zarr/x/c/0");
    assert_eq!((x.len(), &x[..4]), (70 * 4, &(-1.0_f32 + 1.0 / 70.0).to_le_bytes()[..]));
    assert_eq!(folder.read("a.zarr/time/c"), [0; 4]);
}

#[test]
fn times_are_the_first_axis() {
    let folder = Folder::new();
    let graph = folder.read("graph.json");
    let graph = String::from_utf8(graph).unwrap().replace("\"seed\": 7", "\"seed\": 7, \"dimensions\": 4");
    folder.write("moving.json", graph);
    folder.done("volume moving.json --output raw --size 8 --time 0.5,1.5,3 -o a.zarr");
    assert_eq!(metadata(&folder, "a.zarr/raw")["shape"].to_string(), "[3,8,8,8]");
    for (index, time) in [0.5, 1.0, 1.5].into_iter().enumerate() {
        folder.done(&format!("volume moving.json --output raw --size 8 --time {time} -o one.zarr"));
        let one = folder.read("one.zarr/raw/c/0/0/0");
        assert!(one == folder.read(&format!("a.zarr/raw/c/{index}/0/0/0")), "{time}");
    }
    for wrong in ["1,2", "1,2,1", "2,1,3", "0,1,2.5", "0,nan,3", "0,1,1e9", "0,1e-50,4", "x"] {
        folder.fails(&format!("volume graph.json --time={wrong} --size 8 -o b.zarr"), 2, &["expected"]);
    }
}

#[test]
fn several_processes_write_the_bytes_of_one() {
    let folder = Folder::new();
    for (flags, count) in [("--multiscale", 3), ("--shards --time 0,1,2", 5)] {
        let volume = format!("volume graph.json --output all --size 140x130x70 --threads 1 {flags}");
        folder.done(&format!("{volume} -o one.zarr"));
        let started: Vec<_> =
            (1..=count).map(|part| folder.start(&format!("{volume} --part {part}/{count} -o many.zarr"))).collect();
        for mut child in started {
            assert!(child.wait().unwrap().success());
        }
        assert!(files(&folder.path("one.zarr")) == files(&folder.path("many.zarr")), "{flags}");
        assert_eq!(folder.names(), ["graph.json", "many.zarr", "one.zarr"]);
        // A part of a complete store has nothing to do.
        let ran = folder.run(&format!("{volume} --part 2/{count} -o many.zarr"));
        assert!(ran.code == 0 && ran.stderr.contains("complete already"), "{ran:?}");
        assert_eq!(folder.names(), ["graph.json", "many.zarr", "one.zarr"]);
    }
}

#[test]
fn parts_may_run_one_after_the_other_and_one_process_may_do_the_rest() {
    let folder = Folder::new();
    let volume = "volume graph.json --output raw,place --size 80x70x66";
    folder.done(&format!("{volume} -o one.zarr"));
    let ran = folder.run(&format!("{volume} --part 2/3 -o many.zarr"));
    assert!(ran.code == 0 && ran.stderr.contains("this part of many.zarr is done"), "{ran:?}");
    assert_eq!(folder.names(), ["graph.json", "many.zarr.part", "one.zarr"]);
    // Another number of parts: what is finished stays so.
    let ran = folder.run(&format!("{volume} --part 1/2 -o many.zarr"));
    assert!(ran.code == 0 && ran.stderr.contains("is done"), "{ran:?}");
    assert!(folder.path("many.zarr.part").exists());
    let rest = folder.run(&format!("{volume} -o many.zarr"));
    assert!(rest.code == 0 && rest.stderr.contains("continues"), "{rest:?}");
    assert!(files(&folder.path("one.zarr")) == files(&folder.path("many.zarr")));
    assert_eq!(folder.names(), ["graph.json", "many.zarr", "one.zarr"]);
}

#[test]
fn flags_of_stores_need_a_store() {
    let folder = Folder::new();
    for flag in ["--part 1/2", "--shards", "--multiscale", "--time 0,1,2"] {
        folder.fails(&format!("volume graph.json --size 8 {flag} -o a.nrrd"), 2, &["needs a .zarr"]);
    }
    folder.fails("volume graph.json --size 8 --output raw,color -o a.nrrd", 2, &["takes one output"]);
    for part in ["0/2", "3/2", "1", "1/0", "a/b"] {
        folder.fails(&format!("volume graph.json --size 8 --part {part} -o a.zarr"), 2, &["1/8 to 8/8"]);
    }
    assert_eq!(folder.names(), ["graph.json"]);
}

#[test]
fn a_part_with_other_arguments_discards_nothing() {
    let folder = Folder::new();
    folder.run("volume graph.json --output raw --size 70 --part 1/2 -o a.zarr");
    for flags in ["--size 71", "--size 70 --seed 3"] {
        folder.fails(
            &format!("volume graph.json --output raw {flags} --part 2/2 -o a.zarr"),
            5,
            &["a.zarr.part holds finished parts of other work"],
        );
    }
    folder.run("volume graph.json --output raw --size 70 --part 2/2 -o a.zarr");
    assert!(folder.path("a.zarr/zarr.json").exists());
}
