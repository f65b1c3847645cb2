//! DDS: 3D textures for Direct3D and game engines.
//!
//! Microsoft, "Programming Guide for DDS" and "DDS_HEADER_DXT10 structure". The header of DirectX 10 names every
//! format. The codes of Direct3D 9, which floats have, too, are read by fewer programs.
//! <https://learn.microsoft.com/windows/win32/direct3ddds/dx-graphics-dds-pguide>

use crate::description::Description;
use crate::numbers::Bits;

/// Flags of the used members: capabilities, height, width, pitch, pixel format, depth.
const FLAGS: u32 = 0x1 | 0x2 | 0x4 | 0x8 | 0x1000 | 0x80_0000;

/// Size of the pixel format structure, and the flag of its four-character code.
const PIXEL_FORMAT: [u32; 2] = [32, 0x4];

/// Capabilities: a complex texture, a volume.
const CAPABILITIES: [u32; 2] = [0x8 | 0x1000, 0x20_0000];

/// `D3D10_RESOURCE_DIMENSION_TEXTURE3D`
const TEXTURE_3D: u32 = 4;

// Alpha modes: straight alpha, and alpha of 1.
const STRAIGHT: u32 = 1;
const OPAQUE: u32 = 3;

/// The header of a file whose samples have one or four channels.
pub(crate) fn header(description: &Description) -> Vec<u8> {
    let Description { volume, numbers, .. } = description;
    let [width, height, depth] = volume.size();
    let pitch = u32::try_from(u64::from(width) * numbers.sample() as u64).unwrap_or(u32::MAX);
    let alpha = if numbers.format.channels() == 4 { STRAIGHT } else { OPAQUE };
    let mut words = vec![124, FLAGS, height, width, pitch, depth, 1];
    words.extend([0; 11]);
    words.extend(PIXEL_FORMAT);
    words.push(u32::from_le_bytes(*b"DX10"));
    words.extend([0; 5]);
    words.extend(CAPABILITIES);
    words.extend([0; 3]);
    words.extend([format(description), TEXTURE_3D, 0, 1, alpha]);
    let mut header = b"DDS ".to_vec();
    header.extend(words.into_iter().flat_map(u32::to_le_bytes));
    header
}

/// The `DXGI_FORMAT` of samples in the header of DirectX 10.
fn format(description: &Description) -> u32 {
    let numbers = &description.numbers;
    match (numbers.bits, numbers.channels() == 1) {
        // R32_FLOAT and R32G32B32A32_FLOAT
        (Bits::ThirtyTwo, true) => 41,
        (Bits::ThirtyTwo, false) => 2,
        // R16_UNORM and R16G16B16A16_UNORM
        (Bits::Sixteen, true) => 56,
        (Bits::Sixteen, false) => 11,
        // R8_UNORM, R8G8B8A8_UNORM_SRGB and R8G8B8A8_UNORM
        (Bits::Eight, true) => 61,
        (Bits::Eight, false) if numbers.srgb => 29,
        (Bits::Eight, false) => 28,
    }
}
