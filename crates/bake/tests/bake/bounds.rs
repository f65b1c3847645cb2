//! Tests of memory limits: bakes that exceed them are refused early, with the memory that they need.

use std::fmt::Write;
use std::fs;

use travertine::Context;
use travertine_bake::{Bake, Error, Options};
use travertine_mesh::Model;

use crate::support::{Folder, GRAPH, options, texture, torus};

/// The needed memory in MiB, from the message of a refusal.
fn needed(refusal: &Error) -> u64 {
    assert!(matches!(refusal, Error::Mesh(travertine_mesh::Error::Limit(_))), "{refusal}");
    let text = refusal.to_string();
    assert!(text.contains("raise `memory`"), "{text}");
    let figure = text.split_once("needs about ").unwrap().1.split_once(" MiB").unwrap().0;
    figure.parse().unwrap()
}

/// Triangles that span the whole texture have an entry in every stripe.
#[test]
fn triangles_over_the_whole_texture_count_as_memory() {
    const COUNT: u32 = 5000;
    let mut obj = "vt 0 0\nvt 1 0\nvt 0 1\n".to_owned();
    for index in 0..COUNT {
        writeln!(obj, "v 0 0 {index}\nv 1 0 {index}\nv 0 1 {index}\nf -3/1 -2/2 -1/3").unwrap();
    }
    let folder = Folder::new();
    let bake = |side, memory: u64| {
        let context = Context::default().threads(2).memory(memory << 20);
        let options = Options { size: [1, side], outputs: vec!["height".to_owned()], ..options(1) };
        let bake = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", &obj), options).unwrap();
        bake.write(folder.path("out"), &context).map(drop)
    };
    // 4096 entries of 4 bytes each per triangle.
    let refusal = bake(1 << 15, 64).unwrap_err();
    assert!(needed(&refusal) >= 78, "{refusal}");
    bake(1 << 8, 64).unwrap();
}

#[test]
fn vertex_colors_count_as_memory() {
    let folder = Folder::new();
    fs::write(folder.path("mesh.obj"), torus(200, 100)).unwrap();
    let bake = |memory: u64| {
        let model = Model::open(folder.path("mesh.obj"), 0).unwrap();
        let context = Context::default().threads(2).memory(memory);
        let options = options(1);
        let bake = Bake::new(&texture(GRAPH), model.sets_without_uvs(), options).unwrap();
        bake.write_vertex_colors(folder.path("out.glb"), &context)
    };
    let refusal = bake(1 << 20).unwrap_err();
    bake(needed(&refusal) << 20).unwrap();
}
