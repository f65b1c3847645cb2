//! Glyphs: the paths of a letter, as polygons with round corners.

use crate::stroke::Stroke;

/// A letter or a sign of the font. Lengths are hundredths of the height of capital letters; y goes up from the
/// baseline.
#[derive(Debug)]
pub struct Glyph {
    /// The space on the left.
    pub left: i16,
    /// The width, from the leftmost to the rightmost middle of a stroke, or what stands for it in a column of digits.
    pub width: i16,
    /// The space on the right.
    pub right: i16,
    /// The paths, each a line through corners. A path of one corner is a circle around it.
    pub paths: &'static [&'static [Corner]],
}

/// A corner of a path.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// The distance from the left side.
    pub x: i16,
    /// The height above the baseline.
    pub y: i16,
    /// The radius of the arc in the corner's place, or of the circle; 0 is a sharp corner.
    pub radius: i16,
}

/// A table of glyphs: rows of a character, the space on the left, the width, the space on the right, and paths.
macro_rules! glyphs {
    ($($character:literal $left:literal $width:literal $right:literal {
        $($($x:literal $y:literal $(/ $radius:literal)?),+)|+
    })+) => {
        &[$((
            $character,
            Glyph {
                left: $left,
                width: $width,
                right: $right,
                paths: &[$(&[$(Corner { x: $x, y: $y, radius: 0 $(+ $radius)? }),+]),+],
            },
        )),+]
    };
}
pub(super) use glyphs;

/// Number of [`strokes`] of a path: a line to each corner, and an arc for a round one. Lines between arcs that meet
/// have no length and are none, so there may be some less.
pub fn count(path: &[Corner]) -> usize {
    match path {
        [_] => 1,
        path => path.iter().skip(1).map(|corner| 1 + usize::from(corner.radius > 0)).sum(),
    }
}

/// Adds the strokes of a path whose left side and baseline lie at `origin`, in hundredths. Strokes are measured in the
/// height of capital letters, and their y goes down.
///
/// A corner is replaced by the arc that touches both of its sides. Where the arcs of neighboring corners do not fit on
/// the side between them, their radii are reduced in proportion.
pub fn strokes(path: &[Corner], origin: [f64; 2], add: &mut impl FnMut(Stroke)) {
    let place = |corner: &Corner| [f64::from(corner.x) + origin[0], f64::from(corner.y) + origin[1]];
    if let [center] = path {
        add(Stroke::circle(scaled(place(center)), f64::from(center.radius) / 100.0));
        return;
    }
    let tangents = tangents(path);
    let mut from = path.first().map_or(origin, place);
    for index in 1..path.len() {
        let (corner, tangent) = (place(&path[index]), tangents[index]);
        if tangent == 0.0 {
            line(from, corner, add);
            from = corner;
            continue;
        }
        let ((before, _), (after, _)) = (side(&path[index - 1], &path[index]), side(&path[index], &path[index + 1]));
        let (start, end) = (moved(corner, before, -tangent), moved(corner, after, tangent));
        line(from, start, add);
        // The arc's middle, seen from its center, lies towards the corner. Its half angle is half of the turn.
        let cosine = dot(before, after);
        let (half_cosine, half_sine) = (((1.0 + cosine) / 2.0).sqrt(), ((1.0 - cosine) / 2.0).sqrt());
        let radius = tangent * half_cosine / half_sine;
        let towards = [before[0] - after[0], before[1] - after[1]];
        let length = dot(towards, towards).sqrt();
        let towards = towards.map(|component| component / length);
        let center = moved(corner, towards, -radius / half_cosine);
        add(Stroke::arc(scaled(center), [towards[0], -towards[1]], radius / 100.0, [half_cosine, half_sine]));
        from = end;
    }
}

/// The distances from each corner to where its arc starts and ends; 0 for sharp corners and for the ends of the path.
fn tangents(path: &[Corner]) -> Vec<f64> {
    let mut tangents = vec![0.0; path.len()];
    for index in 1..path.len() - 1 {
        let ((before, _), (after, _)) = (side(&path[index - 1], &path[index]), side(&path[index], &path[index + 1]));
        let cosine = dot(before, after);
        // The tangent of half the turn.
        tangents[index] = f64::from(path[index].radius) * ((1.0 - cosine) / (1.0 + cosine)).sqrt();
    }
    let mut fits = vec![1.0_f64; path.len()];
    for index in 1..path.len() {
        let (_, length) = side(&path[index - 1], &path[index]);
        let used = tangents[index - 1] + tangents[index];
        if used > length {
            for fit in &mut fits[index - 1..=index] {
                *fit = fit.min(length / used);
            }
        }
    }
    for (tangent, fit) in tangents.iter_mut().zip(fits) {
        *tangent *= fit;
    }
    tangents
}

/// The direction from one corner to another, and their distance.
fn side(from: &Corner, to: &Corner) -> ([f64; 2], f64) {
    let [x, y] = [f64::from(to.x - from.x), f64::from(to.y - from.y)];
    let length = (x * x + y * y).sqrt();
    ([x / length, y / length], length)
}

/// Adds a line; one of no length, where an arc follows another, is left out.
fn line(from: [f64; 2], to: [f64; 2], add: &mut impl FnMut(Stroke)) {
    /// Ten millionths of the height: what rounding leaves of a side that its arcs use up.
    const LEAST: f64 = 1e-5;
    if (to[0] - from[0]).abs() + (to[1] - from[1]).abs() > LEAST {
        add(Stroke::line(scaled(from), scaled(to)));
    }
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn moved(point: [f64; 2], direction: [f64; 2], distance: f64) -> [f64; 2] {
    [point[0] + direction[0] * distance, point[1] + direction[1] * distance]
}

/// A point in the height of capital letters, with y downward.
fn scaled([x, y]: [f64; 2]) -> [f64; 2] {
    [x / 100.0, -y / 100.0]
}
