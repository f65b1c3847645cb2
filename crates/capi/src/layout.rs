//! The layout of a buffer: where its pixels are, and how they are written.

use travertine::Image;

use crate::border::Buffer;
use crate::failure::Failure;

pub const FLOATS: i32 = 1;
pub const RGBA32F: i32 = 2;
pub const RGBA8: i32 = 3;
pub const RGBA16: i32 = 4;

/// What a pixel is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The channels of the field as floats.
    Floats,
    Rgba32F,
    Rgba8,
    Rgba16,
}

impl Format {
    fn of(number: i32) -> Result<Format, Failure> {
        match number {
            FLOATS => Ok(Format::Floats),
            RGBA32F => Ok(Format::Rgba32F),
            RGBA8 => Ok(Format::Rgba8),
            RGBA16 => Ok(Format::Rgba16),
            _ => Err(Failure::call(format!(
                "the buffer's format is {number}; expected 1 (TRAVERTINE_FLOATS) to 4 (TRAVERTINE_RGBA16)"
            ))),
        }
    }

    fn pixel_bytes(self, channels: usize) -> u64 {
        match self {
            Format::Floats => 4 * channels as u64,
            Format::Rgba32F => 16,
            Format::Rgba8 => 4,
            Format::Rgba16 => 8,
        }
    }
}

/// Where the pixels of a picture or a brick go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub format: Format,
    /// Rows of a slice.
    height: u64,
    row_bytes: u64,
    row_stride: u64,
    slice_stride: u64,
    /// Bytes of all pixels, without what lies between rows.
    pixel_bytes: u64,
    /// Bytes from the first pixel to the end of the last.
    pub span: usize,
}

impl Layout {
    /// The layout of pixels with this many channels in a buffer: `size` pixels to the right, down, and in slices.
    ///
    /// # Errors
    ///
    /// If the format is unknown, rows or slices would overlap, or the buffer is too small.
    pub fn new(buffer: &Buffer, channels: usize, size: [u32; 3]) -> Result<Layout, Failure> {
        let format = Format::of(buffer.format)?;
        let [width, height, depth] = size.map(u64::from);
        let row_bytes = width * format.pixel_bytes(channels);
        let row_stride = stride("row", buffer.row_stride, row_bytes, row_bytes)?;
        let slice_bytes = span(height, row_stride, row_bytes)?;
        let slice_stride = match depth {
            1 => slice_bytes,
            _ => stride("slice", buffer.slice_stride, span(height, row_stride, row_stride)?, slice_bytes)?,
        };
        let span = span(depth, slice_stride, slice_bytes)?;
        if span > buffer.bytes as u64 {
            return Err(Failure::buffer(format!(
                "the buffer has {} bytes, but {width} x {height} x {depth} pixels need {span}",
                buffer.bytes
            )));
        }
        // No rows overlap, so both are at most the bytes of the buffer.
        let (pixel_bytes, span) = (row_bytes * height * depth, span as usize);
        Ok(Layout { format, height, row_bytes, row_stride, slice_stride, pixel_bytes, span })
    }

    /// Bytes in memory for pixels in this format, besides the image that [`Layout::write`] writes.
    pub fn encoded_bytes(&self) -> u64 {
        match self.format {
            Format::Floats => 0,
            Format::Rgba8 if self.is_contiguous() => 0,
            _ => self.pixel_bytes,
        }
    }

    /// Whether nothing lies between the rows.
    pub fn is_contiguous(&self) -> bool {
        self.pixel_bytes == self.span as u64
    }

    /// Writes an image whose rows are those of all slices, one slice after the other. `out` has the bytes of the span.
    pub fn write(&self, image: &Image, out: &mut [u8]) {
        match self.format {
            Format::Floats => self.write_rows(bytemuck::cast_slice(&image.data), out),
            Format::Rgba32F => self.write_rows(bytemuck::cast_slice(&image.to_rgba32f()), out),
            Format::Rgba16 => self.write_rows(bytemuck::cast_slice(&image.to_rgba16()), out),
            Format::Rgba8 if self.is_contiguous() => image.write_rgba8(out),
            Format::Rgba8 => self.write_rows(&image.to_rgba8(), out),
        }
    }

    fn write_rows(&self, pixels: &[u8], out: &mut [u8]) {
        if self.is_contiguous() {
            return out.copy_from_slice(pixels);
        }
        let length = self.row_bytes as usize;
        for (row, pixels) in (0_u64..).zip(pixels.chunks_exact(length)) {
            let start = row / self.height * self.slice_stride + row % self.height * self.row_stride;
            out[start as usize..][..length].copy_from_slice(pixels);
        }
    }
}

