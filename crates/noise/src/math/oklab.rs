//! OKLab, by Björn Ottosson, "A perceptual color space for image processing" (2020), with the constants of CSS Color
//! Module Level 4, which are its own to more digits.
//!
//! Components are floats, or expressions of floats.

use std::ops::{Add, Mul, Sub};

/// OKLab of linear light: the lightness, green to red, and blue to yellow. Grays are exactly gray.
pub fn to_oklab<T>([red, green, blue]: [T; 3], cube_root: impl Fn(T) -> T) -> [T; 3]
where
    T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T>,
{
    // The rows of the matrices have the sum 1, so differences do instead of the third factor.
    let (red, blue) = (red - green, blue - green);
    let cone = |of_red: f32, of_blue: f32| cube_root(green + red * of_red + blue * of_blue);
    let long = cone(0.41222146, 0.051445995);
    let medium = cone(0.2119035, 0.10739695);
    let short = cone(0.088302456, 0.6299787);
    let (long, short) = (long - medium, short - medium);
    [
        medium + long * 0.21045427 - short * 0.004072043,
        long * 1.9779985 + short * 0.4505937,
        long * 0.025904043 - short * 0.80867577,
    ]
}

/// Linear light of OKLab.
pub fn from_oklab<T>([lightness, a, b]: [T; 3]) -> [T; 3]
where
    T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T> + Mul<T, Output = T>,
{
    let cube = |root: T| root * root * root;
    let long = cube(lightness + a * 0.39633778 + b * 0.21580376);
    let medium = cube(lightness - a * 0.105561346 - b * 0.06385417);
    let short = cube(lightness - a * 0.08948418 - b * 1.2914855);
    let (long, short) = (long - medium, short - medium);
    [
        medium + long * 4.0767417 + short * 0.2309699,
        medium - long * 1.268438 - short * 0.34131938,
        medium - long * 0.004196076 + short * 1.7076147,
    ]
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the published definition, in double precision")]
mod tests {
    use super::*;

    type Matrix = [[f64; 3]; 3];

    /// The matrices that Ottosson published, which those of CSS Color Module Level 4 are to ten digits.
    const CONES: Matrix = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ];
    const LAB: Matrix = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ];

    fn times(matrix: Matrix, vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(factor, value)| factor * value).sum())
    }

    #[test]
    fn the_constants_are_the_published_ones() {
        for index in 0..125 {
            let color = [index % 5, index / 5 % 5, index / 25].map(|step| step as f32 * 0.25);
            let cones = times(CONES, color.map(f64::from));
            let published = times(LAB, cones.map(f64::cbrt));
            let lab = to_oklab(color, |value| f64::from(value).cbrt() as f32);
            let back = from_oklab(lab);
            for channel in 0..3 {
                assert!((f64::from(lab[channel]) - published[channel]).abs() < 1e-6, "{color:?}: {lab:?}");
                assert!((back[channel] - color[channel]).abs() < 4e-6, "{color:?}: {back:?}");
            }
        }
    }
}
