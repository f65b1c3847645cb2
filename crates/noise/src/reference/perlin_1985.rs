//! Ken Perlin's noise of 1985.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::corners::{coordinate, dot, gradient_bound, join, normalize};
use super::glibc::Random;

/// Gradient noise as Ken Perlin's C program computes it, "coherent noise function over 1, 2 or 3 dimensions", after
/// his "An Image Synthesizer", SIGGRAPH 1985. Twinklingstar, "Classical Perlin Noise" (2015), prints the program.
///
/// Its tables, 256 gradients for each number of dimensions and a permutation, are filled from C's `random()`, here
/// that of the GNU C library. Results have the bits of the program compiled for 64-bit Linux.
///
/// Limitations:
///
/// - It repeats every 256 cells along each axis.
/// - It adds 4096 to each coordinate, as a float. Positions are therefore rounded to about 1/2048 of a cell, and more
///   coarsely far from the origin, so that close-ups show steps.
/// - Below -4096 cells it rounds towards 0 instead of down. There the noise extrapolates, far beyond 1, and jumps at
///   the cell faces.
/// - Components of gradients are uniform in a square or cube before normalization, so that more gradients lie along
///   its diagonals.
/// - The curvature jumps at cell faces, which shows as facets in a bump map.
///
/// [`Noise`](crate::Noise) with [`Basis::Gradient`](crate::Basis::Gradient) has no period and none of these
/// limitations. Use this one to reproduce pictures and numbers of programs of that time.
///
/// Where the random numbers give a gradient of length 0, by which the program divides, the gradient stays 0 here.
#[derive(Clone, Debug)]
pub struct Perlin1985 {
    dimensions: u8,
    seed: u32,
    tables: Arc<Tables>,
}

#[derive(Debug)]
struct Tables {
    permutation: [u8; 256],
    gradients: [[f32; 3]; 256],
}

/// The position of a coordinate in the lattice.
struct CellPosition {
    cell: i32,
    offset: f32,
    weight: f32,
}

impl Perlin1985 {
    /// The noise in 1 to 3 dimensions, with tables after `srandom(seed)`; `None` for other numbers of dimensions.
    ///
    /// A C program that does not call `srandom` has seed 1; seed 0 gives the same numbers.
    pub fn new(dimensions: u8, seed: u32) -> Option<Perlin1985> {
        let tables = || Arc::new(Tables::new(dimensions, seed));
        (1..=3).contains(&dimensions).then(|| Perlin1985 { dimensions, seed, tables: tables() })
    }

    /// The number of coordinates used, 1 to 3.
    pub fn dimensions(&self) -> u8 {
        self.dimensions
    }

    /// The seed of the tables.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// The permutation of 0 to 255.
    pub fn permutation(&self) -> &[u8; 256] {
        &self.tables.permutation
    }

    /// The gradients at lattice points, by permuted number.
    pub fn gradients(&self) -> &[[f32; 3]; 256] {
        &self.tables.gradients
    }

    /// The noise at x, y and z, of which the first [`dimensions`](Perlin1985::dimensions) are used.
    ///
    /// Computed in single precision, in the program's order. Non-finite coordinates are treated as 0. Beyond ±2^31,
    /// where C leaves the behavior undefined, the lattice ends, and the noise is constant along that axis.
    pub fn at(&self, [x, y, z]: [f32; 3]) -> f32 {
        match self.dimensions {
            1 => self.tables.at([x]),
            2 => self.tables.at([x, y]),
            _ => self.tables.at([x, y, z]),
        }
    }

    /// The greatest magnitude of the noise at positions whose coordinates are at least `least`: from -4096 cells on
    /// sqrt(D) / 2 in D dimensions, as for every gradient noise, and a rough 9^D sqrt(8 D / 3) elsewhere.
    ///
    /// Below -4096 offsets r are between -1 and 0, and weights s = r² (3 - 2 r) between 0 and 5. The magnitudes of
    /// the two weights along an axis, s - 1 and s, then add up to at most 9 instead of 1, and the weighted sum of the
    /// squared distances, r² and (r - 1)², to at most 4 * 1 + 5 * 4 = 24 = 9 * 8 / 3.
    pub fn bound(&self, least: [f32; 3]) -> f32 {
        let axes = &least[..usize::from(self.dimensions)];
        if axes.iter().all(|least| *least >= -ORIGIN) {
            return gradient_bound(self.dimensions);
        }
        let sizes = (0..self.dimensions).fold(1.0, |product, _| product * 9.0);
        sizes * (f32::from(self.dimensions) * 8.0 / 3.0).sqrt() * 1.000_01
    }
}

