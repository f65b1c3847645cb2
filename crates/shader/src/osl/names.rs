//! Names in OSL.

/// Words of the language, its functions, and variables of shaders, which functions must not be called.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "abs", "acos", "and", "angle", "area", "asin", "atan", "atan2", "attribute", "backfacing", "bitand", "bitor",
    "blackbody", "bool", "break", "calculatenormal", "case", "cbrt", "ceil", "char", "Ci", "clamp", "class",
    "closure", "color", "concat", "const", "continue", "cos", "cross", "Cs", "default", "degrees", "delete",
    "determinant", "displacement", "distance", "do", "dot", "double", "dtime", "E", "else", "emit", "endswith",
    "enum", "erf", "error", "exit", "exp", "exp2", "expm1", "extends", "extern", "fabs", "faceforward", "false",
    "filterwidth", "float", "floor", "fmod", "for", "format", "fresnel", "friend", "getattribute", "goto", "hash",
    "hypot", "I", "if", "inline", "int", "interpolate", "length", "light", "linearstep", "log", "log10", "log2",
    "logb", "long", "luminance", "matrix", "max", "min", "mix", "mod", "N", "new", "Ng", "noise", "normal",
    "normalize", "not", "Oi", "operator", "or", "Os", "output", "P", "point", "pow", "power", "printf", "private",
    "protected", "Ps", "ps", "public", "radians", "raytype", "reflect", "refract", "return", "rotate", "round", "select",
    "shader", "short", "sign", "signed", "sin", "sinh", "sizeof", "smoothstep", "spline", "sqrt", "static", "step",
    "string", "struct", "substr", "surface", "switch", "tan", "template", "texture", "this", "time", "trace",
    "transform", "transpose", "true", "trunc", "typedef", "u", "uniform", "union", "unsigned", "v", "varying",
    "vector", "virtual", "void", "volume", "warning", "while",
];

/// A name that OSL does not use itself.
pub(crate) fn safe(name: &str) -> String {
    let name = name.trim_end_matches('_');
    if RESERVED.contains(&name) { format!("{name}_of") } else { name.to_owned() }
}
