//! Errors of exports.

use travertine::Texture;

use crate::target::Target;

/// The reason why a texture cannot become a shader.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The texture refuses an output or a value.
    #[error(transparent)]
    Texture(#[from] travertine::Error),

    /// A node needs data that shaders do not hold.
    #[error(
        "node {node:?} ({node_type}) cannot be written as a shader, because {reason}; {remedy}\
        leave out the output {output:?}, or bake it into a picture: travertine render GRAPH --output {output:?}"
    )]
    NotExpressible {
        /// The node's id.
        node: String,
        /// The node's type.
        node_type: String,
        /// The output that needs the node.
        output: String,
        /// A clause that says what shaders lack.
        reason: &'static str,
        /// A clause that says what else helps, and ends in `or `; or nothing.
        remedy: &'static str,
    },

    /// The output has too many operations.
    #[error(
        "output {output:?} unfolds into {operations} operations, more than the {limit} that a shader may have; \
        use fewer nodes that evaluate their input at several positions, or bake the output into a picture"
    )]
    TooLarge {
        /// The output.
        output: String,
        /// Its number of operations.
        operations: usize,
        /// The maximum.
        limit: usize,
    },

    /// Outputs that are one function have too many operations together.
    #[error(
        "the outputs unfold into {operations} operations together, more than the {limit} that a shader may have; take \
        fewer outputs at once"
    )]
    TooLargeTogether {
        /// Their number of operations.
        operations: usize,
        /// The maximum.
        limit: usize,
    },

    /// The function of a derivative would have the name of another output's.
    #[error(
        "the derivative of the output {output:?} would be called {name}, like the output {other:?}; rename one of the \
        outputs, or leave out `gradient`"
    )]
    NameTaken {
        /// The output that is differentiated.
        output: String,
        /// The name of the function.
        name: String,
        /// The output that has the name.
        other: String,
    },

    /// The target has no exact form.
    #[error("{target} has no exact form, because {reason}; leave out `exact`")]
    NotExact {
        /// The target.
        target: Target,
        /// A clause that says what the target lacks.
        reason: &'static str,
    },

    /// The code does not pass validation or translation: a bug.
    #[error("the translation to {target} failed, which is a bug in Travertine: {message}")]
    Translation {
        /// The target.
        target: Target,
        /// The translator's message.
        message: String,
    },
}

impl Error {
    /// The error of a function of several outputs, each of which could have a function of its own.
    pub(crate) fn of_several(self) -> Error {
        match self {
            Error::TooLarge { operations, limit, .. } => Error::TooLargeTogether { operations, limit },
            error => error,
        }
    }
}

/// The error of a node, by its index, that cannot be expressed.
pub(crate) fn refusal(
    texture: &Texture,
    origin: Option<u32>,
    output: &str,
    reason: &'static str,
    remedy: &'static str,
) -> Error {
    let node = origin.map(|node| &texture.graph().nodes[node as usize]);
    Error::NotExpressible {
        node: node.map(|node| node.id.clone()).unwrap_or_default(),
        node_type: node.map(|node| node.definition.id.to_string()).unwrap_or_default(),
        output: output.into(),
        reason,
        remedy,
    }
}
