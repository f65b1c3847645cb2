//! Sizes on the canvas, in points of the document, and zooms with reduced detail.

use egui::Vec2;

/// The width of every node.
pub const WIDTH: f32 = 196.0;

/// The assumed size of a node that was never drawn.
pub const TYPICAL: Vec2 = Vec2::new(WIDTH, 220.0);

/// The radius of a socket.
pub const SOCKET: f32 = 4.5;

/// The spacing of the grid.
pub const GRID: f64 = 20.0;

/// Room around nodes without a position, and before the list of outputs.
pub const GAP: f64 = 80.0;

/// Below this zoom, nodes show titles and pictures only.
pub const FAR: f32 = 0.35;

/// Below this zoom, titles and sockets are not drawn.
pub const TINY: f32 = 0.25;
