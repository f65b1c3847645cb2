//! Samples: the values of a field at some positions.

use std::ops::Index;
use std::slice::ChunksExact;

/// The values of a field at some positions, in their order.
///
/// ```
/// # use travertine::Texture;
/// # let texture = Texture::parse(r#"{"format": "travertine", "version": 1,
/// #     "nodes": {"place": {"type": "input/position"}}, "outputs": {"place": {"node": "place"}}}"#)?;
/// let samples = texture.first_field()?.sample(&[[1.0, 2.0, 3.0, 0.0], [4.0, 5.0, 6.0, 0.0]])?;
/// assert_eq!((samples.len(), samples.channels()), (2, 3));
/// assert_eq!(samples.get(1), [4.0, 5.0, 6.0]);
/// for sample in &samples {
///     println!("x {}, y {}, z {}", sample[0], sample[1], sample[2]);
/// }
/// # Ok::<(), travertine::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Samples {
    values: Vec<f32>,
    channels: usize,
}

impl Samples {
    /// Samples of `channels` floats each.
    pub(crate) fn new(values: Vec<f32>, channels: usize) -> Samples {
        Samples { values, channels }
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.values.len() / self.channels
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Floats per sample: 1 for a float, 3 for a vector (x, y, z), 4 for a color (linear red, green, blue, alpha).
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// The sample at the position with this index.
    ///
    /// # Panics
    ///
    /// If the index is out of range.
    pub fn get(&self, index: usize) -> &[f32] {
        &self.values[index * self.channels..][..self.channels]
    }

    /// The samples in their order.
    pub fn iter(&self) -> ChunksExact<'_, f32> {
        self.values.chunks_exact(self.channels)
    }

    /// The floats of all samples, sample by sample.
    pub fn into_vec(self) -> Vec<f32> {
        self.values
    }
}

impl Index<usize> for Samples {
    type Output = [f32];

    fn index(&self, index: usize) -> &[f32] {
        self.get(index)
    }
}

impl<'s> IntoIterator for &'s Samples {
    type Item = &'s [f32];
    type IntoIter = ChunksExact<'s, f32>;

    fn into_iter(self) -> ChunksExact<'s, f32> {
        self.iter()
    }
}
