//! Changes of a texture.

use std::collections::BTreeMap;

use travertine::{Argument, Error, Texture};
use travertine_graph::constant::Constant;
use travertine_graph::document::Document;

/// A change of a texture that [`tilings`](crate::tilings) or [`looping`](crate::looping) proposes.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// A value for an input: see [`Texture::set_input`].
    Input {
        /// The id of the node.
        node: String,
        /// The input's name.
        input: String,
        /// The new value.
        value: Constant,
    },
    /// A value for a parameter: see [`Texture::set`].
    Parameter {
        /// The parameter's name.
        name: String,
        /// The new value.
        value: Constant,
    },
}

impl Change {
    /// Makes the change in a document, or in the texts of parameters' values.
    pub(crate) fn make(&self, document: &mut Document, given: &mut BTreeMap<String, String>) -> Result<(), Error> {
        match self {
            Change::Input { node, input, value } => {
                let text = Argument::from(value.clone());
                let set = document.set_input(node, input, text.text());
                set.map_err(|diagnostic| Error::Argument(diagnostic.into()))
            }
            Change::Parameter { name, value } => {
                given.insert(name.clone(), Argument::from(value.clone()).text().to_owned());
                Ok(())
            }
        }
    }
}

/// Makes changes.
///
/// # Errors
///
/// As [`Texture::set_input`] and [`Texture::set`]. Then the texture is unchanged.
pub fn apply<'a>(texture: &mut Texture, changes: impl IntoIterator<Item = &'a Change>) -> Result<(), Error> {
    let (mut document, mut given) = (texture.document().clone(), texture.given().clone());
    changes.into_iter().try_for_each(|change| change.make(&mut document, &mut given))?;
    *texture = texture.with_document(document, given)?;
    Ok(())
}
