//! State shared by the checks of a document.

use std::collections::HashMap;
use std::sync::Arc;

use super::Input;
use super::scope::Scope;
use crate::definition::{Definition, ValueType};
use crate::diagnostic::{Diagnostic, Diagnostics, one_of, quote};
use crate::document::Document;
use crate::suggest::nearest;

/// A node during validation. Sources are indices in the document's order.
pub(super) struct Draft<'a> {
    pub(super) id: &'a str,
    pub(super) definition: Option<Arc<Definition>>,
    pub(super) inputs: Vec<Input>,
    pub(super) muted: bool,
}

/// A use of a parameter by an input.
pub(super) struct Use<'a> {
    pub(super) parameter: usize,
    pub(super) node: &'a str,
    pub(super) definition: Arc<Definition>,
    pub(super) input: usize,
}

/// The state of a validation.
pub(super) struct Check<'a> {
    pub(super) document: &'a Document,
    pub(super) scope: Scope<'a>,
    /// Definition of every node, in the document's order; `None` for an unknown type.
    pub(super) definitions: Vec<Option<Arc<Definition>>>,
    /// Index of every node in the document's order.
    pub(super) indices: HashMap<&'a str, usize>,
    pub(super) parameters: HashMap<&'a str, usize>,
    /// Types of the parameters; `None` for an unknown type.
    pub(super) value_types: Vec<Option<ValueType>>,
    pub(super) uses: Vec<Use<'a>>,
    pub(super) diagnostics: Diagnostics,
}

/// The error that a document in a scope has no parameter with a name.
pub(super) fn unknown_parameter(document: &Document, scope: Scope, path: String, name: &str) -> Diagnostic {
    let known = || document.parameters.iter().map(|(name, _)| name.as_str());
    let expected = match document.parameters.is_empty() {
        true => format!("the name of a parameter; the {} has none", scope.what()),
        false => one_of(known()),
    };
    let message = format!("unknown parameter {}", quote(name));
    Diagnostic::error(path, message).did_you_mean(nearest(name, known())).expected(expected)
}
