//! Nodes as boxes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use travertine_graph::definition::{Definition, ValueType};
use travertine_graph::graph::{GROUP, ITERATE};
use travertine_presentation::{Held, Outline, Socket};
use travertine_program::Type;

use crate::markup::{Markup, number};
use crate::metrics::{fit, width};
use crate::options::{Options, Values};
use crate::rect::Rect;
use crate::row::{Gradients, LINE, MARGIN, Row, boxed, socket, text};
use crate::style::{SMALL, TEXT, TITLE};
use crate::value::Shown;

/// The width of a node, in points; that of the editor, whose positions documents hold.
pub const WIDTH: f64 = 196.0;
/// The height of a title.
pub const HEADER: f64 = 24.0;
/// The smallest and the greatest width of the names of inputs.
const NAME: [f64; 2] = [64.0, 88.0];
/// The side of the picture of a node.
const PICTURE: f64 = 76.0;
/// The size of a bend of a wire.
const BEND: [f64; 2] = [36.0, 18.0];
/// The node type of bends.
const REROUTE: &str = "util/reroute";

/// A node to draw.
pub struct NodeBox {
    id: String,
    /// The label of its type, and the type.
    kind: [String; 2],
    /// The category of its type; `None` for an unknown type.
    pub category: Option<String>,
    form: Form,
    is_muted: bool,
    is_instance: bool,
    picture: Option<String>,
    /// Names and classes of its outputs.
    outputs: Vec<(String, &'static str)>,
    rows: Vec<Row>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Full,
    /// Only the title.
    Collapsed,
    /// A bend of a wire.
    Bend,
}

impl NodeBox {
    /// The box of a node.
    pub fn new(outline: &Outline, id: &str, options: &Options) -> NodeBox {
        let document = outline.document();
        let node = document.nodes.get(id);
        let node_type = node.map_or("", |node| node.node_type.as_str());
        let definition = outline.definition(id);
        let form = match definition {
            Some(definition) if definition.id == REROUTE => Form::Bend,
            _ if document.annotations.collapsed.contains(id) => Form::Collapsed,
            _ => Form::Full,
        };
        let picture = options.pictures.get(id).filter(|_| form == Form::Full);
        let label = definition.map_or("unknown type", |definition| &*definition.label);
        NodeBox {
            id: id.to_owned(),
            kind: [label.to_owned(), node_type.to_owned()],
            category: definition.map(|definition| definition.category().to_owned()),
            form,
            is_muted: node.is_some_and(|node| node.muted),
            is_instance: matches!(node_type.split_once('/'), Some((GROUP | ITERATE, _))),
            picture: picture.filter(|_| !document.annotations.folded.contains(id)).map(|png| STANDARD.encode(png)),
            outputs: outputs(outline, id),
            rows: match definition {
                Some(definition) => rows(outline, id, definition, options.values),
                None => unknown_rows(outline, id),
            },
        }
    }

    /// The size, in points.
    pub fn size(&self) -> [f64; 2] {
        match self.form {
            Form::Bend => BEND,
            Form::Collapsed => [WIDTH, HEADER],
            Form::Full => {
                let rows: f64 = self.rows.iter().map(Row::height).sum();
                [WIDTH, HEADER + 4.0 + self.upper() + rows + 6.0]
            }
        }
    }

    /// The height of the outputs and the picture.
    fn upper(&self) -> f64 {
        let outputs = LINE * self.outputs.len() as f64;
        if self.picture.is_some() { outputs.max(PICTURE + 6.0) } else { outputs }
    }

    /// The middle of the socket of an output, from the upper left corner.
    pub fn output(&self, name: &str) -> [f64; 2] {
        let index = self.outputs.iter().position(|(other, _)| other == name).unwrap_or(0);
        match self.form {
            Form::Bend => [BEND[0], BEND[1] / 2.0],
            Form::Collapsed => [WIDTH, HEADER / 2.0],
            Form::Full => [WIDTH, HEADER + 4.0 + LINE * (index as f64 + 0.5)],
        }
    }

    /// The middle of the socket of an input, from the upper left corner.
    pub fn input(&self, name: &str) -> [f64; 2] {
        match self.form {
            Form::Bend => [0.0, BEND[1] / 2.0],
            Form::Collapsed => [0.0, HEADER / 2.0],
            Form::Full => {
                let above = self.rows.iter().take_while(|row| row.name != name);
                let above: f64 = above.map(Row::height).sum();
                [0.0, HEADER + 4.0 + self.upper() + above + LINE / 2.0]
            }
        }
    }

