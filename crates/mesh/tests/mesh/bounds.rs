//! Tests of memory limits: files that exceed them are refused early, with the memory that they need.

use std::fs;

use serde_json::{Value, json};
use travertine_mesh::{Error, Model, Projection};
use travertine_tests::meshes::{glb, parts};
use travertine_tests::sample;

/// Opens a mesh with a memory limit in MiB.
fn open(name: &str, mesh: &[u8], memory: u64) -> Result<Model, Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, mesh).unwrap();
    Model::open_within(path, 0, memory << 20)
}

/// The needed memory in MiB, from the message of a refusal.
fn needed(refusal: &Error) -> u64 {
    assert!(matches!(refusal, Error::Limit(_)), "{refusal}");
    let text = refusal.to_string();
    assert!(text.contains("raise `memory`"), "{text}");
    let figure = text.split_once("needs about ").unwrap().1.split_once(" MiB").unwrap().0;
    figure.parse().unwrap()
}

/// A mesh with vertices shared by several primitives, each with its own indices.
fn shared(vertices: u32, corners: &[Vec<u32>]) -> Vec<u8> {
    let positions = (0..vertices).flat_map(|index| [index as f32, (index % 2) as f32, 0.0]);
    let normals = (0..vertices).flat_map(|_| [0.0, 0.0, 1.0_f32]);
    let mut bytes: Vec<u8> = positions.chain(normals).flat_map(f32::to_le_bytes).collect();
    let mut views = vec![
        json!({"buffer": 0, "byteLength": 12 * vertices}),
        json!({"buffer": 0, "byteOffset": 12 * vertices, "byteLength": 12 * vertices}),
    ];
    let mut accessors: Vec<Value> = (0..2)
        .map(|view| json!({"bufferView": view, "componentType": 5126, "count": vertices, "type": "VEC3"}))
        .collect();
    let mut primitives = Vec::new();
    for list in corners {
        let view = json!({"buffer": 0, "byteOffset": bytes.len(), "byteLength": 4 * list.len()});
        let (count, number) = (list.len(), views.len());
        views.push(view);
        accessors.push(json!({"bufferView": number, "componentType": 5125, "count": count, "type": "SCALAR"}));
        primitives.push(json!({"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": number}));
        bytes.extend(list.iter().flat_map(|corner| corner.to_le_bytes()));
    }
    let json = json!({
        "asset": {"version": "2.0"},
        "meshes": [{"primitives": primitives}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": bytes.len()}],
    });
    glb(&json, &bytes)
}

#[test]
fn only_the_first_buffer_may_be_the_binary_chunk() {
    let corners = vec![0, 1, 2];
    let with = |buffers: Value| {
        let file = shared(3, std::slice::from_ref(&corners));
        let (json, bytes) = parts(&file);
        let mut json: Value = serde_json::from_slice(json).unwrap();
        json["buffers"] = buffers;
        open("mesh.glb", &glb(&json, bytes), 16)
    };
    let own = json!({"byteLength": 84});
    assert!(with(json!([own])).is_ok());
    assert!(with(json!([own, {"byteLength": 3, "uri": "data:;base64,AAAA"}])).is_ok());
    let problem = with(json!(vec![own; 599])).map(drop).unwrap_err();
    assert!(matches!(problem, Error::Mesh { .. }), "{problem}");
    assert!(problem.to_string().contains("buffers[1] has no URI, but only the first"), "{problem}");
}

/// Each primitive copies only the vertices that its triangles use.
#[test]
fn primitives_copy_only_used_vertices() {
    const VERTICES: u32 = 1 << 16;
    let corners: Vec<Vec<u32>> = (0..600).map(|index| vec![100 * index, 100 * index + 7, 100 * index + 2]).collect();
    // With all vertices each, they would take about 900 MiB.
    let model = open("mesh.glb", &shared(VERTICES, &corners), 16).unwrap();
    assert_eq!(model.meshes.len(), 600);
    for (index, mesh) in model.meshes.iter().enumerate() {
        assert_eq!(
            mesh.positions.iter().map(|[x, ..]| *x as usize).collect::<Vec<_>>(),
            [0, 2, 7].map(|at| 100 * index + at)
        );
        assert_eq!((mesh.normals.len(), &mesh.triangles), (3, &vec![[0, 2, 1]]));
    }
}

#[test]
fn indices_beyond_the_vertices_are_refused() {
    let problem = open("mesh.glb", &shared(3, &[vec![0, 1, 2], vec![0, 1, 2, 2, 1, 3]]), 16).map(drop).unwrap_err();
    let said = "mesh `mesh` has an index beyond its 3 vertices in triangle 1";
    assert!(matches!(problem, Error::Mesh { .. }) && problem.to_string().contains(said), "{problem}");
}

/// Files that take many times their size in memory.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    const MANY: usize = 1 << 17;
    let triangle = json!({"attributes": {"POSITION": 0}});
    let accessor = json!({"bufferView": 0, "componentType": 5126, "count": 3000, "type": "VEC3"});
    let file = |json: Value| {
        let mut root = json!({
            "accessors": [accessor],
            "bufferViews": [{"buffer": 0, "byteLength": 36000}],
            "buffers": [{"byteLength": 36000}],
            "meshes": [{"primitives": [triangle]}],
        });
        root.as_object_mut().unwrap().extend(json.as_object().unwrap().clone());
        ("mesh.glb", glb(&root, &[0; 36000]))
    };
    let nodes: Vec<usize> = (0..4000).collect();
    let chain: Vec<Value> = (1..=MANY).map(|next| json!({"children": [next % MANY]})).collect();
    let long = "n".repeat(1 << 16);
    let object = |index: usize| format!("o {index}\nf 1 2 3\n");
    let names = |index: usize| format!("usemtl {index}\nf 1 2 3\n");
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    vec![
        file(json!({"extras": vec![json!({}); MANY]})),
        file(json!({"extras": vec![json!({"": 0}); MANY]})),
        file(json!({"extras": vec![json!([0]); MANY]})),
        file(json!({"extras": vec![0; 8 * MANY]})),
        // A mesh with many instances, with many primitives, and with a long name too.
        file(json!({"scenes": [{"nodes": nodes}], "nodes": vec![json!({"mesh": 0}); 4000]})),
        file(json!({"meshes": [{"primitives": vec![triangle.clone(); 4000]}]})),
        file(json!({"meshes": [{"name": long, "primitives": vec![triangle.clone(); 4000]}]})),
        // A deep chain of nodes.
        file(json!({"scenes": [{"nodes": [0]}], "nodes": chain})),
        ("mesh.obj", format!("{corners}f{}\n", " 1 2 3".repeat(4 * MANY)).into_bytes()),
        ("mesh.obj", format!("{corners}{}", (0..MANY).map(object).collect::<String>()).into_bytes()),
        ("mesh.obj", format!("{corners}o {long}\n{}", (0..4000).map(names).collect::<String>()).into_bytes()),
        ("mesh.obj", "v 0 0 0\n".repeat(16 * MANY).into_bytes()),
    ]
}

