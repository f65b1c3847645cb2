//! `travertine schema`: prints a JSON Schema of documents.

pub mod field;
mod groups;
mod keywords;
mod nodes;
mod project;
mod values;

use std::path::PathBuf;

use clap::Args;
use travertine::stages::graph::definition::ValueType;
use travertine::stages::graph::document::{FORMAT, VERSION};
use travertine::stages::graph::graph::MAX_CHOICES;
use travertine::stages::graph::json::{Value, Writer, object, texts};
use travertine::{Registry, Up, registry};
use travertine_images::FORMATS;

use self::keywords::{any_of, described, if_type, name, number, numbers, refer, text, with};
use crate::failure::Failure;
use crate::output::Output;
use crate::target::{check_reports, is_standard_output};
use crate::terminal::Wrote;

const EXAMPLES: &str = "\
Examples:
  travertine schema -o travertine.schema.json
      then, in the settings of VS Code:
      \"json.schemas\": [{\"fileMatch\": [\"/graphs/*.json\"], \"url\": \"./travertine.schema.json\"}]
  travertine schema --build -o build.schema.json
      the schema of build files";

/// Print a JSON Schema of graphs, for text editors
///
/// With a JSON Schema, a text editor completes node types, inputs and choices, describes them, and underlines errors.
/// The schema follows draft 2020-12 and lists the node types of this version. It cannot express every rule:
/// `travertine check` also checks wires and parameters.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Print the schema of build files, for `travertine build`
    #[arg(long)]
    build: bool,

    /// File of the schema [default: standard output]
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        let mut writer = Writer::new();
        let wrote = Wrote::start();
        writer.value(&if self.build { project::schema() } else { schema(registry()) });
        if let Some(file) = self.file.as_deref().filter(|file| !is_standard_output(Some(file))) {
            check_reports([file], std::iter::empty::<PathBuf>())?;
            travertine_files::write(file, writer.finish().as_bytes())?;
            wrote.files(&[file], "a JSON Schema");
            return Ok(());
        }
        let mut output = Output::new();
        output.print(writer.finish())?;
        output.finish()
    }
}

fn schema(registry: &Registry) -> Value {
    object([
        ("$schema", Value::from("https://json-schema.org/draft/2020-12/schema")),
        ("title", Value::from("Travertine graph")),
        ("type", Value::from("object")),
        ("required", texts(REQUIRED)),
        ("properties", properties()),
        ("additionalProperties", Value::from(false)),
        (
            "$defs",
            object([
                ("name", name()),
                ("group", group()),
                ("node", nodes::node(registry)),
                ("parameter", parameter()),
                ("preset", preset()),
                ("image", image()),
                ("frame", frame()),
                ("point", point()),
                ("wire", values::wire()),
                ("reference", values::reference()),
                ("hex", values::hex()),
                ("color", values::color()),
                ("ramp", values::ramp()),
                ("curve", values::curve()),
            ]),
        ),
    ])
}

/// The members that every document has, and so every group.
const REQUIRED: [&str; 4] = ["format", "version", "nodes", "outputs"];

/// The members of a document.
fn properties() -> Value {
    object([
        ("format", object([("const", Value::from(FORMAT))])),
        ("version", object([("const", Value::from(VERSION))])),
        ("name", text("The graph's name.")),
        ("description", text("A description of the graph.")),
        ("category", text("The category of the graph as a node, in menus.")),
        ("search", list_of_texts("Words by which the graph is found as a node, besides its name.")),
        ("parameters", named("parameter", "Values that the graph exposes to its users, by name.")),
        ("presets", named("preset", "Values of the parameters under a name: looks of the graph.")),
        ("nodes", some_named("node", "The nodes, by id.")),
        ("outputs", some_named("wire", "The graph's outputs, by name. The first is the default.")),
        ("layout", named("point", "Positions of nodes in an editor, by node id.")),
        ("annotations", annotations()),
        (
            "images",
            named("image", "Pictures and volumes that nodes read, by name: files next to the document, or embedded."),
        ),
        ("groups", groups::groups()),
        (
            "relief",
            described(number(Some(&(0.0..=1.0))), "How far a height of 1 lifts a surface, in units of the graph."),
        ),
        (
            "up",
            described(
                object([("enum", texts(Up::ALL.map(Up::name)))]),
                "The direction that points up in the graph's space; -y without it.",
            ),
        ),
    ])
}

/// A group: a document that may name its source.
fn group() -> Value {
    object([
        ("type", Value::from("object")),
        ("required", texts(REQUIRED)),
        ("properties", with(properties(), "source", groups::source())),
        ("additionalProperties", Value::from(false)),
    ])
}

fn annotations() -> Value {
    object([
        ("description", Value::from("Frames, notes and collapsed nodes in an editor. They never affect a picture.")),
        ("type", Value::from("object")),
        (
            "properties",
            object([
                ("frames", named("frame", "Frames and notes behind the nodes, by id.")),
                ("collapsed", list_of_texts("Ids of nodes that show only their title.")),
                ("folded", list_of_texts("Ids of nodes that show no picture.")),
                ("outputs", refer("point")),
            ]),
        ),
        ("additionalProperties", Value::from(false)),
    ])
}

