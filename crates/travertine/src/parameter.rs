//! Parameters: the values that a texture exposes.

use std::fmt;
use std::ops::RangeInclusive;

use travertine_graph::constant::Constant;
use travertine_graph::definition::ValueType;
use travertine_graph::graph;

/// A value that a texture exposes, which [`Texture::set`](crate::Texture::set) changes.
///
/// ```
/// # let texture = travertine::Texture::parse(r#"{"format": "travertine", "version": 1,
/// #     "parameters": {"cells": {"type": "float", "default": 4, "min": 1, "max": 64, "unit": "cells per unit"}},
/// #     "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "cells"}}}},
/// #     "outputs": {"height": {"node": "noise"}}}"#)?;
/// for parameter in texture.parameters() {
///     println!("{}, a {}: {:?} in {:?}", parameter.name, parameter.value_type, parameter.value, parameter.range);
/// }
/// # assert_eq!(texture.parameters().next().and_then(|cells| cells.range), Some(1.0..=64.0));
/// # Ok::<(), travertine::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Parameter<'t> {
    /// Name of the parameter, for [`Texture::set`](crate::Texture::set).
    pub name: &'t str,
    /// Description for users; may be empty.
    pub description: &'t str,
    /// Type of the value.
    pub value_type: ParameterType,
    /// Minimum and maximum, infinite where there is no limit; `None` if there is neither.
    pub range: Option<RangeInclusive<f32>>,
    /// The names to choose from, for [`ParameterType::Choice`].
    pub choices: &'t [String],
    /// Unit in words; empty for plain numbers.
    pub unit: &'t str,
    /// Value until another is set.
    pub default: &'t Constant,
    /// Current value.
    pub value: &'t Constant,
}

/// The type of a parameter's values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParameterType {
    /// One finite number.
    Float,
    /// Three numbers: x, y, z.
    Vector,
    /// Linear red, green, blue and alpha.
    Color,
    /// An integer.
    Integer,
    /// A seed of noise, 0 to 2^32 - 1.
    Seed,
    /// `true` or `false`.
    Boolean,
    /// One of [`Parameter::choices`].
    Choice,
    /// Colors along a line.
    Ramp,
    /// A function of one number, defined by points.
    Curve,
    /// Free text.
    Text,
}

impl ParameterType {
    fn of(kind: &ValueType) -> ParameterType {
        match kind {
            ValueType::Float | ValueType::Any | ValueType::Number => ParameterType::Float,
            ValueType::Vector => ParameterType::Vector,
            ValueType::Color => ParameterType::Color,
            ValueType::Integer => ParameterType::Integer,
            ValueType::Seed => ParameterType::Seed,
            ValueType::Boolean => ParameterType::Boolean,
            ValueType::Choice(_) => ParameterType::Choice,
            ValueType::Ramp => ParameterType::Ramp,
            ValueType::Curve => ParameterType::Curve,
            // No parameter is a formula or an image.
            ValueType::Text | ValueType::Lettering | ValueType::Formula | ValueType::Image | ValueType::Volume => {
                ParameterType::Text
            }
        }
    }
}

/// The name in documents: `float`, `color`.
impl fmt::Display for ParameterType {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            ParameterType::Float => "float",
            ParameterType::Vector => "vector",
            ParameterType::Color => "color",
            ParameterType::Integer => "integer",
            ParameterType::Seed => "seed",
            ParameterType::Boolean => "boolean",
            ParameterType::Choice => "choice",
            ParameterType::Ramp => "ramp",
            ParameterType::Curve => "curve",
            ParameterType::Text => "text",
        })
    }
}

impl<'t> Parameter<'t> {
    /// A parameter of a graph, and its value.
    pub(crate) fn new(parameter: &'t graph::Parameter, value: &'t Constant) -> Parameter<'t> {
        let range = match (parameter.min, parameter.max) {
            (None, None) => None,
            (min, max) => Some(min.unwrap_or(f32::NEG_INFINITY)..=max.unwrap_or(f32::INFINITY)),
        };
        Parameter {
            name: &parameter.name,
            description: &parameter.description,
            value_type: ParameterType::of(&parameter.value_type),
            range,
            choices: &parameter.choices,
            unit: &parameter.unit,
            default: &parameter.default,
            value,
        }
    }
}
