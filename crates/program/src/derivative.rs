//! Derivatives, from source to source: the operations of a value become operations that compute its rate of change.
//!
//! The result is a value like any other: equal operations merge, and lanes, intervals, shaders and GPUs need nothing
//! new. Rules are total and finite. Where a function has no derivative, the rule chooses a side:
//!
//! - floor, round, sign, comparisons, random numbers and the nearest texel have 0 everywhere;
//! - the minimum and the maximum have that of the operand that is taken, the first if both are equal;
//! - a clamp has that of its operand within the limits and at them, and 0 outside;
//! - the absolute value and the square root have 0 at 0;
//! - a curve has that of the segment that begins at a point, and 0 before the first point and from the last one on;
//! - a selection has that of the branch that is taken.
//!
//! Noises, dots, curves and samples have exact derivatives by their coordinates; docs/derivatives.md lists their
//! creases. Texts, what is defined by an article, and controls of patterns such as jitter have central differences,
//! whose chain rule is exact; at a limit of a control, half of them. The surface through a site, and what the planes of
//! a raster are made of, count as constant.

use rustc_hash::{FxHashMap, FxHashSet};
use travertine_noise::{Feature, GaborSlope, Mark, SimplexSlope, Slope, StrokeFeature};

use crate::basis::BasisFunction;
use crate::builder::Builder;
use crate::curve::{Curve, CurveInterpolation};
use crate::expression::Expr;
use crate::function::Function;
use crate::lattice;
use crate::operation::{Operation, Value};
use crate::operations::{Binary, Ternary, Unary};
use crate::rate::Rate;

/// Half the width of a central difference, in cells of a pattern or in the height of a text's capital letters.
const STEP: f32 = 1.0 / 1024.0;

/// The least half of the width relative to the operand: some units in the last place.
const RELATIVE_STEP: f32 = 1.0 / 1_048_576.0;

