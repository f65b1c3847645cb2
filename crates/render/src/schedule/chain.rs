//! Chains: successive multiplications, additions and subtractions of one value, fused into one step.
//!
//! A single operation takes as long as reading and writing its samples, and it saturates its results. A chain reads and
//! writes once, and does not saturate: an infinity never becomes finite again in it, so that the final results show
//! whether there was one. If so, the whole chain is computed again with saturation.

use travertine_noise::{Kernel, Level, math};
use travertine_program::{Binary, Lanes, Operation, Program, Value};

use super::sum::Sum;
use crate::domain::Shape;

/// Maximum number of links of a chain. A link is a factor, then an addend.
const MOST_LINKS: usize = 4;

const _: () =
    assert!(2 * MOST_LINKS < Operation::MOST_OPERANDS, "a chain reads its value and two operands for each link");

/// Successive operations on one value.
pub(crate) struct Chain {
    /// The value, which varies, then the other operand of each part. These are uniform, except for the addend of the
    /// first link.
    pub(crate) operands: Vec<Value>,
    /// Operations in their order, at least one.
    pub(crate) parts: Vec<Part>,
}

/// An operation of a chain, on the result so far and one operand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Part {
    Times,
    /// Division by a number whose reciprocal is exact.
    Over,
    Plus,
    Minus,
    /// The operand minus the result so far.
    From,
}

/// The chains of a program, each at the index of the operation that completes it. `inner` marks the values that are
/// read once, by an operation.
pub(super) fn chains(program: &Program, shapes: &[Shape], inner: &[bool], sums: &[Option<Sum>]) -> Vec<Option<Chain>> {
    let shape = |value: Value| shapes[value.index()];
    let has_reciprocal = |value: Value| match program.operations()[value.index()] {
        Operation::Constant(constant) => is_power_of_two(constant),
        _ => false,
    };
    let mut of: Vec<Option<Chain>> = Vec::with_capacity(shapes.len());
    for (index, operation) in program.operations().iter().enumerate() {
        let fits = |value: Value, part: Part, by: Value| {
            let varies = shape(value) == shapes[index] && shape(value) != Shape::Uniform;
            varies && (shape(by) == Shape::Uniform || matches!(part, Part::Plus | Part::From))
        };
        let ways = match *operation {
            Operation::Binary(binary, [a, b]) if sums[index].is_none() => match binary {
                Binary::Multiply => [Some((a, Part::Times, b)), Some((b, Part::Times, a))],
                Binary::Add => [Some((a, Part::Plus, b)), Some((b, Part::Plus, a))],
                Binary::Subtract => [Some((a, Part::Minus, b)), Some((b, Part::From, a))],
                Binary::Divide if has_reciprocal(b) => [Some((a, Part::Over, b)), None],
                _ => [None; 2],
            },
            _ => [None; 2],
        };
        let mut ways = ways.into_iter().flatten().filter(|&(value, part, by)| fits(value, part, by));
        let longer = ways.clone().find_map(|(value, part, by)| {
            let each = shape(by) != Shape::Uniform;
            let goes_on = |chain: &mut Chain| inner[value.index()] && chain.takes(part, each);
            Some(of[value.index()].take_if(goes_on)?.and(part, by))
        });
        let alone = || ways.next().map(|(value, part, by)| Chain { operands: vec![value, by], parts: vec![part] });
        of.push(longer.or_else(alone));
    }
    // A single operation is fast enough with saturation.
    of.iter_mut().for_each(|chain| *chain = chain.take().filter(|chain| chain.parts.len() > 1));
    of
}

impl Chain {
    /// Whether the chain can continue with a part. `each` is whether the part's operand varies.
    fn takes(&self, part: Part, each: bool) -> bool {
        let links = 1 + self.parts.windows(2).filter(|parts| !parts[1].joins(parts[0])).count();
        match self.parts.last() {
            Some(last) if part.joins(*last) => links == 1 || !each,
            _ => links < MOST_LINKS && !each,
        }
    }

    fn and(mut self, part: Part, by: Value) -> Chain {
        self.parts.push(part);
        self.operands.push(by);
        self
    }
}

impl Part {
    /// Whether the part completes the link that the one before began.
    fn joins(self, before: Part) -> bool {
        matches!(before, Part::Times | Part::Over) && matches!(self, Part::Plus | Part::Minus)
    }
}

