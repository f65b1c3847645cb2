//! Documents for tests.

use std::fs;
use std::path::Path;

use travertine_graph::document::Document;

/// Every bundled graph.
pub fn bundled() -> Vec<Document> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../graphs");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    files.sort();
    files.iter().map(|path| Document::parse(&fs::read(path).unwrap()).unwrap()).collect()
}

/// A document with these nodes.
pub fn document(nodes: &str) -> Document {
    let text = format!(r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{}}}}"#);
    Document::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"))
}
