//! Names of the node types that groups give, and of their inputs.

/// Category of the node types that are groups.
pub const GROUP: &str = "group";

/// Category of the node types that apply a group several times.
pub const ITERATE: &str = "iterate";

/// Name of the input with the number of iterations.
pub const ITERATIONS: &str = "iterations";

/// Name of the parameter of a group that receives the number of the iteration.
pub const INDEX: &str = "index";

/// Maximum number of iterations.
pub const MAX_ITERATIONS: f32 = 1024.0;

/// Description of the names of groups.
pub(super) const NAME_EXPECTED: &str =
    "1 to 64 letters, digits, `-` or `_`, then a version above 1 if there are several, as in `planks@2`";
