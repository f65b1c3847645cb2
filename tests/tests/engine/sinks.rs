//! Rows streamed to sinks, in one or several bands, from one or several threads, to one or two sinks.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use travertine_graph::arguments::Arguments;
use travertine_graph::lowering::lower;
use travertine_render::sink::{BitDepth, Encoding, Png, Sink};
use travertine_render::{
    Brick, Cancel, Context, Format, Image, Render, RenderError, Rows, Slice, Volume, VolumeRender,
};
use travertine_tests::{graph, program};

const ONE: &str = r#"{
    "format": "travertine", "version": 1,
    "nodes": {"noise": {"type": "noise/perlin", "inputs": {"octaves": 3}}},
    "outputs": {"noise": {"node": "noise"}}
}"#;

const TWO: &str = r#"{
    "format": "travertine", "version": 1,
    "nodes": {"noise": {"type": "noise/perlin", "inputs": {"octaves": 3}}, "place": {"type": "input/position"}},
    "outputs": {"noise": {"node": "noise"}, "place": {"node": "place"}}
}"#;

/// Pictures of one and of several bands, with one sample per pixel and with several.
const SIZES: [(u32, u32, u32); 5] = [(1, 1, 1), (40, 30, 1), (13, 700, 2), (300, 1500, 1), (2000, 70, 2)];

/// Collects rows; fails or cancels the render after the given number of rows.
#[derive(Clone, Copy)]
struct Taking<'a> {
    breaks: Option<usize>,
    cancels: Option<(usize, &'a Cancel)>,
}

impl Sink for Taking<'_> {
    type Output = Vec<f32>;

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<Vec<f32>> {
        let mut data = Vec::new();
        for taken in 0..format.height as usize {
            if self.breaks == Some(taken) {
                return Err(io::Error::other("broken"));
            }
            if let Some((_, cancel)) = self.cancels.filter(|(after, _)| *after == taken) {
                cancel.cancel();
            }
            data.extend_from_slice(rows.next_row().ok_or(io::ErrorKind::UnexpectedEof)?);
        }
        assert!(self.cancels.is_some() || rows.next_row().is_none(), "more rows than expected");
        Ok(data)
    }
}

/// Runs `check` on renders of every size, number of outputs and number of threads.
fn each(check: impl Fn(&Render, usize, &Cancel)) {
    for text in [ONE, TWO] {
        let graph = graph(text);
        let outputs: Vec<usize> = (0..graph.outputs.len()).collect();
        let arguments = Arguments::new(&graph);
        let program = lower(&graph, &outputs, &arguments).unwrap();
        let bound = arguments.bind(&program);
        for (width, height, samples) in SIZES {
            for threads in [1, 2, 3] {
                let slice = Slice { samples_per_side: samples, ..Slice::new(width, height) };
                let cancel = Cancel::new();
                let context = Context::default().threads(threads).cancel(&cancel);
                let render = Render::new(&program, &bound, slice, None, &context).unwrap();
                check(&render, program.outputs().len(), &cancel);
            }
        }
    }
}

#[test]
fn sinks_receive_the_rows_of_the_picture() {
    each(|render, outputs, _| {
        let sinks = vec![Taking { breaks: None, cancels: None }; outputs];
        let taken = render.run(sinks).unwrap();
        let images = render.images().unwrap();
        let bits = |floats: &[f32]| floats.iter().map(|float| float.to_bits()).collect::<Vec<_>>();
        let same = |(data, image): (&Vec<f32>, &Image)| bits(data) == bits(&image.data);
        assert_eq!([taken.len(), images.len()], [outputs; 2]);
        assert!(taken.iter().zip(&images).all(same), "{:?}", render.formats());
    });
}

#[test]
fn callers_buffers_get_the_same_rows_and_progress_counts_samples() {
    each(|render, _, _| {
        let images = render.images().unwrap();
        let mut buffers: Vec<Vec<f32>> = images.iter().map(|image| vec![9.0; image.data.len()]).collect();
        render.write_into(buffers.iter_mut().map(Vec::as_mut_slice).collect()).unwrap();
        assert!(buffers.iter().zip(&images).all(|(buffer, image)| *buffer == image.data));
    });
    let graph = graph(ONE);
    let (program, bound) = program(&graph, 0);
    for (width, samples_per_side) in [(500, 1), (90, 3)] {
        let done = AtomicUsize::new(0);
        let progress = |samples| {
            done.fetch_add(samples as usize, Ordering::Relaxed);
        };
        let context = Context::default().progress(&progress);
        let slice = Slice { samples_per_side, ..Slice::new(width, 40) };
        let render = Render::new(&program, &bound, slice, None, &context).unwrap();
        render.image().unwrap();
        assert_eq!(done.load(Ordering::Relaxed) as u64, render.estimate().samples);
    }
}

#[test]
fn a_failing_sink_is_named() {
    each(|render, outputs, _| {
        let whole = Taking { breaks: None, cancels: None };
        let mut sinks = vec![whole; outputs];
        let last = outputs - 1;
        sinks[last].breaks = Some(render.formats()[last].height as usize / 2);
        let failed = render.run(sinks).unwrap_err();
        assert!(matches!(failed, RenderError::Sink { output, .. } if output == last), "{failed}");
    });
}

#[test]
fn a_render_that_is_cancelled_half_way_says_so() {
    each(|render, outputs, cancel| {
        let half = render.formats()[0].height as usize / 2;
        let sinks = vec![Taking { breaks: None, cancels: Some((half, cancel)) }; outputs];
        let cancelled = render.run(sinks);
        assert!(matches!(cancelled, Err(RenderError::Cancelled)), "{:?}", render.formats());
    });
}

#[test]
fn pictures_may_be_written_while_others_are_rendered() {
    let graph = graph(ONE);
    let (program, bound) = program(&graph, 0);
    let context = Context::default();
    let written = AtomicUsize::new(0);
    // On one of the render's own threads, and once per sink: a picture must not wait for the thread that writes it.
    let write = |began: &AtomicBool| {
        if began.swap(true, Ordering::Relaxed) {
            return;
        }
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("while-others-are-rendered.png");
        let png = Png { path, depth: BitDepth::Sixteen, encoding: Encoding::Auto, mark: None };
        let slice = Slice::new(256, 256);
        let render = Render::new(&program, &bound, slice, None, &context).unwrap();
        render.run(vec![png]).unwrap();
        written.fetch_add(1, Ordering::Relaxed);
    };
    let began = AtomicBool::new(false);
    let progress = |_| write(&began);
    let reporting = context.clone().progress(&progress);
    let render = Render::new(&program, &bound, Slice::new(1000, 1000), None, &reporting).unwrap();
    let sinks = vec![Taking { breaks: None, cancels: None }];
    render.run(sinks).unwrap();

    let began = AtomicBool::new(false);
    let volume = Volume::new(64, 64, 64);
    let brick = Brick { start: [0; 3], size: [64; 3] };
    let progress = |_| write(&began);
    let reporting = context.clone().progress(&progress);
    let render = VolumeRender::new(&program, &bound, volume, brick.size, &reporting).unwrap();
    let mut samples = vec![0.0; brick.samples() as usize];
    render.brick(brick, &mut samples).unwrap();
    assert_eq!(written.into_inner(), 2);
}
