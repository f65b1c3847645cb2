//! The native half of Travertine for Python: the module `travertine._native`.
//!
//! Its functions are thin: they take and give numbers, texts and arrays. The Python sources in `travertine/` make
//! classes of them, and document them for users.
#![forbid(unsafe_code)]

mod failure;
mod job;
mod solid;
mod texture;
mod work;

/// The module `travertine._native`.
#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;
    use travertine::stages::graph::description::definitions_as_json;

    #[pymodule_export]
    use crate::job::run;
    #[pymodule_export]
    use crate::solid::shape;
    #[pymodule_export]
    use crate::texture::{Texture, coordinates};

    /// Greatest side of a picture, or of a volume, in samples.
    #[pymodule_export]
    const MAX_SIDE: u32 = travertine::stages::render::MAX_SIDE;

    /// The node types as JSON, as `travertine nodes --format json` prints them.
    #[pyfunction]
    fn nodes() -> String {
        definitions_as_json(&travertine::registry().iter().collect::<Vec<_>>())
    }
}
