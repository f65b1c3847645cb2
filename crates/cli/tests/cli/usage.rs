//! Tests of help, completions, and closed output.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::support::{Folder, GRAPH, binary};

const COMMANDS: [&str; 13] = [
    "render",
    "tile",
    "sample",
    "check",
    "draw",
    "page",
    "nodes",
    "schema",
    "golden",
    "compare",
    "diff",
    "merge",
    "completions",
];

#[test]
fn help_has_examples_and_exit_codes() {
    let folder = Folder::new();
    let help = folder.done("--help");
    assert!(help.contains("Exit codes:") && help.contains("Examples:"), "{help}");
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is not in {help}");
        for flag in ["--help", "-h"] {
            let help = folder.done(&format!("{command} {flag}"));
            assert!(help.contains(&format!("Examples:\n  travertine {command}")) || command == "sample", "{help}");
            assert!(help.contains("Examples:"), "{help}");
        }
    }
    // One line, from which other programs take the version.
    let version = folder.done("--version");
    assert!(version.starts_with("travertine 0.") && version.lines().count() == 1, "{version}");
    assert!(version.contains("no features, ") || version.contains("gpu, "), "{version}");
    assert!(folder.done("-V").len() < version.len());
    assert!(!folder.done("man").contains("features, "), "pages are the same on all machines");
}

#[test]
fn invalid_commands_exit_with_2() {
    let folder = Folder::new();
    folder.fails("group", 2, &["Usage: travertine group"]);
    folder.fails("rende graph.json", 2, &["render"]);
}

#[test]
fn the_flag_of_other_programs_for_the_file_suggests_ours() {
    let folder = Folder::new();
    for flag in ["--out a.png", "--out=a.png", "--file a.png"] {
        let ran = folder.run(&format!("render graph.json {flag}"));
        ran.expect_failure(2, &["similar argument exists: '-o'"]);
        // The usage names other flags and would bury the advice.
        assert!(!ran.stderr.contains("Usage:"), "{ran:?}");
    }
    folder.fails("render graph.json --outptu a", 2, &["'--output'"]);
}

#[test]
fn alone_it_shows_the_first_steps() {
    let folder = Folder::new();
    let ran = folder.run("");
    ran.expect_failure(2, &["travertine new marble ", "`travertine help` lists all commands"]);
    assert_eq!(ran.stderr.lines().filter(|line| line.starts_with("  travertine ")).count(), 5, "{ran:?}");
}

#[test]
fn a_word_in_place_of_a_command_is_answered_with_what_was_meant() {
    let folder = Folder::new();
    for (word, said) in [
        ("graph.json", "`travertine render graph.json` renders a picture of it"),
        ("a.build.json", "`travertine build a.build.json` makes its files"),
        ("vase.obj", "`travertine shape GRAPH --mesh vase.obj`"),
        ("marble", "`travertine render marble` renders the bundled graph `marble`, `travertine new marble` copies it"),
        ("growth-rings", "renders the group `growth-rings` of the bundled library"),
        ("noise/perlin", "renders the example of the node type `noise/perlin`"),
        ("knothole", "`travertine find knothole` looks for nodes"),
    ] {
        let ran = folder.run(word);
        ran.expect_failure(2, &[said]);
        assert!(!ran.stderr.contains("Usage:") && !ran.stderr.contains("similar"), "{ran:?}");
    }
    folder.fails("rendr graph.json", 2, &["'render'"]);
}

#[test]
fn arguments_that_do_not_fit_are_answered_with_what_was_meant() {
    let folder = Folder::new();
    for (arguments, said) in [
        ("render graph.json -size 256", "'--size'"),
        ("render graph.json -size=256", "'--size'"),
        ("render graph.json -output raw", "'--output'"),
        ("render graph.json --width 256", "'--size'"),
        ("render graph.json -s 256", "flags are whole words; "),
        ("render a.json b.json", "`travertine render` takes one GRAPH; run it once for each; `travertine build`"),
        ("bake a.json b.obj c.obj", "`travertine bake` takes one GRAPH and one MESH; run it once for each"),
        ("new marble wood", "`travertine new` takes one NAME; run it once for each"),
        ("group save a.json b c", "`travertine group save` takes one GRAPH and one GROUP"),
        ("render graph.json --samples -4", "unexpected argument '-4'"),
    ] {
        let ran = folder.run(arguments);
        ran.expect_failure(2, &[said]);
        assert!(!ran.stderr.contains("use '-- "), "{ran:?}");
    }
}

#[test]
fn a_name_shows_a_graph_where_there_is_no_such_file() {
    let folder = Folder::new();
    for (name, what) in [
        ("marble", "the bundled graph `marble`"),
        ("growth-rings", "the group `growth-rings` of the bundled library"),
        ("noise/gabor", "the example of the node type `noise/gabor`"),
    ] {
        let ran = folder.run(&format!("render {name} --size 8"));
        let said = format!("note: there is no file {name}; this is {what}, which `travertine new {name}` copies\n");
        assert_eq!((ran.code, ran.stderr), (0, said));
    }
    assert_eq!(folder.names(), ["gabor.png", "graph.json", "growth-rings.png", "marble.png"]);
    // A file comes before a name, and a build has files alone.
    folder.write("marble", GRAPH);
    folder.done("render marble --size 8");
    folder.write(
        "a.build.json",
        r#"{"format": "travertine-build", "version": 1, "targets": {
            "a": {"make": "render", "graph": "portoro", "size": 8, "to": "a.png"}}}"#,
    );
    assert_ne!(folder.run("build a.build.json").code, 0);
}

