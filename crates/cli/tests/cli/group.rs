//! Tests of `travertine group`.

use crate::support::Folder;

const WALL: &str = r#"{"format": "travertine", "version": 1,
    "nodes": {"n": {"type": "noise/perlin"}}, "outputs": {"height": {"node": "n"}}}"#;

/// A folder with a graph, and a group in the library next to it.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("wall.json", WALL);
    folder.write("library/lift.json", lift(1));
    folder
}

/// A group that adds a constant to its parameter.
fn lift(by: i32) -> String {
    format!(
        r#"{{"format": "travertine", "version": 1,
            "parameters": {{"value": {{"type": "float", "default": 0}}}},
            "nodes": {{"sum": {{"type": "math/add", "inputs": {{"a": {{"parameter": "value"}}, "b": {by}}}}}}},
            "outputs": {{"sum": {{"node": "sum"}}}}}}"#
    )
}

/// Uses the group in the graph.
fn use_it(folder: &Folder, input: &str) {
    let text = String::from_utf8(folder.read("wall.json")).unwrap();
    let text = text.replacen(
        r#""nodes": {"#,
        &format!(r#""nodes": {{"lifted": {{"type": "group/lift", "inputs": {{"{input}": 2}}}}, "#),
        1,
    );
    folder.write("wall.json", text.replacen(r#"{"node": "n"}"#, r#"{"node": "lifted"}"#, 1));
}

#[test]
fn a_group_is_added_once_and_listed() {
    let folder = folder();
    assert_eq!(folder.done("group list wall.json"), "no groups\n");
    let said = folder.done("group add wall.json lift");
    assert_eq!(said, "wall.json: added `group/lift` from `lift.json`\n");
    let once = folder.read("wall.json");
    assert_eq!(folder.done("group add wall.json lift.json"), "wall.json has the group already: `group/lift`\n");
    assert_eq!(folder.read("wall.json"), once);
    assert_eq!(folder.done("group list wall.json"), "lift  0 instances; from `lift.json`\n");
    folder.done("group add wall.json star-field");
    assert!(folder.done("nodes --graph wall.json").contains("group/star-field"));
    assert!(folder.done("nodes iterate/lift --graph wall.json").contains("\n  iterations: "));
}

#[test]
fn updates_are_explicit() {
    let folder = folder();
    folder.done("group add wall.json lift");
    use_it(&folder, "value");
    folder.write("points.csv", "0,0,0\n");
    let sample = || folder.done("sample wall.json --points points.csv");
    let before = sample();
    folder.write("library/lift.json", lift(100));
    assert_eq!(sample(), before, "the graph holds a copy");
    let said = folder.done("check wall.json");
    assert!(
        said.contains(
            "note: the library has another version of the group `lift`; `travertine group update wall.json lift`"
        ),
        "{said}"
    );
    folder.fails("group update wall.json other", 2, &["wall.json has no group `other`; expected `lift`"]);
    let ran = folder.run("group update wall.json --check");
    assert_eq!((ran.code, ran.stdout.as_str()), (1, "wall.json: `lift` can be updated\n"));
    assert_eq!(sample(), before);
    assert_eq!(folder.done("group update wall.json lift"), "wall.json: `lift` updated\n");
    assert_ne!(sample(), before);
    assert_eq!(folder.done("group update wall.json"), "wall.json: all groups are up to date\n");
    assert!(!folder.done("check wall.json").contains("another version"));
}

#[test]
fn groups_that_were_changed_here_are_only_updated_by_name() {
    let folder = folder();
    folder.done("group add wall.json lift");
    let text = String::from_utf8(folder.read("wall.json")).unwrap();
    folder.write("wall.json", text.replace("\"b\": 1", "\"b\": 5"));
    folder.write("library/lift.json", lift(100));
    assert!(folder.done("group list wall.json").contains("changed in this graph; the library has another version"));
    let ran = folder.run("group update wall.json");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    assert!(
        ran.stderr.contains("`lift` was changed in wall.json, so it stays; name it to replace it"),
        "{}",
        ran.stderr
    );
    assert_eq!(folder.done("group update wall.json lift"), "wall.json: `lift` updated\n");
}

#[test]
fn an_update_that_breaks_an_instance_changes_nothing() {
    let folder = folder();
    folder.done("group add wall.json lift");
    use_it(&folder, "value");
    let before = folder.read("wall.json");
    folder.write("library/lift.json", lift(100).replace("value", "height"));
    let message = "with the new groups, wall.json would not be valid, so it was not changed:";
    folder.fails("group update wall.json", 3, &[message, "`group/lift` has no input `value`"]);
    assert_eq!(folder.read("wall.json"), before);
}

#[test]
fn a_group_is_saved_as_a_graph_of_its_own() {
    let folder = folder();
    folder.done("group add wall.json lift");
    folder.done("group save wall.json lift -o new/lift.json");
    assert!(folder.done("check new/lift.json").contains("valid, 1 node, 1 parameter, 1 output"));
    folder.fails("group save wall.json lift -o new/lift.json", 5, &["already exists; add --overwrite to replace it"]);
    folder.done("group save wall.json lift -o new/lift.json --overwrite");
    folder.fails("group save wall.json lift -o library/two*words.json", 2, &["cannot be a file of a library"]);
    folder.fails("group save wall.json list -o x.json", 2, &["has no group `list`; expected `lift`"]);
    folder.fails("group add - lift", 2, &["standard input cannot be changed"]);
    folder.fails("group add wall.json lft", 2, &["the library has no group `lft`", "did you mean `lift`?"]);
}

#[test]
fn a_node_inside_a_group_cannot_be_set_for_one_instance() {
    let folder = folder();
    folder.done("group add wall.json lift");
    use_it(&folder, "value");
    folder.done("render wall.json --set lifted.value=-1 -o a.png --size 8");
    folder.fails(
        "render wall.json --set lifted/sum.b=3 -o a.png",
        2,
        &["unknown node `lifted/sum`", "set an input of `lifted` instead"],
    );
}

#[test]
fn a_graph_that_lacks_a_group_says_how_to_get_it_and_takes_it() {
    let folder = Folder::new();
    folder.write(
        "floor.json",
        r#"{"format": "travertine", "version": 1, "nodes": {"wood": {"type": "group/planks"}},
            "outputs": {"color": {"node": "wood"}}}"#,
    );
    let ran = folder.run("check floor.json");
    let advice = "`travertine group add GRAPH planks` copies";
    assert!(ran.code == 3 && ran.stdout.contains("unknown group `planks`") && ran.stdout.contains(advice), "{ran:?}");
    folder.done("group add floor.json planks");
    folder.done("check floor.json");
    folder.write("other.json", r#"{"format": "travertine", "version": 1, "nodes": {"n": {"type": "noise/perln"}}}"#);
    let ran = folder.run("group add other.json planks");
    assert!(ran.code == 0 && ran.stderr.contains("other.json still has errors"), "{ran:?}");
}
