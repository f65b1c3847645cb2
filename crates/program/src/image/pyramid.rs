//! Pyramids: the texels of a channel, and levels of half the size.

use std::fmt;
use std::sync::OnceLock;

use travertine_noise::math;

/// The texels of a box: slices from the front, rows from the top, texels from the left. A picture has one slice.
pub(super) struct Texels {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) depth: usize,
    pub(super) values: Vec<f32>,
}

/// A channel of a picture or of a volume, and smaller levels of it.
///
/// Each level has half the width, height and depth of the one before, rounded down, until all are 1. A texel of a level
/// is the mean of the part of the level before that it covers.
pub struct Pyramid {
    identity: Box<str>,
    image: Texels,
    smaller: OnceLock<Vec<Texels>>,
    range: (f32, f32),
}

impl Pyramid {
    /// A channel of a picture, of finite texels: rows from the top, texels from the left.
    ///
    /// `identity` stands for the texels: channels with the same one count as equal. It goes into the canonical text of
    /// programs, so it has no spaces and no line breaks.
    ///
    /// # Panics
    ///
    /// If there are no texels, or not `width` times `height`.
    pub fn new(identity: impl Into<Box<str>>, width: usize, height: usize, values: Vec<f32>) -> Pyramid {
        Pyramid::of_volume(identity, [width, height, 1], values)
    }

    /// A channel of a volume, of finite texels: slices from the front, rows from the top, texels from the left. `size`
    /// counts texels along x, y and z. The identity is as in [`Pyramid::new`].
    ///
    /// # Panics
    ///
    /// If there are no texels, or not as many as the size says.
    pub fn of_volume(identity: impl Into<Box<str>>, size: [usize; 3], values: Vec<f32>) -> Pyramid {
        let [width, height, depth] = size;
        assert!(!values.is_empty() && values.len() == width * height * depth, "one number for each texel");
        let range = values.iter().fold((f32::MAX, f32::MIN), |(least, greatest), value| {
            (math::min(least, *value), math::max(greatest, *value))
        });
        let image = Texels { width, height, depth, values };
        Pyramid { identity: identity.into(), image, smaller: OnceLock::new(), range }
    }

    /// The text that stands for the texels.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Texels of a row, and of a column.
    pub fn size(&self) -> (usize, usize) {
        (self.image.width, self.image.height)
    }

    /// Texels along x, y and z. The depth of a picture is 1.
    pub fn volume_size(&self) -> [usize; 3] {
        [self.image.width, self.image.height, self.image.depth]
    }

    /// The texel in a column and a row, of the first slice.
    ///
    /// # Panics
    ///
    /// If the image has no such texel.
    pub fn texel(&self, column: usize, row: usize) -> f32 {
        self.image.values[row * self.image.width + column]
    }

    /// The least and the greatest texel.
    pub fn range(&self) -> (f32, f32) {
        self.range
    }

    /// Memory in bytes, with or without smaller levels.
    pub fn bytes(&self, has_levels: bool) -> u64 {
        let mut texels = [self.image.width, self.image.height, self.image.depth];
        let mut bytes = 0;
        loop {
            bytes += (texels.iter().product::<usize>() * size_of::<f32>()) as u64;
            if !has_levels || texels == [1; 3] {
                return bytes;
            }
            texels = texels.map(|count| (count / 2).max(1));
        }
    }

    pub(super) fn image(&self) -> &Texels {
        &self.image
    }

    /// The levels below the image, each smaller than the one before. The first call makes them.
    pub(super) fn smaller(&self) -> &[Texels] {
        self.smaller.get_or_init(|| {
            let mut levels: Vec<Texels> = Vec::new();
            loop {
                let last = levels.last().unwrap_or(&self.image);
                if last.values.len() == 1 {
                    return levels;
                }
                levels.push(last.halved(self.range));
            }
        })
    }
}

