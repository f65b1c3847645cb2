//! Means of a field over several positions.
//!
//! Colors count by their opacity, so that what is transparent leaves no dark rim; alpha is the plain mean. Opaque
//! colors need no extra operation for that.

use travertine_graph::lowering::{Field, LoweringContext, Position, Suspended};
use travertine_program::Expr;

/// The mean of the input `value` over `count` places with weights, whose sum is `whole`.
///
/// Each place is made in a step of its own, so that the cost does not grow with the square of their number.
pub fn mean<'a>(
    context: &LoweringContext<'a>,
    count: usize,
    whole: Expr<'a>,
    place: impl Fn(usize) -> (Position<'a>, Expr<'a>),
) -> Result<Field<'a>, Suspended> {
    let mut sum = None;
    for index in 0..count {
        let next = context.once(|| {
            let (position, weight) = place(index);
            Ok(add(sum, context.any_at("value", position)?, weight))
        })?;
        sum = Some(next);
    }
    Ok(sum.map_or(Field::Float(whole), |sum| divide(sum, whole)))
}

/// A sum of samples, and one more with a weight.
pub fn add<'a>(sum: Option<Field<'a>>, sample: Field<'a>, weight: Expr<'a>) -> Field<'a> {
    let weighted = match sample {
        Field::Color([red, green, blue, alpha]) => {
            let weight = alpha * weight;
            Field::Color([red * weight, green * weight, blue * weight, weight])
        }
        other => other.map(|component| component * weight),
    };
    sum.map_or(weighted, |sum| sum.zip(weighted, |a, b| a + b))
}

/// The mean for a sum of samples and the sum of their weights.
pub fn divide<'a>(sum: Field<'a>, whole: Expr<'a>) -> Field<'a> {
    match sum {
        Field::Color([red, green, blue, weight]) => {
            Field::Color([red / weight, green / weight, blue / weight, weight / whole])
        }
        other => other.map(|component| component / whole),
    }
}

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn blurred(ramp: &str, node: &str) -> Vec<f32> {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "ramp": {{
                  "type": "color/ramp",
                  "inputs": {{"value": {{"node": "position", "output": "x"}}, "ramp": {{"stops": [{ramp}]}}}}
                }},
                "blur": {{{node}, "inputs": {{"value": {{"node": "ramp"}}}}}}
              }},
              "outputs": {{"color": {{"node": "blur"}}}}
            }}"#
        );
        output_at(&document, [0.5, 0.0, 0.0, 0.0])
    }

    #[test]
    fn transparent_colors_leave_no_rim() {
        let ramp = r#"{"position": 0, "color": [0.8, 0.4, 0.2, 1]}, {"position": 0.5, "color": [0.8, 0.4, 0.2, 1]},
            {"position": 0.5, "color": [0, 0, 0, 0]}"#;
        for node in [r#""type": "filter/blur""#, r#""type": "filter/directional-blur""#] {
            let [red, green, blue, alpha] = blurred(ramp, node)[..] else { panic!("a color") };
            let close = [(red, 0.8), (green, 0.4), (blue, 0.2), (alpha, 0.5)];
            assert!(close.iter().all(|(a, b)| (a - b).abs() < 1e-5), "{close:?}");
        }
    }
}
