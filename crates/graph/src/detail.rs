//! Detail: the part of a picture that is worth computing.

/// The required detail. The default is all detail; only then is the value at a point independent of the sampling.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Detail {
    /// Distance between samples in graph units, above 0. Noise that is too fine for it fades to its mean.
    pub spacing: Option<f32>,
    /// Smallest visible difference of a value, where 1 is the range of a picture. The last octaves of a sum are omitted
    /// while they are weaker together. With half a step of the output's depth, a pixel changes by at most one step
    /// unless something amplifies the sum.
    pub faintest: Option<f32>,
}
