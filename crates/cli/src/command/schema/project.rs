//! The schema of build files, from the flags of the commands.

use travertine::stages::graph::json::{Value, object, texts};
use travertine_jobs::{KINDS, Kind};

use super::super::build::{FORMAT, MAX_TARGETS, VERSION, fields_of_target};
use super::field;
use super::keywords::{any_of, described, name, text, with};

/// A JSON Schema of build files.
pub fn schema() -> Value {
    let defaults = KINDS.each_ref().map(|kind| (kind.name.to_owned(), members(fields(kind, false))));
    let defaults = object([
        ("description", Value::from("Fields that the targets of a command have unless they state others.")),
        ("type", Value::from("object")),
        ("properties", Value::Object(defaults.into())),
        ("additionalProperties", Value::from(false)),
    ]);
    let targets = object([
        ("description", Value::from("What is made, by name.")),
        ("type", Value::from("object")),
        ("maxProperties", Value::from(MAX_TARGETS as i64)),
        ("propertyNames", name()),
        ("additionalProperties", any_of(KINDS.each_ref().map(target).into())),
    ]);
    object([
        ("$schema", Value::from("https://json-schema.org/draft/2020-12/schema")),
        ("title", Value::from("Travertine build file")),
        ("type", Value::from("object")),
        ("required", texts(["format", "version", "targets"])),
        (
            "properties",
            object([
                ("format", object([("const", Value::from(FORMAT))])),
                ("version", object([("const", Value::from(VERSION))])),
                ("defaults", defaults),
                ("targets", targets),
            ]),
        ),
        ("additionalProperties", Value::from(false)),
    ])
}

/// A target of a command. Graph and mesh may be given by `each`.
fn target(kind: &Kind) -> Value {
    let make = object([("const", Value::from(kind.name))]);
    let mut all = vec![("make".to_owned(), described(make, "The command that makes the files."))];
    all.extend(fields(kind, true));
    let lists = fields(kind, false).into_iter().chain(inputs(kind)).map(|(name, field)| {
        let list =
            [("type", Value::from("array")), ("minItems", Value::from(1)), ("items", without_description(field))];
        (name, object(list))
    });
    let each = described(members(lists.collect()), "Values by field: a target for each combination.");
    all.push(("each".to_owned(), each));
    with(members(all), "required", texts(["make"]))
}

/// The fields of a command, perhaps with those that name files.
fn fields(kind: &Kind, with_files: bool) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    if with_files {
        all.extend(inputs(kind));
        let path = "Path of what is made, in the folder of the build file or below it. Names in braces are filled in.";
        all.extend(kind.targets.iter().map(|(name, _)| ((*name).to_owned(), text(path))));
    }
    all.extend(fields_of_target(kind).iter().map(|field| (field.name.clone(), field::schema(field))));
    all
}

fn inputs(kind: &Kind) -> Vec<(String, Value)> {
    let path =
        |name: &str| (name.to_owned(), text(&format!("Path of the {name}, relative to the folder of the build file.")));
    kind.inputs().iter().copied().map(path).collect()
}

fn without_description(schema: Value) -> Value {
    match schema {
        Value::Object(members) => {
            Value::Object(members.into_iter().filter(|(name, _)| name != "description").collect())
        }
        other => other,
    }
}

fn members(members: Vec<(String, Value)>) -> Value {
    object([
        ("type", Value::from("object")),
        ("properties", Value::Object(members)),
        ("additionalProperties", Value::from(false)),
    ])
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use clap::Args;
    use travertine::stages::graph::json::parse;
    use travertine::{Diagnostics, Texture};
    use travertine_jobs::flags::source::Source;
    use travertine_jobs::json::{Files, checked, given, job};
    use travertine_jobs::reader::Reader;
    use travertine_jobs::{Definition, Host, Job, Shape, Values};

    use super::*;
    use crate::failure::Failure;

    /// A kind that the table lacks.
    #[derive(Args)]
    struct Sand {
        #[command(flatten)]
        source: Source,

        #[arg(short = 'o')]
        to: PathBuf,

        /// Grains per unit
        #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Sand")]
        grains: u32,
    }

    impl Definition for Sand {
        const NAME: &'static str = "sand";
    }

    impl Job for Sand {
        fn check(&self, texture: Texture) -> Result<(), Failure> {
            self.source.check(texture).map(drop)
        }

        fn run(&self, _: &dyn Host) -> Result<(), Failure> {
            Err(Failure::usage(format!("{} grains in {}", self.grains, self.to.display())))
        }
    }

    /// The window shows all of `fields`; Python and C call what reads JSON here.
    #[test]
    fn a_new_field_is_in_help_schema_fields_and_json() {
        let kind = Kind::of::<Sand>();
        let help = Sand::augment_args(clap::Command::new("sand")).render_long_help().to_string();
        assert!(help.contains("Sand:\n      --grains <N>\n          Grains per unit"), "{help}");
        let schema = target(&kind);
        let grains = schema.get("properties").and_then(|fields| fields.get("grains")).unwrap();
        assert_eq!(grains.get("description").and_then(Value::as_text), Some("Grains per unit"));
        let fields = kind.fields();
        let field = fields.iter().find(|field| field.name == "grains").unwrap();
        assert_eq!((field.section.as_str(), field.default.as_deref()), ("Sand", Some("3")));
        assert_eq!((field.shape, field.values), (Shape::Single, Values::Whole));
        let mut reader = Reader::new(Diagnostics::default());
        let json = parse(br#"{"grains": 5}"#).unwrap().root;
        let members = reader.members(&json, "", "the job", "fields");
        let files = Files { graph: Path::new("g.json"), mesh: None, to: ("-o=", Path::new("a")) };
        let given = given(&mut reader, &fields, &members);
        let words = checked(&mut reader, &kind, files, given, |_, lack| panic!("{lack}")).unwrap();
        assert_eq!(words, ["--grains=5"]);
        assert!(job(&kind, &words, files).is_ok());
    }
}