/// Raises the limit until a file opens: returns the limit in MiB, and the result. Several steps are needed, since the
/// file, its JSON, and its meshes are counted one after another.
fn enough(name: &str, mesh: &[u8]) -> (u64, Result<Model, Error>) {
    let mut memory = 4;
    loop {
        match open(name, mesh, memory) {
            Err(refusal @ Error::Limit(_)) => {
                assert!(needed(&refusal) > memory, "{refusal}");
                memory = needed(&refusal);
            }
            opened => return (memory, opened),
        }
    }
}

#[test]
fn refusals_name_the_memory_that_suffices() {
    for (index, (name, bytes)) in sample(hostile().into_iter().enumerate(), 3) {
        let (memory, opened) = enough(name, &bytes);
        assert!(memory > 4, "{index}");
        if let Err(problem) = opened {
            assert!(matches!(problem, Error::Mesh { .. }), "{index}: {problem}");
        }
    }
}

#[test]
fn projected_uvs_count_as_memory() {
    const VERTICES: u32 = 1 << 18;
    let strip = (0..VERTICES - 2).flat_map(|first| [first, first + 1, first + 2]).collect();
    let file = shared(VERTICES, &[strip]);
    let (least, _) = enough("mesh.glb", &file);
    let sets = |memory| open("mesh.glb", &file, memory).unwrap().texture_sets(Some(Projection::Box)).map(drop);
    let refusal = sets(least).unwrap_err();
    assert!(refusal.to_string().contains("with projected UVs"), "{refusal}");
    sets(needed(&refusal)).unwrap();
}
