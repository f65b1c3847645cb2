//! What may be typed into a field for numbers: `2*pi/3`, `1/64`, `(3 + 4) ^ 2`.
//!
//! `+ - * / % ^`, parentheses, `sqrt(...)`, and the names `pi`, `tau` and `e`; powers are whole.

use std::f64::consts::{E, PI, TAU};

/// Parentheses, signs and powers inside each other.
const MAX_DEPTH: usize = 64;

/// The value of what was typed; nothing if it is no arithmetic or not finite.
pub fn evaluate(text: &str) -> Option<f64> {
    let mut parser = Parser { rest: text, depth: 0 };
    let value = parser.sum()?;
    parser.skip_spaces();
    (parser.rest.is_empty() && value.is_finite()).then_some(value)
}

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

impl Parser<'_> {
    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') || self.take('−') {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.signed()?;
        loop {
            if self.take('*') || self.take('×') {
                value *= self.signed()?;
            } else if self.take('/') || self.take('÷') {
                value /= self.signed()?;
            } else if self.take('%') {
                value %= self.signed()?;
            } else {
                return Some(value);
            }
        }
    }

    fn signed(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = if self.take('-') || self.take('−') {
            -self.signed()?
        } else if self.take('+') {
            self.signed()?
        } else {
            let base = self.atom()?;
            if self.take('^') { whole_power(base, self.signed()?)? } else { base }
        };
        self.depth -= 1;
        Some(value)
    }

    fn atom(&mut self) -> Option<f64> {
        if self.take('(') {
            let value = self.sum()?;
            return self.take(')').then_some(value);
        }
        self.skip_spaces();
        let name = self.take_while(|character| character.is_ascii_alphabetic() || character == 'π');
        match name {
            "" => self.number(),
            "pi" | "π" => Some(PI),
            "tau" => Some(TAU),
            "e" => Some(E),
            "sqrt" => {
                let value = self.take('(').then(|| self.sum())??;
                self.take(')').then(|| value.sqrt())
            }
            _ => None,
        }
    }

    fn number(&mut self) -> Option<f64> {
        let start = self.rest;
        self.take_while(|character| character.is_ascii_digit() || character == '.' || character == ',');
        // An exponent counts only with digits: of `2e` nothing would be left to take.
        let mantissa = self.rest;
        if let Some(rest) = self.rest.strip_prefix(['e', 'E']) {
            self.rest = rest.strip_prefix(['+', '-']).unwrap_or(rest);
            if self.take_while(|character| character.is_ascii_digit()).is_empty() {
                self.rest = mantissa;
            }
        }
        let text = &start[..start.len() - self.rest.len()];
        text.replace(',', ".").parse().ok()
    }

    fn take(&mut self, symbol: char) -> bool {
        self.skip_spaces();
        let rest = self.rest.strip_prefix(symbol);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &str {
        let end = self.rest.find(|character| !belongs(character)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }
}

/// By repeated squaring; half a power is a root, others there are none.
fn whole_power(base: f64, exponent: f64) -> Option<f64> {
    if exponent == 0.5 {
        return Some(base.sqrt());
    }
    if exponent.fract() != 0.0 || exponent.abs() > 1024.0 {
        return None;
    }
    let (mut value, mut square, mut bits) = (1.0, base, exponent.abs() as u32);
    while bits > 0 {
        if bits & 1 == 1 {
            value *= square;
        }
        square *= square;
        bits >>= 1;
    }
    Some(if exponent < 0.0 { 1.0 / value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_follows_its_rules() {
        for (text, value) in [
            ("2", 2.0),
            (" 1.5 ", 1.5),
            ("1,5", 1.5),
            (".5", 0.5),
            ("1e-3", 1e-3),
            ("2E2", 200.0),
            ("1 + 2 * 3", 7.0),
            ("(1 + 2) * 3", 9.0),
            ("8 / 2 / 2", 2.0),
            ("7 % 4", 3.0),
            ("-2^2", -4.0),
            ("2^-1", 0.5),
            ("2^3^2", 512.0),
            ("4^0.5", 2.0),
            ("--1", 1.0),
            ("2*pi/3", 2.0 * PI / 3.0),
            ("sqrt(2)", 2f64.sqrt()),
            ("tau - 2π", f64::NAN),
            ("2*e", 2.0 * E),
        ] {
            assert_eq!(evaluate(text), Some(value).filter(|value| value.is_finite()), "{text}");
        }
    }

    #[test]
    fn what_is_no_arithmetic_is_refused() {
        for text in ["", "1 +", "(1", "1)", "two", "1 2", "1/0", "sqrt 2", "2e", "1..2", "2^0.3", "sqrt(-1)"] {
            assert_eq!(evaluate(text), None, "{text}");
        }
        assert_eq!(evaluate(&"(".repeat(100_000)), None);
        assert_eq!(evaluate(&"-".repeat(100_000)), None);
    }
}