#[test]
fn wrong_values_are_answered_with_the_expected_ones() {
    let folder = Folder::new();
    folder.fails("render graph.json --seed abc", 2, &["expected a whole number from 0 to 4294967295"]);
    folder.fails("render graph.json --seed -1", 2, &["expected a whole number"]);
    folder.fails("render grahp.json", 5, &["did you mean graph.json?"]);
    folder.fails("render graph", 5, &["did you mean graph.json?"]);
    folder.write("there/marble.json", GRAPH);
    // A file with the same ending is nearer.
    folder.write("there/marble.jpg", "");
    folder.fails("check there/marbel.json", 5, &[]);
    let said = folder.run("check there/marbel.json").stderr;
    assert!(said.contains("did you mean there/marble.json?"), "{said}");
    let said = folder.run("check there/wood.json").stderr;
    assert!(!said.contains("did you mean"), "{said}");
}

#[test]
fn a_missing_graph_may_be_bundled() {
    let folder = Folder::new();
    let new = "`travertine new marble` writes the bundled graph `marble`";
    folder.fails("render marble.json", 5, &[new]);
    folder.fails("check marble", 5, &[new]);
    let group = "`travertine new growth-rings` writes the group `growth-rings` of the bundled library";
    folder.fails("shape growth-rings.json", 5, &[group]);
    // A picture of that name is not a graph, and no picture is bundled.
    folder.write("marble.png", "");
    folder.fails("render marble.json", 5, &[new]);
    let said = folder.run("compare marbl.png marble.png").stderr;
    assert!(said.contains("did you mean marble.png?"), "{said}");
    folder.write("marble.json", GRAPH);
    folder.fails("check marble", 5, &["did you mean marble.json?"]);
}

#[test]
fn numbers_and_colors_may_be_short() {
    let folder = Folder::new();
    for (short, full) in [
        ("render graph.json --param cells=.5", "render graph.json --param cells=0.5"),
        ("render graph.json --set my.remap.to_max=+.5", "render graph.json --set my.remap.to_max=0.5"),
        ("shape graph.json --background #f00", "shape graph.json --background #ff0000"),
    ] {
        folder.done(&format!("{short} --size 8 -o short.png"));
        folder.done(&format!("{full} --size 8 -o full.png"));
        assert!(folder.read("short.png") == folder.read("full.png"), "{short}");
    }
}

#[test]
fn large_work_is_announced_and_small_is_not() {
    let folder = Folder::new();
    let said = folder.run("render graph.json --size 100000 --threads 1 -o a.png").stderr;
    let expected = "note: 100000 x 100000 pixels: 10,000,000,000 samples, about ";
    assert!(said.starts_with(expected) && said.contains(" of memory, up to 27.9 GiB on disk\n"), "{said}");
    // Nobody is there to agree.
    let asked = "error: 100000 x 100000 pixels would take about ";
    let end = ", and up to 27.9 GiB on disk; add --yes to begin, or choose less\n";
    assert!(said.contains(asked) && said.ends_with(end), "{said}");
    assert_eq!(folder.names(), ["graph.json"]);
    // A target that cannot be written comes first.
    folder.fails("render graph.json --size 100000 -o gone/a.png", 5, &["gone/a.png"]);
    let mut begun = folder.start("render graph.json --size 100000 --threads 1 -o a.png --yes");
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert!(begun.try_wait().unwrap().is_none(), "it works");
    begun.kill().unwrap();
    begun.wait().unwrap();
    let said = folder.run("render graph.json --size 100 -o gone/a.png").stderr;
    assert!(!said.contains("note"), "{said}");
}

/// The first line that a run prints on standard error. The run is then ended.
fn first_message(folder: &Folder, arguments: &str) -> String {
    let mut command = Command::new(binary());
    command.args(arguments.split_whitespace()).current_dir(folder.path(""));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    line
}

#[test]
fn every_command_announces_large_work() {
    let folder = Folder::new();
    folder.write("square.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\n");
    folder.write(
        "a.build.json",
        r#"{"format": "travertine-build", "version": 1, "targets": {
            "large": {"make": "render", "graph": "graph.json", "size": 60000, "to": "a.png"}}}"#,
    );
    for (arguments, expected) in [
        ("shape graph.json --size 3000 --samples 64 -o a.png", "note: 3000 x 3000 pixels: 144,000,000 samples, about "),
        (
            "variations graph.json --seeds 1..1000 --size 500 -o sheet",
            "note: 1,000 pictures: 250,000,000 samples, about ",
        ),
        (
            "bake graph.json square.obj --size 16000 --samples 16 -o maps",
            "note: textures of 16000 x 16000: 4,096,000,000 samples, about ",
        ),
        ("build a.build.json", "large: note: 60000 x 60000 pixels: 3,600,000,000 samples, about "),
    ] {
        let said = first_message(&folder, &format!("{arguments} --threads 1"));
        assert!(said.starts_with(expected) && said.contains(" on disk"), "{arguments}: {said}");
    }
}

#[test]
fn completions_contain_all_commands() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.done(&format!("completions {shell}"));
        for command in COMMANDS {
            assert!(script.contains(command), "{command} for {shell}");
        }
    }
    folder.fails("completions csh", 2, &["bash", "fish"]);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = Folder::new();
    let points = "0.5,0.5\n".repeat(200_000);
    folder.write("points.csv", points);
    for arguments in ["nodes --format json", "sample graph.json --points points.csv", "completions bash"] {
        let mut child = Command::new(binary())
            .args(arguments.split_whitespace())
            .current_dir(folder.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let ended = child.wait_with_output().unwrap();
        assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(0), &b""[..]), "{arguments}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn unwritable_output_exits_with_5() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ended = Command::new(binary()).arg("nodes").stdout(full).output().unwrap();
    assert_eq!(ended.status.code(), Some(5));
    assert!(String::from_utf8(ended.stderr).unwrap().contains("standard output"));
}
