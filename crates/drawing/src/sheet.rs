//! The whole drawing.

use std::collections::{BTreeMap, BTreeSet};

use travertine_graph::graph::{GROUP, ITERATE};
use travertine_presentation::Outline;

use crate::frame::{self, frames};
use crate::heading::Heading;
use crate::list::List;
use crate::markup::{Markup, number};
use crate::node::{HEADER, NodeBox};
use crate::options::{MAX_NODES, Options, TooLarge};
use crate::place::{GAP, limited, positions};
use crate::rect::Rect;
use crate::row::{Gradients, boxed};
use crate::{style, wire};

/// Room around the drawing, in points.
const BORDER: f64 = 32.0;
/// The smallest width of a drawing, so that a heading has room.
const LEAST: f64 = 320.0;

/// The graph as SVG.
///
/// # Errors
///
/// If it has more than [`MAX_NODES`] nodes.
pub fn draw(outline: &Outline, options: &Options) -> Result<String, TooLarge> {
    let nodes = outline.document().nodes.len();
    if nodes > MAX_NODES {
        return Err(TooLarge { nodes });
    }
    Ok(Sheet::new(outline, options).draw(options))
}

/// Everything that is drawn, and where.
struct Sheet<'a> {
    outline: &'a Outline,
    nodes: BTreeMap<&'a str, NodeBox>,
    positions: BTreeMap<String, [f64; 2]>,
    parameters: (List, [f64; 2]),
    outputs: (List, [f64; 2]),
    heading: (Heading, [f64; 2]),
    /// The rectangle around all of it.
    area: Rect,
}

