//! The registry: every available node type, by id and version.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::definition::Definition;

/// Node definitions by id and version, in alphabetical order. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    definitions: Arc<BTreeMap<String, BTreeMap<u32, Arc<Definition>>>>,
}

impl Registry {
    /// A registry of these definitions. A later one replaces an earlier one with the same id and version.
    pub fn new(definitions: impl IntoIterator<Item = Definition>) -> Registry {
        let mut registry = Registry::default();
        for definition in definitions {
            registry.insert(definition);
        }
        registry
    }

    /// Adds a node type, and returns the one that it replaces: that of the same id and version.
    ///
    /// Clones made before keep their definitions.
    pub fn insert(&mut self, definition: Definition) -> Option<Arc<Definition>> {
        let versions = Arc::make_mut(&mut self.definitions).entry(definition.id.clone()).or_default();
        versions.insert(definition.version, Arc::new(definition))
    }

    /// The definition with this id and version.
    pub fn get(&self, id: &str, version: u32) -> Option<&Arc<Definition>> {
        self.definitions.get(id)?.get(&version)
    }

    /// The definition of a type in a document: `noise/perlin`, which means version 1, or `noise/perlin@2`.
    pub fn find(&self, node_type: &str) -> Option<&Arc<Definition>> {
        let (id, version) = node_type.split_once('@').unwrap_or((node_type, "1"));
        let number = version.parse().ok().filter(|number: &u32| number.to_string() == version)?;
        self.get(id, number)
    }

    /// The versions of an id in ascending order; empty for an unknown id.
    pub fn versions(&self, id: &str) -> Vec<u32> {
        self.definitions.get(id).map(|versions| versions.keys().copied().collect()).unwrap_or_default()
    }

    /// Every id, in alphabetical order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.definitions.keys().map(String::as_str)
    }

    /// Every definition, by id, then by version.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Definition>> {
        self.definitions.values().flat_map(BTreeMap::values)
    }
}
