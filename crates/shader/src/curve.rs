//! Functions of curves: the definition of `travertine_program::Curve`.

use travertine_noise::math;
use travertine_program::{Curve, CurveInterpolation};

use crate::code::{Code, Float};

/// Curves with more pieces are searched by halves.
const MAX_LINEAR_SEARCH: usize = 8;

/// The text of a curve's function.
pub(crate) fn function(name: &str, curve: &Curve) -> String {
    let mut code = Code::default();
    code.open(format_args!("fn {name}(x: f32) -> f32"));
    let start = curve.points.first().map_or(0.0, |point| point[1]);
    write(&mut code, curve, 0, curve.points.len(), start);
    code.close();
    code.finish()
}

/// Writes the pieces from `first` to before `end`. Below the first of them the value is `below` of the piece before.
fn write(code: &mut Code, curve: &Curve, first: usize, end: usize, start: f32) {
    if end - first > MAX_LINEAR_SEARCH {
        let middle = first + (end - first) / 2;
        code.open(format_args!("if (x < {})", Float(curve.points[middle][0])));
        write(code, curve, first, middle, start);
        code.close();
        write(code, curve, middle, end, start);
        return;
    }
    for index in (first..end).rev() {
        let piece = piece(curve, index);
        // Every x that reaches a later half is at least its first x.
        if index == first && first > 0 {
            code.line(format_args!("return {piece};"));
            return;
        }
        code.open(format_args!("if (x >= {})", Float(curve.points[index][0])));
        code.line(format_args!("return {piece};"));
        code.close();
    }
    code.line(format_args!("return {};", Float(start)));
}

/// The value in or after a piece.
fn piece(curve: &Curve, index: usize) -> String {
    let Piece { x, per_width, y, next_y, rise } = Piece::new(curve, index);
    if next_y == y {
        return Float(y).to_string();
    }
    let [x, per_width, y, next_y, rise] = [x, per_width, y, next_y, rise].map(Float);
    format!("{}(x, {x}, {per_width}, {y}, {next_y}, {rise})", function_of_pieces(curve))
}

/// The function of the library for the value in or after a piece.
pub(crate) fn function_of_pieces(curve: &Curve) -> &'static str {
    match curve.interpolation {
        CurveInterpolation::Smooth => "smooth_curve_piece",
        _ => "curve_piece",
    }
}

/// A piece of a curve, from a point to the next one.
pub(crate) struct Piece {
    /// The first point.
    x: f32,
    y: f32,
    per_width: f32,
    /// The value at the next point; `y` if the curve is level.
    next_y: f32,
    rise: f32,
}

impl Piece {
    fn new(curve: &Curve, index: usize) -> Piece {
        let [x, y] = curve.points[index];
        let next = curve.points.get(index + 1).filter(|_| curve.interpolation != CurveInterpolation::Step);
        let Some(&[next_x, next_y]) = next.filter(|[_, next_y]| *next_y != y) else {
            return Piece { x, y, per_width: 0.0, next_y: y, rise: 0.0 };
        };
        Piece { x, y, per_width: math::div(1.0, math::sub(next_x, x)), next_y, rise: math::sub(next_y, y) }
    }
}

/// Numbers of a piece in a table.
pub(crate) const COLUMNS: usize = 5;

/// The pieces of a curve as data: for each the arguments of its function after x, the first of which is where it
/// begins.
pub(crate) fn table(curve: &Curve) -> impl Iterator<Item = [f32; COLUMNS]> {
    (0..curve.points.len()).map(|index| {
        let Piece { x, per_width, y, next_y, rise } = Piece::new(curve, index);
        [x, per_width, y, next_y, rise]
    })
}
