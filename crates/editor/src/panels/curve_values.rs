//! What comes into the curve of the selected node: its values are counted for the histogram behind the curve.

use egui::{Context, Id};
use travertine::Slice;
use travertine_editing::render::{Channel, Display, DisplayRange, Picture, Subject, View, Viewport, Worker};
use travertine_editing::{Held, Outline, Socket};
use travertine_graph::constant::Constant;
use travertine_program::Curve;

use crate::widgets::curve::bounds;
use crate::widgets::histogram::{Histogram, keep};

/// The number of the view that the worker keeps up to date.
pub const VIEW: u32 = 100;

/// Width and height of the picture whose values are counted, in pixels.
const SIDE: u32 = 128;

/// What is being counted.
#[derive(Default)]
pub struct CurveValues {
    /// The input with the curve, what comes into it, and the ends of the histogram.
    counted: Option<(Socket, Socket, [f32; 2])>,
}

impl CurveValues {
    /// Asks the worker for the values that come into the curve of the selected node.
    pub fn follow(&mut self, context: &Context, outline: &Outline, selected: Option<&str>, worker: &Worker) {
        let wanted = selected.and_then(|id| wanted(outline, id));
        if let Some((curve, source, _)) = &self.counted {
            let stays = wanted.as_ref().is_some_and(|(new, other, _)| (new, other) == (curve, source));
            if !stays {
                keep(context, Id::new(curve), None);
            }
        }
        match &wanted {
            Some((_, source, [least, most])) => {
                let span = DisplayRange::Between(*least, *most);
                let display = Display { channel: Channel::Luminance, span, ..Display::default() };
                let viewport = Viewport::Plane(Slice::new(SIDE, SIDE));
                worker.show(VIEW, View { display, ..View::new(Subject::Node(source.clone()), viewport) });
            }
            None => worker.hide(VIEW),
        }
        self.counted = wanted;
    }

    /// Takes a picture of the values.
    pub fn take(&self, context: &Context, picture: Option<&Picture>) {
        if let Some((curve, ..)) = &self.counted {
            let histogram = picture.map(|picture| Histogram::new(&picture.pixels, picture.span));
            keep(context, Id::new(curve), histogram);
        }
    }
}

/// The input of a node with a curve, the output wired to the node, and the ends of the curve's view.
fn wanted(outline: &Outline, id: &str) -> Option<(Socket, Socket, [f32; 2])> {
    let inputs = &outline.definition(id)?.inputs;
    let (curve, value) = inputs.iter().find_map(|input| {
        let socket = Socket::new(id, &*input.name);
        curve_of(outline, &socket).map(|curve| (socket, curve))
    })?;
    let source = inputs.iter().find_map(|input| match outline.held(&Socket::new(id, &*input.name)) {
        Some(Held::Wire { from, .. }) => Some(from),
        _ => None,
    })?;
    let view = bounds(&value);
    Some((curve, source, [view.left(), view.right()]))
}

fn curve_of(outline: &Outline, socket: &Socket) -> Option<Curve> {
    match outline.held(socket)? {
        Held::Constant { value: Constant::Curve(curve), .. } => Some(curve),
        _ => None,
    }
}
