//! Errors of GPUs.

/// The reason why a GPU cannot evaluate a texture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No GPU with a driver exists.
    #[error(
        "no GPU was found; install a driver for Vulkan, Metal or Direct3D 12, such as the package \
         mesa-vulkan-drivers on Debian"
    )]
    NoAdapter,

    /// No GPU has the requested name.
    #[error("no GPU has {name:?} in its name; there are: {}", .found.join(", "))]
    Name {
        /// The requested part of a name.
        name: String,
        /// Names of all GPUs.
        found: Vec<String>,
    },

    /// The GPU could not be opened.
    #[error("{name} cannot be opened: {message}")]
    Open {
        /// Name of the GPU.
        name: String,
        /// The driver's message.
        message: String,
    },

    /// An output cannot be written as a shader.
    #[error(transparent)]
    Shader(#[from] travertine_shader::Error),

    /// The driver refused work, such as compiling a shader.
    #[error("the driver of {name} refused {work}: {message}")]
    Refused {
        /// Name of the GPU.
        name: String,
        /// What it was asked for.
        work: &'static str,
        /// The driver's message.
        message: String,
    },

    /// The GPU has too little memory.
    #[error("{name} has too little free memory for {work}; close other programs that use it")]
    Memory {
        /// Name of the GPU.
        name: String,
        /// What it was asked for.
        work: &'static str,
    },

    /// The GPU stopped working, or does not answer.
    #[error("{name} was lost: {message}")]
    Lost {
        /// Name of the GPU.
        name: String,
        /// The driver's message.
        message: String,
    },

    /// The values of the GPU differ from those of the library.
    #[error(
        "{name} computes wrong values: {found:e} instead of {expected:e} for the output {output:?} at {}; \
         update its driver",
        .position.map(|coordinate| coordinate.to_string()).join(", ")
    )]
    Wrong {
        /// Name of the GPU.
        name: String,
        /// The output.
        output: String,
        /// x, y, z and time.
        position: [f32; 4],
        /// The float that the GPU computed.
        found: f32,
        /// The float that the library defines.
        expected: f32,
    },

    /// A coordinate is not finite.
    #[error("site {index} has a coordinate that is not finite")]
    Position {
        /// Index of the first such site along the axis, from 0.
        index: usize,
    },
}
