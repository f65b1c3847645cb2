//! Arithmetic in number fields, such as `2*pi/3`.

use std::f64::consts::{E, PI, TAU};

use travertine_edits::Refusal;

/// Maximum nesting of brackets and signs; bounds the recursion.
const MAX_NESTING: usize = 64;

/// The value of an expression: numbers, `+ - * / ^`, brackets, `pi`, `tau`, `e`, and functions such as `sqrt(2)`;
/// angles are in radians. A number before a name or a bracket multiplies it: `2pi`. Text around is ignored.
///
/// ```
/// use travertine_editing::arithmetic::evaluate;
///
/// assert_eq!(evaluate("2 * (3 + 1)^2 / -4"), Ok(-8.0));
/// assert_eq!(evaluate("2pi/3"), Ok(2.0 * std::f64::consts::PI / 3.0));
/// assert_eq!(evaluate("2 +").unwrap_err().to_string(), "expected a number at the end");
/// ```
///
/// # Errors
///
/// What is wrong, and where; also if the result is no finite number.
pub fn evaluate(text: &str) -> Result<f64, Refusal> {
    let mut reader = Reader { text, rest: text, nesting: 0 };
    let value = reader.sum()?;
    reader.space();
    if !reader.rest.is_empty() {
        return Err(reader.unexpected("an operator"));
    }
    if value.is_finite() {
        return Ok(value);
    }
    Err(Refusal::new(if value.is_nan() { "this is undefined" } else { "the number is too large" }))
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    nesting: usize,
}

