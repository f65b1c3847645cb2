//! NRRD: a text header and uncompressed samples, for ParaView, 3D Slicer and other scientific programs.
//!
//! Gordon Kindlmann, "Definition of NRRD File Format" (2005), version 4.
//! <https://teem.sourceforge.net/nrrd/format.html>

use travertine::Type;

use crate::description::{Description, GENERATOR};
use crate::numbers::Bits;

/// The header, including the empty line before the samples.
pub(crate) fn header(description: &Description) -> Vec<u8> {
    let Description { volume, output, numbers } = description;
    let [width, height, depth] = volume.size();
    let kind = match numbers.bits {
        Bits::Eight => "uint8",
        Bits::Sixteen => "uint16",
        Bits::ThirtyTwo => "float",
    };
    // A field of the header must be one line.
    let content = output.replace(|letter: char| letter.is_control(), " ");
    let [dx, dy, dz] = volume.spacings();
    let [x, y, z] = description.origin();
    // Channels are an additional axis, the fastest one, without a direction in space.
    let channels = numbers.channels();
    let (dimension, sizes, kinds, none) = match (numbers.format.value_type, channels) {
        (_, 1) => (3, String::new(), "", ""),
        (Type::Vector, _) => (4, format!("{channels} "), "3-vector ", "none "),
        (_, 3) => (4, format!("{channels} "), "RGB-color ", "none "),
        _ => (4, format!("{channels} "), "RGBA-color ", "none "),
    };
    let (time, curve) = (volume.time, description.curve());
    format!(
        "NRRD0004\n\
         # {GENERATOR}\n\
         content: {content}\n\
         type: {kind}\n\
         dimension: {dimension}\n\
         space dimension: 3\n\
         sizes: {sizes}{width} {height} {depth}\n\
         centerings: {none}cell cell cell\n\
         kinds: {kinds}domain domain domain\n\
         space directions: {none}({dx},0,0) (0,{dy},0) (0,0,{dz})\n\
         space origin: ({x},{y},{z})\n\
         endian: little\n\
         encoding: raw\n\
         time:={time}\n\
         curve:={curve}\n\n"
    )
    .into_bytes()
}
