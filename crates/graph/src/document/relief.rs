//! The relief that a document states: how far its heights lift a surface.

use std::ops::RangeInclusive;

use super::Document;
use crate::json::Value;

impl Document {
    /// The key of the relief. It is among [`Document::extra`], so that editors that do not know it keep it as it is.
    pub(crate) const RELIEF: &str = "relief";

    /// The reliefs that a document may state.
    pub(crate) const RELIEFS: RangeInclusive<f32> = 0.0..=1.0;

    /// How far a height of 1 lifts a surface, in units of the graph, 0 to 1; none if the document states none. It is the
    /// default of solids, bakes and normal maps, and changes no output.
    pub fn relief(&self) -> Option<f32> {
        let (_, value) = self.extra.iter().find(|(key, _)| key == Document::RELIEF)?;
        Document::relief_of(value)
    }

    /// The relief that a value states; none if it is no number, or outside the range.
    pub(crate) fn relief_of(value: &Value) -> Option<f32> {
        let Value::Number(number) = value else { return None };
        number.as_f32().filter(|relief| Document::RELIEFS.contains(relief))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::registry::Registry;

    /// The relief and the errors of a document with this key.
    fn stated(key: &str) -> (Option<f32>, String) {
        let text =
            format!(r#"{{"format": "travertine", "version": 1, "nodes": {{}}, "outputs": {{}}{key}}}"#);
        let document = Document::parse(text.as_bytes()).unwrap();
        assert_eq!(Document::parse(document.to_json().as_bytes()).unwrap(), document);
        let errors = Graph::new(&document, &Registry::new([])).unwrap_err().to_string();
        (document.relief(), errors)
    }

    #[test]
    fn a_relief_is_a_number_from_0_to_1() {
        for (key, relief) in
            [("", None), (r#", "relief": 0.02"#, Some(0.02)), (r#", "relief": 0"#, Some(0.0))]
        {
            let (stated, errors) = stated(key);
            assert_eq!(stated, relief, "{key}");
            assert!(!errors.contains("relief"), "{errors}");
        }
        for key in
            [r#", "relief": -0.1"#, r#", "relief": 1.5"#, r#", "relief": "high""#, r#", "relief": null"#]
        {
            let (stated, errors) = stated(key);
            assert_eq!(stated, None, "{key}");
            assert!(errors.contains("/relief") && errors.contains("a number from 0 to 1"), "{errors}");
        }
        let (_, errors) = stated(r#", "releif": 0.1"#);
        assert!(errors.contains("did you mean `relief`?"), "{errors}");
    }
}
