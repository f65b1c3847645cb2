//! Helpers of several tests: difficult numbers, and checksums over many samples.

use travertine_noise::hash;

/// Numbers at which functions tend to fail.
fn spicy() -> Vec<f32> {
    let mut numbers = vec![0.0, f32::from_bits(1), 1e-40, f32::MIN_POSITIVE, 1e-7, f32::MAX, f32::INFINITY];
    for whole in [1.0f32, 2.0, 3.0, 255.0, 1e6, 8_388_607.0, 16_777_216.0, 1e9, 2_147_483_648.0, 1e10, 1e30] {
        numbers.extend([whole.next_down(), whole, whole.next_up(), whole + 0.5, whole * 0.77]);
    }
    numbers.extend([0.5, 0.25, 0.75, 0.1, 0.9, 0.49999997, 0.99999994, std::f32::consts::PI, 88.7, 128.0]);
    numbers.extend(numbers.clone().into_iter().map(|x| -x));
    numbers.push(f32::NAN);
    numbers
}

/// Random picks of these numbers, alternating with random numbers of picture scale.
pub fn mixture(seed: u32, count: usize) -> Vec<f32> {
    let spicy = spicy();
    (0..count)
        .map(|i| {
            let random = hash::hash(seed, [i as i32]);
            if i % 2 == 0 { spicy[random as usize % spicy.len()] } else { random as i32 as f32 / 1e8 }
        })
        .collect()
}

/// The FNV-1a checksum over the bits of samples near the origin and far from it.
pub fn frozen(at: impl Fn([f32; 4]) -> f32) -> u32 {
    let mut sum = 0x811C_9DC5u32;
    for i in 0..1000 {
        let position = [1, 2, 3, 4].map(|axis| hash::hash(axis, [i]) as i32 as f32 / (1u32 << (i % 32)) as f32);
        for byte in at(position).to_bits().to_le_bytes() {
            sum = (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    sum
}
