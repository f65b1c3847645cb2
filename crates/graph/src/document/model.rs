//! The parts of a document.

use std::collections::BTreeMap;

use super::{Annotations, Image, Shared};
use crate::json::{Number, Value};

/// Value of a document's `format` field.
pub const FORMAT: &str = "travertine";

/// Version of the format that this crate reads and writes.
pub const VERSION: i64 = 1;

/// Maximum length of the name of a node, a parameter, a preset or an output, in characters.
pub const MAX_NAME: usize = 256;

/// Maximum number of nodes, parameters, outputs, inputs of a node, and other entries of an object by name. It limits
/// the memory of a document; a node takes about 1,500 bytes.
pub const MAX_ENTRIES: usize = 1 << 19;

/// A graph as in its file.
///
/// Clones are cheap: they share nodes, positions, annotations, images and groups until one of them changes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// Name of the graph.
    pub name: Option<String>,
    /// Description of the graph.
    pub description: Option<String>,
    /// Category of the graph as a node, in menus and in the library: `surface`.
    pub category: Option<String>,
    /// Search words of the graph as a node, besides its name.
    pub search: Vec<String>,
    /// Parameters by name, in the user's order.
    pub parameters: Vec<(String, Parameter)>,
    /// Presets by name, in the user's order.
    pub presets: Vec<(String, Preset)>,
    /// Nodes by id.
    pub nodes: Shared<BTreeMap<String, Shared<Node>>>,
    /// Outputs by name with their sources, in the user's order.
    pub outputs: Vec<(String, Input)>,
    /// Images that nodes of this document read, by name.
    pub images: Shared<BTreeMap<String, Image>>,
    /// Graphs that are node types of this document, by name: `planks` is the type `group/planks`.
    pub groups: Shared<BTreeMap<String, Group>>,
    /// Positions of nodes in an editor: x to the right, y down, in points.
    pub layout: Shared<BTreeMap<String, [f64; 2]>>,
    /// Frames, notes and hidden parts of nodes, for editors.
    pub annotations: Shared<Annotations>,
    /// Fields unknown to this version, and the [later fields](super::fields::LATER), in the order of the file.
    pub extra: Vec<(String, Value)>,
}

/// A graph inside a document, which its nodes use as a node type.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    /// The graph. It refers to nothing outside itself.
    pub document: Shared<Document>,
    /// File of a library that the graph is a copy of.
    pub source: Option<GroupSource>,
}

impl From<Document> for Group {
    /// A group that was not copied from a file.
    fn from(document: Document) -> Group {
        Group { document: document.into(), source: None }
    }
}

/// The origin of a group: a file of a library.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GroupSource {
    /// Path of the file within a library: `planks.json`.
    pub path: String,
    /// [Digest](Document::digest) of the file when the group was copied from it.
    pub sha256: String,
    /// Fields that this version does not know.
    pub extra: Vec<(String, Value)>,
}

/// A node as in the file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Node {
    /// Type, with or without a version: `noise/perlin`, `noise/perlin@2`; empty if it is missing.
    pub node_type: String,
    /// Contents of inputs by name. Other inputs have their default.
    pub inputs: BTreeMap<String, Input>,
    /// Whether the node is muted: it passes on a wire instead of computing something.
    pub muted: bool,
    /// Fields that this version does not know.
    pub extra: Vec<(String, Value)>,
}

/// Content of an input.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A value. An object that is neither a wire nor a parameter is a value too.
    Constant(Value),
    /// A wire: `{"node": ..., "output": ...}`.
    Node {
        /// Id of the node that the wire comes from.
        node: String,
        /// Output of that node; `None` for its first one.
        output: Option<String>,
    },
    /// A parameter: `{"parameter": ...}`.
    Parameter(String),
}

/// A parameter as in the file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parameter {
    /// Type: `float`, `color`, `seed`, ...; empty if it is missing.
    pub parameter_type: String,
    /// Default value, as JSON.
    pub default: Option<Value>,
    /// Minimum value, in the parameter's unit.
    pub min: Option<Number>,
    /// Maximum value, in the parameter's unit.
    pub max: Option<Number>,
    /// Step to which dragging rounds in an interface.
    pub step: Option<Number>,
    /// Unit of the value.
    pub unit: Option<String>,
    /// Description of the parameter's effect.
    pub description: Option<String>,
    /// Title of the section of the interface that the parameter belongs to.
    pub section: Option<String>,
    /// Names to choose from, if the type is `choice`.
    pub choices: Vec<String>,
    /// Fields that this version does not know.
    pub extra: Vec<(String, Value)>,
}

/// Values of some parameters under a name. The other parameters have their defaults.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Preset {
    /// Description of the look.
    pub description: Option<String>,
    /// Values by the name of the parameter, as JSON.
    pub values: BTreeMap<String, Value>,
    /// Fields that this version does not know.
    pub extra: Vec<(String, Value)>,
}

/// Maximum depth of groups within groups.
pub const MAX_GROUP_DEPTH: usize = 16;

/// Maximum number of groups of a file, including those within groups. It limits the memory of a document; a group takes
/// about 6,000 bytes when it is checked.
pub const MAX_GROUPS: usize = 10_000;

/// Maximum length of the name of a group, in characters, without its version.
pub const MAX_GROUP_NAME: usize = 64;

/// The name of a group and its version: `planks` is version 1, `planks@2` is version 2. `None` for an invalid name.
///
/// A name consists of letters, digits, `-` and `_`, so it can be the name of a file everywhere.
pub fn group_name(text: &str) -> Option<(&str, u32)> {
    let (name, version) = match text.split_once('@') {
        Some((name, digits)) => (name, digits.parse().ok().filter(|version| *version > 1)?),
        None => (text, 1),
    };
    let is_canonical = version == 1 || text == format!("{name}@{version}");
    let is_valid = |character: char| character.is_alphanumeric() || character == '-' || character == '_';
    let length = name.chars().take(MAX_GROUP_NAME + 1).count();
    (is_canonical && (1..=MAX_GROUP_NAME).contains(&length) && name.chars().all(is_valid)).then_some((name, version))
}

/// The problem with the name of a node, a parameter, a preset or an output; `None` for a valid name.
pub fn name_problem(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("is empty")
    } else if name.chars().any(char::is_control) {
        Some("has a control character in it")
    } else if name.chars().nth(MAX_NAME).is_some() {
        Some("is longer than 256 characters")
    } else {
        None
    }
}
