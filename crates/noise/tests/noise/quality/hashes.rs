//! Hashes of adjacent cells are uniform, and noises of adjacent seeds unrelated.

use travertine_noise::hash::hash;

use super::pattern::Pattern;
use super::statistics::correlation;

/// The deviation of counts from uniformity, converted to a standard normal variable (Wilson and Hilferty 1931).
fn deviation(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    let chi_square: f64 = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    let spread = 2.0 / (9.0 * freedom);
    ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// The deviations of each byte of the hashes of 2^24 adjacent cells, a cube of them in more dimensions.
fn bytes<const D: usize>(seed: u32) -> [f64; 4] {
    let bits = 24 / D;
    let mut counts = [[0u32; 256]; 4];
    for i in 0..1 << 24 {
        let mut cell = [0; D];
        for (axis, x) in cell.iter_mut().enumerate() {
            *x = i >> (axis * bits) & ((1 << bits) - 1);
        }
        for (counts, byte) in counts.iter_mut().zip(hash(seed, cell).to_le_bytes()) {
            counts[usize::from(byte)] += 1;
        }
    }
    counts.map(|counts| deviation(&counts))
}

#[test]
fn bytes_of_2_to_the_24_cells_are_uniform() {
    for seed in 0..2 {
        let deviations = [bytes::<1>(seed), bytes::<2>(seed), bytes::<3>(seed), bytes::<4>(seed)];
        println!("seed {seed}, standard deviations by dimension and byte: {deviations:.2?}");
        // Exceeded by chance with probability 1e-4.
        assert!(deviations.as_flattened().iter().all(|deviation| *deviation < 3.719), "{deviations:?}");
    }
}

#[test]
fn neighboring_seeds_are_uncorrelated() {
    let mut greatest = 0.0f64;
    for pattern in Pattern::all() {
        // In one dimension each row has a seed of its own: the seeds of two pictures are 1 apart in all rows.
        let values: Vec<Vec<f32>> = (0..4).map(|seed| pattern.over_cells(seed)).collect();
        for pair in values.windows(2) {
            let found = correlation(&pair[0], &pair[1]);
            greatest = greatest.max(found.abs());
            assert!(found.abs() < 0.01, "{}: {found}", pattern.name());
        }
    }
    println!("greatest correlation {greatest:.4}");
}
