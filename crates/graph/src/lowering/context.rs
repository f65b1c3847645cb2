//! The lowering context: the interface between a node's `lower` function and the lowering of the graph.

use travertine_images::{Picture, Volume};
use travertine_lettering::LetteringFunction;
use travertine_noise::Noise;
use travertine_noise::reference::Reference;
use travertine_program::image::{ImageFunction, VolumeFunction};
use travertine_program::{Axis, BasisFunction, Builder, Curve, Expr, Slot};
use travertine_raster::Grid;
use travertine_raster::pass::Pass;

use super::{Field, Position};
use crate::constant::Constant;
use crate::definition::input::InputDefinition;
use crate::definition::value_type::ValueType;
use crate::detail::Detail;
use crate::formula::Formula;
use crate::graph::input::{Input, Source};
use crate::ramp::Ramp;

/// The result of lowering a node: a field for each output, or a suspension.
pub type Lowered<'a> = Result<Vec<Field<'a>>, Suspended>;

/// An input is not lowered yet. Return it with `?`; the node is called again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suspended(pub(super) ());

/// The lowering of a graph, as contexts use it. Nodes and parameters are given by their indices in the graph.
pub(super) trait Driver<'a> {
    /// Builder of the program.
    fn builder(&self) -> &'a Builder;

    /// The required detail.
    fn detail(&self) -> Detail;

    /// The seed that replaces a seed of the graph.
    fn seed(&self, seed: u32) -> u32;

    /// Type of a parameter.
    fn parameter_type(&self, parameter: usize) -> &'a ValueType;

    /// Value of a parameter.
    fn argument(&self, parameter: usize) -> &'a Constant;

    /// The index for slots and the value of the variable that takes the place of an input's constant, if there is one.
    fn variable(&self, node: usize, input: usize) -> Option<(usize, &'a Constant)>;

    /// Id of a node's type.
    fn node_type(&self, node: usize) -> &'a str;

    /// Index of an input, if the node has it.
    fn input_index(&self, node: usize, name: &str) -> Option<usize>;

    /// Definition and content of an input.
    fn input(&self, node: usize, input: usize) -> (&'a InputDefinition, &'a Input);

    /// Whether an output is used; `None` if the node does not have it.
    fn is_used(&self, node: usize, output: &str) -> Option<bool>;

    /// Sources of a node's outputs from `first` among its exits; `None` for outputs that are not used.
    fn exits(&self, node: usize, first: usize) -> Vec<Option<Source>>;

    /// The field of an output at a position.
    fn find(&self, source: Source, position: Position<'a>) -> Result<Field<'a>, Suspended>;

    /// The stored result of the next call of [`LoweringContext::once`], if an earlier run of the node has made it.
    fn next_step(&self) -> Option<Field<'a>>;

    /// Stores the result of the current call of [`LoweringContext::once`].
    fn keep_step(&self, field: Field<'a>);
}

/// A node at a position: access to its inputs, and to the builder of the program.
///
/// Requesting an input, a setting or an output that the definition does not declare, or declares with another type, is
/// a bug in the definition and panics. A document cannot cause it.
pub struct LoweringContext<'a> {
    pub(super) lowering: &'a dyn Driver<'a>,
    pub(super) node: usize,
    pub(super) position: Position<'a>,
}

impl<'a> LoweringContext<'a> {
    /// The position at which the node is evaluated.
    pub fn position(&self) -> Position<'a> {
        self.position
    }

    /// The value of the node's `position` input: where the node computes its pattern.
    pub fn input_position(&self) -> Result<Position<'a>, Suspended> {
        match self.lowering.input(self.node, self.index("position")) {
            (_, Input::Position) => Ok(self.position),
            _ => self.moved(|position| self.input_position_at(position)),
        }
    }

    /// The value of the node's `position` input at another position, which gives it its footprint.
    pub fn input_position_at(&self, position: Position<'a>) -> Result<Position<'a>, Suspended> {
        match self.lowering.input(self.node, self.index("position")) {
            (_, Input::Position) => Ok(position),
            _ => Ok(position.at(self.any_at("position", position)?.to_vector())),
        }
    }

    /// The required detail.
    pub fn detail(&self) -> Detail {
        self.lowering.detail()
    }

    /// A coordinate of the surface on which the texture is evaluated. It belongs to the evaluated site, so no change of
    /// the position moves it.
    pub fn surface(&self, axis: Axis) -> Expr<'a> {
        self.lowering.builder().coordinate(axis)
    }

    /// Whether the node has this input, for lowering code that several node types share.
    pub fn has_input(&self, name: &str) -> bool {
        self.lowering.input_index(self.node, name).is_some()
    }

    /// An expression of a constant.
    pub fn constant(&self, value: f32) -> Expr<'a> {
        self.lowering.builder().constant(value)
    }

    /// A curve at an argument.
    pub fn curve_at(&self, curve: &Curve, argument: Expr<'a>) -> Expr<'a> {
        self.lowering.builder().curve(curve, argument)
    }

    /// Lattice noise at a position. If it has periods, `frequency` is that of the octave.
    pub fn noise(&self, noise: Noise, position: Position<'a>, frequency: Expr<'a>) -> Expr<'a> {
        self.lowering.builder().noise(noise, position.coordinates(), frequency)
    }

    /// A published noise at a position.
    pub fn reference(&self, noise: impl Into<Reference>, position: Position<'a>) -> Expr<'a> {
        self.lowering.builder().reference(noise.into(), position.vector())
    }

    /// A channel of a picture at a place (u, v), with a footprint in texels if the function has one.
    pub fn image(&self, image: ImageFunction, operands: [Expr<'a>; 3]) -> Expr<'a> {
        self.lowering.builder().image(image, operands)
    }

    /// A channel of a volume at a place (u, v, w), with a footprint in texels if the function has one.
    pub fn volume(&self, volume: VolumeFunction, operands: [Expr<'a>; 4]) -> Expr<'a> {
        self.lowering.builder().volume(volume, operands)
    }

    /// An output of a text at a point x, y, in the height of its capital letters.
    pub fn lettering(&self, lettering: LetteringFunction, point: [Expr<'a>; 2]) -> Expr<'a> {
        self.lowering.builder().lettering(lettering, point)
    }

    /// A basis function at a position, with its controls.
    pub fn basis(&self, function: BasisFunction, position: Position<'a>, controls: &[Expr<'a>]) -> Expr<'a> {
        self.lowering.builder().basis(function, position.coordinates(), controls)
    }

    /// The value of a definition, found by a basis function that gives the same bits faster. The function gets the
    /// first coordinates, then the controls.
    pub fn found_by(
        &self,
        definition: Expr<'a>,
        function: BasisFunction,
        position: Position<'a>,
        controls: &[Expr<'a>],
    ) -> Expr<'a> {
        self.lowering.builder().found_by(definition, function, position.coordinates(), controls)
    }

    /// The position of a raster's samples: x and y are those of each sample, z and time are 0.
    ///
    /// Values there depend neither on the node's own position nor on its footprint.
    pub fn samples(&self) -> Position<'a> {
        let builder = self.lowering.builder();
        let [x, y] = [Axis::X, Axis::Y].map(|axis| builder.coordinate(axis));
        let zero = builder.constant(0.0);
        Position { x, y, z: zero, time: zero, footprint: None }
    }

    /// The channels of a pass at a position. The planes are its inputs, evaluated at
    /// [`samples`](LoweringContext::samples).
    pub fn raster(
        &self,
        grid: Grid,
        pass: impl Into<Pass>,
        planes: &[Expr<'a>],
        position: Position<'a>,
    ) -> Vec<Expr<'a>> {
        self.lowering.builder().raster(grid, pass, planes, [position.x, position.y])
    }

    /// The field of an output that is expensive and rarely used. If nothing uses the output, `field` is not called and
    /// the result is 0.
    pub fn if_used(
        &self,
        output: &str,
        field: impl FnOnce() -> Result<Field<'a>, Suspended>,
    ) -> Result<Field<'a>, Suspended> {
        let is_used = self.lowering.is_used(self.node, output);
        if is_used.unwrap_or_else(|| panic!("{} has no output `{output}`", self.node_type())) {
            field()
        } else {
            Ok(Field::Float(self.constant(0.0)))
        }
    }

    /// An input as a float, at the node's position.
    pub fn float(&self, input: &str) -> Result<Expr<'a>, Suspended> {
        self.any(input).map(Field::to_float)
    }

    /// An input as a vector, at the node's position.
    pub fn vector(&self, input: &str) -> Result<[Expr<'a>; 3], Suspended> {
        self.any(input).map(Field::to_vector)
    }

    /// An input as a color, at the node's position.
    pub fn color(&self, input: &str) -> Result<[Expr<'a>; 4], Suspended> {
        self.any(input).map(Field::to_color)
    }

    /// An input in its own type, at the node's position.
    pub fn any(&self, input: &str) -> Result<Field<'a>, Suspended> {
        self.any_at(input, self.position)
    }

    /// Whether the node's own noise takes the place of an input. Such an input cannot be requested.
    pub fn is_own_noise(&self, input: &str) -> bool {
        matches!(self.lowering.input(self.node, self.index(input)), (_, Input::Noise))
    }

    /// An input in its own type, at another position.
    pub fn any_at(&self, input: &str, position: Position<'a>) -> Result<Field<'a>, Suspended> {
        self.content(self.node, self.index(input), position)
    }

    /// The field of an input of a node at a position. Recurses as deep as groups are nested, which has a limit.
    fn content(&self, node: usize, input: usize, position: Position<'a>) -> Result<Field<'a>, Suspended> {
        let (definition, content) = self.lowering.input(node, input);
        let field = match content {
            Input::Position => Field::Vector(position.vector()),
            Input::Noise => panic!("{} does not make its own noise", self.node_type()),
            Input::Constant(constant) => match self.lowering.variable(node, input) {
                Some((index, present)) => self.variable_field(index, present),
                None => self.constant_field(constant),
            },
            Input::Parameter(index) => self.parameter_field(*index),
            Input::Wire(source) => self.lowering.find(*source, position)?,
            Input::Instance { node, input } => self.content(*node, *input, position)?,
        };
        Ok(match definition.value_type.field_type() {
            Some(value_type) => field.convert(value_type),
            None => field,
        })
    }

    /// The fields of the outputs of an instance of a group: of the nodes inside that are its exits from `first` on.
    pub(crate) fn exits(&self, first: usize) -> Lowered<'a> {
        let exits = self.lowering.exits(self.node, first).into_iter();
        // Every exit is requested before the node is suspended.
        let fields = exits.map(|exit| match exit {
            Some(source) => self.lowering.find(source, self.position),
            None => Ok(Field::Float(self.constant(0.0))),
        });
        fields.collect::<Vec<_>>().into_iter().collect()
    }

    /// The result of `make`, which is stored and not computed again when the node is suspended and called again.
    ///
    /// A node that requests inputs at many successive positions wraps each step in this. Its cost is then proportional
    /// to the number of steps, not to its square.
    ///
    /// # Panics
    ///
    /// If `make` itself calls it.
    pub fn once(&self, make: impl FnOnce() -> Result<Field<'a>, Suspended>) -> Result<Field<'a>, Suspended> {
        if let Some(made) = self.lowering.next_step() {
            return Ok(made);
        }
        let field = make()?;
        self.lowering.keep_step(field);
        Ok(field)
    }

    /// The value of an integer setting.
    pub fn integer(&self, input: &str) -> i64 {
        match self.setting(input) {
            Constant::Integer(value) => *value,
            other => self.mistake(input, other),
        }
    }

    /// The value of a number setting.
    pub fn number(&self, input: &str) -> f32 {
        match self.setting(input) {
            Constant::Float(value) => *value,
            Constant::Integer(value) => *value as f32,
            other => self.mistake(input, other),
        }
    }

    /// The value of a seed, after the graph's own seed is applied.
    pub fn seed(&self, input: &str) -> u32 {
        match self.setting(input) {
            Constant::Seed(value) => self.lowering.seed(*value),
            other => self.mistake(input, other),
        }
    }

    /// The seed of the node's own noise: 0, after the graph's own seed is applied.
    pub fn own_seed(&self) -> u32 {
        self.lowering.seed(0)
    }

    /// The value of a boolean setting.
    pub fn boolean(&self, input: &str) -> bool {
        match self.setting(input) {
            Constant::Boolean(value) => *value,
            other => self.mistake(input, other),
        }
    }

    /// The name of a choice.
    pub fn choice(&self, input: &str) -> &'a str {
        match self.setting(input) {
            Constant::Choice(value) => value,
            other => self.mistake(input, other),
        }
    }

    /// The value of a ramp setting.
    pub fn ramp(&self, input: &str) -> &'a Ramp {
        match self.setting(input) {
            Constant::Ramp(value) => value,
            other => self.mistake(input, other),
        }
    }

    /// The value of a curve setting.
    pub fn curve(&self, input: &str) -> &'a Curve {
        match self.setting(input) {
            Constant::Curve(value) => value,
            other => self.mistake(input, other),
        }
    }

    /// The value of a formula setting.
    pub fn formula(&self, input: &str) -> &'a Formula {
        match self.setting(input) {
            Constant::Formula(value) => value,
            other => self.mistake(input, other),
        }
    }

    /// The value of a text setting.
    pub fn text(&self, input: &str) -> &'a str {
        match self.setting(input) {
            Constant::Text(value) => value,
            other => self.mistake(input, other),
        }
    }

    /// The picture of an image setting; `None` without an image.
    pub fn picture(&self, input: &str) -> Option<&'a Picture> {
        match self.setting(input) {
            Constant::Image(image) => image.content.as_ref().and_then(|content| content.picture().ok()),
            other => self.mistake(input, other),
        }
    }

    /// The volume of a volume setting; `None` without one.
    pub fn volume_of(&self, input: &str) -> Option<&'a Volume> {
        match self.setting(input) {
            Constant::Image(image) => image.content.as_ref().and_then(|content| content.volume().ok()),
            other => self.mistake(input, other),
        }
    }

    fn index(&self, input: &str) -> usize {
        let index = self.lowering.input_index(self.node, input);
        index.unwrap_or_else(|| panic!("{} has no input `{input}`", self.node_type()))
    }

    fn setting(&self, name: &str) -> &'a Constant {
        let (mut definition, mut content) = self.lowering.input(self.node, self.index(name));
        while let Input::Instance { node, input } = content {
            (definition, content) = self.lowering.input(*node, *input);
        }
        match content {
            Input::Constant(constant) => constant,
            Input::Parameter(index) => self.lowering.argument(*index),
            _ => panic!("`{}` is not a setting", definition.name),
        }
    }

    fn mistake(&self, input: &str, found: &Constant) -> ! {
        panic!("{} requests its input `{input}` as another type than {found:?}", self.node_type())
    }

    fn node_type(&self) -> &'a str {
        self.lowering.node_type(self.node)
    }

    fn constant_field(&self, constant: &Constant) -> Field<'a> {
        match *constant {
            Constant::Vector(values) => Field::Vector(values.map(|value| self.constant(value))),
            Constant::Color(values) => Field::Color(values.map(|value| self.constant(value))),
            Constant::Float(value) => Field::Float(self.constant(value)),
            // A whole number of an instance may drive a field inside.
            Constant::Integer(value) => Field::Float(self.constant(value as f32)),
            ref other => panic!("{other:?} is not a field"),
        }
    }

    fn variable_field(&self, index: usize, present: &Constant) -> Field<'a> {
        let numbers = present.floats().unwrap_or_else(|| panic!("{present:?} is not a field"));
        let slot = |component: usize| {
            let slot = Slot { parameter: index, component };
            self.lowering.builder().variable(slot, numbers[component])
        };
        match present {
            Constant::Vector(_) => Field::Vector([0, 1, 2].map(slot)),
            Constant::Color(_) => Field::Color([0, 1, 2, 3].map(slot)),
            _ => Field::Float(slot(0)),
        }
    }

    fn parameter_field(&self, parameter: usize) -> Field<'a> {
        let slot = |component| self.lowering.builder().parameter(Slot { parameter, component });
        match self.lowering.parameter_type(parameter) {
            ValueType::Vector => Field::Vector([0, 1, 2].map(slot)),
            ValueType::Color => Field::Color([0, 1, 2, 3].map(slot)),
            _ => Field::Float(slot(0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Arguments;
    use crate::definition::Definition;
    use crate::graph::load;
    use crate::lowering::{Lowered, lower};
    use crate::registry::Registry;
    use travertine_program::Bound;

    /// A node whose output `second` panics unless the input `used` is true.
    fn lower_node<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        let first = Field::Float(context.constant(1.0));
        let second = context.if_used("second", || {
            assert!(context.boolean("used"), "the output is not used");
            Ok(Field::Float(context.constant(2.0)))
        })?;
        Ok(vec![first, second])
    }

    fn add<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        Ok(vec![(context.float("a")? + context.float("b")?).into()])
    }

    fn join<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        let (float, vector) = (context.float("float")?, context.vector("vector")?);
        Ok(vec![(float * 100.0).into(), vector.map(|value| value * 100.0).into()])
    }

    #[test]
    fn a_muted_node_passes_on_a_wire() {
        let join = Definition::new("t::test::join", "Join", join)
            .input(InputDefinition::float("float", 7.0))
            .input(InputDefinition::vector("vector", [7.0; 3]))
            .float_output("float", "")
            .vector_output("vector", "");
        let registry = Registry::new([join]);
        let values = |inputs: &str| {
            let text = format!(
                r#"{{"format": "travertine", "version": 1, "nodes": {{
                    "one": {{"type": "test/join", "inputs": {{"float": 0.01, "vector": 0.02}}}},
                    "muted": {{"type": "test/join", "muted": true, "inputs": {{{inputs}}}}}}},
                    "outputs": {{"f": {{"node": "muted"}}, "v": {{"node": "muted", "output": "vector"}}}}}}"#
            );
            let (_, graph) = load(text.as_bytes(), &registry).unwrap_or_else(|problems| panic!("{problems}"));
            lower(&graph, &[0, 1], &Arguments::new(&graph)).unwrap().sample(&Bound::default(), [0.0; 4])
        };
        let (float, vector) = (r#""float": {"node": "one"}"#, r#""vector": {"node": "one", "output": "vector"}"#);
        assert_eq!(values(&format!("{float}, {vector}")), [1.0, 2.0, 2.0, 2.0], "each by its type");
        assert_eq!(values(vector), [2.0; 4], "converted where there is no other");
        assert_eq!(values(float), [1.0; 4]);
        assert_eq!(values(r#""float": 3"#), [0.0; 4], "a constant is not a wire");
    }

    #[test]
    fn unused_outputs_are_not_made() {
        let node = Definition::new("t::test::node", "Node", lower_node)
            .input(InputDefinition::boolean("used", false))
            .float_output("first", "")
            .float_output("second", "");
        let sum = Definition::new("t::test::sum", "Sum", add)
            .input(InputDefinition::float("a", 0.0))
            .input(InputDefinition::float("b", 0.0))
            .float_output("sum", "");
        let registry = Registry::new([node, sum]);
        let value = |nodes: &str, output: &str| {
            let document = format!(
                r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{"out": {output}}}}}"#
            );
            let (_, graph) = load(document.as_bytes(), &registry).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
            lower(&graph, &[0], &Arguments::new(&graph)).unwrap().sample(&Bound::default(), [0.0; 4])
        };
        assert_eq!(value(r#""n": {"type": "test/node"}"#, r#"{"node": "n"}"#), [1.0]);
        let used = r#""n": {"type": "test/node", "inputs": {"used": true}}"#;
        assert_eq!(value(used, r#"{"node": "n", "output": "second"}"#), [2.0]);
        let sum =
            r#""s": {"type": "test/sum", "inputs": {"a": {"node": "n"}, "b": {"node": "n", "output": "second"}}}"#;
        assert_eq!(value(&format!("{used}, {sum}"), r#"{"node": "s"}"#), [3.0]);
    }
}
