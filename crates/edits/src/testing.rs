//! What unit tests share. The crate `editing` includes this file, too.

/// Documents for tests.
pub mod documents {
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
}

/// Outlines for tests.
pub mod outlines {
    use std::sync::Arc;

    use travertine::registry;
    use travertine_graph::document::Document;
    use travertine_presentation::Outline;

    use super::documents::document;
    use crate::Action;

    /// The outline of a document with these nodes.
    pub fn outline(nodes: &str) -> Outline {
        Outline::new(Arc::new(document(nodes)), registry())
    }

    /// The outline of the document after an action.
    pub fn after(outline: &Outline, action: Action) -> Outline {
        let mut document = Document::clone(outline.document());
        action.edit.apply(&mut document).unwrap();
        Outline::new(Arc::new(document), outline.base())
    }
}
