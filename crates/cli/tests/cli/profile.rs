//! Tests of `--profile`.

use serde_json::Value;

use crate::support::Folder;

/// The shares of a list of a profile, by a member that names their owner.
fn shares(profile: &Value, list: &str, name: &str) -> Vec<(String, f64)> {
    let entries = profile[list].as_array().unwrap().iter();
    entries.map(|entry| (entry[name].as_str().unwrap().to_owned(), entry["share"].as_f64().unwrap())).collect()
}

#[test]
fn the_time_of_nodes_and_operations_adds_up() {
    let folder = Folder::new();
    let terrain = include_str!("../../../../graphs/terrain.json");
    folder.write("terrain.json", terrain);
    for command in [
        "render graph.json --size 64 -o a.png",
        "render graph.json --size 32 --output color,place -o {output}.png",
        "render graph.json --size 32 --threads 1 -o e.png",
        "shape graph.json --size 32 -o b.png",
        "volume graph.json --size 16 -o c.raw",
        "render terrain.json --size 32 -o d.png",
    ] {
        folder.done(&format!("{command} --profile-file profile.json"));
        let profile: Value = serde_json::from_slice(&folder.read("profile.json")).unwrap();
        assert!(profile["seconds"].as_f64().unwrap() > 0.0, "{command}");
        let (nodes, operations) = (shares(&profile, "nodes", "node"), shares(&profile, "operations", "operation"));
        for list in [&nodes, &operations] {
            let sum: f64 = list.iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{command}: {sum}");
            assert!(list.is_sorted_by(|(_, more), (_, less)| more >= less), "{command}");
        }
        if command.contains("graph.json") {
            assert!(nodes.iter().any(|(node, _)| node == "noise"), "{command}: {nodes:?}");
            assert!(operations.iter().any(|(name, _)| name == "Gradient noise"), "{command}: {operations:?}");
        }
    }
}

#[test]
fn a_profile_is_a_table_and_changes_no_pixel() {
    let folder = Folder::new();
    folder.done("render graph.json --size 48 -o a.png");
    let ran = folder.run("render graph.json --size 48 -o b.png --profile");
    assert_eq!(ran.code, 0);
    for part in ["by node:", "by operation:", "noise", "noise/perlin", "Gradient noise", " %  "] {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
    assert_eq!(folder.read("a.png"), folder.read("b.png"));
    folder.fails("render graph.json --profile-file graph.json", 2, &["graph.json"]);
    folder.fails("render graph.json -o a.png --profile-file a.png", 2, &["a.png"]);
}
