//! Names that belong to a texture, so that the code of several fits into one program.

use std::collections::{HashMap, HashSet};

use crate::name::title;
use crate::readable::{with_names, words};

/// Code in which the names of all functions, types, tables and variables begin with a prefix. Functions for shader
/// graphs begin with the prefix in capitals.
pub(crate) fn with_own_names(text: &str, prefix: &str) -> String {
    let (start, capitals) = (format!("{prefix}_"), title(prefix));
    let is_own = |name: &str| name.starts_with(&start) || name.starts_with(&capitals);
    with_renamed(text, |name| (!is_own(name)).then(|| format!("{start}{name}")))
}

/// Code in which some of the declared names are replaced. Comments are unchanged.
pub(crate) fn with_renamed(text: &str, rename: impl Fn(&str) -> Option<String>) -> String {
    let own: HashMap<&str, String> =
        declared(text).into_iter().filter_map(|name| Some((name, rename(name)?))).collect();
    let own: HashMap<&str, &str> = own.iter().map(|(name, own)| (*name, own.as_str())).collect();
    let mut renamed = String::with_capacity(text.len() + text.len() / 4);
    for line in text.split_inclusive('\n') {
        let (code, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        renamed.push_str(&with_names(code, &own));
        renamed.push_str(comment);
    }
    renamed
}

/// The names of functions, structures, tables and variables outside of functions.
fn declared(text: &str) -> HashSet<&str> {
    let starts = |line: &&str| {
        line.starts_with(|first: char| first.is_ascii_alphabetic() || first == '@') && !line.starts_with("using ")
    };
    text.lines().filter(starts).filter_map(name_in).collect()
}

/// The name that a line declares: the last word before its type, its parameters, its size or its value. The attributes
/// of a variable may stand before it, or on a line of their own.
pub(crate) fn name_in(line: &str) -> Option<&str> {
    if line.starts_with('@') {
        return words(line.split_once(": ")?.0).last();
    }
    let before = line.split(['(', '[', '=', '{']).next()?;
    words(before.split(": ").next()?).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_found() {
        for (text, names) in [
            (
                "// a(b)\nstruct vec4 {\n    float x;\n};\nconst uint table[3] = uint[3](1u, 2u, 3u);\nvec4 f(vec4 x) {\n    g(1);\n}\n",
                ["vec4", "table", "f"],
            ),
            (
                "const table: array<u32, 2> = array<u32, 2>(1u, 2u);\n\n@group(0) @binding(0) var<uniform> zero: u32;\nfn f(x: f32) -> f32 {\n}\n",
                ["table", "zero", "f"],
            ),
            (
                "@group(0) @binding(0)\nvar<uniform> zero: u32;\nfn g() -> f32 {\n}\nfn f(x: f32) -> f32 {\n}\n",
                ["zero", "g", "f"],
            ),
            (
                "using metal::uint;\nstruct type_1 {\n    uint inner[2];\n};\nconstant type_1 table = type_1 {1u, 2u};\nmetal::float3 f(\n    float x\n) {\n}\n",
                ["type_1", "table", "f"],
            ),
        ] {
            assert_eq!(declared(text), HashSet::from(names), "{text}");
        }
    }

    #[test]
    fn own_names_begin_with_the_prefix() {
        let text = "float sine(float x) {\n    return x; // sine\n}\nfloat stone_color(float sine_of) {\n    return sine(sine_of);\n}\nvoid StoneColor_float() {\n}\n";
        assert_eq!(
            with_own_names(text, "stone"),
            "float stone_sine(float x) {\n    return x; // sine\n}\nfloat stone_color(float sine_of) {\n    return stone_sine(sine_of);\n}\nvoid StoneColor_float() {\n}\n"
        );
    }
}
