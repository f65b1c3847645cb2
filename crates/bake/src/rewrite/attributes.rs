//! Attributes of the vertices of a primitive, and of its morph targets.

use serde_json::{Map, Value};

use crate::edit::remove_extension;

/// The extension for compressed attributes, which repeats those of the primitive.
const DRACO: &str = "KHR_draco_mesh_compression";

/// Maximum number of UV sets of a primitive whose first one moves behind the others.
pub(super) const MAX_UV_SETS: usize = 64;

/// Removes what else a primitive holds of its vertices, which change.
pub(super) fn forget_copies(primitive: &mut Value) {
    [DRACO, "CESIUM_primitive_outline"].iter().for_each(|name| remove_extension(primitive, name));
}

/// Removes an attribute from a primitive and from its morph targets.
pub(super) fn forget(primitive: &mut Value, name: &str) {
    change(primitive, |attributes| attributes.remove(name).is_some());
}

/// Gives an attribute of a primitive and of its morph targets another name.
pub(super) fn rename(primitive: &mut Value, name: &str, new: &str) {
    change(primitive, |attributes| {
        let accessor = attributes.remove(name);
        accessor.map(|accessor| attributes.insert(new.to_owned(), accessor)).is_some()
    });
}

/// Keeps vertex colors, which would tint the baked color, under names that viewers ignore. Returns whether there are
/// any.
pub(super) fn hide_colors(primitive: &mut Value) -> bool {
    let attributes = primitive["attributes"].as_object().into_iter().flatten();
    let names: Vec<String> =
        attributes.map(|(name, _)| name).filter(|name| name.starts_with("COLOR_")).cloned().collect();
    for name in &names {
        let mut hidden = format!("_{name}");
        while primitive["attributes"].get(&hidden).is_some() {
            hidden.insert(0, '_');
        }
        rename(primitive, name, &hidden);
    }
    !names.is_empty()
}

/// The first number after 0 that no UV set of a primitive has.
pub(super) fn free_uv_set(primitive: &Value) -> usize {
    let attributes = &primitive["attributes"];
    (1..).find(|number| attributes.get(format!("TEXCOORD_{number}")).is_none()).unwrap_or(1)
}

/// Changes the attributes of a primitive and of its morph targets. `change` returns whether it did.
fn change(primitive: &mut Value, change: impl Fn(&mut Map<String, Value>) -> bool) {
    let mut is_changed = primitive.get_mut("attributes").and_then(Value::as_object_mut).is_some_and(&change);
    let targets = primitive.get_mut("targets").and_then(Value::as_array_mut).into_iter().flatten();
    for target in targets.filter_map(Value::as_object_mut) {
        is_changed |= change(target);
    }
    if is_changed {
        remove_extension(primitive, DRACO);
    }
}
