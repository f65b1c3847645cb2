//! Small pictures: of the nodes of the open graph, of node types, and of a document that is not open.
//!
//! Those of nodes come from the application's worker and share the textures of an `atlas`. Those of node types were
//! made when the editor was built. That of a document comes from a worker of its own.

pub mod atlas;
pub mod of_document;
pub mod of_nodes;
pub mod of_types;
