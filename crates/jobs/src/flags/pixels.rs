//! Flags for the size and the crop of a picture.

use clap::Args;
use travertine::Rectangle;

use super::value::{self, Size};

/// The size of a picture, and the crop that is rendered.
#[derive(Args)]
pub struct PixelFlags {
    /// Size in pixels: N x N, or width x height. Pixels are square, unless width x height and --region say otherwise
    #[arg(long, value_name = "N|WxH", default_value = "512")]
    pub size: Size,

    /// Render only a rectangle of the picture, in pixels: left, top, width, height
    #[arg(
        long, value_name = "X,Y,W,H", value_parser = value::crop,
        allow_hyphen_values = true, help_heading = "Slice"
    )]
    pub crop: Option<Rectangle>,
}
