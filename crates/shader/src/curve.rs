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
    let [x, y] = curve.points[index];
    let next = curve.points.get(index + 1).filter(|_| curve.interpolation != CurveInterpolation::Step);
    let Some([next_x, next_y]) = next.copied().filter(|[_, next_y]| *next_y != y) else {
        return Float(y).to_string();
    };
    let function = match curve.interpolation {
        CurveInterpolation::Smooth => "smooth_curve_piece",
        _ => "curve_piece",
    };
    let per_width = math::div(1.0, math::sub(next_x, x));
    let [x, per_width, y, next_y, rise] = [x, per_width, y, next_y, math::sub(next_y, y)].map(Float);
    format!("{function}(x, {x}, {per_width}, {y}, {next_y}, {rise})")
}