/// The offset that the program adds to coordinates.
const ORIGIN: f32 = 4096.0;

impl CellPosition {
    fn new(x: f32) -> CellPosition {
        let t = coordinate(x) + ORIGIN;
        let offset = t - t.trunc();
        // The program's constants 3. and 2. are doubles.
        let weight = f64::from(offset * offset) * (3.0 - 2.0 * f64::from(offset));
        CellPosition { cell: t as i32, offset, weight: weight as f32 }
    }
}

impl Tables {
    fn new(dimensions: u8, seed: u32) -> Tables {
        let mut random = Random::new(seed);
        let mut tables = Tables { permutation: std::array::from_fn(|i| i as u8), gradients: [[0.0; 3]; 256] };
        for gradient in &mut tables.gradients {
            // The program fills the tables of all dimensions together.
            let one = [random.component(), 0.0, 0.0];
            let two = [random.component(), random.component(), 0.0];
            let three = [(); 3].map(|()| random.component());
            *gradient = match dimensions {
                1 => one,
                2 => normalize(two),
                _ => normalize(three),
            };
        }
        for i in (1..256).rev() {
            tables.permutation.swap(i, (random.next() % 256) as usize);
        }
        tables
    }

    fn at<const D: usize>(&self, position: [f32; D]) -> f32 {
        let cell_positions = position.map(CellPosition::new);
        join(
            std::array::from_fn(|axis| cell_positions[axis].offset),
            std::array::from_fn(|axis| cell_positions[axis].weight),
            |steps: [i32; D], distances| {
                let cells: [i32; D] = std::array::from_fn(|axis| cell_positions[axis].cell.wrapping_add(steps[axis]));
                dot(distances, self.gradients[self.index(cells)])
            },
        )
    }

    /// The index of a lattice point's gradient: x is permuted, and the result plus y again; z is only added.
    fn index<const D: usize>(&self, cells: [i32; D]) -> usize {
        let permute = |number: i32| i32::from(self.permutation[(number & 255) as usize]);
        let mut index = permute(cells[0]);
        for (axis, cell) in cells.into_iter().enumerate().skip(1) {
            let sum = index.wrapping_add(cell);
            index = if axis == 1 { permute(sum) } else { sum };
        }
        (index & 255) as usize
    }
}

/// Compares the parameters, which determine the tables.
impl PartialEq for Perlin1985 {
    fn eq(&self, other: &Perlin1985) -> bool {
        (self.dimensions, self.seed) == (other.dimensions, other.seed)
    }
}

impl Eq for Perlin1985 {}

