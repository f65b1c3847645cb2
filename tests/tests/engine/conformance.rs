//! Compares the nodes of published noises with values of the published programs, within tolerances.
//!
//! `tests/conformance/seed_vectors.json` holds, for each function, rows of coordinates followed by the value.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};
use travertine_tests::bundled::root;
use travertine_tests::{graph, program};

/// For each key of the test vectors, the node, its inputs and the tolerance.
fn functions() -> Vec<(&'static str, &'static str, Value, f32)> {
    let elias = |dimensions: u8, by: &str, smoothed: bool| json!({"dimensions": dimensions, "interpolation": by, "smoothed": smoothed});
    let elias_sum = |dimensions: u8, octaves: u8, persistence: f64| {
        let mut inputs = elias(dimensions, "cosine", true);
        inputs["octaves"] = octaves.into();
        inputs["persistence"] = persistence.into();
        inputs
    };
    let dimensions = |dimensions: u8| json!({"dimensions": dimensions});
    let interpolation = |name: &str| json!({"interpolation": name});
    let (value, first, improved) = ("reference/value-elias", "reference/perlin-1985", "reference/perlin-2002");
    let (rotated, sphere) = ("reference/perlin-rotated", "reference/perlin-sphere");
    vec![
        ("elias_1d_linear", value, elias(1, "linear", false), 1e-5),
        ("elias_1d_cosine_smoothed", value, elias(1, "cosine", true), 1e-5),
        ("elias_1d_cubic", value, elias(1, "cubic", false), 1e-5),
        ("elias_2d_cosine", value, elias(2, "cosine", false), 1e-5),
        ("elias_2d_linear_smoothed", value, elias(2, "linear", true), 1e-5),
        ("elias_2d_cosine_smoothed", value, elias(2, "cosine", true), 1e-5),
        ("elias_2d_cubic_smoothed", value, elias(2, "cubic", true), 1e-5),
        ("elias_perlin1d_oct4_p050_cosine_smoothed", value, elias_sum(1, 4, 0.5), 1e-4),
        ("elias_perlin2d_oct4_p025_cosine_smoothed", value, elias_sum(2, 4, 0.25), 1e-4),
        ("elias_perlin2d_oct6_p0707_cosine_smoothed", value, elias_sum(2, 6, std::f64::consts::FRAC_1_SQRT_2), 1e-4),
        ("improved_2002_3d", improved, json!({}), 1e-5),
        ("wikipedia_2d_linear", rotated, interpolation("linear"), 1e-5),
        ("wikipedia_2d_smoothstep", rotated, interpolation("smoothstep"), 1e-5),
        ("wikipedia_2d_smootherstep", rotated, interpolation("smootherstep"), 1e-5),
        ("classic_1985_1d", first, dimensions(1), 1e-3),
        ("classic_1985_2d", first, dimensions(2), 1e-3),
        ("classic_1985_3d", first, dimensions(3), 1e-3),
        ("twinklingstar_1d", sphere, dimensions(1), 1e-5),
        ("twinklingstar_2d", sphere, dimensions(2), 1e-5),
        ("twinklingstar_3d", sphere, dimensions(3), 1e-5),
    ]
}

fn vectors() -> Value {
    let text = fs::read_to_string(root().join("tests/conformance/seed_vectors.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The coordinates, with 0 for omitted ones, and the value.
fn case(row: &Value) -> ([f32; 4], f32) {
    let numbers: Vec<f32> = row.as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect();
    let (value, coordinates) = numbers.split_last().unwrap();
    let mut position = [0.0; 4];
    position[..coordinates.len()].copy_from_slice(coordinates);
    (position, *value)
}

/// The greatest error of a function over the cases of a key, and its position.
fn greatest_error(key: &str, vectors: &Value, at: impl Fn([f32; 4]) -> f32) -> (f32, [f32; 4]) {
    let cases = vectors[key]["cases"].as_array().unwrap();
    assert!(!cases.is_empty(), "{key} has no cases");
    let errors = cases.iter().map(|row| {
        let (position, expected) = case(row);
        ((at(position) - expected).abs(), position)
    });
    errors.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

#[test]
fn nodes_give_the_published_values() {
    let vectors = vectors();
    let mut failures = Vec::new();
    for (key, node, inputs, tolerance) in functions() {
        let document = json!({
            "format": "travertine", "version": 1,
            "nodes": {"noise": {"type": node, "inputs": inputs}},
            "outputs": {"value": {"node": "noise"}},
        });
        let graph = graph(&document.to_string());
        let (program, bound) = program(&graph, 0);
        let (error, position) = greatest_error(key, &vectors, |position| program.sample(&bound, position)[0]);
        println!("{key}: at most {error:e} off, of {tolerance:e}");
        if !(0.0..=tolerance).contains(&error) {
            failures.push(format!("{key} is {error:e} off at {position:?}, and may be {tolerance:e}"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The hash of Elias' lattice points, which is not available as a node.
#[test]
fn lattice_values_match_the_published_ones() {
    let (error, position) = greatest_error("elias_hash_2d_lattice", &vectors(), |[x, y, ..]| {
        travertine_noise::reference::int_noise(x.floor() as i32 + 57 * y.floor() as i32) as f32
    });
    println!("elias_hash_2d_lattice: at most {error:e} off");
    assert!(error <= 1e-5, "{error:e} off at {position:?}");
}

#[test]
fn all_test_vectors_are_used() {
    let tested: BTreeSet<&str> = functions().into_iter().map(|(key, ..)| key).collect();
    let vectors = vectors();
    let left: Vec<&str> = (vectors.as_object().unwrap().keys().map(String::as_str))
        .filter(|key| !tested.contains(key) && *key != "elias_hash_2d_lattice")
        .collect();
    // This chain of steps over one of the functions is tested in terrain.rs.
    assert_eq!(left, ["twinklingstar_terrain"]);
}
