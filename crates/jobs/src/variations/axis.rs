//! The seeds and parameter values that vary across a sheet.

use std::ops::RangeInclusive;
use std::str::FromStr;

use travertine::Texture;
use travertine::stages::graph::definition::ValueType;
use travertine::stages::graph::diagnostic::quote;

use crate::describe::count;
use crate::failure::Failure;

/// Maximum number of pictures of a sheet.
const MAX_CELLS: u64 = 10_000;

/// Default number of values of a sweep.
const COUNT: u32 = 8;

/// Maximum number of values of a sweep.
const MAX_COUNT: u32 = 1000;

/// `NAME=A:B` or `NAME=A:B:COUNT`: evenly spaced values of a parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Sweep {
    parameter: String,
    first: f32,
    last: f32,
    count: Option<u32>,
}

impl FromStr for Sweep {
    type Err = String;

    fn from_str(text: &str) -> Result<Sweep, String> {
        let wrong = || "expected a parameter and its first and last value, as in vein_scale=1:8 or vein_scale=1:8:5";
        // The last equals sign: a name may contain one, a number cannot.
        let (parameter, values) = text.rsplit_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(wrong)?;
        let parts: Vec<&str> = values.split(':').map(str::trim).collect();
        let (first, last, count) = match parts.as_slice() {
            [first, last] => (first, last, None),
            [first, last, count] => (first, last, Some(count)),
            _ => return Err(wrong().to_owned()),
        };
        let number = |text: &str| text.parse().ok().filter(|number: &f32| number.is_finite()).ok_or_else(wrong);
        let count = match count {
            None => None,
            Some(count) => match count.parse() {
                Ok(count) if (1..=MAX_COUNT).contains(&count) => Some(count),
                _ => return Err(format!("expected 1 to {MAX_COUNT} values, as in vein_scale=1:8:5")),
            },
        };
        Ok(Sweep { parameter: parameter.to_owned(), first: number(first)?, last: number(last)?, count })
    }
}

impl Sweep {
    /// The values as text. If `whole`, they are rounded to whole numbers without repetitions.
    fn values(&self, whole: bool) -> Vec<String> {
        let (first, last) = (f64::from(self.first), f64::from(self.last));
        let count = self.count.unwrap_or(COUNT);
        let steps = f64::from(count.max(2) - 1);
        let value = |step: u32| first + (last - first) * (f64::from(step) / steps);
        let mut values: Vec<String> = (0..count)
            .map(value)
            .map(|value| if whole { format!("{:.0}", value.round() + 0.0) } else { (value as f32).to_string() })
            .collect();
        values.dedup();
        values
    }
}

/// The seed or a parameter, with its values.
struct Axis {
    name: String,
    values: Vec<String>,
}

/// All combinations of the values of some axes. The last axis varies fastest.
pub struct Grid {
    /// Whether the first axis is the seed.
    seeds: bool,
    axes: Vec<Axis>,
}

impl Grid {
    /// The grid of seeds, as first axis, and sweeps.
    ///
    /// # Errors
    ///
    /// If a parameter does not exist, does not have such values, or is swept twice, or nothing varies.
    pub fn new(texture: &Texture, seeds: Option<RangeInclusive<u32>>, sweeps: &[Sweep]) -> Result<Grid, Failure> {
        let mut grid = Grid { seeds: seeds.is_some(), axes: Vec::new() };
        if let Some(seeds) = seeds {
            // Limited, so that a huge range does not fill the memory before it is refused.
            let values = seeds.take(1 << 20).map(|seed| seed.to_string()).collect();
            grid.axes.push(Axis { name: "seed".to_owned(), values });
        }
        for sweep in sweeps {
            if sweeps.iter().filter(|other| other.parameter == sweep.parameter).count() > 1 {
                return Err(Failure::usage(format!(
                    "⟦sweep⟧ sets {} several times; remove all but one",
                    quote(&sweep.parameter)
                )));
            }
            let parameters = &texture.graph().parameters;
            let parameter = parameters.iter().find(|parameter| parameter.name == sweep.parameter);
            let whole =
                parameter.is_some_and(|parameter| matches!(parameter.value_type, ValueType::Integer | ValueType::Seed));
            let values = sweep.values(whole);
            for value in &values {
                texture.clone().set(&sweep.parameter, value.as_str())?;
            }
            grid.axes.push(Axis { name: sweep.parameter.clone(), values });
        }
        if grid.axes.is_empty() {
            return Err(Failure::usage(
                "nothing varies; add ⟦seeds⟧, as in ⟦seeds=0..15⟧, or ⟦sweep⟧, as in ⟦sweep=vein_scale=1:8⟧",
            ));
        }
        let cells = grid.axes.iter().fold(1, |cells: u64, axis| cells.saturating_mul(axis.values.len() as u64));
        if cells > MAX_CELLS {
            return Err(Failure::limit(format!(
                "{} exceed the limit of {}; use fewer seeds or values",
                count(cells, "picture"),
                count(MAX_CELLS, "picture")
            )));
        }
        Ok(grid)
    }

