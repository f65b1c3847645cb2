//! The malformed documents in `tests/malformed`, and what Travertine says about each of them.
//!
//! Beside every `NAME.json` stands `NAME.txt` with its diagnostics. After a message was changed on purpose, write
//! them anew, and read what has changed as its reader would:
//!
//! ```sh
//! BLESS=1 cargo test -p travertine-tests --test malformed && git diff tests/malformed
//! ```

use std::fs;

use travertine_graph::graph;
use travertine_tests::kept::json_files;

#[test]
fn every_mistake_is_explained() {
    let registry = travertine_nodes::registry();
    let bless = std::env::var_os("BLESS").is_some();
    assert!(!(bless && std::env::var_os("CI").is_some()), "messages are blessed by people, not in CI");
    let documents = json_files("tests/malformed");
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
