//! Travertine's textures as shaders.
//!
//! A [`Shader`] holds a function for each output of a texture, of the position, the time and the parameters.
#![forbid(unsafe_code)]

mod argument;
mod code;
mod curve;
mod emit;
mod entry;
mod error;
mod exact;
mod expression;
mod files;
mod generated;
mod gradient;
mod library;
mod lines;
mod name;
mod noise;
mod options;
mod osl;
mod own_names;
mod pictures;
mod readable;
mod reading;
mod real;
mod sampling;
mod sampling_slope;
mod shader;
mod target;
mod textures;
mod tier;
mod translate;
mod turn;
mod whole;

pub use argument::{Argument, OutputFunction, Parameter, WholeFunction};
pub use emit::MOST_OPERATIONS;
pub use error::Error;
pub use name::identifier;
pub use options::Options;
pub use shader::Shader;
pub use target::Target;
pub use textures::SampleTexture;
pub use tier::Tier;
pub use translate::GlslVersion;
pub use whole::WholeShader;
