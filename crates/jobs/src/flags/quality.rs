//! The flag for the quality of a JPEG.

use clap::Args;
use travertine::PictureFormat;

use crate::failure::Failure;

/// The quality of a picture whose file is a JPEG.
#[derive(Args)]
pub struct QualityFlag {
    /// Quality of a JPEG, 1 to 100; below 90, colors have half the resolution [default: 90]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    quality: Option<u8>,
}

impl QualityFlag {
    /// The format with the quality.
    pub fn applied(&self, format: PictureFormat) -> Result<PictureFormat, Failure> {
        match (self.quality, format) {
            (Some(quality), PictureFormat::Jpeg { encoding, .. }) => Ok(PictureFormat::Jpeg { quality, encoding }),
            (Some(_), PictureFormat::Texture(..)) => Err(Failure::usage(
                "⟦quality⟧ needs a .jpg; ⟦compression⟧ and ⟦effort⟧ choose the losses of a .ktx2 or .dds",
            )),
            (Some(_), _) => Err(Failure::usage("⟦quality⟧ needs a .jpg; this format is without loss")),
            (None, format) => Ok(format),
        }
    }

    /// The command-line argument that gives this flag.
    pub fn argument(&self) -> Option<String> {
        self.quality.map(|quality| format!("--quality={quality}"))
    }
}
