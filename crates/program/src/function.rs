//! Functions: operations whose data is too large for an operation and is stored in a list of the program.

use std::sync::Arc;

use travertine_lettering::{LetteringFunction, LetteringKey};
use travertine_noise::reference::Reference;
use travertine_noise::{Interval, Level};

use crate::curve::Curve;
use crate::image::{ImageFunction, ImageKey, VolumeFunction};

/// A function of one to four numbers.
#[derive(Clone, PartialEq, Debug)]
pub enum Function {
    /// A curve of one number.
    Curve(Curve),
    /// A published noise of as many coordinates as it has dimensions.
    Reference(Reference),
    /// A channel of a picture.
    Image(ImageFunction),
    /// A text as the distance to its strokes, or its letters.
    Lettering(LetteringFunction),
    /// A channel of a volume.
    Volume(VolumeFunction),
}

/// The id of a function in [`Program::functions`](crate::Program::functions).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FunctionId {
    index: u32,
    operands: u8,
}

impl FunctionId {
    /// Index of the function in the list.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// Number of operands, 1 to [`Function::MOST_OPERANDS`].
    pub fn operands(self) -> usize {
        usize::from(self.operands)
    }
}

/// A function as a key: floats by their bits.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) enum FunctionKey {
    Curve(Vec<u32>),
    Reference(Reference),
    Image(ImageKey),
    Lettering(LetteringKey),
    Volume(ImageKey),
}

impl Function {
    /// Maximum number of operands.
    pub const MOST_OPERANDS: usize = 4;

    /// What the function computes, in a word or two.
    pub fn name(&self) -> &'static str {
        match self {
            Function::Curve(_) => "Curve",
            Function::Reference(_) => "Published noise",
            Function::Image(_) => "Picture",
            Function::Lettering(_) => "Text",
            Function::Volume(_) => "Volume",
        }
    }

    /// The result for one sample. This is the definition. Excess operands are ignored.
    pub fn at(&self, operands: [f32; Function::MOST_OPERANDS]) -> f32 {
        let [a, b, c, d] = operands;
        match self {
            Function::Curve(curve) => curve.at(a),
            Function::Reference(noise) => noise.at([a, b, c]),
            Function::Image(image) => image.at([a, b], c),
            Function::Volume(volume) => volume.at([a, b, c], d),
            Function::Lettering(lettering) => lettering.at([a, b]),
        }
    }

    /// The results for many samples, bit-equal to [`Function::at`]. All slices have the same length.
    pub fn lanes(&self, level: Level, operands: &[&[f32]], out: &mut [f32]) {
        match self {
            Function::Curve(curve) => curve.lanes(level, operands[0], out),
            Function::Reference(noise) => noise.lanes(level, operands, out),
            Function::Image(image) => image.lanes(level, operands, out),
            Function::Lettering(lettering) => lettering.lanes(level, [operands[0], operands[1]], out),
            Function::Volume(volume) => volume.lanes(level, operands, out),
        }
    }

    /// Interval of the result for given intervals of the operands.
    pub fn interval(&self, operands: [Interval; Function::MOST_OPERANDS]) -> Interval {
        let [a, b, c, _] = operands;
        match self {
            Function::Curve(curve) => {
                let (min, max) = curve.range(a.min, a.max);
                Interval { min, max }
            }
            Function::Reference(noise) => {
                let bound = noise.bound([a, b, c].map(|operand| operand.min));
                Interval::new(-bound, bound)
            }
            Function::Image(image) => image.interval(),
            Function::Lettering(lettering) => lettering.interval([operands[0], operands[1]]),
            Function::Volume(volume) => volume.interval(),
        }
    }

    /// The address of the data that the function shares with others, and their memory in bytes; `None` if it has
    /// little.
    pub(crate) fn held(&self) -> Option<(usize, u64)> {
        match self {
            Function::Curve(_) | Function::Reference(_) => None,
            Function::Image(image) => {
                Some((Arc::as_ptr(&image.pyramid).addr(), image.pyramid.bytes(image.has_footprint)))
            }
            Function::Volume(volume) => {
                Some((Arc::as_ptr(&volume.pyramid).addr(), volume.pyramid.bytes(volume.has_footprint)))
            }
            Function::Lettering(function) => {
                Some((Arc::as_ptr(&function.lettering).addr(), function.lettering.bytes()))
            }
        }
    }

    /// Work of what is done once before the function is used, in operations.
    pub(crate) fn preparation(&self) -> u64 {
        match self {
            Function::Lettering(function) => function.lettering.work(),
            _ => 0,
        }
    }

    /// The id of the function at an index of the list.
    pub(crate) fn id(&self, index: usize) -> FunctionId {
        let operands = match self {
            Function::Curve(_) => 1,
            Function::Reference(noise) => noise.dimensions(),
            Function::Image(image) => image.operands(),
            Function::Lettering(_) => 2,
            Function::Volume(volume) => volume.operands(),
        };
        FunctionId { index: index as u32, operands }
    }

    pub(crate) fn key(&self) -> FunctionKey {
        match self {
            Function::Curve(curve) => {
                let coordinates = curve.points.as_flattened().iter().map(|coordinate| coordinate.to_bits());
                FunctionKey::Curve([curve.interpolation as u32].into_iter().chain(coordinates).collect())
            }
            Function::Reference(noise) => FunctionKey::Reference(noise.clone()),
            Function::Image(image) => FunctionKey::Image(image.key()),
            Function::Lettering(lettering) => FunctionKey::Lettering(lettering.key()),
            Function::Volume(volume) => FunctionKey::Volume(volume.key()),
        }
    }
}

#[cfg(test)]
mod tests {
    use travertine_noise::reference::Perlin1985;

    use super::*;
    use crate::curve::CurveInterpolation;

    #[test]
    fn keys_are_equal_where_the_parameters_are() {
        let curve = |y| Curve { points: vec![[0.0, y]], interpolation: CurveInterpolation::Step };
        let functions = || {
            [1, 2].map(|seed| Function::Reference(Perlin1985::new(2, seed).unwrap().into())).into_iter().chain([
                Function::Curve(curve(0.0)),
                Function::Curve(curve(-0.0)),
                Function::Reference(Reference::Perlin2002),
            ])
        };
        for (i, a) in functions().enumerate() {
            for (j, b) in functions().enumerate() {
                assert_eq!(a.key() == b.key(), i == j, "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn intervals_depend_on_the_position() {
        let noise = Function::Reference(Perlin1985::new(1, 1).unwrap().into());
        let anywhere = noise.interval([Interval::EVERYTHING; 4]);
        let near = noise.interval([Interval::new(-4096.0, 9.0); 4]);
        assert!(anywhere.max > 10.0 && near.max < 0.51 && near.min == -near.max);
    }
}
