//! Detail: what of a picture is worth computing.

/// How much detail is worth computing. By default all: only then has a point one value however it is sampled.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Detail {
    /// The distance between samples in graph units, above 0: noise too fine for it fades to its mean.
    pub spacing: Option<f32>,
    /// What is too faint to be seen, of a value of 1: the last octaves of a sum are left out while together they are no
    /// stronger. Half a step of the output's depth changes it by one step at most, if nothing magnifies the sum.
    pub faintest: Option<f32>,
}
