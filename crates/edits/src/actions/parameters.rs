//! The graph's parameters, in the user's order.

use travertine_graph::definition::{InputDefinition, LEAST_ABOVE_0, ValueType};
use travertine_graph::document::{Document, Input, Parameter, name_problem};
use travertine_graph::json::{Number, Value};
use travertine_presentation::{Held, Outline, Socket};
use travertine_program::Type;

use super::ids::fresh_id;
use crate::difference::action;
use crate::edit::{Action, Edit, Refusal};

/// Exposes an input: adds a parameter with its value, range, unit and description, which drives the input from then on.
///
/// # Errors
///
/// If the input does not exist, is wired or driven already, has no value, or holds a formula or an image.
pub fn expose(outline: &Outline, input: &Socket) -> Result<Action, Refusal> {
    let definition = existing(outline, input)?;
    if definition.value_type == ValueType::Formula {
        return Err(Refusal::new(format!("`{}` is a formula, which a parameter cannot hold", input.name)));
    }
    if definition.value_type.is_image() {
        return Err(Refusal::new(format!("`{}` is an image, which a parameter cannot hold", input.name)));
    }
    let value = match outline.held(input) {
        Some(Held::Constant { value, .. }) => value,
        Some(Held::Parameter(name)) => {
            return Err(Refusal::new(format!("`{}` is driven by the parameter `{name}` already", input.name)));
        }
        Some(Held::Wire { .. }) => {
            return Err(Refusal::new(format!("`{}` is wired; remove the wire first", input.name)));
        }
        Some(Held::Position) => {
            return Err(Refusal::new(format!(
                "`{}` is the position itself, which a parameter cannot hold",
                input.name
            )));
        }
        Some(Held::Noise) => {
            return Err(Refusal::new(format!(
                "`{}` is a noise of the node's own, which a parameter cannot hold",
                input.name
            )));
        }
        _ => return Err(Refusal::new(format!("`{}` has no value; set one first", input.name))),
    };
    let range = range(definition, value.floats());
    let parameter = Parameter {
        parameter_type: parameter_type(outline, input, definition).to_owned(),
        default: Some(Value::from(&value)),
        min: range[0].clone(),
        max: range[1].clone(),
        step: definition.step.and_then(Number::from_f32),
        unit: Some(definition.unit.clone().into_owned()).filter(|unit| !unit.is_empty()),
        description: Some(definition.description.clone().into_owned()).filter(|text| !text.is_empty()),
        ..Parameter::default()
    };
    action(outline, format!("Expose {}", input.name), |document| {
        let name = fresh_id(input.name.as_str(), |name| index(document, name).is_ok());
        document.parameters.push((name.clone(), parameter));
        put(document, input, Input::Parameter(name))
    })
}

/// Drives an input by an existing parameter.
///
/// # Errors
///
/// If either does not exist, or the input does not accept parameters of this type.
pub fn use_parameter(outline: &Outline, input: &Socket, name: &str) -> Result<Action, Refusal> {
    let definition = existing(outline, input)?;
    let parameter = &outline.document().parameters[index(outline.document(), name)?].1;
    let fits = ValueType::of_parameter(&parameter.parameter_type)
        .is_some_and(|value_type| value_type.fits(&definition.value_type));
    if !fits {
        let found = &parameter.parameter_type;
        return Err(Refusal::new(format!("`{}` takes no parameter of type {found}", input.name)));
    }
    action(outline, format!("Use parameter {name}"), |document| put(document, input, Input::Parameter(name.to_owned())))
}

/// Replaces a parameter, or adds it at the end.
///
/// # Errors
///
/// None at present. [`History::apply`](crate::History::apply) refuses invalid names.
pub fn set_parameter(outline: &Outline, name: &str, parameter: Parameter) -> Result<Action, Refusal> {
    action(outline, format!("Set parameter {name}"), |document| {
        match index(document, name) {
            Ok(index) => document.parameters[index].1 = parameter,
            Err(_) => document.parameters.push((name.to_owned(), parameter)),
        }
        Ok(())
    })
}

/// Sets the least and the greatest value of a parameter. Numbers beyond them, here and in presets, move to the nearer
/// end.
///
/// # Errors
///
/// If there is no such parameter, or the minimum is above the maximum.
pub fn set_range(outline: &Outline, name: &str, min: Option<Number>, max: Option<Number>) -> Result<Action, Refusal> {
    let end = |end: &Option<Number>, without: f32| end.as_ref().and_then(Number::as_f32).unwrap_or(without);
    let (least, most) = (end(&min, f32::MIN), end(&max, f32::MAX));
    if least > most {
        return Err(Refusal::new(format!("the minimum of `{name}` is above its maximum; change the other end first")));
    }
    action(outline, format!("Set range of {name}"), |document| {
        let found = index(document, name)?;
        let within = |value: &mut Value| {
            if let Value::Number(number) = value
                && let Some(known) = number.as_f32().filter(|known| *known < least || *known > most)
            {
                *value = Value::from(known.clamp(least, most));
            }
        };
        let parameter = &mut document.parameters[found].1;
        (parameter.min, parameter.max) = (min, max);
        parameter.default.iter_mut().for_each(within);
        document.presets.iter_mut().filter_map(|(_, preset)| preset.values.get_mut(name)).for_each(within);
        Ok(())
    })
}

