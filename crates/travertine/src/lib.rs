//! Procedural solid textures from a graph of nodes.
#![forbid(unsafe_code)]