/// Whether dividing by the number equals multiplying by its reciprocal, which holds for powers of two.
fn is_power_of_two(number: f32) -> bool {
    let fraction = number.to_bits() & 0x007F_FFFF;
    fraction == 0 && number != 0.0 && (1.0 / number).is_finite()
}

/// Runs a chain over samples. The result has the bits of the separate operations.
///
/// `by` holds the operands of the parts. The addend of the first link may vary from sample to sample, or along each row
/// if the samples are in rows.
pub(crate) fn run(parts: &[Part], level: Level, start: &[f32], by: &[Lanes], out: &mut [f32]) {
    // A factor and an addend that preserve every number, signed zeros included.
    let mut links = [(1.0, -0.0); MOST_LINKS];
    let mut each = None;
    let mut last = 0;
    for (i, (part, by)) in parts.iter().zip(by).enumerate() {
        last += usize::from(i > 0 && !part.joins(parts[i - 1]));
        let by = match *by {
            Lanes::Same(by) => by,
            Lanes::Each(values) => {
                each = Some(values);
                0.0
            }
        };
        match part {
            Part::Times => links[last].0 = by,
            Part::Over => links[last].0 = 1.0 / by,
            Part::Plus => links[last].1 = by,
            Part::Minus => links[last].1 = -by,
            Part::From => links[last] = (-1.0, by),
        }
    }
    match last {
        0 => level.run(Run { start, links: [links[0]], each, out }),
        1 => level.run(Run { start, links: [links[0], links[1]], each, out }),
        2 => level.run(Run { start, links: [links[0], links[1], links[2]], each, out }),
        _ => level.run(Run { start, links, each, out }),
    }
}

struct Run<'a, const N: usize> {
    start: &'a [f32],
    links: [(f32, f32); N],
    /// Addends of the first link, if they vary; repeated for each row.
    each: Option<&'a [f32]>,
    out: &'a mut [f32],
}

impl<const N: usize> Kernel for Run<'_, N> {
    #[inline(always)]
    fn run(self) {
        match self.each {
            Some(each) => over::<N, true>(self.start, each, self.links, self.out),
            None => over::<N, false>(self.start, self.start, self.links, self.out),
        }
    }
}

/// Computes samples by [`lines`], and again with saturation if one of them is not finite.
#[inline(always)]
fn over<const N: usize, const EACH: bool>(start: &[f32], each: &[f32], links: [(f32, f32); N], out: &mut [f32]) {
    let row = each.len().max(1);
    let mut finite = true;
    for (start, out) in start.chunks(row).zip(out.chunks_mut(row)) {
        finite &= lines::<N, EACH>(start, each, links, out);
    }
    if finite {
        return;
    }
    for (start, out) in start.chunks(row).zip(out.chunks_mut(row)) {
        for (i, (start, out)) in start.iter().zip(out).enumerate() {
            *out = links.iter().enumerate().fold(*start, |value, (n, (factor, addend))| {
                math::add(math::mul(value, *factor), if EACH && n == 0 { each[i] } else { *addend })
            });
        }
    }
}