/// Sets the default of a parameter. Checking the graph shows whether the inputs that it drives accept it.
pub fn set_default(name: &str, value: Value) -> Action {
    Action::new(format!("Set {name}"), Edit::Default(name.to_owned(), Some(value)))
}

/// Removes a parameter, from presets too; the inputs that it drove keep its value as a constant.
///
/// # Errors
///
/// If there is no such parameter.
pub fn remove_parameter(outline: &Outline, name: &str) -> Result<Action, Refusal> {
    action(outline, format!("Remove parameter {name}"), |document| {
        let (_, parameter) = document.parameters.remove(index(document, name)?);
        document.presets.iter_mut().for_each(|(_, preset)| drop(preset.values.remove(name)));
        let is_used = |input: &Input| matches!(input, Input::Parameter(used) if used == name);
        for node in document.nodes.values_mut() {
            match &parameter.default {
                Some(value) => {
                    let inputs = node.inputs.values_mut().filter(|input| is_used(input));
                    inputs.for_each(|input| *input = Input::Constant(value.clone()));
                }
                None => node.inputs.retain(|_, input| !is_used(input)),
            }
        }
        Ok(())
    })
}

/// Renames a parameter; the inputs that it drives and the presets follow.
///
/// # Errors
///
/// If there is no such parameter, or the name is taken or invalid.
pub fn rename_parameter(outline: &Outline, name: &str, new: &str) -> Result<Action, Refusal> {
    if let Some(problem) = name_problem(new) {
        return Err(Refusal::new(format!("the name of a parameter {problem}")));
    }
    action(outline, format!("Rename parameter {name}"), |document| {
        let found = index(document, name)?;
        if index(document, new).is_ok_and(|other| other != found) {
            return Err(Refusal::new(format!("there is another parameter called `{new}`")));
        }
        new.clone_into(&mut document.parameters[found].0);
        for (_, preset) in &mut document.presets {
            let value = preset.values.remove(name);
            preset.values.extend(value.map(|value| (new.to_owned(), value)));
        }
        for input in document.nodes.values_mut().flat_map(|node| node.inputs.values_mut()) {
            if let Input::Parameter(used) = input
                && used == name
            {
                new.clone_into(used);
            }
        }
        Ok(())
    })
}

/// Moves a parameter to another index.
///
/// # Errors
///
/// If there is no such parameter.
pub fn move_parameter(outline: &Outline, name: &str, to: usize) -> Result<Action, Refusal> {
    action(outline, format!("Move parameter {name}"), |document| {
        let parameter = document.parameters.remove(index(document, name)?);
        document.parameters.insert(to.min(document.parameters.len()), parameter);
        Ok(())
    })
}

fn existing<'a>(outline: &'a Outline, input: &Socket) -> Result<&'a InputDefinition, Refusal> {
    let missing = || Refusal::new(format!("`{}` has no input `{}`", input.node, input.name));
    outline.input(input).ok_or_else(missing)
}

fn put(document: &mut Document, input: &Socket, value: Input) -> Result<(), Refusal> {
    crate::target::Target::Input(input.clone()).put(document, Some(value))
}

fn index(document: &Document, name: &str) -> Result<usize, Refusal> {
    let found = document.parameters.iter().position(|(other, _)| other == name);
    found.ok_or_else(|| Refusal::new(format!("there is no parameter `{name}`")))
}

/// The type of parameter that drives an input.
fn parameter_type(outline: &Outline, input: &Socket, definition: &InputDefinition) -> &'static str {
    match definition.value_type {
        ValueType::Any => outline.input_type(input).unwrap_or(Type::Float).name(),
        ValueType::Number => ValueType::Float.name(),
        ref value_type => value_type.name(),
    }
}

/// The range for a slider: the input's soft range if it contains the value, else its hard range. An end without a
/// useful bound is `None`.
pub(super) fn range(definition: &InputDefinition, floats: Option<&[f32]>) -> [Option<Number>; 2] {
    let holds = |range: &&std::ops::RangeInclusive<f32>| {
        floats.is_none_or(|floats| floats.iter().all(|float| range.contains(float)))
    };
    let range = definition.soft.as_ref().filter(holds).or(definition.hard.as_ref());
    let bound = |bound: f32| {
        let says = bound != LEAST_ABOVE_0 && bound.abs() < f32::MAX;
        says.then(|| Number::from_f32(bound)).flatten()
    };
    match range {
        Some(range) => [bound(*range.start()), bound(*range.end())],
        None => [None, None],
    }
}

