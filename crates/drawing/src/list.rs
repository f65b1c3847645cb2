//! The lists next to the nodes: outputs of the graph on the right, its parameters and presets on the left.

use travertine_graph::definition::{InputDefinition, ValueType};
use travertine_graph::document::Parameter;
use travertine_presentation::Outline;

use crate::markup::Markup;
use crate::metrics::fit;
use crate::node::{HEADER, WIDTH, class_of, header};
use crate::rect::Rect;
use crate::row::{Gradients, LINE, MARGIN, Row, boxed, text};
use crate::style::{SMALL, TEXT, TITLE};
use crate::value::Shown;

/// The width of the list of parameters, in points.
const WIDE: f64 = 236.0;
/// The width of the names of parameters.
const NAME: f64 = 112.0;
/// The height of the title of a section.
const SECTION: f64 = 20.0;

/// A list to draw.
pub struct List {
    title: &'static str,
    width: f64,
    sections: Vec<(String, Vec<Row>)>,
}

impl List {
    /// The outputs of the graph.
    pub fn of_outputs(outline: &Outline) -> List {
        let outputs = outline.document().outputs.iter().map(|(name, input)| {
            let value_type = outline.source_of(input).and_then(|from| outline.output_type(&from));
            Row { name: name.clone(), socket: Some(class_of(value_type)), shown: Shown::Wire, is_default: false }
        });
        List { title: "Outputs", width: WIDTH, sections: vec![(String::new(), outputs.collect())] }
    }

    /// The parameters of the graph in their sections, and its presets.
    pub fn of_parameters(outline: &Outline) -> List {
        let document = outline.document();
        let mut sections: Vec<(String, Vec<Row>)> = vec![(String::new(), Vec::new())];
        for (name, parameter) in &document.parameters {
            let title = parameter.section.clone().unwrap_or_default();
            let row = Row { name: name.clone(), socket: None, shown: default(parameter), is_default: false };
            match sections.iter_mut().find(|(known, _)| *known == title) {
                Some((_, rows)) => rows.push(row),
                None => sections.push((title, vec![row])),
            }
        }
        let presets = document.presets.iter().map(|(name, _)| name.clone());
        let preset = |name| Row { name, socket: None, shown: Shown::Wire, is_default: false };
        sections.push(("Presets".to_owned(), presets.map(preset).collect()));
        sections.retain(|(_, rows)| !rows.is_empty());
        List { title: "Parameters", width: WIDE, sections }
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.sections.iter().all(|(_, rows)| rows.is_empty())
    }

    /// The size, in points.
    pub fn size(&self) -> [f64; 2] {
        let section =
            |(title, rows): &(String, Vec<Row>)| title_height(title) + rows.iter().map(Row::height).sum::<f64>();
        [self.width, HEADER + 4.0 + self.sections.iter().map(section).sum::<f64>() + 6.0]
    }

    /// The middle of the socket of a row, from the upper left corner.
    pub fn row(&self, index: usize) -> [f64; 2] {
        [0.0, HEADER + 4.0 + LINE * (index as f64 + 0.5)]
    }

    /// Draws the list.
    pub fn draw(&self, markup: &mut Markup, gradients: &mut Gradients, at: [f64; 2]) {
        let area = Rect::new(at, self.size());
        boxed(markup, &Rect { y: area.y + 2.0, ..area }.grown(1.0), "shadow", 7.0);
        boxed(markup, &area, "node", 6.0);
        header(markup, &area, "plain", false);
        text(markup, [area.x + MARGIN, area.y + HEADER / 2.0], "title", self.title, TITLE);
        let mut y = area.y + HEADER + 4.0;
        for (title, rows) in &self.sections {
            if !title.is_empty() {
                let shown = fit(title, SMALL, self.width - 2.0 * MARGIN);
                text(markup, [area.x + MARGIN, y + SECTION / 2.0 + 1.0], "small accent", &shown, SMALL);
            }
            y += title_height(title);
            for row in rows {
                row.draw(markup, gradients, [area.x, y], self.width, NAME);
                y += row.height();
            }
        }
    }
}

fn title_height(title: &str) -> f64 {
    if title.is_empty() { 0.0 } else { SECTION }
}

/// The default of a parameter.
fn default(parameter: &Parameter) -> Shown {
    let value_type = ValueType::of_parameter(&parameter.parameter_type);
    let (Some(value), Some(value_type)) = (&parameter.default, value_type) else {
        return Shown::Problem("missing".to_owned());
    };
    // The names of a choice may be those of an input.
    if let (ValueType::Choice(_), Some(text)) = (&value_type, value.as_text()) {
        return Shown::Text(text.to_owned());
    }
    match InputDefinition::required("value", value_type).constant(value) {
        Ok(constant) => Shown::of_constant(&constant),
        Err(_) => Shown::Problem(fit(&value.to_string(), TEXT, WIDE)),
    }
}