impl Hash for Perlin1985 {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.dimensions, self.seed).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of the program, compiled by GCC for x86-64: dimensions, seed, position and the value's bits.
    const CASES: [(u8, u32, [f32; 3], u32); 30] = [
        (1, 1, [0.3, 1.7, -4.2], 0x3DAA3D9A),
        (1, 1, [-183.42, 77.01, 255.9], 0xBE64A801),
        (1, 1, [4000.123, -4090.77, 12.5], 0x3D43E40F),
        (1, 1, [-5000.25, 3.5, -7.125], 0x3DB59000),
        (1, 1, [1000000.0, 0.125, -4095.5], 0x80000000),
        (2, 1, [0.3, 1.7, -4.2], 0xBEEBDC52),
        (2, 1, [-183.42, 77.01, 255.9], 0x3DC944B1),
        (2, 1, [4000.123, -4090.77, 12.5], 0x3D50044F),
        (2, 1, [-5000.25, 3.5, -7.125], 0x3DFB122E),
        (2, 1, [1000000.0, 0.125, -4095.5], 0xBE0AE1EA),
        (3, 1, [0.3, 1.7, -4.2], 0xBD592363),
        (3, 1, [-183.42, 77.01, 255.9], 0x3CB580E0),
        (3, 1, [4000.123, -4090.77, 12.5], 0xBDB64D2E),
        (3, 1, [-5000.25, 3.5, -7.125], 0x3E3B55A2),
        (3, 1, [1000000.0, 0.125, -4095.5], 0xBC902570),
        (1, 42, [0.3, 1.7, -4.2], 0xBE8F46B9),
        (1, 42, [-183.42, 77.01, 255.9], 0x3E6154AF),
        (1, 42, [4000.123, -4090.77, 12.5], 0xBD50AE6D),
        (1, 42, [-5000.25, 3.5, -7.125], 0x3DD84000),
        (1, 42, [1000000.0, 0.125, -4095.5], 0x00000000),
        (2, 42, [0.3, 1.7, -4.2], 0xBEB502CA),
        (2, 42, [-183.42, 77.01, 255.9], 0x3EC38CDE),
        (2, 42, [4000.123, -4090.77, 12.5], 0xBE1E2320),
        (2, 42, [-5000.25, 3.5, -7.125], 0xBEB748C8),
        (2, 42, [1000000.0, 0.125, -4095.5], 0x3B564D9C),
        (3, 42, [0.3, 1.7, -4.2], 0x3E1C550C),
        (3, 42, [-183.42, 77.01, 255.9], 0x3E21AB7A),
        (3, 42, [4000.123, -4090.77, 12.5], 0xBE0E8239),
        (3, 42, [-5000.25, 3.5, -7.125], 0x3E5577CC),
        (3, 42, [1000000.0, 0.125, -4095.5], 0xBE93F3AA),
    ];

    #[test]
    fn bits_match_the_program() {
        for (dimensions, seed, position, bits) in CASES {
            let value = Perlin1985::new(dimensions, seed).unwrap().at(position);
            assert_eq!(value.to_bits(), bits, "{dimensions}D, seed {seed}, {position:?}: {value}");
        }
    }

    #[test]
    fn it_repeats_every_256_cells() {
        for dimensions in 1..=3 {
            let noise = Perlin1985::new(dimensions, 1).unwrap();
            assert_eq!(noise.at([0.25, 1.5, 2.75]), noise.at([256.25, -254.5, 514.75]));
            assert_ne!(noise.at([0.25, 1.5, 2.75]), 0.0);
        }
    }

    #[test]
    fn seeds_differ_and_zero_gradients_are_harmless() {
        assert_ne!(Perlin1985::new(2, 1), Perlin1985::new(2, 2));
        assert_eq!(Perlin1985::new(2, 1), Perlin1985::new(2, 1));
        // One of the first seeds whose random numbers give such a gradient.
        let noise = Perlin1985::new(2, 15).unwrap();
        assert!(noise.tables.gradients.contains(&[0.0; 3]));
        for i in 0..1 << 16 {
            let (x, y) = (i & 255, i >> 8);
            assert!(noise.at([x as f32 + 0.5, y as f32 + 0.5, 0.0]).is_finite());
        }
    }

    #[test]
    fn values_stay_within_their_bounds_everywhere() {
        for dimensions in 1..=3 {
            let noise = Perlin1985::new(dimensions, 7).unwrap();
            for (start, least) in [(-4096.0, [-4096.0; 3]), (-6000.0, [f32::MIN; 3])] {
                let mut greatest: f32 = 0.0;
                for i in 0..20_000 {
                    let x = i as f32 * 0.0917 + start;
                    let position = [x, start + (i * 7919 % 1831) as f32, start + (i * 104_729 % 1777) as f32 * 1.03];
                    greatest = greatest.max(noise.at(position).abs());
                }
                assert!(greatest <= noise.bound(least), "{dimensions}D: {greatest}");
            }
            for far in [1e9, -1e10, f32::MAX, f32::MIN, f32::NAN, f32::INFINITY] {
                assert!(noise.at([far; 3]).abs() <= noise.bound([f32::MIN; 3]));
            }
            assert_eq!(noise.at([f32::NAN, 0.5, f32::INFINITY]), noise.at([0.0, 0.5, 0.0]));
        }
        assert_eq!(Perlin1985::new(0, 1), None);
        assert_eq!(Perlin1985::new(4, 1), None);
    }
}
