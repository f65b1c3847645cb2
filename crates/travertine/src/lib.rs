//! Procedural solid textures from a graph of nodes.
//!
//! A texture is a function of space: a block of marble that an object is carved from, not an image that is wrapped
//! around it. A [`Texture`] is a graph with its parameters; each of its outputs is a [`Field`], which has one value at
//! every position, to the last bit, whatever the machine and however it is rendered.
//!
//! ```
//! use travertine::{Slice, Texture};
//!
//! let text = r#"{
//!     "format": "travertine", "version": 1,
//!     "parameters": {"cells": {"type": "float", "default": 4.0, "min": 1.0, "max": 64.0}},
//!     "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "cells"}}}},
//!     "outputs": {"height": {"node": "noise"}}
//! }"#;
//! let mut texture = Texture::parse(text)?; // or Texture::open("clouds.json")?
//! texture.set("cells", 8.0)?;
//! texture.set_seed(42);
//!
//! let height = texture.field("height")?;
//! let image = height.image(Slice::new(64, 64))?;
//! // A pixel holds what the field is at the pixel's centre.
//! let position = Slice::new(64, 64).position(10, 20);
//! assert_eq!(height.sample(&[position])?, image.pixel(10, 20));
//!
//! let folder = tempfile::tempdir()?;
//! height.save(Slice::new(64, 64), folder.path().join("clouds.png"))?; // or .exr, for floats
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Field::render`] gives more control: crops, threads, memory, cancellation, progress, and files of 16 bits with
//! [`PictureFile`]. [`Texture::set_detail`] lets noise too fine for the pixels fade, [`Texture::tilings`] tells what
//! tiles. The stages that a graph goes through, from its text to a program of operations on floats, are in
//! [`graph`]; its document can be changed and saved there.
#![forbid(unsafe_code)]

mod argument;
mod error;
mod field;
mod fields;
mod file;
mod nodes;
mod packing;
mod programs;
mod refusal;
mod texture;

pub use argument::Argument;
pub use error::Error;
pub use field::Field;
pub use fields::Fields;
pub use file::{Existing, PictureFile, PictureFormat};
pub use nodes::{NodeValue, Nodes};
pub use packing::{Channel, Green};
pub use texture::{Texture, registry};

/// The stages before rendering: documents, definitions, graphs, lowering.
pub use travertine_graph as graph;
pub use travertine_graph::arguments::Detail;
pub use travertine_graph::constant::Constant;
pub use travertine_graph::diagnostic::{Diagnostic, Diagnostics};
pub use travertine_graph::document::Document;
pub use travertine_graph::registry::Registry;
pub use travertine_noise::Level;
pub use travertine_noise::math::srgb_to_linear;
/// Programs and the rasters that they sample.
pub use travertine_program as program;
pub use travertine_program::{Interval, Type};
pub use travertine_render::{
    Brick, Cancel, DEFAULT_WORK, Estimate, Format, Image, MAX_SIDE, Options, OverBudget, Plane, Pool,
    Rectangle, Render, RenderCache, RenderError, RowWriter, Sampler, Slice, Tile, Volume, VolumeRender,
    default_budget, side_by_side, sink, within_memory, within_work, write_rows,
};
