//! Wires as curves.

use crate::markup::{Markup, number};

/// Draws a wire from a socket on the right of a node to one on the left of another. A halo separates it from the wires
/// that it crosses.
pub fn draw(markup: &mut Markup, [x, y]: [f64; 2], [to_x, to_y]: [f64; 2], class: &str) {
    // A wire that leads back makes wide bends.
    let across = to_x - x;
    let reach =
        if across >= 0.0 { (0.5 * across).clamp(36.0, 400.0) } else { (40.0 - 0.5 * across).clamp(80.0, 400.0) };
    let [x, y, first, second, to_x, to_y] = [x, y, x + reach, to_x - reach, to_x, to_y].map(number);
    let path = format!("M{x} {y}C{first} {y} {second} {to_y} {to_x} {to_y}");
    markup.element("path", &[("class", "halo"), ("d", &path)]);
    markup.element("path", &[("class", &format!("wire {class}")), ("d", &path)]);
}
