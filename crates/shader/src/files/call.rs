//! Calls of the functions of a shader, in a language like C.

use travertine_program::Type;

use crate::argument::{Argument, OutputFunction};

/// A call of a function in a language like C, as three floats or one.
fn call(function: &OutputFunction, argument: impl Fn(&Argument) -> String) -> String {
    let arguments: Vec<String> = function.arguments.iter().map(argument).collect();
    format!("{}({})", function.name, arguments.join(", "))
}

/// A call as linear red, green and blue.
pub(super) fn call_as_color(function: &OutputFunction, argument: impl Fn(&Argument) -> String) -> String {
    let call = call(function, argument);
    match function.value_type {
        Type::Float => format!("vec3({call})"),
        Type::Vector => call,
        Type::Color => format!("{call}.rgb"),
    }
}

/// A call as one float.
pub(super) fn call_as_float(function: &OutputFunction, argument: impl Fn(&Argument) -> String) -> String {
    let call = call(function, argument);
    match function.value_type {
        Type::Float => call,
        Type::Vector | Type::Color => format!("{call}.r"),
    }
}

/// A float in a language like C.
pub(super) fn number(value: f32) -> String {
    format!("{value:?}")
}
