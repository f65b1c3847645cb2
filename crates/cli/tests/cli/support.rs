//! Temporary folders with a graph, and runs of the binary in them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Stdio};

use assert_cmd::Command;
use tempfile::TempDir;

/// A graph with parameters, a setting, and an output of each type: a color, a float outside 0..1, and a vector.
pub const GRAPH: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Test",
  "parameters": {
    "cells": {"type": "float", "default": 4.0, "min": 0.5, "max": 32.0},
    "layers": {"type": "integer", "default": 2, "min": 1, "max": 8}
  },
  "nodes": {
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": {"parameter": "cells"}, "octaves": {"parameter": "layers"}, "seed": 7}
    },
    "my.remap": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -1, "from_max": 1}
    },
    "ramp": {
      "type": "color/ramp",
      "inputs": {"value": {"node": "my.remap"}}
    },
    "place": {"type": "input/position"}
  },
  "outputs": {
    "color": {"node": "ramp", "output": "color"},
    "raw": {"node": "noise"},
    "place": {"node": "place", "output": "position"}
  }
}
"#;

/// A temporary folder that contains `graph.json`. It is deleted when dropped.
pub struct Folder(TempDir);

/// The result of a run.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Folder {
    pub fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        folder.write("graph.json", GRAPH);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names of all files and folders in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(binary());
        command.current_dir(self.0.path()).env_remove("CI").env("TRAVERTINE_DATA", self.path("no-data"));
        command
    }

    /// Starts a run without output.
    pub fn start(&self, arguments: &str) -> Child {
        let mut command = process::Command::new(binary());
        command.args(arguments.split_whitespace()).current_dir(self.0.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Runs the binary in the folder. Arguments are separated by spaces.
    pub fn run(&self, arguments: &str) -> Ran {
        self.run_with(arguments, "")
    }

    /// Runs the binary with a limit of 50 KiB per file. The system kills a process that exceeds it, unless it handles
    /// the signal.
    #[cfg(unix)]
    pub fn run_with_room(&self, arguments: &str) -> Ran {
        self.run_limited("-f 100", arguments)
    }

    /// Runs the binary with a limit of the shell's `ulimit`.
    #[cfg(unix)]
    pub fn run_limited(&self, limit: &str, arguments: &str) -> Ran {
        let script = format!("ulimit {limit}; exec '{}' {arguments}", binary().display());
        let mut command = Command::new("sh");
        Ran::of(command.current_dir(self.path("")).env_remove("CI").args(["-c", &script]))
    }

    /// Runs the binary with a text for standard input.
    pub fn run_with(&self, arguments: &str, stdin: impl Into<Vec<u8>>) -> Ran {
        let mut command = self.command();
        Ran::of(command.args(arguments.split_whitespace()).write_stdin(stdin))
    }

    /// Runs the binary, which must succeed without output on standard error, and returns its standard output.
    pub fn done(&self, arguments: &str) -> String {
        let ran = self.run(arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{arguments}");
        ran.stdout
    }

    /// Runs the binary, which must fail with an exit code, print all of `said` on standard error, and nothing on
    /// standard output.
    pub fn fails(&self, arguments: &str, code: i32, said: &[&str]) {
        self.run(arguments).expect_failure(code, said);
    }
}

impl Ran {
    pub fn of(command: &mut Command) -> Ran {
        let output = command.output().unwrap();
        Ran {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub fn expect_failure(&self, code: i32, said: &[&str]) {
        assert_eq!((self.code, self.stdout.as_str()), (code, ""), "{self:?}");
        for said in said {
            assert!(self.stderr.contains(said), "{said:?} is not in {}", self.stderr);
        }
    }
}

pub fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_travertine"))
}
