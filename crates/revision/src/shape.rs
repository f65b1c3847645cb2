//! The shapes of the parts of a document: which objects have fields, which hold entries by name, and which are values.

use travertine_graph::document::fields;

/// Where a graph has what editors note of its nodes, by id.
pub(crate) const NODE_MARKS: [&[&str]; 3] = [&["layout"], &["annotations", "collapsed"], &["annotations", "folded"]];

/// What a part of a document is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Document,
    Parameters,
    Parameter,
    Presets,
    Preset,
    /// Values of parameters by name.
    Values,
    Nodes,
    Node,
    Inputs,
    Outputs,
    Layout,
    Annotations,
    Frames,
    Frame,
    /// A set of names, as a list in the file.
    Marks,
    Images,
    Image,
    Groups,
    Source,
    /// A value that changes as a whole.
    Value,
    /// A value under a key that this or the first version does not know. It keeps its place among its like.
    Unknown,
}

impl Shape {
    /// The fields that this version knows, in the order of the file; empty for tables and values.
    pub(crate) fn fields(self) -> &'static [&'static str] {
        match self {
            Shape::Document => fields::DOCUMENT,
            Shape::Parameter => fields::PARAMETER,
            Shape::Preset => fields::PRESET,
            Shape::Node => fields::NODE,
            Shape::Annotations => fields::ANNOTATIONS,
            Shape::Frame => fields::FRAME,
            Shape::Image => fields::IMAGE,
            Shape::Source => fields::SOURCE,
            _ => &[],
        }
    }

    /// The place of a member among the fields; that of unknown ones is the last.
    pub(crate) fn rank(self, key: &str) -> usize {
        let fields = self.fields();
        fields.iter().position(|field| *field == key).unwrap_or(fields.len())
    }

    /// The shape of a member.
    pub(crate) fn inside(self, key: &str) -> Shape {
        match (self, key) {
            (Shape::Document, "parameters") => Shape::Parameters,
            (Shape::Document, "presets") => Shape::Presets,
            (Shape::Document, "nodes") => Shape::Nodes,
            (Shape::Document, "outputs") => Shape::Outputs,
            (Shape::Document, "layout") => Shape::Layout,
            (Shape::Document, "annotations") => Shape::Annotations,
            (Shape::Document, "images") => Shape::Images,
            (Shape::Document, "groups") => Shape::Groups,
            (Shape::Document, "source") => Shape::Source,
            (Shape::Parameters, _) => Shape::Parameter,
            (Shape::Presets, _) => Shape::Preset,
            (Shape::Preset, "values") => Shape::Values,
            (Shape::Nodes, _) => Shape::Node,
            (Shape::Node, "inputs") => Shape::Inputs,
            (Shape::Annotations, "frames") => Shape::Frames,
            (Shape::Annotations, "collapsed" | "folded") => Shape::Marks,
            (Shape::Frames, _) => Shape::Frame,
            (Shape::Images, _) => Shape::Image,
            (Shape::Groups, _) => Shape::Document,
            (around, key) if around.fields().is_empty() || around.fields().contains(&key) => Shape::Value,
            _ => Shape::Unknown,
        }
    }

    /// The shape of the part at a path in a document.
    pub(crate) fn at(path: &[String]) -> Shape {
        path.iter().fold(Shape::Document, |shape, key| shape.inside(key))
    }

    /// Whether the part consists of other parts.
    pub(crate) fn is_branch(self) -> bool {
        !matches!(self, Shape::Value | Shape::Unknown)
    }

    /// Whether a missing part means an empty one.
    pub(crate) fn may_be_empty(self) -> bool {
        match self {
            Shape::Parameters | Shape::Presets | Shape::Values | Shape::Nodes | Shape::Inputs => true,
            Shape::Outputs | Shape::Layout => true,
            Shape::Annotations | Shape::Frames | Shape::Marks | Shape::Images | Shape::Groups => true,
            Shape::Document
            | Shape::Parameter
            | Shape::Preset
            | Shape::Node
            | Shape::Frame
            | Shape::Image
            | Shape::Source => false,
            Shape::Value | Shape::Unknown => false,
        }
    }

    /// Whether an entry that is missing has a default.
    pub(crate) fn has_defaults(self) -> bool {
        matches!(self, Shape::Inputs | Shape::Values)
    }

    /// Whether the order of the entries is the user's.
    pub(crate) fn has_order(self) -> bool {
        matches!(self, Shape::Parameters | Shape::Presets | Shape::Outputs)
    }

    /// Whether the part is for editors alone: it never affects a picture.
    pub(crate) fn is_for_editors(self) -> bool {
        matches!(self, Shape::Layout | Shape::Annotations)
    }
}
