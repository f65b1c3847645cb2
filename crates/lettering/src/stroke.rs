//! Strokes: lines and arcs without a thickness, and the exact distance to them.

/// A straight line or an arc. Points are in the height of capital letters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stroke {
    /// A line, by its middle, a direction of length 1, and half its length.
    Line {
        /// The middle.
        middle: [f32; 2],
        /// The direction.
        along: [f32; 2],
        /// Half the length, 0 or more.
        half: f32,
    },
    /// An arc of at most half a circle, or a circle.
    Arc {
        /// The center.
        center: [f32; 2],
        /// The direction from the center to the middle of the arc, of length 1.
        towards: [f32; 2],
        /// The radius.
        radius: f32,
        /// The cosine and the sine of half the angle that it spans; -1 and 0 for a circle.
        half: [f32; 2],
    },
}

impl Stroke {
    /// The line between two points.
    pub fn line([ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> Stroke {
        let [x, y] = [bx - ax, by - ay];
        let length = (x * x + y * y).sqrt();
        let along = if length > 0.0 { [x / length, y / length] } else { [1.0, 0.0] };
        Stroke::Line {
            middle: [(ax + bx) / 2.0, (ay + by) / 2.0].map(|each| each as f32),
            along: along.map(|each| each as f32),
            half: (length / 2.0) as f32,
        }
    }

    /// The arc around a center, by the direction to its middle, its radius, and the cosine and sine of half its angle.
    pub fn arc(center: [f64; 2], towards: [f64; 2], radius: f64, half: [f64; 2]) -> Stroke {
        let [center, towards, half] = [center, towards, half].map(|pair| pair.map(|each| each as f32));
        Stroke::Arc { center, towards, radius: radius as f32, half }
    }

    /// The circle around a center.
    pub fn circle(center: [f64; 2], radius: f64) -> Stroke {
        Stroke::arc(center, [1.0, 0.0], radius, [-1.0, 0.0])
    }

    /// The square of the distance to a point.
    ///
    /// Both kinds are symmetrical, so the point is seen from the axis of symmetry. The distance to an arc is that to
    /// the circle where the point lies within its angle, and otherwise that to its end: after Inigo Quilez, "2D
    /// distance functions".
    #[inline(always)]
    pub fn squared(&self, [px, py]: [f32; 2]) -> f32 {
        match *self {
            Stroke::Line { middle, along, half } => {
                let (x, y) = (px - middle[0], py - middle[1]);
                let beyond = (x * along[0] + y * along[1]).abs() - half;
                let beyond = if beyond > 0.0 { beyond } else { 0.0 };
                let aside = x * along[1] - y * along[0];
                beyond * beyond + aside * aside
            }
            Stroke::Arc { center, towards, radius, half: [cosine, sine] } => {
                let (x, y) = (px - center[0], py - center[1]);
                let aside = (x * towards[1] - y * towards[0]).abs();
                let ahead = x * towards[0] + y * towards[1];
                let from_circle = (x * x + y * y).sqrt() - radius;
                let from_end = [aside - sine * radius, ahead - cosine * radius];
                if aside * cosine <= ahead * sine {
                    from_circle * from_circle
                } else {
                    from_end[0] * from_end[0] + from_end[1] * from_end[1]
                }
            }
        }
    }

    /// The least and the greatest x and y.
    pub fn bounds(&self) -> [[f32; 2]; 2] {
        let mut bounds = [[f32::MAX; 2], [f32::MIN; 2]];
        let mut include = |x: f32, y: f32| {
            bounds[0] = [bounds[0][0].min(x), bounds[0][1].min(y)];
            bounds[1] = [bounds[1][0].max(x), bounds[1][1].max(y)];
        };
        match *self {
            Stroke::Line { middle, along, half } => {
                for half in [-half, half] {
                    include(middle[0] + along[0] * half, middle[1] + along[1] * half);
                }
            }
            Stroke::Arc { center, towards, radius, half: [cosine, sine] } => {
                for sine in [-sine, sine] {
                    let [x, y] = [towards[0] * cosine - towards[1] * sine, towards[1] * cosine + towards[0] * sine];
                    include(center[0] + radius * x, center[1] + radius * y);
                }
                for [x, y] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
                    // An extreme of the circle belongs to the arc; one near its end may count without harm.
                    if x * towards[0] + y * towards[1] >= cosine - 1e-6 {
                        include(center[0] + radius * x, center[1] + radius * y);
                    }
                }
            }
        }
        bounds
    }

    /// The numbers that make the stroke, for texts of programs.
    pub fn numbers(&self) -> ([f32; 7], usize) {
        match *self {
            Stroke::Line { middle, along, half } => ([middle[0], middle[1], along[0], along[1], half, 0.0, 0.0], 5),
            Stroke::Arc { center, towards, radius, half } => {
                ([center[0], center[1], towards[0], towards[1], radius, half[0], half[1]], 7)
            }
        }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use super::*;

    /// The distance to points of a stroke, close together, in double precision.
    fn nearest(stroke: &Stroke, [px, py]: [f64; 2]) -> f64 {
        const STEPS: i32 = 20_000;
        let distance = |x: f64, y: f64| ((x - px) * (x - px) + (y - py) * (y - py)).sqrt();
        let parts = (-STEPS..=STEPS).map(|step| f64::from(step) / f64::from(STEPS));
        let distances: Vec<f64> = match *stroke {
            Stroke::Line { middle, along, half } => {
                let [mx, my, ax, ay] = [middle[0], middle[1], along[0], along[1]].map(f64::from);
                parts.map(|part| part * f64::from(half)).map(|t| distance(mx + ax * t, my + ay * t)).collect()
            }
            Stroke::Arc { center, towards, radius, half } => {
                let [cx, cy, tx, ty, r] = [center[0], center[1], towards[0], towards[1], radius].map(f64::from);
                let angle = f64::from(half[1]).atan2(f64::from(half[0]));
                let point = |turn: f64| {
                    let (sine, cosine) = turn.sin_cos();
                    distance(cx + r * (tx * cosine - ty * sine), cy + r * (ty * cosine + tx * sine))
                };
                parts.map(|part| point(part * angle)).collect()
            }
        };
        distances.into_iter().fold(f64::MAX, f64::min)
    }

    #[test]
    fn distances_are_those_to_the_nearest_point() {
        let direction = |angle: f64| [angle.cos(), angle.sin()];
        let strokes = [
            Stroke::line([0.1, 0.2], [0.7, -0.4]),
            Stroke::line([0.3, 0.3], [0.3, 0.3]),
            Stroke::circle([0.2, -0.1], 0.4),
            Stroke::arc([0.0, 0.1], direction(0.3), 0.5, direction(0.7)),
            Stroke::arc([0.0, 0.1], direction(4.0), 0.5, direction(1.5)),
            Stroke::arc([-0.3, 0.0], direction(-2.0), 0.25, [0.0, 1.0]),
        ];
        for stroke in strokes {
            for index in 0..300 {
                let place = |step: i32| f64::from(index * step % 101) / 50.0 - 1.0;
                let point = [place(37), place(53)];
                let found = f64::from(stroke.squared(point.map(|each| each as f32)).sqrt());
                let expected = nearest(&stroke, point);
                assert!((found - expected).abs() < 1e-4, "{stroke:?} at {point:?}: {found} and {expected}");
                let [least, greatest] = stroke.bounds();
                let outside = |axis: usize| {
                    let place = point[axis] as f32;
                    (least[axis] - place).max(place - greatest[axis]).max(0.0)
                };
                let to_box = (outside(0) * outside(0) + outside(1) * outside(1)).sqrt();
                assert!(f64::from(to_box) < expected + 1e-5, "{stroke:?} leaves its bounds");
            }
        }
    }
}
