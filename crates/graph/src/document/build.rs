//! Documents made by code.

use super::{Document, Image, Input, Node, Parameter, Preset};
use crate::json::{Number, Value};

impl Document {
    /// An empty document of that name.
    ///
    /// ```
    /// use travertine_graph::document::{Document, Input, Node, Parameter};
    ///
    /// let document = Document::named("Veins")
    ///     .parameter("veins", Parameter::new("float", 2).range(0.5, 8.0).describe("Veins per unit."))
    ///     .node("noise", Node::new("noise/perlin").input("scale", 3).input("octaves", 4))
    ///     .node("wave", Node::new("math/cosine")
    ///         .input("value", Input::wire("noise"))
    ///         .input("frequency", Input::parameter("veins")))
    ///     .output("height", Input::wire("wave"));
    /// assert_eq!(Document::parse(document.to_json().as_bytes())?, document);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn named(name: impl Into<String>) -> Document {
        Document { name: Some(name.into()), ..Document::default() }
    }

    /// Adds a parameter, or replaces the one of that name.
    pub fn parameter(mut self, name: impl Into<String>, parameter: Parameter) -> Document {
        put(&mut self.parameters, name.into(), parameter);
        self
    }

    /// Adds a preset, or replaces the one of that name.
    ///
    /// ```
    /// use travertine_graph::document::{Document, Input, Node, Parameter, Preset};
    ///
    /// let document = Document::named("Veins")
    ///     .parameter("veins", Parameter::new("float", 2))
    ///     .preset("Dense", Preset::new().value("veins", 7).describe("Veins everywhere."))
    ///     .node("wave", Node::new("math/cosine").input("frequency", Input::parameter("veins")))
    ///     .output("height", Input::wire("wave"));
    /// assert_eq!(Document::parse(document.to_json().as_bytes())?, document);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn preset(mut self, name: impl Into<String>, preset: Preset) -> Document {
        put(&mut self.presets, name.into(), preset);
        self
    }

    /// Adds an image, or replaces the one of that name.
    pub fn image(mut self, name: impl Into<String>, image: Image) -> Document {
        self.images.insert(name.into(), image);
        self
    }

    /// Adds a node, or replaces the one of that id.
    pub fn node(mut self, id: impl Into<String>, node: Node) -> Document {
        self.nodes.insert(id.into(), node.into());
        self
    }

    /// Adds a group, or replaces the one of that name: a graph that is the node type `group/NAME` of this document.
    ///
    /// ```
    /// use travertine_graph::document::{Document, Input, Node, Parameter};
    ///
    /// let lift = Document::named("Lift")
    ///     .parameter("value", Parameter::new("float", 0))
    ///     .node("sum", Node::new("math/add").input("a", Input::parameter("value")).input("b", 1))
    ///     .output("sum", Input::wire("sum"));
    /// let document = Document::default()
    ///     .group("lift", lift)
    ///     .node("noise", Node::new("noise/perlin"))
    ///     .node("lifted", Node::new("group/lift").input("value", Input::wire("noise")))
    ///     .output("height", Input::wire("lifted"));
    /// assert_eq!(Document::parse(document.to_json().as_bytes())?, document);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn group(mut self, name: impl Into<String>, document: Document) -> Document {
        self.groups.insert(name.into(), document.into());
        self
    }

    /// Adds an output, or replaces the one of that name. The source is [`Input::wire`] or [`Input::output`].
    pub fn output(mut self, name: impl Into<String>, source: Input) -> Document {
        put(&mut self.outputs, name.into(), source);
        self
    }
}

/// Adds a named entry, or replaces the one of that name.
fn put<T>(entries: &mut Vec<(String, T)>, name: String, entry: T) {
    match entries.iter_mut().find(|(known, _)| *known == name) {
        Some((_, known)) => *known = entry,
        None => entries.push((name, entry)),
    }
}

impl Node {
    /// A node of that type, its inputs at their defaults: `noise/perlin`, or `noise/perlin@2`.
    pub fn new(node_type: impl Into<String>) -> Node {
        Node { node_type: node_type.into(), ..Node::default() }
    }

    /// Sets an input: to a number, a text, a list of numbers, a wire or a parameter.
    pub fn input(mut self, name: impl Into<String>, input: impl Into<Input>) -> Node {
        self.inputs.insert(name.into(), input.into());
        self
    }
}

impl Parameter {
    /// A parameter of that type, such as `float` or `color`, and its default.
    pub fn new(parameter_type: impl Into<String>, default: impl Into<Value>) -> Parameter {
        Parameter { parameter_type: parameter_type.into(), default: Some(default.into()), ..Parameter::default() }
    }

