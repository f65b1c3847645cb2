//! Tests of the exports of the editor: the command that the editor shows makes the same files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use travertine::{RasterCache, Texture};
use travertine_export::{Kind, Order, Queue, Report, Settings, Status};
use travertine_shape::{Scene, Shape};

use crate::pictures::png;
use crate::support::{Folder, binary};

/// A graph with outputs that programs use, and a parameter.
const SURFACE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "parameters": {"cells": {"type": "float", "default": 4}},
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "cells"}, "dimensions": 4}},
    "height": {"type": "math/remap", "inputs": {"value": {"node": "noise"}, "from_min": -1, "from_max": 1}},
    "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "height"}}},
    "place": {"type": "input/position"}
  },
  "outputs": {
    "color": {"node": "ramp", "output": "color"},
    "height": {"node": "height"},
    "roughness": {"node": "height"},
    "it's a place": {"node": "place", "output": "position"}
  }
}
"##;

/// A square with UVs, and one without.
const SQUARE: &str =
    "o square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n";
const BARE: &str = "o bare\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";

/// A folder whose name needs quotes, with the graph and meshes.
fn folder() -> Folder {
    let folder = Folder::new();
    for (name, content) in [("surface.json", SURFACE), ("square.obj", SQUARE), ("bare.obj", BARE)] {
        folder.write(&format!("it's mine/{name}"), content);
    }
    folder
}

fn order(settings: Settings, graph: &Path) -> Order {
    Order {
        settings,
        document: Arc::new(Texture::open(graph).unwrap().document().clone()),
        graph: Some(graph.to_owned()),
        scene: Scene::new(Shape::Torus),
        rasters: Arc::new(RasterCache::new(1 << 20)),
    }
}

/// Exports, and waits for the end.
fn export(settings: &Settings, graph: &Path) -> Result<Report, String> {
    let mut queue = Queue::new(|| {});
    queue.push(settings.title(), order(settings.clone(), graph)).unwrap();
    loop {
        match queue.entries()[0].status() {
            Status::Done(report) => return Ok(report),
            Status::Failed(reason) => return Err(reason),
            Status::Cancelled => return Err("cancelled".to_owned()),
            Status::Waiting | Status::Running(_) => thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// All files in a folder and those within, by their paths.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            files.extend(self::files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            files.insert(name, fs::read(path).unwrap());
        }
    }
    files
}

/// Exports, runs the command that the editor shows, and compares all files. Returns their names.
fn same(folder: &Folder, settings: &Settings, at: &str) -> Vec<String> {
    let home = folder.path("it's mine");
    let graph = home.join("surface.json");
    let target = |name: &str| {
        let made = home.join(name);
        let mut settings = settings.clone();
        settings.set("to", made.join(at).display().to_string());
        fs::create_dir(&made).unwrap();
        (made, settings)
    };
    let (mine, settings_of_window) = target("window");
    let (other, settings_of_command) = target("command");
    export(&settings_of_window, &graph).unwrap();
    let command = settings_of_command.command(&graph, &Scene::new(Shape::Torus)).unwrap();
    let path = format!("{}:/usr/bin:/bin", binary().parent().unwrap().display());
    let ran = Command::new("sh").args(["-c", &command]).env("PATH", path).output().unwrap();
    assert!(ran.status.success(), "{command}: {}", String::from_utf8_lossy(&ran.stderr));
    let (mine_files, others) = (files(&mine), files(&other));
    let names: Vec<String> = mine_files.keys().cloned().collect();
    assert_eq!(names, others.keys().cloned().collect::<Vec<_>>(), "{command}");
    for (name, bytes) in &mine_files {
        // The commands in manifests are equivalent, but their words differ.
        assert!(*bytes == others[name] || name.ends_with("manifest.json"), "{name} differs: {command}");
    }
    fs::remove_dir_all(&other).unwrap();
    if settings.kind != Kind::Variations {
        fs::remove_dir_all(&mine).unwrap();
    }
    names
}

fn settings(kind: Kind, texts: &[(&str, &str)]) -> Settings {
    let mut settings = Settings::new(None);
    settings.kind = kind;
    if kind.has_output() {
        settings.set("output", "color");
    }
    settings.set("size", "24x16");
    set(&mut settings, texts);
    settings
}

fn set(settings: &mut Settings, texts: &[(&str, &str)]) {
    texts.iter().for_each(|(name, text)| settings.set(name, *text));
}

#[test]
fn the_command_of_a_picture_makes_the_same() {
    let folder = folder();
    let mut picture = settings(Kind::Picture, &[]);
    assert_eq!(same(&folder, &picture, "a b.png"), ["a b.png"]);
    let slice = [("region", "-0.5,0,2.5,2"), ("depth", "-0.25"), ("time", "1.5")];
    set(&mut picture, &[("bits", "16"), ("output", "it's a place"), slice[0], slice[1], slice[2]]);
    same(&folder, &picture, "-a.tif");
    same(&folder, &picture, "a.exr");
    let solid = settings(Kind::Solid, &[("background", "none")]);
    same(&folder, &solid, "solid.png");
    same(&folder, &solid, "solid.exr");
}

