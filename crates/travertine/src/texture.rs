//! Textures: graphs with values for their parameters.

mod gradients;
mod open;

use std::collections::BTreeMap;
use std::mem;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use travertine_graph::arguments::{Arguments, Detail, Variable};
use travertine_graph::constant::Constant;
use travertine_graph::diagnostic::{Diagnostic, one_of, quote};
use travertine_graph::document::{self, Document, Up};
use travertine_graph::graph::{Graph, Input, Source};
use travertine_graph::json::{Value, pointer};
use travertine_graph::lowering::{lower_sources, lower_with_conditions};
use travertine_graph::registry::Registry;
use travertine_graph::suggest::nearest;
use travertine_noise::Interval;
use travertine_program::{Bound, Program, TooLarge};

use crate::images::files_of;
use crate::memory::held;
use crate::programs::Programs;
use crate::refusal::{errors, refused};
use crate::{Argument, Error, Field, Fields, Parameter, Preset};

/// The registry of Travertine's node types.
pub fn registry() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(travertine_nodes::registry);
    &REGISTRY
}

/// A valid graph, and a value for each of its parameters.
#[derive(Clone, Debug)]
pub struct Texture {
    document: Arc<Document>,
    graph: Arc<Graph>,
    registry: Registry,
    arguments: Arguments,
    /// Values that were set, by parameter. They are checked again when the graph changes.
    given: BTreeMap<String, String>,
    seed: u32,
    files: Arc<[PathBuf]>,
    /// Memory of the document, and of the files and the samples of its images, in bytes.
    held: u64,
    /// The limit of memory in bytes within which the texture was made.
    memory: u64,
    /// Shared by copies of the texture until a setting changes.
    programs: Arc<Programs>,
}

impl Texture {
    /// The validated graph: name, parameters, nodes and outputs.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The document of the graph, including inputs that were set.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The files that the texture was read from: that of the graph, and its images. Empty if it was not opened by its
    /// path.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Relief of solids, bakes and normal maps of a graph without one, in units of the graph.
    pub const RELIEF: f32 = 0.012;

    /// How far a height of 1 lifts a surface, in units of the graph, if the document specifies it, or the group that
    /// its height comes from: the default of solids, bakes and normal maps.
    pub fn relief(&self) -> Option<f32> {
        self.document.relief()
    }

    /// Memory of the document, and of the files and the samples of its images, in bytes.
    pub(crate) fn held(&self) -> u64 {
        self.held
    }

    /// The direction that points up in the graph's space: `-y` unless the document specifies another.
    pub fn up(&self) -> Up {
        self.document.up()
    }

