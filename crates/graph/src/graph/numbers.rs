//! Numbers, lists of numbers and colors of a document.

use travertine_noise::math::srgb_to_linear;

use crate::diagnostic::{Diagnostic, quote};
use crate::json::{Number, Value, pointer};

/// The number as a finite `f32`.
pub(super) fn number(number: &Number, path: &str) -> Result<f32, Diagnostic> {
    number.as_f32().ok_or_else(|| {
        Diagnostic::error(path, format!("{} is too large", quote(number.as_str())))
            .expected("a number from -3.4e38 to 3.4e38")
    })
}

/// Linear red, green, blue and alpha.
pub(super) fn color(value: &Value, path: &str) -> Result<[f32; 4], Diagnostic> {
    match value {
        Value::Number(one) => number(one, path).map(|value| [value, value, value, 1.0]),
        Value::Text(text) => color_of_text(text, path),
        Value::List(items) => match numbers(items, path)?[..] {
            [red, green, blue] => Ok([red, green, blue, 1.0]),
            [red, green, blue, alpha] => Ok([red, green, blue, alpha]),
            _ => Err(wrong(value, path)),
        },
        _ => Err(wrong(value, path)),
    }
}

/// An error: the value has the wrong type or shape.
pub(super) fn wrong(value: &Value, path: &str) -> Diagnostic {
    let found = match value {
        Value::List(items) => format!("a list of {} does not fit here", items.len()),
        Value::Text(text) => format!("the string {} does not fit here", quote(text)),
        Value::Number(number) => format!("the number {} does not fit here", quote(number.as_str())),
        Value::Bool(_) | Value::Null => format!("`{value}` does not fit here"),
        Value::Object(_) => "an object does not fit here".to_owned(),
    };
    let diagnostic = Diagnostic::error(path, found);
    match value {
        Value::Null => diagnostic.help("leave the field out for its default"),
        Value::Text(text) if Number::new(text.trim()).is_some() => diagnostic.help("write the number without quotes"),
        Value::Text(text) if matches!(text.as_str(), "true" | "false") => diagnostic.help("write it without quotes"),
        _ => diagnostic,
    }
}

/// The numbers of a list of at most four.
pub(super) fn numbers(items: &[Value], path: &str) -> Result<Vec<f32>, Diagnostic> {
    if items.len() > 4 {
        return Err(Diagnostic::error(path, format!("a list of {} does not fit here", items.len())));
    }
    let items = items.iter().enumerate();
    items
        .map(|(index, item)| {
            let path = pointer::child(path, &index.to_string());
            match item {
                Value::Number(one) => number(one, &path),
                _ => Err(wrong(item, &path).expected("a number")),
            }
        })
        .collect()
}

fn color_of_text(text: &str, path: &str) -> Result<[f32; 4], Diagnostic> {
    let malformed = || {
        let diagnostic = Diagnostic::error(path, format!("{} is not a color", quote(text)));
        let digits = text.trim_start_matches('#');
        let help = match digits.len() {
            6 | 8 if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => "put one `#` in front",
            3 | 4 if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => "write each digit twice",
            _ => return diagnostic,
        };
        diagnostic.help(help)
    };
    let digits = text.strip_prefix('#').ok_or_else(malformed)?;
    if !matches!(digits.len(), 6 | 8) {
        return Err(malformed());
    }
    let nibbles: Option<Vec<u32>> = digits.chars().map(|digit| digit.to_digit(16)).collect();
    let mut color = [1.0; 4];
    for (component, pair) in color.iter_mut().zip(nibbles.ok_or_else(malformed)?.chunks_exact(2)) {
        *component = (pair[0] * 16 + pair[1]) as f32 / 255.0;
    }
    let [red, green, blue, alpha] = color;
    Ok([srgb_to_linear(red), srgb_to_linear(green), srgb_to_linear(blue), alpha])
}
