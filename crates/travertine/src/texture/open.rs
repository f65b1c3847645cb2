//! Textures from files, texts and documents.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use travertine_graph::arguments::Arguments;
use travertine_graph::document::Document;
use travertine_graph::graph::{Graph, load_with_images};
use travertine_graph::json::MAX_SIZE;
use travertine_graph::registry::Registry;
use travertine_render::{OverBudget, default_budget};

use super::{Texture, registry};
use crate::Error;
use crate::images::{attach_within, files_of};
use crate::memory::{check_document, check_text, held};

impl Texture {
    /// Loads a graph from a file, with the images in files next to it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a valid graph; then with every error of the document.
    pub fn open(path: impl AsRef<Path>) -> Result<Texture, Error> {
        Texture::open_within(path, default_budget())
    }

    /// As [`Texture::open`], within a limit of memory in bytes for the document, the files of its images and their
    /// texels.
    ///
    /// # Errors
    ///
    /// As [`Texture::open`], or [`Error::Memory`].
    pub fn open_within(path: impl AsRef<Path>, memory: u64) -> Result<Texture, Error> {
        Texture::open_with_registry(path, registry(), memory)
    }

    /// As [`Texture::open_within`], with the node types of a registry.
    ///
    /// # Errors
    ///
    /// As [`Texture::open_within`].
    pub fn open_with_registry(path: impl AsRef<Path>, registry: &Registry, memory: u64) -> Result<Texture, Error> {
        let path = path.as_ref();
        let file = File::open(path).map_err(travertine_files::Error::read(path))?;
        let folder = path.parent().unwrap_or(path);
        let texture = Texture::load(&text(file, path)?, registry, Some(path), Some(folder), memory)?;
        Ok(Texture { files: files_of(path, &texture.document), ..texture })
    }

    /// Loads a graph from a reader. Messages call it `path`. Its images must be embedded: no other file is read.
    ///
    /// # Errors
    ///
    /// As [`Texture::open`].
    pub fn read(reader: impl Read, path: impl AsRef<Path>) -> Result<Texture, Error> {
        Texture::read_within(reader, path, default_budget())
    }

    /// As [`Texture::read`], within a limit of memory in bytes.
    ///
    /// # Errors
    ///
    /// As [`Texture::open_within`].
    pub fn read_within(reader: impl Read, path: impl AsRef<Path>, memory: u64) -> Result<Texture, Error> {
        let path = path.as_ref();
        Texture::load(&text(reader, path)?, registry(), Some(path), None, memory)
    }

    /// Parses a graph.
    ///
    /// # Errors
    ///
    /// Every error of the document.
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Texture, Error> {
        Texture::with_registry(text, registry())
    }

    /// Parses a graph with the node types of a registry.
    ///
    /// # Errors
    ///
    /// Every error of the document.
    pub fn with_registry(text: impl AsRef<[u8]>, registry: &Registry) -> Result<Texture, Error> {
        Texture::load(text.as_ref(), registry, None, None, default_budget())
    }

    /// The texture of a document with the node types of a registry.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] with every error of the document, by JSON pointer, or [`Error::Memory`].
    pub fn from_document(document: impl Into<Arc<Document>>, registry: &Registry) -> Result<Texture, Error> {
        Texture::from_document_within(document, registry, default_budget())
    }

    /// As [`Texture::from_document`], within a limit of memory in bytes for the document, its images and their texels.
    ///
    /// # Errors
    ///
    /// As [`Texture::from_document`].
    pub fn from_document_within(
        document: impl Into<Arc<Document>>,
        registry: &Registry,
        memory: u64,
    ) -> Result<Texture, Error> {
        let document = document.into();
        let held = check_document(&document, registry, memory)?;
        match Graph::new(&document, registry) {
            Ok(graph) => Ok(Texture::new(document, graph, registry, held, memory)),
            Err(diagnostics) => Err(Error::Invalid { file: None, diagnostics }),
        }
    }

    fn load(
        text: &[u8],
        registry: &Registry,
        path: Option<&Path>,
        folder: Option<&Path>,
        memory: u64,
    ) -> Result<Texture, Error> {
        check_text(text, memory)?;
        let mut bytes = 0;
        let attach = |document: &Document| {
            if let Some(folder) = folder {
                attach_within(document, registry, folder, text.len(), memory)?;
            }
            bytes = held(document, registry, text.len(), memory)?;
            Ok::<_, OverBudget>(())
        };
        let loaded = load_with_images(text, registry, attach).map_err(Error::Memory)?;
        let (document, graph) = loaded.map_err(|diagnostics| {
            let file = path.map(|path| path.display().to_string());
            Error::Invalid { file, diagnostics }
        })?;
        Ok(Texture::new(document.into(), graph, registry, bytes, memory))
    }

    fn new(document: Arc<Document>, graph: Graph, registry: &Registry, held: u64, memory: u64) -> Texture {
        let arguments = Arguments::new(&graph);
        let registry = registry.clone();
        Texture {
            document,
            graph: Arc::new(graph),
            registry,
            arguments,
            given: BTreeMap::new(),
            seed: 0,
            files: Arc::default(),
            held,
            memory,
            programs: Arc::default(),
        }
    }
}

/// The text of a document, if it is not too large.
fn text(reader: impl Read, path: &Path) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    // One byte more than a document may have reveals one that is too large, even where the source never ends.
    reader.take(MAX_SIZE as u64 + 1).read_to_end(&mut text).map_err(travertine_files::Error::read(path))?;
    if text.len() > MAX_SIZE {
        return Err(Error::FileTooLarge { path: path.to_owned() });
    }
    Ok(text)
}