    /// Whether a sweep varies the parameter.
    pub fn varies(&self, parameter: &str) -> bool {
        self.axes.iter().skip(usize::from(self.seeds)).any(|axis| axis.name == parameter)
    }

    /// Number of pictures.
    #[expect(clippy::len_without_is_empty, reason = "it has at least one picture")]
    pub fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).fold(1, usize::saturating_mul)
    }

    /// Default number of pictures per row.
    pub(super) fn columns(&self) -> usize {
        match self.axes.as_slice() {
            [.., last] if self.axes.len() > 1 && last.values.len() <= 32 => last.values.len(),
            _ => (1..).find(|side| side * side >= self.len()).unwrap_or(1),
        }
    }

    /// Name and value of each axis in a cell.
    pub(super) fn labels(&self, cell: usize) -> Vec<(&str, &str)> {
        let mut rest = cell;
        let mut labels: Vec<(&str, &str)> = Vec::new();
        for axis in self.axes.iter().rev() {
            labels.push((&axis.name, &axis.values[rest % axis.values.len()]));
            rest /= axis.values.len();
        }
        labels.reverse();
        labels
    }

    /// The seed of a cell, if seeds vary.
    pub fn seed(&self, cell: usize) -> Option<u32> {
        self.labels(cell).first().filter(|_| self.seeds).and_then(|(_, seed)| seed.parse().ok())
    }

    /// Names and values of the swept parameters in a cell.
    pub fn parameters(&self, cell: usize) -> Vec<(&str, &str)> {
        self.labels(cell).split_off(usize::from(self.seeds))
    }

    /// The axes in words, each with its first and last value.
    pub(super) fn describe(&self) -> String {
        let describe = |axis: &Axis| match axis.values.as_slice() {
            [first, .., last] => format!("{} {} to {}", axis.name, short(first), short(last)),
            values => format!("{} {}", axis.name, values.concat()),
        };
        self.axes.iter().map(describe).collect::<Vec<_>>().join(", ")
    }
}

/// A value for a label: long fractions are rounded to four significant digits.
pub(super) fn short(value: &str) -> String {
    match value.parse::<f64>() {
        Ok(number) if value.len() > 6 && number.fract() != 0.0 => {
            format!("{number:.3e}").parse::<f64>().unwrap_or(number).to_string()
        }
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, whole: bool) -> Vec<String> {
        text.parse::<Sweep>().unwrap().values(whole)
    }

    #[test]
    fn sweeps_have_both_ends() {
        assert_eq!(values("a=1:8", false), ["1", "2", "3", "4", "5", "6", "7", "8"]);
        assert_eq!(values("a=1:0:3", false), ["1", "0.5", "0"]);
        assert_eq!(values("a=0.1:7:1", false), ["0.1"]);
        assert_eq!(values("a=-1e3:1:2", false), ["-1000", "1"]);
        assert_eq!(values("a=1:4", true), ["1", "2", "3", "4"], "whole ones come once");
        assert_eq!(values("a=-0.4:0.4:2", true), ["0"]);
        for wrong in ["", "a", "a=", "a=1", "=1:2", "a=1:b", "a=1:2:0", "a=1:2:1001", "a=1:2:3:4", "a=nan:1", "a=1:inf"]
        {
            assert!(wrong.parse::<Sweep>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_last_axis_varies_fastest() {
        let axis = |name: &str, values: &[&str]| Axis {
            name: name.to_owned(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        };
        let grid = Grid { seeds: true, axes: vec![axis("seed", &["7", "8"]), axis("a", &["1", "2", "3"])] };
        assert_eq!((grid.len(), grid.columns()), (6, 3));
        assert_eq!(grid.labels(4), [("seed", "8"), ("a", "2")]);
        assert_eq!((grid.seed(4), grid.parameters(4)), (Some(8), vec![("a", "2")]));
        let grid = Grid { seeds: false, axes: vec![axis("a", &["1", "2", "3", "4", "5"])] };
        assert_eq!((grid.columns(), grid.seed(2), grid.parameters(2)), (3, None, vec![("a", "3")]));
    }

    #[test]
    fn labels_are_short() {
        for (value, label) in [
            ("1", "1"),
            ("1234567", "1234567"),
            ("3.3333333", "3.333"),
            ("0.00012345", "0.0001234"),
            ("-2.25", "-2.25"),
        ] {
            assert_eq!(short(value), label);
        }
    }
}
