//! The visual editor of Travertine.
//!
//! The document is the model: each frame is drawn from it, and each change is an action on it ([`travertine_editing`]).
//! The parts of the window change nothing themselves; they make requests, which the application carries out after the
//! frame. Nodes are drawn from their definitions. The only exceptions are bends, nodes of type `util/reroute`, which
//! the canvas draws as points of a wire.
#![forbid(unsafe_code)]

pub mod app;
pub mod canvas;
mod commands;
pub mod device;
mod dialogs;
mod durations;
mod export;
mod fields;
mod icons;
mod input;
mod library;
mod panels;
mod pictures;
mod preview;
pub mod project;
mod requests;
mod theme;
mod widgets;

pub use app::App;
