//! Tests of `travertine nodes`.

use crate::support::Folder;

#[test]
fn all_nodes_are_listed_with_a_line_each() {
    let said = Folder::new().done("nodes");
    assert!(said.contains("\nnoise\n"), "{said}");
    let perlin = said.lines().find(|line| line.contains("noise/perlin")).unwrap();
    assert!(perlin.len() > 30, "{perlin}");
}

#[test]
fn a_node_is_described_with_its_inputs_and_outputs() {
    let folder = Folder::new();
    let said = folder.done("nodes noise/perlin");
    for expected in
        ["noise/perlin: ", "\nInputs\n", "  octaves: number, default 1, 1 to 32", "\nOutputs\n", "  value: float\n"]
    {
        assert!(said.contains(expected), "{expected:?} is not in {said}");
    }
    folder.fails("nodes noise/perln", 2, &["unknown node type `noise/perln`", "did you mean `noise/perlin`?"]);
    folder.fails("nodes noise/perlin@9", 2, &["unknown node type"]);
}

#[test]
fn json_is_valid_and_complete() {
    let folder = Folder::new();
    let all = travertine::stages::graph::json::parse(folder.done("nodes --format json").as_bytes()).unwrap();
    let travertine::stages::graph::json::JsonValue::List(nodes) = all.root.value else { panic!("no list") };
    assert_eq!(nodes.len(), travertine::registry().iter().count());
    let one = folder.done("nodes color/ramp --format json");
    assert!(one.contains("\"type\": \"color/ramp\"") && one.contains("\"stops\""), "{one}");
}

#[test]
fn the_reference_contains_every_node_with_its_picture() {
    let said = Folder::new().done("nodes --format markdown");
    for definition in travertine::registry().iter() {
        let name = definition.type_name();
        assert!(said.contains(&format!("\n### {name}\n")), "{name}");
        assert!(said.contains(&format!("](../tests/golden/nodes/{name}.png)")), "{name}");
    }
    assert!(said.starts_with("# Nodes\n") && said.contains("\n## noise\n"));
}

#[test]
fn categories_and_words_list_node_types() {
    let folder = Folder::new();
    for name in ["noise", "noise/"] {
        let said = folder.done(&format!("nodes {name}"));
        assert!(said.starts_with("noise\n  noise/cell ") && !said.contains("math/"), "{said}");
    }
    let said = folder.done("nodes --search knot");
    assert!(said.contains("domain/bulge ") && !said.contains("math/add "), "{said}");
    assert_eq!(folder.done("nodes --search qqqqqqq"), "no node types\n");
}

#[test]
fn names_of_other_programs_are_answered_with_what_is_meant() {
    let folder = Folder::new();
    for (name, meant) in [
        ("noise/worley", "noise/cellular"),
        ("voronoi", "noise/cellular"),
        ("math/sqrt", "math/square-root"),
        ("lerp", "blend/mix"),
        ("sin", "math/sine"),
        ("noise/perln", "noise/perlin"),
    ] {
        folder.fails(&format!("nodes {name}"), 2, &[&format!("did you mean `{meant}`?")]);
    }
}