impl Builder {
    /// The derivative of a value by another one, such as a coordinate or a parameter; `None` if it does not depend on
    /// it.
    ///
    /// Derivatives are stored, so the time is proportional to the number of operations between the two that had no
    /// derivative by `by` yet.
    pub fn derivative<'a>(&'a self, value: Expr<'a>, by: Expr<'a>) -> Option<Expr<'a>> {
        let (value, by) = (value.value(), by.value());
        let known = |value: Value| match value {
            // An operation comes after its operands, so nothing before `by` depends on it.
            value if value < by => Some(Rate::ZERO),
            value if value == by => Some(self.constant(1.0).into()),
            value if self.is_held(value) => Some(Rate::ZERO),
            value => self.rate_of(value, by).map(|rate| Rate::from_value(self, rate)),
        };
        for user in self.since(value, |value| known(value).is_some()) {
            let operation = self.operation(user);
            let rate = match self.definition(user) {
                Some(definition) => known(definition).unwrap_or(Rate::ZERO),
                None => {
                    let rates = operation.operands().iter().map(|operand| known(*operand).unwrap_or(Rate::ZERO));
                    let rates: Vec<Rate> = rates.collect();
                    self.from(user, || self.rate(operation, self.expression(user), &rates))
                }
            };
            self.keep_rate(user, by, rate.expression().map(Expr::value));
        }
        known(value).and_then(Rate::expression)
    }

    /// Makes a value count as constant in derivatives, such as the distance between samples.
    pub fn hold(&self, value: Expr<'_>) {
        self.hold_value(value.value());
    }

    /// Whether the derivatives of a value by others are exact and short: made neither of differences nor of
    /// definitions.
    pub fn has_exact_derivatives(&self, value: Expr<'_>, by: &[Expr<'_>]) -> bool {
        let mut moving: FxHashSet<Value> = by.iter().map(|by| by.value()).collect();
        let Some(first) = moving.iter().min().copied() else { return true };
        let is_known = |value| value < first || moving.contains(&value) || self.is_held(value);
        for user in self.since(value.value(), is_known) {
            let operation = self.operation(user);
            let moved: Vec<usize> = (0..operation.operands().len())
                .filter(|index| moving.contains(&operation.operands()[*index]))
                .collect();
            if moved.is_empty() {
                continue;
            }
            let is_arithmetic =
                matches!(operation, Operation::Unary(..) | Operation::Binary(..) | Operation::Ternary(..));
            let is_difference =
                |index| self.partial(operation, index).is_some_and(|partial| self.is_difference(partial.value()));
            if self.definition(user).is_some() || !is_arithmetic && moved.into_iter().any(is_difference) {
                return false;
            }
            moving.insert(user);
        }
        true
    }

    /// A value that stands for another one until it is [replaced](Builder::replace), by its number. It must not be in a
    /// finished program.
    pub fn unknown(&self, number: u8) -> Expr<'_> {
        // Far beyond the slots of any program, and not one of them.
        self.append(Operation::Parameter(u32::MAX - u32::from(number)))
    }

    /// A value with other values in the places of some: each pair is the replaced one and its replacement.
    pub fn replace<'a>(&'a self, value: Expr<'a>, pairs: &[(Expr<'a>, Expr<'a>)]) -> Expr<'a> {
        let mut replaced: FxHashMap<Value, Value> = pairs.iter().map(|(old, new)| (old.value(), new.value())).collect();
        let Some(first) = replaced.keys().min().copied() else { return value };
        let new = |replaced: &FxHashMap<Value, Value>, value: Value| *replaced.get(&value).unwrap_or(&value);
        for user in self.since(value.value(), |value| value < first || replaced.contains_key(&value)) {
            let operation = self.operation(user);
            if operation.operands().iter().any(|operand| new(&replaced, *operand) != *operand) {
                let operation = operation.map_operands(|operand| new(&replaced, operand));
                let value = self.from(user, || self.push(operation));
                if self.is_held(user) {
                    self.hold_value(value);
                }
                if let Some(definition) = self.definition(user) {
                    self.define(value, new(&replaced, definition));
                }
                replaced.insert(user, value);
            }
        }
        self.expression(new(&replaced, value.value()))
    }

    /// The unknown values that a value is computed from, and itself, operands before their users. The search stops at
    /// known values. Each value found counts as a request.
    fn since(&self, value: Value, is_known: impl Fn(Value) -> bool) -> Vec<Value> {
        let mut found: FxHashSet<Value> = FxHashSet::default();
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            if !is_known(value) && found.insert(value) {
                open.extend(self.operation(value).operands());
                open.extend(self.definition(value));
            }
        }
        self.count_requests(found.len());
        if self.is_too_large() {
            return Vec::new();
        }
        let mut found: Vec<Value> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// The derivative of an operation with the result `y`, given those of its operands.
    fn rate<'a>(&'a self, operation: Operation, y: Expr<'a>, rates: &[Rate<'a>]) -> Rate<'a> {
        let expression = |value| self.expression(value);
        match (operation, rates) {
            (Operation::Unary(unary, [a]), &[da]) => of_unary(unary, expression(a), da, y),
            (Operation::Binary(binary, operands), &[da, db]) => {
                of_binary(binary, operands.map(expression), [da, db], y)
            }
            (Operation::Ternary(ternary, operands), &[da, db, dc]) => {
                of_ternary(ternary, operands.map(expression), [da, db, dc])
            }
            (operation, rates) => {
                let parts = rates.iter().enumerate().filter(|(_, rate)| rate.expression().is_some());
                parts.fold(Rate::ZERO, |sum, (index, rate)| match self.partial(operation, index) {
                    Some(partial) => sum + *rate * partial,
                    None => sum,
                })
            }
        }
    }

    /// The derivative of a pattern or a function by one of its operands; `None` if it is 0.
    fn partial(&self, operation: Operation, index: usize) -> Option<Expr<'_>> {
        match operation {
            Operation::Noise(noise, operands) => {
                // A frequency decides which lattice points repeat: a step function.
                let slope = Slope::new(noise, u8::try_from(index).ok()?)?;
                let mut all = [operands[0]; BasisFunction::MOST_OPERANDS];
                all[..lattice::operands(noise)].copy_from_slice(&operands[..lattice::operands(noise)]);
                Some(self.append(Operation::Basis(BasisFunction::Slope(slope), all)))
            }
            Operation::Basis(function, _) if is_piecewise_constant(function, index) => None,
            Operation::Basis(BasisFunction::Cellular(noise), operands) if index < noise.dimensions().into() => {
                self.slope_of_cellular(noise, operands, u8::try_from(index).ok()?)
            }
            Operation::Basis(BasisFunction::Gabor(gabor), operands) if index < gabor.dimensions().into() => {
                let slope = GaborSlope::new(gabor, u8::try_from(index).ok()?)?;
                Some(self.append(Operation::Basis(BasisFunction::GaborSlope(slope), operands)))
            }
            Operation::Basis(BasisFunction::Dots(dots), operands)
                if dots.mark() == Mark::Cover && index < dots.dimensions().into() =>
            {
                let slope = dots.with(Mark::Slope(u8::try_from(index).ok()?));
                Some(self.append(Operation::Basis(BasisFunction::Dots(slope), operands)))
            }
            Operation::Basis(BasisFunction::Simplex(simplex), operands) => {
                let slope = SimplexSlope::new(simplex, u8::try_from(index).ok()?)?;
                Some(self.append(Operation::Basis(BasisFunction::SimplexSlope(slope), operands)))
            }
            Operation::Function(id, operands) => match self.function_of(id) {
                Function::Curve(curve) => self.slope_of_curve(&curve, self.expression(operands[0])),
                Function::Image(image) => Some(self.call(Function::Image(image.slope(index)?), operands)),
                Function::Volume(volume) => Some(self.call(Function::Volume(volume.slope(index)?), operands)),
                Function::Reference(_) | Function::Lettering(_) => Some(self.difference(operation, index, STEP)),
            },
            Operation::Raster(id, at) => {
                let (slope, sampling) = (id.along(index), self.raster_grid(id.index()).sampling);
                (!sampling.vanishes(slope.orders()[index])).then(|| self.append(Operation::Raster(slope, at)))
            }
            operation => Some(self.difference(operation, index, STEP)),
        }
    }

    /// The derivative of a curve; `None` if it is 0.
    fn slope_of_curve<'a>(&'a self, curve: &Curve, argument: Expr<'a>) -> Option<Expr<'a>> {
        let first = curve.points.first()?[0];
        let widths = curve.points.windows(2).map(|ends| (ends[0], ends[1]));
        let steps = |y: &dyn Fn([f32; 2], [f32; 2]) -> f32| {
            // The step before the first point and the one from the last point on are 0.
            let inner = widths.clone().map(|(a, b)| [a[0], y(a, b)]);
            let last = curve.points.last().map(|point| [point[0], 0.0]);
            Curve {
                points: [[first, 0.0]].into_iter().chain(inner).chain(last).collect(),
                interpolation: CurveInterpolation::Step,
            }
        };
        let div = travertine_noise::math::div;
        let sub = travertine_noise::math::sub;
        let slopes = steps(&|a, b| div(sub(b[1], a[1]), sub(b[0], a[0])));
        match curve.interpolation {
            CurveInterpolation::Step => None,
            CurveInterpolation::Linear => Some(self.curve(&slopes, argument)),
            CurveInterpolation::Smooth => {
                // The fraction of each segment, which jumps back to 0 at its end.
                let fractions = widths.clone().flat_map(|(a, b)| [[a[0], 0.0], [b[0], 1.0]]);
                let fractions = Curve { points: fractions.collect(), interpolation: CurveInterpolation::Linear };
                if fractions.points.is_empty() {
                    return None;
                }
                let t = self.curve(&fractions, argument);
                Some(self.curve(&slopes, argument) * (t * 6.0 * (1.0 - t)))
            }
        }
    }

    /// A function of operands.
    fn call(&self, function: Function, operands: [Value; Function::MOST_OPERANDS]) -> Expr<'_> {
        self.append(Operation::Function(self.function_id(function), operands))
    }

    /// The central difference of an operation by one of its operands, over a step to both sides.
    fn difference(&self, operation: Operation, index: usize, step: f32) -> Expr<'_> {
        let operand = self.expression(operation.operands()[index]);
        let step = (operand.abs() * RELATIVE_STEP).max(step);
        let (low, high) = (operand - step, operand + step);
        let [below, above] = [low, high].map(|end| self.append(operation.with_operand(index, end.value())));
        let difference = (above - below) / (high - low);
        self.note_difference(difference.value());
        difference
    }
}