#[test]
fn the_command_of_a_set_makes_the_same() {
    let folder = folder();
    let mut maps = settings(Kind::Maps, &[("pack", "mask=height,1-roughness,0.5")]);
    let names = same(&folder, &maps, "{graph}_{output}.png");
    let maps_of_unreal = ["BaseColor", "Height", "Normal", "ORM", "mask"];
    assert_eq!(names, maps_of_unreal.map(|name| format!("surface_{name}.png")));
    set(&mut maps, &[("bits", "16"), ("for", "")]);
    assert_eq!(same(&folder, &maps, "{output}.tif"), ["mask.tif"]);
    assert_eq!(same(&folder, &settings(Kind::Outputs, &[]), "{output}.tga").len(), 4);
}

#[test]
fn the_command_of_a_bake_makes_the_same() {
    let folder = folder();
    let mut bake = settings(Kind::Mesh, &[("up", "-z"), ("occlusion", "true"), ("bits", "16")]);
    bake.set("mesh", folder.path("it's mine/square.obj").display().to_string());
    assert!(same(&folder, &bake, "out").iter().any(|name| name == "out/square_color.png"));
    bake.set("mesh", folder.path("it's mine/bare.obj").display().to_string());
    let wrong = export(&bake, &folder.path("it's mine/surface.json")).unwrap_err();
    assert!(wrong.contains("without UVs; generate them with `unwrap`"), "{wrong}");
    set(&mut bake, &[("unwrap", "true"), ("scale", "0.5"), ("samples", "")]);
    assert_eq!(same(&folder, &bake, "out.glb"), ["out.glb"]);
    let obj = same(&folder, &bake, "out.obj");
    assert!(obj.iter().any(|name| name == "out.mtl") && obj.iter().any(|name| name == "bare_color.png"), "{obj:?}");
}

#[test]
fn the_command_of_a_volume_makes_the_same() {
    let folder = folder();
    for (name, bits) in [("a.nrrd", ""), ("a.dds", "8"), ("a.png", "16"), ("slices", ""), ("a.zarr", "32")] {
        let volume = settings(Kind::Volume, &[("size", "12x8x4"), ("bits", bits)]);
        assert!(!same(&folder, &volume, name).is_empty());
    }
}

#[test]
fn the_command_of_an_animation_makes_the_same() {
    let folder = folder();
    let mut animation = settings(Kind::Animation, &[("frames", "0..4")]);
    assert_eq!(same(&folder, &animation, "a.webp"), ["a.webp"]);
    set(&mut animation, &[("loop", ""), ("fps", "12.5"), ("bits", "16")]);
    assert_eq!(same(&folder, &animation, "a_%04d.png").len(), 5);
    same(&folder, &animation, "a.apng");
}

#[test]
fn the_command_of_variations_makes_the_same() {
    let folder = folder();
    let variations = settings(Kind::Variations, &[("seeds", "0..2"), ("size", "16x16"), ("sweep", "cells=1:8.5:2")]);
    let names = same(&folder, &variations, "sheet");
    assert!(names.contains(&"sheet/cells/0005.png".to_owned()), "{names:?}");
    // The manifest's command makes a picture again.
    let manifest = folder.path("it's mine/window/sheet/manifest.json");
    let again = folder.path("again.png");
    let arguments = ["cell", manifest.to_str().unwrap(), "4", "-o", again.to_str().unwrap()];
    folder.command().args(arguments).assert().success();
    let pixels = |name: &str| png(&folder.read(name)).0.data;
    assert_eq!(pixels("again.png"), pixels("it's mine/window/sheet/cells/0004.png"));
}

#[test]
fn a_queue_goes_on_after_a_failure_and_a_cancel() {
    let folder = folder();
    let graph = folder.path("it's mine/surface.json");
    let target = |name: &str, side: u32| {
        let mut picture = settings(Kind::Picture, &[("size", &side.to_string())]);
        picture.set("to", folder.path(name).display().to_string());
        order(picture, &graph)
    };
    let mut queue = Queue::new(|| {});
    for (name, side) in [("large.png", 1 << 14), ("no/such/a.png", 8), ("other.png", 1 << 14), ("b.png", 8)] {
        queue.push(name.to_owned(), target(name, side)).unwrap();
    }
    let wait = |queue: &Queue, index: usize, is_it: &dyn Fn(&Status) -> bool| {
        while !is_it(&queue.entries()[index].status()) {
            thread::sleep(Duration::from_millis(2));
        }
    };
    wait(&queue, 0, &|status| matches!(status, Status::Running(_)));
    queue.entries()[2].cancel();
    assert_eq!(queue.entries()[2].status(), Status::Cancelled, "it has not begun");
    queue.entries()[0].cancel();
    wait(&queue, 3, &|status| matches!(status, Status::Done(_)));
    assert_eq!(queue.entries()[0].status(), Status::Cancelled);
    assert!(matches!(queue.entries()[1].status(), Status::Failed(reason) if reason.contains("no such file")));
    assert!(!folder.path("large.png").exists() && !folder.path("other.png").exists());
    let told: Vec<String> = std::iter::from_fn(|| queue.news().map(|entry| entry.title.clone())).collect();
    assert_eq!(told, ["large.png", "no/such/a.png", "other.png", "b.png"]);
    assert!(queue.news().is_none());
    queue.clear();
    assert!(queue.entries().is_empty());
}
