//! Changes of JSON values.

use serde_json::{Map, Value, json};

/// A member of an object; null if it was missing.
pub(crate) fn member<'v>(value: &'v mut Value, key: &str) -> &'v mut Value {
    if !value.is_object() {
        *value = json!({});
    }
    // Indexing adds what an object lacks.
    &mut value[key]
}

/// Removes a member of an object, if it is there.
pub(crate) fn remove(value: &mut Value, key: &str) {
    if let Some(object) = value.as_object_mut() {
        object.remove(key);
    }
}

/// Removes a member that is an object without members.
pub(crate) fn remove_empty(value: &mut Value, key: &str) {
    if value.get(key).and_then(Value::as_object).is_some_and(Map::is_empty) {
        remove(value, key);
    }
}

/// Removes an extension of a part of a glTF.
pub(crate) fn remove_extension(value: &mut Value, name: &str) {
    if let Some(extensions) = value.get_mut("extensions") {
        remove(extensions, name);
        remove_empty(value, "extensions");
    }
}
