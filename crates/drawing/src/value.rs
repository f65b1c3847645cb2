//! What a row shows of the content of an input.

use travertine_graph::constant::Constant;
use travertine_graph::json::Value;
use travertine_graph::ramp::Ramp;
use travertine_presentation::Held;
use travertine_program::Curve;

use crate::colors::hex;

/// What a row shows besides its name.
#[derive(Clone, PartialEq, Debug)]
pub enum Shown {
    /// Nothing: a wire leads here.
    Wire,
    /// The name of the parameter that drives the input.
    Parameter(String),
    /// A value in a few words.
    Text(String),
    /// A color, and its text.
    Color { hex: String, text: String },
    /// A bar of colors.
    Ramp(Ramp),
    /// A plot.
    Curve(Curve),
    /// A formula.
    Formula(String),
    /// A text in place of a value that is missing or does not fit.
    Problem(String),
}

impl Shown {
    /// The content of an input.
    pub fn of(held: &Held) -> Shown {
        match held {
            Held::Position => Shown::Text("the position".to_owned()),
            Held::Noise => Shown::Text("own noise".to_owned()),
            Held::Missing => Shown::Problem("missing".to_owned()),
            Held::Constant { value, .. } => Shown::of_constant(value),
            Held::Unfit(value) => Shown::Problem(value.one_line()),
            Held::Wire { .. } => Shown::Wire,
            Held::Parameter(name) => Shown::Parameter(name.clone()),
        }
    }

    /// A constant.
    pub fn of_constant(constant: &Constant) -> Shown {
        match constant {
            Constant::Float(value) => Shown::Text(number(*value)),
            Constant::Vector([x, y, z]) if x == y && y == z => Shown::Text(number(*x)),
            Constant::Vector(values) => Shown::Text(values.map(number).join(", ")),
            Constant::Color([red, green, blue, _]) => {
                let value = Value::from(constant);
                let text = value.as_text().map_or_else(|| value.one_line(), str::to_owned);
                Shown::Color { hex: hex([*red, *green, *blue]), text }
            }
            Constant::Ramp(ramp) => Shown::Ramp(ramp.clone()),
            Constant::Curve(curve) => Shown::Curve(curve.clone()),
            Constant::Formula(formula) => Shown::Formula(formula.text().to_owned()),
            Constant::Choice(text) => Shown::Text(text.clone()),
            Constant::Text(text) => Shown::Text(text.replace('\n', " ")),
            Constant::Image(image) => Shown::Text(image.name.clone()),
            Constant::Integer(_) | Constant::Seed(_) | Constant::Boolean(_) => {
                Shown::Text(Value::from(constant).one_line())
            }
        }
    }

    /// Height below the row of the name, in points; 0 for what stands next to the name.
    pub fn height(&self) -> f64 {
        match self {
            Shown::Ramp(_) => 20.0,
            Shown::Curve(_) => 52.0,
            Shown::Formula(formula) => FORMULA_LINE * lines(formula).len() as f64 + 6.0,
            _ => 0.0,
        }
    }
}

/// The height of a line of a formula, in points.
pub const FORMULA_LINE: f64 = 15.0;

/// The lines of a formula, cut where they do not fit.
pub fn lines(formula: &str) -> Vec<String> {
    /// The number of characters of one width that fit into a node.
    const COLUMNS: usize = 25;
    const MOST: usize = 4;
    let characters: Vec<char> = formula.chars().map(|each| if each.is_whitespace() { ' ' } else { each }).collect();
    let mut lines = Vec::new();
    let mut rest: &[char] = &characters;
    while !rest.is_empty() && lines.len() < MOST {
        let end = if rest.len() <= COLUMNS {
            rest.len()
        } else {
            // After an operator or a comma, if there is one.
            let is_end = |each: &char| " ,+-*/%".contains(*each);
            rest[..COLUMNS].iter().rposition(is_end).filter(|end| *end > COLUMNS / 2).map_or(COLUMNS, |end| end + 1)
        };
        let (line, after) = rest.split_at(end);
        lines.push(line.iter().collect::<String>().trim().to_owned());
        rest = after;
    }
    if let (Some(last), false) = (lines.last_mut(), rest.is_empty()) {
        last.push('…');
    }
    lines
}

/// A float with four digits or all of its whole part.
fn number(value: f32) -> String {
    if value == 0.0 || (1e-3..1e7).contains(&value.abs()) {
        let whole = (value.abs() as u64).to_string().len();
        let digits = 4_usize.saturating_sub(whole);
        let text = format!("{value:.digits$}");
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        return if text == "-0" { "0".to_owned() } else { text.to_owned() };
    }
    let text = format!("{value:.2e}");
    text.replace(".00e", "e").replace("0e", "e")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (2.0, "2"),
            (0.333_333_34, "0.333"),
            (1.5, "1.5"),
            (12.3456, "12.35"),
            (-1234.56, "-1235"),
            (65536.0, "65536"),
            (1e9, "1e9"),
            (2.5e-5, "2.5e-5"),
            (f32::MIN, "-3.4e38"),
        ] {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn formulas_are_wrapped_after_operators() {
        assert_eq!(lines("x*2"), ["x*2"]);
        assert_eq!(lines("smoothstep(0.2, 0.8, x) + 0.3*sin(a)"), ["smoothstep(0.2, 0.8, x) +", "0.3*sin(a)"]);
        let long = lines(&"x".repeat(1000));
        assert!(long.len() == 4 && long[3].ends_with('…'), "{long:?}");
    }

    #[test]
    fn vectors_and_colors_are_shown() {
        let shown = |constant| Shown::of_constant(&constant);
        assert_eq!(shown(Constant::Vector([2.0; 3])), Shown::Text("2".to_owned()));
        assert_eq!(shown(Constant::Vector([1.0, 0.25, 0.0])), Shown::Text("1, 0.25, 0".to_owned()));
        let red = Shown::Color { hex: "#ff0000".to_owned(), text: "#ff0000".to_owned() };
        assert_eq!(shown(Constant::Color([1.0, 0.0, 0.0, 1.0])), red);
        let bright = Shown::Color { hex: "#ff0000".to_owned(), text: "[2, 0, 0]".to_owned() };
        assert_eq!(shown(Constant::Color([2.0, 0.0, 0.0, 1.0])), bright);
        assert_eq!(shown(Constant::Boolean(true)), Shown::Text("true".to_owned()));
    }
}
