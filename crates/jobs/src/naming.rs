//! Names of fields in messages, which each place spells its way.
//!
//! A message of a job names a field as `⟦bits⟧`, or with a value as `⟦bits=16⟧`.

/// How a place spells the fields of jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// As flags of a command line: `--bits`, `--bits=16`.
    Flags,
    /// As members of an object in JSON: `"bits"`, `"bits": 16`.
    Members,
    /// As members of a target of a build, and as flags where they belong to the whole build.
    Target,
    /// As keywords of a call: `bits`, `bits=16`.
    Keywords,
}

/// The fields that a build sets for all of its targets.
const OF_BUILD: [&str; 7] = ["device", "memory", "overwrite", "simd", "threads", "tile", "work"];

/// The message with its fields as a place spells them.
pub fn spell(message: &str, naming: Naming) -> String {
    let mut spelled = String::new();
    let mut rest = message;
    while let Some((before, (named, after))) =
        rest.split_once('⟦').and_then(|(before, rest)| Some((before, rest.split_once('⟧')?)))
    {
        spelled += before;
        let (name, value) = named.split_once('=').map_or((named, None), |(name, value)| (name, Some(value)));
        let naming = match naming {
            Naming::Target if OF_BUILD.contains(&name) => Naming::Flags,
            Naming::Target => Naming::Members,
            naming => naming,
        };
        spelled += &match (naming, value) {
            (Naming::Flags, None) => flag(name),
            (Naming::Flags, Some(value)) if name == "to" => format!("-o {value}"),
            // Some flags take a value with an equals sign alone.
            (Naming::Flags, Some(value)) => format!("--{name}={value}"),
            (Naming::Members | Naming::Target, None) => format!("{name:?}"),
            (Naming::Members | Naming::Target, Some(value)) if value.parse::<f64>().is_ok() => {
                format!("{name:?}: {value}")
            }
            (Naming::Members | Naming::Target, Some(value)) => format!("{name:?}: {value:?}"),
            (Naming::Keywords, None) => keyword(name),
            (Naming::Keywords, Some(value)) if value.parse::<f64>().is_ok() => {
                format!("{}={value}", keyword(name))
            }
            (Naming::Keywords, Some(value)) => format!("{}={value:?}", keyword(name)),
        };
        rest = after;
    }
    spelled + rest
}

fn flag(name: &str) -> String {
    match name {
        "to" => "-o".to_owned(),
        name => format!("--{name}"),
    }
}

fn keyword(name: &str) -> String {
    name.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_spells_fields_its_way() {
        let message = "⟦bits=16⟧ needs a .tif; ⟦skip-faint⟧ and ⟦to=a.png⟧ have none, and `bits` is a name";
        for (naming, spelled) in [
            (
                Naming::Flags,
                "--bits=16 needs a .tif; --skip-faint and -o a.png have none, and `bits` is a name",
            ),
            (
                Naming::Members,
                "\"bits\": 16 needs a .tif; \"skip-faint\" and \"to\": \"a.png\" have none, and `bits` is a name",
            ),
            (
                Naming::Keywords,
                "bits=16 needs a .tif; skip_faint and to=\"a.png\" have none, and `bits` is a name",
            ),
        ] {
            assert_eq!(spell(message, naming), spelled);
        }
        assert_eq!(spell("⟦overwrite⟧, ⟦bits⟧", Naming::Target), "--overwrite, \"bits\"");
        for text in ["", "plain", "⟦", "⟧⟦a"] {
            assert_eq!(spell(text, Naming::Flags), text);
        }
    }
}
