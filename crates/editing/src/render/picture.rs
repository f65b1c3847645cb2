//! Pictures and other results of the worker.

use std::sync::Arc;
use std::time::{Duration, Instant};

use travertine::stages::render::RenderCache;
use travertine::{Context, Error, Field, Image, Interval, NodeValue, Slice, Type};
use travertine_presentation::{Display, Pixels, Socket, ends_of, observed, show};
use travertine_shape::ShapeError;

use super::heat::Heat;
use super::snapshot::Snapshot;
use super::viewport::Viewport;
use travertine_edits::Refusal;

/// A picture for the screen, with facts about its values.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The pixels for the screen.
    pub pixels: Pixels,
    /// The type of the values.
    pub value_type: Type,
    /// The values that are shown black and white.
    pub span: [f32; 2],
    /// The units right and down from the origin that grids of the graph cover, such as eroded land: beyond, a plane
    /// shows their border.
    pub covered: Option<[u32; 2]>,
    /// Minimum and maximum of each component in the picture.
    pub observed: Vec<[f32; 2]>,
    /// The interval in which each component lies everywhere. Empty for a solid, whose light is not known in advance.
    pub guaranteed: Vec<Interval>,
    /// The time it took to render, without reused values.
    pub took: Duration,
    /// The values of a plane; thumbnails and solids have none.
    pub values: Option<Arc<Image>>,
    /// The time by node of a measured view, once it has all pixels: that of its coarse pictures, too.
    pub heat: Option<Arc<Heat>>,
}

/// A result of the worker.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A document was checked.
    Checked {
        /// The revision of the document.
        revision: u64,
        /// Its diagnostics, types and textures.
        snapshot: Arc<Snapshot>,
    },
    /// A view has a new or a finer picture.
    View {
        /// The number of the view.
        view: u32,
        /// The viewport. A coarse picture has fewer pixels than requested.
        viewport: Viewport,
        /// Whether the picture has all pixels requested.
        is_final: bool,
        /// The picture, or the reason why there is none.
        picture: Result<Arc<Picture>, Refusal>,
    },
    /// An output of a node has a new thumbnail.
    Thumbnail {
        /// The output.
        socket: Socket,
        /// The picture, or the reason why there is none.
        picture: Result<Arc<Picture>, Refusal>,
    },
    /// The device that computes pictures has something to tell.
    Device {
        /// What, for the user.
        message: String,
        /// Whether the CPU computes from now on.
        has_failed: bool,
    },
    /// The values at the probed position.
    Probe {
        /// The position: x, y, z and time.
        position: [f32; 4],
        /// The values of all outputs of all nodes, or the reason why there are none.
        values: Result<Arc<Vec<NodeValue>>, Refusal>,
    },
}

/// Why there is no picture. If nothing cancelled it, it needs a raster that is not made at present.
fn refused(error: impl Into<ShapeError>) -> Refusal {
    match error.into() {
        ShapeError::Texture(Error::Cancelled) => Refusal::new("The rendering was stopped."),
        error => Refusal::new(error.to_string()),
    }
}

/// An image of a field or a solid, with facts about it.
pub(super) struct Rendered {
    pub image: Arc<Image>,
    pub guaranteed: Vec<Interval>,
    pub covered: Option<[u32; 2]>,
    pub took: Duration,
    pub heat: Option<Arc<Heat>>,
}

impl Rendered {
    /// Renders a field, and reuses values of the last picture; `None` if it was cancelled.
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
            Err(error) => return Err(refused(error)),
        };
        Ok(Some(Rendered::of(field, image, start)))
    }

    /// Renders a field without values of a last picture; `None` if something prevents it.
    pub fn without_cache(field: &Field, slice: Slice, context: &Context) -> Option<Rendered> {
        let start = Instant::now();
        Some(Rendered::of(field, field.render(slice, context).ok()?, start))
    }

    fn of(field: &Field, image: Image, start: Instant) -> Rendered {
        let (image, covered) = (Arc::new(image), field.program().covered());
        Rendered { image, guaranteed: field.ranges(), covered, took: start.elapsed(), heat: None }
    }

    /// Makes the image of a solid; `None` if it was cancelled.
    pub fn solid(
        make: impl FnOnce() -> Result<Image, ShapeError>,
        context: &Context,
    ) -> Result<Option<Rendered>, Refusal> {
        let start = Instant::now();
        match make() {
            Ok(image) => {
                let (image, guaranteed) = (Arc::new(image), Vec::new());
                Ok(Some(Rendered { image, guaranteed, covered: None, took: start.elapsed(), heat: None }))
            }
            Err(_) if context.is_cancelled() => Ok(None),
            Err(error) => Err(refused(error)),
        }
    }

    /// The picture for the screen.
    pub fn picture(&self, display: &Display) -> Picture {
        Picture {
            pixels: show(&self.image, display),
            value_type: self.image.format.value_type,
            span: ends_of(&self.image, display),
            covered: self.covered,
            observed: observed(&self.image),
            guaranteed: self.guaranteed.clone(),
            took: self.took,
            values: None,
            heat: self.heat.clone(),
        }
    }
}
