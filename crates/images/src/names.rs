//! Names of formats, as messages and descriptions list them.

/// The formats of pictures.
pub const PICTURE_FORMATS: &str = "PNG, JPEG, OpenEXR, TIFF, WebP or Radiance";

/// The formats of volumes.
pub const VOLUME_FORMATS: &str = "NRRD or DF3";

/// All formats.
pub const FORMATS: &str = "PNG, JPEG, OpenEXR, TIFF, WebP, Radiance, NRRD or DF3";