/// Whether a pattern keeps its number where one of its operands changes, except for jumps.
fn is_piecewise_constant(function: BasisFunction, operand: usize) -> bool {
    match function {
        BasisFunction::Random(_) => true,
        // A frequency decides which lattice points repeat.
        BasisFunction::Slope(slope) => operand >= slope.noise().dimensions().into(),
        BasisFunction::Cellular(cellular) => cellular.feature() == Feature::Value,
        BasisFunction::Dots(dots) => dots.mark() == Mark::Value,
        BasisFunction::Strokes(strokes) => strokes.feature() == StrokeFeature::Value,
        BasisFunction::Simplex(_)
        | BasisFunction::SimplexSlope(_)
        | BasisFunction::Gabor(_)
        | BasisFunction::GaborSlope(_) => false,
    }
}

fn of_unary<'a>(operation: Unary, a: Expr<'a>, da: Rate<'a>, y: Expr<'a>) -> Rate<'a> {
    const LN_2: f32 = std::f32::consts::LN_2;
    match operation {
        Unary::Negate => -da,
        Unary::Absolute => da * a.sign(),
        Unary::Sign | Unary::Floor | Unary::Ceiling | Unary::Round => Rate::ZERO,
        Unary::SquareRoot => da / (y * 2.0),
        Unary::Fract => da,
        Unary::Clamp => {
            let outside = a.less(0.0) + (-a).less(-1.0);
            Rate::choose(outside, Rate::ZERO, da)
        }
        Unary::Smoothstep => {
            let t = a.clamp01();
            da * (t * 6.0 * (1.0 - t))
        }
        Unary::Sine => da * a.cos(),
        Unary::Cosine => -(da * a.sin()),
        Unary::Tangent => da * (y * y + 1.0),
        // Beyond -1..1 the root is 0, and so is the quotient.
        Unary::Arcsine => da / ((1.0 - a) * (a + 1.0)).sqrt(),
        Unary::Arccosine => -(da / ((1.0 - a) * (a + 1.0)).sqrt()),
        Unary::Arctangent => da / (a * a + 1.0),
        Unary::Exponential => da * y,
        Unary::Exponential2 => da * (y * LN_2),
        Unary::Logarithm => Rate::choose(a, da / a, Rate::ZERO),
        Unary::Logarithm2 => Rate::choose(a, da / (a * LN_2), Rate::ZERO),
        Unary::SrgbToLinear => {
            let size = a.abs();
            let curve = ((size + 0.055) * (1.0 / 1.055)).pow(1.4) * (2.4 / 1.055);
            da * (size - 0.04045).select(curve, 1.0 / 12.92)
        }
        Unary::LinearToSrgb => {
            let size = a.abs();
            let curve = size.pow(1.0 / 2.4 - 1.0) * (1.055 / 2.4);
            da * (size - 0.003_130_8).select(curve, 12.92)
        }
    }
}