impl<'a> Sheet<'a> {
    fn new(outline: &'a Outline, options: &Options) -> Sheet<'a> {
        let document = outline.document();
        let nodes: BTreeMap<&str, NodeBox> =
            document.nodes.keys().map(|id| (id.as_str(), NodeBox::new(outline, id, options))).collect();
        let sizes = nodes.iter().map(|(id, node)| ((*id).to_owned(), node.size())).collect();
        let positions = positions(outline, &sizes);
        let boxes = positions.iter().filter_map(|(id, at)| Some(Rect::new(*at, *sizes.get(id)?)));
        let around = |areas: &mut dyn Iterator<Item = Rect>| areas.reduce(|a, b| a.union(&b));
        let graph = around(&mut boxes.chain(frames(outline).into_iter().map(|(area, _)| area)));
        let mut area = graph.unwrap_or_default();

        let outputs = List::of_outputs(outline);
        let place = match document.annotations.outputs {
            Some(position) => position.map(limited),
            None => [area.right() + GAP, middle_of_sources(outline, &nodes, &positions).unwrap_or(area.y)],
        };
        area = area.union(&Rect::new(place, outputs.size()));
        let outputs = (outputs, place);
        let list = List::of_parameters(outline);
        let corner = [area.x - GAP - list.size()[0], area.y];
        if !list.is_empty() {
            area = area.union(&Rect::new(corner, list.size()));
        }
        let parameters = (list, corner);
        area.width = area.width.max(LEAST);
        let heading = Heading::new(document, area.width);
        let height = heading.size()[1];
        let area = Rect { y: area.y - height, height: area.height + height, ..area };
        let heading = (heading, [area.x, area.y]);
        Sheet { outline, nodes, positions, parameters, outputs, heading, area: area.grown(BORDER) }
    }

    fn draw(&self, options: &Options) -> String {
        let [x, y, width, height] = [self.area.x, self.area.y, self.area.width, self.area.height].map(number);
        let mut markup = Markup::default();
        let view = format!("{x} {y} {width} {height}");
        let space = ("xmlns", "http://www.w3.org/2000/svg");
        let attributes = [space, ("width", &width), ("height", &height), ("viewBox", &view), ("role", "img")];
        markup.open("svg", &attributes);
        let name = self.outline.document().name.as_deref().unwrap_or("Graph");
        markup.with_text("title", &[], name);
        let (hues, tints) = self.tints();
        style::write(&mut markup, options.theme, &hues);
        boxed(&mut markup, &self.area, "canvas", 12.0);
        self.heading.0.draw(&mut markup, self.heading.1);
        for (area, each) in frames(self.outline) {
            frame::draw(&mut markup, &area, each);
        }
        self.draw_wires(&mut markup);
        let mut gradients = Gradients::default();
        if !self.parameters.0.is_empty() {
            self.parameters.0.draw(&mut markup, &mut gradients, self.parameters.1);
        }
        for (id, node) in &self.nodes {
            let tint = node.category.as_deref().and_then(|category| tints.get(category));
            let class = tint.map_or("plain".to_owned(), |index| format!("tint{index}"));
            if let Some(position) = self.positions.get(*id) {
                node.draw(&mut markup, &mut gradients, *position, &class);
            }
        }
        self.outputs.0.draw(&mut markup, &mut gradients, self.outputs.1);
        markup.close("svg");
        markup.finish()
    }

    fn draw_wires(&self, markup: &mut Markup) {
        for (from, to) in self.outline.wires() {
            if let (Some(start), Some(node), Some(position)) =
                (self.output(&from.node, &from.name), self.nodes.get(to.node.as_str()), self.positions.get(&to.node))
            {
                wire::draw(markup, start.0, moved(*position, node.input(&to.name)), start.1);
            }
        }
        for (index, (_, input)) in self.outline.document().outputs.iter().enumerate() {
            let from = self.outline.source_of(input);
            if let Some(start) = from.and_then(|from| self.output(&from.node, &from.name)) {
                let (list, position) = &self.outputs;
                wire::draw(markup, start.0, moved(*position, list.row(index)), start.1);
            }
        }
    }

    /// The place of an output, and its class.
    fn output(&self, node: &str, name: &str) -> Option<([f64; 2], &'static str)> {
        let found = self.nodes.get(node)?;
        Some((moved(*self.positions.get(node)?, found.output(name)), found.class(name)))
    }

    /// The hues of the categories of the nodes, and the index of each category among them.
    fn tints(&self) -> (Vec<f64>, BTreeMap<&str, usize>) {
        let used: BTreeSet<&str> = self.nodes.values().filter_map(|node| node.category.as_deref()).collect();
        let mut known: Vec<&str> = self.outline.base().ids().filter_map(|id| id.split('/').next()).collect();
        known.dedup();
        known.extend([GROUP, ITERATE]);
        let hue = |category: &str| {
            let index = known.iter().position(|known| *known == category).unwrap_or_default();
            // Hues that are far apart, however many there are.
            (index as f64 * 0.618_034).fract()
        };
        let tints = used.iter().enumerate().map(|(index, category)| (*category, index)).collect();
        (used.iter().map(|category| hue(category)).collect(), tints)
    }
}

fn moved([x, y]: [f64; 2], [right, down]: [f64; 2]) -> [f64; 2] {
    [x + right, y + down]
}

/// The height at which the list of outputs stands next to its sources.
fn middle_of_sources(
    outline: &Outline,
    nodes: &BTreeMap<&str, NodeBox>,
    positions: &BTreeMap<String, [f64; 2]>,
) -> Option<f64> {
    let outputs = outline.document().outputs.iter();
    let heights: Vec<f64> = outputs
        .filter_map(|(_, input)| {
            let from = outline.source_of(input)?;
            Some(positions.get(&from.node)?[1] + nodes.get(from.node.as_str())?.output(&from.name)[1])
        })
        .collect();
    let count = heights.len() as f64;
    (count > 0.0).then(|| (heights.iter().sum::<f64>() / count - HEADER - 11.0 * count).round())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;
    use quick_xml::Reader;
    use quick_xml::events::Event;
    use travertine::{Document, registry};
    use travertine_graph::document::{Frame, Input, Node, Parameter, Preset};
    use travertine_tests::bundled::{bundled_graphs, bundled_groups};

    use super::*;
    use crate::options::Values;
    use crate::style::Theme;

    fn drawn(document: Document, options: &Options) -> String {
        draw(&Outline::new(Arc::new(document), registry()), options).unwrap()
    }

    /// The texts of a drawing, which must be well-formed.
    fn texts(svg: &str) -> Vec<String> {
        let mut reader = Reader::from_str(svg);
        reader.config_mut().check_end_names = true;
        let (mut texts, mut depth, mut text) = (Vec::new(), 0, String::new());
        loop {
            match reader.read_event().unwrap() {
                Event::Start(start) => {
                    assert!(start.attributes().all(|attribute| attribute.is_ok()));
                    (depth, text) = (depth + 1, String::new());
                }
                Event::Empty(start) => assert!(start.attributes().all(|attribute| attribute.is_ok())),
                Event::Text(part) => text += &part.decode().unwrap(),
                Event::GeneralRef(reference) => text.push(match &*reference.decode().unwrap() {
                    "lt" => '<',
                    "gt" => '>',
                    "amp" => '&',
                    "quot" => '"',
                    other => panic!("{other}"),
                }),
                Event::End(_) => {
                    depth -= 1;
                    texts.push(std::mem::take(&mut text).trim().to_owned());
                }
                Event::Eof => break,
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(depth, 0);
        texts
    }

    /// A marble of twenty nodes.
    fn marble() -> Document {
        Document::parse(include_bytes!("../../../tests/graphs/marble.json")).unwrap()
    }

    #[test]
    fn every_bundled_graph_and_group_is_drawn() {
        let documents = bundled_graphs().into_iter().chain(bundled_groups());
        for (name, text) in documents {
            let document = Document::parse(text.as_bytes()).unwrap();
            for (theme, values) in
                [(Theme::Auto, Values::Set), (Theme::Dark, Values::All), (Theme::Light, Values::Hidden)]
            {
                let options = Options { theme, values, ..Options::default() };
                let svg = drawn(document.clone(), &options);
                assert_eq!(svg, drawn(document.clone(), &options), "{name}");
                let texts = texts(&svg);
                for id in document.nodes.keys() {
                    assert!(texts.iter().any(|text| text.starts_with(&format!("{id}: "))), "{name}: {id}");
                }
                assert_eq!(svg.contains("@media"), theme == Theme::Auto);
                for forbidden in ["<script", "javascript", "http:", "https:"] {
                    let found = svg.replace("http://www.w3.org/2000/svg", "").contains(forbidden);
                    assert!(!found, "{name} has {forbidden}");
                }
            }
        }
    }

    #[test]
    fn wires_end_at_their_sockets() {
        let mut document = Document::named("Two")
            .node("a", Node::new("noise/perlin"))
            .node("b", Node::new("math/absolute").input("value", Input::wire("a")))
            .output("height", Input::wire("b"));
        document.layout = [("a".to_owned(), [0.0, 0.0]), ("b".to_owned(), [300.0, 100.0])].into();
        document.annotations.outputs = Some([600.0, 0.0]);
        let svg = drawn(document, &Options::default());
        // From below the title of `a`, in the row of its first output, to below the row of the output of `b`.
        assert!(svg.contains("class=\"wire float\" d=\"M196 39C248 39 248 161 300 161\""), "{svg}");
        assert!(svg.contains("d=\"M496 139C"), "{svg}");
        assert!(svg.contains(" 600 39\""), "{svg}");
        for (name, [x, y]) in [("output", [196, 39]), ("input", [300, 161])] {
            assert!(svg.contains(&format!("cx=\"{x}\" cy=\"{y}\"")), "{name}");
        }
    }

    #[test]
    fn the_bundled_marble_is_the_drawing_of_the_documentation() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures/marble.svg");
        let (_, text) = bundled_graphs().into_iter().find(|(name, _)| name == "marble").unwrap();
        let svg = drawn(Document::parse(text.as_bytes()).unwrap(), &Options::default());
        let page = std::fs::read_to_string(path).unwrap();
        assert!(
            page == svg,
            "review the drawing; `travertine draw graphs/marble.json -o docs/pictures/marble.svg` writes it"
        );
    }

    #[test]
    fn inputs_are_shown_as_asked() {
        let texts = |values| texts(&drawn(marble(), &Options { values, ..Options::default() }));
        let has = |values, text: &str| texts(values).iter().any(|found| found == text);
        assert!(has(Values::Hidden, "vein color") && !has(Values::Hidden, "lacunarity"));
        assert!(has(Values::Set, "lacunarity") && has(Values::Set, "2.7") && !has(Values::Set, "periodic"));
        assert!(has(Values::All, "periodic") && has(Values::All, "false"));
        for expected in ["Marble", "Parameters", "Presets", "Verde", "Outputs", "roughness"] {
            assert!(has(Values::Set, expected), "{expected}");
        }
    }

    #[test]
    fn pictures_stand_in_their_nodes() {
        let pictures = [("wave".to_owned(), b"not checked".to_vec()), ("none".to_owned(), Vec::new())].into();
        let svg = drawn(marble(), &Options { pictures, ..Options::default() });
        assert_eq!(svg.matches("<image ").count(), 1);
        assert!(svg.contains("href=\"data:image/png;base64,bm90IGNoZWNrZWQ=\""));
    }

    #[test]
    fn nodes_without_positions_are_arranged_and_far_ones_are_limited() {
        let mut document = marble();
        document.layout.clear();
        let sheet = |document: &Document| {
            let outline = Outline::new(Arc::new(document.clone()), registry());
            let sheet = Sheet::new(&outline, &Options::default());
            (sheet.positions.clone(), sheet.area)
        };
        let (positions, area) = sheet(&document);
        for (id, node) in &document.nodes {
            for input in node.inputs.values() {
                if let Input::Node { node: from, .. } = input {
                    assert!(positions[from][0] + crate::node::WIDTH < positions[id][0], "{from} {id}");
                }
            }
        }
        assert!(area.width < 5000.0 && area.height < 3000.0, "{area:?}");
        document.layout.insert("wave".to_owned(), [1e300, -1e300]);
        let (positions, area) = sheet(&document);
        assert_eq!(positions["wave"], [1e6, -1e6]);
        assert!(area.width.is_finite() && positions["veins"][1] > -1e6);
        assert!(!drawn(document, &Options::default()).contains("NaN"));
    }

    #[test]
    fn a_graph_of_many_nodes_is_drawn_or_refused() {
        let chain = |count: usize| {
            let mut document = Document::named("Chain").output("end", Input::wire("n0"));
            for index in 0..count {
                let node = match index + 1 < count {
                    true => Node::new("math/add").input("a", Input::wire(format!("n{}", index + 1))),
                    false => Node::new("noise/perlin"),
                };
                let node = if index % 7 == 0 { node.input("b", Input::wire(format!("n{}", count - 1))) } else { node };
                let node = if index + 1 < count { node } else { Node::new("noise/perlin") };
                document.nodes.insert(format!("n{index}"), node.into());
            }
            document
        };
        let start = std::time::Instant::now();
        let svg = drawn(chain(MAX_NODES), &Options::default());
        assert_eq!(svg.matches("<title>n").count(), MAX_NODES);
        assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
        let outline = Outline::new(Arc::new(chain(100_000)), registry());
        let error = draw(&outline, &Options::default()).unwrap_err().to_string();
        assert!(error.contains("100000 nodes") && error.contains("10000"), "{error}");
    }

    #[test]
    fn broken_documents_are_drawn_too() {
        let mut document = Document::default()
            .node("a", Node::new("no/such").input("x", Input::wire("gone")))
            .node("b", Node::new("noise/perlin").input("scale", "red").input("seed", Input::parameter("none")))
            .node("c", Node::new("color/ramp").input("value", Input::output("a", "what")))
            .parameter("p", Parameter::new("flaot", 1))
            .parameter("q", Parameter::new("float", "x"))
            .preset("x", Preset::new().value("gone", 1))
            .output("o", Input::wire("missing"));
        document.layout.insert("lost".to_owned(), [0.0, 0.0]);
        let found = texts(&drawn(document, &Options::default()));
        assert!(found.iter().any(|text| text == "unknown type"), "{found:?}");
        let empty = drawn(Document::default(), &Options::default());
        assert!(texts(&empty).contains(&"Graph".to_owned()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_text_is_escaped(name in any::<String>(), other in any::<String>(), numbers in any::<[f64; 4]>()) {
            let mut document = Document::named(&name)
                .parameter(&name, Parameter::new("text", other.as_str()).describe(&other))
                .preset(&other, Preset::new().describe(&name))
                .node(&name, Node::new("math/formula").input("formula", other.as_str()))
                .node("bend", Node::new("util/reroute").input("value", Input::wire(&name)))
                .node("choice", Node::new("noise/perlin").input("interpolation", other.as_str()))
                .output(&other, Input::wire("bend"));
            document.description = Some(other.clone());
            let [x, y, width, height] = numbers;
            let frame = Frame { title: Some(name.clone()), text: Some(other), position: [x, y], size: [width, height], ..Frame::default() };
            document.annotations.frames.insert("f".to_owned(), frame);
            document.layout.insert("bend".to_owned(), [y, x]);
            let svg = drawn(document, &Options { values: Values::All, ..Options::default() });
            texts(&svg);
            prop_assert!(svg.chars().all(|each| each == '\n' || each == '\t' || !each.is_control()));
            prop_assert!(!svg.contains("NaN") && !svg.contains("inf"));
        }
    }
}
