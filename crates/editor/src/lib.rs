//! The visual editor of Travertine.
//!
//! The document is the model: each frame is drawn from it, and each change is an action on it ([`travertine_editing`]).
//! The parts of the window change nothing themselves; they make requests, which the application carries out after the
//! frame. Nodes are drawn from their definitions. The only exceptions are bends, nodes of type `util/reroute`, which
//! the canvas draws as points of a wire.
#![forbid(unsafe_code)]

mod add_menu;
pub mod app;
mod atlas;
pub mod canvas;
mod colors;
mod commands;
pub mod compute;
mod curve_input;
mod dialogs;
mod dice;
mod example;
mod export;
mod fields;
mod file_dialog;
mod focus;
mod frame_fields;
mod gallery;
mod gestures;
#[cfg(feature = "gpu")]
mod gpu;
mod graph_fields;
mod graph_panel;
mod icons;
mod inspector;
mod menus;
mod node_pictures;
mod palette;
mod parameter_details;
mod parameter_panel;
mod pictures;
mod preset_row;
mod preview;
mod problems;
pub mod project;
mod prose;
mod reference;
mod requests;
mod sections;
mod sequence;
mod shelf;
mod status;
mod theme;
mod thumbnail;
mod widgets;

pub use app::App;
