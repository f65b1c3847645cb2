//! The engine, from documents to pictures, across its crates.
#![expect(clippy::unwrap_used, reason = "clippy excuses tests, but not the functions that they share")]

mod budgets;
mod conformance;
mod dependencies;
mod detail;
mod documents;
mod exactness;
mod golden;
mod groups;
mod in_full;
mod limits;
mod malformed;
mod modules;
mod needs;
mod pages;
mod parameters;
mod pictures;
mod pilots;
mod random_graphs;
mod rasters;
mod reading;
mod render_cache;
mod scale;
mod shapes;
mod sinks;
mod slices;
mod terrain;
mod tiles;
mod variables;
mod vocabulary;
mod volumes;
mod width;
