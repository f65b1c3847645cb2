//! Names of fields in messages, which each place spells its way.
//!
//! A message of a job names a field as `⟦bits⟧`, or with a value as `⟦bits=16⟧`.

const START: char = '⟦';
const END: char = '⟧';

/// How a place spells the fields of jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// As flags of a command line: `--bits`, `--bits=16`.
    Flags,
    /// As members of an object in JSON: `"bits"`, `"bits": 16`.
    Members,
    /// As members of a target of a build, and as flags where they belong to the whole build.
    Target,
    /// As keywords of a call, in backticks: `bits`, `bits=16`.
    Keywords,
}

/// The fields that a build sets for all of its targets.
const OF_BUILD: [&str; 6] = ["memory", "overwrite", "simd", "threads", "tile", "work"];

/// The fields whose values are objects in JSON.
const NAMED: [&str; 4] = ["pack", "param", "set", "sweep"];

/// The message with its fields as a place spells them.
pub fn spell(message: &str, naming: Naming) -> String {
    let mut spelled = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once(START) {
        spelled += before;
        let marked = after.split_once(END);
        let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        let named = marked.map(|(text, next)| match text.split_once('=') {
            Some((name, value)) => (name, Some(value), next),
            None => (text, None, next),
        });
        match named {
            Some((name, value, next)) if !name.is_empty() && name.chars().all(is_name) => {
                spelled += &spelled_field(name, value, naming);
                rest = next;
            }
            // A text of the user that looks like a mark.
            _ => {
                spelled.push(START);
                rest = after;
            }
        }
    }
    spelled + rest
}

fn spelled_field(name: &str, value: Option<&str>, naming: Naming) -> String {
    let keyword = name.replace('-', "_");
    match (naming, value) {
        (Naming::Target, _) if OF_BUILD.contains(&name) => spelled_field(name, value, Naming::Flags),
        (Naming::Flags, None) if name == "to" => "-o".to_owned(),
        (Naming::Flags, Some(value)) if name == "to" => format!("-o {}", quoted(value)),
        (Naming::Flags, None) => format!("--{name}"),
        // Some flags take a value with an equals sign alone.
        (Naming::Flags, Some(value)) => format!("--{name}={}", quoted(value)),
        (Naming::Members | Naming::Target, None) => format!("{name:?}"),
        (Naming::Members | Naming::Target, Some(value)) => format!("{name:?}: {}", as_json(name, value)),
        (Naming::Keywords, None) => format!("`{keyword}`"),
        (Naming::Keywords, Some(value)) => format!("`{keyword}={}`", as_json(name, value)),
    }
}

/// A value as JSON has it.
fn as_json(name: &str, value: &str) -> String {
    let simple = |value: &str| match value.parse::<f64>() {
        Ok(_) => value.to_owned(),
        Err(_) if ["true", "false"].contains(&value) => value.to_owned(),
        Err(_) => format!("{value:?}"),
    };
    match value.split_once('=').filter(|_| NAMED.contains(&name)) {
        Some((key, value)) => format!("{{{key:?}: {}}}", simple(value)),
        None => simple(value),
    }
}

/// A word, quoted for a POSIX shell where necessary.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-=,:/@%+".contains(letter);
    match word.is_empty() || !word.chars().all(is_plain) {
        true => format!("'{}'", word.replace('\'', r"'\''")),
        false => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_spells_fields_its_way() {
        let message = "⟦bits=16⟧ needs a .tif; ⟦skip-faint⟧ and ⟦to=a.png⟧ have none, and `bits` is a name";
        for (naming, spelled) in [
            (Naming::Flags, "--bits=16 needs a .tif; --skip-faint and -o a.png have none, and `bits` is a name"),
            (
                Naming::Members,
                "\"bits\": 16 needs a .tif; \"skip-faint\" and \"to\": \"a.png\" have none, and `bits` is a name",
            ),
            (
                Naming::Keywords,
                "`bits=16` needs a .tif; `skip_faint` and `to=\"a.png\"` have none, and `bits` is a name",
            ),
        ] {
            assert_eq!(spell(message, naming), spelled);
        }
        assert_eq!(spell("⟦a ⟦bits⟧", Naming::Flags), "⟦a --bits");
        let set = "⟦set=my noise.scale=4⟧";
        assert_eq!(spell(set, Naming::Flags), "--set='my noise.scale=4'");
        assert_eq!(spell(set, Naming::Members), r#""set": {"my noise.scale": 4}"#);
        assert_eq!(spell("⟦overwrite⟧, ⟦bits⟧", Naming::Target), "--overwrite, \"bits\"");
        for text in ["", "plain", "⟦", "⟧⟦a", "⟦A⟧", "⟦⟧"] {
            assert_eq!(spell(text, Naming::Flags), text);
        }
    }
}
