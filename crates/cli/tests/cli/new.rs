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
        ("new marbel", 2, "error: there is no bundled graph `marbel`; did you mean `marble`?"),
        ("new xyzzy", 2, "`travertine new` lists all"),
        ("new marble -o no/marble.json", 5, "no/marble.json"),
        ("new -o a.json", 2, "<NAME>"),
    ] {
        let ran = folder.run(arguments);
        assert_eq!(ran.code, code, "{ran:?}");
        assert!(ran.stderr.contains(expected), "{ran:?}");
    }
    assert_eq!(folder.read("marble.json"), b"mine");
    folder.done("new marble --overwrite");
    assert!(folder.read("marble.json").starts_with(b"{"));
}
