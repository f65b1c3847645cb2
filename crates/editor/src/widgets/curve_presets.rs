//! Curves to begin with.

use travertine_program::{Curve, CurveInterpolation};

/// A name and its curve.
pub struct CurvePreset {
    /// The name on the screen.
    pub name: &'static str,
    points: fn() -> Vec<[f32; 2]>,
    interpolation: CurveInterpolation,
}

impl CurvePreset {
    /// The curve.
    pub fn curve(&self) -> Curve {
        Curve { points: (self.points)(), interpolation: self.interpolation }
    }
}

const fn preset(name: &'static str, interpolation: CurveInterpolation, points: fn() -> Vec<[f32; 2]>) -> CurvePreset {
    CurvePreset { name, points, interpolation }
}

/// All of them.
pub static PRESETS: [CurvePreset; 10] = {
    use CurveInterpolation::{Linear, Smooth, Step};
    [
        preset("Linear", Linear, || vec![[0.0, 0.0], [1.0, 1.0]]),
        preset("Inverse", Linear, || vec![[0.0, 1.0], [1.0, 0.0]]),
        preset("S curve", Smooth, || vec![[0.0, 0.0], [1.0, 1.0]]),
        preset("Ease in", Linear, || along(|x| x * x)),
        preset("Ease out", Linear, || along(|x| x * (2.0 - x))),
        preset("Steps", Step, || vec![[0.0, 0.0], [0.25, 0.333], [0.5, 0.667], [0.75, 1.0]]),
        preset("Threshold", Step, || vec![[0.0, 0.0], [0.5, 1.0]]),
        preset("Peak", Linear, || vec![[0.0, 0.0], [0.5, 1.0], [1.0, 0.0]]),
        preset("Bell", Smooth, || vec![[0.0, 0.0], [0.5, 1.0], [1.0, 0.0]]),
        preset("Valley", Smooth, || vec![[0.0, 1.0], [0.5, 0.0], [1.0, 1.0]]),
    ]
};

/// Points along a function, close enough to look round.
fn along(function: fn(f32) -> f32) -> Vec<[f32; 2]> {
    const PARTS: u32 = 8;
    (0..=PARTS).map(|part| part as f32 / PARTS as f32).map(|x| [x, function(x)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_stay_in_the_unit_square_and_in_order() {
        for preset in &PRESETS {
            let curve = preset.curve();
            assert!(curve.points.is_sorted_by(|a, b| a[0] < b[0]), "{}", preset.name);
            assert!(curve.points.iter().flatten().all(|side| (0.0..=1.0).contains(side)), "{}", preset.name);
        }
        let at = |name: &str, x: f32| PRESETS.iter().find(|known| known.name == name).unwrap().curve().at(x);
        assert_eq!((at("Ease in", 0.5), at("Ease out", 0.5)), (0.25, 0.75));
        assert_eq!((at("S curve", 0.5), at("Steps", 0.6), at("Inverse", 0.25)), (0.5, 0.667, 0.75));
    }
}
