//! Compares the terrain nodes with the values of the published program, step by step.

use std::fs;

use serde_json::{Value, json};
use travertine_render::{Context, sample};
use travertine_tests::bundled::root;
use travertine_tests::{graph, program};

const ROWS: usize = 20;
const COLUMNS: usize = 24;

/// The published chain: 20 rows of 24 samples. The noise is scaled by the indices of the samples.
///
/// The samples are a quarter apart, because there are 4 per unit; in the published program they are 1 apart. So the
/// heights are scaled to a quarter.
fn chain() -> Value {
    let index = |axis: &str| json!({"type": "math/round", "inputs": {"value": {"node": axis}}});
    let cells =
        |axis: &str| json!({"type": "math/multiply", "inputs": {"a": {"node": "position", "output": axis}, "b": 4}});
    let less_half = |node: &str| json!({"type": "math/subtract", "inputs": {"a": {"node": node}, "b": 0.5}});
    let share = |node: &str, count: usize| json!({"type": "math/divide", "inputs": {"a": {"node": node}, "b": count}});
    let eightfold = |node: &str| json!({"type": "math/multiply", "inputs": {"a": 8, "b": {"node": node}}});
    let step = |kind: &str, height: &str, more: Value| {
        let mut inputs = json!({"height": {"node": height}, "resolution": 4, "across": 6, "down": 5});
        inputs.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"type": kind, "inputs": inputs})
    };
    json!({
        "format": "travertine", "version": 1,
        "nodes": {
            "position": {"type": "input/position"},
            "x4": cells("x"), "y4": cells("y"),
            "x": less_half("x4"), "y": less_half("y4"),
            "column": index("x"), "row": index("y"),
            "columns": eightfold("column"), "rows": eightfold("row"),
            "u": share("rows", ROWS), "v": share("columns", COLUMNS),
            "place": {"type": "vector/combine", "inputs": {"x": {"node": "u"}, "y": {"node": "v"}, "z": 0}},
            "perlin": {"type": "reference/perlin-sphere", "inputs": {"position": {"node": "place"}}},
            "noise": {"type": "math/multiply", "inputs": {"a": {"node": "perlin"}, "b": 10}},
            "perturbed": step("terrain/perturb", "noise", json!({"frequency": 4, "distance": 6})),
            "eroded": step("terrain/erode", "perturbed", json!({"smoothness": 0.6, "iterations": 10})),
            "smoothed": step("terrain/smooth", "eroded", json!({})),
            "normals": step("terrain/normals", "smoothed", json!({"strength": 0.25})),
        },
        "outputs": {
            "noise": {"node": "noise"},
            "perturbed": {"node": "perturbed"},
            "eroded": {"node": "eroded"},
            "smoothed": {"node": "smoothed"},
            "normals_xyz": {"node": "normals"},
        },
    })
}

#[test]
fn the_chain_gives_the_published_values() {
    let text = fs::read_to_string(root().join("tests/conformance/seed_vectors.json")).unwrap();
    let vectors: Value = serde_json::from_str(&text).unwrap();
    let graph = graph(&chain().to_string());
    // Samples are at the centers of quarters, which are exact in floats.
    let places: Vec<[f32; 4]> = (0..ROWS * COLUMNS)
        .map(|sample| [sample % COLUMNS, sample / COLUMNS].map(|index| (index as f32 + 0.5) / 4.0))
        .map(|[x, y]| [x, y, 0.0, 0.0])
        .collect();
    for (index, output) in graph.outputs.iter().enumerate() {
        let tolerance = if output.name == "normals_xyz" { 1e-3 } else { 1e-4 };
        let expected = vectors["twinklingstar_terrain"][&output.name].as_array().unwrap();
        let (program, bound) = program(&graph, index);
        let values = sample(&program, &bound, &places, &Context::default()).unwrap();
        assert_eq!(values.len(), expected.len(), "{}", output.name);
        let errors =
            values.iter().zip(expected).map(|(value, expected)| (value - expected.as_f64().unwrap() as f32).abs());
        let error = errors.fold(0.0, f32::max);
        println!("{}: at most {error:e} off, of {tolerance:e}", output.name);
        assert!(error <= tolerance, "{} is {error:e} off", output.name);
    }
}
