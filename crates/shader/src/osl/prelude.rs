//! Functions for what OSL lacks. A shader gets those that it calls.

/// Functions by name, each after those that it calls.
const FUNCTIONS: [(&str, &str); 14] = [
    ("vec4", "struct vec4 {\n    float x;\n    float y;\n    float z;\n    float w;\n};\n"),
    (
        "make_vec4",
        "vec4 make_vec4(float x, float y, float z, float w)\n{\n    vec4 made;\n    made.x = x;\n    made.y = y;\n    \
        made.z = z;\n    made.w = w;\n    return made;\n}\n",
    ),
    (
        "add_vec4",
        "vec4 add_vec4(vec4 a, vec4 b)\n{\n    return make_vec4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);\n}\n",
    ),
    (
        "subtract_vec4",
        "vec4 subtract_vec4(vec4 a, vec4 b)\n{\n    return make_vec4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);\n}\n",
    ),
    (
        "scale_vec4",
        "vec4 scale_vec4(float a, vec4 b)\n{\n    return make_vec4(a * b.x, a * b.y, a * b.z, a * b.w);\n}\n",
    ),
    (
        "shift_right",
        "// An unsigned shift.\nint shift_right(int a, int places)\n{\n    \
        return places == 0 ? a : (a >> places) & ((1 << (32 - places)) - 1);\n}\n",
    ),
    (
        "unsigned_less",
        "int unsigned_less(int a, int b)\n{\n    int low = -2147483647 - 1;\n    return (a ^ low) < (b ^ low);\n}\n",
    ),
    (
        "unsigned_to_float",
        "float unsigned_to_float(int a)\n{\n    return float((a >> 16) & 65535) * 65536.0 + float(a & 65535);\n}\n",
    ),
    (
        "bits_of",
        "// The bits of a float, by arithmetic.\nint bits_of(float x)\n{\n    if (x == 0.0)\n        return 0;\n    \
        float size = abs(x);\n    int exponent = int(floor(log2(size)));\n    \
        while (size < pow(2.0, float(exponent)))\n        exponent -= 1;\n    \
        while (size >= pow(2.0, float(exponent + 1)))\n        exponent += 1;\n    \
        int fraction = int((size / pow(2.0, float(exponent)) - 1.0) * 8388608.0);\n    \
        int bits = ((exponent + 127) << 23) | fraction;\n    return x < 0.0 ? bits | (-2147483647 - 1) : bits;\n}\n",
    ),
    ("floor_int", "int floor_int(float x)\n{\n    return int(clamp(x, -2147483648.0, 2147483520.0));\n}\n"),
    (
        "choose_vec4",
        "vec4 choose_vec4(int condition, vec4 yes, vec4 no)\n{\n    if (condition)\n        return yes;\n    return no;\n}\n",
    ),
    ("negate_vec4", "vec4 negate_vec4(vec4 a)\n{\n    return make_vec4(-a.x, -a.y, -a.z, -a.w);\n}\n"),
    (
        "pixel_of",
        "// A pixel of a picture, without interpolation.\nvec4 pixel_of(string file, int column, int row)\n{\n    \
        int size[2];\n    gettextureinfo(file, \"resolution\", size);\n    \
        float across = (float(column) + 0.5) / float(size[0]);\n    float down = (float(row) + 0.5) / float(size[1]);\n    \
        color pixel = texture(file, across, down, 0.0, 0.0, 0.0, 0.0, \"interp\", \"closest\", \"wrap\", \"clamp\");\n    \
        return make_vec4(pixel[0], pixel[1], pixel[2], 1.0);\n}\n",
    ),
    ("zero_vec4", "vec4 zero_vec4()\n{\n    return make_vec4(0.0, 0.0, 0.0, 0.0);\n}\n"),
];

/// A text behind the functions that it calls, directly or not.
pub(super) fn with_prelude(text: &str) -> String {
    let calls = |text: &str, name: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        text.match_indices(name)
            .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part))
    };
    let mut needed: Vec<&str> = Vec::new();
    for (name, function) in FUNCTIONS.iter().rev() {
        if calls(text, name) || needed.iter().any(|other| calls(other, name)) {
            needed.push(function);
        }
    }
    needed.reverse();
    let mut parts = needed;
    parts.push(text);
    parts.join("\n")
}
