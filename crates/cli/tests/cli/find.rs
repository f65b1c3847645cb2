//! Tests of `travertine find`.

use crate::support::Folder;

#[test]
fn words_find_nodes_groups_graphs_and_guides() {
    let folder = Folder::new();
    for (words, expected) in [
        ("worley", "node   noise/cellular "),
        ("sqrt", "node   math/square-root "),
        ("lerp", "node   blend/mix "),
        ("planks", "group  planks "),
        ("azulejo", "graph  azulejo "),
        ("git", "guide  docs/guides/git.md "),
        ("ColorRamp", "node   color/ramp "),
    ] {
        let said = folder.done(&format!("find {words}"));
        let found = said.lines().take(5).any(|line| format!("{line} ").starts_with(expected));
        assert!(found, "{words}: {expected:?} is not in the first lines of {said}");
    }
    assert_eq!(folder.done("find worley"), folder.done("find WORLEY"));
}

#[test]
fn matches_are_limited_and_written_as_json() {
    let folder = Folder::new();
    let ran = folder.run("find noise --limit 3");
    assert_eq!((ran.code, ran.stdout.lines().count()), (0, 3), "{ran:?}");
    assert!(ran.stderr.contains("more; a higher --limit shows them"), "{ran:?}");
    let json: serde_json::Value =
        serde_json::from_str(&folder.run("find voronoi --format json --limit 2").stdout).unwrap();
    assert_eq!(json.as_array().map(Vec::len), Some(2));
    assert_eq!(json[0]["kind"], "node");
    assert!(json[0]["description"].as_str().is_some_and(|text| text.len() > 40));
}

#[test]
fn groups_next_to_a_graph_are_found_too() {
    let folder = Folder::new();
    folder.write(
        "library/wickerwork.json",
        r#"{"format": "travertine", "version": 1, "nodes": {"n": {"type": "noise/perlin"}},
            "outputs": {"height": {"node": "n"}}}"#,
    );
    assert!(folder.done("find wickerwork --graph graph.json").starts_with("group  wickerwork"));
}

#[test]
fn what_does_not_exist_is_refused_with_advice() {
    let folder = Folder::new();
    folder.fails("find celular", 2, &["nothing is called \"celular\"", "did you mean"]);
    folder.fails("find qqqqqqqqqq", 2, &["nothing is called", "`travertine nodes` lists all node types"]);
    folder.fails("find", 2, &["<WORD>"]);
    let ran = folder.run("find cellular qqqqqqqqqq --limit 30");
    assert!(ran.code == 0 && ran.stderr.contains("note: nothing has all of these words"), "{ran:?}");
    assert!(folder.done("find -- -").starts_with("node   math/subtract"));
    folder.fails("nodes /", 2, &["unknown node type `/`; `travertine nodes`"]);
}
