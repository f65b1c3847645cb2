//! Rows: a name with a socket on the left, and the content of an input.

use travertine_graph::ramp::Ramp;
use travertine_program::Curve;

use crate::colors;
use crate::markup::{Markup, number};
use crate::metrics::{fit, width};
use crate::rect::Rect;
use crate::style::{CODE, TEXT};
use crate::value::{FORMULA_LINE, Shown, lines};

/// The height of a line, in points.
pub const LINE: f64 = 22.0;
/// The room between the border of a box and its content.
pub const MARGIN: f64 = 10.0;
/// The radius of a socket.
const SOCKET: f64 = 4.5;

/// A row of a node or a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The name in the document.
    pub name: String,
    /// The class of the socket; `None` for rows without one.
    pub socket: Option<&'static str>,
    /// What it shows.
    pub shown: Shown,
    /// Whether the document leaves it at its default.
    pub is_default: bool,
}

/// State that the elements of a drawing share.
#[derive(Default)]
pub struct Gradients {
    count: usize,
}

impl Row {
    /// The height, in points.
    pub fn height(&self) -> f64 {
        LINE + self.shown.height()
    }

    /// The width of the name, if something stands next to it.
    pub fn name_width(&self) -> f64 {
        let is_alone = self.shown == Shown::Wire || self.shown.height() > 0.0;
        if is_alone { 0.0 } else { width(&self.name, TEXT) }
    }

    /// Draws the row, whose name is `name` points wide, into a box at `at` that is `width` wide.
    pub fn draw(&self, markup: &mut Markup, gradients: &mut Gradients, [x, y]: [f64; 2], width: f64, name: f64) {
        let left = x + MARGIN;
        let wide = width - 2.0 * MARGIN;
        let class = if self.is_default { "weak" } else { "" };
        let is_alone = self.shown == Shown::Wire || self.shown.height() > 0.0;
        let room = if is_alone { wide } else { name - 4.0 };
        text(markup, [left, y + LINE / 2.0], class, &fit(&self.name.replace('_', " "), TEXT, room), TEXT);
        let field = Rect { x: left + name, y: y + 2.0, width: wide - name, height: LINE - 4.0 };
        let below = Rect { x: left, y: y + LINE, width: wide, height: self.shown.height() - 4.0 };
        match &self.shown {
            Shown::Wire => {}
            Shown::Parameter(parameter) => {
                boxed(markup, &field, "driven", 9.0);
                let label = fit(&parameter.replace('_', " "), TEXT, field.width - 14.0);
                centered(markup, &field, "middle accent", &label);
            }
            Shown::Text(value) => {
                boxed(markup, &field, "field", 4.0);
                centered(markup, &field, middle(self.is_default), &fit(value, TEXT, field.width - 8.0));
            }
            Shown::Color { hex, text: value } => {
                boxed(markup, &field, "field", 4.0);
                let swatch = Rect { width: 20.0, ..field };
                filled(markup, &swatch, hex);
                boxed(markup, &swatch, "edge", 4.0);
                let rest = Rect { x: field.x + 20.0, width: field.width - 20.0, ..field };
                centered(markup, &rest, middle(self.is_default), &fit(value, TEXT, rest.width - 8.0));
            }
            Shown::Problem(value) => {
                boxed(markup, &field, "field", 4.0);
                centered(markup, &field, "middle problem", &fit(value, TEXT, field.width - 8.0));
            }
            Shown::Ramp(ramp) => gradients.draw(markup, &below, ramp),
            Shown::Curve(curve) => plot(markup, &below, curve),
            Shown::Formula(formula) => {
                boxed(markup, &below, "field", 4.0);
                for (index, line) in lines(formula).iter().enumerate() {
                    let middle = below.y + 1.0 + FORMULA_LINE * (index as f64 + 0.5);
                    text(markup, [below.x + 6.0, middle], "code", line, CODE);
                }
            }
        }
        if let Some(class) = self.socket {
            socket(markup, [x, y + LINE / 2.0], class);
        }
    }
}

