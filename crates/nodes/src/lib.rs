//! The node definitions of Travertine, one file each.
//!
//! A node is the file `src/CATEGORY/NAME.rs`, and its path is its id: `src/math/square_root.rs` is
//! `math/square-root`. The build script finds the files. Each has a function `definition()`, which describes the node
//! to its users, and a `lower`, which builds its part of a program; the smallest have about thirty lines. What several
//! nodes share is in `src/parts`, which `parts.rs` lists. What their tests share is in `src/checks`.
//!
//! ```
//! use travertine_graph::arguments::Arguments;
//! use travertine_graph::graph::load;
//! use travertine_graph::lowering::lower;
//!
//! let registry = travertine_nodes::registry();
//! let perlin = registry.get("noise/perlin", 1).ok_or("no such node")?;
//! println!("{}: {}", perlin.label, perlin.description);
//!
//! // Every definition has a small example document.
//! let (_, graph) = load(perlin.example.as_bytes(), &registry)?;
//! let arguments = Arguments::new(&graph);
//! let program = lower(&graph, &[0], &arguments)?;
//! let value = program.sample(&arguments.bind(&program), [0.25, 0.5, 0.0, 0.0]);
//! assert!(0.0 <= value[0] && value[0] <= 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod categories;
#[cfg(test)]
mod checks;
mod parts;

use travertine_graph::definition::Definition;
use travertine_graph::registry::Registry;

include!(concat!(env!("OUT_DIR"), "/nodes.rs"));

pub use categories::category_guide;

/// The registry of all node types of Travertine.
pub fn registry() -> Registry {
    Registry::new(definitions())
}
