//! The visual editor of Travertine.
//!
//! The document is the model; what is drawn each frame is read from it, and what the user does is an action upon it
//! ([`travertine_editing`]). The parts of the window change nothing themselves: they return requests, which the
//! application carries out after the frame. No node has code of its own here.
#![forbid(unsafe_code)]

mod add_menu;
pub mod app;
pub mod canvas;
mod commands;
mod dialogs;
mod export;
mod fields;
mod file_dialog;
mod focus;
mod frame_fields;
mod gallery;
mod inspector;
mod menus;
mod palette;
mod pictures;
mod preview;
mod problems;
pub mod project;
mod prose;
mod reference;
mod requests;
mod status;
mod theme;
mod thumbnail;
mod widgets;

pub use app::App;
