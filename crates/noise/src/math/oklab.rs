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
