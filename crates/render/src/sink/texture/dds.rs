//! DDS: textures for Direct3D.
//!
//! Microsoft, "Programming Guide for DDS", "DDS_HEADER structure" and "DDS_HEADER_DXT10 structure".
//! <https://learn.microsoft.com/windows/win32/direct3ddds/dx-graphics-dds-pguide>

use std::io::{self, Write};

use super::texel::Texel;
use crate::format::Format;

/// Flags of the used members: capabilities, height, width, pixel format, number of levels.
const FLAGS: u32 = 0x1 | 0x2 | 0x4 | 0x1000 | 0x2_0000;
/// Flags of the bytes of a row, and of the bytes of the largest level.
const PITCH: u32 = 0x8;
const LINEAR_SIZE: u32 = 0x8_0000;

/// Size of the pixel format structure, and the flag of its four-character code.
const PIXEL_FORMAT: [u32; 2] = [32, 0x4];

/// Capabilities: a texture; one with several levels.
const TEXTURE: u32 = 0x1000;
const MIPS: u32 = 0x8 | 0x40_0000;

/// `D3D10_RESOURCE_DIMENSION_TEXTURE2D`
const TEXTURE_2D: u32 = 3;

// Alpha modes: straight alpha, alpha of 1, and a fourth channel that is no alpha.
const STRAIGHT: u32 = 1;
const OPAQUE: u32 = 3;
const CUSTOM: u32 = 4;

/// Writes the file. The largest level is the first of `levels`.
pub(super) fn write(target: &mut impl Write, texel: Texel, format: Format, levels: &[Vec<u8>]) -> io::Result<()> {
    let (flag, size) = match texel.is_block() {
        true => (LINEAR_SIZE, texel.level_bytes(format)),
        false => (PITCH, u64::from(format.width) * texel.bytes() as u64),
    };
    let size = u32::try_from(size).unwrap_or(u32::MAX);
    let alpha = match (texel.alpha, texel.fourth) {
        (true, _) => STRAIGHT,
        (false, true) => CUSTOM,
        (false, false) => OPAQUE,
    };
    let capabilities = if levels.len() > 1 { TEXTURE | MIPS } else { TEXTURE };
    let [_, code] = texel.codes();
    let mut words = vec![124, FLAGS | flag, format.height, format.width, size, 0, levels.len() as u32];
    words.extend([0; 11]);
    words.extend(PIXEL_FORMAT);
    words.push(u32::from_le_bytes(*b"DX10"));
    words.extend([0; 5]);
    words.push(capabilities);
    words.extend([0; 4]);
    words.extend([code, TEXTURE_2D, 0, 1, alpha]);
    target.write_all(b"DDS ")?;
    target.write_all(&words.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>())?;
    levels.iter().try_for_each(|level| target.write_all(level))
}
