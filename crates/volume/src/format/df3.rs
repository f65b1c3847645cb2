//! DF3: density files for POV-Ray.
//!
//! After the POV-Ray Reference, "Density File". Its numbers are whole, high bytes first, and how many bits they have
//! follows from the length of the file. <https://www.povray.org/documentation/3.7.0/r3_4.html>

use crate::Error;
use crate::description::Description;

/// The header: the size.
pub(crate) fn header(description: &Description) -> Result<Vec<u8>, Error> {
    let mut header = Vec::with_capacity(6);
    for side in description.volume.size() {
        let side = u16::try_from(side).map_err(|_| {
            let message =
                "a .df3 may have 65,535 samples along each side; choose a smaller size or another format";
            Error::TooLarge(message.to_owned())
        })?;
        header.extend(side.to_be_bytes());
    }
    Ok(header)
}
