//! Row filters of PNG: differences from predictions by neighbors, which compress better.
//!
//! The filters, and the choice of one for each row by the minimum sum of absolute differences, follow the PNG
//! specification (W3C, third edition 2025), sections 9 and 12.7.

/// Chooses filters for rows. It keeps its buffers from row to row.
pub struct Filter {
    /// Bytes of a pixel.
    pixel: usize,
    best: Vec<u8>,
    trial: Vec<u8>,
}

impl Filter {
    /// A filter for rows with this many bytes per pixel.
    pub fn new(pixel: usize) -> Filter {
        Filter { pixel, best: Vec::new(), trial: Vec::new() }
    }

    /// Appends the number of the best filter of a row, then the filtered row. The row above the first is 0.
    pub fn row(&mut self, above: &[u8], row: &[u8], out: &mut Vec<u8>) {
        self.best.resize(row.len(), 0);
        self.trial.resize(row.len(), 0);
        let (mut number, mut least) = (0, u64::MAX);
        for index in 0..5 {
            self.apply(index, above, row);
            let size = size(&self.trial);
            if size < least {
                (number, least) = (index, size);
                std::mem::swap(&mut self.best, &mut self.trial);
            }
        }
        out.push(number);
        out.extend_from_slice(&self.best);
    }

    /// Writes the row through a filter to `trial`. Each filter has its own loop, without branches.
    fn apply(&mut self, number: u8, above: &[u8], row: &[u8]) {
        match number {
            0 => self.trial.copy_from_slice(row),
            1 => self.differences(above, row, |left, _, _| left),
            2 => self.differences(above, row, |_, above, _| above),
            3 => self.differences(above, row, |left, above, _| ((u16::from(left) + u16::from(above)) / 2) as u8),
            _ => self.differences(above, row, paeth),
        }
    }

    /// `predictor` predicts a byte from those on the left, above, and above on the left.
    fn differences(&mut self, above: &[u8], row: &[u8], predictor: impl Fn(u8, u8, u8) -> u8) {
        let pixel = self.pixel;
        let (first, rest) = self.trial.split_at_mut(pixel);
        for ((out, byte), above) in first.iter_mut().zip(row).zip(above) {
            *out = byte.wrapping_sub(predictor(0, *above, 0));
        }
        let neighbors = row.iter().zip(&above[pixel..]).zip(above);
        for ((out, byte), ((left, above), corner)) in rest.iter_mut().zip(&row[pixel..]).zip(neighbors) {
            *out = byte.wrapping_sub(predictor(*left, *above, *corner));
        }
    }
}

/// Alan W. Paeth's predictor: the neighbor that is nearest to left + above - corner.
fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, above, corner].map(i16::from);
    let (from_left, from_above, from_corner) = ((b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs());
    if from_left <= from_above && from_left <= from_corner {
        left
    } else if from_above <= from_corner {
        above
    } else {
        corner
    }
}

/// Sum of the absolute values of signed bytes.
fn size(bytes: &[u8]) -> u64 {
    // A block is short enough for a 32-bit sum, which leaves more lanes to a vector.
    let blocks = bytes.chunks(1 << 16);
    blocks
        .map(|block| block.iter().map(|byte| u32::from(byte.cast_signed().unsigned_abs())).sum::<u32>())
        .map(u64::from)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filtered(pixel: usize, above: &[u8], row: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        Filter::new(pixel).row(above, row, &mut out);
        out
    }

    #[test]
    fn the_filter_that_fits_is_chosen() {
        // A constant row: the differences after the first byte are 0.
        assert_eq!(filtered(1, &[0; 6], &[9; 6]), [1, 9, 0, 0, 0, 0, 0]);
        assert_eq!(filtered(1, &[200, 7, 90], &[201, 7, 91]), [2, 1, 0, 1]);
        assert_eq!(filtered(2, &[0; 4], &[0, 0, 1, 255]), [0, 0, 0, 1, 255]);
        assert_eq!(filtered(1, &[100, 50, 100, 50], &[50, 50, 75, 62]), [3, 0, 0, 0, 0]);
        assert_eq!(filtered(1, &[10, 20, 200, 10], &[10, 20, 200, 10])[0], 2);
    }

    #[test]
    fn paeth_takes_the_nearest_neighbor() {
        assert_eq!([paeth(10, 20, 10), paeth(20, 10, 10), paeth(10, 20, 15)], [20, 20, 15]);
        assert_eq!([paeth(0, 0, 255), paeth(255, 255, 0), paeth(3, 3, 3)], [0, 255, 3]);
    }
}
