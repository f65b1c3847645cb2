//! Tests of control characters in file names and in documents: they are printed as escapes.

#[cfg(target_os = "linux")]
use std::path::Path;

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

/// Runs the binary in a terminal, and returns what it shows. It remembers nothing.
#[cfg(target_os = "linux")]
fn in_a_terminal(folder: &Folder, arguments: &str) -> String {
    in_a_terminal_with(folder, Path::new("/dev/null/data"), arguments)
}

/// The same with a data folder.
#[cfg(target_os = "linux")]
fn in_a_terminal_with(folder: &Folder, data: &Path, arguments: &str) -> String {
    let line = format!("stty cols 80 rows 24; {} {arguments}", crate::support::binary().display());
    let mut command = assert_cmd::Command::new("script");
    command
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .current_dir(folder.path(""))
        .env("TERM", "xterm")
        .env("NO_COLOR", "1")
        .env("TRAVERTINE_DATA", data);
    Ran::of(&mut command).stdout
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_is_told_of_written_files() {
    let folder = Folder::new();
    let said = in_a_terminal(&folder, "render graph.json --size 24x16 -o a.png");
    assert!(said.starts_with("wrote a.png, 24 x 16, 0.") && said.ends_with(" s\r\n"), "{said:?}");
    assert!(said.lines().count() == 1, "{said:?}");
    for (arguments, expected) in [
        ("render graph.json --size 8 --output all -o {output}.png", "wrote color.png, raw.png, place.png, 8 x 8, "),
        ("shape graph.json --size 8 -o b.png", "wrote b.png, 8 x 8, "),
        ("volume graph.json --size 4 -o c.nrrd", "wrote c.nrrd, 4 x 4 x 4, "),
        ("animate graph.json --frames 0..2 --size 8 -o d.gif", "wrote d.gif, 3 frames, "),
        ("variations graph.json --seeds 0..1 --size 8 -o e", "wrote e/sheet.png, 2 pictures, "),
        ("draw graph.json", "wrote graph.svg, 4 nodes, "),
        ("page graph.json --size 8", "wrote graph.md, "),
        ("render graph.json --size 8 -o -", "error: -o - writes a file to standard output, which is a terminal"),
        ("new agate", "wrote agate.json, a copy of the bundled graph `agate`, "),
        ("new bronze", "try: travertine render bronze.json --show"),
        ("render graph.json --size 8 --show -o f.png", "wrote f.png, 8 x 8, "),
    ] {
        let said = in_a_terminal(&folder, arguments);
        assert!(said.contains(expected), "{arguments}: {said:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn after_the_first_picture_a_terminal_says_once_what_to_try() {
    let (folder, data) = (Folder::new(), tempfile::tempdir().unwrap());
    let render = || in_a_terminal_with(&folder, data.path(), "render graph.json --size 8");
    // Not in a script.
    let mut command = folder.command();
    let ran = Ran::of(command.env("TRAVERTINE_DATA", data.path()).args(["render", "graph.json", "--size", "8"]));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let said = render();
    for expected in
        ["said only once", "  travertine shape graph.json ", "  travertine open graph.json ", "find worn edges"]
    {
        assert!(said.contains(expected), "{said:?}");
    }
    assert_eq!(render().lines().count(), 1);
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_shows_a_picture() {
    let folder = Folder::new();
    let said = in_a_terminal(&folder, "render graph.json --size 6x4 --show");
    // Half blocks in colors.
    assert!(said.contains('▄') && said.contains("\u{1b}[38;"), "{said:?}");
    assert_eq!(folder.names(), ["graph.json"], "without -o, there is no file");
    let alone = folder.run("render graph.json --size 6x4 -o a.png");
    in_a_terminal(&folder, "render graph.json --size 6x4 --show -o b.png");
    assert_eq!((alone.code, folder.read("a.png")), (0, folder.read("b.png")));
    for (arguments, expected) in [
        ("render graph.json --show", "--show needs a terminal"),
        ("render graph.json --show --output all", "--show shows one picture"),
    ] {
        let ran = folder.run(arguments);
        assert_eq!((ran.code, ran.stderr.contains(expected)), (2, true), "{ran:?}");
    }
}

#[test]
fn names_are_escaped() {
    let folder = Folder::new();
    check(&folder.run(&format!("check {NAME}.json")));
    folder.write(&format!("{NAME}.json"), GRAPH);
    check(&folder.run(&format!("check {NAME}.json")));
    folder.write("bad.json", GRAPH.replace("\"color\": {", &format!("\"{}\": {{", NAME.replace('\u{1b}', "\\u001b"))));
    check(&folder.run("render bad.json --output other -o a.png"));
    folder.write("points.csv", "0,0\n");
    check(&folder.run("sample bad.json --points points.csv"));
    for arguments in [format!("render graph.json --{NAME}"), format!("render graph.json --size {NAME}")] {
        // clap omits the start of the argument.
        let said = folder.run(&arguments).stderr;
        assert!(said.contains("\\u{9b}31m\\u{202e}name") && !said.contains(CONTROLS), "{said:?}");
    }
    // Two overlapping triangles give a warning with the name.
    let mesh = format!("o {NAME}\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\nf 1/1 2/2 3/3\n");
    folder.write("mesh.obj", mesh);
    check(&folder.run("bake graph.json mesh.obj --size 16 -o out"));
}
