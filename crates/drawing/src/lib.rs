//! Graphs as drawings: SVG from the layout of a document.
//!
//! Nodes stand where the document places them, or else where an automatic layout does. A drawing needs no scripts and
//! no fonts of its own: widths of texts are estimated, and texts that are too long are cut. Equal graphs and options
//! give equal bytes.
//!
//! ```
//! use travertine::Document;
//! use travertine_drawing::{Options, draw};
//! use travertine_graph::document::{Input, Node};
//! use travertine_presentation::Outline;
//!
//! let document = Document::named("Veins")
//!     .node("noise", Node::new("noise/perlin").input("scale", 3))
//!     .output("height", Input::wire("noise"));
//! let outline = Outline::new(document.into(), travertine::registry());
//! let svg = draw(&outline, &Options::default())?;
//! assert!(svg.starts_with("<svg ") && svg.contains("Veins"));
//! # Ok::<(), travertine_drawing::TooLarge>(())
//! ```
#![forbid(unsafe_code)]

mod colors;
mod frame;
mod heading;
mod list;
mod markup;
mod metrics;
mod node;
mod options;
mod place;
mod rect;
mod row;
mod sheet;
mod style;
mod value;
mod wire;

pub use options::{MAX_NODES, Options, TooLarge, Values};
pub use sheet::draw;
pub use style::Theme;
