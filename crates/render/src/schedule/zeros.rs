//! Zeros: which values may be exactly 0 over an area, and where the sign of a zero does not matter.
//!
//! A product with 0 is 0, whatever its other factor; only the sign of the zero depends on that factor. So the factor
//! can be skipped where the sign does not matter. All that is said here holds with factors skipped, too.

use travertine_program::{Binary, Bound, Function, Operation, Program, Ternary, Unary, Value};

/// What is known of the zeros of a value.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct Zeros {
    /// It is never -0.
    pub(super) never_minus: bool,
    /// It is at least 0, and never -0.
    pub(super) is_plus: bool,
    /// It is from 0 to 1, and never -0.
    is_unit: bool,
    level: Level,
}

/// The numbers to which a value keeps over areas, as far as it is worth looking for them. A guess: nothing depends on
/// it but time.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) enum Level {
    /// It varies everywhere.
    #[default]
    Varying,
    /// One of these in some places.
    Often([f32; 2]),
    /// This number everywhere.
    Always(f32),
}

impl Level {
    /// 0 or 1, as a mask.
    const MASK: Level = Level::Often([0.0, 1.0]);

    /// The levels of a function of one value, which is monotonic.
    fn map(self, function: impl Fn(f32) -> f32) -> Level {
        match self {
            Level::Varying => Level::Varying,
            Level::Often(numbers) => Level::Often(numbers.map(function)),
            Level::Always(number) => Level::Always(function(number)),
        }
    }

    /// The levels of a function of two values.
    fn with(self, other: Level, function: impl Fn(f32, f32) -> f32) -> Level {
        match (self, other) {
            (Level::Varying, _) | (_, Level::Varying) => Level::Varying,
            (a, Level::Always(b)) => a.map(|a| function(a, b)),
            (Level::Always(a), b) => b.map(|b| function(a, b)),
            (Level::Often(_), Level::Often(_)) => Level::MASK,
        }
    }

    /// The levels of a value that is limited by another: where it is beyond, it is that.
    fn limited(self, other: Level, function: impl Fn(f32, f32) -> f32) -> Level {
        match (self, other) {
            (Level::Varying, Level::Always(limit)) | (Level::Always(limit), Level::Varying) => Level::Often([limit; 2]),
            (Level::Often([a, b]), Level::Always(limit)) | (Level::Always(limit), Level::Often([a, b])) if a == b => {
                Level::Often([function(a, limit), limit])
            }
            (a, b) => a.with(b, function),
        }
    }

    fn is_often(self, number: f32) -> bool {
        matches!(self, Level::Often(numbers) if numbers.contains(&number))
    }
}

impl Zeros {
    /// Those of a mask of which nothing else is known.
    #[cfg(test)]
    pub(super) const MASK: Zeros = Zeros { level: Level::MASK, ..Zeros::UNKNOWN };

    const UNKNOWN: Zeros = Zeros { never_minus: false, is_plus: false, is_unit: false, level: Level::Varying };
    const PLUS: Zeros = Zeros { never_minus: true, is_plus: true, is_unit: false, level: Level::MASK };
    const UNIT: Zeros = Zeros { is_unit: true, ..Zeros::PLUS };

    fn of_number(number: f32) -> Zeros {
        let never_minus = number.to_bits() != (-0.0_f32).to_bits();
        let is_plus = never_minus && number >= 0.0;
        Zeros { never_minus, is_plus, is_unit: is_plus && number <= 1.0, level: Level::Always(number) }
    }

    /// What holds for both, with a level.
    fn and(self, other: Zeros, level: Level) -> Zeros {
        Zeros {
            never_minus: self.never_minus && other.never_minus,
            is_plus: self.is_plus && other.is_plus,
            is_unit: self.is_unit && other.is_unit,
            level,
        }
    }

    /// Whether it may be 0 over an area, but not everywhere.
    pub(super) fn is_often_zero(self) -> bool {
        self.level.is_often(0.0)
    }

    /// Whether it may be 0 or 1 over an area, but not everywhere.
    pub(super) fn is_often_an_end(self) -> bool {
        self.is_often_zero() || self.level.is_often(1.0)
    }
}