/// The stride of the caller, which must be at least `least`, or `adjacent` in place of 0.
fn stride(name: &str, given: usize, adjacent: u64, least: u64) -> Result<u64, Failure> {
    match given as u64 {
        0 => Ok(adjacent),
        given if given >= least => Ok(given),
        given => Err(Failure::buffer(format!(
            "the {name} stride is {given} bytes, but a {name} has {least}; use 0 for adjacent {name}s"
        ))),
    }
}

/// Bytes of `count` parts at a stride, the last of which has `last` bytes.
fn span(count: u64, stride: u64, last: u64) -> Result<u64, Failure> {
    let whole = count.saturating_sub(1).checked_mul(stride).and_then(|bytes| bytes.checked_add(last));
    whole.ok_or_else(|| Failure::buffer("the strides exceed the address space; check row_stride and slice_stride"))
}

#[cfg(test)]
mod tests {
    use std::ptr::null_mut;

    use super::*;

    fn layout(format: i32, strides: [usize; 2], bytes: usize, size: [u32; 3]) -> Result<Layout, i32> {
        let [row_stride, slice_stride] = strides;
        let buffer = Buffer { size: 40, format, data: null_mut(), bytes, row_stride, slice_stride };
        Layout::new(&buffer, 3, size).map_err(|failure| failure.code)
    }

    #[test]
    fn strides_of_zero_are_those_of_adjacent_rows() {
        for (format, pixel) in [(FLOATS, 12), (RGBA32F, 16), (RGBA8, 4), (RGBA16, 8)] {
            let bytes = 5 * 4 * 3 * pixel;
            let known = layout(format, [0, 0], bytes, [5, 4, 3]).unwrap();
            assert!(known.is_contiguous() && known.span == bytes);
            assert_eq!(layout(format, [5 * pixel, 20 * pixel], bytes, [5, 4, 3]), Ok(known));
        }
    }

    #[test]
    fn the_last_row_and_the_last_slice_need_no_gap() {
        let known = layout(RGBA8, [10, 25], 25 + 18, [2, 2, 2]).unwrap();
        assert!(!known.is_contiguous() && known.span == 43 && known.pixel_bytes == 32);
        assert_eq!(layout(RGBA8, [10, 18], 36, [2, 2, 2]).map(|known| known.span), Ok(36));
        assert_eq!(layout(RGBA8, [10, 0], 38, [2, 2, 2]).map(|known| known.span), Ok(38));
    }

    #[test]
    fn wrong_layouts_are_refused() {
        use crate::failure::{ERROR_BUFFER, ERROR_CALL};
        assert_eq!(layout(0, [0, 0], 99, [1, 1, 1]), Err(ERROR_CALL));
        assert_eq!(layout(5, [0, 0], 99, [1, 1, 1]), Err(ERROR_CALL));
        assert_eq!(layout(RGBA8, [0, 0], 15, [2, 2, 1]), Err(ERROR_BUFFER));
        assert_eq!(layout(RGBA8, [7, 0], 99, [2, 2, 1]), Err(ERROR_BUFFER));
        assert_eq!(layout(RGBA8, [10, 17], 99, [2, 2, 2]), Err(ERROR_BUFFER));
        assert_eq!(layout(RGBA8, [usize::MAX, 0], usize::MAX, [2, 3, 1]), Err(ERROR_BUFFER));
        assert_eq!(layout(RGBA8, [0, usize::MAX], usize::MAX, [2, 2, 3]), Err(ERROR_BUFFER));
    }

    #[test]
    fn rows_go_where_the_strides_say() {
        use travertine::{Context, Slice, Texture};
        let text = r#"{"format": "travertine", "version": 1, "nodes": {"place": {"type": "input/position"}},
            "outputs": {"place": {"node": "place"}}}"#;
        let field = Texture::parse(text).unwrap().first_field().unwrap();
        let image = field.render(Slice::new(2, 4), &Context::default()).unwrap();
        let known = layout(RGBA8, [9, 20], 100, [2, 2, 2]).unwrap();
        let mut out = vec![7; known.span];
        known.write(&image, &mut out);
        let rgba = image.to_rgba8();
        for (row, start) in [0, 9, 20, 29].into_iter().enumerate() {
            assert_eq!(out[start..start + 8], rgba[8 * row..8 * row + 8]);
        }
        assert!([8, 17, 19, 28].iter().all(|gap| out[*gap] == 7));
    }
}
