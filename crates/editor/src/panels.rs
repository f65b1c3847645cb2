//! The panels around the canvas.
//!
//! The `inspector` has a tab for the selected node, one for the parameters of the graph (`parameters`), and one for the
//! graph itself (`graph`). The `status` line is at the bottom of the window.

pub mod curve_values;
mod dice;
mod graph;
pub mod inspector;
mod parameter_details;
mod parameters;
mod preset_row;
mod sections;
pub mod status;
