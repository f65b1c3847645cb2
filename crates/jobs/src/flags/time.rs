//! The flag for the time at which a texture is evaluated.

use clap::Args;

use super::value;

/// The time, fourth coordinate of a position.
#[derive(Args)]
pub struct TimeFlag {
    /// Time, in seconds
    #[arg(long, value_name = "T", default_value = "0", value_parser = value::number, allow_hyphen_values = true)]
    pub time: f32,
}
