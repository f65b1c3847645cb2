//! Mip levels: each texel is the mean of the texels of the larger level that it covers.

use travertine_noise::math::clamp01;
use travertine_program::Type;

use crate::format::Format;

/// How texels are averaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Average {
    /// Each channel alone.
    Channels,
    /// Colors weighted by the alpha in the fourth channel, as light that passes through is.
    Alpha,
    /// Normals, of which -1 to 1 is stored as 0 to 1; the mean gets the length 1.
    Normals,
}

/// Averages the rows of a level to those of the next, in linear light.
///
/// A side that is odd has no pairs: its texels are weighted by the part that a smaller texel covers. Sums have double
/// precision and a fixed order.
pub(super) struct Halving {
    average: Average,
    channels: usize,
    /// Width and height of both levels.
    from: [usize; 2],
    to: [usize; 2],
    /// Index of the next row.
    next: usize,
    /// Sums for each texel of the row: the channels, and with alpha the weighted colors.
    sums: Vec<f64>,
    row: Vec<f32>,
}

impl Halving {
    pub fn new(format: Format, average: Average) -> Halving {
        let from = [format.width as usize, format.height as usize];
        let to = from.map(|side| (side / 2).max(1));
        let channels = format.channels();
        let (sums, row) = (vec![0.0; to[0] * numbers(average, channels)], vec![0.0; to[0] * channels]);
        Halving { average, channels, from, to, next: 0, sums, row }
    }

    /// Memory in bytes.
    pub fn memory(format: Format) -> u64 {
        u64::from(format.width) * 4 * (2 * size_of::<f64>() + size_of::<f32>()) as u64
    }

    /// Adds a row, and returns the row of the next level that it completes.
    pub fn add(&mut self, row: &[f32]) -> Option<&[f32]> {
        // Rows and texels of the larger level are `to` long, those of the smaller `from`.
        let ([_, from], [_, to]) = (self.from, self.to);
        let (start, end) = (self.next * to, (self.next + 1) * to);
        self.next += 1;
        let border = start - start % from + from;
        self.add_weighted(row, end.min(border) - start);
        if end < border {
            return None;
        }
        self.finish();
        if end > border {
            self.add_weighted(row, end - border);
        }
        Some(&self.row)
    }

    fn add_weighted(&mut self, row: &[f32], weight: usize) {
        let ([from, _], [to, _]) = (self.from, self.to);
        let (channels, numbers) = (self.channels, numbers(self.average, self.channels));
        for (x, sums) in self.sums.chunks_exact_mut(numbers).enumerate() {
            let (start, end) = (x * from, (x + 1) * from);
            for column in start / to..end.div_ceil(to) {
                let covered = ((column + 1) * to).min(end) - (column * to).max(start);
                let weight = (covered * weight) as f64;
                let texel = &row[column * channels..(column + 1) * channels];
                sums.iter_mut().zip(texel).for_each(|(sum, value)| *sum += f64::from(*value) * weight);
                if self.average == Average::Alpha {
                    let weight = f64::from(clamp01(texel[3])) * weight;
                    let weighted = sums[4..].iter_mut().zip(&texel[..3]);
                    weighted.for_each(|(sum, light)| *sum += f64::from(*light) * weight);
                    sums[7] += weight;
                }
            }
        }
    }

    /// Makes the row of the sums, and clears them.
    fn finish(&mut self) {
        let total = (self.from[0] * self.from[1]) as f64;
        let numbers = numbers(self.average, self.channels);
        for (texel, sums) in self.row.chunks_exact_mut(self.channels).zip(self.sums.chunks_exact_mut(numbers)) {
            texel.iter_mut().zip(&*sums).for_each(|(texel, sum)| *texel = (sum / total) as f32);
            match (self.average, &*sums, &mut *texel) {
                (Average::Alpha, [.., red, green, blue, alpha], [colors @ .., _]) if *alpha > 0.0 => {
                    let light = [red, green, blue].into_iter();
                    colors.iter_mut().zip(light).for_each(|(color, light)| *color = (light / alpha) as f32);
                }
                (Average::Normals, [x, y, z], _) => {
                    let normal = [x, y, z].map(|sum| 2.0 * (sum / total) - 1.0);
                    let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
                    if length > 0.0 {
                        let parts = texel.iter_mut().zip(normal);
                        parts.for_each(|(texel, part)| *texel = (part / length * 0.5 + 0.5) as f32);
                    }
                }
                _ => {}
            }
            sums.fill(0.0);
        }
    }
}

