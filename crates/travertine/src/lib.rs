//! Procedural solid textures from a graph of nodes.
//!
//! A texture is a function of space: a block of marble that an object is carved from, not an image that is wrapped
//! around it. A [`Texture`] is a graph with its parameters; each of its outputs is a [`Field`], which has one value at
//! every position, to the last bit, whatever the machine and however it is rendered.
//!
//! ```
//! use travertine::{Context, Slice, Texture};
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
//! let (height, context) = (texture.field("height")?, Context::default());
//! let image = height.render(Slice::new(64, 64), &context)?;
//! let rgba: Vec<u8> = image.to_rgba8();
//! // A pixel holds the value at its center.
//! let position = Slice::new(64, 64).position(10, 20);
//! assert_eq!(height.sample(&[position])?.get(0), image.pixel(10, 20));
//!
//! let folder = tempfile::tempdir()?;
//! height.save(Slice::new(64, 64), folder.path().join("clouds.png"), &context)?; // or .exr, for floats
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Texture`] loads a graph, lists its [parameters](Texture::parameters), [presets](Texture::presets) and outputs,
//!   and sets values.
//! - [`Field`] samples positions, renders [bricks](VolumeRender) of volumes, and renders slices: into an [`Image`], the
//!   caller's buffer, a file, or a [`Sink`] of one's own. A color has four channels, except in files that do not need
//!   an alpha. [`Fields`] renders several outputs in one evaluation.
//! - [`Context`] has the number of threads, the limits of memory and work, a flag that cancels and a progress
//!   function.
//! - [`document`] makes graphs by code, [`definition`] makes node types.
//! - [`Error`] has every failure; its text says what to do. Prepared renders fail with a [`RenderError`], which becomes
//!   an [`Error`].
//!
//! Everything at the root and in these two modules is under semantic versioning. [`stages`] is not.
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `png` | yes | PNG files |
//! | `exr` | yes | OpenEXR files |
//! | `formats` | yes | TIFF, TGA, JPEG and WebP files, and textures as KTX2 and DDS |
//! | `threads` | yes | threads; without it the calling thread does all work |
//! | `image` | no | conversions of [`Image`] to images of the crate `image` |
#![forbid(unsafe_code)]

mod argument;
mod error;
mod field;
mod fields;
mod file;
mod images;
mod memory;
mod nodes;
mod packing;
mod parameter;
mod preset;
mod programs;
mod refusal;
mod samples;
mod texture;

pub use argument::Argument;
pub use error::Error;
pub use field::Field;
pub use fields::Fields;
pub use file::{Existing, JPEG_QUALITY, PictureFile, PictureFormat, PictureStream};
pub use images::{attach_images, image_files};
pub use memory::{check_document, check_text};
pub use nodes::{NodeValue, Nodes};
pub use packing::{Channel, Green};
pub use parameter::{Parameter, ParameterType};
pub use preset::Preset;
pub use samples::Samples;
pub use texture::{Texture, registry};
pub use travertine_nodes::category_guide;

pub use travertine_graph::arguments::Detail;
pub use travertine_graph::constant::Constant;
pub use travertine_graph::diagnostic::{Diagnostic, Diagnostics};
pub use travertine_graph::document::{Document, Turn, Up};
pub use travertine_graph::registry::Registry;
pub use travertine_noise::math::srgb_to_linear;
pub use travertine_noise::{Interval, Level};
pub use travertine_program::{Axis, RasterKey, Site, SurfacePoint, Type};
pub use travertine_raster::pass::Pass;
pub use travertine_render::sink::{BitDepth, Effort, Encoding, Sink, Texels, TextureContainer, TextureOptions};
pub use travertine_render::{
    Brick, Cancel, Context, Coordinates, DEFAULT_WORK, Estimate, Evaluator, Format, Image, MAX_SIDE, MAX_THREADS, Part,
    Plane, Profile, RasterCache, RasterProgress, Rectangle, Render, RenderCache, RenderError, Rows, Sampler, SiteGrid,
    Slice, Tile, Volume, VolumeRender,
};

/// Graphs made by code: a [`Document`] of nodes, parameters and outputs.
pub mod document {
    pub use travertine_graph::document::{Document, Group, GroupSource, Image, Input, Node, Parameter, Preset};
    pub use travertine_graph::json::Value;
}

/// Node types made by code: a [`Definition`](definition::Definition) goes into a [`Registry`].
pub mod definition {
    pub use travertine_graph::definition::{DefaultValue, Definition, InputDefinition, OutputType, Text, ValueType};
    pub use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position};
    pub use travertine_program::Expr;
}

/// The stages between a graph's file and its pixels, for tools that need more than a texture's fields.
///
/// Not under semantic versioning: any release may change anything here.
pub mod stages {
    pub use travertine_graph as graph;
    pub use travertine_lettering as lettering;
    pub use travertine_noise as noise;
    pub use travertine_parallel as parallel;
    pub use travertine_program as program;
    pub use travertine_raster as raster;
    pub use travertine_render as render;
}
