//! Tests of `travertine new`.

use std::fs;

use crate::support::Folder;

#[test]
fn a_new_graph_is_a_copy_of_a_bundled_one() {
    let folder = Folder::new();
    assert_eq!(folder.done("new marble"), "");
    let bundled = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../graphs/marble.json")).unwrap();
    assert!(folder.read("marble.json") == bundled);
    folder.done("new marble -o mine.json");
    assert!(folder.read("mine.json") == bundled);
    assert!(folder.done("new marble -o -").as_bytes() == bundled);
    let list = folder.done("new");
    assert!(list.lines().count() >= 40 && list.contains("marble  "), "{list}");
}

#[test]
fn nothing_is_replaced_and_unknown_names_are_refused() {
    let folder = Folder::new();
    folder.write("marble.json", "mine");
    for (arguments, code, expected) in [
        ("new marble", 5, "error: marble.json already exists; add --overwrite to replace it"),
        ("new marbel", 2, "error: there is no bundled graph and no node type `marbel`, and the bundled library and "),
        ("new marbel", 2, "library have no such group; did you mean `marble`?"),
        ("new xyzzy", 2, "`travertine new` lists the graphs, `travertine library` the groups"),
        ("new marble -o no/marble.json", 5, "no/marble.json"),
        ("new -o a.json", 2, "NAME"),
        ("new --empty", 2, "-o <FILE>"),
        ("new marble --empty -o a.json", 2, "--empty"),
        ("new cobblestones", 2, "did you mean"),
    ] {
        let ran = folder.run(arguments);
        assert_eq!(ran.code, code, "{ran:?}");
        assert!(ran.stderr.contains(expected), "{ran:?}");
    }
    assert_eq!(folder.read("marble.json"), b"mine");
    folder.done("new marble --overwrite");
    assert!(folder.read("marble.json").starts_with(b"{"));
}

#[test]
fn a_group_of_the_library_is_a_graph_too() {
    let folder = Folder::new();
    folder.done("new planks");
    folder.done("check planks.json");
    folder.done("render planks.json --size 8 -o planks.png");
}

#[test]
fn the_example_of_a_node_type_is_a_graph_too() {
    let folder = Folder::new();
    for (name, file) in [("noise/gabor", "gabor.json"), ("math/threshold@2", "threshold@2.json")] {
        folder.done(&format!("new {name}"));
        folder.done(&format!("check {file}"));
    }
}

#[test]
fn an_empty_graph_takes_its_first_group() {
    let folder = Folder::new();
    folder.done("new --empty -o rock.json");
    let ran = folder.run("group add rock.json planks --node floor");
    assert_eq!(ran.stdout, "rock.json: added `group/planks` and node `floor` from `planks.json`\n", "{ran:?}");
    let text = String::from_utf8(folder.read("rock.json")).unwrap();
    assert!(text.contains(r#""floor": {"#) && text.contains("group/planks"), "{text}");
    folder.write("none.json", "");
    assert_eq!(folder.run("group add none.json planks").code, 0);
    folder.fails("group add rock.json planks --node floor", 2, &["has a node `floor` already"]);
}
