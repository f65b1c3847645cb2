//! The library of functions that shaders call, as texts in WGSL.
//!
//! A file holds functions, each with the comment before it. A shader gets those that it calls, directly or not.
//! `DOUBLE(0.1)` stands for a double as two words, the lower first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::tier::Tier;

const COMMON: &str = include_str!("library/common.wgsl");
const CLOSE: &str = include_str!("library/close.wgsl");
const EXACT: &str = include_str!("library/exact.wgsl");
const DOUBLE: &str = include_str!("library/double.wgsl");

/// Functions by name, in the order in which a reader wants them.
pub(crate) struct Library {
    functions: BTreeMap<&'static str, (usize, String)>,
}

impl Library {
    /// The functions of a tier.
    pub fn of(tier: Tier) -> &'static Library {
        static CLOSE_LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::parse(&[COMMON, CLOSE]));
        static EXACT_LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::parse(&[DOUBLE, EXACT, COMMON]));
        match tier {
            Tier::Close => &CLOSE_LIBRARY,
            Tier::Exact => &EXACT_LIBRARY,
        }
    }

    fn parse(files: &[&'static str]) -> Library {
        let mut functions = BTreeMap::new();
        // The comment at the head of a file is the first paragraph, before the first function.
        let paragraphs = files.iter().flat_map(|file| file.split("\n\n")).filter(|part| part.contains("fn "));
        for (place, paragraph) in paragraphs.enumerate() {
            let name = paragraph.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).unwrap_or_default();
            functions.insert(name, (place, with_doubles(paragraph.trim())));
        }
        Library { functions }
    }

    /// The texts of the functions that some texts call, directly or not, each before those that call it.
    pub fn called_by<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Vec<&str> {
        let mut needed = BTreeSet::new();
        let mut pending: Vec<&str> = texts.collect();
        while let Some(text) = pending.pop() {
            for (place, text) in identifiers(text).filter_map(|name| self.functions.get(name)) {
                if needed.insert((*place, text.as_str())) {
                    pending.push(text);
                }
            }
        }
        needed.into_iter().map(|(_, text)| text).collect()
    }

    /// Whether the library has a function of this name, so that no other may have it.
    pub fn contains(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }
}

/// The identifiers in a text that a parenthesis follows.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split('(').filter_map(move |before| {
        let start = before.rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
        (start < before.len()).then(|| &before[start..])
    })
}

/// Replaces `DOUBLE(...)` by the words of the double.
pub(crate) fn with_doubles(text: &str) -> String {
    let mut parts = text.split("DOUBLE(");
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once(')').unwrap_or((part, ""));
        let bits = number.parse::<f64>().unwrap_or_default().to_bits();
        replaced.push_str(&format!("vec2<u32>({:#x}u, {:#x}u)", bits as u32, bits >> 32));
        replaced.push_str(rest);
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::is_word;

    #[test]
    fn doubles_are_two_words() {
        assert_eq!(
            with_doubles("f(DOUBLE(1.0), DOUBLE(-0.5))"),
            "f(vec2<u32>(0x0u, 0x3ff00000u), vec2<u32>(0x0u, 0xbfe00000u))"
        );
        for number in [EXACT, DOUBLE].iter().flat_map(|file| file.split("DOUBLE(").skip(1)) {
            let number = number.split(')').next().unwrap_or_default();
            assert!(number.parse::<f64>().is_ok(), "{number}");
        }
    }

    #[test]
    fn a_shader_gets_the_functions_that_it_calls_and_no_others() {
        let library = Library::of(Tier::Close);
        let called = library.called_by(["let t = tangent(x);"].into_iter());
        let names: Vec<&str> =
            called.iter().map(|text| text.split("fn ").nth(1).unwrap().split('(').next().unwrap()).collect();
        assert!(names.contains(&"sine") && names.contains(&"keep_finite") && !names.contains(&"power"), "{names:?}");
    }

    /// Translators leave such names unchanged. Variables may have the names of functions of WGSL.
    #[test]
    fn no_variable_is_a_word_of_a_language() {
        for file in [COMMON, CLOSE, EXACT, DOUBLE] {
            let code = file.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                let (parameters, rest) = match line.strip_prefix("fn ").and_then(|head| head.split_once('(')) {
                    Some((_, parameters)) => (parameters, ""),
                    None => ("", line.trim_start()),
                };
                let variable = ["let ", "var "].iter().find_map(|start| rest.strip_prefix(start));
                let variable = variable.and_then(|rest| rest.split([' ', ':']).next());
                let parameters = parameters.split(", ").filter_map(|one| Some(one.split_once(':')?.0));
                for name in parameters.chain(variable) {
                    let is_function = naga::keywords::wgsl::BUILTIN_IDENTIFIERS.contains(&name);
                    assert!(is_function || !is_word(name), "{name}: {line}");
                }
            }
        }
    }

    #[test]
    fn both_tiers_have_the_same_functions_for_operations() {
        let (close, exact) = (Library::of(Tier::Close), Library::of(Tier::Exact));
        for name in close.functions.keys().filter(|name| exact.contains(name)) {
            let head = |library: &Library| {
                let text = &library.functions[name].1;
                text[text.find("fn ").unwrap()..text.find('{').unwrap()].to_owned()
            };
            // The parts of a sine differ.
            if *name != "sine_or_cosine" {
                assert_eq!(head(close), head(exact));
            }
        }
    }
}
