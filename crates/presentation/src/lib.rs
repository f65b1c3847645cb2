//! What an editor and a drawing show of a graph.
//!
//! An [`Outline`] has the nodes, sockets and wires of a document, whether or not it is valid; [`arrange`] places its
//! nodes. [`show`] makes the values of a picture colors on the screen. [`search`] finds what words mean. Nothing here
//! changes a document.
//!
//! ```
//! use std::collections::BTreeMap;
//! use travertine::{Document, registry};
//! use travertine_graph::document::{Input, Node};
//! use travertine_presentation::{Outline, arrange};
//!
//! let document = Document::named("Ridges")
//!     .node("noise", Node::new("noise/perlin"))
//!     .node("ridges", Node::new("math/absolute").input("value", Input::wire("noise")));
//! let outline = Outline::new(document.into(), registry());
//! let arranged = arrange(&outline, None, &BTreeMap::new());
//! assert!(arranged.nodes["noise"][0] < arranged.nodes["ridges"][0], "wires lead to the right");
//! ```
#![forbid(unsafe_code)]

mod arrangement;
mod copied;
mod display;
mod layered;
mod outline;
mod search;

pub use arrangement::{Arrangement, MARGIN, TITLE, arrange};
pub use copied::Copied;
pub use display::{Channel, Display, DisplayRange, Pixels, ends_of, observed, show};
pub use outline::{Held, Known, Outline, Socket, definition_of_group, sources_of};
pub use search::{Subject, search};