    /// The class of an output, which its wires have.
    pub fn class(&self, output: &str) -> &'static str {
        self.outputs.iter().find(|(name, _)| name == output).map_or("lost", |(_, class)| class)
    }

    /// Draws the node. `tint` is the class of its title.
    pub fn draw(&self, markup: &mut Markup, gradients: &mut Gradients, [x, y]: [f64; 2], tint: &str) {
        markup.open("g", &[]);
        let [label, node_type] = &self.kind;
        let muted = if self.is_muted { ", muted" } else { "" };
        markup.with_text("title", &[], &format!("{}: {label} ({node_type}){muted}", self.id));
        if self.form == Form::Bend {
            self.draw_bend(markup, [x, y]);
        } else {
            let area = Rect::new([x, y], self.size());
            boxed(markup, &Rect { y: y + 2.0, ..area }.grown(1.0), "shadow", 7.0);
            boxed(markup, &area, "node", 6.0);
            // The box itself hides what is behind it.
            let class: &[(&str, &str)] = if self.is_muted { &[("class", "muted")] } else { &[] };
            markup.open("g", class);
            self.draw_title(markup, &area, tint);
            self.draw_sockets_of_title(markup, &area);
            if self.form == Form::Full {
                self.draw_upper(markup, [x, y + HEADER + 4.0]);
                let mut below = y + HEADER + 4.0 + self.upper();
                let names = self.rows.iter().map(Row::name_width).fold(0.0, f64::max);
                let name = (names + 8.0).clamp(NAME[0], NAME[1]);
                for row in &self.rows {
                    row.draw(markup, gradients, [x, below], WIDTH, name);
                    below += row.height();
                }
            }
            markup.close("g");
        }
        markup.close("g");
    }

    fn draw_title(&self, markup: &mut Markup, area: &Rect, tint: &str) {
        header(markup, area, tint, self.form == Form::Collapsed);
        let middle = area.y + HEADER / 2.0;
        let mut left = area.x + MARGIN;
        if self.is_instance {
            sheets(markup, [left, middle - 6.0]);
            left += 18.0;
        }
        let room = area.right() - MARGIN - left;
        let title = fit(&self.id, TITLE, room / BOLD);
        text(markup, [left, middle], "title", &title, TITLE);
        let rest = room - width(&title, TITLE) * BOLD - 10.0;
        if width(&self.kind[0], SMALL) <= rest {
            text(markup, [area.right() - MARGIN, middle + 0.5], "small end weak", &self.kind[0], SMALL);
        }
    }

    /// The sockets of a collapsed node: one for all inputs and one for all outputs.
    fn draw_sockets_of_title(&self, markup: &mut Markup, area: &Rect) {
        if self.form != Form::Collapsed {
            return;
        }
        let middle = area.y + HEADER / 2.0;
        if let Some(class) = self.rows.iter().find_map(|row| row.socket.filter(|_| row.shown == Shown::Wire)) {
            socket(markup, [area.x, middle], class);
        }
        if let Some((_, class)) = self.outputs.first() {
            socket(markup, [area.right(), middle], class);
        }
    }

    /// The picture on the left, the outputs on the right.
    fn draw_upper(&self, markup: &mut Markup, [x, y]: [f64; 2]) {
        let mut room = WIDTH - 2.0 * MARGIN;
        if let Some(picture) = &self.picture {
            let area = Rect { x: x + MARGIN, y: y + 2.0, width: PICTURE, height: PICTURE };
            let [left, top, side] = [area.x, area.y, PICTURE].map(number);
            let source = format!("data:image/png;base64,{picture}");
            let place = [("x", left.as_str()), ("y", &top), ("width", &side), ("height", &side), ("href", &source)];
            markup.element("image", &place);
            boxed(markup, &area.grown(0.5), "edge", 3.0);
            room -= PICTURE + 8.0;
        }
        for (index, (name, class)) in self.outputs.iter().enumerate() {
            let middle = y + LINE * (index as f64 + 0.5);
            let shown = fit(&name.replace('_', " "), TEXT, room);
            text(markup, [x + WIDTH - MARGIN, middle], "end", &shown, TEXT);
            socket(markup, [x + WIDTH, middle], class);
        }
    }

