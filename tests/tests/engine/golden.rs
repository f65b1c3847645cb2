//! Golden pictures of every node, bundled graph and bundled group, and of the documents that test groups, exact to the
//! last bit.
//!
//! `BLESS=1 cargo test -p travertine-tests golden` accepts the current pictures. Look at the report of the
//! failed test first.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use travertine_golden::{Case, Run, strays};
use travertine_render::Context;
use travertine_tests::bundled::{bundled_graphs, bundled_groups, group_documents, node_examples, root};

const BLESS: &str = "BLESS=1 cargo test -p travertine-tests golden";

/// `limit` is the maximum size of a golden picture in KiB, because the repository holds all of them.
fn check(folder: &str, documents: Vec<(String, String)>, limit: u64) {
    let folder = root().join("tests/golden").join(folder);
    let graphs = tempfile::tempdir().unwrap();
    let case = |(name, text): (String, String)| {
        let picture = folder.join(format!("{name}.png"));
        let graph = graphs.path().join(format!("{name}.json"));
        fs::create_dir_all(graph.parent().unwrap()).unwrap();
        fs::write(&graph, text).unwrap();
        Case { name, graph, picture }
    };
    let cases: Vec<Case> = documents.into_iter().map(case).collect();
    let run = Run::new(&cases, &travertine_nodes::registry(), &Context::default()).unwrap();
    if std::env::var_os("BLESS").is_some() {
        run.bless().unwrap();
    } else if !run.is_same() {
        let report = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("golden-report.html");
        run.write_report(&report, BLESS).unwrap();
        panic!("{}\nreport: {}", run.summary(BLESS), report.display());
    }

    let claimed: BTreeSet<&Path> = run.outcomes.iter().map(|outcome| outcome.picture.as_path()).collect();
    let strays = strays(&folder, &run).unwrap();
    assert!(strays.is_empty(), "pictures without a node or graph: {strays:?}");
    for picture in claimed {
        let size = fs::metadata(picture).unwrap().len();
        assert!(size < limit << 10, "{} has {size} bytes, and the limit is {limit} KiB", picture.display());
    }
}

#[test]
fn nodes() {
    check("nodes", node_examples(), 40);
}

#[test]
fn graphs() {
    // Graphs have more detail and color, so their files are larger.
    check("graphs", bundled_graphs(), 50);
}

#[test]
fn groups() {
    check("groups", group_documents(), 36);
}

#[test]
fn library() {
    check("library", bundled_groups(), 36);
}
