//! Materials of glTF: what a baked map or vertex colors put in, and what they make stale.

use serde_json::{Value, json};

use crate::edit::{member, remove, remove_empty};
use crate::maps::{Channel, Map, Role};

/// The extension for emission above 1.
pub(crate) const EMISSIVE_STRENGTH: &str = "KHR_materials_emissive_strength";

// Pointers below a material.
const OCCLUSION: &str = "/occlusionTexture";
/// It would take the place of the color and the surface.
const SPECULAR_GLOSSINESS: &str = "/extensions/KHR_materials_pbrSpecularGlossiness";

/// What is replaced with the base color.
const COLOR: &[&str] = &[
    "/pbrMetallicRoughness/baseColorTexture",
    "/pbrMetallicRoughness/baseColorFactor",
    "/alphaMode",
    "/alphaCutoff",
    SPECULAR_GLOSSINESS,
];

/// What a texture of occlusion alone replaces, besides the occlusion itself.
const SHADOW: &[&str] = &["/extensions/KHR_materials_unlit", "/extensions/MSFT_packing_occlusionRoughnessMetallic"];

/// What a map replaces. Unlit materials would not show it, packed textures would take its place.
fn replaced(map: &Map) -> &'static [&'static str] {
    match map.role {
        Some(Role::BaseColor) => COLOR,
        Some(Role::Surface) if !has_surface(map) => SHADOW,
        Some(Role::Surface) => &[
            "/pbrMetallicRoughness/metallicRoughnessTexture",
            "/pbrMetallicRoughness/metallicFactor",
            "/pbrMetallicRoughness/roughnessFactor",
            "/extensions/KHR_materials_unlit",
            "/extensions/MSFT_packing_occlusionRoughnessMetallic",
            "/extensions/MSFT_packing_normalRoughnessMetallic",
            SPECULAR_GLOSSINESS,
        ],
        Some(Role::Normal) => &[
            "/normalTexture",
            "/extensions/KHR_materials_unlit",
            "/extensions/MSFT_packing_occlusionRoughnessMetallic",
            "/extensions/MSFT_packing_normalRoughnessMetallic",
        ],
        Some(Role::Emission) => &[
            "/emissiveTexture",
            "/emissiveFactor",
            "/extensions/KHR_materials_emissive_strength",
            "/extensions/KHR_materials_unlit",
        ],
        // In glTF, they are parts of the surface.
        Some(Role::Roughness | Role::Metallic) | None => &[],
    }
}

/// Whether a texture has an occlusion that was baked.
fn has_occlusion(map: &Map) -> bool {
    matches!(map.channels.first(), Some(Channel::Computed(..)))
}

/// Whether a texture has a roughness or a metallic that was baked.
fn has_surface(map: &Map) -> bool {
    map.channels.iter().skip(1).any(|channel| matches!(channel, Channel::Computed(..)))
}

/// Puts a baked texture into a material. Returns pointers to what it replaces, below the material.
pub(crate) fn dress(material: &mut Value, map: &Map, strength: f32, texture: &Value) -> Vec<&'static str> {
    let Some(role) = map.role else { return Vec::new() };
    let mut stale = replaced(map).to_vec();
    // An occlusion that was not baked stays.
    if role == Role::Surface && (has_occlusion(map) || material.pointer(OCCLUSION).is_none()) {
        stale.push(OCCLUSION);
    }
    clear(material, &stale);
    match role {
        Role::BaseColor => {
            *member(member(material, "pbrMetallicRoughness"), "baseColorTexture") = texture.clone();
            blend(material, map.format.opaque);
        }
        Role::Surface => {
            // A roughness and a metallic that were not baked stay, too.
            if has_surface(map) {
                let surface = member(material, "pbrMetallicRoughness");
                *member(surface, "metallicRoughnessTexture") = texture.clone();
                *member(surface, "metallicFactor") = 1.into();
            }
            if stale.contains(&OCCLUSION) {
                *member(material, "occlusionTexture") = texture.clone();
            }
        }
        Role::Normal => *member(material, "normalTexture") = texture.clone(),
        Role::Emission => {
            *member(material, "emissiveTexture") = texture.clone();
            *member(material, "emissiveFactor") = json!([1, 1, 1]);
            if strength > 1.0 {
                *member(member(material, "extensions"), EMISSIVE_STRENGTH) = json!({"emissiveStrength": strength});
            }
        }
        Role::Roughness | Role::Metallic => {}
    }
    stale
}

/// Leaves the color of a material to vertex colors. Returns pointers to what they replace, below the material.
pub(crate) fn undress(material: &mut Value, colors_are_opaque: bool) -> Vec<&'static str> {
    clear(material, COLOR);
    blend(material, colors_are_opaque);
    COLOR.to_vec()
}

fn blend(material: &mut Value, is_opaque: bool) {
    if !is_opaque {
        *member(material, "alphaMode") = "BLEND".into();
    }
}

/// Removes what is replaced.
fn clear(material: &mut Value, stale: &[&str]) {
    if let Some(gloss) = material.pointer(SPECULAR_GLOSSINESS).filter(|_| stale.contains(&SPECULAR_GLOSSINESS)) {
        // What remains is not a metal, which glTF takes for granted.
        let roughness = 1.0 - gloss["glossinessFactor"].as_f64().unwrap_or(1.0);
        let surface = member(material, "pbrMetallicRoughness");
        if let Some(surface) = surface.as_object_mut()
            && !surface.contains_key("metallicRoughnessTexture")
            && !surface.contains_key("metallicFactor")
        {
            surface.insert("metallicFactor".to_owned(), 0.into());
            surface.entry("roughnessFactor").or_insert(json!(roughness));
        }
    }
    for pointer in stale {
        let Some((parent, key)) = pointer.rsplit_once('/') else { continue };
        if let Some(parent) = material.pointer_mut(parent) {
            remove(parent, key);
        }
    }
    remove_empty(material, "extensions");
    remove_empty(material, "pbrMetallicRoughness");
}

/// Calls a function with each reference to a texture of a material, those of its extensions, too.
pub(crate) fn each_texture(value: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    for (key, value) in value.as_object_mut().into_iter().flatten() {
        if key.ends_with("Texture") && value.get("index").is_some() {
            visit(value);
        } else if value.is_object() && key != "extras" {
            each_texture(value, visit);
        }
    }
}

/// Gives a reference to a texture the UV set `to` in place of the first. Returns whether it had the first. A transform
/// of the texture may specify another UV set for readers that know transforms.
pub(crate) fn move_first_uvs(reference: &mut Value, to: usize) -> bool {
    let is_first = |number: &Value| number.as_u64().unwrap_or(0) == 0;
    let mut is_moved = false;
    if is_first(&reference["texCoord"]) {
        reference["texCoord"] = to.into();
        is_moved = true;
    }
    if let Some(number) = reference.pointer_mut("/extensions/KHR_texture_transform/texCoord")
        && is_first(number)
    {
        *number = to.into();
        is_moved = true;
    }
    is_moved
}
