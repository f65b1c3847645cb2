//! Identifiers in shaders, from the names that users give.

use std::collections::{HashMap, HashSet};

use crate::library::Library;
use crate::tier::Tier;

/// The start of every name that a generated function of a noise has.
const GENERATED: [&str; 13] = [
    "gradient_noise",
    "value_noise",
    "simplex_",
    "smooth_simplex_",
    "cellular_",
    "dots_",
    "gabor_",
    "random_",
    "perlin_",
    "elias_",
    "double_",
    "permute",
    "samples_",
];

/// Words that some target reserves, beyond those of WGSL.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "active", "albedo", "alpha", "ambient", "attribute", "auto", "bool", "bool_t", "buffer", "case", "catch",
    "cbuffer", "centroid", "char", "coherent", "color", "common", "const", "constant", "curvature", "default",
    "delete", "depth", "depth_draw", "device", "diffuse", "dither", "double", "dword", "emission", "emit", "enum",
    "explicit", "export", "extern", "false", "filter", "fixed", "flat", "float", "fragment", "friend", "gl",
    "global", "goto", "groupshared", "half", "highp", "hint_range", "illuminance", "image", "imageblock", "in",
    "inline", "inout", "input", "instance", "int", "intersection", "invariant", "kernel", "layout", "light",
    "line", "linear", "long", "lowp", "main", "matrix", "mediump", "metal", "metallic", "mix", "mutable",
    "namespace", "new", "nil", "noise", "normal", "object_data", "operator", "out", "output", "pass", "patch",
    "payload", "point", "position", "precise", "private", "protected", "ptrdiff_t", "public", "quad", "ray_data",
    "register", "render_mode", "restrict", "roughness", "sample", "sampler", "shader", "shader_type", "shared",
    "short", "signed", "simd", "size_t", "sizeof", "smooth", "snorm", "specular", "stage_in", "static", "string",
    "struct", "subroutine", "superp", "surface", "surface_curvature", "surface_normal", "surface_uv", "switch",
    "tbuffer", "technique", "template", "texture", "texture2d", "this", "thread", "threadgroup", "throw", "time", "triangle", "true", "try", "typedef",
    "typename", "uchar", "uint", "ulong", "uniform", "union", "unorm", "unsigned", "ushort", "using", "uv",
    "varying", "vector", "vertex", "virtual", "visible", "void", "volatile", "volume", "wchar",
];

/// Types that are followed by their dimensions, as in `uvec2`, `int3` and `mat2x3`.
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "bool", "bvec", "double", "dmat", "dvec", "float", "half", "int", "ivec", "mat", "min10float", "min12int",
    "min16float", "min16int", "min16uint", "uint", "uvec", "vec", "vector",
];

/// Starts of names that a language reserves: those of GLSL, and of hints and built-in textures in Godot.
const RESERVED: &[&str] = &["gl_", "filter_", "hint_", "repeat_", "source_color", "group_uniforms", "instance_"];

/// Maximum length of a part of a name.
const MAX_LENGTH: usize = 64;

/// A name of lowercase letters, digits and underscores. Other characters become underscores.
pub(crate) fn plain(name: &str) -> String {
    let mut plain = String::new();
    let mut last = ' ';
    for c in name.chars() {
        // `veinScale` becomes `vein_scale`, `RGB` stays one word.
        if c.is_ascii_uppercase() && last.is_ascii_lowercase() {
            plain.push('_');
        }
        if c.is_ascii_alphanumeric() {
            plain.push(c.to_ascii_lowercase());
        } else if !plain.ends_with('_') && !plain.is_empty() {
            plain.push('_');
        }
        last = c;
    }
    // All that is left is ASCII. Some languages limit names, and readers do.
    plain.truncate(MAX_LENGTH);
    plain.trim_end_matches('_').to_owned()
}

/// A name in the style of shader graphs: `vein_scale` becomes `VeinScale`.
pub(crate) fn title(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}

/// A name that every target accepts: letters, digits and single underscores, and neither a word of a language nor the
/// name of a function of the library. The fallback takes the place of an empty name, or is put before it.
pub fn identifier(name: &str, fallback: &str) -> String {
    let identifier = plain(name);
    let identifier = identifier.as_str();
    let taken = is_word(identifier)
        || [Tier::Close, Tier::Exact].iter().any(|tier| Library::of(*tier).contains(identifier))
        || GENERATED.iter().any(|start| identifier.starts_with(start));
    if identifier.is_empty() {
        fallback.to_owned()
    } else if taken || identifier.starts_with(|first: char| first.is_ascii_digit()) {
        format!("{fallback}_{identifier}")
    } else {
        identifier.to_owned()
    }
}

/// The identifier of a function or of an argument, which translators leave unchanged: they add an underscore to names
/// that end in a digit.
pub(crate) fn stable(name: String) -> String {
    if name.ends_with(|last: char| last.is_ascii_digit()) { name + "_" } else { name }
}

/// Whether a language reserves a name.
pub(crate) fn is_word(name: &str) -> bool {
    naga::keywords::wgsl::RESERVED.contains(&name)
        || naga::keywords::wgsl::BUILTIN_IDENTIFIERS.contains(&name)
        || WORDS.contains(&name)
        || RESERVED.iter().any(|start| name.starts_with(start))
        || TYPES.iter().any(|kind| name.strip_prefix(kind).is_some_and(is_size))
}

/// Whether a text is the size of a vector or a matrix: `3`, or `2x3`.
fn is_size(text: &str) -> bool {
    !text.is_empty() && text.split('x').all(|digits| digits.len() == 1 && "1234".contains(digits))
}

/// Names that are taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
    /// The last number that a name was given.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// A name that is free, which it takes: this one, or this one with a number.
    pub fn take(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) {
            return name.to_owned();
        }
        let number = self.numbers.entry(name.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let free = format!("{name}_{number}");
            if self.taken.insert(free.clone()) {
                return free;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_users_become_identifiers() {
        for (name, expected) in [
            ("veins", "veins"),
            ("Vein Scale (mm)", "vein_scale_mm"),
            ("veinScale", "vein_scale"),
            ("RGB", "rgb"),
            ("2nd", "node_2nd"),
            ("für", "f_r"),
            ("石", "node"),
            ("", "node"),
            ("__x__y__", "x_y"),
            ("fn", "node_fn"),
            ("float", "node_float"),
            ("sine", "node_sine"),
            ("gradient_noise_3d", "node_gradient_noise_3d"),
            ("vec3", "node_vec3"),
            ("gl_Position", "node_gl_position"),
            ("uvec2", "node_uvec2"),
            ("int3", "node_int3"),
            ("mat2x3", "node_mat2x3"),
            ("vector field", "vector_field"),
            ("hint_range", "node_hint_range"),
            ("Surface normal", "node_surface_normal"),
        ] {
            assert_eq!(identifier(name, "node"), expected, "{name}");
        }
    }

    #[test]
    fn names_are_short() {
        assert_eq!(identifier(&"long ".repeat(1000), "node").len(), 64);
    }

    #[test]
    fn taken_names_get_numbers() {
        let mut names = Names::default();
        assert_eq!(["a", "a", "a_2", "a"].map(|name| names.take(name)), ["a", "a_2", "a_2_2", "a_3"]);
    }
}
