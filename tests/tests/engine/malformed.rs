//! The malformed documents in `tests/malformed`, and in `groups` there, with their diagnostics.
//!
//! `NAME.txt` holds the diagnostics of `NAME.json`; of an accepted document, its warnings. After an intended change of
//! a message, update the files and read the differences:
//!
//! ```sh
//! BLESS=1 cargo test -p travertine-tests malformed && git diff tests/malformed
//! ```

use std::fs;

use travertine_graph::graph;
use travertine_tests::bundled::json_files;

#[test]
fn diagnostics_match() {
    let registry = travertine_nodes::registry();
    let bless = std::env::var_os("BLESS").is_some();
    assert!(!(bless && std::env::var_os("CI").is_some()), "CI must not bless messages");
    let mut documents = Vec::new();
    for folder in ["tests/malformed", "tests/malformed/groups"] {
        let found = json_files(folder);
        assert!(found.len() >= 60, "only {} malformed documents were found in {folder}", found.len());
        documents.extend(found);
    }

    let mut wrong = Vec::new();
    for path in documents {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let found = match graph::load(&fs::read(&path).unwrap(), &registry) {
            Ok((_, graph)) => format!("it is valid\n{}", graph.warnings().render(Some(&name))),
            Err(diagnostics) => diagnostics.render(Some(&name)),
        };
        let text = path.with_extension("txt");
        if bless {
            fs::write(&text, &found).unwrap();
        } else if fs::read_to_string(&text).unwrap_or_default() != found {
            wrong.push(format!("{name} now gives:\n{found}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of the messages have changed; if the changes are intended, bless them: \
         BLESS=1 cargo test -p travertine-tests malformed\n\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
