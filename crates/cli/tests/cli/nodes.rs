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
    folder.fails("nodes noise/perlin@9", 2, &["there is no node type `noise/perlin@9`; `noise/perlin` has version 1"]);
    folder.fails("nodes pattern/bricks@9", 2, &["`pattern/bricks` has versions 1 to 2"]);
    assert_eq!(folder.done("nodes noise/perlin@1"), said);
    assert!(!folder.done("nodes pattern/bricks@1").contains("pattern/bricks@2: "));
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
fn the_reference_has_a_page_for_each_category_with_every_node_and_its_picture() {
    let folder = Folder::new();
    folder.done("nodes --format markdown -o reference/nodes");
    let page = |name: &str| String::from_utf8(folder.read(&format!("reference/nodes/{name}.md"))).unwrap();
    let index = page("README");
    for definition in travertine::registry().iter() {
        let (name, category) = (definition.type_name(), definition.category());
        let page = page(category);
        assert!(page.starts_with(&format!("# {category}\n")) && page.contains(&format!("\n## {name}\n")), "{name}");
        assert!(page.contains(&format!("](../../tests/golden/nodes/{name}.png)")), "{name}");
        let target = name.replace(['/', '@'], "");
        assert!(index.contains(&format!("]({category}.md#{target})")), "{name}");
        assert!(page.contains(&format!("](#{target})")), "{name}");
    }
    for (arguments, said) in [
        ("nodes -o reference", "add --format markdown"),
        ("nodes noise --format markdown -o reference", "cannot be used with"),
    ] {
        folder.fails(arguments, 2, &[said]);
    }
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
