//! The kinds of jobs, one file each: fields, help, and how it runs.

pub mod animate;
pub mod bake;
pub mod export;
pub mod render;
pub mod shape;
pub mod variations;
pub mod volume;

use crate::kind::Kind;

/// All kinds, in the order of the help.
pub static KINDS: [Kind; 7] = [
    Kind::of::<render::Arguments>(),
    Kind::of::<animate::Arguments>(),
    Kind::of::<variations::Arguments>(),
    Kind::of::<volume::Arguments>(),
    Kind::of::<shape::Arguments>(),
    Kind::of::<bake::Arguments>(),
    Kind::of::<export::Arguments>(),
];

impl Kind {
    /// The kind with a name.
    pub fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// The names of all kinds.
    pub fn names() -> [&'static str; KINDS.len()] {
        KINDS.each_ref().map(|kind| kind.name)
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::Path;

    use clap::error::ErrorKind;
    use travertine::Diagnostics;
    use travertine::stages::graph::json;

    use crate::field::{Field, Shape};
    use crate::json::{Files, checked, given, read};
    use crate::kind::Kind;
    use crate::kinds::KINDS;
    use crate::reader::Reader;

    /// Texts of which each field accepts at least one.
    const SAMPLES: [&str; 9] = ["true", "1", "word", "0..3", "0,0,1,1", "0,0,0,1,1,1", "a=1", "a=1:2:3", "a=b,c,d"];

    /// Whether a field accepts a word, whatever else the job lacks.
    fn accepts(kind: &Kind, word: String) -> bool {
        let wrong = [ErrorKind::ValueValidation, ErrorKind::InvalidValue, ErrorKind::UnknownArgument];
        kind.parse([OsString::from(word)]).err().is_none_or(|error| !wrong.contains(&error.kind()))
    }

    /// A value of a field, in the notation of words.
    fn sample(kind: &Kind, field: &Field) -> String {
        let choices = field.choices.iter().map(|(name, _)| name.as_str());
        let mut samples = field.default.as_deref().into_iter().chain(choices).chain(SAMPLES).chain(["a.b=1"]);
        let found = samples.find(|sample| accepts(kind, format!("--{}={sample}", field.name)));
        found.unwrap_or_else(|| panic!("{} {} accepts no sample", kind.name, field.name)).to_owned()
    }

    /// The words of a member.
    fn words(fields: &[Field], kind: &Kind, member: &str) -> Vec<String> {
        let parsed = json::parse(format!("{{{member}}}").as_bytes()).unwrap();
        let mut reader = Reader::new(Diagnostics::default());
        let members = reader.members(&parsed.root, "", "the job", "fields");
        let given = given(&mut reader, fields, &members);
        let (graph, to) = (Path::new("g.json"), Path::new("a"));
        let files = Files { graph, mesh: None, to: ("-o=", to) };
        let mut lack = None;
        let words = checked(&mut reader, kind, files, given, |_, what| lack = Some(what));
        reader.finish().unwrap();
        // A job that needs something else is not checked further.
        words.unwrap_or_else(|| vec![lack.unwrap()])
    }

    #[test]
    fn a_field_that_does_nothing_is_refused() {
        for kind in ["shape", "bake", "export"] {
            let kind = Kind::named(kind).unwrap();
            let refused = kind.parse(["--tile=64".into()]).err().unwrap().to_string();
            assert!(refused.contains("computes no tiles; leave the flag out"), "{refused}");
            let job = format!(r#"{{"make": {:?}, "tile": 64}}"#, kind.name);
            let refused = read(&job, Path::new(""), true).err().unwrap().to_string();
            assert!(refused.contains("the job has no `tile`"), "{refused}");
        }
    }

    #[test]
    fn a_conflict_has_the_words_of_the_command_line() {
        let kind = Kind::named("bake").unwrap();
        let words = ["--no-normals", "--height=h", "-o=a", "g.json", "m.obj"];
        let on_command_line = kind.parse(words.map(OsString::from)).err().unwrap().to_string();
        let job = r#"{"make": "bake", "mesh": "m.obj", "to": "a", "no-normals": true, "height": "h"}"#;
        let in_json = read(job, Path::new(""), true).err().unwrap().to_string();
        for (said, [first, other]) in
            [(on_command_line, ["'--no-normals'", "'--height <NAME>'"]), (in_json, ["`no-normals`", "`height`"])]
        {
            let orders = [(first, other), (other, first)];
            let expected = orders.map(|(first, other)| format!("{first} cannot be used with {other}"));
            assert!(expected.iter().any(|expected| said.contains(expected)), "{said}");
        }
    }

    #[test]
    fn every_field_is_described_has_a_valid_default_and_is_the_same_in_words_and_in_json() {
        for kind in &KINDS {
            let fields = kind.fields();
            for field in &fields {
                let name = &field.name;
                let is_sentence = field.help.starts_with(|first: char| first.is_ascii_uppercase() || first == '`');
                assert!(is_sentence, "{} {name}: {:?}", kind.name, field.help);
                assert!(field.shape == Shape::Switch || !field.notation.is_empty(), "{} {name}", kind.name);
                if let Some(default) = &field.default {
                    assert!(accepts(kind, format!("--{name}={default}")), "{} {name}: {default}", kind.name);
                }
                let (member, word) = match field.shape {
                    Shape::Switch => (format!("{name:?}: true"), format!("--{name}")),
                    Shape::Named => {
                        let sample = sample(kind, field);
                        let (key, value) = sample.split_once('=').unwrap();
                        (format!("{name:?}: {{{key:?}: {value:?}}}"), format!("--{name}={sample}"))
                    }
                    _ => {
                        let sample = sample(kind, field);
                        (format!("{name:?}: {sample:?}"), format!("--{name}={sample}"))
                    }
                };
                let read = words(&fields, kind, &member);
                assert!(read == [word.clone()] || !read[0].starts_with("--"), "{word} became {read:?}");
                let Some((_, value)) = word.split_once('=').filter(|_| field.shape != Shape::Named) else {
                    continue;
                };
                // Numbers, and the parts of a value, may be numbers.
                let parts: Vec<&str> = value.split(field.values.separator()).collect();
                let is_number = |part: &&str| json::parse(part.as_bytes()).is_ok() && part.parse::<f64>().is_ok();
                if parts.iter().all(is_number) {
                    let numbers = if parts.len() == 1 { value.to_owned() } else { format!("[{}]", parts.join(",")) };
                    let numbers = if field.shape == Shape::List { format!("[{numbers}]") } else { numbers };
                    assert_eq!(words(&fields, kind, &format!("{name:?}: {numbers}")), read);
                }
            }
        }
    }
}
