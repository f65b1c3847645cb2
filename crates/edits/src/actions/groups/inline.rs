//! What takes the place of a group's parameter once the group is taken apart.

use travertine_graph::constant::Constant;
use travertine_graph::definition::{DefaultValue, InputDefinition, ValueType};
use travertine_graph::document::{Input, Parameter};
use travertine_graph::json::Value;
use travertine_presentation::{Outline, Socket};
use travertine_program::Type;

use crate::edit::Refusal;

/// The content of an instance's input: what drives the parameter of that name inside.
pub(super) struct Content {
    input: Input,
    /// The value, if it is one.
    constant: Option<Constant>,
    /// Type of the values before the instance converts them; `None` for a setting.
    from: Option<Type>,
    /// Type of the group's parameter; `None` for a setting.
    to: Option<Type>,
}

/// What an input inside receives.
pub(super) enum Inlined {
    /// This, directly.
    Direct(Input),
    /// The content by way of a node that converts it to this type.
    Converted(Type),
    /// Nothing: the node is muted and the value has no effect.
    Nothing,
}

/// The type of the field that a value of this type makes. Whole numbers may drive fields.
fn field_type(value_type: &ValueType) -> Option<Type> {
    match value_type {
        ValueType::Integer | ValueType::Number => Some(Type::Float),
        other => other.field_type(),
    }
}

fn field_type_of(parameter: &Parameter) -> Option<Type> {
    ValueType::of_parameter(&parameter.parameter_type).as_ref().and_then(field_type)
}

impl Content {
    /// The content of an input of an instance. `parameter` is the group's parameter of that name.
    pub fn new(outline: &Outline, input: &Socket, parameter: &Parameter) -> Result<Content, Refusal> {
        let given = outline.document().nodes.get(&input.node).and_then(|node| node.inputs.get(&input.name));
        let default = || Input::Constant(parameter.default.clone().unwrap_or(Value::Null));
        let held = given.cloned().unwrap_or_else(default);
        let mut content = Content { input: held, constant: None, from: None, to: field_type_of(parameter) };
        match &content.input {
            Input::Constant(value) => {
                let definition = outline.input(input);
                let constant = definition.and_then(|definition| definition.constant(value).ok());
                let unfit =
                    || Refusal::new(format!("`{}`: `{}` has a value that does not fit", input.node, input.name));
                let constant = constant.ok_or_else(unfit)?;
                content.constant = Some(match constant {
                    Constant::Integer(number) if content.to.is_some() => Constant::Float(number as f32),
                    other => other,
                });
                content.from = content.to;
            }
            Input::Node { .. } => {
                let source = outline.source_of(&content.input);
                content.from = source.and_then(|source| outline.output_type(&source));
                if content.from.is_none() {
                    let (node, name) = (&input.node, &input.name);
                    return Err(Refusal::new(format!("`{node}`: the wire into `{name}` comes from nowhere")));
                }
            }
            Input::Parameter(name) => {
                let known = outline.parameter(name);
                let missing = || Refusal::new(format!("there is no parameter `{name}`"));
                content.from = field_type_of(known.ok_or_else(missing)?);
            }
        }
        Ok(content)
    }

    /// The content as in the document.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// What an input inside receives, so that no value changes.
    pub fn inline(&self, definition: &InputDefinition, muted: bool) -> Result<Inlined, Refusal> {
        let direct = || Inlined::Direct(self.input.clone());
        let (Some(from), Some(to)) = (self.from, self.to) else { return Ok(direct()) };
        if definition.value_type.is_setting() {
            return Ok(direct());
        }
        // The value of an input without a wire has no effect on a muted node, but its type may decide that of an
        // output.
        let is_idle = muted && definition.value_type.field_type().is_some();
        let is_exact = match &self.input {
            Input::Constant(value) => {
                let found = definition.constant(value).ok();
                let is_given = |found| self.constant.as_ref().is_some_and(|given| is_same(given, &found));
                if is_idle { found.is_some() } else { found.is_some_and(is_given) }
            }
            Input::Node { .. } => from == to || (!muted && definition.value_type.field_type() == Some(to)),
            Input::Parameter(_) => is_idle || from == to || definition.value_type.field_type() == Some(to),
        };
        if is_exact {
            return Ok(direct());
        }
        if !muted || matches!(self.input, Input::Node { .. }) {
            return Ok(Inlined::Converted(to));
        }
        if !is_idle || definition.default == DefaultValue::Required {
            let name = &definition.name;
            let reason = format!("`{name}` of a muted node inside has a value of another type; unmute it first");
            return Err(Refusal::new(reason));
        }
        Ok(Inlined::Nothing)
    }
}

/// Whether a constant makes the same field as another one that was converted to the type of an input.
fn is_same(given: &Constant, found: &Constant) -> bool {
    match (given, found) {
        (Constant::Float(number), Constant::Vector(vector)) => [*number; 3] == *vector,
        (given, found) => given == found,
    }
}
