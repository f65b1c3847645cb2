//! The three sides of triplanar projections: how each is seen, and how much of it shows.

use travertine_program::Expr;

/// Less than any weight that matters, so that a direction of length 0 divides by no 0.
const FAINTEST: f32 = 1e-30;

/// The places to the right and down on the sides across x, y and z, as seen from outside.
pub fn places<'a>([x, y, z]: [Expr<'a>; 3], normal: [Expr<'a>; 3]) -> [[Expr<'a>; 2]; 3] {
    let signs = normal.map(Expr::sign);
    [[signs[0] * z, y], [x, signs[1] * z], [-(signs[2] * x), y]]
}

/// The factors that mix the side across y into that across x, and that across z into both: powers of the parts of the
/// normal. A normal along an axis shows one side alone.
pub fn mix_factors<'a>(normal: [Expr<'a>; 3], sharpness: Expr<'a>) -> [Expr<'a>; 2] {
    let parts = normal.map(Expr::abs);
    let greatest = parts[0].max(parts[1]).max(parts[2]).max(FAINTEST);
    // The greatest weight is 1, so that the sum is not 0 however high the power.
    let [x, y, z] = parts.map(|part| (part / greatest).clamp01().pow(sharpness));
    let share = |part: Expr<'a>, all: Expr<'a>| (part / all.max(FAINTEST)).clamp01();
    [share(y, x + y), share(z, x + y + z)]
}
