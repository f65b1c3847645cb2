//! Primaries: which colors red, green and blue are.

/// A matrix, row by row.
type Matrix = [[f64; 3]; 3];

/// The chromaticities x and y of red, green, blue and white, CIE 1931.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Primaries {
    pub(crate) points: [[f64; 2]; 4],
}

/// Chromaticities that are closer than this are the same: files round them to three or four digits.
const SAME: f64 = 0.002;

impl Primaries {
    /// Those of ITU-R BT.709 and of sRGB.
    pub(crate) const REC709: Primaries =
        Primaries { points: [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], [0.3127, 0.329]] };

    /// From red, green and blue to XYZ, where white has the luminance 1; `None` if they are no colors.
    fn to_xyz(self) -> Option<Matrix> {
        let [red, green, blue, white] = self.points.map(|[x, y]| [x / y, 1.0, (1.0 - x - y) / y]);
        let columns = transposed([red, green, blue]);
        let shares = apply(inverse(columns)?, white);
        let matrix = columns.map(|row| [row[0] * shares[0], row[1] * shares[1], row[2] * shares[2]]);
        matrix.iter().flatten().all(|number| number.is_finite()).then_some(matrix)
    }

    /// What red, green and blue contribute to the luminance of white; `None` if they are no colors.
    pub(crate) fn luminance(self) -> Option<[f64; 3]> {
        Some(self.to_xyz()?[1])
    }

    /// Whether they are those of Rec. 709, as files round them.
    pub(crate) fn is_rec709(self) -> bool {
        let pairs = self.points.iter().flatten().zip(Primaries::REC709.points.iter().flatten());
        pairs.into_iter().all(|(one, other)| (one - other).abs() < SAME)
    }

    /// From red, green and blue to those of Rec. 709, with white turned into white; `None` if they are the same, or no
    /// colors.
    pub(crate) fn to_rec709(self) -> Option<[[f32; 3]; 3]> {
        if self.is_rec709() {
            return None;
        }
        let back = inverse(Primaries::REC709.to_xyz()?)?;
        let matrix = times(back, times(adaptation(self.points[3])?, self.to_xyz()?));
        let is_finite = matrix.iter().flatten().all(|number| number.is_finite());
        is_finite.then(|| matrix.map(|row| row.map(|number| number as f32)))
    }
}

/// From XYZ below this white to XYZ below that of Rec. 709, by the method of Bradford.
///
/// <http://www.brucelindbloom.com/Eqn_ChromAdapt.html>
fn adaptation(white: [f64; 2]) -> Option<Matrix> {
    const CONES: Matrix = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]];
    let cones = |[x, y]: [f64; 2]| apply(CONES, [x / y, 1.0, (1.0 - x - y) / y]);
    let (from, to) = (cones(white), cones(Primaries::REC709.points[3]));
    let scaled = [0, 1, 2].map(|cone: usize| CONES[cone].map(|number| number * (to[cone] / from[cone])));
    Some(times(inverse(CONES)?, scaled))
}

fn transposed(matrix: Matrix) -> Matrix {
    [0, 1, 2].map(|row: usize| matrix.map(|line| line[row]))
}

fn apply(matrix: Matrix, vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2])
}

fn times(left: Matrix, right: Matrix) -> Matrix {
    transposed(transposed(right).map(|column| apply(left, column)))
}

/// The inverse by cofactors; `None` if there is none.
fn inverse(matrix: Matrix) -> Option<Matrix> {
    let minor = |row: usize, column: usize| {
        let (rows, columns) = ([(row + 1) % 3, (row + 2) % 3], [(column + 1) % 3, (column + 2) % 3]);
        matrix[rows[0]][columns[0]] * matrix[rows[1]][columns[1]]
            - matrix[rows[0]][columns[1]] * matrix[rows[1]][columns[0]]
    };
    let determinant = (0..3).map(|column| matrix[0][column] * minor(0, column)).sum::<f64>();
    (determinant != 0.0 && determinant.is_finite())
        .then(|| [0, 1, 2].map(|row: usize| [0, 1, 2].map(|column: usize| minor(column, row) / determinant)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// IEC 61966-2-1, and the matrices of <http://www.brucelindbloom.com/Eqn_RGB_XYZ_Matrix.html>.
    #[test]
    fn matrices_are_those_of_the_standards() {
        let found = Primaries::REC709.to_xyz().unwrap();
        let expected = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            assert!((found - expected).abs() < 6e-5, "{found} {expected}");
        }
        assert_eq!(Primaries::REC709.to_rec709(), None);
        // ITU-R BT.2087: from BT.2020 to BT.709.
        let rec2020 = Primaries { points: [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046], [0.3127, 0.329]] };
        let expected = [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]];
        let found = rec2020.to_rec709().unwrap();
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            assert!((found - expected).abs() < 1e-4, "{found} {expected}");
        }
    }

    #[test]
    fn white_stays_white() {
        // ProPhoto, whose white is D50.
        let wide = Primaries { points: [[0.7347, 0.2653], [0.1596, 0.8404], [0.0366, 0.0001], [0.3457, 0.3585]] };
        for row in wide.to_rec709().unwrap() {
            assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{row:?}");
        }
    }

    #[test]
    fn what_is_no_color_is_none() {
        assert_eq!(Primaries { points: [[0.0; 2]; 4] }.to_rec709(), None);
        assert_eq!(Primaries { points: [[0.3, 0.3]; 4] }.to_rec709(), None);
    }
}
