//! Sizes on the canvas, in points of the document, and zooms with reduced detail.

use egui::Vec2;
use travertine_graph::definition::Definition;

/// The width of every node.
pub const WIDTH: f32 = 196.0;

/// The height of a title.
pub const HEADER: f32 = 24.0;

/// The width of a node's border.
pub const EDGE: f32 = 2.0;

/// The room next to the content of a node.
pub const MARGIN: f32 = 10.0;

/// The assumed size of a node that was never drawn.
pub const TYPICAL: Vec2 = Vec2::new(WIDTH, 220.0);

/// The size of a node of a type before it is drawn: a title, a picture and the main output, and a row for each input
/// that is not hidden.
pub fn expected(definition: &Definition) -> Vec2 {
    let rows = definition.inputs.iter().filter(|input| !input.secondary && input.enabled_by.is_none());
    Vec2::new(WIDTH, 130.0 + 22.0 * rows.count() as f32)
}

/// The radius of a socket.
pub const SOCKET: f32 = 4.5;

/// The spacing of the grid.
pub const GRID: f64 = 20.0;

/// Room around nodes without a position, and before the list of outputs.
pub const GAP: f64 = 80.0;

/// Below this zoom, the text of rows is smaller than 7 points, and nodes show titles and pictures only.
pub const FAR: f32 = 0.5;

/// Below this zoom, the text of titles is smaller than 5 points, and is not drawn.
pub const NAMELESS: f32 = 0.37;

/// Below this zoom, sockets are not drawn.
pub const TINY: f32 = 0.25;
