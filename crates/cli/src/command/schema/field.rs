//! The schema of a field of a job.

use travertine::stages::graph::json::{Value, object, texts};
use travertine_jobs::{Field, Shape};

use super::keywords::described;

/// The values of a field, with its help.
pub fn schema(field: &Field) -> Value {
    let types = |types: &[&str]| object([("type", texts(types.iter().copied()))]);
    let schema = match field.shape {
        Shape::Switch => types(&["boolean"]),
        Shape::Named => types(&["object"]),
        Shape::Optional => types(&["boolean", "number", "string"]),
        Shape::Single if !field.choices.is_empty() => {
            // Numbers may also be written as numbers.
            let choice = |(choice, _): &(String, String)| {
                let number = choice.parse().ok().map(|number: i64| Value::from(number));
                [Some(Value::from(choice.as_str())), number].into_iter().flatten()
            };
            object([("enum", Value::List(field.choices.iter().flat_map(choice).collect()))])
        }
        Shape::Single | Shape::List => types(&["string", "number", "array"]),
    };
    described(schema, &field.help)
}
