//! Arguments: values for parameters.

use travertine_graph::constant::Constant;
use travertine_graph::json::{Value, Writer};

/// A value for a parameter, as [`Texture::set`](crate::Texture::set) takes it.
///
/// Strings are parsed as on a command line: `4.5`, `[0.8, 0.2, 0.1]`, `true`, a choice by its name, a ramp as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument(String);

impl Argument {
    /// The value as text.
    pub fn text(&self) -> &str {
        &self.0
    }

    fn list(values: &[f32]) -> Argument {
        let values: Vec<String> = values.iter().map(f32::to_string).collect();
        Argument(format!("[{}]", values.join(", ")))
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Argument(text.to_owned())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Argument(text)
    }
}

impl From<[f32; 3]> for Argument {
    fn from(vector: [f32; 3]) -> Argument {
        Argument::list(&vector)
    }
}

impl From<[f32; 4]> for Argument {
    fn from(color: [f32; 4]) -> Argument {
        Argument::list(&color)
    }
}

impl From<Constant> for Argument {
    fn from(constant: Constant) -> Argument {
        let mut writer = Writer::new();
        writer.value(&Value::from(&constant));
        Argument(writer.finish())
    }
}

macro_rules! from_displayed {
    ($($kind:ty),*) => {$(
        impl From<$kind> for Argument {
            fn from(value: $kind) -> Argument {
                Argument(value.to_string())
            }
        }
    )*};
}

from_displayed!(f32, f64, i32, i64, u32, bool);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_what_a_document_would_say() {
        assert_eq!(Argument::from(4.5).text(), "4.5");
        assert_eq!(Argument::from([1.0, 0.5, 0.0]).text(), "[1, 0.5, 0]");
        assert_eq!(Argument::from(true).text(), "true");
        assert_eq!(Argument::from(Constant::Choice("a b".to_owned())).text(), "\"a b\"\n");
    }
}
