//! What refers to parts of a file that are no longer there: animations of replaced properties, variants, and the lists
//! of extensions.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use crate::edit::{member, remove, remove_extension};

const POINTER: &str = "KHR_animation_pointer";
const VARIANTS: &str = "KHR_materials_variants";
const COMPRESSED: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// Leaves out compressed copies of what buffer views hold, which name buffers of the file.
pub(super) fn uncompress(json: &mut Value) {
    for view in json.get_mut("bufferViews").and_then(Value::as_array_mut).into_iter().flatten() {
        COMPRESSED.iter().for_each(|name| remove_extension(view, name));
    }
}

/// Lets animations of materials animate their copies, too.
pub(super) fn follow(json: &mut Value, copies: &HashMap<usize, usize>) {
    let copied = |channel: &Value| {
        let pointer = pointer(channel).strip_prefix("/materials/")?;
        let (index, rest) = pointer.split_once('/')?;
        let copy = copies.get(&index.parse().ok()?)?;
        let mut channel = channel.clone();
        channel["target"]["extensions"][POINTER]["pointer"] = format!("/materials/{copy}/{rest}").into();
        Some(channel)
    };
    for animation in json.get_mut("animations").and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(channels) = animation.get_mut("channels").and_then(Value::as_array_mut) else { continue };
        let more: Vec<Value> = channels.iter().filter_map(copied).collect();
        channels.extend(more);
    }
}

/// The pointer of a channel that animates what one points to; otherwise empty.
fn pointer(channel: &Value) -> &str {
    channel["target"]["extensions"][POINTER]["pointer"].as_str().unwrap_or_default()
}

/// Ends animations of what `stale` points to, from the root of the file. They would change what is baked.
pub(super) fn stop(json: &mut Value, stale: &HashSet<String>) {
    // Parts of materials lie less deep. Longer pointers may be hostile.
    const DEEPEST: usize = 8;
    let is_stale = |channel: &Value| {
        let pointer = pointer(channel);
        let ends = pointer.match_indices('/').map(|(end, _)| end).chain([pointer.len()]);
        ends.take(DEEPEST).any(|end| stale.contains(&pointer[..end]))
    };
    retain(json, "animations", |animation| retain(animation, "channels", |channel| !is_stale(channel)));
}

/// Keeps only the variants of a primitive that `keep` accepts.
pub(super) fn retain_variants(primitive: &mut Value, keep: impl Fn(&Value) -> bool) {
    let variants = primitive.get_mut("extensions").and_then(|extensions| extensions.get_mut(VARIANTS));
    if variants.is_some_and(|variants| !retain(variants, "mappings", |mapping| keep(mapping))) {
        remove_extension(primitive, VARIANTS);
    }
}

/// The materials of the variants of a primitive.
pub(super) fn variants(primitive: &Value) -> impl Iterator<Item = &Value> {
    let mappings = primitive["extensions"][VARIANTS]["mappings"].as_array();
    mappings.into_iter().flatten().map(|mapping| &mapping["material"])
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
    if count(json) == 0 {
        remove_extension(json, VARIANTS);
    }
    let now = used(json);
    for list in ["extensionsUsed", "extensionsRequired"] {
        retain(json, list, |name| {
            let name = name.as_str().unwrap_or_default();
            now.contains(name) || !before.contains(name)
        });
    }
    if now.contains(added) {
        let list = member(json, "extensionsUsed");
        match list.as_array_mut() {
            Some(list) if list.iter().any(|name| name == added) => {}
            Some(list) => list.push(added.into()),
            None => *list = json!([added]),
        }
    }
}
