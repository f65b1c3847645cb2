//! Rows of bricks: lines divided into pieces of about equal length.

use travertine_program::Expr;

/// A piece of the line along which the row lies.
pub struct Brick<'a> {
    /// The number of the piece along the line.
    pub index: Expr<'a>,
    /// Its middle, in units.
    pub center: Expr<'a>,
    /// Its length, in units.
    pub length: Expr<'a>,
    /// The position from the middle, in units.
    pub local: Expr<'a>,
    /// The distance to the nearer end, in units.
    pub edge: Expr<'a>,
}

/// The part of a piece by which jitter moves a cut, up to half of this to either side. A piece keeps 0.3 of its length.
const SPREAD: f32 = 0.7;

/// The piece of a line at a position, in units. The pieces are `size` long, and the first one starts `shift` pieces
/// after 0. If the size is 0, the line is whole.
///
/// The jitter, 0 to 1, moves the cuts; `random` is a number from 0 to 1 for the cut before the piece of an index.
pub fn brick_at<'a>(
    position: Expr<'a>,
    size: Expr<'a>,
    shift: Expr<'a>,
    jitter: Expr<'a>,
    random: impl Fn(Expr<'a>) -> Expr<'a>,
) -> Brick<'a> {
    let pieces = position / size;
    let (mut even, mut part) = (pieces.floor(), pieces.fract());
    if !shift.is_constant(0.0) {
        // A shift of many digits rounds the part alone, and so in the same way in every period.
        let shifted = part - shift;
        (even, part) = (even + shifted.floor(), shifted.fract());
    }
    let none = jitter.builder().constant(0.0);
    let (index, part, start, end) = if jitter.is_constant(0.0) {
        (even, part, none, none)
    } else {
        let moved = |cut| (random(cut) - 0.5) * (jitter * SPREAD);
        // Cuts move by less than half a piece, so the nearest even one decides on which side the position lies.
        let late = 1.0 - part.less(0.5);
        let nearest = even + late;
        let here = moved(nearest);
        let before = (part - late).less(here);
        let there = moved(nearest + 1.0 - before * 2.0);
        let step = late - before;
        (even + step, part - step, before.select(there, here), before.select(here, there))
    };
    // All of these have the same bits at all positions of the piece but the part itself.
    let (middle, length) = ((start + end) * 0.5 + 0.5, end - start + 1.0);
    let is_cut = size.abs();
    let whole = f32::MAX;
    Brick {
        index,
        center: (index + middle + shift) * size,
        length: is_cut.select(length * is_cut, whole),
        local: is_cut.select((part - middle) * size, position),
        edge: is_cut.select((part - start).min(end + 1.0 - part).max(0.0) * is_cut, whole),
    }
}
