//! PNG files of any size, and the numbers that they hold.

use std::io::{BufRead, Seek};

use png::{BitDepth, Decoder, Info, Limits, Reader, Transformations};

use crate::reason::png_reason;
use crate::transfer::Samples;

/// A PNG file whose header was read: of any color type, with 1 to 16 bits, with or without interlace. Palettes and
/// depths below 8 bits are expanded.
pub struct PngFile<R: BufRead + Seek> {
    reader: Reader<R>,
}

impl<R: BufRead + Seek> PngFile<R> {
    /// Reads the header. It may claim any size, which callers check.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn open(source: R) -> Result<PngFile<R>, String> {
        PngFile::within(Decoder::new_with_limits(source, Limits { bytes: 1 << 28 }))
    }

    pub(crate) fn within(mut decoder: Decoder<R>) -> Result<PngFile<R>, String> {
        decoder.set_transformations(Transformations::EXPAND);
        Ok(PngFile { reader: decoder.read_info().map_err(png_reason)? })
    }

    /// Width and height in pixels, and number of channels: 1 for gray, 2 for gray and alpha, 3 for red, green and blue,
    /// 4 with alpha.
    pub fn size(&self) -> (usize, usize, usize) {
        let (width, height) = self.info().size();
        (width as usize, height as usize, self.reader.output_color_type().0.samples())
    }

    /// The text with a keyword in the header.
    pub fn text(&self, keyword: &str) -> Option<String> {
        let texts = &self.info().uncompressed_latin1_text;
        texts.iter().find(|text| text.keyword == keyword).map(|text| text.text.clone())
    }

    /// The numbers: rows from the top, pixels from the left, the channels of a pixel together; and the number that
    /// means 1, which is 255 or 65535.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn levels(self) -> Result<(u32, Vec<f32>), String> {
        Ok(match self.samples()? {
            Samples::Bytes(bytes) => (255, bytes.into_iter().map(f32::from).collect()),
            Samples::Words(words) => (65535, words.into_iter().map(f32::from).collect()),
            // No PNG has floats.
            Samples::Floats(floats) => (1, floats),
        })
    }

    pub(crate) fn info(&self) -> &Info<'static> {
        self.reader.info()
    }

    /// Bytes of a decoded sample.
    pub(crate) fn sample_bytes(&self) -> usize {
        if self.reader.output_color_type().1 == BitDepth::Sixteen { 2 } else { 1 }
    }

    pub(crate) fn samples(mut self) -> Result<Samples, String> {
        let length = self.reader.output_buffer_size().ok_or("it is too large")?;
        let mut samples = vec![0; length];
        let frame = self.reader.next_frame(&mut samples).map_err(png_reason)?;
        if (frame.width, frame.height) != self.info().size() {
            return Err("its first frame has another size than the picture".to_owned());
        }
        samples.truncate(frame.buffer_size());
        Ok(match frame.bit_depth {
            BitDepth::Sixteen => {
                Samples::Words(samples.as_chunks().0.iter().map(|pair| u16::from_be_bytes(*pair)).collect())
            }
            _ => Samples::Bytes(samples),
        })
    }
}
