//! Tests of control characters in file names and in documents: they are printed as escapes.

use crate::support::{Folder, GRAPH, Ran};

/// Control characters that clear the screen and reverse the direction of text.
const NAME: &str = "\u{1b}[2J\u{9b}31m\u{202e}name";

/// The escaped name.
const SHOWN: &str = "\\u{1b}[2J\\u{9b}31m\\u{202e}name";

const CONTROLS: [char; 3] = ['\u{1b}', '\u{9b}', '\u{202e}'];

fn check(ran: &Ran) {
    let said = format!("{}{}", ran.stdout, ran.stderr);
    assert!(!said.contains(CONTROLS), "{said:?}");
    assert!(said.contains(SHOWN), "{said:?}");
}

#[test]
fn names_are_escaped() {
    let folder = Folder::new();
    check(&folder.run(&format!("check {NAME}.json")));
    folder.write(&format!("{NAME}.json"), GRAPH);
    check(&folder.run(&format!("check {NAME}.json")));
    folder.write(
        "bad.json",
        GRAPH.replace("\"color\": {", &format!("\"{}\": {{", NAME.replace('\u{1b}', "\\u001b"))),
    );
    check(&folder.run("render bad.json --output other -o a.png"));
    folder.write("points.csv", "0,0\n");
    check(&folder.run("sample bad.json --points points.csv"));
    for arguments in [format!("render graph.json --{NAME}"), format!("render graph.json --size {NAME}")] {
        // clap omits the start of the argument.
        let said = folder.run(&arguments).stderr;
        assert!(said.contains("\\u{9b}31m\\u{202e}name") && !said.contains(CONTROLS), "{said:?}");
    }
    // Two overlapping triangles give a warning with the name.
    let mesh = format!(
        "o {NAME}\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\nf 1/1 2/2 3/3\n"
    );
    folder.write("mesh.obj", mesh);
    check(&folder.run("bake graph.json mesh.obj --size 16 -o out"));
}
