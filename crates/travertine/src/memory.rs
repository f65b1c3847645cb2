//! The memory of a document, its graph and its images.

use travertine_graph::document::Document;
use travertine_graph::json;
use travertine_graph::registry::Registry;
use travertine_render::{OverBudget, within_memory};

use crate::Error;

/// Checks the text of a document before it is parsed: the memory that parsing takes, in bytes, with the text itself.
///
/// # Errors
///
/// [`Error::Memory`] if it exceeds a limit.
pub fn check_text(text: &[u8], memory: u64) -> Result<(), Error> {
    within_memory(json::memory(text).saturating_add(text.len() as u64), memory).map_err(Error::Memory)
}

/// Checks a document before its graph and its images: the memory in bytes that they take with it. Decodes nothing.
///
/// # Errors
///
/// [`Error::Memory`] if it exceeds a limit.
pub fn check_document(document: &Document, registry: &Registry, memory: u64) -> Result<u64, Error> {
    held(document, registry, document.to_json().len(), memory).map_err(Error::Memory)
}

/// Memory of a document with a text of this length, and of its graph, in bytes: measured with graphs of 60,000 nodes of
/// few and many inputs, and of long texts.
pub(crate) fn document_bytes(document: &Document, registry: &Registry, length: usize) -> u64 {
    const OF_BYTE: usize = 9;
    const OF_NODE: usize = 1360;
    const OF_INPUT: usize = 110;
    let inputs = |node_type: &str| registry.find(node_type).map_or(0, |found| found.inputs.len());
    let nodes = document.nodes.values().map(|node| OF_NODE + OF_INPUT * inputs(&node.node_type));
    (OF_BYTE * length + nodes.sum::<usize>()) as u64
}

/// Memory in bytes of a document with a text of this length, of its graph, and of the files and the samples of its
/// images: all but the channels of images, which programs share. Decodes nothing.
///
/// # Errors
///
/// If they exceed a limit, together with the channels.
pub(crate) fn held(document: &Document, registry: &Registry, length: usize, memory: u64) -> Result<u64, OverBudget> {
    let images = document.image_memory();
    let held = document_bytes(document, registry, length).saturating_add(images.held);
    within_memory(held.saturating_add(images.channels), memory)?;
    Ok(held)
}
