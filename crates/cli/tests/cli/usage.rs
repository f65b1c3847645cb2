//! Tests of help, completions, and closed output.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::support::{Folder, binary};

const COMMANDS: [&str; 12] = [
    "render",
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
            assert!(
                help.contains(&format!("Examples:\n  travertine {command}")) || command == "sample",
                "{help}"
            );
            assert!(help.contains("Examples:"), "{help}");
        }
    }
    assert!(folder.done("--version").starts_with("travertine 0."));
}

#[test]
fn invalid_commands_exit_with_2() {
    let folder = Folder::new();
    folder.fails("", 2, &["Usage: travertine"]);
    folder.fails("rende graph.json", 2, &["render"]);
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
