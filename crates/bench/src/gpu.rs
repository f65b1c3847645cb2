//! Speeds of GPUs in both tiers and by the interpreter, before the transfer of values; and the time from an edit to its
//! picture.

use std::error::Error;
use std::fmt::Write;
use std::time::Instant;

use travertine::{Context, SiteGrid, Slice, Texture, Volume};
use travertine_gpu::{Gpu, Kernel, Tier};

use crate::measure::median;

/// Textures: a name, the graph, and the outputs that are evaluated together; none are all.
const TEXTURES: [(&str, &str, &[&str]); 7] = [
    ("fBm, 4 octaves", FBM, &["height"]),
    ("marble, all outputs", include_str!("../../../graphs/marble.json"), &[]),
    ("blobs-and-stripes, height", include_str!("../../../graphs/blobs-and-stripes.json"), &["height"]),
    ("clouds, height", include_str!("../../../graphs/clouds.json"), &["height"]),
    ("eroded-land, height", include_str!("../../../graphs/eroded-land.json"), &["height"]),
    ("hard-edged, height", include_str!("../../../graphs/hard-edged.json"), &["height"]),
    ("malachite, height", include_str!("../../../graphs/malachite.json"), &["height"]),
];

const FBM: &str = r#"{"format": "travertine", "version": 1,
    "nodes": {"fbm": {"type": "noise/perlin", "inputs": {"octaves": 4, "scale": 8}}},
    "outputs": {"height": {"node": "fbm"}}}"#;

/// A table with a row for each texture over a square of `side` pixels, and one for a volume. Times are medians of
/// `turns` turns, without the transfer of values.
///
/// # Errors
///
/// If there is no such GPU, or it fails.
pub fn table(name: Option<&str>, side: u32, turns: usize) -> Result<String, Box<dyn Error>> {
    let [close, exact] = [Gpu::new(name, Tier::Close)?, Gpu::new(name, Tier::Exact)?];
    let mut table = format!(
        "{}, medians of {turns} turns\n\n\
        | texture | samples | close, M samples/s | exact, M samples/s | close / exact | interpreter, M samples/s | \
        floats of exact that differ |\n\
        |---|---|---|---|---|---|---|\n",
        close.name()
    );
    for (title, text, outputs) in TEXTURES {
        let texture = Texture::parse(text)?;
        let outputs = if outputs.is_empty() { texture.outputs().collect() } else { outputs.to_vec() };
        let kernels = [
            close.compile(&texture, &outputs)?,
            exact.compile(&texture, &outputs)?,
            exact.prepare(&texture, &outputs)?,
        ];
        let slice = Slice { depth: crate::grid::DEPTH, ..Slice::new(side, side) };
        let sites = SiteGrid::slice(&slice);
        // The first evaluation compiles, and finds the size of batches.
        drop(values(&kernels[0], &sites)?);
        let found = values(&kernels[1], &sites)?;
        let interpreted = values(&kernels[2], &sites)?;
        let differing = if found == interpreted {
            differing(&texture, &outputs, &slice, &found)?
        } else {
            "the interpreter differs".to_owned()
        };
        row(&mut table, title, &format!("{side} x {side}"), &kernels, &sites, turns, &differing)?;
        if outputs.len() == 1 && text == FBM {
            let edge = side / 4;
            let sites = SiteGrid::volume(&Volume::new(edge, edge, edge));
            let samples = format!("{edge} x {edge} x {edge}");
            row(&mut table, title, &samples, &kernels, &sites, turns, "not compared")?;
        }
    }
    Ok(table)
}

/// Graphs whose shaders drivers compile for seconds or minutes.
const EDITED: [(&str, &str); 3] = [
    ("marble", include_str!("../../../graphs/marble.json")),
    ("brick-wall", include_str!("../../../graphs/brick-wall.json")),
    ("cherry-wood", include_str!("../../../graphs/cherry-wood.json")),
];

/// A table of the times from an edit to a picture of all outputs, `side` pixels wide, by the interpreter: the first
/// one, for which the driver compiles kernels, and the median of `turns` later ones.
///
/// # Errors
///
/// If there is no such GPU, or it fails.
pub fn edits(name: Option<&str>, side: u32, turns: usize) -> Result<String, Box<dyn Error>> {
    let gpu = Gpu::new(name, Tier::Exact)?;
    let mut table = format!(
        "{}, from an edit to a picture of {side} x {side} by the interpreter, medians of {turns} turns\n\n\
        | graph | operations | first, ms | later, ms |\n|---|---|---|---|\n",
        gpu.name()
    );
    for (title, text) in EDITED {
        let mut times = Vec::new();
        let mut operations = 0;
        for _ in 0..=turns {
            // What an edit makes anew: the graph, its program and its steps.
            let texture = Texture::parse(text)?;
            let start = Instant::now();
            let outputs: Vec<&str> = texture.outputs().collect();
            let kernel = gpu.prepare(&texture, &outputs)?;
            drop(values(&kernel, &SiteGrid::slice(&Slice::new(side, side)))?);
            times.push(start.elapsed().as_secs_f64() * 1e3);
            operations = texture.program_of(&outputs)?.0.operations().len();
        }
        let first = times.remove(0);
        writeln!(table, "| {title} | {operations} | {first:.0} | {:.0} |", median(times))?;
    }
    Ok(table)
}

fn values(kernel: &Kernel, sites: &SiteGrid) -> Result<Vec<f32>, Box<dyn Error>> {
    let mut values = vec![0.0; sites.len() * kernel.width()];
    kernel.evaluate(sites, &mut values)?;
    Ok(values)
}

/// Compares values with those of the CPU, and returns how many of them differ.
fn differing(texture: &Texture, outputs: &[&str], slice: &Slice, found: &[f32]) -> Result<String, Box<dyn Error>> {
    let width: usize = found.len() / (slice.width as usize * slice.height as usize);
    let images = texture.fields(outputs)?.render(*slice, &Context::default())?;
    let (mut first, mut wrong) = (0, 0);
    for image in &images {
        let channels = image.format.channels();
        let pixels = image.data.chunks_exact(channels).zip(found.chunks_exact(width));
        wrong += pixels
            .map(|(pixel, value)| pixel.iter().zip(&value[first..]).filter(|(a, b)| a != b).count())
            .sum::<usize>();
        first += channels;
    }
    Ok(format!("{wrong} of {}", found.len()))
}

/// Adds a row of speeds to a table.
fn row(
    table: &mut String,
    title: &str,
    samples: &str,
    kernels: &[Kernel; 3],
    sites: &SiteGrid,
    turns: usize,
    differing: &str,
) -> Result<(), Box<dyn Error>> {
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..turns {
        for (kernel, times) in kernels.iter().zip(&mut times) {
            times.push(kernel.time(sites)?.as_secs_f64());
        }
    }
    let [close, exact, interpreted] = times.map(median);
    let speed = |time: f64| sites.len() as f64 / time / 1e6;
    writeln!(
        table,
        "| {title} | {samples} | {:.3} | {:.3} | {:.2} | {:.3} | {differing} |",
        speed(close),
        speed(exact),
        exact / close,
        speed(interpreted)
    )?;
    Ok(())
}