    /// The parameters, in the user's order.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = Parameter<'_>> {
        let parameters = self.graph.parameters.iter().enumerate();
        parameters.map(|(index, parameter)| Parameter::new(parameter, self.arguments.get(index)))
    }

    /// The presets, in the user's order.
    pub fn presets(&self) -> impl ExactSizeIterator<Item = Preset<'_>> {
        self.graph.presets.iter().map(|preset| Preset::new(&self.graph, preset))
    }

    /// Names of the outputs, in the user's order; at least one.
    pub fn outputs(&self) -> impl ExactSizeIterator<Item = &str> {
        self.graph.outputs.iter().map(|output| output.name.as_str())
    }

    /// Sets the value of a parameter.
    ///
    /// A float, vector or color leaves programs unchanged: the next field binds it to the existing one. Any other
    /// value is a setting, and the next field lowers the graph again.
    ///
    /// # Errors
    ///
    /// If there is no such parameter, or the value does not fit it. The parameter then keeps its value.
    pub fn set(&mut self, parameter: &str, value: impl Into<Argument>) -> Result<(), Error> {
        let value = value.into();
        let (index, constant) = self.graph.argument(parameter, value.text()).map_err(refused)?;
        self.put(index, constant);
        self.given.insert(parameter.to_owned(), value.text().to_owned());
        Ok(())
    }

    /// Sets every parameter: those that a preset names to its values, the others to their defaults. The seed stays.
    ///
    /// # Errors
    ///
    /// If there is no such preset. The texture is then unchanged.
    pub fn apply_preset(&mut self, name: &str) -> Result<(), Error> {
        let graph = self.graph.clone();
        let preset = graph.preset(name).map_err(refused)?;
        self.given.clear();
        let mut values = preset.values.iter().peekable();
        for (index, parameter) in graph.parameters.iter().enumerate() {
            let value = match values.next_if(|(named, _)| *named == index) {
                Some((_, value)) => {
                    let text = Argument::from(value.clone()).text().to_owned();
                    self.given.insert(parameter.name.clone(), text);
                    value
                }
                None => &parameter.default,
            };
            if self.arguments.get(index) != value {
                self.put(index, value.clone());
            }
        }
        Ok(())
    }

    /// Gives a parameter a value that fits it.
    fn put(&mut self, index: usize, value: Constant) {
        if value.floats().is_none() || self.graph.drives_setting(index) {
            self.programs = Arc::default();
        }
        self.arguments.set(index, value);
    }

    /// Sets the seed of the whole texture. With any seed but 0, every seed in the graph is replaced by a different one.
    pub fn set_seed(&mut self, seed: u32) {
        self.seed = seed;
        self.programs = Arc::default();
        self.arguments.set_seed(seed);
    }

    /// Sets the required detail. The default is all detail.
    ///
    /// With a spacing of samples, such as [`Slice::spacing`](crate::Slice::spacing), octaves that are too fine fade
    /// out: a preview looks like a large picture that was reduced, and distant parts do not shimmer. With a faintest
    /// difference, weaker octaves are omitted. Both change the bits of pictures and make them faster.
    pub fn set_detail(&mut self, detail: Detail) {
        self.programs = Arc::default();
        self.arguments.set_detail(detail);
    }

    /// Sets an input of a node. `text` is JSON, as in a document, or a string without its quotes.
    ///
    /// # Errors
    ///
    /// If there is no such node or input, or the value does not fit it. The texture is then unchanged.
    pub fn set_input(&mut self, node: &str, input: &str, text: &str) -> Result<(), Error> {
        let found = self.graph.nodes.iter().find(|other| other.id == node);
        let is_text = found.is_some_and(|node| {
            let index = node.definition.input_index(input);
            index.is_some_and(|index| node.definition.inputs[index].value_type.is_text())
        });
        let quoted = (is_text && !text.starts_with('"')).then(|| Value::from(text).to_string());
        let mut document = Document::clone(&self.document);
        document.set_input(node, input, quoted.as_deref().unwrap_or(text)).map_err(refused)?;
        self.set_document(document)
    }

    /// Gives an input of a node another value in place of the constant that it holds, as [`Texture::set`] gives one to
    /// a parameter: [`Texture::document`] is unchanged, and a change of it gives the value up.
    ///
    /// This is for a value that a user drags. Only the value is checked. A float, vector or color becomes a slot, and
    /// the next field binds it to the program of the last one; a change of another input lowers once. Any other value
    /// is a setting, and the next field lowers the graph again. Fields have the same bits as those of a document that
    /// holds the value. A number of iterations makes the graph again, and gives up values that were set in this way.
    ///
    /// # Errors
    ///
    /// If there is no such node or input, it holds no constant, or it does not take the value or one of its type; then
    /// the texture is unchanged.
    pub fn set_value(&mut self, node: &str, input: &str, value: &Value) -> Result<(), Error> {
        let path = || pointer::pointer(&["nodes", node, "inputs", input]);
        let failed = |message: String| refused(Diagnostic::error(path(), message));
        let index = self.graph.nodes.iter().position(|other| other.id == node);
        let index = index.ok_or_else(|| failed(format!("unknown node {}", quote(node))))?;
        let definition = &self.graph.nodes[index].definition;
        let Some(place) = definition.input_index(input) else {
            return Err(failed(format!("the node {} has no input {}", quote(node), quote(input))));
        };
        let new = definition.inputs[place].constant(value).map_err(errors)?;
        let variable = self.arguments.variable().filter(|known| (known.node, known.input) == (index, place));
        let before = match (variable, &self.graph.nodes[index].inputs[place]) {
            (Some(variable), _) => &variable.value,
            (None, Input::Constant(constant)) => constant,
            (None, _) => return Err(failed(format!("{} holds no constant", quote(input)))),
        };
        if mem::discriminant(before) != mem::discriminant(&new) {
            return Err(failed(format!("{} is of another type than the present value", quote(&value.to_string()))));
        }
        let is_field = new.floats().is_some() && !definition.inputs[place].value_type.is_setting();
        if is_field && variable.is_some() {
            self.arguments.set_variable(Some(Variable { node: index, input: place, value: new }));
        } else if is_field {
            self.fix_variable();
            self.arguments.set_variable(Some(Variable { node: index, input: place, value: new }));
            self.programs = Arc::default();
        } else if self.graph.nodes[index].decides_nodes(place) || matches!(new, Constant::Image(_)) {
            self.make_graph_again(node, input, value)?;
        } else {
            Arc::make_mut(&mut self.graph).nodes[index].inputs[place] = Input::Constant(new);
            self.programs = Arc::default();
        }
        Ok(())
    }

    /// Makes the graph again for another value of an input that decides which nodes it has.
    fn make_graph_again(&mut self, node: &str, input: &str, value: &Value) -> Result<(), Error> {
        let mut document = Document::clone(&self.document);
        let Some(changed) = document.nodes.get_mut(node) else {
            let path = pointer::pointer(&["nodes", node, "inputs", input]);
            let message = format!("{} is inside a group; change it in the document", quote(node));
            return Err(refused(Diagnostic::error(path, message)));
        };
        changed.inputs.insert(input.to_owned(), document::Input::Constant(value.clone()));
        let changed = self.with_document(document, self.given.clone())?;
        *self = Texture { document: self.document.clone(), ..changed };
        Ok(())
    }

    /// Makes the variable a constant of the graph.
    fn fix_variable(&mut self) {
        if let Some(Variable { node, input, value }) = self.arguments.variable().cloned() {
            Arc::make_mut(&mut self.graph).nodes[node].inputs[input] = Input::Constant(value);
            self.arguments.set_variable(None);
        }
    }

    /// Replaces the document. Parameters keep their values.
    pub(crate) fn set_document(&mut self, document: Document) -> Result<(), Error> {
        *self = self.with_document(document, self.given.clone())?;
        Ok(())
    }

    /// A texture of another document with the same node types, seed, detail and limit of memory, and these values of
    /// parameters, as texts by name. If the texture was opened by its path, that is the path of the document, too.
    ///
    /// # Errors
    ///
    /// If the document is invalid or exceeds the limit, or a value does not fit its parameter.
    pub fn with_document(&self, document: Document, given: BTreeMap<String, String>) -> Result<Texture, Error> {
        let held = held(&document, &self.registry, document.to_json().len(), self.memory).map_err(Error::Memory)?;
        let graph = Graph::new(&document, &self.registry).map_err(errors)?;
        let mut arguments = Arguments::new(&graph);
        arguments.set_seed(self.seed);
        arguments.set_detail(self.arguments.detail());
        for (parameter, text) in &given {
            // A new input that the parameter drives may have a narrower range.
            let (index, constant) = graph.argument(parameter, text).map_err(refused)?;
            arguments.set(index, constant);
        }
        let files = match self.files.first() {
            Some(path) if document.images != self.document.images => files_of(path, &document),
            _ => self.files.clone(),
        };
        Ok(Texture {
            document: Arc::new(document),
            graph: Arc::new(graph),
            registry: self.registry.clone(),
            arguments,
            given,
            seed: self.seed,
            files,
            held,
            memory: self.memory,
            programs: Arc::default(),
        })
    }

    /// An output as a field, with the current values of the parameters.
    ///
    /// # Errors
    ///
    /// If there is no such output, or the graph unfolds into too many operations.
    pub fn field(&self, output: &str) -> Result<Field, Error> {
        self.field_at(self.output(output)?)
    }

    /// Several outputs to be evaluated together, with the current values of the parameters.
    ///
    /// # Errors
    ///
    /// If no output is named, there is no such output, or the graph unfolds into too many operations.
    pub fn fields(&self, outputs: &[&str]) -> Result<Fields, Error> {
        self.fields_by(outputs, &[])
    }

    /// Several outputs, each followed by its derivatives.
    fn fields_by(&self, outputs: &[&str], by: &[(String, travertine_program::Variable)]) -> Result<Fields, Error> {
        if outputs.is_empty() {
            let none = Diagnostic::error(pointer::pointer(&["outputs"]), "no output is named");
            return Err(refused(none.expected(one_of(self.outputs()))));
        }
        let outputs = outputs.iter().map(|output| self.output(output)).collect::<Result<Vec<_>, _>>()?;
        self.fields_at(&outputs, by)
    }

    /// The first output as a field.
    ///
    /// # Errors
    ///
    /// If the graph unfolds into too many operations.
    pub fn first_field(&self) -> Result<Field, Error> {
        self.field_at(0)
    }

    /// Guaranteed range of each component of each output, at every position and time.
    ///
    /// # Errors
    ///
    /// If the graph unfolds into too many operations.
    pub fn ranges(&self) -> Result<Vec<Vec<Interval>>, Error> {
        let outputs: Vec<usize> = (0..self.graph.outputs.len()).collect();
        Ok(self.fields_at(&outputs, &[])?.ranges())
    }

    /// The program of some outputs of nodes, and its arguments bound to it.
    ///
    /// # Errors
    ///
    /// If the graph unfolds into too many operations.
    pub fn program(&self, sources: &[Source]) -> Result<(Arc<Program>, Bound), Error> {
        let name = |source: &Source| &self.graph.nodes[source.node].definition.outputs[source.output].name;
        let outputs: Vec<(String, Source)> =
            sources.iter().map(|source| (name(source).clone().into_owned(), *source)).collect();
        Ok(self.lowered(&outputs, &[])?)
    }

    /// The program of some outputs in [full](Program::in_full), for translations, and its arguments bound to it. The
    /// [origin](Program::origins) of an operation is the index of its node in [`Graph::nodes`].
    ///
    /// # Errors
    ///
    /// If there is no such output, or the graph unfolds into too many operations.
    pub fn program_of(&self, outputs: &[&str]) -> Result<(Program, Bound), Error> {
        let source = |name: &&str| {
            let output = &self.graph.outputs[self.output(name)?];
            Ok((output.name.clone(), output.source))
        };
        let outputs = outputs.iter().map(source).collect::<Result<Vec<_>, Error>>()?;
        let program = lower_sources(&self.graph, &outputs, &self.arguments)?;
        let bound = self.arguments.bind(&program);
        Ok((program.in_full().clone(), bound))
    }

    /// Values that were set, one by one or by a preset, as texts by name.
    pub fn given(&self) -> &BTreeMap<String, String> {
        &self.given
    }

    /// Value of a parameter, by its index in [`Graph::parameters`].
    pub fn argument(&self, parameter: usize) -> &Constant {
        self.arguments.get(parameter)
    }

    /// Index of an output.
    ///
    /// # Errors
    ///
    /// If there is no such output.
    pub fn output(&self, name: &str) -> Result<usize, Error> {
        self.graph.output(name).ok_or_else(|| {
            let message = format!("unknown output {}", quote(name));
            let diagnostic = Diagnostic::error(pointer::pointer(&["outputs", name]), message)
                .did_you_mean(nearest(name, self.outputs()))
                .expected(one_of(self.outputs()));
            refused(diagnostic)
        })
    }

    fn field_at(&self, output: usize) -> Result<Field, Error> {
        Ok(Field::new(self.fields_at(&[output], &[])?))
    }

    fn fields_at(&self, outputs: &[usize], by: &[(String, travertine_program::Variable)]) -> Result<Fields, Error> {
        let outputs = outputs.iter().map(|&index| &self.graph.outputs[index]);
        let outputs: Vec<(String, Source)> = outputs.map(|output| (output.name.clone(), output.source)).collect();
        let (program, bound) = self.lowered(&outputs, by)?;
        Ok(Fields { program, bound, held: self.held })
    }

    /// The program of outputs, each followed by its derivatives.
    fn lowered(
        &self,
        outputs: &[(String, Source)],
        by: &[(String, travertine_program::Variable)],
    ) -> Result<(Arc<Program>, Bound), TooLarge> {
        let bind = |program: &Program| self.arguments.bind(program);
        self.programs.get(outputs, by, bind, || {
            let (program, conditions) = lower_with_conditions(&self.graph, outputs, &self.arguments)?;
            Ok((if by.is_empty() { program } else { program.with_derivatives(by)? }, conditions))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use travertine_graph::document::Image;

    use super::*;
    use crate::{Context, Slice, attach_images};

    /// A PNG of 1 x 1 texel.
    const PNG: &[u8] = include_bytes!("../../images/tests/files/texel.png");

    const TEXT: &str = r#"{
        "format": "travertine", "version": 1,
        "parameters": {"factor": {"type": "float", "default": 2.0, "min": 0.0, "max": 8.0}},
        "nodes": {
            "sum": {"type": "math/add", "inputs": {"a": {"parameter": "factor"}, "b": 1.0}},
            "wave.x": {"type": "math/multiply", "inputs": {"a": {"node": "sum"}, "b": 10.0}}
        },
        "outputs": {"wave": {"node": "wave.x"}, "sum": {"node": "sum"}}
    }"#;

    fn value(texture: &Texture, output: &str) -> f32 {
        texture.field(output).unwrap().sample(&[[0.0; 4]]).unwrap()[0][0]
    }

    #[test]
    fn parameters_and_inputs_can_be_set() {
        let mut texture = Texture::parse(TEXT).unwrap();
        assert_eq!(texture.outputs().collect::<Vec<_>>(), ["wave", "sum"]);
        assert_eq!(value(&texture, "wave"), 30.0);
        texture.set("factor", 4.0).unwrap();
        texture.set_input("wave.x", "b", "100").unwrap();
        assert_eq!(value(&texture, "wave"), 500.0, "the parameter keeps its value when an input is set");
        texture.set("factor", "5").unwrap();
        assert_eq!(value(&texture, "sum"), 6.0);
    }

    #[test]
    fn fields_need_an_output() {
        let error = Texture::parse(TEXT).unwrap().fields(&[]).unwrap_err().to_string();
        assert!(error.contains("no output is named") && error.contains("`wave`"), "{error}");
    }

    /// A text may look like a color or a number in a short form.
    #[test]
    fn texts_of_inputs_are_taken_as_they_are() {
        let mut texture = Texture::parse(
            r#"{
                "format": "travertine", "version": 1, "nodes": {"label": {"type": "input/text"}},
                "outputs": {"distance": {"node": "label"}}
            }"#,
        )
        .unwrap();
        for (given, text) in [("#f0a", "#f0a"), (".5", ".5"), ("true", "true"), ("\"#12\"", "#12")] {
            texture.set_input("label", "text", given).unwrap();
            let set = &texture.document().nodes["label"].inputs["text"];
            assert_eq!(*set, document::Input::Constant(Value::from(text)), "{given}");
        }
    }

    #[test]
    fn values_bind_to_the_program_that_there_is_and_settings_lower_again() {
        let text = r#"{
            "format": "travertine", "version": 1,
            "parameters": {
                "scale": {"type": "float", "default": 4.0},
                "octaves": {"type": "integer", "default": 2, "min": 1, "max": 8},
                "seed": {"type": "seed", "default": 1}
            },
            "nodes": {"noise": {"type": "noise/perlin", "inputs": {
                "scale": {"parameter": "scale"}, "octaves": {"parameter": "octaves"}, "seed": {"parameter": "seed"}
            }}},
            "outputs": {"height": {"node": "noise"}}
        }"#;
        let mut texture = Texture::parse(text).unwrap();
        let program = |texture: &Texture| texture.fields(&["height"]).unwrap().program;
        let sample = |texture: &Texture| texture.first_field().unwrap().sample(&[[0.3, 0.4, 0.1, 0.0]]).unwrap();
        let mut before = program(&texture);
        let mut changed = |texture: &Texture, lowers: bool| {
            // The same texture, parsed anew.
            let mut fresh = Texture::parse(text).unwrap();
            for (name, value) in &texture.given {
                fresh.set(name, value.as_str()).unwrap();
            }
            fresh.set_seed(texture.seed);
            assert_eq!(sample(texture), sample(&fresh));
            let now = program(texture);
            assert_eq!(Arc::ptr_eq(&before, &now), !lowers);
            before = now;
        };
        texture.set("scale", 7.0).unwrap();
        changed(&texture, false);
        texture.set("octaves", 5).unwrap();
        changed(&texture, true);
        texture.set("seed", 9).unwrap();
        changed(&texture, true);
        texture.set_seed(3);
        changed(&texture, true);
        let mut copy = texture.clone();
        changed(&copy, false);
        copy.set("octaves", 1).unwrap();
        changed(&texture, false);
        assert_eq!(program(&texture).outputs().len(), 1);
    }

    /// A float that drives a setting decides what the program is.
    #[test]
    fn a_float_for_a_setting_lowers_again() {
        let text = |octaves: f32| {
            format!(
                r#"{{
                    "format": "travertine", "version": 1,
                    "parameters": {{"octaves": {{"type": "float", "default": {octaves}}}}},
                    "nodes": {{"noise": {{"type": "noise/perlin", "inputs": {{"octaves": {{"parameter": "octaves"}}}}}}}},
                    "outputs": {{"height": {{"node": "noise"}}}}
                }}"#
            )
        };
        let sample = |texture: &Texture| texture.first_field().unwrap().sample(&[[0.3, 0.4, 0.1, 0.0]]).unwrap();
        let mut texture = Texture::parse(text(1.0)).unwrap();
        let before = sample(&texture);
        texture.set("octaves", 4.5).unwrap();
        assert_ne!(sample(&texture), before);
        assert_eq!(sample(&texture), sample(&Texture::parse(text(4.5)).unwrap()));
    }

    #[test]
    fn values_of_an_input_bind_and_settings_of_it_lower_again() {
        let mut texture = Texture::parse(TEXT).unwrap();
        let program = |texture: &Texture| texture.fields(&["wave"]).unwrap().program;
        let number = |text: &str| Value::from(text.parse::<i64>().unwrap());
        let first = program(&texture);
        texture.set_value("wave.x", "b", &number("100")).unwrap();
        let second = program(&texture);
        assert!(!Arc::ptr_eq(&first, &second), "a constant becomes a slot");
        assert_eq!(value(&texture, "wave"), 300.0);
        texture.set_value("wave.x", "b", &number("20")).unwrap();
        texture.set("factor", 4.0).unwrap();
        assert!(Arc::ptr_eq(&program(&texture), &second));
        assert_eq!(value(&texture, "wave"), 100.0);
        texture.set_value("sum", "b", &number("2")).unwrap();
        assert_eq!(value(&texture, "wave"), 120.0, "the other input keeps its value");
        assert_eq!(texture.document(), Texture::parse(TEXT).unwrap().document());
        let text = Value::from("x");
        for (node, input, value, expected) in [
            ("wave", "b", &number("1"), "unknown node `wave`"),
            ("sum", "c", &number("1"), "has no input `c`"),
            ("sum", "a", &number("1"), "holds no constant"),
            ("sum", "b", &text, "`x` is not a color"),
        ] {
            let error = texture.set_value(node, input, value).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert_eq!(value(&texture, "wave"), 120.0);
    }

    #[test]
    fn a_preset_sets_every_parameter_and_keeps_programs_where_it_can() {
        let text = r#"{
            "format": "travertine", "version": 1,
            "parameters": {
                "scale": {"type": "float", "default": 3},
                "octaves": {"type": "integer", "default": 2, "min": 1, "max": 8},
                "offset": {"type": "vector", "default": 0}
            },
            "presets": {
                "Fine": {"description": "Small.", "values": {"scale": 9}},
                "Soft": {"values": {"octaves": 1, "offset": [1, 2, 3]}}
            },
            "nodes": {
                "place": {"type": "math/add", "inputs": {"a": {"node": "position"}, "b": {"parameter": "offset"}}},
                "position": {"type": "input/position", "inputs": {}},
                "noise": {"type": "noise/perlin", "inputs": {
                    "position": {"node": "place"}, "scale": {"parameter": "scale"}, "octaves": {"parameter": "octaves"}
                }}
            },
            "outputs": {"height": {"node": "noise"}}
        }"#;
        let mut texture = Texture::parse(text).unwrap();
        let names: Vec<_> = texture.presets().map(|preset| (preset.name, preset.description)).collect();
        assert_eq!(names, [("Fine", "Small."), ("Soft", "")]);
        assert_eq!(texture.presets().next().unwrap().values, [("scale", &Constant::Float(9.0))]);
        let program = |texture: &Texture| texture.fields(&["height"]).unwrap().program;
        let values = |texture: &Texture| -> Vec<Constant> {
            texture.parameters().map(|parameter| parameter.value.clone()).collect()
        };
        let sample = |texture: &Texture| texture.first_field().unwrap().sample(&[[0.3, 0.4, 0.1, 0.0]]).unwrap();
        let before = program(&texture);
        texture.set("offset", 5).unwrap();
        texture.apply_preset("Fine").unwrap();
        let fine = [Constant::Float(9.0), Constant::Integer(2), Constant::Vector([0.0; 3])];
        assert_eq!(values(&texture), fine);
        assert!(Arc::ptr_eq(&program(&texture), &before), "only floats and vectors changed");

        texture.apply_preset("Soft").unwrap();
        assert_eq!(values(&texture), [Constant::Float(3.0), Constant::Integer(1), Constant::Vector([1.0, 2.0, 3.0])]);
        let mut by_hand = Texture::parse(text).unwrap();
        by_hand.set("octaves", 1).unwrap();
        by_hand.set("offset", [1.0, 2.0, 3.0]).unwrap();
        assert_eq!(sample(&texture), sample(&by_hand));
        // A change of the document keeps the values.
        texture.set_input("noise", "seed", "4").unwrap();
        by_hand.set_input("noise", "seed", "4").unwrap();
        assert_eq!(sample(&texture), sample(&by_hand));
        let error = texture.apply_preset("soft").unwrap_err().to_string();
        assert!(error.contains("unknown preset `soft`; did you mean `Soft`?"), "{error}");
        assert_eq!(sample(&texture), sample(&by_hand));
    }

    #[test]
    fn refusals_name_what_was_meant_and_change_nothing() {
        let mut texture = Texture::parse(TEXT).unwrap();
        for (refused, expected) in [
            (texture.set("facto", 1.0), "`factor`"),
            (texture.set("factor", 9.0), "8"),
            (texture.set("factor", f32::NAN), "number"),
            (texture.set_input("wavex", "b", "1"), "`wave.x`"),
            (texture.set_input("wave.x", "bb", "1"), "`b`"),
            (texture.field("wav").map(drop), "`wave`"),
        ] {
            let error = refused.unwrap_err();
            assert!(matches!(error, Error::Argument(_)), "{error}");
            assert!(error.to_string().contains(expected), "{error}");
        }
        assert_eq!(value(&texture, "wave"), 30.0);
    }

    #[test]
    fn what_is_held_is_that_of_the_document() {
        let text = "x".repeat(10_000);
        let large = |document: &Document| Document { description: Some(text.clone()), ..Document::clone(document) };
        let parsed = Texture::parse(TEXT).unwrap();
        let made = Texture::from_document(parsed.document().clone(), registry()).unwrap();
        // As measured: some KiB for each node, and more for each byte of the text.
        assert!(parsed.held() > 2 * 1360 && made.held() > 2 * 1360, "{} {}", parsed.held(), made.held());
        let changed = made.with_document(large(made.document()), BTreeMap::new()).unwrap();
        assert!(changed.held() >= made.held() + 10_000);
        let again = changed.with_document(made.document().clone(), BTreeMap::new()).unwrap();
        assert_eq!(again.held(), made.held());

        let memory = made.held();
        let within = |document: Document, memory| Texture::from_document_within(document, registry(), memory);
        let texture = within(made.document().clone(), memory).unwrap();
        for refused in [
            within(made.document().clone(), memory - 1),
            within(large(made.document()), memory),
            // The limit stays with the texture.
            texture.with_document(large(made.document()), BTreeMap::new()),
        ] {
            assert!(matches!(refused, Err(Error::Memory(_))), "{refused:?}");
        }
    }

    #[test]
    fn files_are_those_of_the_document() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        fs::write(&path, TEXT).unwrap();
        let texture = Texture::open(&path).unwrap();
        assert_eq!(texture.files(), [path.as_path()]);
        let mut document = texture.document().clone();
        document.images.insert("wall".to_owned(), Image::embedded(PNG));
        assert_eq!(texture.with_document(document, BTreeMap::new()).unwrap().files(), [path.as_path()]);
        let image = Image::file("wall.png", Image::embedded(PNG).digest().unwrap());
        fs::write(folder.path().join("wall.png"), PNG).unwrap();
        let document = texture.document().clone().image("wall", image);
        attach_images(&document, registry(), folder.path(), 1 << 20).unwrap();
        let texture = texture.with_document(document, BTreeMap::new()).unwrap();
        assert_eq!(texture.files(), [path, folder.path().join("wall.png")]);
    }

    #[test]
    fn a_source_without_end_is_refused() {
        let refused = Texture::read(std::io::repeat(b' '), "/dev/zero").unwrap_err();
        assert!(matches!(refused, Error::FileTooLarge { .. }), "{refused}");
    }

    #[test]
    fn pictures_hold_what_samples_give() {
        let texture = Texture::parse(TEXT).unwrap();
        let image = texture.first_field().unwrap().render(Slice::new(3, 2), &Context::default()).unwrap();
        assert_eq!(image.data, [30.0; 6]);
    }
}
