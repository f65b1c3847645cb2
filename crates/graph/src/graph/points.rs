//! Ramps and curves of a document.

use travertine_program::{Curve, CurveInterpolation};

use super::expected::{expected, shown};
use super::numbers::{color, number, wrong};
use crate::definition::ValueType;
use crate::diagnostic::{Diagnostic, Diagnostics, one_of, quote};
use crate::json::{Value, pointer};
use crate::ramp::{Ramp, RampSpace, Stop};
use crate::suggest::nearest;

/// Maximum number of stops of a ramp, and of points of a curve.
pub const MAX_POINTS: usize = 64;

/// Reads `{"stops": [{"position": 0, "color": "#000000"}, ...], "interpolation": "linear", "space": "linear"}`. The
/// last two fields are optional.
pub(super) fn ramp(value: &Value, path: &str, diagnostics: &mut Diagnostics) -> Option<Ramp> {
    let mut reader = Reader { value_type: ValueType::Ramp, diagnostics, failed: false };
    let stops = reader.points(value, path, "stops", &["stops", "interpolation", "space"], Reader::stop);
    reader.in_order(stops.iter().map(|stop| stop.position), path, "stops", "position");
    let interpolation = reader.interpolation(value, path);
    let space = reader.name(value, path, "space", &RampSpace::ALL.map(RampSpace::name)).and_then(RampSpace::from_name);
    let space = space.unwrap_or(RampSpace::Linear);
    (!reader.failed).then_some(Ramp { stops, interpolation, space })
}

/// Reads `{"points": [[0, 0], [1, 1]], "interpolation": "linear"}`. The last field is optional.
pub(super) fn curve(value: &Value, path: &str, diagnostics: &mut Diagnostics) -> Option<Curve> {
    let mut reader = Reader { value_type: ValueType::Curve, diagnostics, failed: false };
    let points = reader.points(value, path, "points", &["points", "interpolation"], Reader::point);
    reader.in_order(points.iter().map(|point| point[0]), path, "points", "0");
    let interpolation = reader.interpolation(value, path);
    (!reader.failed).then_some(Curve { points, interpolation })
}

struct Reader<'a> {
    value_type: ValueType,
    diagnostics: &'a mut Diagnostics,
    failed: bool,
}

