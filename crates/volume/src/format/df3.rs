//! DF3: density files for POV-Ray.
//!
//! POV-Ray Reference, "Density File". Values are big-endian integers; the length of the file implies their bits.
//! <https://www.povray.org/documentation/3.7.0/r3_4.html>

use crate::Error;
use crate::description::Description;

/// The header: width, height and depth.
pub(crate) fn header(description: &Description) -> Result<Vec<u8>, Error> {
    let mut header = Vec::with_capacity(6);
    for side in description.volume.size() {
        let side = u16::try_from(side).map_err(|_| {
            let message = "the limit of a .df3 is 65,535 samples per side; choose a smaller size or another format";
            Error::TooLarge(message.to_owned())
        })?;
        header.extend(side.to_be_bytes());
    }
    Ok(header)
}