/// Computes links without saturation; whether all results are finite.
#[inline(always)]
fn lines<const N: usize, const EACH: bool>(
    start: &[f32],
    each: &[f32],
    links: [(f32, f32); N],
    out: &mut [f32],
) -> bool {
    let length = out.len();
    let (start, each) = (&start[..length], &each[..length]);
    // Bits of non-negative floats are ordered as the floats are. Infinity comes after every number, and NaN after
    // infinity.
    let mut greatest = 0;
    for i in 0..length {
        let mut value = start[i];
        for (n, (factor, addend)) in links.iter().enumerate() {
            value = value * factor + if EACH && n == 0 { each[i] } else { *addend };
        }
        greatest = greatest.max(value.abs().to_bits() as i32);
        out[i] = value;
    }
    greatest < f32::INFINITY.to_bits() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every series of `parts` parts that fits into a chain.
    fn series(parts: usize) -> Vec<Vec<Part>> {
        const PARTS: [Part; 5] = [Part::Times, Part::Over, Part::Plus, Part::Minus, Part::From];
        let mut all: Vec<Vec<Part>> = PARTS.map(|part| vec![part]).into();
        for _ in 1..parts {
            let takes =
                |series: &Vec<Part>, part| Chain { operands: Vec::new(), parts: series.clone() }.takes(part, false);
            let longer = |series: &Vec<Part>| {
                PARTS.map(|part| takes(series, part).then(|| [series.as_slice(), &[part]].concat()))
            };
            all = all.iter().flat_map(longer).flatten().collect();
        }
        all
    }

    fn one_by_one(parts: &[Part], start: f32, by: &[f32]) -> f32 {
        parts.iter().zip(by).fold(start, |value, (part, by)| match part {
            Part::Times => math::mul(value, *by),
            Part::Over => math::div(value, *by),
            Part::Plus => math::add(value, *by),
            Part::Minus => math::sub(value, *by),
            Part::From => math::sub(*by, value),
        })
    }

    #[test]
    fn only_the_first_addend_may_vary() {
        use Part::{From, Plus, Times};
        let takes = |parts: &[Part], part| Chain { operands: Vec::new(), parts: parts.to_vec() }.takes(part, true);
        assert!(takes(&[Times], Plus));
        for (parts, part) in [(&[Plus][..], Plus), (&[Times, Plus], Plus), (&[Plus, Times], Plus), (&[Times], From)] {
            assert!(!takes(parts, part), "{part:?} after {parts:?}");
        }
    }

    #[test]
    fn powers_of_two_have_reciprocals() {
        for power in -149..128 {
            let number = f64::from_bits(((1023 + power) as u64) << 52) as f32;
            assert_eq!([number, -number].map(is_power_of_two), [power >= -126; 2], "2^{power}");
            for x in [1.0, -0.0, 3e38, 1e-45, 0.3, 1.000_000_1].into_iter().filter(|_| is_power_of_two(number)) {
                assert_eq!(math::mul(x, 1.0 / number).to_bits(), math::div(x, number).to_bits(), "{x} / 2^{power}");
            }
        }
        assert!(![0.0, -0.0, 3.0, 1.000_000_1, f32::MAX, 3.0e-45].map(is_power_of_two).contains(&true));
    }

    #[test]
    fn chains_have_the_bits_of_their_operations() {
        const ODD: [f32; 10] = [0.0, -0.0, 1.0, -1.0, 0.3, -7.5, 1e-45, 3e-39, 2e38, f32::MAX];
        let mut state = 7_u32;
        let mut odd = move || {
            state = state.wrapping_mul(0x915F_77F5).wrapping_add(1);
            ODD[(state >> 8) as usize % ODD.len()] * if state >> 7 & 1 == 1 { 1.0 } else { -1.0 }
        };
        let mut infinite = 0;
        for parts in (1..=8).flat_map(series).step_by(7) {
            let each = match parts[..] {
                [Part::Plus | Part::From, ..] => Some(0),
                [Part::Times, Part::Plus, ..] => Some(1),
                _ => None,
            };
            for (length, row, each) in [(1, 1, None), (37, 37, each), (100, 100, None), (111, 37, each)] {
                let start: Vec<f32> = (0..length).map(|_| odd()).collect();
                let values: Vec<f32> = (0..row).map(|_| odd()).collect();
                let powers = [2.0, -0.25, 1.0 / f32::MIN_POSITIVE, 2.0 * f32::MIN_POSITIVE];
                let same = |part| if part == Part::Over { powers[odd().to_bits() as usize % 4] } else { odd() };
                let same: Vec<f32> = parts.iter().copied().map(same).collect();
                let by = |i: usize| if each == Some(i) { Lanes::Each(&values) } else { Lanes::Same(same[i]) };
                let operands: Vec<Lanes> = (0..parts.len()).map(by).collect();
                for level in Level::available() {
                    let mut out = vec![9.0; length];
                    run(&parts, level, &start, &operands, &mut out);
                    for (i, out) in out.iter().enumerate() {
                        let by: Vec<f32> =
                            (0..parts.len()).map(|n| if each == Some(n) { values[i % row] } else { same[n] }).collect();
                        let expected = one_by_one(&parts, start[i], &by);
                        assert_eq!(out.to_bits(), expected.to_bits(), "{parts:?} of {} by {by:?}, {level}", start[i]);
                        infinite += usize::from(expected.abs() == f32::MAX);
                    }
                }
            }
        }
        assert!(infinite > 1000, "{infinite}");
    }
}