    fn draw_bend(&self, markup: &mut Markup, [x, y]: [f64; 2]) {
        let class = self.outputs.first().map_or("any", |(_, class)| class);
        let middle = y + BEND[1] / 2.0;
        let [left, right, down] = [x, x + BEND[0], middle].map(number);
        let path = format!("M{left} {down}H{right}");
        markup.element("path", &[("class", &format!("wire {class}")), ("d", &path)]);
        socket(markup, [x + BEND[0] / 2.0, middle], class);
    }
}

/// Bold letters are wider than others.
pub const BOLD: f64 = 1.06;

/// Draws the background of a title.
pub fn header(markup: &mut Markup, area: &Rect, class: &str, is_whole: bool) {
    let [left, top, right] = [area.x + 0.5, area.y + 0.5, area.right() - 0.5].map(number);
    let [low, inner, bottom] = [area.y + 6.0, area.right() - 6.0, area.y + HEADER].map(number);
    let path = if is_whole {
        let end = number(area.y + HEADER - 6.0);
        let (start, bottom) = (number(area.x + 6.0), number(area.y + HEADER - 0.5));
        format!(
            "M{left} {low}Q{left} {top} {start} {top}H{inner}Q{right} {top} {right} {low}V{end}\
             Q{right} {bottom} {inner} {bottom}H{start}Q{left} {bottom} {left} {end}Z"
        )
    } else {
        let start = number(area.x + 6.0);
        format!("M{left} {bottom}V{low}Q{left} {top} {start} {top}H{inner}Q{right} {top} {right} {low}V{bottom}Z")
    };
    markup.element("path", &[("class", class), ("d", &path)]);
}

/// The mark of a group: sheets behind each other.
fn sheets(markup: &mut Markup, [x, y]: [f64; 2]) {
    for offset in [4.0, 2.0, 0.0] {
        let sheet = Rect { x: x + offset, y: y + 4.0 - offset, width: 9.0, height: 8.0 };
        boxed(markup, &sheet, "sheet", 1.5);
    }
}

/// The class of sockets and wires of a type.
pub fn class_of(value_type: Option<Type>) -> &'static str {
    match value_type {
        Some(Type::Float) => "float",
        Some(Type::Vector) => "vector",
        Some(Type::Color) => "color",
        None => "lost",
    }
}

fn outputs(outline: &Outline, id: &str) -> Vec<(String, &'static str)> {
    let Some(definition) = outline.definition(id) else {
        // All wires of an unknown type leave from one socket.
        return vec![(String::new(), "lost")];
    };
    let outputs = definition.outputs.iter();
    let class = |name: &str| class_of(outline.output_type(&Socket::new(id, name)));
    outputs.map(|output| (output.name.to_string(), class(&output.name))).collect()
}

fn rows(outline: &Outline, id: &str, definition: &Definition, values: Values) -> Vec<Row> {
    let mut rows = Vec::new();
    for input in &definition.inputs {
        let socket = Socket::new(id, &*input.name);
        let Some(held) = outline.held(&socket) else { continue };
        let is_default = matches!(held, Held::Constant { is_default: true, .. } | Held::Position | Held::Noise);
        let is_shown = match held {
            Held::Constant { is_default: false, .. } => values != Values::Hidden,
            Held::Constant { .. } | Held::Position | Held::Noise => values == Values::All,
            _ => true,
        };
        if !is_shown {
            continue;
        }
        let class = match &input.value_type {
            setting if setting.is_setting() => None,
            ValueType::Any if !matches!(held, Held::Wire { .. }) => Some("any"),
            _ => Some(class_of(outline.input_type(&socket))),
        };
        rows.push(Row { name: input.name.to_string(), socket: class, shown: Shown::of(&held), is_default });
    }
    rows
}

fn unknown_rows(outline: &Outline, id: &str) -> Vec<Row> {
    let inputs = outline.document().nodes.get(id).into_iter().flat_map(|node| node.inputs.keys());
    let row = |name: &String| Row { name: name.clone(), socket: Some("lost"), shown: Shown::Wire, is_default: false };
    inputs.map(row).collect()
}
