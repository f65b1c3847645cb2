//! The editor as its user meets it, through the names announced to assistive technology, and by pictures.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "what goes wrong here is a test that fails")]

mod building;
mod bundled;
mod canvas;
mod colors;
mod curves;
mod devices;
mod exports;
mod files;
mod formulas;
mod frames;
mod framing;
mod groups;
mod heat;
mod input;
mod library;
mod looks;
mod meshes;
mod painter;
mod parameters;
mod paths;
mod presets;
mod previews;
mod problems;
mod sections;
#[cfg(target_os = "linux")]
mod soak;
mod speed;
mod support;
mod tasks;
mod texts;
mod wires;