impl Reader<'_> {
    fn fail(&mut self, diagnostic: Diagnostic) {
        self.failed = true;
        self.diagnostics.push(diagnostic);
    }

    /// Reads the list at `key`, each item with `read`.
    fn points<T>(
        &mut self,
        value: &Value,
        path: &str,
        key: &str,
        known: &[&str],
        read: fn(&mut Self, &Value, &str) -> Option<T>,
    ) -> Vec<T> {
        let Value::Object(members) = value else {
            let expected = expected(&self.value_type, &[], None);
            self.fail(wrong(value, path).expected(expected));
            return Vec::new();
        };
        self.known_fields(members, path, known);
        let list = pointer::child(path, key);
        match value.get(key) {
            Some(Value::List(items)) if (1..=MAX_POINTS).contains(&items.len()) => {
                let items = items.iter().enumerate();
                items.filter_map(|(index, item)| read(self, item, &pointer::child(&list, &index.to_string()))).collect()
            }
            Some(Value::List(items)) => {
                let message = format!("the {} has {} {key}", self.value_type.name(), items.len());
                self.fail(Diagnostic::error(list, message).expected(format!("1 to {MAX_POINTS}")));
                Vec::new()
            }
            Some(other) => {
                self.fail(
                    Diagnostic::error(list, format!("`{key}` is {}", other.describe()))
                        .expected(format!("a list of 1 to {MAX_POINTS}")),
                );
                Vec::new()
            }
            None => {
                let expected = expected(&self.value_type, &[], None);
                let message = format!("the {} has no `{key}`", self.value_type.name());
                self.fail(Diagnostic::error(path, message).expected(expected));
                Vec::new()
            }
        }
    }

    fn stop(&mut self, value: &Value, path: &str) -> Option<Stop> {
        let Value::Object(members) = value else {
            self.fail(wrong(value, path).expected("a stop: {\"position\": 0.5, \"color\": \"#rrggbb\"}"));
            return None;
        };
        self.known_fields(members, path, &["position", "color"]);
        let position = self.position(value, path);
        let color = match value.get("color") {
            Some(value) => {
                let read = color(value, &pointer::child(path, "color"));
                read.map_err(|problem| {
                    let text = problem.expected.clone().unwrap_or_else(|| expected(&ValueType::Color, &[], None));
                    self.fail(problem.expected(text));
                })
                .ok()
            }
            None => {
                let expected = expected(&ValueType::Color, &[], None);
                self.fail(Diagnostic::error(path, "the stop has no `color`").expected(expected));
                None
            }
        };
        Some(Stop { position: position?, color: color? })
    }

    fn position(&mut self, stop: &Value, path: &str) -> Option<f32> {
        const EXPECTED: &str = "a number from 0 to 1";
        let Some(value) = stop.get("position") else {
            self.fail(Diagnostic::error(path, "the stop has no `position`").expected(EXPECTED));
            return None;
        };
        let path = pointer::child(path, "position");
        let read = match value {
            Value::Number(one) => number(one, &path),
            _ => Err(wrong(value, &path)),
        };
        let checked = read.and_then(|position| {
            if (0.0..=1.0).contains(&position) {
                return Ok(position);
            }
            Err(Diagnostic::error(path, format!("the position {} is out of range", quote(&value.to_string()))))
        });
        checked.map_err(|problem| self.fail(problem.expected(EXPECTED))).ok()
    }

    fn point(&mut self, value: &Value, path: &str) -> Option<[f32; 2]> {
        let read = match value {
            Value::List(items) => match &items[..] {
                [Value::Number(x), Value::Number(y)] => number(x, &pointer::child(path, "0"))
                    .and_then(|x| number(y, &pointer::child(path, "1")).map(|y| [x, y])),
                _ => Err(wrong(value, path).expected("a point: two numbers, as in [0.5, 1]")),
            },
            _ => Err(wrong(value, path).expected("a point: two numbers, as in [0.5, 1]")),
        };
        read.map_err(|problem| self.fail(problem)).ok()
    }

    /// Reports the first position that is less than the one before it.
    fn in_order(&mut self, positions: impl Iterator<Item = f32>, path: &str, key: &str, member: &str) {
        // With an item missing, the indices would be wrong.
        if self.failed {
            return;
        }
        let mut last = f32::NEG_INFINITY;
        for (index, here) in positions.enumerate() {
            if here < last {
                let path = pointer::child(&pointer::child(&pointer::child(path, key), &index.to_string()), member);
                let message = format!("the {key} are not in order: {} comes after {}", shown(here), shown(last));
                self.fail(Diagnostic::error(path, message).help(format!("sort the {key} from left to right")));
                return;
            }
            last = here;
        }
    }

    fn interpolation(&mut self, value: &Value, path: &str) -> CurveInterpolation {
        self.name(value, path, "interpolation", &CurveInterpolation::ALL.map(CurveInterpolation::name))
            .and_then(CurveInterpolation::from_name)
            .unwrap_or(CurveInterpolation::Linear)
    }

    fn name<'v>(&mut self, value: &'v Value, path: &str, key: &str, names: &[&'static str]) -> Option<&'v str> {
        let value = value.get(key)?;
        let path = pointer::child(path, key);
        match value {
            Value::Text(text) if names.contains(&text.as_str()) => Some(text),
            Value::Text(text) => {
                let diagnostic = Diagnostic::error(path, format!("unknown {key} {}", quote(text)))
                    .did_you_mean(nearest(text, names.iter().copied()));
                self.fail(diagnostic.expected(one_of(names.iter().copied())));
                None
            }
            _ => {
                self.fail(wrong(value, &path).expected(one_of(names.iter().copied())));
                None
            }
        }
    }

    fn known_fields(&mut self, members: &[(String, Value)], path: &str, known: &[&str]) {
        for (key, _) in members.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
            let diagnostic = Diagnostic::error(pointer::child(path, key), format!("unknown field {}", quote(key)))
                .did_you_mean(nearest(key, known.iter().copied()))
                .expected(one_of(known.iter().copied()));
            self.fail(diagnostic.at_key());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::value_from_argument;

    fn problems(value_type: ValueType, text: &str) -> Vec<String> {
        let value = value_from_argument(text, 64).unwrap();
        let mut diagnostics = Diagnostics::new();
        let found = match value_type {
            ValueType::Ramp => ramp(&value, "", &mut diagnostics).is_some(),
            _ => curve(&value, "", &mut diagnostics).is_some(),
        };
        assert_eq!(found, diagnostics.is_empty());
        diagnostics.iter().map(|each| format!("{} {}", each.pointer, each.message)).collect()
    }

    #[test]
    fn a_ramp_needs_only_stops() {
        let text =
            r##"{"stops": [{"position": 0, "color": "#000000"}, {"position": 1, "color": 2}], "space": "srgb"}"##;
        let ramp = ramp(&value_from_argument(text, 64).unwrap(), "", &mut Diagnostics::new()).unwrap();
        assert_eq!(ramp.stops[1], Stop { position: 1.0, color: [2.0, 2.0, 2.0, 1.0] });
        assert_eq!((ramp.interpolation, ramp.space), (CurveInterpolation::Linear, RampSpace::Srgb));
    }

    #[test]
    fn every_error_of_a_ramp_is_reported() {
        let text = r##"{"stops": [{"positon": 0, "color": "#000"}, {"position": 2, "color": 1}, 5],
                       "interpolation": "linaer", "space": 1, "mode": 0}"##;
        assert_eq!(
            problems(ValueType::Ramp, text),
            [
                "/mode unknown field `mode`",
                "/stops/0/positon unknown field `positon`",
                "/stops/0 the stop has no `position`",
                "/stops/0/color `#000` is not a color",
                "/stops/1/position the position `2` is out of range",
                "/stops/2 the number `5` does not fit here",
                "/interpolation unknown interpolation `linaer`",
                "/space the number `1` does not fit here",
            ]
        );
        assert_eq!(problems(ValueType::Ramp, "3"), [" the number `3` does not fit here"]);
        assert_eq!(problems(ValueType::Ramp, "{}"), [" the ramp has no `stops`"]);
        assert_eq!(problems(ValueType::Ramp, r#"{"stops": []}"#), ["/stops the ramp has 0 stops"]);
    }

    #[test]
    fn points_must_be_in_order() {
        assert!(problems(ValueType::Curve, r#"{"points": [[0, 0], [0, 1], [2, 0]]}"#).is_empty());
        assert_eq!(
            problems(ValueType::Curve, r#"{"points": [[0, 0], [1, 1], [0.5, 0]]}"#),
            ["/points/2/0 the points are not in order: 0.5 comes after 1"]
        );
        assert_eq!(
            problems(ValueType::Curve, r#"{"points": [[0, 1e40], [1]]}"#),
            ["/points/0/1 `1e40` is too large", "/points/1 a list of 1 does not fit here"]
        );
    }
}
