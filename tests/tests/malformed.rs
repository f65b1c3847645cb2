//! The malformed documents in `tests/malformed`, and what Travertine says about each of them.
//!
//! Beside every `NAME.json` stands `NAME.txt` with its diagnostics. After a message was changed on purpose, write
//! them anew, and read what has changed as its reader would:
//!
//! ```sh
//! BLESS=1 cargo test -p travertine-tests --test malformed && git diff tests/malformed
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use travertine_graph::graph;

/// The documents, in the order of their names.
fn documents() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("malformed");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut documents: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect();
    documents.sort();
    documents
}

#[test]
fn every_mistake_is_explained() {
    let registry = travertine_nodes::registry();
    let bless = std::env::var_os("BLESS").is_some();
    assert!(!(bless && std::env::var_os("CI").is_some()), "messages are blessed by people, not in CI");
    let documents = documents();
    assert!(documents.len() >= 60, "only {} malformed documents were found", documents.len());

    let mut wrong = Vec::new();
    for path in documents {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let found = match graph::load(&fs::read(&path).unwrap(), &registry) {
            Ok(_) => "nothing is wrong with it\n".to_owned(),
            Err(diagnostics) => diagnostics.render(Some(&name)),
        };
        let text = path.with_extension("txt");
        if bless {
            fs::write(&text, &found).unwrap();
        } else if fs::read_to_string(&text).unwrap_or_default() != found {
            wrong.push(format!("{name} now says:\n{found}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of the messages have changed; if on purpose, bless them: \
         BLESS=1 cargo test -p travertine-tests --test malformed\n\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
