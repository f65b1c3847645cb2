//! Writes annotations as JSON.

use crate::document::{Annotations, Frame};
use crate::json::{Number, Value, Writer};

impl Annotations {
    pub(super) fn write(&self, writer: &mut Writer) {
        writer.open();
        if !self.frames.is_empty() {
            writer.key("frames");
            writer.open();
            for (id, frame) in &self.frames {
                if let Some(value) = frame.to_value() {
                    writer.key(id);
                    writer.value(&value);
                }
            }
            writer.close();
        }
        for (key, ids) in [("collapsed", &self.collapsed), ("folded", &self.folded)] {
            if !ids.is_empty() {
                writer.key(key);
                writer.value(&Value::List(ids.iter().map(|id| Value::from(id.as_str())).collect()));
            }
        }
        if let Some(position) = self.outputs.as_ref().and_then(|position| list(position)) {
            writer.key("outputs");
            writer.value(&position);
        }
        for (key, value) in &self.extra {
            writer.key(key);
            writer.value(value);
        }
        writer.close();
    }
}

impl Frame {
    /// `None` if the position is not finite.
    fn to_value(&self) -> Option<Value> {
        let text = |text: &Option<String>| text.as_deref().map(Value::from);
        let color = |[red, green, blue]: [u8; 3]| Value::from(format!("#{red:02x}{green:02x}{blue:02x}").as_str());
        let ([x, y], [width, height]) = (self.position, self.size);
        let known = [
            ("title", text(&self.title)),
            ("text", text(&self.text)),
            ("color", self.color.map(color)),
            ("rectangle", Some(list(&[x, y, width, height])?)),
        ];
        let known = known.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Some(Value::Object(known.chain(self.extra.iter().cloned()).collect()))
    }
}

/// A list of numbers; `None` if one of them is not finite.
pub(super) fn list(numbers: &[f64]) -> Option<Value> {
    let numbers = numbers.iter().map(|number| Number::from_f64(*number).map(Value::Number));
    numbers.collect::<Option<Vec<Value>>>().map(Value::List)
}
