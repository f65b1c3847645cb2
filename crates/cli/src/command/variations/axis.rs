//! What varies from one picture of a sheet to the next.

use std::ops::RangeInclusive;
use std::str::FromStr;

use travertine::Texture;
use travertine::stages::graph::definition::ValueType;
use travertine::stages::graph::diagnostic::quote;

use crate::failure::Failure;

/// How many values a sweep has unless it says so.
const COUNT: u32 = 8;

/// The most values of a sweep.
const MAX_COUNT: u32 = 1000;

/// `NAME=A:B` or `NAME=A:B:COUNT`: values of a parameter at equal distances.
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
        let wrong =
            || "expected a parameter and its first and last value, as in vein_scale=1:8 or vein_scale=1:8:5"; // A name may have an equals sign, a number has none.
        let (parameter, values) =
            text.rsplit_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(wrong)?;
        let parts: Vec<&str> = values.split(':').map(str::trim).collect();
        let (first, last, count) = match parts.as_slice() {
            [first, last] => (first, last, None),
            [first, last, count] => (first, last, Some(count)),
            _ => return Err(wrong().to_owned()),
        };
        let number =
            |text: &str| text.parse().ok().filter(|number: &f32| number.is_finite()).ok_or_else(wrong);
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
    /// The values as a command line says them: whole ones, each once, for a parameter that takes no others.
    fn values(&self, whole: bool) -> Vec<String> {
        let (first, last) = (f64::from(self.first), f64::from(self.last));
        let count = self.count.unwrap_or(COUNT);
        let steps = f64::from(count.max(2) - 1);
        let value = |step: u32| first + (last - first) * (f64::from(step) / steps);
        let mut values: Vec<String> = (0..count)
            .map(value)
            .map(
                |value| {
                    if whole { format!("{:.0}", value.round() + 0.0) } else { (value as f32).to_string() }
                },
            )
            .collect();
        values.dedup();
        values
    }
}

/// Something that varies, and the values that it takes.
struct Axis {
    name: String,
    values: Vec<String>,
}

/// Every value of each axis with every one of the others: the last varies from one picture to the next.
pub struct Grid {
    /// Whether the first axis is that of the seeds.
    seeds: bool,
    axes: Vec<Axis>,
}

impl Grid {
    /// The seeds first, then the sweeps.
    pub fn new(
        texture: &Texture,
        seeds: Option<RangeInclusive<u32>>,
        sweeps: &[Sweep],
    ) -> Result<Grid, Failure> {
        let mut grid = Grid { seeds: seeds.is_some(), axes: Vec::new() };
        if let Some(seeds) = seeds {
            // As many as are far too many would fill the memory first.
            let values = seeds.take(1 << 20).map(|seed| seed.to_string()).collect();
            grid.axes.push(Axis { name: "seed".to_owned(), values });
        }
        for sweep in sweeps {
            if sweeps.iter().filter(|other| other.parameter == sweep.parameter).count() > 1 {
                return Err(Failure::usage(format!(
                    "--sweep has {} more than once",
                    quote(&sweep.parameter)
                )));
            }
            let parameters = &texture.graph().parameters;
            let parameter = parameters.iter().find(|parameter| parameter.name == sweep.parameter);
            let whole = parameter.is_some_and(|parameter| {
                matches!(parameter.value_type, ValueType::Integer | ValueType::Seed)
            });
            let values = sweep.values(whole);
            for value in &values {
                texture.clone().set(&sweep.parameter, value.as_str())?;
            }
            grid.axes.push(Axis { name: sweep.parameter.clone(), values });
        }
        if grid.axes.is_empty() {
            return Err(Failure::usage(
                "there is nothing that varies; add --seeds, as in --seeds 0..15, or --sweep, as in --sweep vein_scale=1:8",
            ));
        }
        Ok(grid)
    }

    /// Whether a sweep gives the parameter its values.
    pub fn varies(&self, parameter: &str) -> bool {
        self.axes.iter().skip(usize::from(self.seeds)).any(|axis| axis.name == parameter)
    }

    /// How many pictures there are.
    pub fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).fold(1, usize::saturating_mul)
    }

    /// How many pictures stand beside each other unless someone says so.
    pub fn columns(&self) -> usize {
        match self.axes.as_slice() {
            [.., last] if self.axes.len() > 1 && last.values.len() <= 32 => last.values.len(),
            _ => (1..).find(|side| side * side >= self.len()).unwrap_or(1),
        }
    }

    /// The names of what varies, each with the value that it has in a cell.
    pub fn labels(&self, cell: usize) -> Vec<(&str, &str)> {
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

    /// The parameters that vary, with their values in a cell.
    pub fn parameters(&self, cell: usize) -> Vec<(&str, &str)> {
        self.labels(cell).split_off(usize::from(self.seeds))
    }

    /// What varies, and from where to where.
    pub fn describe(&self) -> String {
        let describe = |axis: &Axis| match axis.values.as_slice() {
            [first, .., last] => format!("{} {} to {}", axis.name, short(first), short(last)),
            values => format!("{} {}", axis.name, values.concat()),
        };
        self.axes.iter().map(describe).collect::<Vec<_>>().join(", ")
    }
}

/// A value as a label shows it: at most four digits that count.
pub fn short(value: &str) -> String {
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
        for wrong in [
            "",
            "a",
            "a=",
            "a=1",
            "=1:2",
            "a=1:b",
            "a=1:2:0",
            "a=1:2:1001",
            "a=1:2:3:4",
            "a=nan:1",
            "a=1:inf",
        ] {
            assert!(wrong.parse::<Sweep>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn cells_count_through_the_last_axis_first() {
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
