//! When a texture is looked at.

use clap::Args;

use crate::value;

/// The fourth coordinate.
#[derive(Args)]
pub struct Moment {
    /// The time
    #[arg(long, value_name = "T", default_value = "0", value_parser = value::number, allow_hyphen_values = true)]
    pub time: f32,
}
