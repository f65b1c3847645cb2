//! The power spectrum of a square picture.

use std::f64::consts::TAU;

type Complex = (f64, f64);

fn times(a: Complex, b: Complex) -> Complex {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// The discrete Fourier transform of 2^n numbers, by Cooley and Tukey.
fn transform(values: &mut [Complex]) {
    let count = values.len();
    let bits = count.trailing_zeros();
    for i in 0..count {
        let mirrored = i.reverse_bits() >> (usize::BITS - bits);
        if i < mirrored {
            values.swap(i, mirrored);
        }
    }
    let roots: Vec<Complex> =
        (0..count / 2).map(|i| TAU * i as f64 / count as f64).map(|x| (x.cos(), -x.sin())).collect();
    let mut half = 1;
    while half < count {
        for block in values.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (i, (low, high)) in low.iter_mut().zip(high).enumerate() {
                let turned = times(*high, roots[i * (count / 2 / half)]);
                (*low, *high) = ((low.0 + turned.0, low.1 + turned.1), (low.0 - turned.0, low.1 - turned.1));
            }
        }
        half *= 2;
    }
}

/// The squared magnitudes of the transform of a square of side 2^n, under a Hann window along both axes.
///
/// The window fades the picture out towards its borders, where its periodic repetition would be discontinuous.
pub fn power(picture: &[f32], side: usize) -> Vec<f64> {
    let window: Vec<f64> = (0..side).map(|i| 0.5 - 0.5 * (TAU * i as f64 / side as f64).cos()).collect();
    let mut values: Vec<Complex> = picture
        .iter()
        .enumerate()
        .map(|(i, value)| (f64::from(*value) * window[i % side] * window[i / side], 0.0))
        .collect();
    for _ in 0..2 {
        values.chunks_mut(side).for_each(transform);
        values = (0..side * side).map(|i| values[i % side * side + i / side]).collect();
    }
    values.into_iter().map(|(re, im)| re * re + im * im).collect()
}

#[test]
fn a_wave_has_one_frequency() {
    const SIDE: usize = 32;
    let wave = |x: usize, y: usize| (TAU * (5 * x + 3 * y) as f64 / SIDE as f64).cos() as f32;
    let picture: Vec<f32> = (0..SIDE * SIDE).map(|i| wave(i % SIDE, i / SIDE)).collect();
    let power = power(&picture, SIDE);
    let greatest = power.iter().copied().fold(0.0, f64::max);
    // Half of the amplitude is at (5, 3) and half at (-5, -3); the window's mean is 1/2 along each axis.
    let expected = ((SIDE * SIDE) as f64 / 8.0).powi(2);
    assert!((greatest / expected - 1.0).abs() < 1e-6);
    for (x, y) in [(5, 3), (SIDE - 5, SIDE - 3)] {
        assert!((power[y * SIDE + x] / expected - 1.0).abs() < 1e-6);
    }
}
