//! The editor: the time of one tick of a slider on a marble of twenty nodes, from the change to the pixels.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use ::travertine::{Slice, Texture, registry};
use travertine_editing::render::{Outcome, Subject, View, Viewport, Worker};
use travertine_editing::{Action, History, Outline, Socket, actions};
use travertine_graph::document::Node;
use travertine_graph::json::{Number, Value};

use crate::slider::MARBLE;

/// Number of nodes that [`Drag::ConstantAmongMany`] adds.
const MANY: usize = 10_000;

/// Pixels along a side of the preview.
const SIDE: u32 = 64;

/// The value that is dragged, and how the change reaches the worker.
#[derive(Clone, Copy)]
pub enum Drag {
    /// A parameter: the strength of the turbulence.
    Parameter,
    /// A constant of an input: the width of the cross veins, behind the noise.
    Constant,
    /// The constant, next to 10,000 nodes that the picture does not show.
    ConstantAmongMany,
    /// The parameter, with the whole document copied, checked and lowered at every tick.
    ParameterInDocument,
    /// The constant, with the whole document copied, checked and lowered at every tick.
    ConstantInDocument,
}

impl fmt::Display for Drag {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Drag::Parameter => "a parameter",
            Drag::Constant => "a constant",
            Drag::ConstantAmongMany => "a constant, next to 10,000 other nodes",
            Drag::ParameterInDocument => "a parameter, whole document",
            Drag::ConstantInDocument => "a constant, whole document",
        })
    }
}

impl Drag {
    /// All of them.
    pub const ALL: [Drag; 5] =
        [Drag::Parameter, Drag::ParameterInDocument, Drag::Constant, Drag::ConstantInDocument, Drag::ConstantAmongMany];

    /// A function that moves the slider by one tick and waits for the picture.
    ///
    /// # Panics
    ///
    /// If the system starts no threads.
    #[expect(clippy::expect_used, reason = "the graph is the project's own")]
    pub fn ticks(self) -> impl FnMut() {
        let (send, wake) = channel();
        // The receiver lives as long as the worker.
        let worker = Worker::new(registry(), move || _ = send.send(())).expect("two threads");
        let marble = Texture::parse(MARBLE).expect("a valid graph");
        let output = marble.outputs().next().unwrap_or_default().to_owned();
        let mut document = marble.document().clone();
        if let Drag::ConstantAmongMany = self {
            let more = |index| (format!("more {index}"), Node::new("noise/perlin").into());
            document.nodes.extend((0..MANY).map(more));
        }
        let mut history = History::new(document);
        let mut outline = Outline::new(Arc::clone(history.document()), registry());
        let viewport = Viewport::Plane(Slice::new(SIDE, SIDE));
        worker.follow(&history);
        worker.show(0, View::new(Subject::Output(output), viewport));
        wait(&worker, &wake);
        let mut turn = 0;
        move || {
            turn += 1;
            let action = self.action(&outline, turn);
            match self {
                Drag::Parameter | Drag::Constant | Drag::ConstantAmongMany => {
                    history.apply_with(&mut outline, action, Some(1)).expect("a value that the marble takes");
                    worker.follow(&history);
                }
                Drag::ParameterInDocument | Drag::ConstantInDocument => {
                    history.apply(action, Some(1)).expect("a value that the marble takes");
                    outline = Outline::new(Arc::clone(history.document()), registry());
                    worker.set_document(history.revision(), Arc::clone(history.document()));
                }
            }
            wait(&worker, &wake);
        }
    }

    /// Another value for each turn.
    #[expect(clippy::expect_used, reason = "the graph is the project's own")]
    fn action(self, outline: &Outline, turn: usize) -> Action {
        let value = Number::from_f32((turn % 50 + 100) as f32 / 200.0).expect("a finite number");
        let value = Value::Number(value);
        match self {
            Drag::Parameter | Drag::ParameterInDocument => actions::set_default("turbulence", value),
            Drag::Constant | Drag::ConstantInDocument | Drag::ConstantAmongMany => {
                let input = Socket::new("torn", "b");
                actions::set_input(outline, &input, value).expect("a value that the input takes")
            }
        }
    }
}

/// Waits for the picture with all its pixels.
fn wait(worker: &Worker, wake: &Receiver<()>) {
    let is_final = |outcome: &Outcome| matches!(outcome, Outcome::View { is_final: true, .. });
    while !worker.outcomes().iter().any(is_final) {
        // The worker sends until it is dropped.
        let _ = wake.recv();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_dragging_gives_pictures() {
        for drag in Drag::ALL {
            let mut tick = drag.ticks();
            (0..3).for_each(|_| tick());
        }
    }
}
