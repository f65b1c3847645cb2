//! Which pixels of a slice are rendered.

use clap::Args;
use travertine::Rectangle;

use crate::value::{self, Size};

/// All pixels, and those of them that are wanted.
#[derive(Args)]
pub struct Window {
    /// Pixels: of a square, or to the right and down
    #[arg(long, value_name = "N|WxH", default_value = "512")]
    pub size: Size,

    /// Renders these pixels of the picture only: left, top, width, height
    #[arg(
        long, value_name = "X,Y,W,H", value_parser = value::crop,
        allow_hyphen_values = true, help_heading = "Slice"
    )]
    pub crop: Option<Rectangle>,
}
