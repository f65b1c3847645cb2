//! Names of files and names in files: a terminal that shows them does nothing else.

use crate::support::{Folder, GRAPH, Ran};

/// Clears the screen, and writes from right to left.
const NAME: &str = "\u{1b}[2J\u{9b}31m\u{202e}name";

const SHOWN: &str = "\\u{1b}[2J\\u{9b}31m\\u{202e}name";

const OBEYED: [char; 3] = ['\u{1b}', '\u{9b}', '\u{202e}'];

fn check(ran: &Ran) {
    let said = format!("{}{}", ran.stdout, ran.stderr);
    assert!(!said.contains(OBEYED), "{said:?}");
    assert!(said.contains(SHOWN), "{said:?}");
}

#[test]
fn names_are_shown_and_not_obeyed() {
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
        // The parser of the command line leaves out the first part.
        let said = folder.run(&arguments).stderr;
        assert!(said.contains("\\u{9b}31m\\u{202e}name") && !said.contains(OBEYED), "{said:?}");
    }
    // Two triangles that have one place in the texture, which is a warning with the name.
    let mesh = format!(
        "o {NAME}\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\nf 1/1 2/2 3/3\n"
    );
    folder.write("mesh.obj", mesh);
    check(&folder.run("bake graph.json mesh.obj --size 16 -o out"));
}
