//! The relief of a document: how far its heights lift a surface.

use std::collections::{BTreeSet, VecDeque};
use std::ops::RangeInclusive;

use super::fields::RELIEF;
use super::{Document, Input};
use crate::json::Value;

impl Document {
    /// The range of a relief.
    pub(crate) const RELIEFS: RangeInclusive<f32> = 0.0..=1.0;

    /// How far a height of 1 lifts a surface, in units of the graph, 0 to 1; `None` if nothing specifies it. It is the
    /// default of solids, bakes and normal maps, and changes no output.
    ///
    /// A document without a relief of its own has the relief of the group that its height comes from: the nearest one
    /// that specifies a relief, going back from the output `height` or `bump`, or else from the first output.
    pub fn relief(&self) -> Option<f32> {
        match self.extra.iter().find(|(key, _)| key == RELIEF) {
            Some((_, value)) => Document::relief_of(value),
            None => self.relief_of_groups(),
        }
    }

    fn relief_of_groups(&self) -> Option<f32> {
        if self.groups.is_empty() {
            return None;
        }
        let named = |name: &str| self.outputs.iter().find(|(output, _)| output == name);
        let (_, source) = named("height").or_else(|| named("bump")).or_else(|| self.outputs.first())?;
        let mut waiting = VecDeque::from([source]);
        let mut seen = BTreeSet::new();
        while let Some(input) = waiting.pop_front() {
            let Input::Node { node: id, .. } = input else { continue };
            let Some(node) = self.nodes.get(id).filter(|_| seen.insert(id)) else { continue };
            let group = match node.node_type.split_once('/') {
                Some(("group" | "iterate", name)) => self.groups.get(name),
                _ => None,
            };
            if let Some(relief) = group.and_then(|group| group.document.relief()) {
                return Some(relief);
            }
            waiting.extend(node.inputs.values());
        }
        None
    }

    /// The relief that a value specifies; `None` if it is not a number, or outside the range.
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
    fn parsed(key: &str) -> (Option<f32>, String) {
        let text = format!(r#"{{"format": "travertine", "version": 1, "nodes": {{}}, "outputs": {{}}{key}}}"#);
        let document = Document::parse(text.as_bytes()).unwrap();
        assert_eq!(Document::parse(document.to_json().as_bytes()).unwrap(), document);
        let errors = Graph::new(&document, &Registry::new([])).unwrap_err().to_string();
        (document.relief(), errors)
    }

    #[test]
    fn a_relief_is_a_number_from_0_to_1() {
        for (key, relief) in [("", None), (r#", "relief": 0.02"#, Some(0.02)), (r#", "relief": 0"#, Some(0.0))] {
            let (found, errors) = parsed(key);
            assert_eq!(found, relief, "{key}");
            assert!(!errors.contains("relief"), "{errors}");
        }
        for key in [r#", "relief": -0.1"#, r#", "relief": 1.5"#, r#", "relief": "high""#, r#", "relief": null"#] {
            let (found, errors) = parsed(key);
            assert_eq!(found, None, "{key}");
            assert!(errors.contains("/relief") && errors.contains("a number from 0 to 1"), "{errors}");
        }
        // A relief that does not fit is not replaced by that of a group.
        let (_, errors) = parsed(r#", "releif": 0.1"#);
        assert!(errors.contains("did you mean `relief`?"), "{errors}");
    }

    #[test]
    fn the_group_of_the_height_gives_its_relief() {
        let document = |key: &str, outputs: &str| {
            let group = |relief: &str| {
                format!(r#"{{"format": "travertine", "version": 1, "nodes": {{}}, "outputs": {{}}{relief}}}"#)
            };
            let (stone, moss) = (group(r#", "relief": 0.2"#), group(r#", "relief": 0.4"#));
            let outer = format!(
                r#"{{"format": "travertine", "version": 1, "nodes": {{"n": {{"type": "group/inner"}}}}, "groups": {{"inner": {moss}}}, "outputs": {{"height": {{"node": "n"}}}}}}"#
            );
            let text = format!(
                r#"{{"format": "travertine", "version": 1, "groups": {{"stone": {stone}, "outer": {outer}}}, "nodes": {{
                    "a": {{"type": "group/stone"}}, "b": {{"type": "group/outer"}},
                    "half": {{"type": "math/multiply", "inputs": {{"a": {{"node": "a"}}, "b": 0.5}}}}
                }}, "outputs": {{{outputs}}}{key}}}"#
            );
            Document::parse(text.as_bytes()).unwrap().relief()
        };
        let (color, height) = (r#""color": {"node": "b"}"#, r#""height": {"node": "half"}"#);
        assert_eq!(document("", &format!("{color}, {height}")), Some(0.2));
        assert_eq!(document("", color), Some(0.4), "a group in a group");
        assert_eq!(document(r#", "relief": 0"#, height), Some(0.0), "its own comes first");
    }
}