fn middle(is_default: bool) -> &'static str {
    if is_default { "middle weak" } else { "middle" }
}

/// A text whose middle is at a height. An empty one leaves no element.
pub fn text(markup: &mut Markup, [x, y]: [f64; 2], class: &str, content: &str, size: f64) {
    if content.is_empty() {
        return;
    }
    // The middle of small letters is a third of the size above their base.
    let (x, y) = (number(x), number(y + 0.35 * size));
    let place = [("x", x.as_str()), ("y", y.as_str()), ("class", class)];
    let count = if class.is_empty() { 2 } else { 3 };
    markup.with_text("text", &place[..count], content);
}

fn centered(markup: &mut Markup, area: &Rect, class: &str, content: &str) {
    text(markup, [area.x + area.width / 2.0, area.y + area.height / 2.0], class, content, TEXT);
}

/// A rectangle with round corners.
pub fn boxed(markup: &mut Markup, area: &Rect, class: &str, radius: f64) {
    let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(number);
    let radius = number(radius);
    markup.element(
        "rect",
        &[("class", class), ("x", &x), ("y", &y), ("width", &width), ("height", &height), ("rx", &radius)],
    );
}

/// A rectangle of a color.
fn filled(markup: &mut Markup, area: &Rect, fill: &str) {
    let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(number);
    markup
        .element("rect", &[("x", &x), ("y", &y), ("width", &width), ("height", &height), ("rx", "4"), ("fill", fill)]);
}

/// A socket.
pub fn socket(markup: &mut Markup, [x, y]: [f64; 2], class: &str) {
    let [x, y, radius] = [x, y, SOCKET].map(number);
    let class = format!("socket {class}");
    markup.element("circle", &[("class", &class), ("cx", &x), ("cy", &y), ("r", &radius)]);
}

impl Gradients {
    /// Draws a bar of colors.
    fn draw(&mut self, markup: &mut Markup, area: &Rect, ramp: &Ramp) {
        self.count += 1;
        let id = format!("ramp{}", self.count);
        markup.open("linearGradient", &[("id", &id)]);
        for (position, color) in colors::stops(ramp) {
            let offset = position.to_string();
            markup.element("stop", &[("offset", &offset), ("stop-color", &color)]);
        }
        markup.close("linearGradient");
        filled(markup, area, &format!("url(#{id})"));
        boxed(markup, area, "edge", 4.0);
    }
}

/// A plot of a curve over the unit square and all of its points.
fn plot(markup: &mut Markup, area: &Rect, curve: &Curve) {
    const COLUMNS: u32 = 48;
    boxed(markup, area, "field", 4.0);
    let mut low = [0.0_f64; 2];
    let mut high = [1.0_f64; 2];
    for point in &curve.points {
        for axis in 0..2 {
            low[axis] = low[axis].min(f64::from(point[axis]));
            high[axis] = high[axis].max(f64::from(point[axis]));
        }
    }
    let inner = area.grown(-5.0);
    let place = |x: f64, y: f64| {
        let across = inner.x + (x - low[0]) / (high[0] - low[0]) * inner.width;
        let down = inner.bottom() - (y - low[1]) / (high[1] - low[1]) * inner.height;
        format!("{} {}", number(across), number(down))
    };
    // Points of the curve and places between, so that corners stay sharp.
    let mut places: Vec<f32> = (0..=COLUMNS)
        .map(|column| (low[0] + (high[0] - low[0]) * f64::from(column) / f64::from(COLUMNS)) as f32)
        .chain(curve.points.iter().map(|point| point[0]))
        .collect();
    places.sort_by(f32::total_cmp);
    places.dedup();
    let points: Vec<String> = places.into_iter().map(|x| place(f64::from(x), f64::from(curve.at(x)))).collect();
    markup.element("polyline", &[("class", "plot"), ("points", &points.join(" "))]);
}
