//! Tests of `travertine edit`.

use std::fs;

use crate::support::{Folder, Ran};

/// Runs an edit of `graph.json` with these operations and flags, each one argument.
fn edit(folder: &Folder, arguments: &[&str]) -> Ran {
    Ran::of(folder.command().args(["edit", "graph.json"]).args(arguments))
}

fn done(folder: &Folder, arguments: &[&str]) -> String {
    let ran = edit(folder, arguments);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{arguments:?} {}", ran.stdout);
    ran.stdout
}

#[test]
fn changes_are_printed_as_by_diff_and_written_in_canonical_form() {
    let folder = Folder::new();
    fs::copy(folder.path("graph.json"), folder.path("before.json")).unwrap();
    let operations = ["add noise/cellular cells", "set cells.scale 8", "connect cells.edge my.remap.value"];
    let said = done(&folder, &operations);
    let diff = folder.run("diff before.json graph.json");
    assert_eq!((diff.code, &diff.stdout), (1, &said));
    assert!(said.contains("node `cells`") && said.contains("input `value`"), "{said}");
    assert_eq!(folder.done("fmt --check graph.json"), "");
    folder.done("render graph.json --size 8");
    assert_eq!(done(&folder, &["set cells.scale 8"]), "no difference\n");
}

#[test]
fn nothing_is_written_by_a_check_or_beside_the_named_file() {
    let folder = Folder::new();
    let before = folder.read("graph.json");
    let said = done(&folder, &["--check", "mute noise"]);
    assert!(said.contains("`noise`"), "{said}");
    assert_eq!(done(&folder, &["mute noise", "-o", "other.json"]), said);
    assert_eq!(folder.read("graph.json"), before);
    assert_eq!(
        folder.done("diff --format json graph.json graph.json"),
        "{\"equal\": true, \"changes\": [], \
        \"for_editors\": []}\n"
            .replace("        ", "")
    );
    let refused = edit(&folder, &["mute noise", "-o", "other.json"]);
    refused.expect_failure(5, &["other.json already exists; add --overwrite"]);
    done(&folder, &["mute place", "-o", "other.json", "--overwrite"]);
    let json = done(&folder, &["--check", "--format", "json", "set noise.seed 8"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["changes"][0]["after"], 8);
}

#[test]
fn a_filter_reads_and_writes_standard_streams() {
    let folder = Folder::new();
    let graph = folder.read("graph.json");
    let mut command = folder.command();
    command.args(["edit", "-", "set noise.seed 9", "-o", "-"]).write_stdin(graph);
    let ran = Ran::of(&mut command);
    assert!(ran.code == 0 && ran.stdout.starts_with('{') && ran.stdout.contains("\"seed\": 9"), "{ran:?}");
    let lines =
        "\n  # A comment.\nset noise.seed 9\n{\"do\": \"rename\", \"node\": \"ramp\", \"name\": \"colors\"}\r\n";
    let ran = folder.run_with("edit graph.json", lines);
    assert!(ran.code == 0 && ran.stdout.contains("`colors`"), "{ran:?}");
    folder.run_with("edit - 'arrange'", "").expect_failure(2, &["name a file with -o"]);
    folder.run_with("edit graph.json", "arrange\nset noise\n").expect_failure(2, &["line 2: VALUE is missing"]);
    folder.run_with("edit graph.json", *b"set \xff").expect_failure(2, &["not UTF-8"]);
    let million = "arrange\n".repeat(1_000_000);
    folder.run_with("edit graph.json", million).expect_failure(2, &["more than 10000, the limit of one edit"]);
}

#[test]
fn a_graph_stays_valid_and_an_invalid_one_can_be_mended() {
    let folder = Folder::new();
    let before = folder.read("graph.json");
    let refused = edit(&folder, &["mute noise", "set noise.scal 4"]);
    refused.expect_failure(2, &["operation 2, `set noise.scal 4`: there is no input of `noise` `scal`; did you mean"]);
    let refused = edit(&folder, &["remove-output color", "remove-output raw", "remove-output place"]);
    refused.expect_failure(3, &["graph.json would not be valid, so nothing was written", "output"]);
    let refused = edit(&folder, &["default cells many"]);
    refused.expect_failure(3, &["/parameters/cells/default"]);
    assert_eq!(folder.read("graph.json"), before);

    let broken =
        String::from_utf8(before).unwrap().replace("noise/perlin", "noise/perlim").replace("\"remap\"", "\"\"");
    folder.write("graph.json", broken.replace("math/remap", "math/remapp"));
    let ran = edit(&folder, &["replace noise noise/perlin"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stderr.starts_with("note: graph.json still has 1 error"), "{ran:?}");
    edit(&folder, &["set noise.seed many"]).expect_failure(2, &["takes a whole number"]);
    edit(&folder, &["default cells many"]).expect_failure(3, &["would have more errors"]);
    done(&folder, &["replace my.remap math/remap"]);
    folder.done("check graph.json");
}

#[test]
fn a_graph_can_be_made_from_nothing() {
    let folder = Folder::new();
    folder.done("new --empty -o graph.json --overwrite");
    done(&folder, &["add group/brick-wall wall", "output color wall.color", "output height wall.height"]);
    folder.done("render graph.json --size 8");
    folder.write("library/lift.json", folder.read("graph.json"));
    done(&folder, &["add group/lift lifted", "enter brick-wall", "arrange", "describe Bricks."]);
    edit(&folder, &["add group/lifd"]).expect_failure(2, &["there is no node type `group/lifd`; did you mean"]);
    folder.fails("edit missing.json arrange", 5, &["missing.json"]);
}

#[test]
fn the_help_lists_all_operations() {
    let help = Folder::new().done("edit --help");
    for line in ["  add TYPE [ID]", "  connect FROM INPUT", "  set INPUT VALUE", "  group NAME NODES..."] {
        assert!(help.contains(line), "{line} is not in {help}");
    }
}
