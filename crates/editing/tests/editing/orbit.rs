//! How smoothly a solid turns during a drag.
//!
//!     cargo test --profile bench -p travertine-editing --test editing orbit -- --ignored --nocapture

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use travertine::{Texture, registry};
use travertine_editing::render::{Outcome, SAMPLES, Subject, View, Viewport, Worker};
use travertine_shape::{Scene, Shape, Size};

/// The interval between the requests of a window.
const FRAME: Duration = Duration::from_micros(16_667);

/// The duration of the turn.
const TURNING: Duration = Duration::from_secs(4);

#[test]
#[ignore = "measures time"]
fn marble_turns_smoothly() {
    let marble = Texture::open("../../graphs/marble.json").unwrap();
    let output = marble.outputs().next().unwrap().to_owned();
    let worker = Worker::new(registry(), || {}).unwrap();
    worker.set_document(1, Arc::new(marble.document().clone()));
    for shape in Shape::ALL {
        let view = |yaw: f32| {
            let mut scene = Scene::new(shape);
            scene.view.yaw = yaw;
            let size = Size { width: 400, height: 400, samples: SAMPLES };
            let subject = Subject::Output(output.clone());
            View::new(subject, Viewport::Solid { scene, size })
        };
        worker.show(0, view(0.0));
        while !worker.is_idle() {
            thread::sleep(Duration::from_millis(2));
        }
        worker.outcomes();
        let start = Instant::now();
        let (mut came, mut widths) = (vec![start], Vec::new());
        let mut turn = 0;
        while start.elapsed() < TURNING {
            turn += 1;
            worker.show(0, view(turn as f32));
            let next = start + FRAME * turn;
            while Instant::now() < next {
                thread::sleep(Duration::from_millis(1));
                for outcome in worker.outcomes() {
                    if let Outcome::View { viewport, picture: Ok(_), .. } = outcome {
                        came.push(Instant::now());
                        widths.push(viewport.size()[0]);
                    }
                }
            }
        }
        let rate = widths.len() as f64 / TURNING.as_secs_f64();
        let longest = came.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
        widths.sort();
        println!(
            "{}: {rate:.1} pictures a second, {} pixels wide mostly; the longest wait was {:.0} ms",
            shape.name(),
            widths[widths.len() / 2],
            longest.as_secs_f64() * 1e3
        );
    }
}
