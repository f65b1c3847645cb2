//! Reads JPEG files with 8 bits: baseline, extended and progressive, gray, YCbCr, RGB, CMYK and YCCK, with all sampling
//! factors, and with scans of one component or of several.
//!
//! The standard allows decoders to differ by a little. This one computes in integers, and always in the same way, so
//! that texels have the same bits everywhere and in every version
//! ([why](../../../../docs/decisions/0087-own-jpeg-decoder.md)). Profiles and the orientation of EXIF are ignored.
//! Damage is an error: a file with a part missing gives no picture.
//!
//! ITU-T T.81, "Digital compression and coding of continuous-tone still images" (1992).
//! <https://www.w3.org/Graphics/JPEG/itu-t81.pdf>

mod frame;
mod huffman;
mod planes;
mod scan;
mod segments;
mod transform;

use crate::decoded::{Decoded, Header};
use crate::transfer::{Encoding, Samples};

use frame::Frame;
use planes::Plane;
use scan::Coefficients;
use segments::{Segment, Segments};

/// Most scans of a file. A scan may take a few bytes and go through the whole picture.
const MAX_SCANS: usize = 500;

/// How often the scans of a file may go through a coefficient, on average. Valid ones code each of its bits once, 14 at
/// most.
const MAX_PASSES: u64 = 16;

pub(super) fn header(bytes: &[u8]) -> Result<Header, String> {
    let Frame { width, height, components, .. } = frame(&mut Segments::new(bytes)?)?;
    Ok(Header { width, height, channels: if components.len() == 1 { 1 } else { 3 }, sample_bytes: 1 })
}

/// The frame, which stands before the first scan.
fn frame(segments: &mut Segments) -> Result<Frame, String> {
    match segments.next_segment()? {
        Segment::Frame(frame) => Ok(frame),
        Segment::Scan(_) | Segment::End => Err("it has no frame before its first scan".to_owned()),
    }
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let mut segments = Segments::new(bytes)?;
    let frame = frame(&mut segments)?;
    let mut planes: Vec<Plane> = (0..frame.components.len()).map(|index| Plane::new(&frame, index)).collect();
    let mut coefficients = frame.is_progressive.then(|| Coefficients::new(&frame));
    let blocks = (0..frame.components.len()).map(|index| frame.all_blocks(index) as u64);
    let mut left = MAX_PASSES * 64 * blocks.sum::<u64>();
    for count in 0.. {
        let scan = match segments.next_segment()? {
            Segment::Scan(_) if count == MAX_SCANS => {
                return Err(format!("it has more than {MAX_SCANS} scans"));
            }
            Segment::Scan(scan) => scan,
            Segment::Frame(_) => return Err("it has a second frame".to_owned()),
            Segment::End => break,
        };
        left = left
            .checked_sub(scan.coefficients(&frame))
            .ok_or_else(|| format!("its scans code the same coefficients more than {MAX_PASSES} times"))?;
        scan.mark(&mut planes, &segments.tables)?;
        let rest = match &mut coefficients {
            Some(coefficients) => scan.read_progressive(&frame, &segments, coefficients)?,
            None => scan.read_sequential(&frame, &segments, &mut planes)?,
        };
        segments.resume_at(rest);
    }
    if planes.iter().any(|plane| !plane.is_read()) {
        return Err("it has no scan of one of its components".to_owned());
    }
    if let Some(coefficients) = coefficients {
        coefficients.fill(&mut planes);
    }
    planes.iter_mut().for_each(Plane::extend);
    let colors = frame.colors(segments.adobe, segments.is_jfif);
    Ok(Decoded {
        width: frame.width,
        height: frame.height,
        channels: colors.channels(),
        encoding: Encoding::SRGB,
        is_multiplied: false,
        samples: Samples::Bytes(planes::texels(&frame, &planes, colors)),
    })
}
