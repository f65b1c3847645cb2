//! Digests of documents.

use sha2::{Digest, Sha256};

use super::{Annotations, Document, Group};

impl Document {
    /// SHA-256 of everything that decides pictures and the interface, as 64 hexadecimal digits.
    ///
    /// It covers the [canonical JSON](Document::to_json) without names, descriptions, search words, sections, presets,
    /// layout, annotations and the sources of groups. So moving a node or describing a parameter leaves it unchanged.
    /// So does a preset: it only names values that could be set without it.
    pub fn digest(&self) -> String {
        let digest = Sha256::digest(self.essence().to_json());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The parts that the digest covers. Recurses as deep as groups are nested.
    fn essence(&self) -> Document {
        let mut essence = self.clone();
        essence.name = None;
        essence.description = None;
        essence.category = None;
        essence.search.clear();
        essence.presets.clear();
        essence.layout.clear();
        essence.annotations = Annotations::default().into();
        for (_, parameter) in &mut essence.parameters {
            parameter.description = None;
            parameter.section = None;
            parameter.step = None;
        }
        for group in essence.groups.values_mut() {
            *group = group.document.essence().into();
        }
        essence
    }
}

impl Group {
    /// Whether the graph differs from the file that it is a copy of; false for a group without a source.
    pub fn is_changed(&self) -> bool {
        self.source.as_ref().is_some_and(|source| source.sha256 != self.document.digest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Input, Node, Parameter, Preset};

    fn planks() -> Document {
        Document::named("Planks")
            .parameter("width", Parameter::new("float", 0.125).range(0.01, 1.0))
            .node("grain", Node::new("noise/perlin").input("scale", Input::parameter("width")))
            .output("height", Input::wire("grain"))
    }

    #[test]
    fn the_digest_is_that_of_the_canonical_form() {
        let text = Document { name: None, ..planks() }.to_json();
        let expected: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(planks().digest(), expected);
        assert_eq!(expected.len(), 64);
    }

    #[test]
    fn words_positions_and_presets_leave_the_digest_as_it_is() {
        let mut inner = planks().preset("Broad", Preset::new().value("width", 0.5));
        inner.layout.insert("grain".to_owned(), [40.0, 80.0]);
        inner.description = Some("Boards.".to_owned());
        inner.search = vec!["floor".to_owned()];
        inner.parameters[0].1.section = Some("Size".to_owned());
        assert_eq!(inner.digest(), planks().digest());

        let with = |inner: Document| {
            let mut outer = planks();
            outer.groups.insert("planks".to_owned(), inner.into());
            outer.digest()
        };
        assert_eq!(with(inner), with(planks()));
        assert_ne!(with(planks()), planks().digest());
    }

    #[test]
    fn a_value_or_a_name_of_the_interface_changes_the_digest() {
        let changed = planks().node("grain", Node::new("noise/perlin").input("scale", 2));
        assert_ne!(changed.digest(), planks().digest());
        let mut renamed = planks();
        renamed.parameters[0].0 = "size".to_owned();
        assert_ne!(renamed.digest(), planks().digest());
    }
}
