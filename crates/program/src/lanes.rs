//! Lanes: operands over many samples, some of them uniform.

use travertine_noise::{Level, Pointwise};

/// An operand over many samples.
#[derive(Clone, Copy, Debug)]
pub enum Lanes<'a> {
    /// One number for every sample.
    Same(f32),
    /// A number for each sample.
    Each(&'a [f32]),
}

/// Applies a pointwise function to operands.
pub(crate) trait Apply<const N: usize> {
    fn apply<P: Pointwise<N>>(self, level: Level, function: &P, out: &mut [f32]);
}

impl Apply<1> for [Lanes<'_>; 1] {
    fn apply<P: Pointwise<1>>(self, level: Level, function: &P, out: &mut [f32]) {
        match self {
            [Lanes::Same(a)] => out.fill(function.at([a])),
            [Lanes::Each(a)] => level.map(function, [a], out),
        }
    }
}

impl Apply<2> for [Lanes<'_>; 2] {
    fn apply<P: Pointwise<2>>(self, level: Level, function: &P, out: &mut [f32]) {
        use Lanes::{Each, Same};
        match self {
            [Same(a), Same(b)] => out.fill(function.at([a, b])),
            [Each(a), Each(b)] => level.map(function, [a, b], out),
            [Each(a), Same(b)] => level.map(&Fixed::<P, 2, 0b01> { function, fixed: [0.0, b] }, [a], out),
            [Same(a), Each(b)] => level.map(&Fixed::<P, 2, 0b10> { function, fixed: [a, 0.0] }, [b], out),
        }
    }
}

impl Apply<3> for [Lanes<'_>; 3] {
    fn apply<P: Pointwise<3>>(self, level: Level, function: &P, out: &mut [f32]) {
        use Lanes::{Each, Same};
        let fixed = self.map(|operand| if let Same(value) = operand { value } else { 0.0 });
        match self {
            [Same(_), Same(_), Same(_)] => out.fill(function.at(fixed)),
            [Each(a), Each(b), Each(c)] => level.map(function, [a, b, c], out),
            [Each(a), Same(_), Same(_)] => level.map(&Fixed::<P, 3, 0b001> { function, fixed }, [a], out),
            [Same(_), Each(b), Same(_)] => level.map(&Fixed::<P, 3, 0b010> { function, fixed }, [b], out),
            [Same(_), Same(_), Each(c)] => level.map(&Fixed::<P, 3, 0b100> { function, fixed }, [c], out),
            [Each(a), Each(b), Same(_)] => level.map(&Fixed::<P, 3, 0b011> { function, fixed }, [a, b], out),
            [Each(a), Same(_), Each(c)] => level.map(&Fixed::<P, 3, 0b101> { function, fixed }, [a, c], out),
            [Same(_), Each(b), Each(c)] => level.map(&Fixed::<P, 3, 0b110> { function, fixed }, [b, c], out),
        }
    }
}

/// A function with some operands fixed. A set bit of `FREE` marks a free operand.
struct Fixed<'a, P, const N: usize, const FREE: u8> {
    function: &'a P,
    fixed: [f32; N],
}

impl<P: Pointwise<N>, const N: usize, const M: usize, const FREE: u8> Pointwise<M> for Fixed<'_, P, N, FREE> {
    #[inline(always)]
    fn at(&self, free: [f32; M]) -> f32 {
        let mut operands = self.fixed;
        let mut next = 0;
        for (n, operand) in operands.iter_mut().enumerate() {
            if FREE >> n & 1 == 1 {
                *operand = free[next];
                next += 1;
            }
        }
        self.function.at(operands)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Digits;

    impl Pointwise<3> for Digits {
        fn at(&self, [a, b, c]: [f32; 3]) -> f32 {
            100.0 * a + 10.0 * b + c
        }
    }

    impl Pointwise<2> for Digits {
        fn at(&self, [a, b]: [f32; 2]) -> f32 {
            10.0 * a + b
        }
    }

    #[test]
    fn operands_keep_their_order_whichever_are_uniform() {
        let values = [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]];
        for same in 0..8_u8 {
            let operand = |n: usize| {
                if same >> n & 1 == 1 { Lanes::Same(values[n][0]) } else { Lanes::Each(&values[n]) }
            };
            let mut out = [0.0; 2];
            [operand(0), operand(1), operand(2)].apply(Level::detect(), &Digits, &mut out);
            assert_eq!(out, [123.0; 2]);
            [operand(0), operand(1)].apply(Level::detect(), &Digits, &mut out);
            assert_eq!(out, [12.0; 2]);
        }
    }
}
