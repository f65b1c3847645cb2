//! Tests of `travertine diff` and `travertine merge`, by themselves and as drivers of git.

use std::process::{Command, Output};

use serde_json::Value;

use crate::pictures::png;
use crate::support::{Folder, GRAPH, binary};

/// A folder with `graph.json` and two changes of it, `a.json` and `b.json`.
fn changed(a: &[(&str, &str)], b: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    for (name, changes) in [("a.json", a), ("b.json", b)] {
        let text = changes.iter().fold(GRAPH.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        folder.write(name, text);
    }
    folder
}

const SEED: (&str, &str) = (r#""seed": 7"#, r#""seed": 8"#);
const SEED_9: (&str, &str) = (r#""seed": 7"#, r#""seed": 9"#);
const CELLS: (&str, &str) = (r#""default": 4.0"#, r#""default": 5.0"#);
const LAYOUT: (&str, &str) = (r#""name": "Test","#, r#""name": "Test", "layout": {"noise": [1, 2]},"#);

#[test]
fn equal_graphs_exit_with_0_and_others_with_1() {
    let folder = changed(&[], &[SEED, CELLS, LAYOUT]);
    assert_eq!(folder.done("diff graph.json a.json"), "no difference\n");
    let ran = folder.run("diff graph.json b.json");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert_eq!(
        ran.stdout,
        "parameter `cells`, default: 4 -> 5\nnode `noise`, input `seed`: 7 -> 8\nthe layout changed\n"
    );
    let ran = folder.run("diff graph.json b.json --format json");
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((ran.code, &json["equal"]), (1, &Value::Bool(false)));
    assert_eq!(json["changes"][1]["pointer"], "/nodes/noise/inputs/seed");
    assert_eq!((&json["changes"][1]["before"], &json["changes"][1]["after"]), (&7.into(), &8.into()));
    assert_eq!(json["for_editors"][0], "/layout");
}

#[test]
fn pictures_of_both_and_of_their_difference_are_written() {
    let folder = changed(&[SEED], &[LAYOUT]);
    let ran = folder.run("diff graph.json a.json --pictures new/pictures --size 32x16 --output raw");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert!(ran.stdout.contains("pictures of `raw` in new/pictures: greatest difference "), "{}", ran.stdout);
    for name in ["before", "after", "difference"] {
        let (picture, ..) = png(&folder.read(&format!("new/pictures/{name}.png")));
        assert_eq!((picture.width, picture.height), (32, 16));
    }
    assert_eq!(folder.run("render graph.json --size 32x16 --output raw -o raw.png").code, 0);
    assert_eq!(folder.read("raw.png"), folder.read("new/pictures/before.png"));
    let ran = folder.run("diff graph.json b.json --pictures same --size 8");
    assert!(ran.stdout.ends_with("0 of 64 pixels differ\n"), "{}", ran.stdout);

    folder.fails("diff graph.json a.json --output raw", 2, &["--pictures"]);
    let ran = folder.run("diff graph.json a.json --pictures other --output ra");
    assert!(ran.code == 2 && ran.stderr.contains("`raw`"), "{ran:?}");
    assert!(!folder.path("other").exists());
}

#[test]
fn files_that_are_no_documents_are_reported() {
    let folder = changed(&[SEED], &[]);
    folder.write("text.json", "{\"format\": \"travertine\",\n}");
    folder.write("list.json", "[]");
    folder.write("empty.json", "");
    folder.write("shape.json", GRAPH.replace(r#""inputs": {"value""#, r#""inputs": 5, "other": {"value""#));
    folder.fails("diff graph.json text.json", 3, &["text.json:1:24: error: "]);
    folder.fails("diff list.json graph.json", 3, &["list.json:1:1: error: the document is a list"]);
    folder.fails("diff graph.json empty.json", 3, &["empty.json"]);
    folder.fails("diff graph.json missing.json", 5, &["missing.json"]);
    folder.fails("diff graph.json", 2, &["<B>"]);
    folder.fails("diff graph.json a.json b.json", 2, &["--git"]);
    for arguments in ["text.json a.json b.json", "graph.json shape.json b.json", "graph.json a.json list.json"] {
        folder.fails(&format!("merge {arguments} -o merged.json"), 3, &["error: "]);
    }
    folder.fails("merge graph.json a.json text.json --name marble.json", 3, &["marble.json (theirs):1:24: error"]);
    folder.fails("merge graph.json missing.json a.json", 5, &["missing.json"]);
    folder.fails("merge graph.json a.json", 2, &["<THEIRS>"]);
    folder.fails("merge graph.json a.json b.json -o none/merged.json", 5, &["merged.json"]);
    assert_eq!(folder.read("a.json"), GRAPH.replace(SEED.0, SEED.1).as_bytes());
    assert!(!folder.path("merged.json").exists());
}

#[test]
fn changes_that_fit_together_are_merged() {
    let folder = changed(&[SEED, LAYOUT], &[CELLS]);
    folder.write("both.json", GRAPH.replace(SEED.0, SEED.1).replace(CELLS.0, CELLS.1).replace(LAYOUT.0, LAYOUT.1));
    assert_eq!(folder.done("merge graph.json a.json b.json -o merged.json"), "");
    assert_eq!(folder.done("diff merged.json both.json"), "no difference\n");
    // Without -o, ours is replaced.
    folder.done("merge graph.json a.json b.json");
    assert_eq!(folder.read("a.json"), folder.read("merged.json"));
    folder.done("check merged.json");
    // A graph that both sides added has no base.
    folder.write("empty", "");
    folder.done("merge empty b.json b.json -o same.json");
    assert_eq!(folder.done("diff same.json b.json"), "no difference\n");
}

#[test]
fn conflicts_are_listed_and_keep_ours() {
    let folder = changed(&[SEED], &[SEED_9, CELLS]);
    let ran = folder.run("merge graph.json a.json b.json -o merged.json --name marble.json");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert_eq!(
        ran.stdout,
        "marble.json: 1 conflict; the merged graph has ours there\n  \
         node `noise`, input `seed`: base 7; ours 8; theirs 9\n"
    );
    assert_eq!(
        folder.run("diff a.json merged.json").stdout,
        "parameter `cells`, default: 4 -> 5\n",
        "what does not conflict is merged"
    );
    let ran = folder.run("merge graph.json a.json b.json --format json");
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["conflicts"][0]["theirs"], 9);
    folder.done("check a.json");

    // A wire to a node that the other side removes.
    let folder = changed(
        &[(r#"{"node": "my.remap"}"#, r#"{"node": "place", "output": "x"}"#)],
        &[
            (",\n    \"place\": {\"type\": \"input/position\"}", ""),
            (",\n    \"place\": {\"node\": \"place\", \"output\": \"position\"}", ""),
        ],
    );
    let ran = folder.run("merge graph.json b.json a.json -o merged.json");
    assert!(ran.code == 1 && ran.stdout.contains("theirs needs the node `place`, which ours removed"), "{ran:?}");
    folder.done("check merged.json");
}

#[test]
fn errors_that_a_side_has_already_are_warnings() {
    let folder = changed(&[SEED], &[(r#""name": "Test""#, r#""name": "Test", "comment": "x""#)]);
    let ran = folder.run("merge graph.json a.json b.json");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    assert!(ran.stderr.contains("one side has this error already") && ran.stderr.contains("`comment`"), "{ran:?}");
    assert!(String::from_utf8(folder.read("a.json")).unwrap().contains("\"comment\": \"x\""));
}

#[test]
fn names_cannot_steer_a_terminal() {
    let folder = changed(&[], &[(r#""name": "Test""#, "\"name\": \"\u{202e}[2J\"")]);
    let ran = folder.run("diff graph.json b.json");
    assert!(ran.stdout.contains("\\u{202e}"), "{ran:?}");
    let ran = folder.run("diff graph.json b.json --format json");
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(!ran.stdout.contains('\u{202e}') && json["changes"][0]["after"] == "\u{202e}[2J");
}

/// A repository with `graph.json`, in which the drivers are set up as the guide says.
struct Repository(Folder);

impl Repository {
    fn new() -> Repository {
        let repository = Repository(Folder::new());
        repository.0.write(".gitattributes", "*.json diff=travertine merge=travertine\n");
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        let travertine = binary().display();
        for (key, value) in [
            ("user.name", "Test".to_owned()),
            ("user.email", "test@example.com".to_owned()),
            ("diff.travertine.command", format!("'{travertine}' diff --git --")),
            ("merge.travertine.driver", format!("'{travertine}' merge --name=%P %O %A %B")),
        ] {
            repository.git(&["config", key, &value]);
        }
        repository.commit(&[]);
        repository
    }

    fn try_git(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new("git");
        // Without the settings of the user and of the system.
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        command.args(arguments).current_dir(self.0.path("")).output().unwrap()
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output = self.try_git(arguments);
        assert!(output.status.success(), "git {arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Commits the graph with these changes.
    fn commit(&self, changes: &[(&str, &str)]) {
        let text = String::from_utf8(self.0.read("graph.json")).unwrap();
        let text = changes.iter().fold(text, |text, (from, to)| text.replace(from, to));
        self.0.write("graph.json", text);
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "Change"]);
    }

    /// Commits one change on `main` and another on `side`, and stays on `main`.
    fn diverge(&self, ours: &[(&str, &str)], theirs: &[(&str, &str)]) {
        self.git(&["switch", "--quiet", "--create", "side"]);
        self.commit(theirs);
        self.git(&["switch", "--quiet", "main"]);
        self.commit(ours);
    }
}

#[test]
fn names_that_look_like_flags_are_names() {
    let repository = Repository::new();
    repository.0.write("-a b.json", GRAPH);
    repository.commit(&[]);
    let (from, to) = SEED;
    let change = |from: &str, to: &str| repository.0.write("-a b.json", GRAPH.replace(from, to));
    change(from, to);
    let said = repository.git(&["diff"]);
    assert!(said.starts_with("-a b.json:\n") && said.contains("seed"), "{said}");

    repository.git(&["switch", "--quiet", "--create", "side"]);
    repository.commit(&[]);
    repository.git(&["switch", "--quiet", "main"]);
    change(CELLS.0, CELLS.1);
    repository.commit(&[]);
    repository.git(&["merge", "--quiet", "--no-edit", "side"]);
    let merged = String::from_utf8(repository.0.read("-a b.json")).unwrap();
    assert!(merged.contains(to) && merged.contains(r#""default": 5,"#), "{merged}");
}

#[test]
fn git_merges_graphs() {
    let repository = Repository::new();
    // Lines next to each other, so that git alone would find a conflict.
    let theirs = (r#""from_min": -1"#, r#""from_min": -2"#);
    let ours = (r#""from_max": 1"#, r#""from_max": 2"#);
    repository.diverge(&[ours, SEED], &[theirs, CELLS]);
    repository.git(&["merge", "--quiet", "--no-edit", "side"]);
    let expected = [ours, SEED, theirs, CELLS].iter().fold(GRAPH.to_owned(), |text, (from, to)| text.replace(from, to));
    repository.0.write("expected.json", expected);
    assert_eq!(repository.0.done("diff expected.json graph.json"), "no difference\n");
    assert_eq!(repository.git(&["status", "--porcelain", "graph.json"]), "");
}

#[test]
fn git_stops_at_conflicts() {
    let repository = Repository::new();
    repository.diverge(&[SEED], &[SEED_9, CELLS]);
    let output = repository.try_git(&["merge", "--no-edit", "side"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    for expected in [
        "graph.json: 1 conflict; the merged graph has ours there\n",
        "  node `noise`, input `seed`: base 7; ours 8; theirs 9\n",
        "CONFLICT (content): Merge conflict in graph.json",
    ] {
        assert!(said.contains(expected), "{expected:?} is not in {said}");
    }
    assert_eq!(repository.git(&["status", "--porcelain", "graph.json"]), "UU graph.json\n");
    // The file is a valid graph with our seed and their cells.
    repository.0.done("check graph.json");
    let text = String::from_utf8(repository.0.read("graph.json")).unwrap();
    assert!(text.contains("\"seed\": 8") && text.contains("\"default\": 5"), "{text}");
    let said = repository.git(&["diff", "--theirs"]);
    assert!(said.contains("graph.json:\n  node `noise`, input `seed`: 9 -> 8\n"), "{said}");
    assert_eq!(repository.0.done("diff --git graph.json"), "graph.json: not merged yet\n");
}

#[test]
fn git_keeps_ours_if_theirs_is_no_document() {
    let repository = Repository::new();
    repository.diverge(&[SEED], &[("{\n  \"format\"", "{{\n  \"format\"")]);
    let output = repository.try_git(&["merge", "--no-edit", "side"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("graph.json (theirs):1:2: error: "), "{output:?}");
    assert_eq!(repository.0.read("graph.json"), GRAPH.replace(SEED.0, SEED.1).as_bytes());
}

#[test]
fn git_compares_and_merges_build_files_by_lines() {
    let repository = Repository::new();
    let build = r#"{
  "format": "travertine-build",
  "version": 1,
  "targets": {
    "a": {"make": "render", "graph": "graph.json", "to": "a.png", "size": 8},

    "b": {"make": "render", "graph": "graph.json", "to": "b.png", "size": 8},

    "c": {"make": "render", "graph": "graph.json", "to": "c.png", "size": 8}
  }
}
"#;
    let changed = |text: &str, picture: &str, size: u32| {
        text.replace(&format!("\"{picture}\", \"size\": 8"), &format!("\"{picture}\", \"size\": {size}"))
    };
    let ours = changed(build, "a.png", 16);
    let folder = &repository.0;
    folder.write("base.build.json", build);
    folder.write("ours.build.json", &ours);
    folder.write("theirs.build.json", changed(build, "c.png", 4));
    folder.done("merge base.build.json ours.build.json theirs.build.json -o merged.build.json");
    assert_eq!(folder.read("merged.build.json"), changed(&ours, "c.png", 4).as_bytes());
    let said = folder.run("diff base.build.json ours.build.json");
    assert!(said.code == 1 && said.stdout.starts_with("@@ "), "{said:?}");
    assert!(said.stdout.contains("\n+    \"a\": {") && !said.stdout.contains("\n+    \"c\""), "{said:?}");
    assert_eq!(folder.done("diff ours.build.json ours.build.json"), "no difference\n");
    // Two changes of one line are a conflict, as without a driver.
    folder.write("theirs.build.json", changed(build, "a.png", 4));
    let ran = folder.run("merge base.build.json ours.build.json theirs.build.json --name a.build.json");
    let expected = "a.build.json: conflicts, which are marked in the lines of the file\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (1, expected));
    assert!(String::from_utf8(folder.read("ours.build.json")).unwrap().contains("<<<<<<< ours"));
    // Git calls the driver for differences.
    folder.write("a.build.json", build);
    folder.write("package.json", "{\"name\": 1}\n");
    repository.git(&["add", "--all"]);
    folder.write("a.build.json", &ours);
    folder.write("package.json", "{\"name\": 2}\n");
    let said = repository.git(&["diff"]);
    assert!(said.contains("a.build.json:\n  @@ ") && said.contains("  +{\"name\": 2}\n"), "{said}");
    // The other commands pass over them.
    let ran = folder.run("fmt --check a.build.json graph.json");
    assert_eq!((ran.code, ran.stdout.as_str()), (1, "graph.json\n"), "{ran:?}");
    assert!(ran.stderr.starts_with("a.build.json: note: the file is not a graph, but `travertine-build`"), "{ran:?}");
    assert_eq!(folder.done("fmt -q a.build.json"), "");
    assert_eq!(folder.read("a.build.json"), ours.as_bytes());
    let said = folder.done("check graph.json a.build.json");
    assert!(said.contains("a.build.json: note: ") && said.ends_with("2 graphs, all valid\n"), "{said}");
}

#[test]
fn git_prints_differences_of_graphs() {
    let repository = Repository::new();
    repository.0.write("graph.json", GRAPH.replace(SEED.0, SEED.1));
    assert_eq!(repository.git(&["diff"]), "graph.json:\n  node `noise`, input `seed`: 7 -> 8\n");
    // Text that is not a graph must not stop the rest.
    repository.0.write("broken.json", "{");
    repository.0.write("other.json", GRAPH);
    repository.0.write("form.json", GRAPH);
    repository.commit(&[]);
    repository.0.write("form.json", GRAPH.replace('\n', ""));
    repository.0.write("broken.json", "[");
    repository.0.write("moved folder.json", GRAPH.replace(CELLS.0, CELLS.1));
    std::fs::remove_file(repository.0.path("other.json")).unwrap();
    repository.git(&["add", "--all"]);
    let said = repository.git(&["diff", "--cached", "--find-renames"]);
    for expected in [
        "broken.json:\n  cannot be compared as graphs; `git diff --no-ext-diff` compares the lines\n    \
         broken.json (before):1:2: error: ",
        "form.json:\n  no difference but in the form of the file\n",
        "other.json -> moved folder.json:\n  parameter `cells`, default: 4 -> 5\n",
    ] {
        assert!(said.contains(expected), "{expected:?} is not in {said}");
    }
    let said = repository.git(&["diff", "--cached", "--no-renames"]);
    assert!(said.contains("moved folder.json (new):\n") && said.contains("other.json (removed):\n"), "{said}");
    assert!(said.contains("  node `place` removed: `input/position`\n"), "{said}");
    let said = repository.git(&["log", "--ext-diff", "--patch", "--max-count=1"]);
    assert!(said.contains("  node `noise`, input `seed`: 7 -> 8\n"), "{said}");
}

#[test]
fn large_graphs_are_compared_and_merged() {
    let nodes = |value: i32, every: usize| {
        let mut nodes = String::from(r#""n0": {"type": "noise/perlin"}"#);
        for index in 1..10_000 {
            let value = if index % every == 0 { value } else { 1 };
            nodes += &format!(
                ", \"n{index}\": {{\"type\": \"math/add\", \"inputs\": {{\"a\": {{\"node\": \"n{}\"}}, \"b\": {value}}}}}",
                index - 1
            );
        }
        format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{"o": {{"node": "n9999"}}}}}}"#
        )
    };
    let folder = Folder::new();
    folder.write("base.json", nodes(1, 1));
    folder.write("ours.json", nodes(2, 2));
    folder.write("theirs.json", nodes(3, 5));
    let ran = folder.run("diff base.json ours.json");
    assert_eq!((ran.code, ran.stdout.lines().count()), (1, 4_999));
    let ran = folder.run("merge base.json ours.json theirs.json -o merged.json");
    assert_eq!((ran.code, ran.stdout.lines().count()), (1, 1_000));
    assert!(ran.stdout.starts_with("merged.json: 999 conflicts; "), "{}", &ran.stdout[..200]);
}
