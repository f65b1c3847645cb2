//! Pictures, and everything else that the worker makes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use travertine::stages::render::RenderCache;
use travertine::{Context, Field, Image, Interval, NodeValue, Slice, Type};
use travertine_shape::{Scene, Size, Surface, render};

use super::display::{Display, Pixels, observed, show};
use super::frame::Frame;
use super::snapshot::Snapshot;
use crate::edit::Refusal;
use crate::outline::Socket;

/// A picture, and what is known of what it shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// What is on the screen.
    pub pixels: Pixels,
    /// What the values are.
    pub value_type: Type,
    /// The least and the greatest value of each component in the picture. An opaque colour has three.
    pub observed: Vec<[f32; 2]>,
    /// What each component is guaranteed to lie in, anywhere; of a solid, whose light is not known before, nothing.
    pub guaranteed: Vec<Interval>,
    /// How long it took to compute, without what was known before.
    pub took: Duration,
}

/// Something that the worker has done.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A document was checked: its diagnostics and types.
    Checked {
        /// The revision of the document.
        revision: u64,
        /// What is known of it.
        snapshot: Arc<Snapshot>,
    },
    /// A view has a picture, or a better one.
    View {
        /// The number of the view.
        view: u32,
        /// Where it is: of a coarse picture, the same with fewer pixels.
        frame: Frame,
        /// Whether it has as many pixels as were asked for.
        is_final: bool,
        /// The picture, or what is wrong.
        picture: Result<Arc<Picture>, Refusal>,
    },
    /// An output of a node has a thumbnail.
    Thumbnail {
        /// Of what.
        socket: Socket,
        /// The picture, or what is wrong.
        picture: Result<Arc<Picture>, Refusal>,
    },
    /// The values at a position.
    Probe {
        /// Where: x, y, z and time.
        position: [f32; 4],
        /// What every output of every node is there, or what is wrong.
        values: Result<Arc<Vec<NodeValue>>, Refusal>,
    },
}

/// An image of a field or a solid, with what the picture says of it; none if it was cancelled.
pub(super) struct Rendered {
    pub image: Image,
    pub guaranteed: Vec<Interval>,
    pub took: Duration,
}

impl Rendered {
    /// Renders a field, with what is kept of the picture before it.
    pub fn plane(
        field: &Field,
        slice: Slice,
        cache: &mut RenderCache,
        context: &Context,
    ) -> Result<Option<Rendered>, Refusal> {
        let start = Instant::now();
        let image = match field.render_again(cache, slice, context) {
            Ok(image) => image,
            Err(_) if context.is_cancelled() => return Ok(None),
            Err(error) => return Err(Refusal::new(error.to_string())),
        };
        Ok(Some(Rendered { image, guaranteed: field.ranges(), took: start.elapsed() }))
    }

    /// Renders a solid.
    pub fn solid(
        surface: &Surface,
        scene: &Scene,
        size: Size,
        context: &Context,
    ) -> Result<Option<Rendered>, Refusal> {
        let start = Instant::now();
        match render(surface, scene, size, context) {
            Ok(image) => Ok(Some(Rendered { image, guaranteed: Vec::new(), took: start.elapsed() })),
            Err(_) if context.is_cancelled() => Ok(None),
            Err(error) => Err(Refusal::new(error.to_string())),
        }
    }

    /// The picture for the screen.
    pub fn picture(&self, display: &Display) -> Picture {
        Picture {
            pixels: show(&self.image, display),
            value_type: self.image.format.value_type,
            observed: observed(&self.image),
            guaranteed: self.guaranteed.clone(),
            took: self.took,
        }
    }
}
