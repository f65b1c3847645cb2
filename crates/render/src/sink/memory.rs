//! A sink that keeps the picture in memory.

use std::io;

use super::Sink;
use crate::image::{Format, Image};
use crate::rows::Rows;

/// Keeps the picture as floats.
pub struct Memory;

impl Sink for Memory {
    type Output = Image;

    fn memory(&self, format: Format, _threads: usize) -> u64 {
        (format.row_len() as u64 * size_of::<f32>() as u64).saturating_mul(u64::from(format.height))
    }

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<Image> {
        let mut data = Vec::with_capacity(format.row_len() * format.height as usize);
        while let Some(row) = rows.next_row() {
            data.extend_from_slice(row);
        }
        Ok(Image { format, data })
    }
}
