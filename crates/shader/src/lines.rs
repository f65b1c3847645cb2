//! Lines of a function, whose variables get names when all of them are known.

use std::collections::HashMap;

use travertine_program::Program;

/// A line of a function: a variable for the operation at an index.
pub(crate) struct Line {
    pub index: usize,
    pub origin: Option<u32>,
    pub text: String,
}

/// The operations that read a value.
#[derive(Clone, Copy)]
pub(crate) enum Users {
    None,
    One(usize),
    Several,
}

/// The users of each value. An output counts as several, so that it has a name.
pub(crate) fn users(program: &Program) -> Vec<Users> {
    let mut users = vec![Users::None; program.operations().len()];
    for (user, operation) in program.operations().iter().enumerate() {
        for operand in operation.operands() {
            let users = &mut users[operand.index()];
            *users = if matches!(users, Users::None) { Users::One(user) } else { Users::Several };
        }
    }
    for value in program.outputs().iter().flat_map(|output| &output.values) {
        users[value.index()] = Users::Several;
    }
    users
}

/// The name of an operation's variable until names are given.
pub(crate) fn placeholder(index: usize) -> String {
    format!("${index}$")
}

/// Replaces placeholders by names.
pub(crate) fn with_names(text: &str, names: &HashMap<usize, String>) -> String {
    let mut parts = text.split('$');
    let mut named = parts.next().unwrap_or_default().to_owned();
    while let (Some(index), Some(rest)) = (parts.next(), parts.next()) {
        named.push_str(index.parse().ok().and_then(|index: usize| names.get(&index)).map_or("", String::as_str));
        named.push_str(rest);
    }
    named
}
