//! The schema of groups, and of the nodes that use them.

use travertine::stages::graph::document::MAX_GROUP_NAME;
use travertine::stages::graph::graph::{GROUP, ITERATE, ITERATIONS, MAX_ITERATIONS};
use travertine::stages::graph::json::{Value, object, texts};

use super::keywords::{any_of, bounded, described, if_type, refer, text, with};

/// The groups of a document.
pub fn groups() -> Value {
    let name = object([("pattern", Value::from(format!("^{}$", group_name()).as_str()))]);
    object([
        ("description", Value::from("Graphs that are node types of this graph, by name.")),
        ("type", Value::from("object")),
        ("propertyNames", name),
        ("additionalProperties", refer("group")),
    ])
}

/// The origin of a group.
pub fn source() -> Value {
    // A name within a path: neither `.` nor `..`, and no other separator in it.
    let part = r"(?!\.{1,2}(/|$))[^/\\:\x00]+";
    let path = with(
        text("The path of the file within a library."),
        "pattern",
        Value::from(format!("^{part}(/{part})*$").as_str()),
    );
    let sha256 = with(
        text("The digest of the file when the group was copied from it."),
        "pattern",
        Value::from("^[0-9a-f]{64}$"),
    );
    object([
        ("description", Value::from("The file of a library that the group is a copy of.")),
        ("type", Value::from("object")),
        ("required", texts(["path", "sha256"])),
        ("properties", object([("path", path), ("sha256", sha256)])),
        ("additionalProperties", Value::from(false)),
    ])
}

/// The types of nodes that use a group. The document decides which there are, and which inputs they have.
pub fn types() -> Value {
    let pattern = format!("^({GROUP}|{ITERATE})/{}$", group_name());
    with(text("A group of this graph."), "pattern", Value::from(pattern.as_str()))
}

/// The input that all iterated groups have.
pub fn iterations() -> Value {
    let count = any_of(vec![bounded("integer", Some(&(1.0..=MAX_ITERATIONS))), refer("reference")]);
    let count = described(count, "Number of times that the group is applied.");
    let inputs = object([("properties", object([(ITERATIONS, count)]))]);
    let node_type = object([("pattern", Value::from(format!("^{ITERATE}/").as_str()))]);
    if_type(node_type, object([("properties", object([("inputs", inputs)]))]))
}

/// The pattern of the name of a group, with its version if it is above 1.
fn group_name() -> String {
    // Not every validator knows classes of Unicode: all but the signs of Latin-1 that are no letters and digits.
    format!(r"[^\u0000-,./:-@\[-\^`{{-\u00a9]{{1,{MAX_GROUP_NAME}}}(@([2-9]|[1-9][0-9]{{1,9}}))?")
}