#[cfg(test)]
mod tests {
    use travertine::registry;
    use travertine_graph::graph::Graph;

    use super::*;
    use crate::actions::insert::insert;
    use crate::actions::outputs::add_output;
    use crate::testing::outlines::{after, outline};

    #[test]
    fn every_input_with_a_value_can_be_exposed() {
        for definition in registry().iter() {
            let outline = outline("");
            let outline = after(&outline, insert(&outline, &definition.type_name(), [0.0; 2]).unwrap());
            let id = outline.document().nodes.keys().next().unwrap().clone();
            let from = outline.source(&id, None);
            let outline = after(&outline, add_output(&outline, &from, "value").unwrap());
            for input in &definition.inputs {
                let socket = Socket::new(&id, &*input.name);
                let has_value = matches!(outline.held(&socket), Some(Held::Constant { .. }));
                if !has_value || input.value_type == ValueType::Formula || input.value_type.is_image() {
                    assert!(expose(&outline, &socket).is_err());
                    continue;
                }
                let exposed = after(&outline, expose(&outline, &socket).unwrap());
                assert_eq!(exposed.held(&socket), Some(Held::Parameter(input.name.to_string())));
                if Graph::new(outline.document(), registry()).is_ok() {
                    let graph = Graph::new(exposed.document(), registry());
                    assert!(graph.is_ok(), "{}: {}", socket.name, graph.unwrap_err());
                }
                let back = after(&exposed, remove_parameter(&exposed, &input.name).unwrap());
                assert!(back.document().parameters.is_empty());
                let held = |outline: &Outline| match outline.held(&socket) {
                    Some(Held::Constant { value, .. }) => value,
                    other => panic!("{other:?}"),
                };
                assert_eq!(held(&back), held(&outline));
            }
        }
    }

    #[test]
    fn numbers_follow_their_range() {
        let outline = outline(r#""n": {"type": "noise/perlin", "inputs": {"scale": 8}}"#);
        let outline = after(&outline, expose(&outline, &Socket::new("n", "scale")).unwrap());
        let number = |text: &str| Number::new(text);
        let narrow = after(&outline, set_range(&outline, "scale", number("1"), number("4")).unwrap());
        let parameter = &narrow.document().parameters[0].1;
        assert_eq!(parameter.default.as_ref().unwrap().to_string(), "4");
        assert_eq!((&parameter.min, &parameter.max), (&number("1"), &number("4")));
        let open = after(&narrow, set_range(&narrow, "scale", None, None).unwrap());
        assert_eq!(open.document().parameters[0].1.max, None);
        let refusal = set_range(&narrow, "scale", number("9"), number("4")).unwrap_err();
        assert!(refusal.to_string().contains("above its maximum"));
    }

    #[test]
    fn an_exposed_parameter_describes_its_input() {
        let outline = outline(
            r#""n": {"type": "noise/perlin", "inputs": {"scale": {"node": "m"}}}, "m": {"type": "noise/perlin"}"#,
        );
        let exposed = after(&outline, expose(&outline, &Socket::new("m", "scale")).unwrap());
        let (name, parameter) = &exposed.document().parameters[0];
        assert_eq!((name.as_str(), parameter.parameter_type.as_str()), ("scale", "float"));
        assert!(parameter.min.is_some() && parameter.max.is_some() && parameter.description.is_some());
        let step = outline.input(&Socket::new("m", "scale")).unwrap().step;
        assert_eq!(parameter.step, step.and_then(Number::from_f32));
        assert!(expose(&outline, &Socket::new("n", "scale")).unwrap_err().to_string().contains("wired"));
        assert!(expose(&exposed, &Socket::new("m", "scale")).is_err());
        assert!(expose(&outline, &Socket::new("m", "position")).is_err());

        let renamed = after(&exposed, rename_parameter(&exposed, "scale", "size").unwrap());
        assert_eq!(renamed.held(&Socket::new("m", "scale")), Some(Held::Parameter("size".to_owned())));
        let second = after(&renamed, expose(&renamed, &Socket::new("m", "seed")).unwrap());
        let moved = after(&second, move_parameter(&second, "seed", 0).unwrap());
        assert_eq!(moved.document().parameters[0].0, "seed");
        assert!(rename_parameter(&second, "seed", "size").is_err());
        let used = after(&second, use_parameter(&second, &Socket::new("n", "scale"), "size").unwrap());
        assert_eq!(used.held(&Socket::new("n", "scale")), Some(Held::Parameter("size".to_owned())));
        assert!(use_parameter(&second, &Socket::new("n", "scale"), "seed").is_err());
    }
}