fn of_binary<'a>(operation: Binary, [a, b]: [Expr<'a>; 2], [da, db]: [Rate<'a>; 2], y: Expr<'a>) -> Rate<'a> {
    match operation {
        Binary::Add => da + db,
        Binary::Subtract => da - db,
        Binary::Multiply => da * b + db * a,
        Binary::Divide => (da - db * y) / b,
        Binary::Minimum => Rate::choose(b.less(a), db, da),
        Binary::Maximum => Rate::choose(a.less(b), db, da),
        Binary::Power => {
            let by_base = da * (b * a.pow(b - 1.0));
            by_base + Rate::choose(a, db * (y * a.ln()), Rate::ZERO)
        }
        // The result is 0 everywhere if b is.
        Binary::Modulo => (da - db * (a / b).floor()) * b.abs().sign(),
        Binary::Arctangent2 => (da * b - db * a) / (a * a + b * b),
        Binary::Less => Rate::ZERO,
    }
}

fn of_ternary<'a>(operation: Ternary, [a, b, c]: [Expr<'a>; 3], [da, db, dc]: [Rate<'a>; 3]) -> Rate<'a> {
    match operation {
        // A hidden end leaves nothing, however steep it is.
        Ternary::Mix => Rate::mix(da, db, c) + dc * (b - a),
        Ternary::Select => Rate::choose(a, db, dc),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axes::Axis;
    use crate::bound::Bound;
    use crate::types::Type;

    /// A value of x, and its derivative.
    fn at<'a>(builder: &'a Builder, value: Expr<'a>, x: f32) -> [f32; 2] {
        let slope = builder.derivative(value, builder.coordinate(Axis::X));
        let slope = slope.unwrap_or_else(|| builder.constant(0.0));
        let outputs = [value, slope].map(|value| ("value".to_owned(), Type::Float, vec![value.value()]));
        let program = builder.finish(&outputs).unwrap();
        program.sample(&Bound::default(), [x, 0.3, 0.0, 0.0]).try_into().unwrap()
    }

    /// Checks a derivative against central differences, where the function is smooth.
    fn check(name: &str, make: impl for<'a> Fn(&'a Builder, Expr<'a>) -> Expr<'a>, range: [f32; 2]) {
        for i in 0..40 {
            let builder = Builder::new();
            let value = make(&builder, builder.coordinate(Axis::X));
            let x = range[0] + (range[1] - range[0]) * (i as f32 + 0.37) / 40.0;
            let step = 1.0 / 512.0;
            let [low, high] = [x - step, x + step].map(|x| at(&builder, value, x)[0]);
            let (expected, [y, found]) = ((high - low) / (2.0 * step), at(&builder, value, x));
            let tolerance = 2e-3 * (1.0 + expected.abs()) + 1e-4 * y.abs();
            assert!((found - expected).abs() <= tolerance, "{name} at {x}: {found}, by differences {expected}");
        }
    }

    #[test]
    fn arithmetic_has_the_derivatives_of_mathematics() {
        for operation in Unary::ALL {
            let range = match operation {
                // Away from ends and steps; the steps are checked below.
                Unary::Arcsine | Unary::Arccosine | Unary::Clamp | Unary::Smoothstep => [0.03, 0.95],
                Unary::SquareRoot | Unary::Logarithm | Unary::Logarithm2 => [0.2, 5.0],
                Unary::Floor | Unary::Ceiling | Unary::Fract | Unary::Tangent => [0.02, 0.98],
                Unary::Round => [0.52, 1.48],
                Unary::Sign | Unary::Absolute => [-3.0, -0.1],
                _ => [-2.0, 2.0],
            };
            check(operation.name(), |builder, x| builder.append(Operation::Unary(*operation, [x.value()])), range);
        }
        for operation in Binary::ALL {
            check(
                operation.name(),
                |builder, x| {
                    let (a, b) = (x * x + 0.7, x * 0.3 + 1.9);
                    builder.append(Operation::Binary(*operation, [a.value(), b.value()]))
                },
                [-0.3, 0.6],
            );
        }
        for operation in Ternary::ALL {
            check(
                operation.name(),
                |builder, x| {
                    let operands = [x * x - 0.5, x.sin(), x * 0.3 + 0.2].map(Expr::value);
                    builder.append(Operation::Ternary(*operation, operands))
                },
                [-0.6, 0.6],
            );
        }
    }

    #[test]
    fn creases_take_the_side_of_the_rule() {
        let slope = |make: &dyn for<'a> Fn(Expr<'a>) -> Expr<'a>, x: f32| {
            let builder = Builder::new();
            at(&builder, make(builder.coordinate(Axis::X)), x)[1]
        };
        assert_eq!([-1.0, 0.0, 1.0].map(|x| slope(&|x| x.abs(), x)), [-1.0, 0.0, 1.0]);
        assert_eq!([-0.1, 0.0, 1.0, 1.1].map(|x| slope(&|x| (x * 3.0).clamp01(), x / 3.0)), [0.0, 3.0, 3.0, 0.0]);
        assert_eq!(slope(&|x| (x * 2.0).min(x * 3.0), 0.0), 2.0, "the first of equals");
        assert_eq!(slope(&|x| (x * 2.0).max(x * 3.0), 0.0), 2.0, "the first of equals");
        assert_eq!(slope(&|x| x.sqrt(), 0.0), 0.0);
        assert_eq!(slope(&|x| x.ln(), -1.0), 0.0);
        assert_eq!(slope(&|x| x.fract(), 2.0), 1.0);
        assert_eq!(slope(&|x| x.select(x * 5.0, x * 7.0), 0.0), 7.0);
        assert_eq!(slope(&|x| x.modulo(x * 0.0), 1.0), 0.0, "of a divisor that is 0 everywhere");
        assert_eq!(slope(&|x| x.pow(2.0), -3.0), -6.0);
        assert_eq!(slope(&|x| (x * f32::MAX).exp(), 1.0), f32::MAX, "finite");
        assert_eq!(slope(&|x| (x * 1e-30).sqrt().mix(x, 1.0), 1.0), 1.0, "a steep end that is hidden");
    }

    #[test]
    fn curves_have_the_slope_of_the_segment_that_begins() {
        for interpolation in CurveInterpolation::ALL {
            let points = vec![[-1.0, 2.0], [0.0, 1.0], [0.5, 1.5], [0.5, -1.0], [2.0, 0.0]];
            let curve = Curve { points, interpolation };
            for range in [[-0.97, -0.03], [0.03, 0.47], [0.53, 1.97], [2.1, 3.0], [-2.0, -1.1]] {
                check(interpolation.name(), |builder, x| builder.curve(&curve, x), range);
            }
            let builder = Builder::new();
            let value = builder.curve(&curve, builder.coordinate(Axis::X));
            let expected = if interpolation == CurveInterpolation::Linear { [-1.0, 1.0] } else { [0.0, 0.0] };
            assert_eq!([-1.0, 0.0].map(|x| at(&builder, value, x)[1]), expected, "{interpolation:?}");
            assert_eq!(at(&builder, value, 2.0)[1], 0.0, "{interpolation:?}");
        }
        let single = Curve { points: vec![[0.0, 1.0]], interpolation: CurveInterpolation::Smooth };
        check("one point", |builder, x| builder.curve(&single, x), [-1.0, 1.0]);
    }

    #[test]
    fn noises_have_slopes_through_warped_positions() {
        use travertine_noise::{Basis, Cellular, Feature, Interpolation, Metric, Noise, Simplex};
        let warped = |x: Expr<'_>| [x * 1.3, x.sin() * 2.0, x * x, x * 0.1].map(Expr::value);
        let noise = Noise::new(Basis::Gradient, 3, Interpolation::Smootherstep, 7).unwrap();
        let simplex = BasisFunction::Simplex(Simplex::new(3, 7).unwrap());
        let cellular = BasisFunction::Cellular(Cellular::new(2, Metric::Euclidean, Feature::F1, 7).unwrap());
        check(
            "noise",
            |builder, x| builder.noise(noise, warped(x).map(|value| builder.expression(value)), x),
            [-2.0, 2.0],
        );
        for (function, controls) in [(simplex, 0), (cellular, 1)] {
            check(
                function.name(),
                |builder, x| {
                    let position = warped(x).map(|value| builder.expression(value));
                    builder.basis(function, position, &[builder.constant(0.8)][..controls])
                },
                [0.1, 0.4],
            );
        }
    }

    #[test]
    fn derivatives_have_derivatives() {
        let noise = travertine_noise::Noise::new(
            travertine_noise::Basis::Gradient,
            2,
            travertine_noise::Interpolation::Smootherstep,
            7,
        );
        let noise = noise.unwrap();
        check(
            "the slope of a noise",
            |builder, x| {
                let value = builder.noise(noise, [x, x * 0.7, x, x], x).sin();
                builder.derivative(value, x).unwrap()
            },
            [-2.0, 2.0],
        );
    }

    #[test]
    fn what_does_not_change_has_none() {
        let builder = Builder::new();
        let [x, y] = [Axis::X, Axis::Y].map(|axis| builder.coordinate(axis));
        for value in [y.sin(), x.floor(), builder.constant(2.0), (y * 3.0).max(2.0)] {
            assert!(builder.derivative(value, x).is_none());
        }
        for value in [x, x + y, 3.0 - (2.0 - x)] {
            assert!(builder.derivative(value, x).is_some_and(|slope| slope.is_constant(1.0)));
        }
    }

    #[test]
    fn replaced_values_are_those_of_the_other_place() {
        let builder = Builder::new();
        let [x, y] = [Axis::X, Axis::Y].map(|axis| builder.coordinate(axis));
        let make = |x: Expr, y: Expr| ((x * y).sin() + x.floor()).value();
        let value = builder.expression(make(x, y));
        let pairs = [(x, y * 2.0), (y, x)];
        let replaced = builder.replace(value, &pairs).value();
        assert_eq!(replaced, make(y * 2.0, x), "both at once, merged with equal operations");
        assert_eq!(builder.replace(y, &pairs).value(), x.value());
    }

    #[test]
    fn long_chains_need_no_stack() {
        let builder = Builder::new();
        let x = builder.coordinate(Axis::X);
        let chain = (0..100_000).fold(x, |value, _| (value + 0.5).sin());
        assert!(builder.derivative(chain, x).is_some());
    }

    #[test]
    fn what_is_held_counts_as_constant_wherever_it_is_moved() {
        let builder = Builder::new();
        let [x, y] = [Axis::X, Axis::Y].map(|axis| builder.coordinate(axis));
        let there = builder.unknown(0);
        let held = there.sin();
        builder.hold(held);
        let value = there * held;
        assert_eq!(builder.derivative(value, there).map(Expr::value), Some(held.value()));
        let moved = builder.replace(value, &[(there, y)]);
        assert_eq!(builder.derivative(moved, y).map(Expr::value), Some(y.sin().value()));
        assert!(builder.derivative(held + x, there).is_none());
    }

    #[test]
    fn derivatives_are_exact_unless_differences_or_definitions_are_in_them() {
        use travertine_noise::{Basis, Interpolation, Noise};

        let builder = Builder::new();
        let [x, y, z, time] = Axis::POSITION.map(|axis| builder.coordinate(axis));
        let noise = Noise::new(Basis::Gradient, 3, Interpolation::Smootherstep, 5).unwrap();
        let value = builder.noise(noise, [x, y, z, time], x);
        let slope = builder.derivative(value, x).unwrap();
        let is_exact = |value| builder.has_exact_derivatives(value, &[x, y]);
        assert!(is_exact(value * y.floor()) && is_exact(z.sqrt()));
        assert!(!is_exact(slope * 2.0 + y));
        // Only what moves with the coordinates counts.
        assert!(builder.has_exact_derivatives(slope + x, &[time]));
        builder.hold(slope);
        assert!(is_exact(slope * 2.0 + y));
        let search = (x * y).sin();
        builder.define(search.value(), (x * y).value());
        assert!(!is_exact(search + x));
    }
}
