//! What refers to parts of a file that are no longer there: animations of replaced properties, variants, and the lists of
//! extensions.

use std::collections::HashSet;

use serde_json::Value;

use crate::material::remove;

const POINTER: &str = "KHR_animation_pointer";
pub(super) const VARIANTS: &str = "KHR_materials_variants";

/// Ends animations of what `stale` points to, from the root of the file. They would change what is baked.
pub(super) fn stop(json: &mut Value, stale: &HashSet<String>) {
    let is_stale = |channel: &Value| {
        let pointer = channel["target"]["extensions"][POINTER]["pointer"].as_str().unwrap_or_default();
        let ends = pointer.match_indices('/').map(|(end, _)| end).chain([pointer.len()]);
        ends.into_iter().any(|end| stale.contains(&pointer[..end]))
    };
    retain(json, "animations", |animation| retain(animation, "channels", |channel| !is_stale(channel)));
}

/// Keeps only the variants of a primitive that `keep` accepts.
pub(super) fn retain_variants(primitive: &mut Value, keep: impl Fn(&Value) -> bool) {
    let Some(extensions) = primitive.get_mut("extensions") else { return };
    if let Some(variants) = extensions.get_mut(VARIANTS)
        && !retain(variants, "mappings", |mapping| keep(mapping))
    {
        remove(extensions, VARIANTS);
        if extensions.as_object().is_some_and(serde_json::Map::is_empty) {
            remove(primitive, "extensions");
        }
    }
}

/// Keeps some entries of a list, which glTF does not allow to be empty. Returns whether the list still exists.
fn retain(value: &mut Value, key: &str, mut keep: impl FnMut(&mut Value) -> bool) -> bool {
    let Some(list) = value.get_mut(key).and_then(Value::as_array_mut) else { return true };
    let before = list.len();
    list.retain_mut(&mut keep);
    let is_left = !list.is_empty() || before == 0;
    if !is_left {
        remove(value, key);
    }
    is_left
}

/// The names of all extensions in use.
pub(super) fn used(json: &Value) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut open = vec![json];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(list) => open.extend(list),
            Value::Object(object) => {
                open.extend(object.iter().filter(|(key, _)| *key != "extras").map(|(_, value)| value));
                let extensions = object.get("extensions").and_then(Value::as_object);
                names.extend(extensions.into_iter().flat_map(serde_json::Map::keys).cloned());
            }
            _ => {}
        }
    }
    names
}

/// Declares the extensions that are in use now, and removes declarations of those that are in use no longer.
pub(super) fn declare(json: &mut Value, before: &HashSet<String>, added: &str) {
    // Variants that no primitive has.
    let count = |json: &Value| {
        let meshes = json["meshes"].as_array().into_iter().flatten();
        let primitives = meshes.flat_map(|mesh| mesh["primitives"].as_array().into_iter().flatten());
        primitives.filter(|primitive| primitive["extensions"].get(VARIANTS).is_some()).count()
    };
    if count(json) == 0
        && let Some(extensions) = json.get_mut("extensions")
    {
        remove(extensions, VARIANTS);
        if extensions.as_object().is_some_and(serde_json::Map::is_empty) {
            remove(json, "extensions");
        }
    }
    let now = used(json);
    for list in ["extensionsUsed", "extensionsRequired"] {
        retain(json, list, |name| {
            let name = name.as_str().unwrap_or_default();
            now.contains(name) || !before.contains(name)
        });
    }
    if now.contains(added) {
        let list = crate::material::member(json, "extensionsUsed");
        match list.as_array_mut() {
            Some(list) if list.iter().any(|name| name == added) => {}
            Some(list) => list.push(added.into()),
            None => *list = serde_json::json!([added]),
        }
    }
}