/// The zeros of each value of a program.
pub(super) fn zeros(program: &Program, bound: &Bound) -> Vec<Zeros> {
    let mut all: Vec<Zeros> = Vec::with_capacity(program.operations().len());
    for operation in program.operations() {
        let of = |value: Value| all[value.index()];
        let zeros = match *operation {
            Operation::Constant(number) => Zeros::of_number(number),
            Operation::Parameter(slot) => Zeros::of_number(bound.values()[slot as usize]),
            Operation::Unary(unary, [a]) => of_unary(unary, of(a)),
            Operation::Binary(binary, [a, b]) => of_binary(binary, of(a), of(b)),
            Operation::Ternary(Ternary::Mix, [a, b, t]) => of_mix(of(a), of(b), of(t)),
            Operation::Ternary(Ternary::Select, [_, b, c]) => of(b).and(of(c), either(of(b).level, of(c).level)),
            Operation::Function(id, _) => match &program.functions()[id.index()] {
                // A curve is one of its points, or a line that starts at one and ends at the next.
                Function::Curve(curve) => {
                    let heights = curve.points.iter().map(|point| point[1]);
                    let ends = [0.0, 1.0].map(|end| heights.clone().find(|height| *height == end));
                    let level = Level::Often(ends.map(|end| end.or(heights.clone().next()).unwrap_or_default()));
                    let all = heights.map(Zeros::of_number).reduce(|a, b| a.and(b, level));
                    Zeros { level, ..all.unwrap_or_default() }
                }
                _ => Zeros::UNKNOWN,
            },
            Operation::Coordinate(_) | Operation::Noise(..) | Operation::Basis(..) | Operation::Raster(..) => {
                Zeros::UNKNOWN
            }
        };
        all.push(zeros);
    }
    all
}

fn of_unary(unary: Unary, a: Zeros) -> Zeros {
    let same = a.level.map(|a| unary.at([a]));
    match unary {
        Unary::Clamp => Zeros::UNIT,
        Unary::Smoothstep => Zeros::PLUS,
        Unary::Absolute => Zeros { is_unit: a.is_unit, level: same, ..Zeros::PLUS },
        Unary::SquareRoot => Zeros { is_unit: a.is_unit, ..Zeros::PLUS },
        Unary::Sign => Zeros { never_minus: true, level: Level::MASK, ..a },
        Unary::Floor | Unary::Ceiling | Unary::Round => Zeros { never_minus: a.is_plus, level: Level::MASK, ..a },
        Unary::SrgbToLinear | Unary::LinearToSrgb => Zeros { never_minus: a.is_plus, is_unit: false, level: same, ..a },
        Unary::Negate => Zeros { level: same, ..Zeros::UNKNOWN },
        _ => Zeros::UNKNOWN,
    }
}

fn of_binary(binary: Binary, a: Zeros, b: Zeros) -> Zeros {
    let by = |a: f32, b: f32| binary.at([a, b]);
    let both = a.and(b, a.level.with(b.level, by));
    let zero = Level::Often([0.0; 2]);
    match binary {
        // A sum is -0 only if both are.
        Binary::Add => Zeros { never_minus: a.never_minus || b.never_minus, is_unit: false, ..both },
        // A difference is -0 only from -0 less 0.
        Binary::Subtract => Zeros { never_minus: a.never_minus, is_plus: false, is_unit: false, ..both },
        // A product whose factor is skipped has a zero of any sign.
        Binary::Multiply if a.is_often_zero() || b.is_often_zero() => {
            Zeros { level: if both.level == Level::Varying { zero } else { both.level }, ..Zeros::UNKNOWN }
        }
        Binary::Multiply => Zeros { never_minus: both.is_plus, ..both },
        Binary::Divide => {
            let level = if both.level == Level::Varying && a.is_often_zero() { zero } else { both.level };
            Zeros { never_minus: both.is_plus, is_unit: false, level, ..both }
        }
        Binary::Minimum | Binary::Maximum => Zeros { level: a.level.limited(b.level, by), ..both },
        Binary::Less => Zeros::UNIT,
        Binary::Power => Zeros { level: both.level, ..Zeros::UNKNOWN },
        Binary::Modulo | Binary::Arctangent2 => Zeros::UNKNOWN,
    }
}

