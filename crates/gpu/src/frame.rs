//! What the codes of all kernels share: bindings, coordinates, and the entry point.

use crate::part::WORDS;

/// Name of the entry point. Names of graphs have no capitals.
pub(crate) const ENTRY: &str = "EVALUATE";

/// Invocations of a workgroup.
pub(crate) const GROUP: usize = 64;

/// The bindings of coordinates, values and the part, and the function of a coordinate. Binding 0 is the variable that
/// is 0, binding 2 the data of the kernel.
pub(crate) fn head() -> String {
    let words = WORDS / 4;
    format!(
        "@group(0) @binding(1) var<storage, read> COORDINATES: array<f32>;\n\
        @group(0) @binding(3) var<storage, read_write> VALUES: array<f32>;\n\
        @group(0) @binding(4) var<uniform> PART: array<vec4<u32>, {words}>;\n\n\
        fn COORDINATE(AXIS: u32, COLUMN: u32, ROW: u32) -> f32 {{\n\
        \x20   let PLACE = PART[AXIS + 1u];\n\
        \x20   return COORDINATES[PLACE.x + COLUMN * PLACE.y + ROW * PLACE.z];\n\
        }}\n"
    )
}

/// The entry point, with lines that use the `INDEX` of the site, its `COLUMN` and its `ROW`.
pub(crate) fn entry(body: &str) -> String {
    format!(
        "@compute @workgroup_size({GROUP})\n\
        fn {ENTRY}(@builtin(global_invocation_id) INVOCATION: vec3<u32>) {{\n\
        \x20   let INDEX = INVOCATION.x;\n\
        \x20   if INDEX >= PART[0].z {{\n        return;\n    }}\n\
        \x20   let SITE = PART[0].y + INDEX;\n\
        \x20   let COLUMN = SITE % PART[0].x;\n\
        \x20   let ROW = SITE / PART[0].x;\n\
        {body}}}\n"
    )
}
