//! Sizes on the canvas, in points of the document, and the zooms at which nodes show less.

use egui::Vec2;

/// The width of every node.
pub const WIDTH: f32 = 196.0;

/// The size of a node that was never shown.
pub const TYPICAL: Vec2 = Vec2::new(WIDTH, 220.0);

/// The radius of a socket.
pub const SOCKET: f32 = 4.5;

/// The spacing of the grid: that of the dots that the user sees.
pub const GRID: f64 = 20.0;

/// Room around nodes for which the document has no place, and before the list of the graph's outputs.
pub const GAP: f64 = 80.0;

/// Below this zoom, nodes show their titles and pictures only.
pub const FAR: f32 = 0.35;

/// Below this zoom, nobody can read a title or hit a socket.
pub const TINY: f32 = 0.25;