/// Between its ends, a mix is one of them, or on the line, which starts at the first.
fn of_mix(a: Zeros, b: Zeros, t: Zeros) -> Zeros {
    let level = match t.level {
        Level::Varying | Level::Always(_) if a.level == Level::Varying || b.level == Level::Varying => Level::Varying,
        Level::Varying | Level::Always(_) => Level::MASK,
        Level::Often(_) => match (t.is_often_zero(), t.level.is_often(1.0)) {
            (true, true) => either(a.level, b.level),
            (true, false) => either(a.level, Level::Varying),
            (false, true) => either(Level::Varying, b.level),
            (false, false) => Level::Varying,
        },
    };
    let ends = a.and(b, level);
    Zeros { is_plus: ends.is_plus && t.is_unit, is_unit: ends.is_unit && t.is_unit, ..ends }
}

/// The levels of one of two values, by the place.
fn either(a: Level, b: Level) -> Level {
    match (a, b) {
        (Level::Varying, Level::Varying) => Level::Varying,
        (Level::Always(a), Level::Always(b)) => Level::Often([a, b]),
        (Level::Often(a), Level::Varying | Level::Always(_)) | (Level::Varying | Level::Always(_), Level::Often(a)) => {
            Level::Often(a)
        }
        (Level::Often(_), Level::Often(_)) => Level::MASK,
        (Level::Always(a), Level::Varying) | (Level::Varying, Level::Always(a)) => Level::Often([a; 2]),
    }
}

/// For each value of a program, whether nothing shows the sign of its zeros: with another sign, the roots have the same
/// bits.
pub(super) fn hidden_signs(program: &Program, zeros: &[Zeros], roots: &[Value]) -> Vec<bool> {
    let operations = program.operations();
    let mut hidden = vec![true; operations.len()];
    roots.iter().for_each(|root| hidden[root.index()] = false);
    for (index, operation) in operations.iter().enumerate().rev() {
        // Where the sign of the result is hidden, it is enough that results are equal as numbers.
        let passes = hidden[index];
        let mut show = |value: Value, hides: bool| hidden[value.index()] &= hides;
        let never_minus = |value: Value| zeros[value.index()].never_minus;
        match *operation {
            Operation::Constant(_) | Operation::Parameter(_) | Operation::Coordinate(_) => {}
            Operation::Unary(unary, [a]) => match unary {
                Unary::Clamp | Unary::Smoothstep | Unary::Absolute | Unary::Sign | Unary::SquareRoot => {}
                Unary::Negate | Unary::Floor | Unary::Ceiling | Unary::Round => show(a, passes),
                Unary::SrgbToLinear | Unary::LinearToSrgb => show(a, passes),
                _ => show(a, false),
            },
            Operation::Binary(binary, [a, b]) => match binary {
                Binary::Add => {
                    show(a, passes || never_minus(b) && a != b);
                    show(b, passes || never_minus(a) && a != b);
                }
                Binary::Subtract => {
                    show(a, passes);
                    show(b, passes || never_minus(a) && a != b);
                }
                // Of equals, the maximum is the second.
                Binary::Maximum => {
                    show(a, passes || zeros[b.index()].is_plus);
                    show(b, passes);
                }
                Binary::Multiply | Binary::Divide | Binary::Minimum => {
                    show(a, passes);
                    show(b, passes);
                }
                Binary::Less => {}
                Binary::Power | Binary::Modulo | Binary::Arctangent2 => {
                    show(a, false);
                    show(b, false);
                }
            },
            Operation::Ternary(Ternary::Mix, [a, b, t]) => {
                show(a, passes);
                show(b, passes);
                show(t, passes || never_minus(a) && t != a && t != b);
            }
            Operation::Ternary(Ternary::Select, [_, b, c]) => {
                show(b, passes);
                show(c, passes);
            }
            Operation::Function(id, [a, ..]) if matches!(program.functions()[id.index()], Function::Curve(_)) => {
                show(a, passes || zeros[index].never_minus);
            }
            Operation::Function(..) | Operation::Noise(..) | Operation::Basis(..) | Operation::Raster(..) => {
                operation.operands().iter().for_each(|value| show(*value, false));
            }
        }
    }
    hidden
}
