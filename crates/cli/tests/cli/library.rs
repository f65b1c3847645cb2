//! Tests of `travertine library`.

use crate::support::{Folder, GRAPH};

#[test]
fn groups_are_listed_by_category_and_found_by_words() {
    let folder = Folder::new();
    let said = folder.done("library");
    assert!(said.starts_with("nature\n") && said.contains("\nsurface\n"), "{said}");
    let bricks = said.lines().find(|line| line.starts_with("  brick-wall ")).unwrap();
    assert!(bricks.contains("bundled") && bricks.len() > 40, "{bricks}");
    let said = folder.done("library --search mortar");
    assert!(said.contains("  brick-wall ") && !said.contains("star-field"), "{said}");
    assert_eq!(folder.done("library --search qqqqqq"), "no groups\n");
}

#[test]
fn a_group_is_described_as_a_node_type() {
    let folder = Folder::new();
    let said = folder.done("library brick-wall");
    for expected in
        ["group/brick-wall: Brick wall\n", "\nInputs\n  scale: float, default 4", "\nOutputs\n  color: color\n"]
    {
        assert!(said.contains(expected), "{expected:?} is not in {said}");
    }
    folder.fails("library brik-wall", 2, &["the library has no group `brik-wall`", "did you mean `brick-wall`?"]);
    let json = folder.done("library planks --format json");
    assert!(json.contains("\"type\": \"group/planks\""), "{json}");
}

#[test]
fn folders_of_groups_come_before_the_bundled_ones() {
    let folder = Folder::new();
    let group = |name: &str| {
        format!(
            r#"{{"format": "travertine", "version": 1, "name": "{name}", "nodes": {{"n": {{"type": "noise/perlin"}}}},
                "outputs": {{"height": {{"node": "n"}}}}}}"#
        )
    };
    folder.write("scene/floor.json", GRAPH);
    folder.write("scene/library/planks.json", group("Beside"));
    folder.write("data/library/planks.json", group("Data"));
    folder.write("data/library/mine.json", group("Mine"));
    let label = |arguments: &str| {
        let mut command = folder.command();
        command.env("TRAVERTINE_DATA", folder.path("data")).args(arguments.split(' '));
        String::from_utf8(command.output().unwrap().stdout).unwrap().lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(label("library planks"), "group/planks: Data");
    assert_eq!(label("library mine"), "group/mine: Mine");
    assert_eq!(label("library planks --graph scene/floor.json"), "group/planks: Beside");
    assert_eq!(folder.done("library planks").lines().next(), Some("group/planks: Planks"));
}

#[test]
fn a_file_that_is_no_group_is_noted_and_the_others_listed() {
    let folder = Folder::new();
    folder.write("library/broken.json", "{");
    let ran = folder.run("library --graph graph.json");
    assert!(ran.stderr.contains("broken.json: is not a graph: "), "{}", ran.stderr);
    assert!(ran.stdout.contains("  brick-wall "), "{}", ran.stdout);
}

#[test]
fn the_library_of_a_missing_graph_is_refused() {
    let folder = Folder::new();
    for command in ["library", "find cracks"] {
        folder.fails(&format!("{command} --graph grahp.json"), 5, &["grahp.json", "did you mean graph.json?"]);
    }
}

#[test]
fn pictures_are_rendered_into_a_folder() {
    let folder = Folder::new();
    folder.done("library hexagons --pictures new/pictures");
    assert!(folder.read("new/pictures/hexagons.png").starts_with(b"\x89PNG"));
    let page = folder.done("library hexagons --pictures new/pictures --jpeg 85 --format markdown");
    assert!(page.contains("![Hexagons](library/hexagons.jpg)"), "{page}");
    assert!(folder.read("new/pictures/hexagons.jpg").starts_with(b"\xff\xd8\xff"));
}
