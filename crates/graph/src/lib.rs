//! Documents, node definitions, validation, and lowering to programs.
//!
//! A [`Document`](document::Document) is a graph's file as a value. A [`Graph`](graph::Graph) is a document that has
//! been checked against a [`Registry`](registry::Registry) of node definitions. [`lowering::lower`] turns a graph into
//! a program.
#![forbid(unsafe_code)]

pub mod arguments;
pub mod constant;
pub mod definition;
pub mod description;
mod detail;
pub mod diagnostic;
pub mod document;
pub mod formula;
pub mod graph;
pub mod json;
pub mod lowering;
pub mod ramp;
pub mod registry;
pub mod suggest;