/// How a picture's texels are averaged. The fourth channel of a packed picture is no alpha; floats are no normals.
pub(super) fn average(format: Format, packed: bool, floats: bool) -> Average {
    match format.value_type {
        Type::Color if !packed && format.channels() == 4 => Average::Alpha,
        Type::Vector if !floats => Average::Normals,
        _ => Average::Channels,
    }
}

/// Sums of a texel.
fn numbers(average: Average, channels: usize) -> usize {
    if average == Average::Alpha { 8 } else { channels }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halve(format: Format, average: Average, data: &[f32]) -> Vec<f32> {
        let mut halving = Halving::new(format, average);
        let rows = data.chunks_exact(format.row_len());
        rows.flat_map(|row| halving.add(row).map_or(Vec::new(), <[f32]>::to_vec)).collect()
    }

    fn format(width: u32, height: u32, value_type: Type) -> Format {
        Format { width, height, value_type, opaque: false }
    }

    #[test]
    fn texels_are_means_of_the_area_that_they_cover() {
        let even = halve(format(4, 2, Type::Float), Average::Channels, &[1., 2., 3., 4., 5., 6., 7., 8.]);
        assert_eq!(even, [3.5, 5.5]);
        // The middle texel of five is shared.
        let odd = halve(format(5, 1, Type::Float), Average::Channels, &[1., 2., 4., 8., 16.]);
        assert_eq!(odd, [(1. + 2. + 4. / 2.) / 2.5, (4. / 2. + 8. + 16.) / 2.5]);
        let tall = halve(format(1, 5, Type::Float), Average::Channels, &[1., 2., 4., 8., 16.]);
        assert_eq!(tall, odd);
        let three = halve(format(3, 3, Type::Float), Average::Channels, &[1., 2., 3., 4., 5., 6., 7., 8., 9.]);
        assert_eq!(three, [5.0]);
    }

    #[test]
    fn the_mean_of_a_level_is_that_of_the_level_before() {
        for (width, height) in [(1, 7), (7, 1), (6, 9), (13, 11), (64, 33)] {
            let data: Vec<f32> =
                (0..width * height).map(|index: u32| (index.wrapping_mul(0x9e37_79b9) >> 16) as f32).collect();
            let halved = halve(format(width, height, Type::Float), Average::Channels, &data);
            let mean = |data: &[f32]| data.iter().copied().map(f64::from).sum::<f64>() / data.len() as f64;
            assert_eq!(halved.len() as u32, (width / 2).max(1) * (height / 2).max(1));
            assert!((mean(&halved) - mean(&data)).abs() < 0.01, "{width} x {height}");
        }
    }

    #[test]
    fn colors_are_weighted_by_alpha() {
        let pair = format(2, 1, Type::Color);
        let mixed = halve(pair, Average::Alpha, &[1., 0., 0., 1., 0., 9., 0., 0.]);
        assert_eq!(mixed, [1.0, 0.0, 0.0, 0.5]);
        let clear = halve(pair, Average::Alpha, &[1., 0., 0., 0., 0., 1., 0., 0.]);
        assert_eq!(clear, [0.5, 0.5, 0.0, 0.0]);
        let alone = halve(pair, Average::Channels, &[1., 0., 0., 1., 0., 9., 0., 0.]);
        assert_eq!(alone, [0.5, 4.5, 0.0, 0.5]);
    }

    #[test]
    fn normals_keep_their_length() {
        let pair = format(2, 1, Type::Vector);
        // Along x and along y.
        let mean = halve(pair, Average::Normals, &[1.0, 0.5, 0.5, 0.5, 1.0, 0.5]);
        let expected = (0.5_f64.sqrt() * 0.5 + 0.5) as f32;
        assert_eq!(mean, [expected, expected, 0.5]);
        // Opposite normals have no mean.
        assert_eq!(halve(pair, Average::Normals, &[1.0, 0.5, 0.5, 0.0, 0.5, 0.5]), [0.5; 3]);
    }
}
