//! A sink that keeps the picture in memory.

use std::io;

use super::Sink;
use crate::image::{Format, Image};
use crate::renderer::Rows;

/// Keeps the picture as floats.
pub struct Memory;

impl Sink for Memory {
    type Output = Image;

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<Image> {
        let mut data = Vec::with_capacity(format.row_len() * format.height as usize);
        while let Some(row) = rows.next_row() {
            data.extend_from_slice(row);
        }
        Ok(Image { format, data })
    }
}