    /// Sets the least and the greatest value. An end that is not finite is left open.
    pub fn range(self, min: f64, max: f64) -> Parameter {
        Parameter { min: Number::from_f64(min), max: Number::from_f64(max), ..self }
    }

    /// Sets the unit.
    pub fn unit(self, unit: impl Into<String>) -> Parameter {
        Parameter { unit: Some(unit.into()), ..self }
    }

    /// Sets the description.
    pub fn describe(self, description: impl Into<String>) -> Parameter {
        Parameter { description: Some(description.into()), ..self }
    }

    /// Sets the names to choose from, for the type `choice`.
    pub fn choices(self, names: impl IntoIterator<Item: Into<String>>) -> Parameter {
        Parameter { choices: names.into_iter().map(Into::into).collect(), ..self }
    }
}

impl Preset {
    /// A preset in which every parameter has its default.
    pub fn new() -> Preset {
        Preset::default()
    }

    /// Sets the value of a parameter.
    pub fn value(mut self, parameter: impl Into<String>, value: impl Into<Value>) -> Preset {
        self.values.insert(parameter.into(), value.into());
        self
    }

    /// Sets the description.
    pub fn describe(self, description: impl Into<String>) -> Preset {
        Preset { description: Some(description.into()), ..self }
    }
}

impl Input {
    /// A wire from the first output of a node.
    pub fn wire(node: impl Into<String>) -> Input {
        Input::Node { node: node.into(), output: None }
    }

    /// A wire from an output of a node.
    pub fn output(node: impl Into<String>, output: impl Into<String>) -> Input {
        Input::Node { node: node.into(), output: Some(output.into()) }
    }

    /// The value of a parameter.
    pub fn parameter(name: impl Into<String>) -> Input {
        Input::Parameter(name.into())
    }

    /// A ramp: positions from 0 to 1, each with its color, as `"#5b5f66"` or `[0.1, 0.2, 0.3]`.
    pub fn ramp(stops: impl IntoIterator<Item = (f64, impl Into<Value>)>) -> Input {
        let object =
            |members: [(&str, Value); 2]| Value::Object(members.map(|(name, value)| (name.to_owned(), value)).into());
        let stop =
            |(position, color): (f64, _)| object([("position", Value::from(position)), ("color", Into::into(color))]);
        let stops = stops.into_iter().map(stop).collect();
        Input::Constant(Value::Object(vec![("stops".to_owned(), Value::List(stops))]))
    }
}

impl<T: Into<Value>> From<T> for Input {
    fn from(value: T) -> Input {
        Input::from_value(value.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_by_code_is_the_one_in_json() {
        let text = r##"{"format": "travertine", "version": 1, "name": "Veins",
            "parameters": {"veins": {"type": "float", "default": 2, "min": 0.5, "max": 8, "unit": "veins per unit"},
                           "mode": {"type": "choice", "default": "a", "choices": ["a", "b"]}},
            "nodes": {
                "place": {"type": "input/position"},
                "sum": {"type": "math/add", "inputs": {"a": {"node": "place", "output": "x"}, "b": 0.25}},
                "veins": {"type": "math/cosine", "inputs": {"value": {"node": "sum"}, "frequency": {"parameter": "veins"}}},
                "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "veins"}, "ramp": {"stops": [
                    {"position": 0, "color": "#f4f1ea"}, {"position": 1, "color": [0, 0.5, 1]}]}}}},
            "outputs": {"color": {"node": "ramp", "output": "color"}}}"##;
        let ramp = [(0.0, Value::from("#f4f1ea")), (1.0, Value::from([0.0, 0.5, 1.0]))];
        let document = Document::named("Veins")
            .parameter("veins", Parameter::new("float", 3))
            .parameter("mode", Parameter::new("choice", "a").choices(["a", "b"]))
            .parameter("veins", Parameter::new("float", 2).range(0.5, 8.0).unit("veins per unit"))
            .node("place", Node::new("input/position"))
            .node("sum", Node::new("math/add").input("a", Input::output("place", "x")).input("b", 0.25))
            .node(
                "veins",
                Node::new("math/cosine")
                    .input("value", Input::wire("sum"))
                    .input("frequency", Input::parameter("veins")),
            )
            .node("ramp", Node::new("color/ramp").input("value", Input::wire("veins")).input("ramp", Input::ramp(ramp)))
            .output("color", Input::output("ramp", "color"));
        assert_eq!(Document::parse(text.as_bytes()), Ok(document));
    }

    #[test]
    fn a_number_that_is_not_finite_is_no_value() {
        assert_eq!(Input::from(f64::NAN), Input::Constant(Value::Null));
        let open = Parameter::new("float", 1).range(0.0, f64::INFINITY);
        assert_eq!((open.min.is_some(), open.max), (true, None));
    }
}
