//! The name and the description of the graph above its nodes.

use travertine_graph::document::Document;

use crate::markup::Markup;
use crate::metrics::{fit, wrap};
use crate::node::BOLD;
use crate::row::text;
use crate::style::TEXT;

/// The size of the name, in points.
const NAME: f64 = 22.0;
/// The height of a line of the description.
const LINE: f64 = 17.0;
/// The greatest width of a line, so that it is easy to read.
const MEASURE: f64 = 620.0;
/// The greatest number of lines.
const MOST: usize = 6;
/// Room below.
const GAP: f64 = 28.0;

/// A heading to draw.
pub struct Heading {
    name: String,
    lines: Vec<String>,
    width: f64,
}

impl Heading {
    /// The heading of a graph above a drawing of this width.
    pub fn new(document: &Document, width: f64) -> Heading {
        let name = fit(document.name.as_deref().unwrap_or_default(), NAME, width / BOLD);
        let description = document.description.as_deref().unwrap_or_default().replace('`', "");
        Heading { name, lines: wrap(&description, TEXT, width.min(MEASURE), MOST), width }
    }

    /// The size, in points; without a name and a description nothing.
    pub fn size(&self) -> [f64; 2] {
        let name = if self.name.is_empty() { 0.0 } else { NAME + 10.0 };
        let height = name + LINE * self.lines.len() as f64;
        if height > 0.0 { [self.width, height + GAP] } else { [0.0; 2] }
    }

    /// Draws the heading.
    pub fn draw(&self, markup: &mut Markup, [x, y]: [f64; 2]) {
        let mut y = y;
        if !self.name.is_empty() {
            text(markup, [x, y + NAME / 2.0], "heading", &self.name, NAME);
            y += NAME + 10.0;
        }
        for line in &self.lines {
            text(markup, [x, y + LINE / 2.0], "weak", line, TEXT);
            y += LINE;
        }
    }
}
