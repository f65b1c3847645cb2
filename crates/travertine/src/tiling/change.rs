//! Changes of a texture, as a search proposes them.

use std::collections::BTreeMap;

use travertine_graph::constant::Constant;
use travertine_graph::document::Document;

use crate::refusal::refused;
use crate::{Argument, Error};

/// A change of a texture.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// Another value for an input: see [`Texture::set_input`](crate::Texture::set_input).
    Input {
        /// The id of the node.
        node: String,
        /// The input's name.
        input: String,
        /// The value.
        value: Constant,
    },
    /// Another value for a parameter: see [`Texture::set`](crate::Texture::set).
    Parameter {
        /// The parameter's name.
        name: String,
        /// The value.
        value: Constant,
    },
}

impl Change {
    /// Makes it in a document, or in the texts of parameters' values.
    pub(crate) fn make(
        &self,
        document: &mut Document,
        given: &mut BTreeMap<String, String>,
    ) -> Result<(), Error> {
        match self {
            Change::Input { node, input, value } => {
                document.set_input(node, input, Argument::from(value.clone()).text()).map_err(refused)
            }
            Change::Parameter { name, value } => {
                given.insert(name.clone(), Argument::from(value.clone()).text().to_owned());
                Ok(())
            }
        }
    }
}