impl Reader<'_> {
    fn sum(&mut self) -> Result<f64, Refusal> {
        let mut value = self.product()?;
        loop {
            if self.take(&['+']) {
                value += self.product()?;
            } else if self.take(&['-', '−']) {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, Refusal> {
        let mut value = self.signed()?;
        loop {
            if self.take(&['*', '×', '·']) {
                value *= self.signed()?;
            } else if self.take(&['/', '÷']) {
                let divisor = self.signed()?;
                if divisor == 0.0 {
                    return Err(Refusal::new("this divides by 0"));
                }
                value /= divisor;
            } else if self.next().is_some_and(|c| c == '(' || c.is_alphabetic()) {
                value *= self.power()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn signed(&mut self) -> Result<f64, Refusal> {
        if self.take(&['-', '−']) {
            return self.nested(|reader| reader.signed().map(|value| -value));
        }
        if self.take(&['+']) {
            return self.nested(Reader::signed);
        }
        self.power()
    }

    /// Parses a power. It binds more tightly than a sign before it, and less tightly than a sign after it: `-2^-2` is
    /// -0.25. Powers associate to the right.
    fn power(&mut self) -> Result<f64, Refusal> {
        let base = self.atom()?;
        if self.take(&['^']) {
            let exponent = self.nested(Reader::signed)?;
            return Ok(power(base, exponent));
        }
        Ok(base)
    }

    fn atom(&mut self) -> Result<f64, Refusal> {
        match self.next() {
            Some('(') => {
                self.take(&['(']);
                let value = self.nested(Reader::sum)?;
                self.close()?;
                Ok(value)
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_alphabetic() => self.name(),
            _ => Err(self.unexpected("a number")),
        }
    }

    fn number(&mut self) -> Result<f64, Refusal> {
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let mut end = digits(self.rest);
        if self.rest[end..].starts_with('.') {
            end += 1 + digits(&self.rest[end + 1..]);
        }
        // An exponent has digits; otherwise the `e` is Euler's number.
        if let Some(exponent) = self.rest[end..].strip_prefix(['e', 'E']) {
            let sign = usize::from(exponent.starts_with(['+', '-']));
            let count = digits(&exponent[sign..]);
            if count > 0 {
                end += 1 + sign + count;
            }
        }
        let (number, rest) = self.rest.split_at(end);
        let value = number.parse().map_err(|_| self.unexpected("a number"))?;
        self.rest = rest;
        if rest.starts_with(',') && rest[1..].starts_with(|c: char| c.is_ascii_digit()) && self.nesting == 0 {
            return Err(Refusal::new(format!("write the decimal comma of `{number},...` as a point")));
        }
        Ok(value)
    }

    fn name(&mut self) -> Result<f64, Refusal> {
        let end = self.rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        match name.to_lowercase().as_str() {
            "pi" | "π" => return Ok(PI),
            "tau" | "τ" => return Ok(TAU),
            "e" => return Ok(E),
            name if function(name, &[1.0]).is_some() => {
                let [value] = self.arguments(name)?;
                function(name, &[value])
            }
            name if function(name, &[1.0, 1.0]).is_some() => {
                let values: [f64; 2] = self.arguments(name)?;
                function(name, &values)
            }
            _ => None,
        }
        .ok_or_else(|| Refusal::new(format!("unknown name `{name}`; use pi, tau, e, {FUNCTIONS}")))
    }

    fn arguments<const N: usize>(&mut self, name: &str) -> Result<[f64; N], Refusal> {
        if !self.take(&['(']) {
            return Err(Refusal::new(format!("`{name}` needs brackets, as in {name}(0.5)")));
        }
        let mut values = [0.0; N];
        for (index, value) in values.iter_mut().enumerate() {
            if index > 0 && !self.take(&[',', ';']) {
                return Err(Refusal::new(format!("`{name}` takes {N} numbers separated by commas")));
            }
            *value = self.nested(Reader::sum)?;
        }
        self.close()?;
        Ok(values)
    }

    fn close(&mut self) -> Result<(), Refusal> {
        if self.take(&[')']) { Ok(()) } else { Err(self.unexpected("`)`")) }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result<f64, Refusal>) -> Result<f64, Refusal> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(Refusal::new("the expression is nested too deeply"));
        }
        let value = read(self);
        self.nesting -= 1;
        value
    }

    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn next(&mut self) -> Option<char> {
        self.space();
        self.rest.chars().next()
    }

    fn take(&mut self, any: &[char]) -> bool {
        let found = self.next().is_some_and(|c| any.contains(&c));
        if found {
            self.rest = self.rest.strip_prefix(any).unwrap_or(self.rest);
        }
        found
    }

    fn unexpected(&mut self, expected: &str) -> Refusal {
        let index = self.text.chars().count() - self.rest.chars().count() + 1;
        Refusal::new(match self.next() {
            Some(found) => format!("expected {expected} before `{found}`, at character {index}"),
            None => format!("expected {expected} at the end"),
        })
    }
}

const FUNCTIONS: &str =
    "sqrt, sin, cos, tan, asin, acos, atan, exp, ln, log2, log10, abs, floor, ceil, round, min, max";

/// A function of this many numbers; `None` if the name is unknown.
#[expect(clippy::disallowed_methods, reason = "what is typed is a number in the document before it reaches a pixel")]
fn function(name: &str, values: &[f64]) -> Option<f64> {
    Some(match (name, values) {
        ("sqrt", [x]) => x.sqrt(),
        ("sin", [x]) => x.sin(),
        ("cos", [x]) => x.cos(),
        ("tan", [x]) => x.tan(),
        ("asin", [x]) => x.asin(),
        ("acos", [x]) => x.acos(),
        ("atan", [x]) => x.atan(),
        ("exp", [x]) => x.exp(),
        ("ln", [x]) => x.ln(),
        ("log2", [x]) => x.log2(),
        ("log10", [x]) => x.log10(),
        ("abs", [x]) => x.abs(),
        ("floor", [x]) => x.floor(),
        ("ceil", [x]) => x.ceil(),
        ("round", [x]) => x.round(),
        ("min", [x, y]) => x.min(*y),
        ("max", [x, y]) => x.max(*y),
        _ => return None,
    })
}

#[expect(clippy::disallowed_methods, reason = "what is typed is a number in the document before it reaches a pixel")]
fn power(base: f64, exponent: f64) -> f64 {
    base.powf(exponent)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn expressions_have_their_values() {
        for (text, value) in [
            ("0.1", 0.1),
            (" .5 ", 0.5),
            ("5.", 5.0),
            ("1e3", 1000.0),
            ("2.5E-1", 0.25),
            ("2e", 2.0 * E),
            ("1 - 2 - 3", -4.0),
            ("8/4/2", 1.0),
            ("2^3^2", 512.0),
            ("-2^-2", -0.25),
            ("2(3+1)", 8.0),
            ("(1+1)(2+1)", 6.0),
            ("1/2pi", 0.5 * PI),
            ("2 × −3 ÷ 6", -1.0),
            ("π + τ", PI + TAU),
            ("sqrt(2^2 * 4)", 4.0),
            ("SIN(pi/2) + cos(0)", 2.0),
            ("max(1, min(2, 3))", 2.0),
            ("--1", 1.0),
            ("round(2.5) + floor(-0.5) + ceil(0.5) + abs(-1)", 4.0),
        ] {
            assert_eq!(evaluate(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn errors_are_reported() {
        for (text, problem) in [
            ("", "expected a number at the end"),
            ("2 * / 3", "expected a number before `/`, at character 5"),
            ("(2", "expected `)` at the end"),
            ("2 3", "expected an operator before `3`, at character 3"),
            ("2)", "expected an operator before `)`, at character 2"),
            ("0,5", "write the decimal comma of `0,...` as a point"),
            ("sine(1)", "unknown name `sine`"),
            ("sin 1", "`sin` needs brackets, as in sin(0.5)"),
            ("min(1)", "`min` takes 2 numbers"),
            ("1/0", "this divides by 0"),
            ("10^400", "the number is too large"),
            ("sqrt(-1)", "this is undefined"),
            (".", "expected a number before `.`"),
        ] {
            let refusal = evaluate(text).unwrap_err().to_string();
            assert!(refusal.starts_with(problem), "{text}: {refusal}");
        }
        assert!(evaluate(&"(".repeat(100_000)).is_err());
        assert!(evaluate(&"-".repeat(100_000)).is_err());
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "[-0-9.,;()^*/+ a-eπ×²]{0,40}") {
            let _ = evaluate(&text);
        }

        #[test]
        fn numbers_are_read_as_they_are_written(value in proptest::num::f64::NORMAL) {
            prop_assert_eq!(evaluate(&value.to_string()), Ok(value));
            prop_assert_eq!(evaluate(&format!("{value:e}")), Ok(value));
        }
    }
}
