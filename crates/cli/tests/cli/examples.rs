//! Runs every example of every page of help, as it stands, on the bundled graphs. Only sizes are smaller.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::support::{Folder, GRAPH, Ran, binary};

/// The project's folder.
const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Files of the user that the examples name, each with the file of the project that stands for it. The bundled graphs
/// have their own names.
const GIVEN: [(&str, &str); 11] = [
    ("vase.obj", "docs/meshes/vase.obj"),
    ("table.obj", "docs/meshes/vase.obj"),
    ("scan.obj", "docs/meshes/vase.obj"),
    ("before.json", "graphs/marble.json"),
    ("after.json", "graphs/portoro.json"),
    ("base.json", "graphs/marble.json"),
    ("ours.json", "graphs/marble.json"),
    ("theirs.json", "graphs/portoro.json"),
    ("before.png", "tests/golden/graphs/marble.png"),
    ("after.png", "tests/golden/graphs/portoro.png"),
    (".config/fish/completions/other.fish", "LICENSE-MIT"),
];

/// A build file of the user.
const BUILD: &str = r#"{"format": "travertine-build", "version": 1, "targets": {
    "marble": {"make": "render", "graph": "marble.json", "to": "build/marble.png", "size": 16}}}"#;

/// Files of the user that commands make.
const MADE: [&str; 5] = [
    "render marble.json -o before.exr --size 16",
    "render portoro.json -o after.exr --size 16",
    "bake marble.json vase.obj -o vase.glb --size 16",
    "bake marble.json vase.obj -o statue.glb --size 16",
    "bake marble.json vase.obj -o terrain.glb --size 16",
];

/// Flags that make the examples of a command small.
const SMALLER: [(&str, &str); 8] = [
    ("render", "--size 16"),
    ("animate", "--size 16"),
    ("variations", "--size 16"),
    ("volume", "--size 4x4x2"),
    ("shape", "--size 16"),
    ("bake", "--size 16"),
    ("page", "--size 16"),
    ("library --pictures", "--search moss"),
];

/// Commands that run until they are interrupted; they have tests of their own.
const ENDLESS: &str = "travertine watch";

/// A triangle, as scanners write meshes.
const SCAN: &str = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
    element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

/// Commands whose exit code is 1 if what they compare differs.
const COMPARING: [&str; 5] = ["compare", "diff", "merge", "golden", "fmt"];

#[test]
fn every_example_of_the_help_works() {
    let folder = user_folder();
    let help = folder.done("--help");
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<&str> =
        listed.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    assert!(commands.len() > 15, "{help}");
    let mut count = 0;
    for page in [""].iter().chain(&commands) {
        count += run_examples(&folder, page);
    }
    assert!(count > 60, "only {count} examples");
}

/// Runs the examples of a command's help in the folder, one after the other, and returns their number.
fn run_examples(folder: &Folder, page: &str) -> usize {
    let help = folder.done(&format!("{page} --help"));
    let examples: Vec<&str> = examples(&help).collect();
    for example in examples.iter().filter(|example| !example.starts_with(ENDLESS)) {
        let mut small = smaller(example);
        if small.contains("--show") {
            small = format!("script --quiet --return --command '{small}' /dev/null");
        }
        if small.starts_with("travertine new ") {
            // The folder has the bundled graphs already.
            small = format!("{small} --overwrite");
        }
        let ran = shell(folder, &small);
        let most = i32::from(COMPARING.iter().any(|command| small.contains(&format!("travertine {command} "))));
        assert!((0..=most).contains(&ran.code), "{small}\n{ran:?}");
        for said in ["warning", "all frames are the same"] {
            assert!(!ran.stderr.contains(said), "{small}\n{ran:?}");
        }
    }
    examples.len()
}

/// The commands among the lines below `Examples:`; those below a command explain it. A command may be followed by two
/// or more spaces and an explanation.
fn examples(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1).take_while(|line| !line.is_empty());
    lines.filter_map(|line| {
        let command = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?;
        assert!(command.contains("travertine"), "{command:?} is not a command; the line may be too long");
        Some(command.split("   ").next().unwrap_or(command))
    })
}

/// The example with flags that make it small in place of its own.
fn smaller(example: &str) -> String {
    let mut small = example.to_owned();
    for (command, flag) in SMALLER {
        if !small.starts_with(&format!("travertine {command}")) {
            continue;
        }
        let (name, _) = flag.split_once(' ').unwrap();
        // A crop lies inside the size that its example gives.
        if small.contains("--crop") || small.contains("--vertex-colors") {
            continue;
        }
        match small.split_once(&format!("{name} ")) {
            Some((before, after)) => {
                let after = after.split_once(' ').map_or(String::new(), |(_, after)| format!(" {after}"));
                small = format!("{before}{flag}{after}");
            }
            None => small = format!("{small} {flag}"),
        }
    }
    small
}

/// A folder, which is the user's home and a repository, with the bundled graphs and the files that the examples name.
fn user_folder() -> Folder {
    let folder = Folder::new();
    let project = Path::new(PROJECT);
    for entry in fs::read_dir(project.join("graphs")).unwrap() {
        let graph = entry.unwrap();
        folder.write(graph.file_name().to_str().unwrap(), fs::read(graph.path()).unwrap());
    }
    for (name, from) in GIVEN {
        folder.write(name, fs::read(project.join(from)).unwrap());
    }
    // A folder of graphs.
    folder.write("graphs/own.json", GRAPH);
    folder.write("textures.build.json", BUILD);
    folder.write("scan.ply", SCAN);
    folder.write("points.csv", "x,y\n0.5,0.5\n");
    folder.write("textures/own.json", GRAPH);
    folder.write("messages.jsonl", "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}\n");
    folder.write("operations.txt", "# A comment.\nset clouds.scale 4\n{\"do\": \"unmute\", \"nodes\": [\"bent\"]}\n");
    // One point: x and y are 0.5.
    let header = format!("{:118}\n", "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }");
    let half = 0.5_f32.to_le_bytes();
    let start = [b"\x93NUMPY\x01\0", &(header.len() as u16).to_le_bytes()[..]].concat();
    folder.write("points.npy", [&start, header.as_bytes(), &half, &half].concat());
    let ran = shell(&folder, "git init --quiet .");
    assert_eq!(ran.code, 0, "{ran:?}");
    for command in MADE {
        folder.done(command);
    }
    folder
}

fn shell(folder: &Folder, line: &str) -> Ran {
    let mut paths = vec![binary().parent().unwrap().to_owned()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder.path("")).env_remove("CI");
    command.env("PATH", std::env::join_paths(paths).unwrap()).env("HOME", folder.path(""));
    command.env("TERM", "xterm").env("TRAVERTINE_DATA", folder.path("no-data")).env("TRAVERTINE_EDITOR", "true");
    Ran::of(&mut command)
}