fn frame() -> Value {
    object([
        ("type", Value::from("object")),
        ("required", texts(["rectangle"])),
        (
            "properties",
            object([
                ("title", text("The title of a frame.")),
                ("text", text("The text of a note.")),
                (
                    "color",
                    object([
                        ("description", Value::from("The color: \"#rrggbb\", sRGB.")),
                        ("type", Value::from("string")),
                        ("pattern", Value::from("^#[0-9A-Fa-f]{6}$")),
                    ]),
                ),
                ("rectangle", described(numbers(4, 4, None), "Left, top, width and height, in points.")),
            ]),
        ),
        ("additionalProperties", Value::from(false)),
    ])
}

fn point() -> Value {
    described(numbers(2, 2, None), "A position in an editor: x to the right and y down, in points.")
}

/// A parameter. Its type decides which other members it may have.
fn parameter() -> Value {
    let choices = object([
        ("description", Value::from("The names to choose from [default: those of the input].")),
        ("type", Value::from("array")),
        ("items", object([("type", Value::from("string"))])),
        ("maxItems", Value::from(MAX_CHOICES as i64)),
        ("uniqueItems", Value::from(true)),
    ]);
    let bound = |description: &str| described(number(None), description);
    let cases = ValueType::PARAMETERS.map(|value_type| case(&value_type));
    object([
        ("type", Value::from("object")),
        ("required", texts(["type", "default"])),
        (
            "properties",
            object([
                (
                    "type",
                    object([
                        ("description", Value::from("The type.")),
                        ("enum", texts(ValueType::PARAMETERS.iter().map(ValueType::name))),
                    ]),
                ),
                ("default", object([("description", Value::from("The default value."))])),
                ("min", bound("The least value.")),
                ("max", bound("The greatest value.")),
                ("step", bound("The step to which dragging rounds in an interface; above 0.")),
                ("choices", choices),
                ("unit", text("The unit.")),
                ("description", text("A description of the parameter.")),
                ("section", text("The title of the section of the interface that the parameter belongs to.")),
            ]),
        ),
        ("additionalProperties", Value::from(false)),
        ("allOf", Value::List(cases.into())),
    ])
}

/// A preset. Which values fit depends on the parameters, which a schema cannot follow.
fn preset() -> Value {
    let values = object([
        ("description", Value::from("Values by the name of the parameter. The others keep their defaults.")),
        ("type", Value::from("object")),
        ("propertyNames", refer("name")),
    ]);
    object([
        ("type", Value::from("object")),
        ("properties", object([("description", text("A description of the look.")), ("values", values)])),
        ("additionalProperties", Value::from(false)),
    ])
}

/// An image: a file with its digest, or embedded bytes.
fn image() -> Value {
    let digest = object([
        ("description", Value::from("SHA-256 of the bytes.")),
        ("type", Value::from("string")),
        ("pattern", Value::from("^[0-9a-f]{64}$")),
    ]);
    let either = [texts(["file", "sha256"]), texts(["data"])].map(|required| object([("required", required)]));
    object([
        ("type", Value::from("object")),
        (
            "properties",
            object([
                ("file", text("Path of the file within the folder of the document, names joined by `/`.")),
                ("sha256", digest),
                ("data", text(&format!("The bytes of a {FORMATS} file, as base64."))),
            ]),
        ),
        ("additionalProperties", Value::from(false)),
        ("oneOf", Value::List(either.into())),
    ])
}

/// The members that a parameter of a type may have.
fn case(value_type: &ValueType) -> Value {
    let mut members = vec![("default".to_owned(), any_of(values::constants(value_type, None)))];
    let mut forbid = |key: &str| members.push((key.to_owned(), Value::from(false)));
    if !value_type.has_bounds() {
        forbid("min");
        forbid("max");
    }
    if !matches!(value_type, ValueType::Choice(_)) {
        forbid("choices");
    }
    let name = object([("const", Value::from(value_type.name()))]);
    if_type(name, object([("properties", Value::Object(members))]))
}

/// A list of strings with a description.
fn list_of_texts(description: &str) -> Value {
    object([
        ("description", Value::from(description)),
        ("type", Value::from("array")),
        ("items", object([("type", Value::from("string"))])),
    ])
}

/// An object whose members have any name and follow a definition of the schema.
fn named(definition: &str, description: &str) -> Value {
    object([
        ("description", Value::from(description)),
        ("type", Value::from("object")),
        ("propertyNames", refer("name")),
        ("additionalProperties", refer(definition)),
    ])
}

/// Like [`named`], with at least one member.
fn some_named(definition: &str, description: &str) -> Value {
    with(named(definition, description), "minProperties", Value::from(1))
}
