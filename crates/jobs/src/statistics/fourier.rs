//! The power spectrum of a square of samples, with the same bits on every machine: its cosines come from square roots.

type Complex = (f64, f64);

fn times(a: Complex, b: Complex) -> Complex {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// The numbers `exp(-2 pi i k / count)` for `k` below half of `count`, a power of two from 4.
///
/// Each doubling adds those in the middle between two: the root of half the angle, times the known ones.
fn roots(count: usize) -> Vec<Complex> {
    // 1 and -i.
    let mut roots: Vec<Complex> = vec![(1.0, 0.0), (0.0, -1.0)];
    // That of the angle between the first two, first a quarter turn.
    let mut cosine = 0.0_f64;
    while roots.len() < count / 2 {
        let half = ((1.0 + cosine) / 2.0).sqrt();
        let middle = (half, -((1.0 - cosine) / 2.0).sqrt());
        roots = roots.iter().flat_map(|root| [*root, times(*root, middle)]).collect();
        cosine = half;
    }
    roots
}

/// The discrete Fourier transform of 2^n numbers, by Cooley and Tukey.
fn transform(values: &mut [Complex], roots: &[Complex]) {
    let count = values.len();
    let bits = count.trailing_zeros();
    for i in 0..count {
        let mirrored = i.reverse_bits() >> (usize::BITS - bits);
        if i < mirrored {
            values.swap(i, mirrored);
        }
    }
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

/// The squared magnitudes of the transform of a square, row by row from frequency 0, under a Hann window along both
/// axes: it fades the samples out towards the borders, where their periodic repetition would be discontinuous. The side
/// is a power of two from 4. `mean` is subtracted first.
pub fn power(samples: &[f32], mean: f64, side: usize) -> Vec<f64> {
    let roots = roots(side);
    // The cosine of the second half of a turn is that of the first with the other sign.
    let cosine = |i: usize| if i < side / 2 { roots[i].0 } else { -roots[i - side / 2].0 };
    let window: Vec<f64> = (0..side).map(|i| 0.5 - 0.5 * cosine(i)).collect();
    let windowed = |(i, value): (usize, &f32)| ((f64::from(*value) - mean) * window[i % side] * window[i / side], 0.0);
    let mut values: Vec<Complex> = samples.iter().enumerate().map(windowed).collect();
    for _ in 0..2 {
        values.chunks_mut(side).for_each(|row| transform(row, &roots));
        transpose(&mut values, side);
    }
    values.into_iter().map(|(re, im)| re * re + im * im).collect()
}

fn transpose(values: &mut [Complex], side: usize) {
    for row in 0..side {
        for column in row + 1..side {
            values.swap(row * side + column, column * side + row);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the definition")]
    fn roots_are_those_of_the_definition() {
        for (k, (re, im)) in roots(4096).into_iter().enumerate() {
            let angle = TAU * k as f64 / 4096.0;
            assert!((re - angle.cos()).abs() < 1e-14 && (im + angle.sin()).abs() < 1e-14, "{k}: {re}, {im}");
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a wave")]
    fn a_wave_has_one_frequency() {
        const SIDE: usize = 32;
        let wave = |x: usize, y: usize| (TAU * (5 * x + 3 * y) as f64 / SIDE as f64).cos() as f32 + 2.0;
        let picture: Vec<f32> = (0..SIDE * SIDE).map(|i| wave(i % SIDE, i / SIDE)).collect();
        let power = power(&picture, 2.0, SIDE);
        let greatest = power.iter().copied().fold(0.0, f64::max);
        // Half of the amplitude is at (5, 3) and half at (-5, -3); the window's mean is 1/2 along each axis.
        let expected = ((SIDE * SIDE) as f64 / 8.0) * ((SIDE * SIDE) as f64 / 8.0);
        assert!((greatest / expected - 1.0).abs() < 1e-6);
        for (x, y) in [(5, 3), (SIDE - 5, SIDE - 3)] {
            assert!((power[y * SIDE + x] / expected - 1.0).abs() < 1e-6);
        }
    }
}
