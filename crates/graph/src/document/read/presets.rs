//! Reads the presets of a document.

use super::reader::Reader;
use crate::document::Preset;
use crate::json::{Json, Value, pointer};

impl Reader {
    /// Presets by name.
    pub(super) fn presets(&mut self, json: Json, path: &str) -> Vec<(String, Preset)> {
        let mut presets = Vec::new();
        let members = self.object(json, path, "`presets`", "presets by name");
        for (key, value) in members.unwrap_or_default() {
            let path = self.named(path, "the name of a preset", &key);
            presets.push((key.text.into(), self.preset(value, &path)));
        }
        presets
    }

    fn preset(&mut self, json: Json, path: &str) -> Preset {
        let mut preset = Preset::default();
        let members = self.object(json, path, "the preset", "`description` and `values`");
        for (key, value) in members.unwrap_or_default() {
            let path = pointer::child(path, &key.text);
            match &*key.text {
                "description" => preset.description = self.text(value, &path, "`description`"),
                "values" => {
                    let values = self.object(value, &path, "`values`", "values by the name of a parameter");
                    let values = values.unwrap_or_default().into_iter();
                    preset.values = values.map(|(key, value)| (key.text.into(), Value::from(value))).collect();
                }
                _ => preset.extra.push((key.text.into(), Value::from(value))),
            }
        }
        preset
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;

    fn document(presets: &str) -> String {
        format!(r#"{{"format": "travertine", "version": 1, "nodes": {{}}, "outputs": {{}}, "presets": {presets}}}"#)
    }

    #[test]
    fn presets_come_back_in_canonical_form() {
        let text = document(
            r##"{"Verde": {"values": {"turbulence": 1.50, "seed": 4, "color": "#0a2"}, "future": [1], "description": "Green."},
                 "As it is": {}, "Empty": {"values": {}}}"##,
        );
        let read = Document::parse(text.as_bytes()).unwrap();
        let names: Vec<&str> = read.presets.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Verde", "As it is", "Empty"]);
        let written = read.to_json();
        let expected = r##"
  "presets": {
    "Verde": {
      "description": "Green.",
      "values": {
        "color": "#0a2",
        "seed": 4,
        "turbulence": 1.5
      },
      "future": [1]
    },
    "As it is": {},
    "Empty": {}
  },
  "nodes": {},
"##;
        assert!(written.contains(expected), "{written}");
        assert_eq!(Document::parse(written.as_bytes()), Ok(read));
    }

    #[test]
    fn wrong_shapes_are_reported() {
        let problems = |presets: &str| -> Vec<String> {
            let diagnostics = Document::parse(document(presets).as_bytes()).unwrap_err();
            diagnostics.iter().map(|each| format!("{} {}", each.pointer, each.message)).collect()
        };
        assert_eq!(problems("[]"), ["/presets `presets` is a list"]);
        assert_eq!(
            problems(r#"{"": {}, "a": 4, "b": {"values": [1], "description": 5}, "c": {"values": {"x": 1, "x": 2}}}"#),
            [
                "/presets/ the name of a preset is empty",
                "/presets/a the preset is a number",
                "/presets/b/values `values` is a list",
                "/presets/b/description `description` is a number",
                "/presets/c/values/x duplicate key `x`: line 1 has it twice",
            ]
        );
    }
}