impl Texels {
    /// A level of half the size. Means are computed in f64 and rounded once.
    fn halved(&self, (least, greatest): (f32, f32)) -> Texels {
        let [width, height, depth] = [self.width, self.height, self.depth].map(|count| (count / 2).max(1));
        let mut values = Vec::with_capacity(width * height * depth);
        let mut means = vec![0.0; self.width];
        for (slice, row) in (0..depth).flat_map(|slice| (0..height).map(move |row| (slice, row))) {
            means.fill(0.0);
            for (behind, share) in covered(self.depth, depth, slice) {
                for (below, weight) in covered(self.height, height, row) {
                    let start = (behind * self.height + below) * self.width;
                    let weight = share * weight;
                    for (mean, texel) in means.iter_mut().zip(&self.values[start..][..self.width]) {
                        *mean += weight * f64::from(*texel);
                    }
                }
            }
            values.extend((0..width).map(|column| {
                let texels = covered(self.width, width, column);
                let mean: f64 = texels.map(|(source, weight)| weight * means[source]).sum();
                mean.clamp(f64::from(least), f64::from(greatest)) as f32
            }));
        }
        Texels { width, height, depth, values }
    }
}

/// The texels of a line of `from` that the texel `index` of a line of `to` covers, and the fraction of it that each one
/// makes up.
fn covered(from: usize, to: usize, index: usize) -> impl Iterator<Item = (usize, f64)> {
    // In units of 1 / (from * to) of the line.
    let (start, end) = (index * from, (index + 1) * from);
    (start / to..end.div_ceil(to)).map(move |source| {
        let overlap = end.min((source + 1) * to) - start.max(source * to);
        (source, overlap as f64 / from as f64)
    })
}

impl fmt::Debug for Pyramid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Texels { width, height, depth, .. } = self.image;
        write!(f, "Pyramid({width} x {height} x {depth}, {})", self.identity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_has_the_mean_of_what_it_covers() {
        let pyramid = Pyramid::new("", 4, 2, vec![1.0, 3.0, 5.0, 7.0, 1.0, 3.0, 9.0, 3.0]);
        let levels: Vec<_> =
            pyramid.smaller().iter().map(|level| (level.width, level.height, level.values.clone())).collect();
        assert_eq!(levels, [(2, 1, vec![2.0, 6.0]), (1, 1, vec![4.0])]);
    }

    #[test]
    fn odd_sizes_share_texels() {
        // Three texels become one; five become two, which share the middle one.
        let pyramid = Pyramid::new("", 5, 3, (0..15).map(|index| (index % 5) as f32 * 10.0).collect());
        let level = &pyramid.smaller()[0];
        assert_eq!((level.width, level.height), (2, 1));
        assert!((level.values[0] - 8.0).abs() < 1e-5 && (level.values[1] - 32.0).abs() < 1e-5);
    }

    #[test]
    fn a_level_of_a_volume_has_the_mean_of_a_box() {
        // Every texel is 1 + 10 x + 100 y + 1000 z.
        let value = |x, y, z| (1 + 10 * x + 100 * y + 1000 * z) as f32;
        let size = [4, 2, 3];
        let texels = (0..24).map(|index| value(index % 4, index / 4 % 2, index / 8)).collect();
        let pyramid = Pyramid::of_volume("", size, texels);
        let levels: Vec<_> = pyramid
            .smaller()
            .iter()
            .map(|level| (level.width, level.height, level.depth, level.values.clone()))
            .collect();
        assert_eq!(levels, [(2, 1, 1, vec![1056.0, 1076.0]), (1, 1, 1, vec![1066.0])]);
    }

    #[test]
    fn fractions_add_up_to_one() {
        for from in 1..40 {
            let to = (from / 2).max(1);
            let mut weights = vec![0.0; from];
            for index in 0..to {
                let texels = covered(from, to, index);
                let sum: f64 = texels
                    .map(|(source, weight)| {
                        weights[source] += weight;
                        weight
                    })
                    .sum();
                assert!((sum - 1.0).abs() < 1e-12);
            }
            let each = to as f64 / from as f64;
            assert!(weights.iter().all(|weight| (weight - each).abs() < 1e-12), "{from}");
        }
    }
}
